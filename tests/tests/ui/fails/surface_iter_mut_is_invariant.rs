//! Through an exclusive iterator a value of a shorter life could be put in.
use simplehash::table::map::iter::IterMut;
use simplehash::{CoreOf, SimpleHash};

#[derive(SimpleHash, PartialEq, Eq, Hash)]
struct Key(u32);

type Values<'a, V> = IterMut<'a, Key, V, CoreOf<<Key as SimpleHash>::Policy>>;

fn shorten<'a, 'b>(values: Values<'a, &'static str>) -> Values<'a, &'b str> {
    values
}

fn main() {
    let _ = shorten;
}
