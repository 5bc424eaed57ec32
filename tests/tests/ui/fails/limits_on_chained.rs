use dynahash_compat::Chained;
use simplehash::SimpleHash;

#[derive(SimpleHash, PartialEq, Eq, Hash)]
#[simplehash(layout = Chained, grow_max_dib = 8, grow_max_move = none, grow_min_fill_factor = 0.3)]
struct Key(u32);

fn main() {}
