use simplehash::SimpleHash;
use simplehash::hash::Packed;

#[derive(SimpleHash, PartialEq, Eq, Hash)]
#[simplehash(hash = hash, hasher = Packed)]
struct Key(u32);

fn hash(key: &Key) -> u32 {
    key.0
}

fn main() {}
