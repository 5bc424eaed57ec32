use simplehash::SimpleHash;

#[derive(SimpleHash, PartialEq, Eq, Hash)]
#[simplehash(hash = hash, hasher = simplehash::hash::Packed)]
struct Key(u32);

fn hash(key: &Key) -> u32 {
    key.0
}

fn main() {}
