use simplehash::SimpleHash;
use simplehash::hash::DefaultHasher;

#[derive(SimpleHash, PartialEq, Eq, Hash)]
#[simplehash(hasher = DefaultHasher, seed = 7)]
struct Fixed(u32);

#[derive(SimpleHash, PartialEq, Eq, Hash)]
#[simplehash(hasher = DefaultHasher, seed = 7)]
struct Generic<T>(T);

#[derive(SimpleHash, PartialEq, Eq, Hash)]
#[simplehash(hasher = DefaultHasher, seed = random)]
struct Random(u32);

fn main() {}
