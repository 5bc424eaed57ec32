use simplehash::SimpleHash;

#[derive(SimpleHash, PartialEq, Eq, Hash, Clone)]
#[simplehash(value = u8, on_init = opened)]
struct Value(u32);

fn opened(_: &Value) -> String {
    String::new()
}

#[derive(SimpleHash, PartialEq, Eq, Hash, Clone)]
#[simplehash(value = u8, on_init = without_key)]
struct Key(u32);

fn without_key() -> u8 {
    1
}

fn main() {}
