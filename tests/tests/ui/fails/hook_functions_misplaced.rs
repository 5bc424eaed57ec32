use simplehash::{NoHooks, SimpleHash};

fn one(_: &impl Sized) -> u8 {
    1
}

#[derive(SimpleHash, PartialEq, Eq, Hash, Clone)]
#[simplehash(on_init = one)]
struct WithoutValue(u32);

#[derive(SimpleHash, PartialEq, Eq, Hash, Clone)]
#[simplehash(value = u8)]
struct WithoutFunction(u32);

#[derive(SimpleHash, PartialEq, Eq, Hash, Clone)]
#[simplehash(hooks = NoHooks, value = u8, on_init = one)]
struct WithType(u32);

#[derive(SimpleHash, PartialEq, Eq, Hash, Clone)]
#[simplehash(hooks = NoHooks, value = u8)]
struct ValueWithType(u32);

#[derive(SimpleHash)]
#[simplehash(value = u8, on_cleanup = drop)]
struct Entry {
    #[simplehash(key)]
    oid: u32,
}

fn main() {}
