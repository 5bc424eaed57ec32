//! The laboratory: replays real traces through hash tables and measures them, all in the same way.
//!
//! * [`trace`] reads `pg_waldump` text into block references;
//! * [`clock`], [`measure`] and [`memory`] are the instruments: thread CPU time, interleaved repetitions, bytes allocated;
//! * [`report`] and [`chart`] show the runs: JSON, text table, SVG; [`progress`] shows that work is going on;
//! * [`tables`] are what is compared, ours and the peers; [`pages`] is the page policy for all of them;
//! * [`compare`] is the command `hashlab compare`: operation by operation, beside the tables people know;
//! * [`count`] is the command `hashlab count`: instructions and mispredicted branches of a lookup;
//! * [`latency`] is the command `hashlab latency`: single insertions while a table grows;
//! * [`smgr`] is the command `hashlab smgr`: recovery's look-ups of PostgreSQL's relation table;
//! * [`mod@sweep`] is the command `hashlab sweep`, and [`sweep()`] and [`sweep_main!`] the same for your own key type: fill
//!   factor × layout × hash function.

pub mod chart;
pub mod clock;
#[cfg(test)]
mod command_line;
pub mod compare;
pub mod count;
pub mod error;
pub mod fill_factor;
pub mod latency;
pub mod measure;
pub mod memory;
pub mod pages;
pub mod progress;
pub mod report;
pub mod smgr;
pub mod sweep;
pub mod tables;
pub mod trace;

use std::io::{self, Write};
use std::process::ExitCode;

pub use error::Error;
pub use sweep::{sweep, sweep_roster};

/// What a program ends with: 0, or 1 after a line on standard error.
pub fn exit_code(result: Result<(), Error>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.is_broken_pipe() => ExitCode::SUCCESS,
        Err(error) => {
            // Where even standard error is closed, the exit code must do.
            let _ = writeln!(io::stderr(), "hashlab: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Writes the `main` of a program that sweeps a key type, and counts the bytes of its tables.
///
/// With a key type alone as [`sweep()`], with a roster as [`sweep_roster`].
///
/// ```no_run
/// use simplehash::SimpleHash;
///
/// #[derive(SimpleHash, Clone, PartialEq, Eq, Hash)]
/// struct BlockKey {
///     relation: u32,
///     block: u32,
/// }
///
/// impl hashlab::sweep::Key for BlockKey {
///     type Value = u32;
///
///     fn numbered(number: u64) -> Self {
///         Self { relation: (number >> 32) as u32, block: number as u32 }
///     }
/// }
///
/// hashlab::sweep_main!(BlockKey);
/// ```
#[macro_export]
macro_rules! sweep_main {
    ($key:ty) => {
        $crate::sweep_main!($key, $crate::sweep::Roster::<$key>::own());
    };
    ($key:ty, $roster:expr) => {
        #[global_allocator]
        static ALLOCATOR: $crate::memory::CountingAllocator = $crate::memory::counting_allocator();

        fn main() -> ::std::process::ExitCode {
            $crate::memory::install(&ALLOCATOR);
            $crate::sweep_roster::<$key>(&$roster)
        }
    };
}
