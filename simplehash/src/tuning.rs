//! Parameters of layouts, under PostgreSQL's names.

/// A growth limit: a number, or none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// The limit.
    At(u32),
    /// There is none.
    None,
}

/// Parameters of a layout under PostgreSQL's names; `None` is the layout's own default. Fractions are in
/// thousandths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tuning {
    /// Thousandths of the slots that may be in use (`SH_FILLFACTOR`); in chained layouts thousandths of an
    /// entry per bucket. RobinHood: 900; Chained: 500.
    pub fill_factor: Option<u16>,
    /// Grow when an insertion probes further than this from home (`SH_GROW_MAX_DIB`). RobinHood: 25.
    pub grow_max_dib: Option<Limit>,
    /// Grow when an insertion would move more entries than this (`SH_GROW_MAX_MOVE`). RobinHood: 150.
    pub grow_max_move: Option<Limit>,
    /// Thousandths of fill below which the two limits above do not count (`SH_GROW_MIN_FILLFACTOR`).
    /// RobinHood: 100. Without it a hash that clusters doubles the table until there is no memory.
    pub grow_min_fill_factor: Option<Limit>,
    /// Whether entries keep their hash (`SH_STORE_HASH`).
    pub store_hash: Option<bool>,
    /// Whether slots count how often they were vacated, so that a [`Handle`](crate::Handle) of an entry that has gone
    /// never finds the one that took its place. Four bytes an entry. Dense, Chained: `false`.
    pub generations: Option<bool>,
    /// Whether arrays of 4 MiB and more ask the system for huge pages, of which a processor has to remember fewer. Linux, with
    /// the crate's feature `huge-pages`; elsewhere nothing. Off, as the system's own policy may be better informed.
    pub huge_pages: Option<bool>,
}

impl Tuning {
    /// Nothing set.
    pub const DEFAULT: Self = Self {
        fill_factor: None,
        grow_max_dib: None,
        grow_max_move: None,
        grow_min_fill_factor: None,
        store_hash: None,
        generations: None,
        huge_pages: None,
    };
}

impl Default for Tuning {
    fn default() -> Self {
        Self::DEFAULT
    }
}
