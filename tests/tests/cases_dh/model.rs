//! Random operations on the dynahash interface, with scans open, frozen tables, key updates, and sizes around the powers of
//! two where splits change the masks. After each step every entry that was handed out is where it was.

use std::collections::HashMap;
use std::ptr::NonNull;

use dynahash_compat::dynahash::{Action, Dynahash, Error, Flags, HashCtl, SeqScan, Session};
use quickcheck::QuickCheck;
use simplehash::Handle;
use simplehash::hash::pg::murmurhash32;

use crate::support::number;

#[derive(Clone, Copy)]
struct Known {
    value: u32,
    handle: Handle,
    address: NonNull<u8>,
    born: usize,
}

struct Scanning {
    scan: SeqScan,
    /// Births returned so far; those whose key was updated meanwhile may come again.
    seen: Vec<usize>,
    /// Births the scan owes.
    owed: Vec<usize>,
    updated: Vec<usize>,
}

struct Run {
    table: Dynahash,
    session: Session,
    model: HashMap<u32, Known>,
    gone: Vec<Handle>,
    scans: Vec<Scanning>,
    splits: bool,
    fixed: Option<usize>,
}

impl Run {
    fn lose(&mut self, key: u32) {
        if let Some(known) = self.model.remove(&key) {
            self.gone.push(known.handle);
            self.scans.iter_mut().for_each(|scanning| scanning.owed.retain(|born| *born != known.born));
        }
    }

    fn enter(&mut self, born: usize, key: u32, value: u32, action: Action) {
        let (buckets, entries, scanned) = (self.table.num_buckets(), self.table.num_entries(), !self.scans.is_empty());
        let frozen = self.table.is_frozen();
        let full = self.fixed == Some(entries);
        match self.table.search(&key.to_ne_bytes(), action) {
            Ok(searched) => {
                assert_eq!(searched.found, self.model.contains_key(&key));
                let Some(mut entry) = searched.entry else {
                    assert!(full && action == Action::EnterNull && !searched.found);
                    return;
                };
                assert!(!frozen || searched.found);
                assert_eq!(number(entry.key()), key);
                entry.value_mut().copy_from_slice(&value.to_ne_bytes());
                let (handle, address) = (entry.handle(), entry.address());
                match self.model.get_mut(&key) {
                    Some(known) => {
                        assert_eq!((known.handle, known.address), (handle, address));
                        known.value = value;
                    }
                    None => {
                        assert!(!self.gone.contains(&handle), "a new entry has a new handle");
                        self.model.insert(key, Known { value, handle, address, born });
                    }
                }
            }
            Err(Error::Frozen { .. }) => assert!(frozen && !self.model.contains_key(&key)),
            Err(Error::OutOfMemory { .. }) => assert!(full && action == Action::Enter),
            Err(error) => panic!("{error}"),
        }
        let splits = self.splits && !frozen && !scanned && entries >= buckets;
        assert_eq!(self.table.num_buckets(), buckets + usize::from(splits), "one split, exactly when it is due");
    }

    fn step(&mut self, born: usize, (operation, key, other): (u8, u8, u8), range: u32) {
        let (key, other) = (u32::from(key) % range, u32::from(other) % range);
        match operation % 16 {
            0..6 => self.enter(born, key, born as u32, Action::Enter),
            6 => self.enter(born, key, born as u32, Action::EnterNull),
            7 | 8 => {
                let searched = self.table.search(&key.to_ne_bytes(), Action::Remove).unwrap();
                assert_eq!(searched.found, self.model.contains_key(&key));
                self.lose(key);
            }
            9 => {
                let Some(known) = self.model.get(&key).copied() else { return };
                assert!(self.table.remove(known.handle));
                self.lose(key);
            }
            10 | 11 => {
                let Some(known) = self.model.get(&key).copied() else { return };
                match self.table.update_hash_key(known.handle, &other.to_ne_bytes()) {
                    Ok(updated) => {
                        assert_eq!(updated, !self.model.contains_key(&other));
                        if updated {
                            self.model.remove(&key);
                            self.model.insert(other, known);
                            for scanning in &mut self.scans {
                                scanning.updated.push(known.born);
                                scanning.owed.retain(|born| *born != known.born);
                            }
                        }
                    }
                    Err(error) => assert!(matches!(error, Error::FrozenUpdate { .. }) && self.table.is_frozen()),
                }
            }
            12 if self.scans.len() < 5 => {
                let scan = self.table.seq_init().unwrap();
                let owed = self.model.values().map(|known| known.born).collect();
                self.scans.push(Scanning { scan, seen: Vec::new(), owed, updated: Vec::new() });
            }
            13 => {
                if let Some(scanning) = self.scans.pop() {
                    match other % 3 {
                        0 => self.table.seq_term(scanning.scan).unwrap(),
                        1 => drop(scanning.scan),
                        // Forgotten; the transaction ends it, and with it all others.
                        _ if self.table.is_frozen() => std::mem::forget(scanning.scan),
                        _ => {
                            std::mem::forget(scanning.scan);
                            self.scans.clear();
                            assert_eq!(self.session.end_transaction(true).len(), 1);
                        }
                    }
                }
            }
            14 if operation == 14 && other == 0 && self.scans.is_empty() => match self.table.freeze() {
                Ok(()) => {}
                Err(error) => assert!(matches!(error, Error::FreezeShared { .. })),
            },
            _ => {
                let searched = self.table.search(&key.to_ne_bytes(), Action::Find).unwrap();
                let found = searched.entry.map(|entry| (number(entry.value()), entry.handle(), entry.address()));
                let known = self.model.get(&key).map(|known| (known.value, known.handle, known.address));
                assert_eq!(found, known);
            }
        }
    }

    /// Every scan goes one step.
    fn scan(&mut self) {
        let mut index = 0;
        while index < self.scans.len() {
            let scanning = &mut self.scans[index];
            let next = self.table.seq_search(&mut scanning.scan).unwrap();
            let Some(entry) = next else {
                let missed = scanning.owed.iter().find(|born| !scanning.seen.contains(born));
                assert_eq!(missed, None, "what stayed is returned");
                assert!(matches!(self.table.seq_search(&mut scanning.scan), Err(Error::NoScan { .. })));
                self.scans.swap_remove(index);
                continue;
            };
            let known = self.model[&number(entry.key())];
            assert_eq!((entry.handle(), entry.address()), (known.handle, known.address));
            let again = scanning.seen.contains(&known.born);
            assert!(!again || scanning.updated.contains(&known.born), "nothing is returned twice");
            scanning.seen.push(known.born);
            index += 1;
        }
    }

    fn check(&mut self) {
        let Self { table, model, gone, session, scans, .. } = self;
        assert_eq!(table.num_entries(), model.len());
        for (key, known) in model.iter() {
            let bytes = table.get(known.handle).unwrap();
            assert_eq!((number(&bytes[..4]), number(&bytes[4..])), (*key, known.value));
            assert_eq!(NonNull::from(&bytes[0]), known.address, "it stays where it is");
        }
        assert!(gone.iter().all(|handle| table.get(*handle).is_none()), "what has gone is not found");
        let registered = if table.is_frozen() { 0 } else { scans.len() };
        assert_eq!((table.active_scans(), session.active_scans()), (registered, registered));
    }
}

fn random_operations(kind: u8, size: u8, operations: Vec<(u8, u8, u8)>) {
    // Buckets at a power of two, one below and one above; and keys about as many.
    let power = 1_usize << (2 + size % 4);
    let nelem = power + usize::from(size / 4 % 3) - 1;
    let range = 2 * power as u32 + 3;
    let hash = if kind & 1 == 0 { |key: &[u8], _| number(key) } else { |key: &[u8], _| murmurhash32(number(key)) };
    let info = HashCtl { keysize: 4, entrysize: 8, hash: Some(hash), num_partitions: 4, ..HashCtl::DEFAULT };
    let mut flags = Flags::ELEM | Flags::FUNCTION;
    flags.set(Flags::PARTITION, kind & 2 != 0);
    flags.set(Flags::FIXED_SIZE, kind & 4 != 0);
    let session = Session::new();
    let table = Dynahash::create_in_session(&session, "model", nelem, &info, flags).unwrap();
    let fixed = flags.contains(Flags::FIXED_SIZE).then(|| if kind & 2 != 0 { nelem.max(32) } else { nelem });
    let splits = !flags.intersects(Flags::PARTITION | Flags::FIXED_SIZE);
    let (model, gone, scans) = (HashMap::new(), Vec::new(), Vec::new());
    let mut run = Run { table, session, model, gone, scans, splits, fixed };
    for (born, operation) in operations.into_iter().enumerate() {
        run.step(born, operation, range);
        run.scan();
        run.check();
    }
}

#[test]
fn entries_stay_where_they_are() {
    let tests = std::env::var("QUICKCHECK_TESTS").ok().and_then(|tests| tests.parse().ok()).unwrap_or(2000);
    let generator = quickcheck::Gen::new(400);
    QuickCheck::new().rng(generator).tests(tests).quickcheck(random_operations as fn(_, _, _));
}
