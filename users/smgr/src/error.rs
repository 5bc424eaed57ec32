//! What can go wrong.

use std::fmt;

use crate::key::RelationKey;

/// Why an operation on open relations failed; `E` is the error of the storage manager. The table is as it was.
///
/// ```
/// use smgr::{Error, NoFiles, OwnedRelations, RelationKey};
///
/// let mut relations = OwnedRelations::new(NoFiles);
/// let pg_class = relations.open(RelationKey::permanent(1663, 5, 1259));
/// relations.close_all();
///
/// let error = relations.close(pg_class).unwrap_err();
/// assert_eq!(error, Error::NotOpen { key: pg_class.key() });
/// assert_eq!(
///     error.to_string(),
///     "SMgrRelation hashtable corrupted: relation 1663/5/1259 is not open under this handle"
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error<E> {
    /// The manager's open hook failed.
    Open {
        /// Which relation it was.
        key: RelationKey,
        /// Why.
        source: E,
    },
    /// The table had no room for the relation. The open hook was not called.
    NoRoom {
        /// Which relation it was.
        key: RelationKey,
        /// Why.
        source: simplehash::Error,
    },
    /// The handle is stale: the relation was closed, and perhaps opened again, since. Where pointers dangle this is
    /// a corrupted table, hence the words.
    NotOpen {
        /// Which relation it was.
        key: RelationKey,
    },
    /// `unpin` without a pin.
    NotPinned {
        /// Which relation it was.
        key: RelationKey,
    },
}

impl<E> fmt::Display for Error<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Open { key, .. } => write!(f, "could not open relation {key}"),
            Self::NoRoom { key, .. } => write!(f, "no room for relation {key} in the table of open relations"),
            Self::NotOpen { key } => {
                write!(f, "SMgrRelation hashtable corrupted: relation {key} is not open under this handle")
            }
            Self::NotPinned { key } => write!(f, "relation {key} is not pinned"),
        }
    }
}

impl<E: std::error::Error + 'static> std::error::Error for Error<E> {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Open { source, .. } => Some(source),
            Self::NoRoom { source, .. } => Some(source),
            Self::NotOpen { .. } | Self::NotPinned { .. } => None,
        }
    }
}
