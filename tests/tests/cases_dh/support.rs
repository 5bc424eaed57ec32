//! Tables of `u32` keys and values through the dynahash interface.

use dynahash_compat::dynahash::{Action, Dynahash, Error, Flags, HashCtl, Session};
use simplehash::Handle;
use simplehash::allocator::Allocator;

pub(crate) fn number(bytes: &[u8]) -> u32 {
    u32::from_ne_bytes(bytes.try_into().unwrap())
}

/// Keys hash to themselves.
pub(crate) const IDENTITY: HashCtl =
    HashCtl { keysize: 4, entrysize: 8, hash: Some(|key, _| number(key)), ..HashCtl::DEFAULT };
pub(crate) const FUNCTION: Flags = Flags::ELEM.union(Flags::FUNCTION);

/// A table whose keys hash to themselves.
pub(crate) fn identity(nelem: usize) -> Dynahash {
    Dynahash::create("identity", nelem, &IDENTITY, FUNCTION).unwrap()
}

pub(crate) fn identity_in(session: &Session, nelem: usize) -> Dynahash {
    Dynahash::create_in_session(session, "identity", nelem, &IDENTITY, FUNCTION).unwrap()
}

/// What is done with tables of numbers.
pub(crate) trait Numbers {
    /// Enters a key with itself as its value; its handle, or that there was no memory. Panics if it is there.
    fn enter(&mut self, key: u32) -> Result<Handle, Error>;
    /// The value of a key.
    fn value(&mut self, key: u32) -> Option<u32>;
    /// Whether it was there.
    fn take(&mut self, key: u32) -> bool;
    /// The keys in the order of a scan.
    fn keys(&mut self) -> Vec<u32>;
}

impl<A: Allocator> Numbers for Dynahash<A> {
    fn enter(&mut self, key: u32) -> Result<Handle, Error> {
        let searched = self.search(&key.to_ne_bytes(), Action::Enter)?;
        assert!(!searched.found, "{key} is new");
        let mut entry = searched.entry.unwrap();
        assert_eq!(number(entry.key()), key);
        entry.value_mut().copy_from_slice(&key.to_ne_bytes());
        Ok(entry.handle())
    }

    fn value(&mut self, key: u32) -> Option<u32> {
        let searched = self.search(&key.to_ne_bytes(), Action::Find).unwrap();
        assert_eq!(searched.found, searched.entry.is_some());
        searched.entry.map(|entry| number(entry.value()))
    }

    fn take(&mut self, key: u32) -> bool {
        let searched = self.search(&key.to_ne_bytes(), Action::Remove).unwrap();
        assert!(searched.entry.is_none());
        searched.found
    }

    fn keys(&mut self) -> Vec<u32> {
        let mut keys = Vec::new();
        let mut scan = self.seq_init().unwrap();
        while let Some(entry) = self.seq_search(&mut scan).unwrap() {
            keys.push(number(entry.key()));
        }
        keys
    }
}

pub(crate) fn sorted(mut keys: Vec<u32>) -> Vec<u32> {
    keys.sort_unstable();
    keys
}
