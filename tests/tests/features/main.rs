//! What tables implement of other crates, on every layout.

mod arbitrary;
mod quickcheck;
mod rayon;
mod serde;

use std::cell::Cell;

use simplehash::{Hooks, Pair, SimpleHash};

/// Runs each of the functions on every layout.
macro_rules! on_every_layout {
    ($($test:ident),+ $(,)?) => { $(
        mod $test {
            #[test]
            fn robin_hood() {
                super::$test::<simplehash::RobinHood>();
            }
            #[test]
            fn boxed() {
                super::$test::<simplehash::Boxed<simplehash::RobinHood>>();
            }
            #[test]
            fn auto() {
                super::$test::<simplehash::Auto>();
            }
            #[test]
            fn remembering() {
                super::$test::<simplehash::Remembering<simplehash::RobinHood>>();
            }
            #[test]
            fn chained() {
                super::$test::<dynahash_compat::Chained>();
            }
            #[test]
            fn boxed_chained() {
                super::$test::<simplehash::Boxed<dynahash_compat::Chained>>();
            }
        }
    )+ };
}
use on_every_layout;

/// Numbers by the default hash.
#[derive(SimpleHash, Debug)]
#[simplehash(policy_for = u32)]
struct Numbers;

/// Words, likewise.
#[derive(SimpleHash, Debug)]
#[simplehash(policy_for = String)]
struct Words;

/// Two slots, and no more.
#[derive(SimpleHash, Debug)]
#[simplehash(policy_for = u32, layout = simplehash::RobinHoodUpTo<2>)]
struct Two;

thread_local! {
    static ALIVE: Cell<i64> = const { Cell::new(0) };
    static CLEANED: Cell<u32> = const { Cell::new(0) };
}

/// A value that is counted as long as it is alive.
#[derive(Debug, PartialEq, Eq)]
struct Counted(u32);

impl Counted {
    fn new(number: u32) -> Self {
        ALIVE.set(ALIVE.get() + 1);
        Self(number)
    }
}

impl Clone for Counted {
    fn clone(&self) -> Self {
        Self::new(self.0)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        ALIVE.set(ALIVE.get() - 1);
    }
}

/// Counts the entries that tables destroy.
struct CountCleanups;

impl Hooks<Pair<u32, Counted>> for CountCleanups {
    const ACTIVE: bool = true;
    fn cleanup(_: &mut Pair<u32, Counted>) {
        CLEANED.set(CLEANED.get() + 1);
    }
}

/// Numbers, whose values are counted when they are destroyed.
#[derive(SimpleHash)]
#[simplehash(policy_for = u32, hooks = CountCleanups)]
struct CountedNumbers;

/// What is alive, and how many cleanups there were, since this began.
struct Ledger(i64, u32);

impl Ledger {
    fn begin() -> Self {
        Self(ALIVE.get(), CLEANED.get())
    }

    fn alive(&self) -> i64 {
        ALIVE.get() - self.0
    }

    fn cleaned(&self) -> u32 {
        CLEANED.get() - self.1
    }
}
