//! A progress bar on standard error for long work; nothing is drawn when that is not a terminal.

use std::io::Read;

use indicatif::{ProgressBar, ProgressStyle};

/// One piece of work going on.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    /// Which part of the work this is, of how many.
    part: (u64, u64),
}

// No ticking in the background: another thread would disturb both the clock and the count of bytes.
impl Progress {
    /// Reading `what`, of `length` bytes if that is known.
    pub fn reading(what: &str, length: Option<u64>) -> Self {
        match length {
            Some(length) => Self::with_template(Some(length), what, "{msg} {wide_bar} {bytes}/{total_bytes}"),
            None => Self::with_template(None, what, "{msg} {bytes}"),
        }
    }

    /// Measuring `what`; [`Self::set`] tells how much there is to do.
    pub fn measuring(what: &str) -> Self {
        // One, not none: a bar of nothing is drawn full.
        Self::with_template(Some(1), what, "{msg} {wide_bar} {pos}/{len} runs, {eta} left")
    }

    fn with_template(length: Option<u64>, what: &str, template: &str) -> Self {
        let bar = length.map_or_else(ProgressBar::no_length, ProgressBar::new);
        bar.set_style(ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.set_message(what.to_owned());
        Progress { bar, part: (0, 1) }
    }

    /// A reader that moves the bar as it is read.
    pub fn watch<R: Read>(&self, reader: R) -> impl Read + use<R> {
        self.bar.wrap_read(reader)
    }

    /// One of `all` parts of equal length, from 0: it moves the same bar, and only through its share of it.
    pub fn part(&self, number: u64, all: u64) -> Progress {
        Progress { bar: self.bar.clone(), part: (number, all) }
    }

    /// Moves the bar.
    pub fn set(&self, done: u64, all: u64) {
        let (number, parts) = self.part;
        self.bar.set_length(all * parts);
        self.bar.set_position(number * all + done);
    }

    /// Says something on standard error, above the bar where there is one.
    pub fn say(&self, message: &str) {
        self.bar.suspend(|| eprintln!("hashlab: {message}"));
    }
}

/// The bar goes away with the work, or with the last part of it.
impl Drop for Progress {
    fn drop(&mut self) {
        let (number, parts) = self.part;
        if number + 1 == parts {
            self.bar.finish_and_clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_templates_are_valid() {
        for template in ["{msg} {wide_bar} {bytes}/{total_bytes}", "{msg} {bytes}", "{msg} {wide_bar} {pos}/{len}"] {
            assert!(ProgressStyle::with_template(template).is_ok(), "{template}");
        }
    }

    #[test]
    fn a_watched_reader_reads_the_same_and_moves_the_bar() {
        let progress = Progress::reading("x", Some(5));
        let mut text = String::new();
        progress.watch(&b"hello"[..]).read_to_string(&mut text).unwrap();
        assert_eq!((text.as_str(), progress.bar.position()), ("hello", 5));
        progress.part(1, 3).set(2, 4);
        assert_eq!((progress.bar.position(), progress.bar.length()), (6, Some(12)));
        progress.set(2, 4);
        assert_eq!((progress.bar.position(), progress.bar.length()), (2, Some(4)));
    }
}
