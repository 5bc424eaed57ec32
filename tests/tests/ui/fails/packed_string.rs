use simplehash::SimpleHash;
use simplehash::hash::Packed;

#[derive(SimpleHash, PartialEq, Eq)]
#[simplehash(hasher = Packed)]
struct Key {
    oid: u32,
    name: String,
}

fn main() {}
