use simplehash::{Hooks, Pair, SimpleHash};

struct Close;

impl Hooks<Pair<u32, u32>> for Close {
    const ACTIVE: bool = true;
    fn cleanup(_: &mut Pair<u32, u32>) {}
}

#[derive(SimpleHash)]
#[simplehash(hooks = Close)]
struct Relation {
    #[simplehash(key)]
    oid: u32,
}

fn main() {}
