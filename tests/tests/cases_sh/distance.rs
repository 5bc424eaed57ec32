//! Runs of any length.

use std::collections::BTreeMap;
use std::time::Duration;

use simplehash::{Layout, RobinHood, SimpleHash, Using};

use crate::support::{By, CONSTANT, Map, assert_same_pairs, on_every_layout, watched, watched_for};

/// Tables that do not grow for the sake of short runs.
#[derive(SimpleHash)]
#[simplehash(policy_for = u32, hasher = By, grow_max_dib = none, grow_max_move = none)]
struct WithoutLimits;

/// A run of 70,000 is compared with 70,000 times: seconds, and minutes under AddressSanitizer.
const BILLIONS_OF_COMPARISONS: Duration = Duration::from_secs(600);

/// 512 keys share a hash, and hashes follow each other.
const MANY: By = By(|key| key / 512);

/// Fills a table with `keys` keys that are all far from home, takes every third out, and looks at it.
fn far_from_home<L: Layout>(hash: By, keys: u32, lookups: usize) {
    type Table<L> = Map<Using<WithoutLimits, L>>;
    let mut table = Table::<L>::with_hasher(hash);
    let mut model = BTreeMap::new();
    let look = |table: &Table<L>, model: &BTreeMap<u32, u32>| {
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
        far_from_home::<L>(CONSTANT, 300, 300);
        far_from_home::<L>(MANY, 3000, 1000);
    }
    watched(|| on_every_layout!(check));
}

/// As [`sh_10_distances_beyond_a_byte`]: a run of more than 2^16.
#[test]
fn sh_10_distances_beyond_two_bytes() {
    watched_for(BILLIONS_OF_COMPARISONS, || far_from_home::<RobinHood>(CONSTANT, 70_000, 20));
}

/// As [`sh_10_distances_beyond_two_bytes`], with many hashes in one run.
#[test]
fn sh_10_distances_beyond_two_bytes_of_many_hashes() {
    watched_for(BILLIONS_OF_COMPARISONS, || far_from_home::<RobinHood>(MANY, 70_000, 20));
}
