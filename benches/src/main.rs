//! The command line: only parsing and dispatch.

use std::io;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use hashlab::memory::{self, CountingAllocator};
use hashlab::{Error, compare, count, exit_code, latency, smgr, sweep};

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
    Compare(compare::Options),
    Count(count::Options),
    Latency(latency::Options),
    Smgr(smgr::Options),
    Sweep(sweep::Command),
}

fn main() -> ExitCode {
    memory::install(&ALLOCATOR);
    exit_code(run(CommandLine::parse().command))
}

fn run(command: Command) -> Result<(), Error> {
    let mut output = io::stdout().lock();
    match command {
        Command::Compare(options) => compare::run(&options, &mut output),
        Command::Count(options) => count::run(&options, &mut output),
        Command::Latency(options) => latency::run(&options, &mut output),
        Command::Smgr(options) => smgr::run(&options, &mut output),
        Command::Sweep(command) => sweep::run(&command, &mut output),
    }
}
