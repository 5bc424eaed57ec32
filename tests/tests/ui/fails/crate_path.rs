use simplehash::SimpleHash;

#[derive(SimpleHash, PartialEq, Eq, Hash)]
#[simplehash(crate = "not a path")]
struct Text(u32);

#[derive(SimpleHash, PartialEq, Eq, Hash)]
#[simplehash(crate = 5)]
struct Number(u32);

#[derive(SimpleHash, PartialEq, Eq, Hash)]
#[simplehash(crate = std::collections)]
struct Another(u32);

fn main() {}
