//! The command `hashlab sweep`, and the same for the key types of other crates: fill factor × layout × hash function.
//!
//! Tables of one size are filled up to their fill factor, so that what differs between two of them is what the fill
//! factor, the layout or the hash function does, and not that one has just doubled its size.
//!
//! * [`key`]: what a key type must offer; [`workload`]: its keys, put in and looked up;
//! * [`roster`], [`tables`]: the table types, and what is done with each;
//! * [`points`], [`charts`]: what comes of it; [`options`]: what can be chosen;
//! * [`relations`], [`hashes`]: two experiments of PostgreSQL's engineers.

pub mod charts;
pub mod hashes;
pub mod key;
pub mod options;
pub mod points;
pub mod relations;
pub mod roster;
pub mod tables;
pub mod workload;

mod command;
mod library;

pub use command::{Command, Preset, run};
pub use key::{Key, Number, Text};
pub use library::{sweep, sweep_roster};
pub use options::Options;
pub use roster::Roster;
