//! What random operations do not reach: panics that are promised, texts, hashes in hand, hooks, growth and its absence.

use crate::hash::HashFn;
use core::mem::ManuallyDrop;
use std::collections::{BTreeMap, HashMap};
use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

use super::policies::{By, Constant, Counting, Mixed, Plain, Seeded};
use super::raw::Meter;
use super::tracked::{Tracked, survives};
use crate::entry::{Entry, Pair};
use crate::layout::Layout;
use crate::table::entry::Entry as Held;
use crate::table::map::entry::{Entry as MapEntry, EntryRef};
use crate::table::set::entry::Entry as SetEntry;
use crate::table::{EntryTable, Set, Table};

type Map<L, V = u32> = Table<u32, V, Plain<L>>;

fn filled<L: Layout>(keys: u32) -> Map<L> {
    (0..keys).map(|key| (key, key * 10)).collect()
}

/// `entry` leaves a table alone when the key is there, however full it is; filling a vacancy makes it grow.
pub fn an_entry_grows_the_table_only_to_fill_a_vacancy<L: Layout>() {
    let mut map = Map::<L>::create(50);
    let capacity = map.capacity() as u32;
    map.extend((0..capacity).map(|key| (key, key)));
    let full = (map.capacity(), map.stats().size, map.allocation_size());
    for key in 0..capacity {
        assert_eq!(*map.entry(key).or_insert(0), key);
        assert_eq!(*map.entry_ref(&key).and_modify(|_| ()).or_insert_with_missing(), key);
        assert!(matches!(map.entry(capacity + key), MapEntry::Vacant(_)));
        assert!(matches!(map.entry_for(&(capacity + key)), Held::Vacant(_)));
        assert_eq!((map.capacity(), map.stats().size, map.allocation_size()), full);
    }
    map.entry(capacity).or_insert(1);
    assert!(map.capacity() as u32 > capacity && map.len() as u32 == capacity + 1);
}

/// What is asked of `entry_ref` here: the key is there.
trait OrInsertWithMissing<'a> {
    fn or_insert_with_missing(self) -> &'a mut u32;
}

impl<'a, P: crate::Policy> OrInsertWithMissing<'a> for EntryRef<'a, '_, u32, u32, u32, P> {
    fn or_insert_with_missing(self) -> &'a mut u32 {
        match self {
            Self::Occupied(pair) => pair.into_mut(),
            Self::Vacant(_) => unreachable!("the key is there"),
        }
    }
}

/// The reference from an insertion is to what was inserted, whatever had to move for it, or grow.
pub fn an_insertion_refers_to_what_it_inserted<L: Layout>() {
    fn check<P: crate::Policy<Hasher: Default + crate::HashFn<u32>, Hooks = crate::NoHooks>>(keys: u32) {
        let mut map = Table::<u32, u32, P>::default();
        for key in 0..keys {
            // Marks what the reference is to; a wrong one spoils another value.
            match key % 3 {
                0 => *map.entry(key).or_insert(0) = key,
                1 => map.find_or_insert_with(&key, || Pair(key, 0)).0.1 = key,
                _ => match map.entry_for(&key) {
                    Held::Occupied(_) => unreachable!(),
                    Held::Vacant(vacancy) => vacancy.insert(Pair(key, 0)).1 = key,
                },
            }
        }
        assert!((0..keys).all(|key| map.get(&key) == Some(&key)));
    }
    check::<Plain<L>>(3000);
    check::<Plain<L, By<Constant>>>(100);
    check::<Seeded<L>>(3000);
}

/// One key twice among several is a panic and changes nothing; missing keys may be the same.
pub fn disjoint_means_disjoint<L: Layout>() {
    let mut map = filled::<L>(50);
    let some = |value: Option<&mut u32>| value.copied();
    assert_eq!(map.get_disjoint_mut([&1, &2, &99, &3]).map(some), [Some(10), Some(20), None, Some(30)]);
    assert_eq!(map.get_disjoint_mut([&99, &99]).map(some), [None, None]);
    assert_eq!(map.get_disjoint_mut::<u32, 0>([]).len(), 0);
    assert!(!survives(0, || assert_eq!(map.get_disjoint_mut([&1, &2, &1]).map(some).len(), 3)));
    let token = map.prehash(&7_u32);
    assert!(!survives(0, || assert_eq!(map.get_disjoint_mut_hashed([(token, &7), (token, &7)]).map(some).len(), 2)));
    let [Some((key, first)), Some((_, second))] = map.get_disjoint_key_value_mut([&4, &5]) else { unreachable!() };
    assert_eq!((*key, *first, *second), (4, 40, 50));
    core::mem::swap(first, second);
    let [Some(first), None] = map.find_disjoint_mut([&4, &99]) else { unreachable!() };
    assert_eq!((first.1, map.len()), (50, 50));
}

/// Every operation takes a hash in hand, and does with it what it does without.
pub fn every_operation_takes_a_hash<L: Layout>() {
    let mut map = Map::<L, String>::default();
    let token = map.prehash(&1_u32);
    assert_eq!(map.insert_hashed(token, 1, "one".into()), None);
    assert_eq!(map.try_insert_hashed(token, 1, "uno".into()), Ok(Some("one".into())));
    assert_eq!(map.get_hashed(token, &1), Some(&"uno".into()));
    assert_eq!(map.get_mut_hashed(token, &1), Some(&mut "uno".into()));
    assert_eq!(map.get_key_value_hashed(token, &1), Some((&1, &"uno".into())));
    assert_eq!(map.get_key_value_mut_hashed(token, &1), Some((&1, &mut "uno".into())));
    assert!(map.contains_key_hashed(token, &1));
    assert!(map.get_disjoint_mut_hashed([(token, &1)])[0].is_some());
    assert!(map.get_disjoint_key_value_mut_hashed([(token, &1)])[0].is_some());
    assert_eq!(map.entry_hashed(token, 1).or_default(), "uno");
    assert!(matches!(map.entry_ref_hashed(token, &1), EntryRef::Occupied(_)));
    assert!(matches!(map.entry_for_hashed(token, &1), Held::Occupied(_)));
    assert_eq!(map.remove_hashed(token, &1), Some("uno".into()));
    *map.entry_hashed(token, 1).or_default() += "two";
    assert_eq!(map.remove_entry_hashed(token, &1), Some((1, "two".into())));
    assert_eq!(map.entry_ref_hashed(token, &1).insert(1), "");
    assert_eq!(map.extract_hashed(token, &1), Some(Pair(1, String::new())));

    let mut set = Set::<u32, Plain<L>>::default();
    let token = set.prehash(&2_u32);
    assert!(set.insert_hashed(token, 2));
    assert_eq!(set.try_insert_hashed(token, 2), Ok(false));
    assert_eq!((set.replace_hashed(token, 2), set.get_hashed(token, &2)), (Some(2), Some(&2)));
    assert_eq!((*set.get_or_insert_hashed(token, 2), *set.get_or_insert_with_hashed(token, &2, |_| 3)), (2, 2));
    assert!(matches!(set.entry_hashed(token, 2), SetEntry::Occupied(_)));
    assert_eq!((set.take_hashed(token, &2), set.remove_hashed(token, &2)), (Some(2), false));
}

/// What is asked of a vacancy by reference here: an empty value under this key.
trait InsertAt {
    fn insert(self, key: u32) -> String;
}

impl<P: crate::Policy<Hasher: HashFn<u32>>> InsertAt for EntryRef<'_, '_, u32, u32, String, P> {
    fn insert(self, key: u32) -> String {
        match self {
            Self::Occupied(_) => unreachable!(),
            Self::Vacant(vacancy) => vacancy.insert_entry_with_key(key, String::new()).get().clone(),
        }
    }
}

/// Maps and sets print and compare as the standard library's do.
pub fn texts_and_comparisons<L: Layout>() {
    let (one, standard) = (filled::<L>(1), HashMap::from([(0, 0)]));
    assert_eq!((format!("{one:?}"), format!("{one:#?}")), (format!("{standard:?}"), format!("{standard:#?}")));
    let set: Set<u32, Plain<L>> = [5].into_iter().collect();
    assert_eq!((format!("{set:?}"), format!("{set:#?}")), ("{5}".into(), "{\n    5,\n}".into()));

    let map = filled::<L>(100);
    let printed: BTreeMap<u32, u32> = map.iter().map(|(key, value)| (*key, *value)).collect();
    assert_eq!(printed.len(), 100);
    assert_eq!(format!("{map:?}").matches(": ").count(), 100);

    // Order, size and history do not count.
    let mut other = Map::<L>::with_capacity(5000);
    other.extend((0..150).rev().map(|key| (key, key * 10)));
    assert!(map != other);
    other.retain(|key, _| *key < 100);
    assert_eq!(map, other);
    assert_eq!(other, map);
    other.insert(3, 0);
    assert!(map != other);
    // Seeds do not count either.
    let seeded = || (0..500).map(|key| (key, key)).collect::<Table<u32, u32, Seeded<L>>>();
    assert!(seeded() == seeded());
    // A value that is not equal to itself makes a map unequal to itself.
    let nan: Map<L, f64> = [(1, f64::NAN)].into_iter().collect();
    #[expect(clippy::eq_op, reason = "that is what is tested")]
    let same = nan == nan;
    assert!(!same);

    assert_eq!(map[&7], 70);
    assert!(!survives(0, || assert_eq!(map[&700], 0)), "no such key");
    assert_eq!(Map::<L>::default().len(), 0);
}

/// Cleanup runs for what the table destroys, never for what is handed over, reached or not.
pub fn cleanup_in_operations_on_many<L: Layout>() {
    type Resources<L> = Table<u32, Tracked, Plain<L, By<Mixed>, Counting>>;
    let filled = || {
        let map: Resources<L> = (0..50).map(|key| (key, Tracked::new(key))).collect();
        assert_eq!((Counting::cleaned(), Tracked::live()), (0, 50));
        map
    };
    let mut map = filled();
    map.retain(|key, _| *key < 40);
    assert_eq!((Counting::cleaned(), Tracked::live()), (10, 40));
    map.retain_entries(|pair| pair.0 < 35);
    assert_eq!((Counting::cleaned(), Tracked::live()), (5, 35));
    assert_eq!(map.extract_if(|key, _| *key < 5).count(), 5);
    assert_eq!(map.extract_entries_if(|pair| pair.0 < 10).count(), 5);
    assert_eq!((Counting::cleaned(), Tracked::live()), (0, 25));
    // What `extend` replaces is destroyed; what `insert` and `entry` replace is handed over.
    map.extend((20..30).map(|key| (key, Tracked::new(0))));
    assert_eq!((Counting::cleaned(), Tracked::live()), (10, 25));
    map.extend_entries((20..25).map(|key| Pair(key, Tracked::new(0))));
    assert_eq!((Counting::cleaned(), Tracked::live()), (5, 25));
    drop(map.insert(20, Tracked::new(1)));
    map.entry(20).insert_entry(Tracked::new(2));
    assert!(matches!(map.entry(20), MapEntry::Occupied(pair) if pair.get().value() == 2));
    assert_eq!((Counting::cleaned(), Tracked::live()), (0, 25));
    let MapEntry::Occupied(pair) = map.entry(20) else { unreachable!() };
    pair.delete();
    assert_eq!((Counting::cleaned(), Tracked::live()), (1, 24));
    map.shrink_to_fit();
    map.reserve(1000);
    assert_eq!(Counting::cleaned(), 0);
    assert_eq!(map.drain().take(4).count(), 4);
    assert_eq!((Counting::cleaned(), Tracked::live(), map.len()), (0, 0, 0));

    let counts = [filled().into_iter().take(3).count(), filled().into_keys().count(), filled().into_values().count()];
    assert_eq!(counts, [3, 50, 50]);
    drop(filled().into_entries());
    drop(filled().drain());
    // The maps that were drained are dropped without entries.
    assert_eq!((Counting::cleaned(), Tracked::live()), (0, 0));

    let mut set: Set<u32, Plain<L, By<Mixed>, Counting>> = (0..30).collect();
    assert_eq!(Counting::cleaned(), 0);
    set.extend(20..40);
    assert_eq!((Counting::cleaned(), set.len()), (10, 40));
    assert!(matches!(set.entry(1), SetEntry::Occupied(_)));
    assert_eq!((*set.get_or_insert(2), Counting::cleaned()), (2, 2));
    assert_eq!((set.replace(3), set.take(&4), Counting::cleaned()), (Some(3), Some(4), 0));
    set.retain(|member| *member < 20);
    assert_eq!(Counting::cleaned(), 20);
    // A copy is a table of its own, and destroys what it holds.
    let copy = set.clone();
    assert_eq!(Counting::cleaned(), 0);
    drop(copy);
    assert_eq!(Counting::cleaned(), 19);
    drop(set);
    assert_eq!(Counting::cleaned(), 19);
}

/// Room is given back: all of it from an empty table, and never so much that the rest does not fit.
pub fn shrinking<L: Layout>() {
    let meter = Meter::new();
    let mut map = Table::<u32, String, Plain<L>, &Meter>::new_in(&meter);
    map.shrink_to_fit();
    assert_eq!(meter.asked(), 0);
    map.extend((0..3000).map(|key| (key, key.to_string())));
    for left in [2000, 500, 499, 100, 33, 17, 7, 3, 1, 0] {
        map.retain(|key, _| *key < left);
        let (before, capacity) = (map.allocation_size(), map.capacity());
        map.shrink_to(left as usize + 10);
        assert!(map.capacity() >= left as usize + 10 || map.capacity() == capacity);
        map.shrink_to(0);
        assert!(map.allocation_size() <= before && map.capacity() >= left as usize);
        assert_eq!(map.allocation_size().cast_signed(), meter.bytes());
        assert!((0..3000).all(|key| map.get(&key).is_some() == (key < left)));
        assert_eq!(map.iter().count(), left as usize);
        let smallest = map.allocation_size();
        map.shrink_to_fit();
        assert_eq!(map.allocation_size(), smallest, "nothing is left to give back");
    }
    assert_eq!((map.capacity(), meter.bytes()), (0, 0));
    map.insert(1, "one".into());
    map.reserve(1000);
    map.shrink_to(100);
    assert!(map.capacity() >= 100 && map.capacity() < 1001);
    let asked = meter.asked();
    map.shrink_to(2000);
    assert_eq!(meter.asked(), asked, "no room is made");
    drop(map);
    assert_eq!((meter.live(), meter.bytes()), (0, 0));
}

/// Hints of iterators are hints: too low, too high and absurd.
pub fn hints_may_lie<L: Layout>() {
    struct Hinting<I>(I, usize);
    impl<I: Iterator> Iterator for Hinting<I> {
        type Item = I::Item;
        fn next(&mut self) -> Option<I::Item> {
            self.0.next()
        }
        fn size_hint(&self) -> (usize, Option<usize>) {
            (self.1, None)
        }
    }
    for hint in [0, 1, 90, 5000, usize::MAX / 2, usize::MAX] {
        let mut map = Map::<L>::default();
        map.extend(Hinting((0..100).map(|key| (key, key)), hint));
        map.extend(Hinting((50..150).map(|key| (key, key)), hint));
        map.extend_entries(Hinting((50..160).map(|key| Pair(key, key)), hint));
        assert_eq!(map.len(), 160, "{hint}");
        let set: Set<u32, Plain<L>> = Hinting(0..100, hint).collect();
        assert_eq!(set.len(), 100);
    }
}

/// Tables of entries of the user's own: the surface under its own names.
pub fn tables_of_entries<L: Layout>() {
    #[derive(Debug, Clone, PartialEq)]
    struct Relation {
        oid: u32,
        pages: u32,
    }
    impl Entry for Relation {
        type Key = u32;
        fn key(&self) -> &u32 {
            &self.oid
        }
    }
    let relation = |oid| Relation { oid, pages: oid * 2 };
    let mut table = EntryTable::<Relation, Plain<L>>::default();
    table.extend_entries((0..40).map(relation));
    table.entries_mut().for_each(|relation| relation.pages += 1);
    table.retain_entries(|relation| relation.oid != 7);
    assert_eq!(table.entries().map(|relation| relation.pages).sum::<u32>(), 40 * 39 + 40 - 15);
    assert!(table.clone() == table && format!("{table:?}").contains("oid: 8"));
    match table.entry_for(&7) {
        Held::Occupied(_) => unreachable!(),
        Held::Vacant(vacancy) => assert_eq!(vacancy.insert_entry(relation(7)).extract(), relation(7)),
    }
    assert_eq!(table.entry_for(&8).or_insert_with(|| unreachable!()).pages, 17);
    assert_eq!(table.extract_entries_if(|relation| relation.oid % 2 == 0).count(), 20);
    let mut left: Vec<u32> = table.drain_entries().map(|relation| relation.oid).collect();
    left.sort_unstable();
    assert_eq!(left, (0..40).filter(|oid| oid % 2 == 1 && *oid != 7).collect::<Vec<_>>());
    table.extend_entries([relation(1)]);
    assert_eq!(table.into_entries().collect::<Vec<_>>(), [relation(1)]);
}

/// A panic of a predicate, and a forgotten iterator, leave a table that is good for more.
pub fn half_done_is_whole<L: Layout>() {
    for n in [0_usize, 1, 50, 100] {
        let filled = || -> Map<L, Tracked> { (0..100).map(|key| (key, Tracked::new(key))).collect() };
        let (mut drained, mut extracted, mut retained) = (filled(), filled(), filled());
        let mut drain = drained.drain();
        let mut taken: Vec<_> = drain.by_ref().take(n).collect();
        core::mem::forget(drain);
        let mut extract = extracted.extract_if(|_, _| true);
        taken.extend(extract.by_ref().take(n));
        core::mem::forget(extract);
        let mut seen = 0;
        let give_up = |_: &u32, _: &mut Tracked| {
            seen += 1;
            assert!(seen <= n, "on purpose");
            false
        };
        assert_eq!(survives(0, || retained.retain(give_up)), n == 100);
        core::mem::forget(extracted.iter_mut());
        for table in [&mut drained, &mut extracted, &mut retained] {
            assert_eq!((table.len(), table.iter().count()), (100 - n, 100 - n));
            assert!(table.iter().all(|(key, value)| *key == value.value() && table.contains_key(key)));
            table.extend((200..300).map(|key| (key, Tracked::new(key))));
            assert_eq!(table.len(), 200 - n);
        }
        assert_eq!(Tracked::live(), taken.len() as isize + 3 * (200 - n as isize));
        drop((drained, extracted, retained, taken));
        assert_eq!(Tracked::live(), 0);
        // An iterator that owns the table is whole at every step, too.
        let mut owned = ManuallyDrop::new(filled().into_iter());
        let taken = owned.by_ref().take(n).count();
        assert_eq!((owned.len(), Tracked::live()), (100 - taken, 100 - taken as isize));
        drop(ManuallyDrop::into_inner(owned));
        assert_eq!(Tracked::live(), 0);
    }
}
