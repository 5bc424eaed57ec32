use simplehash::SimpleHash;

#[derive(SimpleHash, PartialEq, Eq, Hash)]
#[simplehash(fill_factor = 17.5)]
struct Over(u32);

#[derive(SimpleHash, PartialEq, Eq, Hash)]
#[simplehash(fill_factor = 0.0)]
struct Zero(u32);

#[derive(SimpleHash, PartialEq, Eq, Hash)]
#[simplehash(fill_factor = -0.5)]
struct Negative(u32);

fn main() {}
