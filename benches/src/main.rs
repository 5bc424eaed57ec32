//! The command line: only parsing and dispatch.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use hashlab::memory::{self, CountingAllocator};
use hashlab::{Error, smgr};

#[global_allocator]
static ALLOCATOR: CountingAllocator = memory::counting_allocator();

/// Measures hash tables on real traces, beside the tables people know.
#[derive(Debug, Parser)]
#[command(name = "hashlab", version)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Smgr(smgr::Options),
}

fn main() -> ExitCode {
    memory::install(&ALLOCATOR);
    match run(CommandLine::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.is_broken_pipe() => ExitCode::SUCCESS,
        Err(error) => {
            // Where even standard error is closed, the exit code must do.
            let _ = writeln!(io::stderr(), "hashlab: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> Result<(), Error> {
    let mut output = io::stdout().lock();
    match command {
        Command::Smgr(options) => smgr::run(&options, &mut output),
    }
}
