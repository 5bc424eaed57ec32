//! The one place that says which layout the table of sessions has.

/// The layout: `simplehash::Dense`, `dynahash_compat::Chained` or another with handles. Change this word, nothing else.
pub type Chosen = simplehash::Dense;
