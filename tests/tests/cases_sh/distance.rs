//! Runs of any length.

use std::collections::BTreeMap;

use simplehash::{Layout, Using};

use crate::support::{
    ConstantWithoutLimits, ManyWithoutLimits, Map, Plain, assert_same_pairs, on_every_layout, watched,
};

/// Fills a table with `keys` keys that are all far from home, takes every third out, and looks at it.
fn far_from_home<P: Plain>(keys: u32, lookups: usize) {
    let mut table = Map::<P>::default();
    let mut model = BTreeMap::new();
    let look = |table: &Map<P>, model: &BTreeMap<u32, u32>| {
        assert_eq!(table.len(), model.len());
        assert_same_pairs(table, model);
        // Some from all of the run: the nearest, the farthest.
        let step = (model.len() / lookups).max(1);
        let some = model.iter().step_by(step).chain(model.iter().next_back());
        some.for_each(|(key, value)| assert_eq!(table.get(key), Some(value)));
    };
    for key in 0..keys {
        assert_eq!((table.insert(key, key), model.insert(key, key)), (None, None));
        if key % 1000 == 0 {
            look(&table, &model);
        }
    }
    look(&table, &model);
    table.retain(|key, _| key % 3 != 0);
    model.retain(|key, _| key % 3 != 0);
    look(&table, &model);
    assert!((keys..keys + lookups as u32).all(|key| table.get(&key).is_none()));
    assert!((0..keys).step_by(keys as usize / lookups).all(|key| table.contains_key(&key) == (key % 3 != 0)));
}

/// A distance from home that was kept in a byte or two wrapped under a poor hash, and lookups or insertions looped
/// (robin-map, 2022). Runs of hundreds, in every layout.
#[test]
fn sh_10_distances_beyond_a_byte() {
    fn check<L: Layout>() {
        far_from_home::<Using<ConstantWithoutLimits, L>>(300, 300);
        far_from_home::<Using<ManyWithoutLimits, L>>(3000, 1000);
    }
    watched(|| on_every_layout!(check));
}

/// As [`sh_10_distances_beyond_a_byte`]: a run of more than 2^16.
#[test]
fn sh_10_distances_beyond_two_bytes() {
    watched(|| far_from_home::<ConstantWithoutLimits>(70_000, 20));
}

/// As [`sh_10_distances_beyond_two_bytes`], with many hashes in one run.
#[test]
fn sh_10_distances_beyond_two_bytes_of_many_hashes() {
    watched(|| far_from_home::<ManyWithoutLimits>(70_000, 20));
}
