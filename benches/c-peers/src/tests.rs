//! Every table against that of the standard library.

use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::Hash;

use smgr::RelationKey;

/// Makes keys of numbers, no two the same.
trait Key: Copy + Eq + Hash + Debug {
    /// Bytes of an object that belongs to the key.
    const OBJECT: u64;

    fn numbered(number: u64) -> Self;
}

impl Key for u64 {
    const OBJECT: u64 = 0;

    fn numbered(number: u64) -> Self {
        number.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

/// All four fields vary, and no field alone tells keys apart.
impl Key for RelationKey {
    const OBJECT: u64 = 112;

    fn numbered(number: u64) -> Self {
        let [tablespace, database, relation, backend] = [number % 3, number / 3 % 5, number / 60, number / 15 % 4]
            .map(|field| u32::try_from(field).expect("tests have few keys"));
        let backend = if backend == 0 { Self::PERMANENT } else { backend };
        Self { tablespace: 1663 + tablespace, database, relation: 16384 + relation, backend }
    }
}

fn keys<K: Key>(numbers: std::ops::Range<u64>) -> Vec<K> {
    numbers.map(K::numbered).collect()
}

/// The methods that all tables have.
trait Table: Debug {
    type Key: Key;

    fn new() -> Self;
    fn fill(&mut self, keys: &[Self::Key], first: u64);
    fn find(&mut self, keys: &[Self::Key]) -> u64;
    fn churn(&mut self, oldest: &[Self::Key], newest: &[Self::Key], first: u64) -> u64;
    fn remove(&mut self, keys: &[Self::Key]) -> u64;
    fn sum(&mut self) -> u64;
    fn len(&self) -> usize;
    fn capacity(&self) -> usize;
    fn bytes(&self) -> u64;
}

/// A table and what must be in it.
struct Checked<T: Table> {
    table: T,
    model: HashMap<T::Key, u64>,
}

impl<T: Table> Checked<T> {
    fn new() -> Self {
        let checked = Self { table: T::new(), model: HashMap::new() };
        assert_eq!((checked.table.len(), checked.table.bytes() > 0), (0, true));
        checked
    }

    fn filled(numbers: std::ops::Range<u64>) -> Self {
        let mut checked = Self::new();
        checked.fill(&keys(numbers), 1);
        checked
    }

    fn fill(&mut self, keys: &[T::Key], first: u64) {
        self.table.fill(keys, first);
        self.model.extend(keys.iter().copied().zip(first..));
    }

    fn remove(&mut self, keys: &[T::Key]) {
        let removed = keys.iter().filter(|key| self.model.remove(key).is_some()).count();
        assert_eq!(self.table.remove(keys), removed as u64);
    }

    fn churn(&mut self, oldest: &[T::Key], newest: &[T::Key], first: u64) {
        let mut removed = 0;
        for ((old, new), value) in oldest.iter().zip(newest).zip(first..) {
            removed += u64::from(self.model.remove(old).is_some());
            self.model.insert(*new, value);
        }
        assert_eq!(self.table.churn(oldest, newest, first), removed);
    }

    /// That the table is the model, by everything that can be asked of it. The keys are all that there may be.
    fn check(&mut self, keys: &[T::Key]) {
        for key in keys {
            assert_eq!(self.table.find(&[*key]), self.model.get(key).copied().unwrap_or(0), "{key:?}");
        }
        let sum = self.model.values().copied().fold(0, u64::wrapping_add);
        assert_eq!((self.table.find(keys), self.table.sum()), (sum, sum));
        assert_eq!(self.table.len(), self.model.len());
        assert!(self.table.len() <= self.table.capacity());
        assert!(self.table.bytes() > (16 + T::Key::OBJECT) * self.model.len() as u64);
    }
}

fn nothing_is_in_an_empty_table<T: Table>() {
    let mut empty = Checked::<T>::new();
    empty.check(&keys(0..100));
    empty.remove(&keys(0..100));
    empty.fill(&[], 7);
    empty.churn(&[], &[], 7);
    empty.check(&keys(0..100));
}

fn finds_what_was_filled_in<T: Table>() {
    let mut checked = Checked::<T>::new();
    for part in 0..40 {
        checked.fill(&keys(part * 100..part * 100 + 100), part << 32);
        assert!(checked.table.len() <= checked.table.capacity());
    }
    checked.check(&keys(0..8000));
}

fn replaces_values<T: Table>() {
    let mut checked = Checked::<T>::filled(0..1000);
    let bytes = checked.table.bytes();
    checked.fill(&keys(0..500), 1_000_000);
    assert_eq!(checked.table.bytes(), bytes);
    checked.check(&keys(0..2000));
}

fn values_wrap<T: Table>() {
    let mut checked = Checked::<T>::new();
    checked.fill(&keys(0..1), u64::MAX - 1);
    checked.fill(&keys(1..2), 5);
    checked.check(&keys(0..10));
}

fn removes<T: Table>() {
    let mut checked = Checked::<T>::filled(0..3000);
    checked.remove(&keys(1000..2000));
    checked.check(&keys(0..4000));
    // Half of them have gone before.
    checked.remove(&keys(1500..2500));
    checked.check(&keys(0..4000));
    checked.fill(&keys(1000..2500), 77);
    checked.check(&keys(0..4000));
    checked.remove(&keys(0..4000));
    checked.check(&keys(0..4000));
}

fn churns<T: Table>() {
    let mut checked = Checked::<T>::filled(0..2000);
    // A window that moves on, several times its own length.
    for step in 0..24 {
        let start = step * 500;
        checked.churn(&keys(start..start + 500), &keys(start + 2000..start + 2500), start);
        assert_eq!(checked.table.len(), 2000);
    }
    checked.check(&keys(0..16000));
    // Keys that are absent, and a key in place of itself.
    checked.churn(&keys(0..300), &keys(20000..20300), 9);
    checked.churn(&keys(20000..20300), &keys(20000..20300), 10_000);
    checked.check(&keys(0..21000));
}

fn bytes_are_counted<T: Table>() {
    let mut checked = Checked::<T>::new();
    let empty = checked.table.bytes();
    checked.fill(&keys(0..3000), 1);
    let (full, capacity) = (checked.table.bytes(), checked.table.capacity());
    assert!(full > empty && capacity >= 3000);
    // Tables keep their slots when they are emptied, and objects go.
    checked.remove(&keys(0..3000));
    assert_eq!(full - checked.table.bytes(), 3000 * T::Key::OBJECT);
    // Arrays that were outgrown are not counted any more: together they are as large as the last, in which every entry it
    // has room for takes 17 to 29 bytes.
    assert!(checked.table.bytes() - empty < 32 * capacity as u64);
}

fn drops_full<T: Table>() {
    for size in [0, 1, 2, 3, 1000] {
        let checked = Checked::<T>::filled(0..size);
        assert!(format!("{:?}", checked.table).contains(&format!("len: {size}")));
    }
}

macro_rules! all_tests {
    ($module:ident: $Table:ident of $Key:ty; $($test:ident)*) => {
        mod $module {
            use super::Table;
            use crate::$Table;

            impl Table for $Table {
                type Key = $Key;

                fn new() -> Self {
                    Self::new()
                }
                fn fill(&mut self, keys: &[$Key], first: u64) {
                    self.fill(keys, first);
                }
                fn find(&mut self, keys: &[$Key]) -> u64 {
                    self.find(keys)
                }
                fn churn(&mut self, oldest: &[$Key], newest: &[$Key], first: u64) -> u64 {
                    self.churn(oldest, newest, first)
                }
                fn remove(&mut self, keys: &[$Key]) -> u64 {
                    self.remove(keys)
                }
                fn sum(&mut self) -> u64 {
                    self.sum()
                }
                fn len(&self) -> usize {
                    self.len()
                }
                fn capacity(&self) -> usize {
                    self.capacity()
                }
                fn bytes(&self) -> u64 {
                    self.bytes()
                }
            }

            $(
                #[test]
                fn $test() {
                    super::$test::<$Table>();
                }
            )*

            #[test]
            #[should_panic(expected = "churning replaces key by key")]
            fn churning_needs_pairs() {
                $Table::new().churn(&[], &super::keys(0..1), 0);
            }
        }
    };
    ($($module:ident: $Table:ident of $Key:ty),*) => {
        $(all_tests! {
            $module: $Table of $Key;
            nothing_is_in_an_empty_table finds_what_was_filled_in replaces_values values_wrap removes churns
            bytes_are_counted drops_full
        })*
    };
}

#[cfg(feature = "pg-peer")]
all_tests!(pg_numbers: PgNumbers of u64, pg_relations: PgRelations of smgr::RelationKey);
#[cfg(feature = "cpp-peer")]
all_tests!(absl_numbers: AbslNumbers of u64, absl_relations: AbslRelations of smgr::RelationKey);

#[cfg(feature = "pg-peer")]
#[test]
fn simplehash_starts_with_two_slots() {
    let mut table = crate::PgNumbers::new();
    let empty = table.bytes();
    assert_eq!(table.capacity(), 1);
    table.fill(&[1, 2, 3, 4], 0);
    // Nine tenths of eight slots, of 24 bytes.
    assert_eq!((table.capacity(), table.bytes() - empty), (7, 6 * 24));
}

#[cfg(feature = "cpp-peer")]
#[test]
fn abseil_starts_without_slots() {
    let mut table = crate::AbslNumbers::new();
    assert_eq!(table.capacity(), 0);
    table.fill(&[1, 2, 3, 4, 5, 6, 7], 0);
    // It is not until there are more than seven that an eighth of the slots stays free.
    assert_eq!(table.capacity(), 7);
    table.fill(&[8], 7);
    assert_eq!(table.capacity(), 14);
}
