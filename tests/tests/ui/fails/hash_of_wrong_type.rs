use simplehash::SimpleHash;

#[derive(SimpleHash, PartialEq, Eq)]
#[simplehash(hash = of_u32)]
struct Argument(u32);

fn of_u32(key: &u32) -> u32 {
    *key
}

#[derive(SimpleHash, PartialEq, Eq)]
#[simplehash(hash = to_text)]
struct Answer(u32);

fn to_text(key: &Answer) -> String {
    key.0.to_string()
}

#[derive(SimpleHash, PartialEq, Eq)]
#[simplehash(hash = unseeded, seed = random)]
struct Seed(u32);

fn unseeded(key: &Seed) -> u32 {
    key.0
}

fn main() {}
