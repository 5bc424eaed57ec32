//! Insertion through a shared reference, on the layout's stable form.

use std::vec::Vec;

use super::policies::{By, Clustered, Constant, Mixed, Plain};
use super::tracked::Tracked;
use crate::entry::Pair;
use crate::hash::HashFn;
use crate::hooks::NoHooks;
use crate::layout::{Layout, Stable, StableAddress};
use crate::policy::Policy;
use crate::table::Table;

/// Entries stay where they are while others come; a miss makes, a hit does not; nothing is there twice.
pub fn insertion_through_a_shared_reference<L: Layout>() {
    fn check<P>(keys: u32)
    where
        P: Policy<Layout: StableAddress, Hasher: Default + HashFn<u32>, Hooks = NoHooks>,
    {
        let mut table = Table::<u32, Tracked, P>::default();
        let view = table.grow_only();
        let mut held: Vec<&Pair<u32, Tracked>> = Vec::new();
        for key in 0..keys {
            assert!(view.get(&key).is_none());
            held.push(view.get_or_insert(&key, || Pair(key, Tracked::new(key))));
            assert_eq!(view.len(), key as usize + 1);
        }
        for (key, pair) in (0..).zip(&held) {
            assert_eq!((pair.0, pair.1.value()), (key, key));
            assert!(core::ptr::eq(*pair, view.get(&key).unwrap()));
            assert!(core::ptr::eq(*pair, view.get_or_insert(&key, || unreachable!())));
        }
        // A constructor that inserts the same key, and many others, while its own key is under way.
        let outer = view.get_or_insert(&keys, || {
            for key in keys..2 * keys {
                view.get_or_insert(&key, || Pair(key, Tracked::new(key)));
            }
            Pair(keys, Tracked::new(0))
        });
        assert_eq!((outer.1.value(), view.len()), (keys, 2 * keys as usize));
        assert_eq!((table.len(), table.entries().count()), (2 * keys as usize, 2 * keys as usize));
        drop(table);
        assert_eq!(Tracked::live(), 0);
    }
    check::<Plain<Stable<L>, By<Mixed>>>(400);
    check::<Plain<Stable<L>, By<Clustered>>>(200);
    check::<Plain<Stable<L>, By<Constant>>>(50);
}
