use simplehash::SimpleHash;

#[derive(SimpleHash, PartialEq, Eq, Hash)]
#[simplehash(layuot = AutoBetween<A, B, 64>, fill_factor = 20.0, grow_max_dib = none, grow_max_dib = 8, hooks)]
enum Key {
    #[simplehash(hash = f)]
    A(#[simplehash(key)] u32),
}

fn main() {}
