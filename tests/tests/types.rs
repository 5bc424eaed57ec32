//! The type design: inference, variance, auto traits, sizes, adapters of policies, no dynamic dispatch.

use std::borrow::Borrow;
use std::path::Path;
use std::rc::Rc;

use dynahash_compat::Chained;
use simplehash::robin_hood::Slot;
use simplehash::{
    Auto, Boxed, CoreOf, Entries, Entry, EntryTable, Fingerprint, HashFn, Hooks, Layout, MapKey, NoHooks, Pair, Policy,
    RobinHood, Set, SimpleHash, Stable, Table, Tuned, Using,
};
use simplehash_tests::policies::Murmur;
use static_assertions::{assert_impl_all, assert_not_impl_any, const_assert_eq};

#[derive(SimpleHash, Debug, Clone, PartialEq, Eq, Hash)]
struct Name(String);

impl Borrow<str> for Name {
    fn borrow(&self) -> &str {
        &self.0
    }
}

/// A key with parameters and a hash function of its own.
#[derive(SimpleHash, Debug, PartialEq, Eq)]
#[simplehash(layout = Auto, hash = hash_tag)]
struct Tag<'a, T>(&'a str, T);

fn hash_tag<T>(tag: &Tag<'_, T>) -> u64 {
    tag.0.len() as u64
}

/// A key on the layout of another crate.
#[derive(SimpleHash, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[simplehash(layout = Chained)]
struct Id(u64);

// The slot of open relations (hash, boxed object), and others.
const_assert_eq!(size_of::<Slot<Box<[u8; 100]>>>(), 16);
const_assert_eq!(size_of::<Slot<Pair<u32, u32>>>(), 12);
const_assert_eq!(size_of::<Slot<u32>>(), 8);
const_assert_eq!(size_of::<Slot<()>>(), 4);
// A hasher and an allocator without state take nothing.
#[cfg(not(shuffled_fields))]
const_assert_eq!(size_of::<Table<u32, u32, Murmur>>(), 32);

// `Send` and `Sync` are those of keys, values and hashers.
assert_impl_all!(Table<Name, String>: Send, Sync);
assert_impl_all!(Table<Id, String>: Send, Sync);
assert_impl_all!(Table<u32, String, Using<Murmur, Boxed<RobinHood>>>: Send, Sync);
assert_not_impl_any!(Table<Name, Rc<str>>: Send, Sync);
assert_not_impl_any!(Table<u32, Rc<str>, Using<Murmur, Boxed<Chained>>>: Send, Sync);
assert_impl_all!(Table<Name, std::cell::Cell<u8>>: Send);
assert_not_impl_any!(Table<Name, std::cell::Cell<u8>>: Sync);

// What std's maps and sets implement, these do.
assert_impl_all!(Table<Name, u32>: Clone, PartialEq, Eq, std::fmt::Debug, Default, IntoIterator);
assert_impl_all!(Table<Name, u32>: FromIterator<(Name, u32)>, Extend<(Name, u32)>, std::ops::Index<&'static str>, From<[(Name, u32); 1]>);
assert_impl_all!(Table<Id, u32>: Extend<(&'static Id, &'static u32)>);
assert_impl_all!(Set<Name>: Clone, PartialEq, Eq, std::fmt::Debug, Default, IntoIterator);
assert_impl_all!(Set<Name>: FromIterator<Name>, Extend<Name>, From<[Name; 1]>);
assert_impl_all!(Set<Id>: Extend<&'static Id>);
assert_impl_all!(&'static Table<Name, u32>: IntoIterator);
assert_impl_all!(&'static mut Table<Name, u32>: IntoIterator);
assert_impl_all!(&'static Set<Id>: IntoIterator, std::ops::BitOr<&'static Set<Id>>, std::ops::Sub<&'static Set<Id>>);
assert_not_impl_any!(Table<Name, f64>: Eq);
assert_not_impl_any!(Table<Name, Rc<str>>: std::hash::Hash, Copy);

/// Iterators of all kinds over a map.
macro_rules! iterators {
    ($($name:ident),*) => { $(
        type $name<'a, V> = simplehash::table::map::iter::$name<'a, Name, V, CoreOf<<Name as SimpleHash>::Policy>>;
    )* };
}
iterators!(Iter, IterMut, Keys, Values, ValuesMut, Drain);
type IntoIter<V> = simplehash::table::map::iter::IntoIter<Name, V, CoreOf<<Name as SimpleHash>::Policy>>;
assert_impl_all!(Iter<'static, u32>: ExactSizeIterator, std::iter::FusedIterator, Clone, Send, Sync, std::fmt::Debug);
assert_impl_all!(IterMut<'static, u32>: ExactSizeIterator, std::iter::FusedIterator, Send, Sync, std::fmt::Debug);
assert_impl_all!(Keys<'static, u32>: ExactSizeIterator, std::iter::FusedIterator, Clone);
assert_impl_all!(Values<'static, u32>: ExactSizeIterator, std::iter::FusedIterator, Clone);
assert_impl_all!(ValuesMut<'static, u32>: ExactSizeIterator, std::iter::FusedIterator);
assert_impl_all!(Drain<'static, u32>: ExactSizeIterator, std::iter::FusedIterator, Send, Sync);
assert_impl_all!(IntoIter<u32>: ExactSizeIterator, std::iter::FusedIterator, Send, Sync);
// As in std: exclusive iteration may cross threads where the values may, shared iteration where they may be shared.
assert_impl_all!(IterMut<'static, std::cell::Cell<u8>>: Send);
assert_impl_all!(Drain<'static, std::cell::Cell<u8>>: Send);
assert_not_impl_any!(Iter<'static, std::cell::Cell<u8>>: Send);
assert_not_impl_any!(IterMut<'static, Rc<str>>: Send, Sync, Clone);

#[test]
fn iterators_are_covariant_where_they_can_be() {
    fn shorten<'a>(iter: Iter<'a, &'static str>) -> Iter<'a, &'a str> {
        iter
    }
    fn shorten_owned<'a>(iter: IntoIter<&'static str>) -> IntoIter<&'a str> {
        iter
    }
    let table = Table::from([(Name("a".into()), "value")]);
    assert_eq!(shorten(table.iter()).count() + shorten_owned(table.clone().into_iter()).count(), 2);
}

#[test]
fn new_infers_key_value_and_policy() {
    let mut table = Table::new();
    table.insert(Name("a".into()), 1_u8);
    assert_eq!(table.get("a"), Some(&1));
    let mut set = Set::new();
    assert!(set.insert(Name("a".into())) && set.contains("a"));
}

#[test]
fn tables_are_covariant_in_key_and_value() {
    fn shorten<'a>(table: Table<Tag<'static, u8>, &'static str>) -> Table<Tag<'a, u8>, &'a str> {
        table
    }
    let mut table = Table::new();
    table.insert(Tag("ab", 1), "value");
    let (tag, value) = (String::from("local"), String::from("too"));
    let mut table = shorten(table);
    table.insert(Tag(&tag, 2), value.as_str());
    assert_eq!(table.get(&Tag("ab", 1)), Some(&"value"));
}

/// Generic code needs one bound, also for `Send` and `Sync`.
fn count<K: MapKey<V> + Send + Sync, V: Send + Sync>(items: Vec<(K, V)>) -> (Table<K, V>, usize) {
    fn shared<T: Send + Sync>(_: &T) {}
    let mut table = Table::new();
    for (key, value) in items {
        table.insert(key, value);
    }
    shared(&table);
    let found = table.keys().filter(|key| table.get(*key).is_some()).count();
    (table, found)
}

#[test]
fn generic_code_writes_one_bound() {
    assert_eq!(count((0..50).map(|i| (Id(i % 10), i)).collect()).1, 10);
    let (table, _) = count(vec![(Name("x".into()), 1)]);
    std::thread::spawn(move || assert_eq!(table.len(), 1)).join().unwrap();
}

fn fill<P>() -> &'static str
where
    P: Policy<Hasher: Default + HashFn<u32>, Hooks: Hooks<Pair<u32, [u64; 20]>>>,
{
    let mut table = Table::<u32, [u64; 20], P>::default();
    for i in 0..2000 {
        table.insert(i, [u64::from(i); 20]);
    }
    assert!((0..2000).all(|i| table.get(&i) == Some(&[u64::from(i); 20])));
    assert!((0..2000).step_by(3).all(|i| table.remove(&i).is_some()));
    assert!((0..2000).all(|i| table.contains_key(&i) == (i % 3 != 0)));
    assert_eq!(table.iter().count(), table.len());
    <P::Layout as Layout>::NAME
}

#[test]
fn one_policy_on_every_layout_and_fill() {
    let names = [
        fill::<Murmur>(),
        fill::<Using<Murmur, Boxed<RobinHood>>>(),
        fill::<Using<Murmur, Auto>>(),
        fill::<Using<Murmur, Chained>>(),
        fill::<Using<Murmur, Boxed<Chained>>>(),
        fill::<Tuned<Murmur, 500>>(),
        fill::<Tuned<Using<Murmur, Chained>, 4000>>(),
        // A sweep drops what the layout does not honour: four entries per slot.
        fill::<Using<Tuned<Using<Murmur, Chained>, 4000>, RobinHood>>(),
    ];
    assert_eq!(names, ["robin-hood", "boxed", "auto", "chained", "boxed", "robin-hood", "chained", "robin-hood"]);
}

#[test]
fn using_drops_what_the_layout_does_not_honour() {
    #[derive(SimpleHash)]
    #[simplehash(policy_for = u32, fill_factor = 0.5, grow_max_dib = 8, grow_max_move = none, store_hash = true)]
    struct Strict;
    type OnChained = Using<Strict, Chained>;
    assert_eq!(OnChained::TUNING.fill_factor, Some(500));
    assert_eq!((OnChained::TUNING.grow_max_dib, OnChained::TUNING.grow_max_move), (None, None));
    assert_eq!(Using::<Strict, RobinHood>::TUNING, Strict::TUNING);
    assert_eq!(<Tuned<Strict, 750> as Policy>::TUNING.fill_factor, Some(750));
    assert_eq!(<Tuned<Strict, 750> as Policy>::TUNING.grow_max_dib, Strict::TUNING.grow_max_dib);
    assert!(OnChained::RESEED.is_some() && <Tuned<Strict, 750> as Policy>::RESEED.is_some());
}

#[test]
fn fill_factor_of_a_chained_table_is_entries_per_bucket() {
    fn buckets<P: Policy<Hasher: Default + HashFn<u32>, Hooks = NoHooks>>() -> u64 {
        let mut table = Table::<u32, (), P>::create(4096);
        (0..4096).for_each(|key| assert!(table.insert(key, ()).is_none()));
        table.stats().size
    }
    assert_eq!(buckets::<Using<Murmur, Chained>>(), 8192);
    assert_eq!(buckets::<Tuned<Using<Murmur, Chained>, 1000>>(), 4096);
    assert_eq!(buckets::<Tuned<Using<Murmur, Chained>, 4000>>(), 1024);

    // Also where the table grows from nothing, a bucket or a few at a time.
    fn filled<P: Policy<Hasher: Default + HashFn<u32>, Hooks = NoHooks>>() -> f64 {
        let mut table = Table::<u32, (), P>::default();
        (0..10_000).for_each(|key| assert!(table.insert(key, ()).is_none()));
        table.stats().filled()
    }
    let near = |filled: f64, wanted: f64| assert!((filled / wanted - 1.0).abs() < 0.01, "{filled} for {wanted}");
    near(filled::<Tuned<Using<Murmur, Chained>, 100>>(), 0.1);
    near(filled::<Using<Murmur, Chained>>(), 0.5);
    near(filled::<Tuned<Using<Murmur, Chained>, 750>>(), 0.75);
    near(filled::<Tuned<Using<Murmur, Chained>, 1000>>(), 1.0);
    near(filled::<Tuned<Using<Murmur, Chained>, 2000>>(), 2.0);
}

#[test]
fn stable_boxes_only_what_moves() {
    fn same<A: 'static, B: 'static>() -> bool {
        std::any::TypeId::of::<A>() == std::any::TypeId::of::<B>()
    }
    assert!(same::<Stable<Chained>, Chained>());
    assert!(same::<Stable<RobinHood>, Boxed<RobinHood>>());
    assert!(same::<Stable<Boxed<RobinHood>>, Boxed<RobinHood>>());
    assert!(same::<<<Name as SimpleHash>::Policy as Policy>::Layout, RobinHood>(), "the default layout");
}

#[test]
fn auto_chooses_by_entry_size() {
    /// Bytes of an empty table.
    fn empty<V, L: Layout>() -> usize {
        Table::<u32, V, Using<Murmur, L>>::create(100).allocation_size()
    }
    fn chooses<V>(value: V, in_place: bool) {
        let size = size_of::<Pair<u32, V>>();
        let (inside, behind) = (empty::<V, Fingerprint>(), empty::<V, Boxed<Fingerprint>>());
        assert_ne!(inside, behind, "{size}");
        assert_eq!(empty::<V, Auto>(), if in_place { inside } else { behind }, "{size}");
        let mut table = Table::<u32, V, Using<Murmur, Auto>>::create(100);
        table.insert(1, value);
        assert_eq!(table.allocation_size() > empty::<V, Auto>(), !in_place, "boxes are allocated one by one");
    }
    chooses([0_u32; 3], true);
    chooses([0_u32; 15], true);
    chooses([0_u32; 16], false);
}

#[test]
fn entries_take_the_policy_of_their_key() {
    #[derive(SimpleHash)]
    struct Relation {
        #[simplehash(key)]
        name: Name,
        pages: u32,
    }
    struct Behind(Box<(u32, u64)>);
    impl Entry for Behind {
        type Key = u32;
        fn key(&self) -> &u32 {
            &self.0.0
        }
    }
    let mut relations = Entries::<Relation>::default();
    relations.insert_entry(Relation { name: Name("pg_class".into()), pages: 14 });
    assert_eq!(relations.find("pg_class").map(|relation| relation.pages), Some(14));
    let mut behind = EntryTable::<Behind, Murmur>::default();
    behind.find_or_insert_with(&5, || Behind(Box::new((5, 6))));
    assert_eq!(behind.find(&5).map(|entry| entry.0.1), Some(6));
    let mut boxed = EntryTable::<Box<Behind>, Murmur>::default();
    boxed.insert_entry(Box::new(Behind(Box::new((7, 8)))));
    assert!(boxed.delete(&7));
}

#[test]
fn tables_live_in_an_arena() {
    let bump = bumpalo::Bump::new();
    let mut table = Table::<u32, u64, Murmur, &bumpalo::Bump>::new_in(&bump);
    for i in 0..1000 {
        table.insert(i, u64::from(i));
    }
    assert!(bump.allocated_bytes() > 16 * 1000 && (0..1000).all(|i| table.get(&i) == Some(&u64::from(i))));
    let mut chained = Table::<u32, u64, Using<Murmur, Chained>, _>::with_capacity_in(10, &bump);
    chained.insert(1, 2);
    assert_eq!(chained.allocator().allocated_bytes(), bump.allocated_bytes());
}

#[test]
fn no_dynamic_dispatch_on_any_operation() {
    fn search(folder: &Path, found: &mut Vec<String>) {
        for file in std::fs::read_dir(folder).unwrap() {
            let path = file.unwrap().path();
            if path.is_dir() {
                search(&path, found);
            } else if let Ok(text) = std::fs::read_to_string(&path) {
                let word = ["dy", "n "].concat();
                let lines = text.lines().filter(|line| line.contains(&word) && !line.trim_start().starts_with("//"));
                found.extend(lines.map(|line| format!("{}: {}", path.display(), line.trim())));
            }
        }
    }
    let mut found = Vec::new();
    for part in ["simplehash/src", "dynahash-compat/src"] {
        search(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(part), &mut found);
    }
    // The signatures of traits of other crates: `Error::source` and quickcheck's `shrink`, which no operation calls.
    found.retain(|line| !line.contains("fn source(&self)") && !line.contains("fn shrink(&self)"));
    assert!(found.is_empty(), "{found:#?}");
}
