// SH-22: what is no fraction is no fill factor.
use simplehash::SimpleHash;

#[derive(SimpleHash, PartialEq, Eq, Hash)]
#[simplehash(fill_factor = NAN)]
struct Name(u32);

#[derive(SimpleHash, PartialEq, Eq, Hash)]
#[simplehash(fill_factor = f64::NAN)]
struct Path(u32);

#[derive(SimpleHash, PartialEq, Eq, Hash)]
#[simplehash(fill_factor = 1e999)]
struct Infinite(u32);

#[derive(SimpleHash, PartialEq, Eq, Hash)]
#[simplehash(fill_factor = 0.0)]
struct Nothing(u32);

fn main() {}
