// DM-17: what the derive writes does not collide; what the user writes does, and that alone is reported.
use simplehash::SimpleHash;

#[derive(SimpleHash, PartialEq, Eq, Hash)]
#[simplehash(hash = one)]
struct Key(u32);

#[derive(SimpleHash, PartialEq, Eq, Hash)]
#[simplehash(hash = one)]
struct Key(u32);

fn one(_: &Key) -> u32 {
    1
}

fn main() {}
