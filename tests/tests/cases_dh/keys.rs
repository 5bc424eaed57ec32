//! Keys that change, and entries that have gone.

use dynahash_compat::Chained;
use dynahash_compat::dynahash::Error;
use simplehash::{Dense, Handles, SimpleHash, Table, Using};
use simplehash_tests::policies::Identity;

use crate::support::{Numbers, identity, number, sorted};

/// An entry that was last in its chain got a key of the same bucket: the chain was cut, or a loop (PostgreSQL, 2013).
#[test]
fn dh_06_a_key_is_updated_at_every_place() {
    let orders = [[0, 8, 16], [0, 16, 8], [8, 0, 16], [8, 16, 0], [16, 0, 8], [16, 8, 0]];
    for order in orders {
        for changed in order {
            for (newkey, changes) in [(24, true), (3, true), (8, false), (0, false), (16, false), (changed, false)] {
                let mut table = identity(8);
                let handles = order.map(|key| (key, table.enter(key).unwrap()));
                let address = |table: &mut dynahash_compat::dynahash::Dynahash, handle| {
                    table.entry(handle).map(|entry| (entry.address(), number(entry.key()), number(entry.value())))
                };
                let (_, handle) = handles.into_iter().find(|(key, _)| *key == changed).unwrap();
                let (before, ..) = address(&mut table, handle).unwrap();
                assert_eq!(table.update_hash_key(handle, &u32::to_ne_bytes(newkey)), Ok(changes));
                let key = if changes { newkey } else { changed };
                assert_eq!(address(&mut table, handle), Some((before, key, changed)), "it stays where it is");
                let expected: Vec<u32> = order.map(|old| if old == changed { key } else { old }).into();
                assert_eq!((sorted(table.keys()), table.num_entries()), (sorted(expected.clone()), 3));
                for (key, (old, handle)) in expected.iter().zip(handles) {
                    assert_eq!(table.value(*key), Some(old));
                    assert_eq!(table.get(handle).map(|entry| number(&entry[..4])), Some(*key));
                }
                assert!(expected.iter().all(|key| table.take(*key)) && table.num_entries() == 0);
                assert_eq!(table.keys(), []);
                assert!(!changes || table.value(changed).is_none());
            }
        }
    }
}

/// A pointer to an entry was kept across an invalidation that removed it (pgactive, 2026). A handle finds nothing then,
/// and removing what has gone is no corruption. (References cannot be kept: `ui/fails/dynahash_entry_across_removal`.)
#[test]
fn dh_14_an_entry_that_has_gone_is_not_found() {
    let mut table = identity(4);
    let handles: Vec<_> = (1..=10).map(|key| table.enter(key).unwrap()).collect();
    let old = handles[4];
    assert_eq!(table.entry(old).map(|entry| number(entry.key())), Some(5));
    assert!((1..=10).all(|key| table.take(key)));
    assert!(handles.iter().all(|handle| table.get(*handle).is_none() && table.entry(*handle).is_none()));
    // The same memory, another entry.
    let new: Vec<_> = (1..=10).map(|key| table.enter(key).unwrap()).collect();
    assert!(new.iter().any(|handle| handle.slot() == old.slot()) && !new.contains(&old));
    assert!(table.get(old).is_none());
    assert!(!table.remove(old) && table.num_entries() == 10);
    let message = "hash_update_hash_key argument is not in hashtable \"identity\"";
    assert_eq!(table.update_hash_key(old, &77_u32.to_ne_bytes()).unwrap_err().to_string(), message);
    // Twice the same.
    assert!(table.remove(new[4]) && !table.remove(new[4]) && !table.take(5));
    assert_eq!(table.num_entries(), 9);
    let frozen = |error: Error| matches!(error, Error::Frozen { .. } | Error::FrozenUpdate { .. });
    table.freeze().unwrap();
    assert!(frozen(table.update_hash_key(new[0], &77_u32.to_ne_bytes()).unwrap_err()));
    assert!(frozen(table.enter(5).unwrap_err()) && table.take(1));
}

/// As [`dh_14_an_entry_that_has_gone_is_not_found`], of the layouts, with and without generations.
#[test]
fn dh_14_handles_of_layouts() {
    #[derive(SimpleHash)]
    #[simplehash(policy_for = u32, layout = Dense, generations = true)]
    struct Exact;
    fn check<L: Handles>() {
        let mut exact = Table::<u32, u32, Using<Exact, L>>::default();
        let mut plain = Table::<u32, u32, Using<Identity, L>>::default();
        (1..=10).for_each(|key| _ = (exact.insert(key, key), plain.insert(key, key)));
        let (old, plainly_old) = (exact.handle(&5).unwrap(), plain.handle(&5).unwrap());
        (1..=10).for_each(|key| _ = (exact.remove(&key), plain.remove(&key)));
        assert!(exact.at(old).is_none() && plain.at(plainly_old).is_none());
        (11..=20).for_each(|key| _ = (exact.insert(key, key), plain.insert(key, key)));
        assert!(exact.at(old).is_none() && exact.entry_at(old).is_none());
        // Without generations it is the slot that is named, whoever has it.
        assert!((11..=20).contains(&plain.at(plainly_old).unwrap().0));
    }
    check::<Chained>();
    check::<Dense>();
}
