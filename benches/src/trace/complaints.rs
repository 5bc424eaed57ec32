//! What is said of bad lines: the first ones each, the others by their number only.

use super::parse::BadLine;

/// How many bad lines of one input are told one by one.
const SHOWN: u64 = 10;

/// The complaints about one input.
#[derive(Debug)]
pub struct Complaints {
    input: String,
    bad_lines: u64,
}

impl Complaints {
    /// No complaint yet about `input`.
    pub fn about(input: impl Into<String>) -> Self {
        Complaints { input: input.into(), bad_lines: 0 }
    }

    /// Counts a bad line and words the complaint, unless enough have been worded.
    pub fn line(&mut self, number: u64, reason: &BadLine) -> Option<String> {
        self.bad_lines += 1;
        (self.bad_lines <= SHOWN).then(|| format!("{}: line {number} skipped: {reason}", self.input))
    }

    /// The count, where some bad lines were not told.
    pub fn rest(&self) -> Option<String> {
        let hidden = self.bad_lines.checked_sub(SHOWN).filter(|&hidden| hidden > 0)?;
        Some(format!("{}: {} lines skipped in all, {hidden} of them not shown", self.input, self.bad_lines))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_are_told_then_a_count() {
        let mut complaints = Complaints::about("a.txt");
        for number in 1..=10 {
            let told = complaints.line(number * 3, &BadLine::NotUtf8);
            assert_eq!(told, Some(format!("a.txt: line {} skipped: not UTF-8", number * 3)));
            assert_eq!(complaints.rest(), None);
        }
        assert_eq!(complaints.line(40, &BadLine::NotUtf8), None);
        assert_eq!(complaints.line(41, &BadLine::TooLong), None);
        assert_eq!(complaints.rest().unwrap(), "a.txt: 12 lines skipped in all, 2 of them not shown");
    }
}
