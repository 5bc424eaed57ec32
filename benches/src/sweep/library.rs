//! Sweeps of the key types of other crates.

use std::io;
use std::process::ExitCode;

use clap::{Args, FromArgMatches};
use simplehash::MapKey;

use super::command::{claim_results, sweep_keys, write_results};
use super::key::Key;
use super::options::{KeySource, Options};
use super::roster::Roster;
use super::workload::Keys;
use crate::trace::read::{Line, Source, decompressed, next_line};
use crate::{Error, exit_code};

/// Sweeps the tables of key type `K` under its own policy: the `main` of a program whose command line is that of
/// `hashlab sweep`, without the presets.
///
/// To count bytes, too, let [`sweep_main!`](crate::sweep_main) write the program.
///
/// ```no_run
/// # use simplehash::SimpleHash;
/// # #[derive(SimpleHash, Clone, PartialEq, Eq, Hash)]
/// # struct BlockKey(u64);
/// # impl hashlab::sweep::Key for BlockKey {
/// #     type Value = u32;
/// #     fn numbered(number: u64) -> Self { Self(number) }
/// # }
/// fn main() -> std::process::ExitCode {
///     hashlab::sweep::<BlockKey>()
/// }
/// ```
pub fn sweep<K: Key + MapKey<K::Value>>() -> ExitCode
where
    K::Policy: 'static,
{
    sweep_roster(&Roster::<K>::own())
}

/// As [`sweep`], with the tables of the roster: other hash functions, or layouts of other crates.
pub fn sweep_roster<K: Key + MapKey<K::Value>>(roster: &Roster<K>) -> ExitCode {
    let command = Options::augment_args(clap::Command::new("sweep"))
        .about("Sweeps the tables of a key type over fill factor, layout and hash function");
    let mut matches = command.get_matches();
    let options = Options::from_arg_matches_mut(&mut matches).unwrap_or_else(|error| error.exit());
    exit_code(run(roster, &options))
}

fn run<K: Key + MapKey<K::Value>>(roster: &Roster<K>, options: &Options) -> Result<(), Error> {
    claim_results(&options.results)?;
    let keys = match &options.keys {
        KeySource::Drawn(popularity) => Keys::random(options.size, *popularity)?,
        KeySource::File(source) => {
            let mut keys = Vec::new();
            for_each_line(source, |number, line| {
                let not_a_key = || Error::NotAKey { input: source.to_string(), line: number, text: beginning(line) };
                keys.push(K::parsed(line).ok_or_else(not_a_key)?);
                Ok(())
            })?;
            Keys::given(keys)
        }
    };
    let mut output = io::stdout().lock();
    let (points, printed) = sweep_keys(roster, &keys, options, &mut output)?;
    write_results(&options.results, &points)?;
    printed
}

fn beginning(line: &str) -> String {
    line.chars().take(40).collect()
}

/// Calls `each` with the lines of a source that are not empty, and their numbers from 1.
pub(super) fn for_each_line(
    source: &Source,
    mut each: impl FnMut(u64, &str) -> Result<(), Error>,
) -> Result<(), Error> {
    let input = source.to_string();
    let failed = |line, source| Error::Read { input: input.clone(), line, source };
    let mut text = decompressed(source.open()?.reader).map_err(|source| failed(1, source))?;
    let (mut buffer, mut number) = (Vec::new(), 0);
    loop {
        number += 1;
        match next_line(&mut text, &mut buffer).map_err(|source| failed(number, source))? {
            Line::End => return Ok(()),
            Line::TooLong => {
                return Err(Error::NotAKey { input, line: number, text: "(longer than 1 MiB)".to_owned() });
            }
            Line::Whole([]) => {}
            Line::Whole(line) => match str::from_utf8(line) {
                Ok(line) => each(number, line)?,
                Err(_) => {
                    let text = beginning(&String::from_utf8_lossy(line));
                    return Err(Error::NotAKey { input, line: number, text });
                }
            },
        }
    }
}
