//! The laboratory: replays real traces through hash tables and measures them, all in the same way.
//!
//! * [`trace`] reads `pg_waldump` text into block references;
//! * [`clock`], [`measure`] and [`memory`] are the instruments: thread CPU time, interleaved repetitions, bytes allocated;
//! * [`report`] and [`chart`] show the runs: JSON, text table, SVG; [`progress`] shows that work is going on;
//! * [`smgr`] is the command `hashlab smgr`: recovery's look-ups of PostgreSQL's relation table.

pub mod chart;
pub mod clock;
pub mod error;
pub mod measure;
pub mod memory;
pub mod progress;
pub mod report;
pub mod smgr;
pub mod trace;

pub use error::Error;
