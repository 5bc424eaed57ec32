//! Random operations by the pin rules, beside a model that is a few vectors.

use quickcheck::{Arbitrary, Gen, QuickCheck};
use simplehash::Layout;
use smgr::{Error, PinnedRelations, RelationRef};

use super::support::{Event, Files, Log, Next, closing, key, on_every_layout, panics};

on_every_layout! { random_operations_agree_with_the_model }

const RELATIONS: u32 = 10;

#[derive(Debug, Clone, Copy)]
enum Operation {
    Open(u32),
    OpenFailing(u32),
    OpenPanicking(u32),
    Pin(u32),
    Unpin(u32),
    Close(u32),
    Release(u32),
    ReleaseByKey(u32),
    ReleaseAll,
    DestroyAll,
    EndOfTransaction,
}

impl Arbitrary for Operation {
    fn arbitrary(g: &mut Gen) -> Self {
        let relation = u32::arbitrary(g) % RELATIONS;
        match u8::arbitrary(g) % 32 {
            0..9 => Self::Open(relation),
            9 => Self::OpenFailing(relation),
            10 => Self::OpenPanicking(relation),
            11..17 => Self::Pin(relation),
            17..24 => Self::Unpin(relation),
            24 => Self::Close(relation),
            25 => Self::Release(relation),
            26 => Self::ReleaseByKey(relation),
            27 => Self::ReleaseAll,
            28 => Self::DestroyAll,
            _ => Self::EndOfTransaction,
        }
    }
}

/// What should be.
#[derive(Default)]
struct Model {
    /// Relations that are open, and their pins.
    open: Vec<(u32, u64)>,
    unpinned: Vec<u32>,
}

impl Model {
    fn pins(&mut self, n: u32) -> Option<&mut u64> {
        self.open.iter_mut().find(|(open, _)| *open == n).map(|(_, pins)| pins)
    }

    fn open(&mut self, n: u32) -> Vec<Event> {
        if self.pins(n).is_some() {
            return vec![];
        }
        self.open.push((n, 0));
        self.unpinned.push(n);
        vec![Event::Opened(key(n))]
    }

    fn pin<E>(&mut self, n: u32) -> Result<(), Error<E>> {
        *self.pins(n).ok_or(Error::NotOpen { key: key(n) })? += 1;
        self.unpinned.retain(|other| *other != n);
        Ok(())
    }

    fn unpin<E>(&mut self, n: u32) -> Result<(), Error<E>> {
        match self.pins(n).ok_or(Error::NotOpen { key: key(n) })? {
            0 => return Err(Error::NotPinned { key: key(n) }),
            pins => *pins -= 1,
        }
        if self.pins(n) == Some(&mut 0) {
            self.unpinned.push(n);
        }
        Ok(())
    }

    fn release(&mut self, n: u32) -> Vec<Event> {
        self.pins(n).map_or(vec![], |_| closing(key(n)).to_vec())
    }

    fn destroy_all(&mut self) -> Vec<Event> {
        self.open.retain(|(n, _)| !self.unpinned.contains(n));
        std::mem::take(&mut self.unpinned).into_iter().flat_map(|n| closing(key(n))).collect()
    }
}

/// The table beside the model.
struct Both<'a, L: Layout> {
    relations: PinnedRelations<&'a mut Files, L>,
    log: Log,
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
                assert_eq!(self.relations.try_open(key(n)).is_ok(), self.model.pins(n).is_some());
                self.relations.manager_mut().next_open = Next::Succeed;
                vec![]
            }
            Operation::OpenPanicking(n) => {
                if self.model.pins(n).is_none() {
                    self.relations.manager_mut().next_open = Next::Panic;
                    panics(|| drop(self.relations.try_open(key(n))));
                }
                vec![]
            }
            Operation::Pin(n) => {
                if let Some(handle) = self.handles[n as usize] {
                    assert_eq!(self.relations.pin(handle), self.model.pin(n));
                }
                vec![]
            }
            Operation::Unpin(n) => {
                if let Some(handle) = self.handles[n as usize] {
                    assert_eq!(self.relations.unpin(handle), self.model.unpin(n));
                }
                vec![]
            }
            Operation::Close(n) => {
                if let Some(handle) = self.handles[n as usize] {
                    assert_eq!(self.relations.close(handle).is_ok(), self.model.pins(n).is_some());
                }
                self.model.release(n)
            }
            Operation::Release(n) => {
                if let Some(handle) = self.handles[n as usize] {
                    assert_eq!(self.relations.release(handle).is_ok(), self.model.pins(n).is_some());
                }
                self.model.release(n)
            }
            Operation::ReleaseByKey(n) => {
                assert_eq!(self.relations.release_by_key(key(n)), self.model.pins(n).is_some());
                self.model.release(n)
            }
            Operation::ReleaseAll => {
                self.relations.release_all();
                in_any_order = true;
                self.model.open.iter().flat_map(|(n, _)| closing(key(*n))).collect()
            }
            Operation::DestroyAll => {
                self.relations.destroy_all();
                self.model.destroy_all()
            }
            Operation::EndOfTransaction => {
                self.relations.end_of_transaction();
                self.model.destroy_all()
            }
        };
        self.compare(expected, in_any_order);
    }

    fn compare(&mut self, mut expected: Vec<Event>, in_any_order: bool) {
        let mut events = self.log.take();
        if in_any_order {
            events.sort_unstable();
            expected.sort_unstable();
        }
        assert_eq!(events, expected);
        assert_eq!(self.relations.len(), self.model.open.len());
        assert_eq!(self.relations.unclaimed(), self.model.unpinned.len());
        for n in 0..RELATIONS {
            let found = self.relations.find(key(n));
            let pins = found.map(|handle| self.relations.get(handle).unwrap().pins());
            assert_eq!(pins, self.model.pins(n).copied());
            assert!(found.is_none() || found == self.handles[n as usize]);
        }
    }

    /// Drops the table, which closes what is open.
    fn end(self) {
        drop(self.relations);
        let (mut closed, mut expected) =
            (self.log.take(), self.model.open.iter().flat_map(|(n, _)| closing(key(*n))).collect::<Vec<_>>());
        closed.sort_unstable();
        expected.sort_unstable();
        assert_eq!(closed, expected);
    }
}

fn agrees<L: Layout>(operations: Vec<Operation>) -> bool {
    let mut files = Files::default();
    let log = files.log.clone();
    let relations = PinnedRelations::with_layout(&mut files);
    let mut both = Both::<L> { relations, log, handles: Default::default(), model: Model::default() };
    operations.into_iter().for_each(|operation| both.run(operation));
    both.end();
    files.open_segments == 0
}

fn random_operations_agree_with_the_model<L: Layout>() {
    QuickCheck::new().rng(Gen::new(200)).tests(300).quickcheck(agrees::<L> as fn(Vec<Operation>) -> bool);
}
