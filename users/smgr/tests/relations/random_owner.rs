//! Random operations by the owner rules, beside a model that is a few vectors.

use quickcheck::{Arbitrary, Gen, QuickCheck};
use simplehash::Layout;
use smgr::{Error, OwnedRelations, OwnerSlot, RelationRef};

use super::support::{Event, Files, Log, Next, closing, key, on_every_layout, panics};

on_every_layout! { random_operations_agree_with_the_model }

const RELATIONS: u32 = 10;
const SLOTS: usize = 4;

#[derive(Debug, Clone, Copy)]
enum Operation {
    Open(u32),
    OpenFailing(u32),
    OpenPanicking(u32),
    Close(u32),
    CloseNode(u32),
    CloseAll,
    SetOwner(usize, u32),
    ClearOwner(usize, u32),
    DropSlot(usize),
    Release(u32),
    ReleaseAll,
    EndOfTransaction,
}

impl Arbitrary for Operation {
    fn arbitrary(g: &mut Gen) -> Self {
        let relation = u32::arbitrary(g) % RELATIONS;
        let slot = usize::arbitrary(g) % SLOTS;
        match u8::arbitrary(g) % 32 {
            0..9 => Self::Open(relation),
            9 => Self::OpenFailing(relation),
            10 => Self::OpenPanicking(relation),
            11..14 => Self::Close(relation),
            14 => Self::CloseNode(relation),
            15 => Self::CloseAll,
            16..23 => Self::SetOwner(slot, relation),
            23..25 => Self::ClearOwner(slot, relation),
            25..28 => Self::DropSlot(slot),
            28 => Self::Release(relation),
            29 => Self::ReleaseAll,
            _ => Self::EndOfTransaction,
        }
    }
}

/// What should be.
#[derive(Default)]
struct Model {
    /// Relations that are open.
    open: Vec<u32>,
    unowned: Vec<u32>,
    /// Which relation a slot holds.
    slots: [Option<u32>; SLOTS],
    /// Relations whose slots were dropped, before the table has noticed.
    orphans: Vec<u32>,
}

impl Model {
    fn is_open(&self, n: u32) -> bool {
        self.open.contains(&n)
    }

    fn open(&mut self, n: u32) -> Vec<Event> {
        if self.is_open(n) {
            return vec![];
        }
        self.open.push(n);
        self.unowned.push(n);
        vec![Event::Opened(key(n))]
    }

    fn close(&mut self, n: u32) -> Vec<Event> {
        if !self.is_open(n) {
            return vec![];
        }
        self.open.retain(|other| *other != n);
        self.unowned.retain(|other| *other != n);
        self.orphans.retain(|other| *other != n);
        for slot in &mut self.slots {
            slot.take_if(|held| *held == n);
        }
        closing(key(n)).to_vec()
    }

    fn close_each(&mut self, relations: &[u32]) -> Vec<Event> {
        relations.iter().flat_map(|n| self.close(*n)).collect()
    }

    fn adopt_orphans(&mut self) {
        self.unowned.append(&mut self.orphans);
    }

    fn set_owner(&mut self, slot: usize, n: u32) {
        self.orphans.extend(self.slots[slot].take());
        self.adopt_orphans();
        for other in &mut self.slots {
            other.take_if(|held| *held == n);
        }
        self.unowned.retain(|other| *other != n);
        self.slots[slot] = Some(n);
    }

    fn clear_owner(&mut self, slot: usize, n: u32) -> bool {
        let owns = self.slots[slot] == Some(n);
        if owns {
            self.orphans.extend(self.slots[slot].take());
            self.adopt_orphans();
        }
        owns
    }
}

/// The table beside the model.
struct Both<'a, L: Layout> {
    relations: OwnedRelations<&'a mut Files, L>,
    log: Log,
    slots: [OwnerSlot; SLOTS],
    /// The last handle to each relation, stale or not.
    handles: [Option<RelationRef>; RELATIONS as usize],
    model: Model,
}

impl<L: Layout> Both<'_, L> {
    fn run(&mut self, operation: Operation) {
        let mut in_any_order = false;
        let expected = match operation {
            Operation::Open(n) => {
                self.handles[n as usize] = Some(self.relations.try_open(key(n)).unwrap());
                self.model.open(n)
            }
            Operation::OpenFailing(n) => {
                self.relations.manager_mut().next_open = Next::Fail;
                assert_eq!(self.relations.try_open(key(n)).is_ok(), self.model.is_open(n));
                self.relations.manager_mut().next_open = Next::Succeed;
                vec![]
            }
            Operation::OpenPanicking(n) => {
                if !self.model.is_open(n) {
                    self.relations.manager_mut().next_open = Next::Panic;
                    panics(|| drop(self.relations.try_open(key(n))));
                }
                vec![]
            }
            Operation::Close(n) => {
                if let Some(handle) = self.handles[n as usize] {
                    assert_eq!(self.relations.close(handle), self.of_open(n, ()));
                }
                self.model.close(n)
            }
            Operation::CloseNode(n) => {
                assert_eq!(self.relations.close_node(key(n)), self.model.is_open(n));
                self.model.close(n)
            }
            Operation::CloseAll => {
                self.relations.close_all();
                in_any_order = true;
                self.model.close_each(&self.model.open.clone())
            }
            Operation::SetOwner(slot, n) => {
                if let Some(handle) = self.handles[n as usize] {
                    let result = self.relations.set_owner(&self.slots[slot], handle);
                    assert_eq!(result, self.of_open(n, ()));
                    if result.is_ok() {
                        self.model.set_owner(slot, n);
                    }
                }
                vec![]
            }
            Operation::ClearOwner(slot, n) => {
                if let Some(handle) = self.handles[n as usize] {
                    let cleared = self.relations.clear_owner(&self.slots[slot], handle);
                    assert_eq!(cleared, self.model.clear_owner(slot, n));
                }
                vec![]
            }
            Operation::DropSlot(slot) => {
                self.slots[slot] = OwnerSlot::new();
                self.model.orphans.extend(self.model.slots[slot].take());
                vec![]
            }
            Operation::Release(n) => {
                let handle = self.handles[n as usize];
                let result = handle.map(|handle| self.relations.release(handle));
                assert!(result.is_none_or(|result| result == self.of_open(n, ())));
                if self.model.is_open(n) { closing(key(n)).to_vec() } else { vec![] }
            }
            Operation::ReleaseAll => {
                self.relations.release_all();
                in_any_order = true;
                self.model.open.iter().flat_map(|n| closing(key(*n))).collect()
            }
            Operation::EndOfTransaction => {
                self.relations.end_of_transaction();
                self.model.adopt_orphans();
                self.model.close_each(&self.model.unowned.clone())
            }
        };
        self.compare(expected, in_any_order);
    }

    /// `value` if relation `n` is open, else what a stale handle to it gives.
    fn of_open<T, E>(&self, n: u32, value: T) -> Result<T, Error<E>> {
        if self.model.is_open(n) { Ok(value) } else { Err(Error::NotOpen { key: key(n) }) }
    }

    fn compare(&self, mut expected: Vec<Event>, in_any_order: bool) {
        let mut events = self.log.take();
        if in_any_order {
            events.sort_unstable();
            expected.sort_unstable();
        }
        assert_eq!(events, expected);
        assert_eq!(self.relations.len(), self.model.open.len());
        assert_eq!(self.relations.unclaimed(), self.model.unowned.len());
        let slots = self.slots.each_ref().map(|slot| slot.get().map(|held| held.key().relation));
        assert_eq!(slots, self.model.slots);
        for n in 0..RELATIONS {
            let handle = self.handles[n as usize].filter(|_| self.model.is_open(n));
            assert_eq!(self.relations.find(key(n)), handle);
            let owned = handle.is_some_and(|handle| self.relations.get(handle).unwrap().is_owned());
            assert_eq!(owned, self.model.slots.contains(&Some(n)));
        }
    }

    /// Drops the table, which closes what is open.
    fn end(self) {
        drop(self.relations);
        let (mut closed, mut expected) =
            (self.log.take(), self.model.open.iter().flat_map(|n| closing(key(*n))).collect::<Vec<_>>());
        closed.sort_unstable();
        expected.sort_unstable();
        assert_eq!(closed, expected);
        assert!(self.slots.iter().all(|slot| slot.get().is_none()));
    }
}

fn agrees<L: Layout>(operations: Vec<Operation>) -> bool {
    let mut files = Files::default();
    let log = files.log.clone();
    let relations = OwnedRelations::with_layout(&mut files);
    let mut both =
        Both::<L> { relations, log, slots: Default::default(), handles: Default::default(), model: Model::default() };
    operations.into_iter().for_each(|operation| both.run(operation));
    both.end();
    files.open_segments == 0
}

fn random_operations_agree_with_the_model<L: Layout>() {
    QuickCheck::new().rng(Gen::new(200)).tests(300).quickcheck(agrees::<L> as fn(Vec<Operation>) -> bool);
}
