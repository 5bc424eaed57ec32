//! Tables without memory, and entries without size.

use std::cell::Cell;

use simplehash::allocator::Allocator;
use simplehash::table::map::entry::Entry;
use simplehash::{Equivalent, HashFn, Layout, NoHooks, Pair, Policy, Set, SimpleHash, Table, Using};
use simplehash_tests::policies::Murmur;
use simplehash_tests::raw::meter::Meter;

use crate::support::{on_every_layout, watched};

fn zero(_: &()) -> u32 {
    0
}

#[derive(SimpleHash)]
#[simplehash(policy_for = (), hash = zero)]
struct Nothing;

thread_local! {
    static MARKS: Cell<isize> = const { Cell::new(0) };
}

/// A value without size that counts itself.
#[derive(Debug, PartialEq)]
struct Mark(());

impl Mark {
    fn new() -> Self {
        MARKS.set(MARKS.get() + 1);
        Self(())
    }
}

impl Clone for Mark {
    fn clone(&self) -> Self {
        Self::new()
    }
}

impl Drop for Mark {
    fn drop(&mut self) {
        MARKS.set(MARKS.get() - 1);
    }
}

/// Everything that an empty table can be asked.
fn ask_everything<K, P, A>(table: &mut Table<K, Mark, P, A>, key: &K)
where
    K: Copy + PartialEq + std::fmt::Debug + Equivalent<K>,
    P: Policy<Hasher: HashFn<K> + Clone, Hooks = NoHooks>,
    A: Allocator + Clone,
{
    table.clear();
    table.reset();
    table.retain(|_, _| unreachable!("there is nothing"));
    table.retain_entries(|_| unreachable!("there is nothing"));
    assert_eq!((table.drain().count(), table.drain_entries().count()), (0, 0));
    assert_eq!((table.extract_if(|_, _| true).count(), table.extract_entries_if(|_| true).count()), (0, 0));
    assert!(table.iterate().next().is_none());
    assert_eq!((table.iter().count(), table.iter_mut().count(), table.entries().count()), (0, 0, 0));
    assert_eq!((table.keys().count(), table.values().count(), table.values_mut().count()), (0, 0, 0));
    assert!(table.get(key).is_none() && table.get_mut(key).is_none() && !table.contains_key(key));
    assert!(table.get_disjoint_mut([key, key]).iter().all(Option::is_none));
    assert!(table.find(key).is_none() && table.find_entry(key).is_none());
    assert!(table.remove(key).is_none() && table.remove_entry(key).is_none() && !table.delete(key));
    assert!(matches!(table.entry(*key), Entry::Vacant(_)));
    table.shrink_to_fit();
    table.shrink_to(10);
    table.reserve(0);
    assert_eq!((table.try_reserve(0), table.grow(0)), (Ok(()), Ok(())));
    table.extend(std::iter::empty::<(K, Mark)>());
    let stats = table.stats();
    assert_eq!(
        (stats.members, stats.max_chain, stats.filled() == 0.0, stats.to_string().is_empty()),
        (0, 0, true, false)
    );
    assert_eq!((table.len(), table.is_empty(), format!("{table:?}").as_str()), (0, true, "{}"));
    let copy = table.clone();
    assert!(copy == *table && copy.into_iter().count() == 0);
    assert_eq!((table.clone().into_keys().count(), table.clone().into_values().count()), (0, 0));
}

/// Clearing a table that had never allocated crashed, and entries without size divided by zero (hashbrown, 2018). A table
/// without memory answers everything without allocating; one that was emptied answers the same; every value is dropped
/// once, also if it has no size.
#[test]
fn sh_23_tables_without_memory_and_entries_without_size() {
    fn lives<K, P>(key: K)
    where
        K: Copy + PartialEq + std::fmt::Debug + Equivalent<K>,
        P: Policy<Hasher: HashFn<K> + Default + Clone, Hooks = NoHooks>,
    {
        let meter = Meter::default();
        drop(Table::<K, Mark, P, &Meter>::new_in(&meter));
        let mut table = Table::<K, Mark, P, &Meter>::with_capacity_in(0, &meter);
        ask_everything(&mut table, &key);
        assert_eq!((meter.asked(), table.capacity(), table.allocation_size()), (0, 0, 0));
        for _ in 0..3 {
            assert_eq!(table.insert(key, Mark::new()), None);
            assert!(table.insert(key, Mark::new()).is_some());
            assert_eq!((table.len(), MARKS.get(), table.stats().members), (1, 1, 1));
            assert!(table.iter().map(|(key, _)| *key).eq([key]) && table.get(&key).is_some());
            let copy = table.clone();
            assert_eq!((copy.len(), copy == table, MARKS.get()), (1, true, 2));
            drop(copy);
            table.reserve(100);
            table.shrink_to_fit();
            assert_eq!((table.len(), MARKS.get(), table.drain().count(), MARKS.get()), (1, 1, 1, 0));
            ask_everything(&mut table, &key);
            assert!(table.try_insert_entry(Pair(key, Mark::new())).is_ok());
            assert_eq!((table.iterate().next().map(|pair| pair.get().0), MARKS.get()), (Some(key), 1));
            table.clear();
            assert_eq!((table.len(), MARKS.get()), (0, 0));
        }
        drop(table.insert(key, Mark::new()));
        assert_eq!((table.into_iter().count(), MARKS.get()), (1, 0));
        assert_eq!((meter.live(), meter.bytes()), (0, 0));
    }
    fn check<L: Layout>() {
        lives::<(), Using<Nothing, L>>(());
        lives::<u32, Using<Murmur, L>>(7);
        lives::<u32, Using<Murmur, L>>(0);

        let meter = Meter::default();
        let mut set = Set::<(), Using<Nothing, L>, &Meter>::new_in(&meter);
        set.clear();
        assert!(!set.contains(&()) && !set.remove(&()) && set.drain().next().is_none() && set.clone().is_empty());
        assert_eq!(meter.asked(), 0);
        assert!(set.insert(()) && !set.insert(()));
        assert_eq!((set.len(), set.iter().count(), set.take(&()), set.len()), (1, 1, Some(()), 0));
    }
    watched(|| on_every_layout!(check));
}
