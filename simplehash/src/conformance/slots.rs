//! Handles, addresses and scans, on layouts that have them: `conformance!(handles MyLayout, ..)`.

use std::collections::{HashMap, HashSet};
use std::vec::Vec;

use quickcheck::QuickCheck;

use super::policies::{By, Clustered, Constant, Counting, Mixed, Plain};
use super::raw::Meter;
use super::tracked::{Tracked, survives};
use crate::entry::Pair;
use crate::hash::HashFn;
use crate::hooks::NoHooks;
use crate::layout::Handles;
use crate::policy::Policy;
use crate::table::Table;
use crate::table::handle::Handle;
use crate::table::scan::Scan;
use crate::tuning::Tuning;

/// [`Plain`] with generations.
#[derive(Debug)]
struct Generations<L, H = By<Mixed>>(core::marker::PhantomData<(L, H)>);

impl<L: Handles, H> Policy for Generations<L, H> {
    type Layout = L;
    type Hasher = H;
    type Hooks = NoHooks;
    const TUNING: Tuning = Tuning { generations: Some(true), ..Tuning::DEFAULT };
}

trait Slots: Policy<Layout: Handles, Hasher: Default + Clone + HashFn<u32>, Hooks = NoHooks> {}
impl<P: Policy<Layout: Handles, Hasher: Default + Clone + HashFn<u32>, Hooks = NoHooks>> Slots for P {}

type Map<P> = Table<u32, Tracked, P>;

/// What random operations know of an entry that is in the table.
struct Known {
    value: u32,
    handle: Handle,
    address: *const Pair<u32, Tracked>,
    /// The number of the operation that put it in: another entry of the same key has another one.
    born: usize,
}

/// A scan under way, and the births it has returned and those it must return.
struct Scanning {
    scan: Scan,
    seen: HashSet<usize>,
    owed: HashSet<usize>,
}

struct Run<P: Slots> {
    table: Map<P>,
    model: HashMap<u32, Known>,
    /// Handles of entries that have gone.
    gone: Vec<Handle>,
    scanning: Option<Scanning>,
}

impl<P: Slots> Run<P> {
    fn lose(&mut self, key: u32) {
        if let Some(known) = self.model.remove(&key) {
            self.gone.push(known.handle);
            if let Some(scanning) = &mut self.scanning {
                scanning.owed.remove(&known.born);
            }
        }
    }

    fn lose_unless(&mut self, keep: impl Fn(u32) -> bool) {
        let going: Vec<u32> = self.model.keys().copied().filter(|key| !keep(*key)).collect();
        going.into_iter().for_each(|key| self.lose(key));
    }

    fn put(&mut self, born: usize, key: u32, value: u32) {
        self.table.insert(key, Tracked::new(value));
        let handle = self.table.handle(&key).unwrap();
        let address = self.table.address(&key).unwrap().as_ptr().cast_const();
        match self.model.get_mut(&key) {
            Some(known) => {
                assert_eq!((known.handle, known.address), (handle, address), "another value is no other entry");
                known.value = value;
            }
            None => {
                let again = self.gone.contains(&handle);
                assert!(P::TUNING.generations != Some(true) || !again, "a new entry has a new handle");
                self.model.insert(key, Known { value, handle, address, born });
            }
        }
    }

    fn step(&mut self, born: usize, (operation, key, number): (u8, u8, u16)) {
        let (key, number) = (u32::from(key) % 97, u32::from(number));
        match operation % 16 {
            0..5 => self.put(born, key, number),
            5 | 6 => {
                let removed = self.table.remove(&key).map(|value| value.value());
                assert_eq!(removed, self.model.get(&key).map(|known| known.value));
                self.lose(key);
            }
            7 | 8 => {
                let Some(Known { value, handle, .. }) = self.model.get(&key) else { return };
                let mut entry = self.table.entry_at(*handle).unwrap();
                assert_eq!((entry.get().0, entry.get_mut().1.value(), entry.handle()), (key, *value, *handle));
                if number.is_multiple_of(2) {
                    entry.delete();
                } else {
                    assert_eq!(entry.extract().0, key);
                }
                self.lose(key);
            }
            9 => {
                let Some(known) = self.model.get_mut(&key) else { return };
                self.table.entry_at(known.handle).unwrap().into_mut().1 = Tracked::new(number);
                assert_eq!(self.table.at_mut(known.handle).unwrap().1.value(), number);
                known.value = number;
            }
            // Many at once, without a lookup.
            10 => {
                let keep = |key: u32| key % 5 != number % 5;
                self.table.retain(|key, _| keep(*key));
                self.lose_unless(keep);
            }
            11 => self.walk(number),
            12 if number % 8 == 0 => {
                self.table.clear();
                self.lose_unless(|_| false);
            }
            13 if number % 4 == 0 => {
                self.table.shrink_to_fit();
                self.table.reserve(number as usize % 300);
            }
            14 => {
                let owed = self.model.values().map(|known| known.born).collect();
                self.scanning = Some(Scanning { scan: self.table.scan(), seen: HashSet::new(), owed });
            }
            _ => {}
        }
    }

    /// A walk that is given up or forgotten after it has deleted some.
    fn walk(&mut self, number: u32) {
        let mut deleted = Vec::new();
        let mut walk = self.table.iterate();
        for _ in 0..number % 7 {
            let Some(entry) = walk.next() else { break };
            let (key, known) = (entry.get().0, &self.model[&entry.get().0]);
            assert_eq!((entry.handle(), entry.address().as_ptr().cast_const()), (known.handle, known.address));
            if key % 2 == 0 {
                entry.delete();
                deleted.push(key);
            }
        }
        if number.is_multiple_of(2) {
            core::mem::forget(walk);
        }
        deleted.into_iter().for_each(|key| self.lose(key));
    }

    fn scan(&mut self, number: u32) {
        let Some(scanning) = &mut self.scanning else { return };
        let Some(entry) = self.table.scan_next(&mut scanning.scan) else {
            assert!(scanning.owed.is_subset(&scanning.seen), "nothing that stayed is missed");
            assert!(self.table.scan_next(&mut scanning.scan).is_none(), "ended for good");
            self.scanning = None;
            return;
        };
        let key = entry.get().0;
        let known = &self.model[&key];
        assert_eq!((entry.handle(), core::ptr::from_ref(entry.get())), (known.handle, known.address));
        assert!(scanning.seen.insert(known.born), "nothing is returned twice");
        if number.is_multiple_of(3) {
            entry.delete();
            self.lose(key);
        }
    }

    /// Every entry is where it was, and its handle finds it; what has gone is not found.
    fn check(&self) {
        let Self { table, model, .. } = self;
        assert_eq!((table.len(), Tracked::live()), (model.len(), model.len().cast_signed()));
        for (key, known) in model {
            let entry = table.at(known.handle).unwrap();
            assert_eq!((entry.0, entry.1.value(), core::ptr::from_ref(entry)), (*key, known.value, known.address));
            assert_eq!(table.address(key).unwrap().as_ptr().cast_const(), known.address);
            assert_eq!(table.handle(key), Some(known.handle));
        }
        if P::TUNING.generations == Some(true) {
            assert!(self.gone.iter().all(|handle| table.at(*handle).is_none()), "what has gone is not found");
        }
    }
}

fn random_operations<P: Slots>(operations: Vec<(u8, u8, u16)>) {
    let mut run = Run::<P> { table: Map::default(), model: HashMap::new(), gone: Vec::new(), scanning: None };
    for (born, operation) in operations.into_iter().enumerate() {
        run.step(born, operation);
        run.scan(operation.2.into());
        run.check();
    }
    drop(run);
    assert_eq!(Tracked::live(), 0);
}

/// Random insertions, removals of all kinds, walks given up, growth and shrinking, with a scan going on through all of it:
/// addresses and handles stay, handles of what has gone find nothing, and the scan returns all that stays, once.
pub fn nothing_moves<L: Handles>() {
    let run = || QuickCheck::new().tests(60);
    run().quickcheck(random_operations::<Plain<L>> as fn(_));
    run().quickcheck(random_operations::<Plain<L, By<Clustered>>> as fn(_));
    run().quickcheck(random_operations::<Generations<L>> as fn(_));
    run().quickcheck(random_operations::<Generations<L, By<Constant>>> as fn(_));
}

/// The numbers of slots stay low: what was vacated is used again.
pub fn slots_are_used_again<L: Handles>() {
    let mut table = Table::<u32, u32, Plain<L>>::default();
    for key in 0..5000 {
        table.insert(key, key);
        assert!(table.handle(&key).unwrap().slot() < 100, "{key}");
        if key >= 99 {
            table.remove(&(key - 99));
        }
    }
    let mut slots: Vec<u32> = (4901..5000).map(|key| table.handle(&key).unwrap().slot()).collect();
    slots.sort_unstable();
    assert!(slots.iter().copied().eq(slots[0]..slots[0] + 99) || slots.len() == 99);
    assert_eq!(table.iter().count(), 99);
}

/// A scan may be dropped, copied, given to another table and forgotten.
pub fn scans_are_only_numbers<L: Handles>() {
    type Numbers<L> = Table<u32, u32, Plain<L>>;
    let numbers = |n: u32| (0..n).map(|n| (n, n)).collect::<Numbers<L>>();
    let (mut a, mut b) = (numbers(20), numbers(3));
    let mut of_a = a.scan();
    let mut steps = 0;
    while b.scan_next(&mut of_a).is_some() {
        steps += 1; // another table: wrong answers, nothing worse
    }
    assert!(steps <= 3);
    for _ in 0..1000 {
        let mut scan = a.scan();
        assert!(a.scan_next(&mut scan).is_some());
    }
    // Growth does not wait for scans.
    let (mut scan, size) = (a.scan(), a.stats().size);
    let mut seen = Vec::new();
    while let Some(entry) = a.scan_next(&mut scan) {
        seen.push(entry.get().0);
        let more = seen.len() as u32 * 1000;
        a.extend((more..more + 100).map(|n| (n, n)));
        if seen.len() > 20 {
            break;
        }
    }
    assert!(a.stats().size > size);
    seen.sort_unstable();
    seen.dedup();
    assert!(seen.len() == 21 || seen.starts_with(&[0, 1, 2, 3]), "{seen:?}");
    // Two at once, one from the middle of the other.
    let mut first = b.scan();
    b.scan_next(&mut first);
    let mut second = first.clone();
    let rest =
        |table: &mut Numbers<L>, scan: &mut Scan| core::iter::from_fn(|| table.scan_next(scan).map(|_| ())).count();
    assert_eq!((rest(&mut b, &mut first), rest(&mut b, &mut second)), (2, 2));
}

/// A table whose entries were taken out without a lookup is as good as any other, whatever is done first.
pub fn taken_out_without_a_lookup<L: Handles>() {
    fn check<L: Handles, H>()
    where
        H: Default + Clone + HashFn<u32>,
    {
        type Walked<'a, L, H> = Table<u32, u32, Plain<L, H>, &'a Meter>;
        let meter = Meter::new();
        // Forgotten halfway: 50 of 100 were seen, and of those the even ones taken out.
        let walked = || {
            let mut table = Walked::<L, H>::new_in(&meter);
            (0..100).for_each(|key| assert!(table.insert(key, key).is_none()));
            let mut walk = table.iterate();
            for _ in 0..50 {
                let entry = walk.next().unwrap();
                if entry.get().0.is_multiple_of(2) {
                    entry.delete();
                }
            }
            core::mem::forget(walk);
            table
        };
        let left: HashSet<u32> = walked().keys().copied().collect();
        let first_steps: [fn(&mut Walked<'_, L, H>); 10] = [
            |_| {},
            |table| table.reserve(1000),
            |table| table.grow(1000).unwrap(),
            |table| table.shrink_to_fit(),
            |table| _ = (table.insert(1000, 0), table.remove(&1000)),
            |table| table.retain(|_, _| true),
            |table| *table = table.clone(),
            |table| _ = table.try_reserve(usize::MAX).unwrap_err(),
            |table| assert!(!table.insert_no_grow(&1, || unreachable!("odd keys are there")).unwrap().1),
            |table| assert_eq!(table.stats().members, table.len() as u64),
        ];
        for first in first_steps {
            let mut table = walked();
            first(&mut table);
            assert_eq!(table.keys().copied().collect::<HashSet<_>>(), left);
            assert!((0..100).all(|key| table.get(&key).copied() == left.contains(&key).then_some(key)));
            assert_eq!((table.len(), table.stats().members), (left.len(), left.len() as u64));
            (0..200).for_each(|key| assert_eq!(table.insert(key, key).is_some(), left.contains(&key)));
            assert_eq!((table.len(), table.iter().count()), (200, 200));
            assert_eq!(table.drain().count(), 200);
            assert!(table.is_empty() && (0..200).all(|key| table.get(&key).is_none()));
        }
        assert_eq!((meter.live(), meter.bytes()), (0, 0));
    }
    check::<L, By<Mixed>>();
    check::<L, By<Constant>>();
}

/// Removal by handle hashes the key: a panic there leaves all as it was, and a wrong hash takes out the right entry.
pub fn removal_by_handle_survives_the_hash<L: Handles>() {
    let mut table = Table::<u32, Tracked, Plain<L, By<Mixed>, Counting>>::default();
    (0..50).for_each(|key| assert!(table.insert(key, Tracked::new(key)).is_none()));
    let handle = table.handle(&7).unwrap();
    assert!(!survives(1, || table.entry_at(handle).unwrap().delete()));
    assert_eq!((table.len(), table.at(handle).map(|pair| pair.0)), (50, Some(7)));
    table.entry_at(handle).unwrap().delete();
    assert_eq!((table.len(), table.get(&7).is_none(), Counting::cleaned()), (49, true, 1));
    drop(table.entry_at(table.handle(&8).unwrap()).unwrap().extract());
    assert_eq!((table.len(), Counting::cleaned()), (48, 0), "handed over: no cleanup");
    // The hasher lies about what is there.
    #[derive(Default, Clone)]
    struct Changing(core::cell::Cell<u64>);
    impl HashFn<u32> for Changing {
        fn hash(&self, key: &u32) -> u64 {
            u64::from(*key) + self.0.get()
        }
    }
    let mut table = Table::<u32, Tracked, Plain<L, Changing>>::default();
    let handles: Vec<Handle> = (0..50)
        .map(|key| {
            table.insert(key, Tracked::new(key));
            table.handle(&key).unwrap()
        })
        .collect();
    table.hasher().0.set(1 << 20);
    for (key, handle) in (0..).zip(&handles).step_by(2) {
        assert_eq!(table.entry_at(*handle).unwrap().extract().0, key);
    }
    table.hasher().0.set(0);
    assert_eq!(table.len(), 25);
    assert!((0..50).all(|key| table.contains_key(&key) == (key % 2 == 1)));
    (0..50).for_each(|key| _ = table.insert(key, Tracked::new(key)));
    assert_eq!((table.len(), table.iter().count(), table.stats().members), (50, 50, 50));
}
