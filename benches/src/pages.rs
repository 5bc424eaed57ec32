//! The size of memory pages, the same for all tables of a run.

use std::process::Command;
use std::{env, io};

use crate::Error;

/// Whether large blocks of memory may be in huge pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum HugePages {
    /// The C library asks for them for every large block, whichever table it is for.
    On,
    /// Nobody gets them, whatever the system's setting.
    Off,
}

/// What tells the GNU C library, from 2.35 on, to ask for huge pages. It is read when a program starts.
const TUNABLES: (&str, &str) = ("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1");

/// Puts the policy in force for the whole program, before it allocates its tables. For [`HugePages::On`] the program starts
/// anew, with the same arguments.
///
/// # Errors
/// [`Error::HugePages`] if the system has no such thing.
pub fn apply(policy: HugePages) -> Result<(), Error> {
    let failed = |source: io::Error| Error::HugePages { source };
    match policy {
        HugePages::Off => forbid().map_err(failed),
        HugePages::On if env::var(TUNABLES.0).is_ok_and(|value| value.contains(TUNABLES.1)) => Ok(()),
        HugePages::On => Err(failed(start_anew())),
    }
}

#[cfg(target_os = "linux")]
fn forbid() -> io::Result<()> {
    Ok(rustix::thread::disable_transparent_huge_pages(true)?)
}

/// Where there are none to forbid.
#[cfg(not(target_os = "linux"))]
fn forbid() -> io::Result<()> {
    Ok(())
}

/// Replaces the program by itself; comes back only with the reason why not.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn start_anew() -> io::Error {
    use std::os::unix::process::CommandExt;

    let settings = env::var(TUNABLES.0).map_or_else(|_| TUNABLES.1.to_owned(), |old| format!("{old}:{}", TUNABLES.1));
    match env::current_exe() {
        Ok(program) => Command::new(program).args(env::args_os().skip(1)).env(TUNABLES.0, settings).exec(),
        Err(error) => error,
    }
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn start_anew() -> io::Error {
    io::Error::new(io::ErrorKind::Unsupported, "only the GNU C library can be told to use them")
}
