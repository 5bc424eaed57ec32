use simplehash::SimpleHash;

#[derive(SimpleHash, PartialEq, Eq)]
#[simplehash(hasher = simplehash::hash::Packed)]
enum Key {
    Main,
    Block(u32),
    Range { first: u32, last: u32 },
}

fn main() {}
