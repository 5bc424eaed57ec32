//! Where a trace's text comes from, and its lines one by one.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::{Path, PathBuf};

use crate::Error;

/// The longest line accepted, without its line end. Real lines have a few hundred bytes.
pub const MAX_LINE: usize = 1 << 20;

/// The largest window a compressed trace may ask for, as a power of two: 128 MiB, that of `zstd --long`.
const MAX_WINDOW: u32 = 27;

const EXCERPT_NAME: &str = "hp1000-insert-excerpt";
const EXCERPT: &[u8] = include_bytes!("../../traces/hp1000-insert-excerpt.waldump.zst");

/// Where to read a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// The excerpt that is part of the program.
    Excerpt,
    /// Standard input.
    StandardInput,
    /// A file.
    File(PathBuf),
}

/// A source, open.
pub struct Input {
    /// Its bytes, compressed or not.
    pub reader: Box<dyn Read>,
    /// How many they are, where that is known.
    pub length: Option<u64>,
}

impl fmt::Debug for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Input").field("length", &self.length).finish_non_exhaustive()
    }
}

impl Source {
    /// The source that a command's argument names; `-` is standard input.
    pub fn from_argument(argument: &Path) -> Source {
        if argument.as_os_str() == "-" { Source::StandardInput } else { Source::File(argument.to_owned()) }
    }

    /// Whether there is such a thing to read, without opening it: a pipe is opened once.
    pub fn check(&self) -> Result<(), Error> {
        match self {
            Source::Excerpt | Source::StandardInput => Ok(()),
            Source::File(path) => {
                let found = std::fs::metadata(path).map(drop);
                found.map_err(|source| Error::Open { path: path.clone(), source })
            }
        }
    }

    /// The name of the workload: the file's, up to its first dot.
    pub fn workload(&self) -> String {
        match self {
            Source::Excerpt => EXCERPT_NAME.to_owned(),
            Source::StandardInput => "stdin".to_owned(),
            Source::File(path) => {
                let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
                match name.split_once('.') {
                    Some((stem, _)) if !stem.is_empty() => stem.to_owned(),
                    _ => name.into_owned(),
                }
            }
        }
    }

    /// Opens the source.
    pub fn open(&self) -> Result<Input, Error> {
        match self {
            Source::Excerpt => Ok(Input { reader: Box::new(EXCERPT), length: Some(EXCERPT.len() as u64) }),
            Source::StandardInput => Ok(Input { reader: Box::new(io::stdin().lock()), length: None }),
            Source::File(path) => {
                let file = File::open(path).map_err(|source| Error::Open { path: path.clone(), source })?;
                // A pipe or device has no length that means anything.
                let length = file.metadata().ok().filter(|about| about.is_file()).map(|about| about.len());
                Ok(Input { reader: Box::new(file), length })
            }
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Excerpt => f.write_str(EXCERPT_NAME),
            Source::StandardInput => f.write_str("standard input"),
            Source::File(path) => write!(f, "{}", path.display()),
        }
    }
}

/// The text of a source, decompressed when its first bytes, not its name, say that it is compressed with zstd.
pub fn decompressed(mut reader: impl Read + 'static) -> io::Result<Box<dyn BufRead>> {
    let mut start = Vec::with_capacity(4);
    reader.by_ref().take(4).read_to_end(&mut start)?;
    let compressed = is_zstd(&start);
    let whole = Cursor::new(start).chain(reader);
    if !compressed {
        return Ok(Box::new(BufReader::with_capacity(1 << 16, whole)));
    }
    let mut decoder = zstd::Decoder::new(whole)?;
    decoder.window_log_max(MAX_WINDOW)?;
    Ok(Box::new(BufReader::with_capacity(1 << 17, decoder)))
}

/// A frame of data, or one of the frames to skip that parallel compressors put first.
fn is_zstd(start: &[u8]) -> bool {
    matches!(start, [0x28, 0xb5, 0x2f, 0xfd] | [0x50..=0x5f, 0x2a, 0x4d, 0x18])
}

/// What [`next_line`] found.
#[derive(Debug, PartialEq, Eq)]
pub enum Line<'a> {
    /// A line, without its line end.
    Whole(&'a [u8]),
    /// A line longer than [`MAX_LINE`]; it has been passed over.
    TooLong,
    /// No more lines.
    End,
}

/// Reads one line into `buffer`, which never grows past [`MAX_LINE`] by more than the line end.
pub fn next_line<'a>(source: &mut impl BufRead, buffer: &'a mut Vec<u8>) -> io::Result<Line<'a>> {
    buffer.clear();
    let limit = MAX_LINE + 2;
    let length = source.take(limit as u64).read_until(b'\n', buffer)?;
    if length == 0 {
        return Ok(Line::End);
    }
    let ended = buffer.last() == Some(&b'\n');
    if !ended && length == limit {
        source.skip_until(b'\n')?;
        return Ok(Line::TooLong);
    }
    let text = buffer.strip_suffix(b"\n").unwrap_or(buffer);
    let text = text.strip_suffix(b"\r").unwrap_or(text);
    Ok(if text.len() > MAX_LINE { Line::TooLong } else { Line::Whole(text) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(mut text: &[u8]) -> Vec<Option<usize>> {
        let mut buffer = Vec::new();
        let mut lengths = Vec::new();
        loop {
            match next_line(&mut text, &mut buffer).unwrap() {
                Line::Whole(line) => lengths.push(Some(line.len())),
                Line::TooLong => lengths.push(None),
                Line::End => break,
            }
            assert!(buffer.len() <= MAX_LINE + 2);
        }
        lengths
    }

    #[test]
    fn lines_end_with_or_without_carriage_return_or_not_at_all() {
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"\n"), [Some(0)]);
        assert_eq!(lines(b"ab\ncde\r\n\nf"), [Some(2), Some(3), Some(0), Some(1)]);
        assert_eq!(lines(b"ab\r"), [Some(2)]);
    }

    #[test]
    fn the_longest_line_is_whole_whatever_its_end() {
        for end in ["", "\n", "\r\n"] {
            let text = |length| [&"x".repeat(length), end].concat().into_bytes();
            assert_eq!(lines(&text(MAX_LINE)), [Some(MAX_LINE)], "{end:?}");
            assert_eq!(lines(&text(MAX_LINE + 1)), [None], "{end:?}");
            assert_eq!(lines(&text(MAX_LINE + 2)), [None], "{end:?}");
        }
    }

    #[test]
    fn a_workload_is_named_up_to_the_first_dot() {
        let named = |path: &str| Source::from_argument(Path::new(path)).workload();
        assert_eq!(named("/data/v1.2/hp1000-insert.waldump.zst"), "hp1000-insert");
        assert_eq!(named("plain"), "plain");
        assert_eq!(named(".hidden.txt"), ".hidden.txt");
        assert_eq!(named("-"), "stdin");
        assert_eq!(named("./-"), "-");
        assert_eq!(Source::Excerpt.workload(), "hp1000-insert-excerpt");
    }

    #[test]
    fn a_missing_file_is_an_error_with_its_path() {
        let error = Source::from_argument(Path::new("no/such.trace")).open().unwrap_err();
        assert!(error.to_string().starts_with("cannot open no/such.trace: "), "{error}");
    }

    #[test]
    fn compression_is_told_by_the_first_bytes() {
        let text = |mut source: Box<dyn BufRead>| {
            let mut text = String::new();
            source.read_to_string(&mut text).unwrap();
            text
        };
        let packed: &[u8] = zstd::encode_all(&b"rmgr: Heap"[..], 1).unwrap().leak();
        assert_eq!(text(decompressed(packed).unwrap()), "rmgr: Heap");
        for plain in ["rmgr: Heap", "rm", ""] {
            assert_eq!(text(decompressed(plain.as_bytes()).unwrap()), plain);
        }
        let skippable: &[u8] = [&[0x50, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, b'x', b'x'], packed].concat().leak();
        assert_eq!(text(decompressed(skippable).unwrap()), "rmgr: Heap");
    }
}
