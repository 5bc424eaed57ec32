use simplehash::SimpleHash;

#[derive(SimpleHash, PartialEq, Eq, Hash)]
#[simplehash(value = u8, on_init = one)]
struct Key(u32);

fn one(_: &Key) -> u8 {
    1
}

fn main() {}
