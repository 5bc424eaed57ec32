use simplehash::SimpleHash;

#[derive(SimpleHash)]
struct Relation {
    #[simplehash(keyy)]
    oid: u32,
    #[simplehash(layout = simplehash::RobinHood)]
    name: String,
    #[simplehash(key = oid)]
    kind: u8,
}

fn main() {}
