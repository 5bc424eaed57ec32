//! The clock of every measurement: processor time of the calling thread.
//!
//! Wall-clock time would also count what other programs do to a shared machine.

use rustix::time::{ClockId, clock_gettime};

/// Processor time used by the calling thread so far, in nanoseconds.
pub fn thread_cpu_nanoseconds() -> u64 {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    // The thread's own time is never negative, and 64 bits of nanoseconds last for centuries.
    now.tv_sec as u64 * 1_000_000_000 + now.tv_nsec as u64
}

/// Runs `work` and gives its result with the thread CPU time it took, in nanoseconds.
///
/// The result is dropped by the caller, outside the measured time.
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, u64) {
    let start = thread_cpu_nanoseconds();
    let result = work();
    (result, thread_cpu_nanoseconds().saturating_sub(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thread_time_never_runs_backwards() {
        let readings: Vec<u64> = (0..1000).map(|_| thread_cpu_nanoseconds()).collect();
        assert!(readings.is_sorted());
    }

    #[test]
    fn timed_hands_back_the_result() {
        let (sum, _) = timed(|| (1..=10).sum::<u32>());
        assert_eq!(sum, 55);
    }
}
