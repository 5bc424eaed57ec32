use simplehash::SimpleHash;

#[derive(SimpleHash, PartialEq, Eq, Hash)]
#[simplehash(value = u8, on_cleanup = closed)]
struct Key(u32);

fn closed(_: &Key, _: &mut u16) {}

#[derive(SimpleHash)]
#[simplehash(on_cleanup = released)]
struct Entry {
    #[simplehash(key)]
    oid: u32,
}

fn released(_: &u32) {}

fn main() {}
