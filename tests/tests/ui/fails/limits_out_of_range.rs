use simplehash::SimpleHash;

#[derive(SimpleHash, PartialEq, Eq, Hash)]
#[simplehash(grow_max_dib = 0, grow_max_move = 4294967296, grow_min_fill_factor = 1.0, seed = -1)]
struct Key(u32);

fn main() {}
