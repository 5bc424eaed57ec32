use simplehash::SimpleHash;

#[derive(SimpleHash, PartialEq, Eq, Hash, Clone)]
#[simplehash(value = u8, on_init = |_| 1, on_cleanup)]
struct Closure(u32);

#[derive(SimpleHash, PartialEq, Eq, Hash, Clone)]
#[simplehash(value, on_init = "one", on_cleanup =)]
struct Text(u32);

fn main() {}
