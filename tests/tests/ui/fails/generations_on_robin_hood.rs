use simplehash::{RobinHood, SimpleHash};

// A layout without handles has no use for generations.
#[derive(SimpleHash, PartialEq, Eq, Hash)]
#[simplehash(layout = RobinHood, generations = true)]
struct Key(u32);

fn main() {}
