//! The one place that says which layout the table of open relations has.

/// The layout: `simplehash::RobinHood`, `simplehash::Boxed<simplehash::RobinHood>`, `simplehash::Dense`,
/// `dynahash_compat::Chained` or another. Change this word, nothing else.
pub type Chosen = simplehash::RobinHood;
