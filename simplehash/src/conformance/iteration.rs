//! Walks over a table.

use std::vec::Vec;

use super::policies::{By, Clustered, Constant, Plain};
use crate::hash::HashFn;
use crate::hooks::NoHooks;
use crate::layout::Layout;
use crate::policy::Policy;
use crate::table::Table;

fn filled<P>(n: u32) -> Table<u32, u32, P>
where
    P: Policy<Hasher: Default + HashFn<u32>, Hooks = NoHooks>,
{
    let mut table = Table::default();
    (0..n).for_each(|key| assert!(table.insert(key, key).is_none()));
    table
}

fn sorted(keys: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut keys: Vec<u32> = keys.collect();
    keys.sort_unstable();
    keys
}

/// Each entry once, whatever the length; and exactly as many as the iterator says.
pub fn every_entry_once<L: Layout>() {
    for n in (0..70).chain([255, 256, 257, 1000]) {
        let table = filled::<Plain<L>>(n);
        assert_eq!(sorted(table.keys().copied()), (0..n).collect::<Vec<_>>());
        let mut iter = table.entries();
        for left in (0..n as usize).rev() {
            assert_eq!(iter.next().map(|_| iter.len()), Some(left));
        }
        assert!(iter.next().is_none() && iter.next().is_none(), "ended for good");
    }
}

/// Deleting what the walk is at skips nothing and repeats nothing: every pattern of six, over clusters.
pub fn deleting_the_current_entry<L: Layout>() {
    fn check<P>()
    where
        P: Policy<Hasher: Default + HashFn<u32>, Hooks = NoHooks>,
    {
        for n in 0..40 {
            for pattern in 0..64_u32 {
                let mut table = filled::<P>(n);
                let (mut walk, mut seen, mut kept) = (table.iterate(), Vec::new(), Vec::new());
                while let Some(entry) = walk.next() {
                    let key = entry.get().0;
                    if pattern >> (seen.len() % 6) & 1 == 1 {
                        entry.delete();
                    } else {
                        kept.push(key);
                    }
                    seen.push(key);
                }
                assert_eq!(sorted(seen.into_iter()), (0..n).collect::<Vec<_>>(), "{pattern:b} of {n}");
                assert_eq!(sorted(table.keys().copied()), sorted(kept.into_iter()));
            }
        }
    }
    check::<Plain<L>>();
    check::<Plain<L, By<Clustered>>>();
    check::<Plain<L, By<Constant>>>();
}

/// Statistics count what is there.
pub fn statistics_add_up<L: Layout>() {
    let empty = Table::<u32, u32, Plain<L>>::default().stats();
    assert_eq!((empty.members, empty.total_chain, empty.total_collisions), (0, 0, 0));
    assert!(empty.filled() == 0.0 && empty.avg_chain() == 0.0 && empty.avg_collisions() == 0.0);

    let spread = filled::<Plain<L>>(500).stats();
    assert_eq!(spread.members, 500);
    // All keys in one bucket: the collisions are exact, and the distances are those of a row.
    let one = filled::<Plain<L, By<Constant>>>(20).stats();
    assert_eq!((one.members, one.total_collisions, one.max_collisions), (20, 19, 19));
    assert_eq!((one.total_chain, one.max_chain), (190, 19));
}
