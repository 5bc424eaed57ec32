//! What PostgreSQL prints about a hash table.

use core::fmt;

/// Statistics of a table, as PostgreSQL's simplehash reports them. The distance of an entry is the number of
/// slots from its home (in chained layouts: its place in the chain); a bucket with `c` entries has `c - 1`
/// collisions.
///
/// [`Display`](fmt::Display) prints PostgreSQL's line:
///
/// ```
/// use simplehash::hash::pg::murmurhash32;
/// use simplehash::{SimpleHash, Table};
///
/// fn hash(key: &u32) -> u32 {
///     murmurhash32(*key)
/// }
/// #[derive(SimpleHash)]
/// #[simplehash(policy_for = u32, hash = hash)]
/// struct Murmur;
///
/// let mut table = Table::<u32, (), Murmur>::create(16);
/// (0..100).for_each(|key| assert!(table.insert(key, ()).is_none()));
/// assert_eq!(
///     table.stats().to_string(),
///     "size: 128, members: 100, filled: 0.781250, total chain: 265, max chain: 10, avg chain: 2.650000, \
///      total_collisions: 33, max_collisions: 4, avg_collisions: 0.330000"
/// );
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Stats {
    /// Slots, or buckets.
    pub size: u64,
    /// Entries.
    pub members: u64,
    /// Sum of all distances.
    pub total_chain: u64,
    /// Greatest distance.
    pub max_chain: u64,
    /// Sum of all collisions.
    pub total_collisions: u64,
    /// Most collisions in one bucket.
    pub max_collisions: u64,
}

impl Stats {
    /// Statistics of nothing in `size` slots; for layouts to add to.
    #[must_use]
    pub fn of_size(size: u64) -> Self {
        Self { size, ..Self::default() }
    }

    /// Adds an entry at this distance from home.
    pub fn add_entry(&mut self, distance: u64) {
        self.members += 1;
        self.total_chain += distance;
        self.max_chain = self.max_chain.max(distance);
    }

    /// Adds a home bucket with this many entries.
    pub fn add_bucket(&mut self, entries: u64) {
        let collisions = entries.saturating_sub(1);
        self.total_collisions += collisions;
        self.max_collisions = self.max_collisions.max(collisions);
    }

    /// Members per slot; 0 in an empty table.
    #[must_use]
    pub fn filled(&self) -> f64 {
        if self.members == 0 { 0.0 } else { self.members as f64 / self.size as f64 }
    }

    /// Mean distance; 0 in an empty table.
    #[must_use]
    pub fn avg_chain(&self) -> f64 {
        self.per_member(self.total_chain)
    }

    /// Mean number of collisions; 0 in an empty table.
    #[must_use]
    pub fn avg_collisions(&self) -> f64 {
        self.per_member(self.total_collisions)
    }

    fn per_member(&self, total: u64) -> f64 {
        if self.members == 0 { 0.0 } else { total as f64 / self.members as f64 }
    }
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "size: {}, members: {}, filled: {:.6}, total chain: {}, max chain: {}, avg chain: {:.6}, \
             total_collisions: {}, max_collisions: {}, avg_collisions: {:.6}",
            self.size,
            self.members,
            self.filled(),
            self.total_chain,
            self.max_chain,
            self.avg_chain(),
            self.total_collisions,
            self.max_collisions,
            self.avg_collisions(),
        )
    }
}
