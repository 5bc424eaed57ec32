use simplehash::SimpleHash;

#[derive(SimpleHash, PartialEq, Eq, Hash)]
#[simplehash(seed = 18446744073709551616)]
struct TooLarge(u32);

#[derive(SimpleHash, PartialEq, Eq, Hash)]
#[simplehash(seed = "random")]
struct Text(u32);

#[derive(SimpleHash, PartialEq, Eq, Hash)]
#[simplehash(seed = -1)]
struct Negative(u32);

#[derive(SimpleHash, PartialEq, Eq, Hash)]
#[simplehash(store_hash = 1, layout = "RobinHood", hasher = 5)]
struct Others(u32);

fn main() {}
