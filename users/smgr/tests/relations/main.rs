//! Both rule sets on every layout: each rule as a test, and random operations beside a simple model.

mod open;
mod owner;
mod pin;
mod random_owner;
mod random_pin;
mod support;
