//! What dynahash reports by `elog` and `Assert`.

use alloc::string::String;
use core::fmt;

/// Why the dynahash interface refused. The table is as it was.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// There is no memory for another entry, or the table is of a fixed size and full.
    OutOfMemory {
        /// The table.
        table: String,
    },
    /// There is no memory for the table, or the directory is too small for it.
    FailedToInitialize {
        /// The table.
        table: String,
    },
    /// What a table is to be contradicts itself; in C an assertion.
    InvalidControl {
        /// The table.
        table: String,
        /// What is wrong.
        what: &'static str,
    },
    /// A key is not as long as the keys of the table.
    KeyLength {
        /// The table.
        table: String,
        /// Bytes of its keys.
        keysize: usize,
        /// Bytes of this one.
        length: usize,
    },
    /// A new key in a frozen table.
    Frozen {
        /// The table.
        table: String,
    },
    /// A key update in a frozen table.
    FrozenUpdate {
        /// The table.
        table: String,
    },
    /// The entry whose key was to be updated has gone, or never was.
    NotInTable {
        /// The table.
        table: String,
    },
    /// Freezing a table that is scanned.
    ActiveScans {
        /// The table.
        table: String,
    },
    /// Freezing a partitioned table: others may be about to enter.
    FreezeShared {
        /// The table.
        table: String,
    },
    /// The session has 100 scans already.
    TooManyScans {
        /// The table that was to be scanned.
        table: String,
    },
    /// The scan has ended, or is one of another table.
    NoScan {
        /// The table.
        table: String,
    },
    /// The table's memory cannot be given back: it was made with [`Flags::ALLOC`](super::Flags::ALLOC).
    CannotDestroy {
        /// The table.
        table: String,
    },
    /// So many entries of such a size do not fit an address space.
    TooLarge {
        /// Entries.
        nelem: usize,
        /// Bytes of each.
        entrysize: usize,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfMemory { table } => write!(f, "out of memory for another entry of hashtable \"{table}\""),
            Self::FailedToInitialize { table } => write!(f, "failed to initialize hash table \"{table}\""),
            Self::InvalidControl { table, what } => write!(f, "hashtable \"{table}\" cannot be made: {what}"),
            Self::KeyLength { table, keysize, length } => {
                write!(f, "keys of hashtable \"{table}\" have {keysize} bytes, this one has {length}")
            }
            Self::Frozen { table } => write!(f, "cannot insert into frozen hashtable \"{table}\""),
            Self::FrozenUpdate { table } => write!(f, "cannot update in frozen hashtable \"{table}\""),
            Self::NotInTable { table } => {
                write!(f, "hash_update_hash_key argument is not in hashtable \"{table}\"")
            }
            Self::ActiveScans { table } => {
                write!(f, "cannot freeze hashtable \"{table}\" because it has active scans")
            }
            Self::FreezeShared { table } => write!(f, "cannot freeze shared hashtable \"{table}\""),
            Self::TooManyScans { table } => {
                write!(f, "too many active hash_seq_search scans, cannot start one on \"{table}\"")
            }
            Self::NoScan { table } => write!(f, "no hash_seq_search scan for hash table \"{table}\""),
            Self::CannotDestroy { table } => {
                write!(f, "hashtable \"{table}\" cannot be destroyed: nobody takes its memory back")
            }
            Self::TooLarge { nelem, entrysize } => {
                write!(f, "a hash table of {nelem} entries of {entrysize} bytes does not fit an address space")
            }
        }
    }
}

impl core::error::Error for Error {}
