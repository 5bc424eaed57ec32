//! Parses options as a command line would, for their tests.

use clap::{Args, Parser};

#[derive(Debug, Parser)]
struct CommandLine<O: Args> {
    #[command(flatten)]
    options: O,
}

/// The options that `arguments` give, or the message that the user sees.
pub(crate) fn parse<O: Args>(arguments: &[&str]) -> Result<O, String> {
    let line = CommandLine::try_parse_from([&["hashlab"], arguments].concat());
    line.map(|line| line.options).map_err(|error| error.to_string())
}
