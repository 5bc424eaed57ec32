//! Panics of user code and refusals of the allocator, at every call in turn, in every operation.
//!
//! Keys and values panic when compared, hashed, cloned or dropped; so do hooks, closures, iterators and the allocator.
//! An operation is run on equal tables with the panic at the first call, the second, and so on until it ends quietly. What
//! an interrupted operation may leave is said once, in `Outcome`.

use std::collections::BTreeMap;
use std::format;
use std::string::String;
use std::vec::Vec;

use super::policies::{By, Clustered, Counting, Plain, Reseeding, Unlucky};
use super::raw::Meter;
use super::tracked::{Tracked, burn, survives};
use crate::entry::{Member, Pair};
use crate::error::Error;
use crate::hash::HashFn;
use crate::hooks::Hooks;
use crate::layout::Layout;
use crate::policy::Policy;
use crate::table::map::entry::{Entry, EntryRef};
use crate::table::{Set, Table};

/// A key or value all of whose code may panic.
#[derive(Debug)]
struct Loud(Tracked);

impl Loud {
    fn new(value: u32) -> Self {
        Self(Tracked::new(value))
    }

    fn value(&self) -> u32 {
        self.0.value()
    }
}

impl PartialEq for Loud {
    fn eq(&self, other: &Self) -> bool {
        burn();
        self.value() == other.value()
    }
}
impl Eq for Loud {}

impl Clone for Loud {
    fn clone(&self) -> Self {
        burn();
        Self::new(self.value())
    }
}

impl Default for Loud {
    fn default() -> Self {
        burn();
        Self::new(7)
    }
}

impl From<&Loud> for Loud {
    fn from(other: &Loud) -> Self {
        burn();
        Self::new(other.value())
    }
}

impl Drop for Loud {
    fn drop(&mut self) {
        burn();
    }
}

impl HashFn<Loud> for By<Clustered> {
    fn hash(&self, key: &Loud) -> u64 {
        self.hash(&key.value())
    }
}

impl HashFn<Loud> for Unlucky {
    fn hash(&self, key: &Loud) -> u64 {
        self.hash(&key.value())
    }
}

/// What an operation that was interrupted may leave.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// What was before, or what is after the whole operation.
    AllOrNothing,
    /// For each key what was before or what is after.
    Some,
}
use Outcome::{AllOrNothing, Some as Partly};

type Map<'a, P> = Table<Loud, Loud, P, &'a Meter>;
type Contents = BTreeMap<u32, u32>;
type Run<T> = fn(&mut T);
type Operation<T> = (&'static str, Outcome, Run<T>);

/// What a table holds; whatever it takes to say so agrees.
trait Subject {
    fn contents(&self) -> Contents;
    /// Tracked values that belong to the contents.
    fn tracked(&self) -> isize;
    fn bytes(&self) -> usize;
}

impl<P> Subject for Map<'_, P>
where
    P: Policy<Hasher: HashFn<Loud>, Hooks: Hooks<Pair<Loud, Loud>>>,
{
    fn contents(&self) -> Contents {
        let contents: Contents = self.iter().map(|(key, value)| (key.value(), value.value())).collect();
        assert_eq!((contents.len(), self.stats().members), (self.len(), self.len() as u64), "every key once");
        assert!(self.keys().all(|key| self.get(key).is_some()), "all can be found");
        contents
    }

    fn tracked(&self) -> isize {
        2 * self.len().cast_signed()
    }

    fn bytes(&self) -> usize {
        self.allocation_size()
    }
}

impl<P> Subject for Set<Loud, P, &Meter>
where
    P: Policy<Hasher: HashFn<Loud>, Hooks: Hooks<Member<Loud>>>,
{
    fn contents(&self) -> Contents {
        let contents: Contents = self.iter().map(|member| (member.value(), 0)).collect();
        assert_eq!(contents.len(), self.len(), "every member once");
        assert!(self.iter().all(|member| self.contains(member)), "all can be found");
        contents
    }

    fn tracked(&self) -> isize {
        self.len().cast_signed()
    }

    fn bytes(&self) -> usize {
        self.allocation_size()
    }
}

fn is_between(now: &Contents, before: &Contents, after: &Contents) -> bool {
    let stays = |(key, value): (&u32, &u32)| match after.get(key) {
        Some(new) => now.get(key) == Some(value) || now.get(key) == Some(new),
        None => true,
    };
    let comes_from = |(key, value): (&u32, &u32)| [before.get(key), after.get(key)].contains(&Some(value));
    before.iter().all(stays) && now.iter().all(comes_from)
}

/// Runs `operation` on tables made by `make` with the panic at every call; the number of calls.
fn interrupt<'a, T: Subject>(meter: &'a Meter, make: impl Fn(&'a Meter) -> T, operation: Operation<T>) -> usize {
    let (name, outcome, run) = operation;
    let after = {
        let mut table = make(meter);
        run(&mut table);
        table.contents()
    };
    for call in 1.. {
        let mut table = make(meter);
        let before = table.contents();
        let quiet = survives(call, || run(&mut table));
        let now = table.contents();
        let at = || -> String { format!("{name} interrupted at call {call}: {before:?} -> {now:?}") };
        if quiet {
            assert!(now == after, "{}", at());
        } else {
            assert!(is_between(&now, &before, &after), "{}", at());
            assert!(outcome == Partly || now == before || now == after, "{}", at());
        }
        assert_eq!(Tracked::live(), table.tracked(), "{}", at());
        assert_eq!(table.bytes().cast_signed(), meter.bytes(), "{}", at());
        drop(table);
        assert_eq!((Tracked::live(), meter.live(), meter.bytes()), (0, 0, 0), "{}", at());
        if quiet {
            return call;
        }
    }
    unreachable!("ended above")
}

fn pair(n: u32) -> (Loud, Loud) {
    (Loud::new(n), Loud::new(n))
}

fn new_pair(n: u32) -> Pair<Loud, Loud> {
    Pair(Loud::new(n), Loud::new(n + 1000))
}

fn map_of<P>(meter: &Meter, keys: u32) -> Map<'_, P>
where
    P: Policy<Hasher: HashFn<Loud> + Default, Hooks: Hooks<Pair<Loud, Loud>>>,
{
    let mut map = Map::new_in(meter);
    for (key, value) in (0..keys).map(pair) {
        assert!(map.insert(key, value).is_none());
    }
    map
}

/// A closure of the user's that decides by the key.
fn odd(key: &Loud) -> bool {
    burn();
    key.value() % 2 == 1
}

/// An iterator of the user's.
fn pairs(keys: core::ops::Range<u32>) -> impl Iterator<Item = (Loud, Loud)> {
    keys.map(|n| {
        burn();
        (Loud::new(n), Loud::new(n + 1000))
    })
}

/// Operations on maps. Key 28 is the one that makes a Robin Hood table of 28 entries grow.
fn map_operations<'a, P>() -> Vec<Operation<Map<'a, P>>>
where
    P: Policy<Hasher: HashFn<Loud> + Default + Clone, Hooks: Hooks<Pair<Loud, Loud>>>,
{
    let all_or_nothing: Vec<(&'static str, Run<Map<'a, P>>)> = std::vec![
        ("get", |map| assert_eq!(map.get(&Loud::new(20)).map(Loud::value), Some(20))),
        ("get nothing", |map| assert!(map.get(&Loud::new(99)).is_none())),
        ("get_mut", |map| assert!(map.get_mut(&Loud::new(20)).is_some())),
        ("get_key_value", |map| assert!(map.get_key_value(&Loud::new(9)).is_some())),
        ("get_key_value_mut", |map| assert!(map.get_key_value_mut(&Loud::new(9)).is_some())),
        ("contains_key", |map| assert!(map.contains_key(&Loud::new(3)))),
        ("index", |map| assert_eq!(map[&Loud::new(3)].value(), 3)),
        ("get_disjoint_mut", |map| {
            let found = map.get_disjoint_mut([&Loud::new(1), &Loud::new(99), &Loud::new(2)]);
            assert_eq!(found.map(|value| value.is_some()), [true, false, true]);
        }),
        ("insert", |map| assert!(map.insert(Loud::new(28), Loud::new(1)).is_none())),
        ("insert over", |map| assert!(map.insert(Loud::new(23), Loud::new(1)).is_some())),
        ("insert_hashed", |map| {
            let key = Loud::new(28);
            map.insert_hashed(map.prehash(&key), key, Loud::new(1));
        }),
        ("try_insert", |map| assert!(map.try_insert(Loud::new(28), Loud::new(1)).is_ok())),
        ("insert_entry", |map| assert!(map.insert_entry(new_pair(28)).is_none())),
        ("insert_entry over", |map| assert!(map.insert_entry(new_pair(5)).is_some())),
        ("find_or_insert_with", |map| {
            let make = || {
                burn();
                new_pair(28)
            };
            assert!(map.find_or_insert_with(&Loud::new(28), make).1);
        }),
        ("find_or_try_insert_with", |map| {
            let make = || {
                let made = new_pair(28);
                burn();
                Err::<Pair<Loud, Loud>, _>(made)
            };
            assert!(map.find_or_try_insert_with(&Loud::new(28), make).is_err());
        }),
        ("insert_no_grow", |map| drop(map.insert_no_grow(&Loud::new(28), || new_pair(28)))),
        ("entry or_insert", |map| {
            map.entry(Loud::new(28)).or_insert(Loud::new(1));
        }),
        ("entry or_default", |map| {
            map.entry(Loud::new(28)).or_default();
        }),
        ("entry or_insert_with_key", |map| {
            map.entry(Loud::new(28)).or_insert_with_key(Loud::clone);
        }),
        ("entry occupied", |map| {
            map.entry(Loud::new(11)).and_modify(|_| burn()).or_insert(Loud::new(1));
        }),
        ("entry insert_entry", |map| {
            map.entry(Loud::new(11)).insert_entry(Loud::new(1));
        }),
        ("entry remove", |map| match map.entry(Loud::new(11)) {
            Entry::Occupied(pair) => drop(pair.remove_entry()),
            Entry::Vacant(_) => unreachable!(),
        }),
        ("entry delete", |map| match map.entry(Loud::new(11)) {
            Entry::Occupied(pair) => pair.delete(),
            Entry::Vacant(_) => unreachable!(),
        }),
        ("entry given up", |map| match map.entry(Loud::new(28)) {
            Entry::Occupied(_) => unreachable!(),
            Entry::Vacant(vacancy) => drop(vacancy.into_key()),
        }),
        ("entry_ref or_insert", |map| {
            map.entry_ref(&Loud::new(28)).or_insert(Loud::new(1));
        }),
        ("entry_ref occupied", |map| {
            map.entry_ref(&Loud::new(2)).or_insert_with(|| unreachable!());
        }),
        ("entry_ref with a key", |map| match map.entry_ref(&Loud::new(28)) {
            EntryRef::Occupied(_) => unreachable!(),
            EntryRef::Vacant(vacancy) => drop(vacancy.insert_entry_with_key(Loud::new(28), Loud::new(1))),
        }),
        ("remove", |map| assert!(map.remove(&Loud::new(15)).is_some())),
        ("remove_entry", |map| assert!(map.remove_entry(&Loud::new(15)).is_some())),
        ("remove_hashed", |map| {
            let key = Loud::new(15);
            assert!(map.remove_hashed(map.prehash(&key), &key).is_some());
        }),
        ("delete", |map| assert!(map.delete(&Loud::new(15)))),
        ("find_entry", |map| map.find_entry(&Loud::new(7)).unwrap().delete()),
        ("reserve", |map| map.reserve(100)),
        ("grow", |map| map.grow(256).unwrap()),
        ("shrink", |map| {
            map.reserve(1000);
            map.shrink_to(40);
            map.shrink_to_fit();
        }),
        ("clone", |map| assert_eq!(map.clone().len(), map.len())),
        ("clone_from", |map| {
            let meter: &'a Meter = map.allocator();
            let other = map_of(meter, 3);
            map.clone_from(&other);
        }),
        ("eq", |map| assert!(*map == map_of(map.allocator(), map.len() as u32))),
        ("debug", |map| assert!(!format!("{map:?}").is_empty())),
    ];
    let partly: Vec<(&'static str, Run<Map<'a, P>>)> = std::vec![
        ("clear", |map| map.clear()),
        ("reset", |map| map.reset()),
        ("retain", |map| map.retain(|key, _| odd(key))),
        ("retain none", |map| map.retain(|_, _| false)),
        ("extract_if", |map| assert_eq!(map.extract_if(|key, _| odd(key)).count(), 14)),
        ("extract_if given up", |map| drop(map.extract_if(|key, _| odd(key)).nth(3))),
        ("drain", |map| assert_eq!(map.drain().filter(|(key, _)| odd(key)).count(), 14)),
        ("drain given up", |map| drop(map.drain().nth(5))),
        ("drain dropped", |map| drop(map.drain())),
        ("iterate", |map| {
            let mut walk = map.iterate();
            while let Some(entry) = walk.next() {
                if odd(&entry.get().0) {
                    entry.delete();
                }
            }
        }),
        ("iter_mut", |map| map
            .iter_mut()
            .for_each(|(key, value)| *value = Loud::new(key.value() + u32::from(odd(key))))),
        ("values_mut", |map| map.values_mut().for_each(|value| *value = value.clone())),
        ("extend", |map| map.extend(pairs(20..70))),
        ("get_many", |map| {
            let mut found = 0;
            map.get_many(&[28, 2, 20].map(Loud::new), |_, value| {
                burn();
                found += usize::from(value.is_some());
            });
            assert_eq!(found, 2);
        }),
        ("insert_many", |map| assert_eq!(map.insert_many(pairs(20..70)), 42)),
        ("upsert_many", |map| {
            let keys: Vec<Loud> = (20..70).map(Loud::new).collect();
            map.upsert_many(&keys, |_, _, _| burn());
        }),
        ("try_upsert_many", |map| assert_eq!(map.try_upsert_many(&[3, 28].map(Loud::new), |_, _, _| burn()), Ok(()))),
        ("extend_entries", |map| map.extend_entries(pairs(20..50).map(|(key, value)| Pair(key, value)))),
        ("into_iter", |map| {
            let empty = Map::new_in(*map.allocator());
            let taken = core::mem::replace(map, empty);
            assert_eq!(taken.into_iter().filter(|(key, _)| odd(key)).count(), 14);
        }),
        ("into_iter given up", |map| {
            let empty = Map::new_in(*map.allocator());
            drop(core::mem::replace(map, empty).into_iter().nth(4));
        }),
        ("into_keys", |map| {
            let empty = Map::new_in(*map.allocator());
            assert_eq!(core::mem::replace(map, empty).into_keys().map(drop).count(), 28);
        }),
        ("into_values", |map| {
            let empty = Map::new_in(*map.allocator());
            assert_eq!(core::mem::replace(map, empty).into_values().map(drop).count(), 28);
        }),
    ];
    let all_or_nothing = all_or_nothing.into_iter().map(|(name, run)| (name, AllOrNothing, run));
    all_or_nothing.chain(partly.into_iter().map(|(name, run)| (name, Partly, run))).collect()
}

fn interrupt_maps<P>()
where
    P: Policy<Hasher: HashFn<Loud> + Default + Clone, Hooks: Hooks<Pair<Loud, Loud>>>,
{
    let meter = Meter::explosive_on_request();
    let make = |meter| {
        Unlucky::start();
        map_of::<P>(meter, 28)
    };
    let calls: usize = map_operations::<P>().into_iter().map(|operation| interrupt(&meter, make, operation)).sum();
    assert!(calls > 500, "the operations run user code: {calls}");
}

/// In every operation on maps.
pub fn panics_in_maps<L: Layout>() {
    interrupt_maps::<Plain<L, By<Clustered>, Counting>>();
}

/// In every operation on maps that begin with a bad seed, and hash all their keys again to get rid of it.
pub fn panics_while_reseeding<L: Layout>() {
    interrupt_maps::<Reseeding<L>>();
}

/// In every operation on sets that maps do not have.
pub fn panics_in_sets<L: Layout>() {
    type Members<'a, L> = Set<Loud, Plain<L, By<Clustered>, Counting>, &'a Meter>;
    fn set_of<L: Layout>(meter: &Meter, keys: core::ops::Range<u32>) -> Members<'_, L> {
        let mut set = Members::<L>::new_in(meter);
        keys.for_each(|key| assert!(set.insert(Loud::new(key))));
        set
    }
    let operations: Vec<Operation<Members<'_, L>>> = std::vec![
        ("insert", AllOrNothing, |set| assert!(set.insert(Loud::new(28)))),
        ("insert again", AllOrNothing, |set| assert!(!set.insert(Loud::new(2)))),
        ("try_insert", AllOrNothing, |set| assert_eq!(set.try_insert(Loud::new(2)), Ok(false))),
        ("replace", AllOrNothing, |set| assert!(set.replace(Loud::new(2)).is_some())),
        ("get_or_insert", AllOrNothing, |set| assert_eq!(set.get_or_insert(Loud::new(28)).value(), 28)),
        ("get_or_insert again", AllOrNothing, |set| assert_eq!(set.get_or_insert(Loud::new(2)).value(), 2)),
        ("get_or_insert_with", AllOrNothing, |set| {
            set.get_or_insert_with(&Loud::new(28), Loud::clone);
        }),
        ("entry", AllOrNothing, |set| {
            set.entry(Loud::new(28)).insert();
        }),
        ("take", AllOrNothing, |set| assert!(set.take(&Loud::new(2)).is_some())),
        ("remove", AllOrNothing, |set| assert!(set.remove(&Loud::new(2)))),
        ("retain", Partly, |set| set.retain(odd)),
        ("extract_if", Partly, |set| assert_eq!(set.extract_if(odd).count(), 14)),
        ("drain", Partly, |set| assert_eq!(set.drain().count(), 28)),
        ("insert_many", Partly, |set| assert_eq!(set.insert_many((20..70).map(Loud::new)), 42)),
        ("extend", Partly, |set| set.extend((20..70).map(|n| {
            burn();
            Loud::new(n)
        }))),
        ("comparisons", AllOrNothing, |set| {
            let other = set_of::<L>(set.allocator(), 20..40);
            assert!(!set.is_disjoint(&other) && !set.is_subset(&other) && !set.is_superset(&other));
            assert_eq!((set.union(&other).count(), set.intersection(&other).count()), (40, 8));
            assert_eq!((set.difference(&other).count(), set.symmetric_difference(&other).count()), (20, 32));
        }),
        ("operators", AllOrNothing, |set| {
            let other = set_of::<L>(set.allocator(), 20..40);
            assert_eq!((&*set | &other).len() + (&*set & &other).len(), 48);
            assert_eq!((&*set ^ &other).len() + (&*set - &other).len(), 52);
        }),
    ];
    let meter = Meter::explosive_on_request();
    for operation in operations {
        assert!(interrupt(&meter, |meter| set_of::<L>(meter, 0..28), operation) > 1);
    }
}

/// Every operation that can fail for want of memory, with the first, the second, .. allocation refused, once: the table is
/// as it was, and what was to go in comes back.
pub fn refused_allocations<L: Layout>() {
    type Fallible<'a, L> = fn(&mut Map<'a, Plain<L, By<Clustered>>>) -> Result<(), Error>;
    fn returned<T>(result: Result<T, (Pair<Loud, Loud>, Error)>, key: u32) -> Result<(), Error> {
        result.map(drop).map_err(|(pair, error)| {
            assert_eq!((pair.0.value(), pair.1.value()), (key, key), "what was to go in comes back");
            error
        })
    }
    let operations: Vec<(&str, Fallible<'_, L>)> = std::vec![
        ("try_insert", |map| {
            let (key, value) = pair(28);
            returned(map.try_insert(key, value), 28)
        }),
        ("try_insert over", |map| {
            let (key, value) = pair(3);
            returned(map.try_insert(key, value), 3)
        }),
        ("try_insert_entry", |map| returned(map.try_insert_entry(Pair(Loud::new(28), Loud::new(28))), 28)),
        ("entry", |map| match map.entry(Loud::new(28)) {
            Entry::Occupied(_) => unreachable!(),
            Entry::Vacant(vacancy) => returned(vacancy.try_insert(Loud::new(28)), 28),
        }),
        ("entry_ref", |map| match map.entry_ref(&Loud::new(28)) {
            EntryRef::Occupied(_) => unreachable!(),
            EntryRef::Vacant(vacancy) => returned(vacancy.try_insert_with_key(Loud::new(28), Loud::new(28)), 28),
        }),
        ("find_or_try_insert_with", |map| {
            let made = map.find_or_try_insert_with(&Loud::new(28), || Ok::<_, Error>(new_pair(28)));
            made.map(drop).map_err(|error| match error {
                crate::TryInsertError::Room(error) | crate::TryInsertError::Make(error) => error,
            })
        }),
        ("insert_no_grow", |map| map.insert_no_grow(&Loud::new(28), || new_pair(28)).map(drop)),
        ("try_reserve", |map| map.try_reserve(3000)),
        ("grow", |map| map.grow(4096)),
        ("try_clone", |map| map.try_clone().map(|copy| assert!(copy == *map))),
    ];
    let meter = Meter::new();
    for (name, run) in operations {
        for keys in [0, 28] {
            // What happens to keys that are there needs them.
            if keys == 0 && name == "try_insert over" {
                continue;
            }
            let mut granted = 0;
            loop {
                let mut map = map_of::<Plain<L, By<Clustered>>>(&meter, keys);
                let (before, capacity, bytes) = (map.contents(), map.capacity(), map.allocation_size());
                let tracked = Tracked::live();
                meter.refuse_once(granted);
                let result = run(&mut map);
                let refused = meter.refused();
                meter.grant(usize::MAX);
                if let Err(error) = result {
                    let expected = matches!(error, Error::AllocError { .. } | Error::WouldGrow { .. });
                    assert!(expected, "{name} with {granted} granted: {error}");
                    assert_eq!(map.contents(), before, "{name} with {granted} granted");
                    assert_eq!((map.capacity(), Tracked::live()), (capacity, tracked), "{name} with {granted} granted");
                    assert!(map.allocation_size() >= bytes);
                }
                assert_eq!(map.allocation_size().cast_signed(), meter.bytes(), "{name}: it knows what it holds");
                // With memory all is well again.
                (0..60).for_each(|key| drop(map.insert(Loud::new(key), Loud::new(key))));
                assert_eq!(map.len(), 60);
                drop(map);
                assert_eq!((Tracked::live(), meter.live(), meter.bytes()), (0, 0, 0));
                if !refused {
                    break;
                }
                granted += 1;
            }
        }
    }
    // Shrinking needs memory as well, and without it does nothing.
    for granted in 0..4 {
        let mut map = map_of::<Plain<L, By<Clustered>>>(&meter, 28);
        map.reserve(1000);
        meter.refuse_once(granted);
        map.shrink_to_fit();
        meter.grant(usize::MAX);
        assert_eq!(map.contents(), (0..28).map(|key| (key, key)).collect());
        assert!(map.capacity() >= 28);
        assert_eq!(map.allocation_size().cast_signed(), meter.bytes());
    }
}
