use simplehash::SimpleHash;

#[derive(SimpleHash, Hash)]
struct Key(u32);

fn main() {}
