// DM-16: no key is left, so that the struct is a key itself, and is not comparable.
use simplehash::{Packed, SimpleHash};

#[derive(SimpleHash)]
#[simplehash(hasher = Packed)]
struct Relation {
    #[cfg(any())]
    #[simplehash(key)]
    oid: u32,
    pages: u32,
}

fn main() {}
