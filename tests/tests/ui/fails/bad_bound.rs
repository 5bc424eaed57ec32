use simplehash::SimpleHash;

#[derive(SimpleHash, PartialEq, Eq, Hash)]
#[simplehash(bound = "T Clone", crate = "not a path")]
struct Key<T>(T);

fn main() {}
