use simplehash::SimpleHash;

#[derive(SimpleHash, PartialEq, Eq)]
struct Key(u32);

fn main() {}
