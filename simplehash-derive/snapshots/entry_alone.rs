struct Relation {
    #[simplehash(key)]
    oid: u32,
    pages: u32,
}
