//! Faults that chained tables and dynahash once had, each as a test: `dh_NN` is its number. They run against the dynahash
//! interface, and against the layouts with stable addresses where those have the operation.

#[path = "cases_dh/support.rs"]
mod support;

#[path = "cases_dh/interface.rs"]
mod interface;
#[path = "cases_dh/keys.rs"]
mod keys;
#[path = "cases_dh/memory.rs"]
mod memory;
#[path = "cases_dh/model.rs"]
mod model;
#[path = "cases_dh/scans.rs"]
mod scans;
#[path = "cases_dh/sizing.rs"]
mod sizing;
