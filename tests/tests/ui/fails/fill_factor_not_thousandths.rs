use simplehash::SimpleHash;

#[derive(SimpleHash, PartialEq, Eq, Hash)]
#[simplehash(fill_factor = 0.9255)]
struct Key(u32);

fn main() {}
