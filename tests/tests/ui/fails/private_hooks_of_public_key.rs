use simplehash::{Hooks, SimpleHash};

#[derive(SimpleHash, PartialEq, Eq, Hash)]
#[simplehash(hooks = Close)]
pub struct Key(u32);

struct Close;

impl<E> Hooks<E> for Close {
    const ACTIVE: bool = true;
    fn cleanup(_: &mut E) {}
}

fn main() {}
