//! The one place that says which layout the table of open relations has.

/// The layout. `RobinHood`, `Boxed<RobinHood>`, `dynahash_compat::Chained`: change this word, nothing else.
pub type Chosen = simplehash::RobinHood;
