use simplehash::SimpleHash;

#[derive(SimpleHash)]
struct Relation {
    #[simplehash(key)]
    oid: u32,
    #[simplehash(key)]
    name: String,
}

fn main() {}
