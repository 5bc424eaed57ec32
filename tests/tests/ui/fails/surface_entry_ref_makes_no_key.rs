//! Filling a vacancy by reference needs a way to make the key.
use simplehash::{SimpleHash, Table};

#[derive(SimpleHash)]
#[simplehash(policy_for = Box<[u8]>)]
struct Names;

struct NoKey<'a>(&'a [u8]);

impl std::hash::Hash for NoKey<'_> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl simplehash::Equivalent<Box<[u8]>> for NoKey<'_> {
    fn equivalent(&self, key: &Box<[u8]>) -> bool {
        *self.0 == **key
    }
}

fn main() {
    let mut table = Table::<Box<[u8]>, u32, Names>::default();
    table.entry_ref(&NoKey(b"name")).or_insert(1);
}
