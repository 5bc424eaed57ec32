//! What the cases share: layouts, policies, values that know when they are dropped, a watchdog.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use simplehash::allocator::Allocator;
use simplehash::hash::pg::murmurhash32;
use simplehash::{HashFn, NoHooks, Policy, SimpleHash, Table};

/// Calls a function that is generic over the layout for each of them.
macro_rules! on_every_layout {
    ($check:ident) => {{
        $check::<simplehash::RobinHood>();
        $check::<simplehash::Boxed<simplehash::RobinHood>>();
        $check::<simplehash::Auto>();
        $check::<simplehash::Dense>();
        $check::<simplehash::Fingerprint>();
        $check::<simplehash::Boxed<simplehash::Fingerprint>>();
        $check::<simplehash::Linear>();
        $check::<dynahash_compat::Chained>();
        $check::<simplehash::Remembering<simplehash::RobinHood>>();
        $check::<simplehash::Boxed<dynahash_compat::Chained>>();
    }};
}
pub(crate) use on_every_layout;

/// A policy of `u32` keys without hooks.
pub(crate) trait Plain: Policy<Hasher: Default + Clone + HashFn<u32>, Hooks = NoHooks> {}
impl<P: Policy<Hasher: Default + Clone + HashFn<u32>, Hooks = NoHooks>> Plain for P {}

pub(crate) type Map<P> = Table<u32, u32, P>;

/// A hash function as a value, so that one table type serves them all.
#[derive(Debug, Clone, Copy)]
pub(crate) struct By(pub(crate) fn(u32) -> u32);

impl Default for By {
    fn default() -> Self {
        MURMUR
    }
}

impl HashFn<u32> for By {
    fn hash(&self, key: &u32) -> u64 {
        (self.0)(*key).into()
    }
}

pub(crate) const MURMUR: By = By(murmurhash32);
pub(crate) const IDENTITY: By = By(|key| key);
pub(crate) const CONSTANT: By = By(|_| 7);
/// Two keys share a hash.
pub(crate) const HALF: By = By(|key| key / 2);
/// Eight keys share a hash, and hashes follow each other.
pub(crate) const EIGHTH: By = By(|key| key / 8);
/// So many that no run of them fits under the limits.
pub(crate) const SIXTY_FOURTH: By = By(|key| key / 64);
/// The low half of every hash is 0.
pub(crate) const SHIFTED: By = By(|key| key << 16);
/// Homes at the end of every table: runs go around.
pub(crate) const WRAPPING: By = By(|key| u32::MAX - key % 7);
/// All keys in the last slot of every table.
pub(crate) const LAST_SLOT: By = By(|_| u32::MAX);
/// Two homes in every table of four slots or more, one of them the last slot.
pub(crate) const TWO_CLUSTERS: By = By(|key| if key.is_multiple_of(2) { u32::MAX } else { 1 });

/// The policy of tables that are told their hash function.
#[derive(SimpleHash, Debug)]
#[simplehash(policy_for = u32, hasher = By)]
pub(crate) struct Chosen;

/// The policy that most keys have: the default hasher, seeded per table.
#[derive(SimpleHash, Debug)]
#[simplehash(policy_for = u32)]
pub(crate) struct Seeded;

/// Runs `body` on a thread of its own and fails if it does not end: what hangs is a fault like any other.
pub(crate) fn watched(body: impl FnOnce() + Send + 'static) {
    watched_for(Duration::from_secs(60), body);
}

/// As [`watched`], for what takes long where every access is checked.
pub(crate) fn watched_for(patience: Duration, body: impl FnOnce() + Send + 'static) {
    let (ended, end) = mpsc::channel::<()>();
    let thread = thread::spawn(move || {
        let _ended = ended;
        body();
    });
    // The sender goes with the body, however that ends.
    assert_ne!(end.recv_timeout(patience), Err(RecvTimeoutError::Timeout), "no end after {patience:?}");
    if let Err(panic) = thread.join() {
        resume_unwind(panic);
    }
}

/// The panic of `action`, as text.
pub(crate) fn panic_of(action: impl FnOnce()) -> Option<String> {
    let panic = catch_unwind(AssertUnwindSafe(action)).err()?;
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| panic.downcast_ref::<String>().cloned()).or(Some(String::new()))
}

/// The table holds what the model holds: found, counted, iterated.
pub(crate) fn assert_equal<P: Plain, A: Allocator>(table: &Table<u32, u32, P, A>, model: &BTreeMap<u32, u32>) {
    assert_eq!(table.len(), model.len());
    assert!(model.iter().all(|(key, value)| table.get(key) == Some(value)));
    assert_same_pairs(table, model);
}

/// The table yields what the model holds, each pair once. (Where finding every key would take too long.)
pub(crate) fn assert_same_pairs<P: Plain, A: Allocator>(table: &Table<u32, u32, P, A>, model: &BTreeMap<u32, u32>) {
    let mut pairs: Vec<(u32, u32)> = table.iter().map(|(key, value)| (*key, *value)).collect();
    pairs.sort_unstable();
    assert!(pairs.iter().copied().eq(model.iter().map(|(key, value)| (*key, *value))));
}

thread_local! {
    static LIVE: RefCell<BTreeSet<u64>> = const { RefCell::new(BTreeSet::new()) };
    static BORN: Cell<u64> = const { Cell::new(0) };
    static DROPPED_TWICE: Cell<usize> = const { Cell::new(0) };
    /// Clones and drops until one of them panics; none while 0.
    static CLONES: Cell<usize> = const { Cell::new(0) };
    static DROPS: Cell<usize> = const { Cell::new(0) };
}

/// Counts down, and panics at the call that was to panic.
fn burn(fuse: &'static thread::LocalKey<Cell<usize>>) {
    let calls = fuse.get();
    fuse.set(calls.saturating_sub(1));
    assert_ne!(calls, 1, "on purpose");
}

/// Runs `action` with the `clone`-th clone and the `drop`-th drop of a [`Tracked`] panicking (0: none); whether one did.
pub(crate) fn panics_at(clone: usize, drop: usize, action: impl FnOnce()) -> bool {
    CLONES.set(clone);
    DROPS.set(drop);
    let panic = panic_of(action);
    CLONES.set(0);
    DROPS.set(0);
    assert!(panic.as_ref().is_none_or(|text| text.contains("on purpose")), "{panic:?}");
    panic.is_some()
}

/// A value that is known by a number of its own, so that a second drop of it is seen.
#[derive(Debug)]
pub(crate) struct Tracked {
    number: u64,
    pub(crate) value: u32,
}

impl Tracked {
    pub(crate) fn new(value: u32) -> Self {
        let number = BORN.replace(BORN.get() + 1);
        LIVE.with_borrow_mut(|live| live.insert(number));
        Self { number, value }
    }

    /// How many of this thread are alive.
    pub(crate) fn live() -> usize {
        LIVE.with_borrow(BTreeSet::len)
    }

    /// Those that live were leaked on purpose.
    pub(crate) fn forget_all() {
        LIVE.with_borrow_mut(BTreeSet::clear);
    }

    /// No value was dropped twice so far, and so many live.
    pub(crate) fn assert_live(live: usize) {
        assert_eq!((Self::live(), DROPPED_TWICE.get()), (live, 0), "(live, dropped twice)");
    }
}

impl Clone for Tracked {
    fn clone(&self) -> Self {
        burn(&CLONES);
        Self::new(self.value)
    }
}

impl Drop for Tracked {
    fn drop(&mut self) {
        // Counted and not asserted: a panic in a drop may be one too many.
        if !LIVE.with_borrow_mut(|live| live.remove(&self.number)) {
            DROPPED_TWICE.set(DROPPED_TWICE.get() + 1);
        }
        burn(&DROPS);
    }
}
