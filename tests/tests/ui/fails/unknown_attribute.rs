use simplehash::SimpleHash;

#[derive(SimpleHash, PartialEq, Eq, Hash)]
#[simplehash(fil_factor = 0.5, layout = simplehash::RobinHood)]
struct Key(u32);

fn main() {}
