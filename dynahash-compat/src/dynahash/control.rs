//! How a table is to be: `HASHCTL` and the `HASH_*` flags.

use core::fmt;

use allocator_api2::alloc::Global;
use bitflags::bitflags;

bitflags! {
    /// What a table has that others have not, and which fields of [`HashCtl`] are read: dynahash's `HASH_*` flags, with
    /// their values.
    ///
    /// `HASH_SHARED_MEM` and `HASH_ATTACH` are missing: a table belongs to those who hold it, and what several threads
    /// share is made of other types.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub struct Flags: u32 {
        /// `num_partitions`: buckets are never split, so that the partition of a key never changes, and there are 32 free
        /// lists.
        const PARTITION = 0x0001;
        /// `ssize`: buckets in a segment, up to PostgreSQL 18.
        const SEGMENT = 0x0002;
        /// `dsize`, `max_dsize`: segments in the directory, up to PostgreSQL 18.
        const DIRSIZE = 0x0004;
        /// `keysize`, `entrysize`. Every table has it.
        const ELEM = 0x0008;
        /// Keys are text, ended by a zero byte.
        const STRINGS = 0x0010;
        /// Keys are bytes.
        const BLOBS = 0x0020;
        /// `hash`: keys are bytes with a hash function of their own.
        const FUNCTION = 0x0040;
        /// `match`: a comparison of their own.
        const COMPARE = 0x0080;
        /// `keycopy`: a way of their own to get into an entry.
        const KEYCOPY = 0x0100;
        /// `alloc`: memory that nobody takes back. Such a table cannot be destroyed.
        const ALLOC = 0x0200;
        /// `hcxt`: where the memory of the table comes from, and goes when it is destroyed.
        const CONTEXT = 0x0400;
        /// All memory is allocated when the table is made: it holds `nelem` entries and no more.
        const FIXED_SIZE = 0x2000;
    }
}

/// Hashes a key of so many bytes: `HashValueFunc`.
pub type HashValueFunc = fn(key: &[u8], keysize: usize) -> u32;
/// Whether the key in an entry is the one looked for: `HashCompareFunc`, where 0 means so.
pub type HashCompareFunc = fn(stored: &[u8], key: &[u8], keysize: usize) -> bool;
/// Copies a key into an entry, of which it is given the first `keysize` bytes: `HashCopyFunc`.
pub type HashCopyFunc = fn(entry: &mut [u8], key: &[u8], keysize: usize);

/// dynahash's `HASHCTL`. Fields without their [flag](Flags) are not read.
///
/// ```
/// use dynahash_compat::dynahash::HashCtl;
///
/// let info: HashCtl = HashCtl { keysize: 4, entrysize: 16, ..HashCtl::DEFAULT };
/// assert!(info.hash.is_none());
/// ```
#[derive(Clone)]
#[expect(clippy::exhaustive_structs, reason = "written with `..HashCtl::DEFAULT`")]
pub struct HashCtl<A = Global> {
    /// [`Flags::PARTITION`]: a power of two.
    pub num_partitions: usize,
    /// [`Flags::SEGMENT`]: buckets in a segment, a power of two. Segments have 256 all the same; it counts for the limit
    /// that `max_dsize` sets.
    pub ssize: usize,
    /// [`Flags::DIRSIZE`]: segments there is room for in the directory at first.
    pub dsize: usize,
    /// [`Flags::DIRSIZE`]: segments there may be; `None` where C has -1. A table that has as many splits no more buckets,
    /// and just runs fuller.
    pub max_dsize: Option<usize>,
    /// [`Flags::ELEM`]: bytes of a key, which are the first of an entry.
    pub keysize: usize,
    /// [`Flags::ELEM`]: bytes of an entry.
    pub entrysize: usize,
    /// [`Flags::FUNCTION`].
    pub hash: Option<HashValueFunc>,
    /// [`Flags::COMPARE`].
    pub r#match: Option<HashCompareFunc>,
    /// [`Flags::KEYCOPY`].
    pub keycopy: Option<HashCopyFunc>,
    /// [`Flags::ALLOC`].
    pub alloc: Option<A>,
    /// [`Flags::CONTEXT`].
    pub hcxt: Option<A>,
}

impl<A> HashCtl<A> {
    /// Nothing set.
    pub const DEFAULT: Self = Self {
        num_partitions: 0,
        ssize: 0,
        dsize: 0,
        max_dsize: None,
        keysize: 0,
        entrysize: 0,
        hash: None,
        r#match: None,
        keycopy: None,
        alloc: None,
        hcxt: None,
    };
}

impl<A> Default for HashCtl<A> {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl<A> fmt::Debug for HashCtl<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HashCtl")
            .field("keysize", &self.keysize)
            .field("entrysize", &self.entrysize)
            .field("num_partitions", &self.num_partitions)
            .finish_non_exhaustive()
    }
}

/// What [`search`](super::Dynahash::search) does: `HASHACTION`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_enums, reason = "dynahash has these four")]
pub enum Action {
    /// Finds an entry (0).
    Find,
    /// Finds an entry or makes one (1).
    Enter,
    /// Takes an entry out (2).
    Remove,
    /// As `Enter`, but where there is no memory it finds nothing and is no error (3).
    EnterNull,
}
