//! The forks of a relation.

use std::fmt;

/// Number of forks a relation may have.
pub const FORKS: usize = 4;

/// One of the files, or rather rows of segment files, that a relation consists of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fork {
    /// The data.
    Main,
    /// The free space map.
    FreeSpace,
    /// The visibility map.
    Visibility,
    /// What an unlogged relation is reset to.
    Init,
}

impl Fork {
    /// All forks, in PostgreSQL's order.
    pub const ALL: [Self; FORKS] = [Self::Main, Self::FreeSpace, Self::Visibility, Self::Init];

    /// The fork's number, for arrays of [`FORKS`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// PostgreSQL's name for it.
    ///
    /// ```
    /// assert_eq!(smgr::Fork::ALL.map(smgr::Fork::name), ["main", "fsm", "vm", "init"]);
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Main => "main",
            Self::FreeSpace => "fsm",
            Self::Visibility => "vm",
            Self::Init => "init",
        }
    }
}

impl fmt::Display for Fork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
