//! When hooks run.

use super::policies::{By, Counting, Mixed, Plain};
use super::tracked::Tracked;
use crate::entry::Pair;
use crate::layout::Layout;
use crate::table::{Set, Table, TryInsertError};

type Resources<L> = Table<u32, Tracked, Plain<L, By<Mixed>, Counting>>;

fn filled<L: Layout>(n: u32) -> Resources<L> {
    let mut table = Resources::<L>::default();
    (0..n).for_each(|key| assert!(table.insert(key, Tracked::new(key)).is_none()));
    assert_eq!((Counting::cleaned(), Tracked::live()), (0, n as isize));
    table
}

/// Delete, delete_item, clear, reset and drop clean up; what is handed over is not cleaned up.
pub fn cleanup_runs_exactly_when_the_table_destroys<L: Layout>() {
    let mut table = filled::<L>(50);
    drop(table.remove(&0));
    drop(table.insert(1, Tracked::new(1)));
    drop(table.extract(&2));
    drop(table.find_entry(&3).unwrap().extract());
    drop(table.insert_entry(Pair(4, Tracked::new(4))));
    assert_eq!((Counting::cleaned(), Tracked::live()), (0, 47));

    assert!(table.delete(&5) && !table.delete(&5));
    table.find_entry(&6).unwrap().delete();
    assert_eq!((Counting::cleaned(), Tracked::live()), (2, 45));
    let mut walk = table.iterate();
    walk.next().unwrap().delete();
    drop(walk.next().unwrap().extract());
    assert_eq!((Counting::cleaned(), Tracked::live()), (1, 43));
    table.grow(1024).unwrap();
    assert_eq!(Counting::cleaned(), 0, "growth moves");
    table.clear();
    assert_eq!((Counting::cleaned(), Tracked::live(), table.len()), (43, 0, 0));

    let mut table = filled::<L>(20);
    table.reset();
    assert_eq!((Counting::cleaned(), Tracked::live()), (20, 0));
    drop(filled::<L>(30));
    assert_eq!((Counting::cleaned(), Tracked::live()), (30, 0));
}

/// A duplicate that a set refuses is destroyed like any other member, and the stored one stays.
pub fn a_refused_duplicate_is_cleaned_up<L: Layout>() {
    let mut set = Set::<u32, Plain<L, By<Mixed>, Counting>>::default();
    assert!(set.insert(1) && set.insert(2));
    assert_eq!(Counting::cleaned(), 0);
    assert!(!set.insert(1));
    assert_eq!((Counting::cleaned(), set.len()), (1, 2));
    assert_eq!(set.take(&1), Some(1));
    assert_eq!(Counting::cleaned(), 0);
    assert!(set.remove(&2));
    assert_eq!(Counting::cleaned(), 1);
}

/// A constructor that returns an error leaves nothing behind.
pub fn a_failing_constructor_inserts_nothing<L: Layout>() {
    let mut table = filled::<L>(0);
    for key in 0..500 {
        let failed = table.find_or_try_insert_with(&key, || Err(key));
        assert_eq!(failed.err(), Some(TryInsertError::Make(key)));
        assert_eq!(table.len(), key as usize);
        let made = table.find_or_try_insert_with(&key, || Ok::<_, ()>(Pair(key, Tracked::new(key))));
        assert!(matches!(made, Ok((_, true))));
        let found = table.find_or_try_insert_with(&key, || Err(key));
        assert!(matches!(found, Ok((_, false))), "a hit makes nothing");
    }
    assert_eq!(Counting::cleaned(), 0);
    assert!((0..500).all(|key| table.get(&key).map(Tracked::value) == Some(key)));
    drop(table);
    assert_eq!((Counting::cleaned(), Tracked::live()), (500, 0));
}
