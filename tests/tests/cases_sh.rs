//! Faults that Robin Hood tables and other maps once had, each as a test: `sh_NN` is its number. Wherever a case makes
//! sense for them it runs over all layouts.

#[path = "cases_sh/support.rs"]
mod support;

#[path = "cases_sh/churn.rs"]
mod churn;
#[path = "cases_sh/distance.rs"]
mod distance;
#[path = "cases_sh/entries.rs"]
mod entries;
#[path = "cases_sh/growth.rs"]
mod growth;
#[path = "cases_sh/histories.rs"]
mod histories;
#[path = "cases_sh/iteration.rs"]
mod iteration;
#[path = "cases_sh/leaks.rs"]
mod leaks;
#[path = "cases_sh/memory.rs"]
mod memory;
#[path = "cases_sh/nothing.rs"]
mod nothing;
#[path = "cases_sh/order.rs"]
mod order;
#[path = "cases_sh/panics.rs"]
mod panics;
#[path = "cases_sh/sizing.rs"]
mod sizing;
