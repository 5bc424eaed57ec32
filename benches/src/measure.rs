//! The measuring kernel, the same for every command.
//!
//! Contenders run interleaved: each repetition runs every contender once, and each repetition starts with the next one.
//! Slow drifts of the machine (frequency, neighbours) so fall on all of them alike, and a ratio compares two runs made
//! moments apart. The first round is not counted: it warms caches and the allocator.

use std::array;
use std::collections::BTreeMap;
use std::fmt;
use std::num::{NonZeroU32, NonZeroU64};

use crate::Error;

/// What one timed run of one contender took.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// Thread CPU time, in nanoseconds.
    pub nanoseconds: u64,
    /// Operations done in that time.
    pub operations: NonZeroU64,
}

impl Sample {
    fn nanoseconds_per_operation(self) -> f64 {
        self.nanoseconds as f64 / self.operations.get() as f64
    }
}

/// One thing to measure: a name, and a run that times itself, or each of `N` parts of itself.
pub struct Contender<'a, const N: usize = 1> {
    name: String,
    run: Box<dyn FnMut() -> [Sample; N] + 'a>,
}

impl<'a, const N: usize> Contender<'a, N> {
    /// A contender whose `run` is called once a repetition; what it does outside its own timing costs nothing.
    pub fn new(name: impl Into<String>, run: impl FnMut() -> [Sample; N] + 'a) -> Self {
        Contender { name: name.into(), run: Box::new(run) }
    }
}

impl<const N: usize> fmt::Debug for Contender<'_, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Contender").field("name", &self.name).finish_non_exhaustive()
    }
}

/// What the repetitions of one contender, or of one part of its runs, came to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measurement {
    /// The contender.
    pub name: String,
    /// Median of the repetitions, in nanoseconds per operation.
    pub median: f64,
    /// Fastest repetition.
    pub minimum: f64,
    /// Slowest repetition.
    pub maximum: f64,
    /// For each reference, the median over the repetitions of this contender's time divided by the reference's.
    pub ratios: BTreeMap<String, f64>,
}

/// Measures `contenders` over `repetitions` interleaved repetitions and one more for warming up.
///
/// `references` are names of contenders to give ratios to. `progress` is called after each run with the number of runs
/// done and the number of all runs. The measurements come in the order of the contenders, and for each in that of the
/// parts of its runs.
pub fn measure<const N: usize>(
    contenders: &mut [Contender<'_, N>],
    repetitions: NonZeroU32,
    references: &[&str],
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Vec<[Measurement; N]>, Error> {
    let references = references
        .iter()
        .map(|&name| match contenders.iter().position(|contender| contender.name == name) {
            Some(index) => Ok((name, index)),
            None => Err(Error::UnknownReference { name: name.to_owned() }),
        })
        .collect::<Result<Vec<_>, _>>()?;

    let count = contenders.len();
    let all_runs = count as u64 * (u64::from(repetitions.get()) + 1);
    let mut runs_done = 0;
    let mut times = vec![[const { Vec::new() }; N]; count];
    for round in 0..=repetitions.get() {
        for turn in 0..count {
            let index = (round as usize + turn) % count;
            let samples = (contenders[index].run)();
            if round > 0 {
                for (part, sample) in times[index].iter_mut().zip(samples) {
                    part.push(sample.nanoseconds_per_operation());
                }
            }
            runs_done += 1;
            progress(runs_done, all_runs);
        }
    }

    let measurement = |contender: usize, part: usize| {
        let own = &times[contender][part];
        Measurement {
            name: contenders[contender].name.clone(),
            median: median(own.clone()).unwrap_or_default(),
            minimum: own.iter().copied().min_by(f64::total_cmp).unwrap_or_default(),
            maximum: own.iter().copied().max_by(f64::total_cmp).unwrap_or_default(),
            ratios: references
                .iter()
                .filter_map(|&(name, index)| Some((name.to_owned(), median_ratio(own, &times[index][part])?)))
                .collect(),
        }
    };
    Ok((0..count).map(|contender| array::from_fn(|part| measurement(contender, part))).collect())
}

/// The median of the paired ratios; none where the clock was too coarse to time the reference at all.
fn median_ratio(own: &[f64], reference: &[f64]) -> Option<f64> {
    let pairs = own.iter().zip(reference).filter(|&(_, &reference)| reference > 0.0);
    median(pairs.map(|(own, reference)| own / reference).collect())
}

fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() {
        0 => None,
        length if length % 2 == 1 => Some(values[middle]),
        _ => Some(f64::midpoint(values[middle - 1], values[middle])),
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    const TEN: NonZeroU64 = NonZeroU64::new(10).unwrap();

    fn repetitions(count: u32) -> NonZeroU32 {
        NonZeroU32::new(count).unwrap()
    }

    /// A contender that plays back these times; the first is the warm-up's.
    fn playing(name: &str, nanoseconds: &'static [u64]) -> Contender<'static> {
        let mut next = nanoseconds.iter();
        Contender::new(name, move || [Sample { nanoseconds: *next.next().unwrap(), operations: TEN }])
    }

    #[test]
    fn median_spread_and_paired_ratios() {
        let mut contenders = [playing("slow", &[9_990, 100, 400, 300]), playing("reference", &[9_990, 50, 100, 300])];
        let measured = measure(&mut contenders, repetitions(3), &["reference"], &mut |_, _| ()).unwrap();
        let [slow] = &measured[0];
        assert_eq!((slow.name.as_str(), slow.median, slow.minimum, slow.maximum), ("slow", 30.0, 10.0, 40.0));
        // The pairs are 100/50, 400/100, 300/300; the ratio of the medians would be 3.
        assert_eq!(slow.ratios["reference"], 2.0);
        assert_eq!(measured[1][0].ratios["reference"], 1.0);
    }

    #[test]
    fn parts_of_a_run_are_measured_apart() {
        let sample = |nanoseconds| Sample { nanoseconds, operations: TEN };
        let mut contenders = [
            Contender::new("a", || [sample(10), sample(200)]),
            Contender::new("reference", || [sample(20), sample(100)]),
        ];
        let measured = measure(&mut contenders, repetitions(2), &["reference"], &mut |_, _| ()).unwrap();
        assert_eq!([1.0, 20.0], [0, 1].map(|part| measured[0][part].median));
        assert_eq!([0.5, 2.0], [0, 1].map(|part| measured[0][part].ratios["reference"]));
    }

    #[test]
    fn an_even_number_of_repetitions_takes_the_middle_of_two() {
        let mut contenders = [playing("only", &[0, 10, 20, 40, 80])];
        let measured = measure(&mut contenders, repetitions(4), &[], &mut |_, _| ()).unwrap();
        assert_eq!(measured[0][0].median, 3.0);
        assert!(measured[0][0].ratios.is_empty());
    }

    #[test]
    fn contenders_take_turns_and_the_start_moves_on() {
        let order = RefCell::new(String::new());
        let mut contenders = ["a", "b", "c"].map(|name| {
            let order = &order;
            Contender::new(name, move || {
                order.borrow_mut().push_str(name);
                [Sample { nanoseconds: 10, operations: TEN }]
            })
        });
        measure(&mut contenders, repetitions(3), &[], &mut |_, _| ()).unwrap();
        assert_eq!(*order.borrow(), "abcbcacababc");
    }

    #[test]
    fn progress_counts_every_run_up_to_all() {
        let mut contenders = [playing("a", &[1, 1, 1]), playing("b", &[1, 1, 1])];
        let mut calls = Vec::new();
        measure(&mut contenders, repetitions(2), &[], &mut |done, all| calls.push((done, all))).unwrap();
        assert_eq!(calls, (1..=6).map(|done| (done, 6)).collect::<Vec<_>>());
    }

    #[test]
    fn a_reference_that_took_no_time_gives_no_ratio() {
        let mut contenders = [playing("a", &[1, 1, 1]), playing("instant", &[0, 0, 0])];
        let measured = measure(&mut contenders, repetitions(2), &["instant"], &mut |_, _| ()).unwrap();
        assert!(measured[0][0].ratios.is_empty());
    }

    #[test]
    fn a_reference_that_does_not_run_is_an_error() {
        let mut contenders = [playing("a", &[1, 1])];
        let error = measure(&mut contenders, repetitions(1), &["b"], &mut |_, _| ()).unwrap_err();
        assert!(matches!(error, Error::UnknownReference { name } if name == "b"));
    }

    #[test]
    fn no_contenders_no_measurements() {
        assert!(measure::<1>(&mut [], repetitions(1), &[], &mut |_, _| ()).unwrap().is_empty());
    }
}
