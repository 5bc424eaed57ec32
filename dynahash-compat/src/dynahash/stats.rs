//! What dynahash counts.

use alloc::string::String;
use core::fmt;

/// What `hash_stats` prints of a table, by `Display` in its words.
///
/// ```
/// use dynahash_compat::dynahash::{Action, Dynahash, Flags, HashCtl};
///
/// let info = HashCtl { keysize: 4, entrysize: 8, ..HashCtl::DEFAULT };
/// let mut table = Dynahash::create("relations", 16, &info, Flags::ELEM | Flags::BLOBS).unwrap();
/// table.search(&1_u32.to_ne_bytes(), Action::Enter).unwrap();
/// assert_eq!(
///     table.stats(Some("test")).to_string(),
///     "hash_stats:  Caller: test  Table Name: \"relations\"  Accesses: 1  Collisions: 0  Expansions: 0  Entries: 1  \
///      Key Size: 4  Max Bucket: 15  Segment Count: 1"
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct HashStats {
    /// Who asks.
    pub caller: Option<String>,
    /// The table's name.
    pub table: String,
    /// Searches and key updates.
    pub accesses: u64,
    /// Entries of other keys that were stepped over. (Fewer than in C: a search that the tags of its bucket end steps over
    /// none.)
    pub collisions: u64,
    /// Attempts to split a bucket.
    pub expansions: u64,
    /// Entries.
    pub entries: usize,
    /// Bytes of a key.
    pub keysize: usize,
    /// The number of the last bucket.
    pub max_bucket: usize,
    /// Segments of buckets.
    pub segments: usize,
}

impl fmt::Display for HashStats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "hash_stats:  Caller: {}  Table Name: \"{}\"  Accesses: {}  Collisions: {}  Expansions: {}  Entries: {}  \
             Key Size: {}  Max Bucket: {}  Segment Count: {}",
            self.caller.as_deref().unwrap_or("(unknown)"),
            self.table,
            self.accesses,
            self.collisions,
            self.expansions,
            self.entries,
            self.keysize,
            self.max_bucket,
            self.segments,
        )
    }
}
