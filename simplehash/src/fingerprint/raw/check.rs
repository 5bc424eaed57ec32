//! What is true of the words at all times, for tests.
#![expect(unsafe_code, reason = "the raw modules are where unsafe code lives")]

use super::core::{FURTHEST, FingerprintCore, STRAY, fingerprint};
use super::group::Group;
use crate::hooks::Hooks;
use crate::layout::Layout;
use crate::policy::Policy;
use crate::table::EntryTable;
use std::vec::Vec;

impl<G: Group> FingerprintCore<G> {
    /// Panics unless every entry is where a search for it ends up, in Robin Hood order, and all is counted.
    ///
    /// # Safety
    /// `E` is the entry type of this core; `hash` is the function its hashes are of.
    unsafe fn check<E>(&self, mut hash: impl FnMut(&E) -> u64) {
        // SAFETY: in bounds.
        let words: Vec<u16> = (0..self.slots()).map(|slot| unsafe { self.word(slot) }).collect();
        let used = words.iter().filter(|word| **word != 0).count();
        let strays = words.iter().filter(|word| **word >= STRAY).count();
        assert_eq!((used, strays), (self.len, self.strays()));
        // SAFETY: the first of the guard.
        assert!(!self.has_slots() || unsafe { self.word(self.slots()) } == 0, "the guard is empty");
        for (slot, word) in words.iter().enumerate().filter(|(_, word)| **word != 0) {
            // SAFETY: a slot in use.
            let hash = hash(unsafe { self.entry_ref::<E>(slot) });
            assert_eq!(*word as u8, fingerprint(hash));
            if *word < STRAY {
                let home = self.home(hash);
                assert_eq!(usize::from(word >> 8) - 1, slot - home, "slot {slot}");
                for (distance, before) in words[home..slot].iter().enumerate() {
                    assert!(usize::from(before >> 8) > distance, "slot {slot} of home {home}");
                }
            } else {
                assert_eq!(word >> 8, FURTHEST as u16 + 1);
            }
        }
    }
}

/// Checks the words of a table.
pub(in crate::fingerprint) fn check<E, P, G: Group>(table: &EntryTable<E, P>, hash: impl FnMut(&E) -> u64)
where
    P: Policy<Layout: Layout<Core = FingerprintCore<G>>, Hooks: Hooks<E>>,
{
    // SAFETY: the entry type of the table.
    unsafe { table.core().check(hash) };
}

/// The group of these words.
pub(in crate::fingerprint) fn load<G: Group>(words: &[u16]) -> G {
    assert_eq!(words.len(), G::LANES);
    // SAFETY: so many words.
    unsafe { G::load(words.as_ptr()) }
}
