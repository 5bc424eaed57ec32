//! A storage manager that writes down what is asked of it, and the layouts to test on.

use std::cell::RefCell;
use std::fmt;
use std::panic::resume_unwind;
use std::rc::Rc;

use simplehash::Layout;
use smgr::{FORKS, Fork, Manager, Relation, RelationKey, RelationRef, Relations, Rules};

/// Makes one test of each generic function for each layout, and for the chosen one.
macro_rules! on_every_layout {
    ($($test:ident),* $(,)?) => {
        on_every_layout! { @with [$($test),*]
            robin_hood = simplehash::RobinHood,
            boxed_robin_hood = simplehash::Boxed<simplehash::RobinHood>,
            boxed_fingerprint = simplehash::Boxed<simplehash::Fingerprint>,
            boxed_linear = simplehash::Boxed<simplehash::Linear>,
            dense = simplehash::Dense,
            chained = dynahash_compat::Chained,
            chosen = smgr::layout::Chosen,
        }
    };
    (@with $tests:tt $($name:ident = $layout:ty,)*) => { $( on_every_layout! { @module $name $layout, $tests } )* };
    (@module $name:ident $layout:ty, [$($test:ident),*]) => {
        mod $name {
            $( #[test] fn $test() { super::$test::<$layout>(); } )*
        }
    };
}
pub(crate) use on_every_layout;

pub(crate) fn key(relation: u32) -> RelationKey {
    RelationKey::permanent(1663, 5, relation)
}

/// What the manager was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Event {
    Opened(RelationKey),
    Closed(RelationKey, Fork),
}

/// The closing of every fork of a relation.
pub(crate) fn closing(key: RelationKey) -> [Event; FORKS] {
    Fork::ALL.map(|fork| Event::Closed(key, fork))
}

/// The log of a manager; outlives it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Log(Rc<RefCell<Vec<Event>>>);

impl Log {
    /// What happened since the last call.
    pub(crate) fn take(&self) -> Vec<Event> {
        self.0.take()
    }

    fn write(&self, event: Event) {
        self.0.borrow_mut().push(event);
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NoSuchFile(pub(crate) RelationKey);

impl fmt::Display for NoSuchFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no file for relation {}", self.0)
    }
}

impl std::error::Error for NoSuchFile {}

/// What the next hook does.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Next {
    #[default]
    Succeed,
    Fail,
    Panic,
}

/// The manager. Opens a segment of every fork, and checks that each is closed no more than once.
#[derive(Debug, Default)]
pub(crate) struct Files {
    pub(crate) log: Log,
    pub(crate) next_open: Next,
    /// The fork at whose closing the manager panics, once.
    pub(crate) panic_at_close: Option<Fork>,
    pub(crate) open_segments: u64,
}

impl Manager for Files {
    type Error = NoSuchFile;

    fn open(&mut self, relation: &mut Relation) -> Result<(), NoSuchFile> {
        assert_eq!((relation.open_segments, relation.opens), ([0; FORKS], 0));
        assert_eq!((relation.cached_blocks, relation.target_block), ([None; FORKS], None));
        match std::mem::take(&mut self.next_open) {
            Next::Succeed => {
                relation.open_segments = [1; FORKS];
                self.open_segments += FORKS as u64;
                self.log.write(Event::Opened(relation.key()));
                Ok(())
            }
            Next::Fail => Err(NoSuchFile(relation.key())),
            // Without the noise of the panic hook.
            Next::Panic => resume_unwind(Box::new("open")),
        }
    }

    fn close(&mut self, relation: &mut Relation, fork: Fork) {
        if self.panic_at_close.take_if(|at| *at == fork).is_some() {
            resume_unwind(Box::new("close"));
        }
        self.open_segments -= u64::from(std::mem::take(&mut relation.open_segments[fork.index()]));
        self.log.write(Event::Closed(relation.key(), fork));
    }
}

/// Runs `action`, which must panic.
pub(crate) fn panics(action: impl FnOnce()) {
    let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(action));
    assert!(result.is_err(), "no panic");
}

/// A table under the rules `R`, and the log of its manager.
pub(crate) fn table<R: Rules, L: Layout>() -> (Relations<R, Files, L>, Log) {
    let files = Files::default();
    let log = files.log.clone();
    (Relations::with_layout(files), log)
}

/// Opens `N` relations, and forgets the log.
pub(crate) fn opened<R: Rules, const N: usize, L: Layout>() -> (Relations<R, Files, L>, Log, [RelationRef; N]) {
    let (mut relations, log) = table::<R, L>();
    let mut n = 0;
    let opened = [(); N].map(|()| {
        n += 1;
        relations.try_open(key(n)).unwrap()
    });
    log.take();
    (relations, log, opened)
}
