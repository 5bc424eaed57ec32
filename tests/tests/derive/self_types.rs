//! `Self` in attributes, fields and where clauses is the item, wherever the derive writes it.

use super::*;

#[derive(SimpleHash, PartialEq, Eq, Clone, Debug)]
#[simplehash(hash = Self::hash, seed = random, value = Option<Self>, on_init = Self::parent, on_cleanup = Self::forget)]
struct Node(u32);

impl Node {
    fn hash(&self, seed: u64) -> u64 {
        seed ^ u64::from(self.0)
    }

    fn parent(&self) -> Option<Self> {
        Some(Self(self.0 / 2))
    }

    fn forget(&self, parent: &mut Option<Self>) {
        *parent = None;
    }
}

/// Its own hasher, which is odd.
#[derive(SimpleHash, PartialEq, Eq, Clone, Debug, Default)]
#[simplehash(hasher = Self)]
struct Hasher(u32);

impl HashFn<Self> for Hasher {
    fn hash(&self, key: &Self) -> u64 {
        key.0.into()
    }
}

#[derive(SimpleHash, PartialEq, Eq, Clone, Debug)]
#[simplehash(hash = Self::length, bound = "Self: Sized, Option<Self>: Clone")]
struct Generic<'a, T, const N: usize>(&'a [T; N], Option<Box<Self>>)
where
    Box<Self>: Sized;

impl<T, const N: usize> Generic<'_, T, N> {
    fn length(&self) -> u32 {
        u32::try_from(N).unwrap_or(u32::MAX)
    }
}

#[derive(SimpleHash)]
#[simplehash(hash = Self::hash)]
struct Row {
    #[simplehash(key)]
    key: [u8; Self::WIDTH],
    _next: PhantomData<Self>,
}

impl Row {
    const WIDTH: usize = 2;

    fn hash(key: &[u8; Self::WIDTH]) -> u16 {
        u16::from_le_bytes(*key)
    }
}

/// An entry that is its own kind of key, by the default hasher.
#[derive(SimpleHash)]
#[simplehash(fill_factor = 0.5)]
struct Link {
    #[simplehash(key)]
    key: PhantomData<Self>,
}

#[test]
fn self_is_the_item() {
    works((0..9).map(Hasher));
    works([Generic(&[1_u8, 2], None)]);
    let mut nodes = Table::<Node, Option<Node>>::new();
    assert_eq!(nodes.find_or_init(&Node(8)).0.1, Some(Node(4)));
    assert!(nodes.delete(&Node(8)));
    assert_eq!(<PolicyOf<Row> as Policy>::Hasher::default().hash(&[1, 1]), 257);
    assert_eq!(Row { key: [1, 2], _next: PhantomData }.key(), &[1, 2]);
    assert_eq!(Link { key: PhantomData }.key(), &PhantomData);
}
