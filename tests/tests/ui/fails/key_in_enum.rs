use simplehash::SimpleHash;

#[derive(SimpleHash)]
enum Relation {
    Table {
        #[simplehash(key)]
        oid: u32,
    },
}

fn main() {}
