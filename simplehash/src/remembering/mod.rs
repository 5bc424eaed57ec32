//! Any layout, with a memory of the entry that was found last.

mod raw;

use core::marker::PhantomData;

use crate::layout::{Handles, Honours, Layout, NumberedSlots};

pub use raw::RememberingCore;

/// Layout `L` that remembers the entry found last: a lookup first compares its key, before it hashes anything. For
/// streams in which neighbours often repeat, such as the references of a write-ahead log or sorted input; with keys that
/// are cheap to compare. PostgreSQL's engineers tried it for simplehash in 2023 (`SH_OPTIMIZE_REPEAT`).
///
/// Lookups that take no hash (`get`, `find`, `find_mut`, `contains_key`, `find_or_insert_with`, ..) look there first;
/// those named `*_hashed` have their hash already and do not. Every lookup that finds is remembered; insertion, removal,
/// growth and clearing forget. A repeated lookup costs one comparison, any other one comparison and one store more. The
/// store goes into the table, so threads that share it and look up different keys slow each other down.
///
/// Honours what `L` honours, and has its capabilities.
///
/// ```
/// use simplehash::{Remembering, RobinHood, SimpleHash, Table};
///
/// #[derive(SimpleHash, PartialEq, Eq, Hash)]
/// #[simplehash(layout = Remembering<RobinHood>)]
/// struct Oid(u32);
///
/// let mut names = Table::new();
/// names.insert(Oid(1259), "pg_class");
/// assert_eq!(names.get(&Oid(1259)), Some(&"pg_class")); // hashed, found, remembered
/// assert_eq!(names.get(&Oid(1259)), Some(&"pg_class")); // compared
/// ```
#[derive(Debug)]
pub struct Remembering<L>(PhantomData<L>);

impl<L: Layout> Layout for Remembering<L> {
    const NAME: &'static str = "remembering";
    const HONOURS: Honours = L::HONOURS;
    type Core = RememberingCore<L::Core>;
    type Stable = Remembering<L::Stable>;
}

impl<L: NumberedSlots> NumberedSlots for Remembering<L> {}
impl<L: Handles> Handles for Remembering<L> {}
