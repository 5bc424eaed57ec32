//! All short histories.

use dynahash_compat::Chained;
use simplehash::{Auto, Boxed, Equivalent, Layout, Remembering, RobinHood, SimpleHash, Table, Using};

use crate::support::{CONSTANT, Chosen, IDENTITY, LAST_SLOT, Map, Plain, TWO_CLUSTERS, watched};

const KEYS: u32 = 4;

/// Every history of so many operations more, each after what happened so far. `there` has a bit for each key.
fn go_on<P: Plain>(table: &Map<P>, there: u32, operations: usize) {
    for operation in 0..2 * KEYS {
        let (mut table, key) = (table.clone(), operation / 2);
        let was_there = there >> key & 1 == 1;
        // A lookup before the operation, for layouts that remember it.
        let remembered = (key + operation % 2) % KEYS;
        assert_eq!(table.contains_key(&remembered), there >> remembered & 1 == 1);
        let there = if operation % 2 == 0 {
            assert_eq!(table.insert(key, key).is_some(), was_there);
            there | 1 << key
        } else {
            assert_eq!(table.remove(&key).is_some(), was_there);
            there & !(1 << key)
        };
        let mut yielded = 0;
        for (key, value) in &table {
            assert!(key == value && *key < KEYS && yielded >> key & 1 == 0, "{key} once more");
            yielded |= 1 << key;
        }
        assert_eq!((yielded, table.len()), (there, there.count_ones() as usize));
        assert!((0..KEYS).all(|key| table.get(&key).is_some() == (there >> key & 1 == 1)), "{there:b}");
        if operations > 1 {
            go_on(&table, there, operations - 1);
        }
    }
}

fn all_histories<L: Layout>(operations: usize) {
    for hash in [IDENTITY, CONSTANT, TWO_CLUSTERS, LAST_SLOT] {
        for slots in [2, 4, 8] {
            let mut table = Map::<Using<Chosen, L>>::with_hasher(hash);
            table.grow(slots).unwrap();
            assert_eq!(table.stats().size, slots as u64);
            go_on(&table, 0, operations);
        }
    }
}

/// After a few insertions and removals a key that was there was not found (ponyc, 2016). All histories of seven operations
/// on four keys, from the smallest tables, under hashes that crowd and go around.
#[test]
fn sh_25_all_histories_of_seven_operations() {
    watched(|| all_histories::<RobinHood>(7));
}

/// As [`sh_25_all_histories_of_seven_operations`], for the other layouts.
#[test]
fn sh_25_all_histories_of_five_operations_in_every_layout() {
    watched(|| {
        all_histories::<Boxed<RobinHood>>(5);
        all_histories::<Auto>(5);
        all_histories::<Chained>(6);
        all_histories::<Remembering<RobinHood>>(5);
        all_histories::<Boxed<Chained>>(5);
    });
}

/// What was compared must be what is returned: a lookup within a comparison, or by another thread, changes what is
/// remembered.
#[test]
fn a_lookup_within_a_comparison_does_not_change_what_is_found() {
    #[derive(SimpleHash, PartialEq, Eq, Hash)]
    #[simplehash(layout = Remembering<RobinHood>)]
    struct Key(u32);

    /// Looks for another key when it is compared.
    struct Curious<'a>(u32, &'a Table<Key, u32>);

    impl std::hash::Hash for Curious<'_> {
        fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
            Key(self.0).hash(state);
        }
    }

    impl Equivalent<Key> for Curious<'_> {
        fn equivalent(&self, key: &Key) -> bool {
            assert_eq!(self.1.get(&Key(1)), Some(&1));
            self.0 == key.0
        }
    }

    let table: Table<Key, u32> = (0..100).map(|key| (Key(key), key)).collect();
    assert_eq!(table.get(&Key(7)), Some(&7));
    for _ in 0..3 {
        assert_eq!(table.get(&Curious(7, &table)), Some(&7));
        assert_eq!(table.get_key_value(&Curious(8, &table)).map(|(key, value)| (key.0, *value)), Some((8, 8)));
    }
}
