//! The tables of this project.

use std::fmt;

use dynahash_compat::dynahash::{Action, Dynahash, Flags, HashCtl};
use simplehash::{Layout, SimpleHash, Table, Using};

use super::NumberTable;

/// The default hasher, seeded: foldhash, the same as the peers'.
#[derive(SimpleHash, Debug)]
#[simplehash(policy_for = u64, hasher = simplehash::DefaultHasher)]
pub struct Foldhash;

/// A layout, by policy.
pub struct Numbers<P, L: Layout>(Table<u64, u64, Using<P, L>>)
where
    P: simplehash::Policy<Hooks = simplehash::NoHooks>;

impl<P: simplehash::Policy<Hooks = simplehash::NoHooks>, L: Layout> fmt::Debug for Numbers<P, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Numbers").field("len", &self.0.len()).finish()
    }
}

impl<P, L> NumberTable for Numbers<P, L>
where
    P: simplehash::Policy<Hasher: Default + simplehash::HashFn<u64>, Hooks = simplehash::NoHooks>,
    L: Layout,
{
    fn create() -> Self {
        Self(Table::default())
    }

    #[inline]
    fn put(&mut self, key: u64, value: u64) {
        self.0.insert(key, value);
    }

    #[inline]
    fn find(&mut self, key: u64) -> Option<u64> {
        self.0.get(&key).copied()
    }

    #[inline]
    fn take(&mut self, key: u64) -> bool {
        self.0.remove(&key).is_some()
    }

    fn sum(&mut self) -> u64 {
        self.0.values().fold(0, |sum, value| sum.wrapping_add(*value))
    }

    fn capacity(&self) -> usize {
        self.0.capacity()
    }
}

/// The dynahash interface: sizes known when the program runs, hashed by PostgreSQL's `tag_hash`.
#[derive(Debug)]
pub struct ThroughDynahash(Dynahash);

/// PostgreSQL creates most tables with some such size.
const INITIAL: usize = 256;

impl NumberTable for ThroughDynahash {
    fn create() -> Self {
        let info = HashCtl { keysize: 8, entrysize: 16, ..HashCtl::DEFAULT };
        let table = Dynahash::create("numbers", INITIAL, &info, Flags::ELEM | Flags::BLOBS);
        Self(table.unwrap_or_else(|error| panic!("{error}")))
    }

    #[inline]
    fn put(&mut self, key: u64, value: u64) {
        if let Ok(searched) = self.0.search(&key.to_ne_bytes(), Action::Enter)
            && let Some(mut entry) = searched.entry
        {
            entry.value_mut().copy_from_slice(&value.to_ne_bytes());
        }
    }

    #[inline]
    fn find(&mut self, key: u64) -> Option<u64> {
        let entry = self.0.search(&key.to_ne_bytes(), Action::Find).ok()?.entry?;
        entry.value().first_chunk().map(|value| u64::from_ne_bytes(*value))
    }

    #[inline]
    fn take(&mut self, key: u64) -> bool {
        self.0.search(&key.to_ne_bytes(), Action::Remove).is_ok_and(|searched| searched.found)
    }

    fn sum(&mut self) -> u64 {
        let Ok(mut scan) = self.0.seq_init() else { return 0 };
        let mut sum = 0_u64;
        while let Ok(Some(entry)) = self.0.seq_search(&mut scan) {
            sum = sum.wrapping_add(entry.value().first_chunk().map_or(0, |value| u64::from_ne_bytes(*value)));
        }
        sum
    }

    fn capacity(&self) -> usize {
        self.0.num_buckets()
    }
}
