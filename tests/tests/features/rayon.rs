//! Feature `rayon`.

use std::collections::{HashMap, HashSet};

use rayon::prelude::*;
use simplehash::{Layout, Set, Table, Using};

use super::{Numbers, on_every_layout};

on_every_layout!(maps, sets);

const ENTRIES: u32 = 10_000;

fn maps<L: Layout>() {
    let model: HashMap<u32, u64> = (0..ENTRIES).map(|number| (number, u64::from(number) * 2)).collect();
    let mut table: Table<u32, u64, Using<Numbers, L>> =
        (0..ENTRIES).into_par_iter().map(|number| (number, u64::from(number) * 2)).collect();
    assert_eq!(table.par_iter().map(|(&key, &value)| (key, value)).collect::<HashMap<_, _>>(), model);
    table.par_iter_mut().for_each(|(&key, value)| *value += u64::from(key));
    assert!((0..ENTRIES).all(|number| table[&number] == u64::from(number) * 3));

    // Of equal keys the last counts, as one after another.
    table.par_extend((0..2 * ENTRIES).into_par_iter().map(|number| (number / 2, u64::from(number))));
    table.par_extend(&HashMap::from([(7, 7), (ENTRIES, 8)]));
    assert_eq!(table.len() as u32, ENTRIES + 1);
    assert!((8..ENTRIES).all(|number| table[&number] == u64::from(number) * 2 + 1));
    assert_eq!((table[&7], table[&ENTRIES]), (7, 8));

    table.par_values_mut().for_each(|value| *value += 1);
    assert_eq!(table.par_values().sum::<u64>(), table.values().sum::<u64>());
    assert_eq!(table.par_keys().max(), Some(&ENTRIES));
    table.par_entries_mut().for_each(|entry| entry.1 -= 1);
    assert_eq!(table.par_entries().map(|entry| entry.1).sum::<u64>(), table.values().sum::<u64>());
    assert_eq!(table.clone().into_par_entries().count(), table.len());

    let mut all: Vec<(u32, u64)> = table.clone().into_par_iter().collect();
    let mut one_by_one: Vec<(u32, u64)> = table.into_iter().collect();
    all.sort_unstable();
    one_by_one.sort_unstable();
    assert_eq!(all, one_by_one);
    let none = Table::<u32, u64, Using<Numbers, L>>::default();
    assert_eq!(none.par_iter().count(), 0);
}

fn sets<L: Layout>() {
    let mut set: Set<u32, Using<Numbers, L>> = (0..ENTRIES).into_par_iter().map(|number| number / 2).collect();
    assert_eq!(set.len() as u32, ENTRIES / 2);
    assert_eq!(set.par_iter().copied().max(), Some(ENTRIES / 2 - 1));
    set.par_extend((0..ENTRIES).into_par_iter());
    set.par_extend(&[ENTRIES, 1]);
    assert_eq!(set.into_par_iter().collect::<HashSet<u32>>(), (0..=ENTRIES).collect());
}

/// Boxes, that the threads drop.
#[test]
fn what_owns_memory() {
    let table: Table<u32, Box<u32>, Numbers> =
        (0..ENTRIES).into_par_iter().map(|number| (number, number.into())).collect();
    let sum: u64 = table.into_par_iter().map(|(_, value)| u64::from(*value)).sum();
    assert_eq!(sum, u64::from(ENTRIES) * u64::from(ENTRIES - 1) / 2);
}
