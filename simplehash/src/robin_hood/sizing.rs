//! How many slots, and how many entries in them: PostgreSQL's arithmetic, as pure functions.

use crate::error::Error;
use crate::raw::pages::Pages;
use crate::tuning::{Limit, Tuning};

/// simplehash's defaults.
pub const FILL_FACTOR: u16 = 900;
/// Thousandths of a table of the largest size that may be in use (`SH_MAX_FILLFACTOR`).
pub const MAX_FILL_FACTOR: u16 = 980;
/// See [`FILL_FACTOR`].
pub const GROW_MAX_DIB: u32 = 25;
/// See [`FILL_FACTOR`].
pub const GROW_MAX_MOVE: u32 = 150;
/// See [`FILL_FACTOR`].
pub const GROW_MIN_FILL_FACTOR: u32 = 100;

/// Sizes of a table under a fill factor and a largest size. Slots are counted in `u64`, so that the
/// arithmetic can be checked up to PostgreSQL's own 2^32 on any machine.
///
/// ```
/// use simplehash::robin_hood::Sizing;
///
/// let sizing = Sizing::new(900, 1 << 32);
/// assert_eq!(sizing.create(2), Ok(2)); // room for one: truncation
/// assert_eq!(sizing.threshold(2), 1);
/// assert_eq!(sizing.reserve(2), Ok(4));
/// assert_eq!(sizing.threshold(1 << 32), 4_209_067_950); // 0.98 at the largest size
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Sizing {
    fill_factor: f64,
    max_slots: u64,
}

impl Sizing {
    /// Thousandths of fill, and the largest number of slots, a power of two.
    #[inline]
    #[must_use]
    pub const fn new(fill_permille: u16, max_slots: u64) -> Self {
        Self { fill_factor: fill_permille as f64 / 1000.0, max_slots }
    }

    /// Entries up to which a table of `slots` slots takes one more without growing.
    #[inline]
    #[must_use]
    pub const fn threshold(self, slots: u64) -> u64 {
        let fill = if slots == self.max_slots { MAX_FILL_FACTOR as f64 / 1000.0 } else { self.fill_factor };
        (slots as f64 * fill) as u64
    }

    /// What turns a hash into a slot: `slots - 1`.
    #[inline]
    #[must_use]
    pub const fn mask(self, slots: u64) -> u64 {
        slots - 1
    }

    /// Slots of `create(nelements)`. The quotient is truncated, so the table may grow before as many entries
    /// are in.
    ///
    /// # Errors
    /// [`Error::CapacityOverflow`] above the largest size.
    pub fn create(self, nelements: u64) -> Result<u64, Error> {
        self.grow((nelements as f64 / self.fill_factor).min(4_294_967_296.0) as u64)
    }

    /// Slots for at least `buckets`: the next power of two, not below 2.
    ///
    /// # Errors
    /// [`Error::CapacityOverflow`] above the largest size.
    pub fn grow(self, buckets: u64) -> Result<u64, Error> {
        let slots = buckets.max(2).checked_next_power_of_two();
        slots.filter(|slots| *slots <= self.max_slots).ok_or(Error::CapacityOverflow)
    }

    /// Fewest slots that take `entries` entries without growing.
    ///
    /// # Errors
    /// [`Error::CapacityOverflow`] above the largest size.
    pub fn reserve(self, entries: u64) -> Result<u64, Error> {
        let mut slots = self.grow(entries)?;
        while self.threshold(slots) < entries {
            slots = self.grow(slots + 1)?;
        }
        Ok(slots)
    }
}

/// Tuning with simplehash's defaults filled in.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    pub(super) fill_permille: u16,
    pub(super) max_distance: u32,
    pub(super) max_moves: u32,
    pub(super) min_fill: f64,
    pub(super) pages: Pages,
    /// Whether the table may grow for the sake of the two limits.
    pub(super) enforced: bool,
}

impl From<Tuning> for Limits {
    #[inline]
    fn from(tuning: Tuning) -> Self {
        let number = |limit: Option<Limit>, default: u32, none: u32| match limit {
            None => default,
            Some(Limit::At(number)) => number,
            Some(Limit::None) => none,
        };
        Self {
            // A layout that honours more than this core can do must not fill the table: lookups end at an empty slot.
            fill_permille: tuning.fill_factor.unwrap_or(FILL_FACTOR).clamp(1, MAX_FILL_FACTOR),
            max_distance: number(tuning.grow_max_dib, GROW_MAX_DIB, u32::MAX),
            max_moves: number(tuning.grow_max_move, GROW_MAX_MOVE, u32::MAX),
            min_fill: f64::from(number(tuning.grow_min_fill_factor, GROW_MIN_FILL_FACTOR, 0)) / 1000.0,
            pages: Pages::of(tuning),
            enforced: true,
        }
    }
}
