use simplehash::{RobinHood, SimpleHash};

#[derive(SimpleHash, PartialEq, Eq, Hash)]
#[simplehash(layout = Of<T>, hooks = Close<'a>)]
struct Key<'a, T>(&'a T);

struct Of<T>(RobinHood, T);
struct Close<'a>(&'a ());

fn main() {}
