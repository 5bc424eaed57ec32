//! PostgreSQL's dynahash, the interface: tables of entries whose size is known only when the program runs.
//!
//! Names are dynahash's, and so is what happens: where an entry goes, when a bucket is split, in what order a scan comes to
//! the entries, what is an error and in which words. What differs is what Rust is for:
//!
//! - a [`Dynahash`] is a value; dropping it frees it;
//! - flags are [`Flags`], errors are one enum [`Error`], an assertion in C is an error here;
//! - a search returns an [`Entry`], whose key cannot be written and whose other bytes are initialised: zero, or what an
//!   earlier entry left. It borrows the table; to come back to an entry keep its [`Handle`], and for
//!   other languages its address;
//! - what C leaves undefined is defined: a handle of an entry that was removed finds nothing, a scan survives the removal of
//!   any entry, a fixed table never splits a bucket.
//!
//! | C | here |
//! | --- | --- |
//! | `hash_create` | [`Dynahash::create`] |
//! | `hash_search`, `hash_search_with_hash_value` | [`Dynahash::search`], [`Dynahash::search_with_hash_value`] |
//! | `get_hash_value` | [`Dynahash::get_hash_value`] |
//! | `hash_update_hash_key` | [`Dynahash::update_hash_key`] |
//! | `hash_get_num_entries` | [`Dynahash::num_entries`] |
//! | `hash_seq_init`, `hash_seq_init_with_hash_value` | [`Dynahash::seq_init`], [`Dynahash::seq_init_with_hash_value`] |
//! | `hash_seq_search`, `hash_seq_term` | [`Dynahash::seq_search`], [`Dynahash::seq_term`] |
//! | `hash_freeze` | [`Dynahash::freeze`] |
//! | `hash_estimate_size`, `hash_select_dirsize`, `hash_get_shared_size` | [`sizing`] |
//! | `hash_stats`, `hash_destroy` | [`Dynahash::stats`], [`Dynahash::destroy`] |
//! | `AtEOXact_HashTables`, `AtEOSubXact_HashTables` | [`Session::end_transaction`], [`Session::end_subtransaction`] |
//!
//! Partitions are here what they are to a table: buckets that are never split, and 32 free lists that lend to each other.
//! Sharing one between threads is not.
//!
//! ```
//! use dynahash_compat::dynahash::{Action, Dynahash, Flags, HashCtl};
//!
//! // An entry: the oid of a relation, and its pages.
//! let info = HashCtl { keysize: 4, entrysize: 8, ..HashCtl::DEFAULT };
//! let mut relations = Dynahash::create("relations", 128, &info, Flags::ELEM | Flags::BLOBS)?;
//!
//! let oid = 1259_u32.to_ne_bytes();
//! let mut searched = relations.search(&oid, Action::Enter)?;
//! assert!(!searched.found);
//! if let Some(entry) = &mut searched.entry {
//!     entry.value_mut().copy_from_slice(&14_u32.to_ne_bytes());
//! }
//! let found = relations.search(&oid, Action::Find)?.entry.map(|entry| entry.value().to_vec());
//! assert_eq!(found, Some(14_u32.to_ne_bytes().to_vec()));
//! assert!(relations.search(&oid, Action::Remove)?.found);
//! # Ok::<(), dynahash_compat::dynahash::Error>(())
//! ```

mod control;
mod error;
mod keys;
mod scan;
mod session;
pub mod sizing;
mod stats;
#[cfg(test)]
mod tests;

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ptr::NonNull;

use allocator_api2::alloc::{Allocator, Global};
use simplehash::Handle;

use crate::raw::elements::{Elements, FREE_LISTS, Looked};
use keys::{Keys, Kind, word};
use scan::OpenScan;

pub use control::{Action, Flags, HashCompareFunc, HashCopyFunc, HashCtl, HashValueFunc};
pub use error::Error;
pub use scan::SeqScan;
pub use session::{LeakedScan, MAX_SEQ_SCANS, Session};
pub use stats::HashStats;

/// A table of entries whose sizes are given when it is made: dynahash's `HTAB`. See the [module](self).
pub struct Dynahash<A: Allocator = Global> {
    elements: Elements<A>,
    keys: Keys,
    flags: Flags,
    frozen: bool,
    most_buckets: usize,
    scans: Vec<OpenScan>,
    session: Session,
    id: u64,
    name: String,
    accesses: u64,
    collisions: u64,
    expansions: u64,
}

/// What a search found.
#[derive(Debug)]
#[non_exhaustive]
pub struct Searched<'a> {
    /// Whether the entry was there before: dynahash's `foundPtr`.
    pub found: bool,
    /// The entry; none if it was not there and not made, or if it was removed.
    pub entry: Option<Entry<'a>>,
}

/// An entry of a table, borrowed: its key, and behind it its value.
pub struct Entry<'a> {
    bytes: &'a mut [u8],
    keysize: usize,
    handle: Handle,
    address: NonNull<u8>,
}

impl<'a> Entry<'a> {
    /// An entry that is there.
    fn new<A: Allocator>(elements: &'a mut Elements<A>, keysize: usize, number: u32) -> Self {
        let (Some(handle), Some(address)) = (elements.handle(number), elements.address(number)) else {
            unreachable!("the element was found a moment ago")
        };
        let Some(bytes) = elements.entry_mut(number) else { unreachable!("it has a handle") };
        Self { bytes, keysize, handle, address }
    }

    /// The key as it is kept: of text as much as fits, and zeroes behind it.
    #[must_use]
    pub fn key(&self) -> &[u8] {
        &self.bytes[..self.keysize]
    }

    /// What is behind the key.
    #[must_use]
    pub fn value(&self) -> &[u8] {
        &self.bytes[self.keysize..]
    }

    /// What is behind the key, for changes. In a new entry it is zero, or what an earlier entry left.
    pub fn value_mut(&mut self) -> &mut [u8] {
        &mut self.bytes[self.keysize..]
    }

    /// Key and value, aligned to eight bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        self.bytes
    }

    /// What finds the entry again, and nothing once it has gone.
    #[must_use]
    pub fn handle(&self) -> Handle {
        self.handle
    }

    /// Where the entry is until it is removed, whatever else is done: through splits, scans and key updates.
    #[must_use]
    pub fn address(&self) -> NonNull<u8> {
        self.address
    }
}

impl fmt::Debug for Entry<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entry").field("key", &self.key()).field("value", &self.value()).finish_non_exhaustive()
    }
}

impl Dynahash {
    /// `hash_create`: a table for about `nelem` entries, in a session of its own. The name is for messages.
    ///
    /// # Errors
    /// [`Error::InvalidControl`] if `info` and `flags` contradict each other or themselves; [`Error::FailedToInitialize`] if
    /// there is no memory.
    pub fn create(name: &str, nelem: usize, info: &HashCtl, flags: Flags) -> Result<Self, Error> {
        Self::create_in_session(&Session::new(), name, nelem, info, flags)
    }

    /// As [`create`](Self::create), in a session with other tables.
    ///
    /// # Errors
    /// As there.
    pub fn create_in_session(
        session: &Session,
        name: &str,
        nelem: usize,
        info: &HashCtl,
        flags: Flags,
    ) -> Result<Self, Error> {
        Self::create_in(Global, session, name, nelem, info, flags)
    }
}

impl<A: Allocator> Dynahash<A> {
    /// As [`create`](Dynahash::create), where `top` is the memory of tables that name none (dynahash's top context).
    ///
    /// # Errors
    /// As there.
    pub fn create_in(
        top: A,
        session: &Session,
        name: &str,
        nelem: usize,
        info: &HashCtl<A>,
        flags: Flags,
    ) -> Result<Self, Error>
    where
        A: Clone,
    {
        let invalid = |what| Error::InvalidControl { table: name.to_owned(), what };
        if !Flags::all().contains(flags) {
            return Err(invalid("there are unknown flags"));
        }
        let keys = Keys::new(info, flags).map_err(invalid)?;
        let partitions = if flags.contains(Flags::PARTITION) { info.num_partitions } else { 1 };
        if !partitions.is_power_of_two() {
            return Err(invalid("`num_partitions` must be a power of two"));
        }
        let segment_size = if flags.contains(Flags::SEGMENT) { info.ssize } else { sizing::SEGMENT_SIZE };
        if !segment_size.is_power_of_two() {
            return Err(invalid("`ssize` must be a power of two"));
        }
        let alloc = match (flags.contains(Flags::ALLOC), flags.contains(Flags::CONTEXT)) {
            (true, true) => return Err(invalid("ALLOC and CONTEXT exclude each other")),
            (true, false) => info.alloc.clone().ok_or(invalid("ALLOC without `alloc`"))?,
            (false, true) => info.hcxt.clone().ok_or(invalid("CONTEXT without `hcxt`"))?,
            (false, false) => top,
        };
        let (fixed, partitioned) = (flags.contains(Flags::FIXED_SIZE), flags.contains(Flags::PARTITION));
        let failed = || Error::FailedToInitialize { table: name.to_owned() };

        let buckets = sizing::nbuckets(nelem, partitions);
        let segments = buckets.div_ceil(segment_size).next_power_of_two();
        let most_segments = if flags.contains(Flags::DIRSIZE) { info.max_dsize } else { None };
        if most_segments.is_some_and(|most| segments > most) {
            return Err(failed());
        }
        let directory = if flags.contains(Flags::DIRSIZE) { info.dsize } else { 0 };
        let together = sizing::nelem_alloc(info.entrysize);
        let returns = !flags.contains(Flags::ALLOC);
        let elements = Elements::new(alloc, info.entrysize, together, partitioned, fixed, returns);
        let mut elements = elements.ok_or_else(|| invalid("`entrysize` is as large as an address space"))?;
        elements.make_buckets(buckets, directory).map_err(|_| failed())?;
        // What is shared or fixed has all its elements from the beginning, small tables theirs.
        let nelem = nelem.min(sizing::MOST_ENTRIES);
        if fixed || partitioned || nelem < together {
            let each = if partitioned { (nelem / FREE_LISTS).max(1) } else { 0 };
            let least = if partitioned { FREE_LISTS } else { 1 };
            elements.make_elements(nelem.max(least), each).map_err(|_| failed())?;
        }
        Ok(Self {
            elements,
            keys,
            flags,
            frozen: false,
            most_buckets: most_segments.map_or(usize::MAX, |most| most.saturating_mul(segment_size)),
            scans: Vec::new(),
            session: session.clone(),
            id: session.new_table(),
            name: name.to_owned(),
            accesses: 0,
            collisions: 0,
            expansions: 0,
        })
    }

    fn name(&self) -> String {
        self.name.clone()
    }

    /// `get_hash_value`: the table's hash of a key, for searches with a hash value.
    ///
    /// # Errors
    /// [`Error::KeyLength`].
    pub fn get_hash_value(&self, key: &[u8]) -> Result<u32, Error> {
        self.check_length(key)?;
        Ok(self.keys.hash(key))
    }

    #[inline]
    fn check_length(&self, key: &[u8]) -> Result<(), Error> {
        if self.keys.take(key.len()) {
            return Ok(());
        }
        Err(Error::KeyLength { table: self.name(), keysize: self.keys.keysize, length: key.len() })
    }

    /// `hash_search`: finds, enters or removes the entry of a key. A binary key has exactly `keysize` bytes; of a text what
    /// is before a zero byte counts, and at most `keysize - 1` bytes: two texts that begin with the same `keysize - 1` bytes
    /// are the same key.
    ///
    /// Entering splits one bucket of a full table, also if the key is there. Expected constant.
    ///
    /// # Errors
    /// [`Error::Frozen`] for a new key; [`Error::OutOfMemory`] unless the action is [`Action::EnterNull`];
    /// [`Error::KeyLength`].
    #[inline]
    pub fn search(&mut self, key: &[u8], action: Action) -> Result<Searched<'_>, Error> {
        self.check_length(key)?;
        self.searched(key, self.keys.hash(key), action)
    }

    /// `hash_search_with_hash_value`: as [`search`](Self::search), with the hash in hand. It must be the table's own; with
    /// another one the answers are wrong.
    ///
    /// # Errors
    /// As there.
    #[inline]
    pub fn search_with_hash_value(
        &mut self,
        key: &[u8],
        hashvalue: u32,
        action: Action,
    ) -> Result<Searched<'_>, Error> {
        self.check_length(key)?;
        self.searched(key, hashvalue, action)
    }

    fn searched(&mut self, key: &[u8], hash: u32, action: Action) -> Result<Searched<'_>, Error> {
        self.accesses += 1;
        let enters = matches!(action, Action::Enter | Action::EnterNull);
        if enters && self.is_full() {
            self.expansions += 1;
            self.elements.split(self.most_buckets);
        }
        let looked = self.look(key, hash);
        self.collisions += looked.collisions;
        let keysize = self.keys.keysize;
        match (looked.found, action) {
            (Some(number), Action::Remove) => {
                self.take_out(number);
                Ok(Searched { found: true, entry: None })
            }
            (Some(number), _) => {
                let entry = Some(Entry::new(&mut self.elements, keysize, number));
                Ok(Searched { found: true, entry })
            }
            (None, Action::Find | Action::Remove) => Ok(Searched { found: false, entry: None }),
            (None, Action::Enter | Action::EnterNull) => {
                if self.frozen {
                    return Err(Error::Frozen { table: self.name() });
                }
                let copied = self.keys.copied(key);
                let entered = match copied {
                    Some(copied) => self.elements.enter(hash, |entry| entry[..keysize].copy_from_slice(&copied)),
                    None => {
                        let keys = self.keys;
                        self.elements.enter(hash, |entry| keys.copy(entry, key))
                    }
                };
                match entered {
                    Some(number) => {
                        let entry = Some(Entry::new(&mut self.elements, keysize, number));
                        Ok(Searched { found: false, entry })
                    }
                    None if action == Action::EnterNull => Ok(Searched { found: false, entry: None }),
                    None => Err(Error::OutOfMemory { table: self.name() }),
                }
            }
        }
    }

    /// Whether entering splits a bucket.
    #[inline]
    fn is_full(&mut self) -> bool {
        self.elements.len() >= self.elements.buckets()
            && !self.frozen
            && !self.flags.intersects(Flags::PARTITION | Flags::FIXED_SIZE)
            && !self.is_scanned()
    }

    /// One search, compiled for each kind of keys.
    #[inline]
    fn look(&self, key: &[u8], hash: u32) -> Looked {
        let keysize = self.keys.keysize;
        if let Some(compare) = self.keys.compare() {
            return self.elements.look(hash, |entry| compare(&entry[..keysize], key, keysize));
        }
        match self.keys.kind {
            Kind::Uint32 => {
                let key = word(key);
                self.elements.look(hash, |entry| word(entry) == key)
            }
            Kind::Strings => {
                let text = self.keys.text(key);
                // What is stored is shorter than `keysize`, and zeroes are behind it.
                self.elements.look(hash, |entry| entry[..text.len()] == *text && entry[text.len()] == 0)
            }
            Kind::Blobs | Kind::Function(_) => self.elements.look(hash, |entry| entry[..keysize] == *key),
        }
    }

    fn take_out(&mut self, number: u32) {
        let next = self.elements.remove(number);
        self.step_off(number, next);
    }

    /// `hash_update_hash_key`: gives an entry another key. It stays where it is, and cannot run out of memory. False, and
    /// nothing is changed, if there is an entry with that key, be it the same one.
    ///
    /// # Errors
    /// [`Error::FrozenUpdate`]; [`Error::NotInTable`] if the entry has gone; [`Error::KeyLength`].
    pub fn update_hash_key(&mut self, entry: Handle, newkey: &[u8]) -> Result<bool, Error> {
        self.accesses += 1;
        if self.frozen {
            return Err(Error::FrozenUpdate { table: self.name() });
        }
        let number = self.number_of(entry).ok_or_else(|| Error::NotInTable { table: self.name() })?;
        self.check_length(newkey)?;
        let hash = self.keys.hash(newkey);
        let looked = self.look(newkey, hash);
        self.collisions += looked.collisions;
        if looked.found.is_some() {
            return Ok(false);
        }
        let copied = self.keys.copied(newkey);
        // A scan that stands before the entry goes on in the chain it was in.
        let (old, next) = (self.elements.hash(number), self.elements.after(number));
        if old.is_some_and(|old| self.elements.bucket_of(old) != self.elements.bucket_of(hash)) {
            self.step_off(number, next);
        }
        self.elements.relink(number, hash);
        let (keys, keysize) = (self.keys, self.keys.keysize);
        if let Some(entry) = self.elements.entry_mut(number) {
            match copied {
                Some(copied) => entry[..keysize].copy_from_slice(&copied),
                None => keys.copy(entry, newkey),
            }
        }
        Ok(true)
    }

    fn number_of(&self, handle: Handle) -> Option<u32> {
        (self.elements.handle(handle.slot())? == handle).then_some(handle.slot())
    }

    /// The entry of a handle: key and value.
    #[must_use]
    pub fn get(&self, handle: Handle) -> Option<&[u8]> {
        self.elements.entry(self.number_of(handle)?)
    }

    /// The entry of a handle, for changes.
    pub fn entry(&mut self, handle: Handle) -> Option<Entry<'_>> {
        let number = self.number_of(handle)?;
        Some(Entry::new(&mut self.elements, self.keys.keysize, number))
    }

    /// Removes the entry of a handle, without a search; false if it has gone. During a scan this is how to remove the entry
    /// just returned.
    pub fn remove(&mut self, handle: Handle) -> bool {
        let number = self.number_of(handle);
        number.map(|number| self.take_out(number)).is_some()
    }

    /// `hash_freeze`: from here on new keys and key updates are errors, and scans are neither registered nor limited. For
    /// good; a second time it does nothing.
    ///
    /// # Errors
    /// [`Error::ActiveScans`]; [`Error::FreezeShared`] if the table is partitioned.
    pub fn freeze(&mut self) -> Result<(), Error> {
        if self.flags.contains(Flags::PARTITION) {
            return Err(Error::FreezeShared { table: self.name() });
        }
        if !self.frozen && self.is_scanned() {
            return Err(Error::ActiveScans { table: self.name() });
        }
        self.frozen = true;
        Ok(())
    }

    /// Whether it was frozen.
    #[must_use]
    pub fn is_frozen(&self) -> bool {
        self.frozen
    }

    /// `hash_get_num_entries`.
    #[must_use]
    pub fn num_entries(&self) -> usize {
        self.elements.len()
    }

    /// Buckets; the number of the last one is one less.
    #[must_use]
    pub fn num_buckets(&self) -> usize {
        self.elements.buckets()
    }

    /// Elements that are allocated and hold no entry.
    #[must_use]
    pub fn num_free(&self) -> usize {
        self.elements.free()
    }

    /// Bytes allocated for buckets and elements.
    #[must_use]
    pub fn allocation_size(&self) -> usize {
        self.elements.allocation_size()
    }

    /// `hash_stats`.
    #[must_use]
    pub fn stats(&self, caller: Option<&str>) -> HashStats {
        HashStats {
            caller: caller.map(ToOwned::to_owned),
            table: self.name(),
            accesses: self.accesses,
            collisions: self.collisions,
            expansions: self.expansions,
            entries: self.elements.len(),
            keysize: self.keys.keysize,
            max_bucket: self.elements.buckets() - 1,
            segments: self.elements.segments(),
        }
    }

    /// `hash_destroy`: frees the table, as dropping it does, and gives its statistics.
    ///
    /// # Errors
    /// [`Error::CannotDestroy`] and the table, if nobody takes its memory back. (Dropped, its memory stays with whoever
    /// `alloc` has it from.)
    pub fn destroy(self) -> Result<HashStats, (Box<Self>, Error)> {
        if self.flags.contains(Flags::ALLOC) {
            let table = self.name();
            return Err((Box::new(self), Error::CannotDestroy { table }));
        }
        Ok(self.stats(Some("destroy")))
    }
}

impl<A: Allocator> fmt::Debug for Dynahash<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Dynahash")
            .field("name", &self.name)
            .field("entries", &self.num_entries())
            .field("buckets", &self.num_buckets())
            .finish_non_exhaustive()
    }
}
