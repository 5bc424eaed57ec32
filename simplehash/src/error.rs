//! Why a table could not take an entry.

use core::alloc::Layout as MemoryLayout;
use core::fmt;

/// Why a table could not make room. Its entries are as they were, and what was to be inserted comes back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// More room was asked for than the layout has numbers for, or than an address space has bytes
    /// (PostgreSQL: "hash table too large").
    CapacityOverflow,
    /// The table has as many slots as its layout allows and is full to its last fill factor (PostgreSQL:
    /// "hash table size exceeded").
    SizeExceeded {
        /// The slots it has.
        slots: usize,
    },
    /// The allocator refused.
    AllocError {
        /// What it was asked for.
        layout: MemoryLayout,
    },
    /// `insert_no_grow` met a table that would have to grow.
    WouldGrow {
        /// What asked for growth.
        because: Growth,
    },
}

/// What makes a table grow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Growth {
    /// As many entries as the fill factor allows.
    FillFactor,
    /// The new entry would be further from home than `grow_max_dib`.
    Distance,
    /// More entries would move than `grow_max_move`.
    Moves,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CapacityOverflow => f.write_str("hash table too large: capacity overflow"),
            Self::SizeExceeded { slots } => {
                write!(
                    f,
                    "hash table size exceeded: a table of {slots} slots, the largest size, is filled to its last fill factor"
                )
            }
            Self::AllocError { layout } => {
                write!(f, "out of memory: the allocator refused {} bytes for a hash table", layout.size())
            }
            Self::WouldGrow { because } => {
                let what = match because {
                    Growth::FillFactor => "it is filled to its fill factor",
                    Growth::Distance => "the entry would be further from home than grow_max_dib",
                    Growth::Moves => "more entries would move than grow_max_move",
                };
                write!(f, "the hash table would have to grow: {what}")
            }
        }
    }
}

impl core::error::Error for Error {}

/// Ends infallible operations that found no room.
#[cold]
pub(crate) fn give_up(error: Error) -> ! {
    match error {
        Error::AllocError { layout } => allocator_api2::alloc::handle_alloc_error(layout),
        error => panic!("{error}"),
    }
}

#[inline]
pub(crate) fn or_give_up<T>(result: Result<T, Error>) -> T {
    match result {
        Ok(value) => value,
        Err(error) => give_up(error),
    }
}
