use simplehash::SimpleHash;
use simplehash::hash::Packed;

#[derive(SimpleHash, PartialEq, Eq)]
#[simplehash(hasher = Packed)]
enum Key {
    Main,
    Block(u32),
    Range { first: u32, last: u32 },
}

fn main() {}
