//! Filling a table in the order of another one.

use simplehash::{Layout, Policy, RobinHoodMetered, Table, Using};
use simplehash_tests::policies::Murmur;
use simplehash_tests::stream::SplitMix;

use crate::support::{Map, Plain, Seeded, on_every_layout, watched};

fn table_of<P: Plain>(keys: impl IntoIterator<Item = u32>) -> Map<P> {
    let mut table = Table::default();
    keys.into_iter().for_each(|key| assert!(table.insert(key, key).is_none()));
    table
}

/// So many different keys.
fn keys(seed: u64, number: usize) -> Vec<u32> {
    let mut seen = std::collections::HashSet::new();
    SplitMix(seed).map(|word| word as u32).filter(|key| seen.insert(*key)).take(number).collect()
}

/// Slots inspected and entries moved per insertion of these keys.
fn cost<P: Plain<Layout = RobinHoodMetered>>(table: &mut Map<P>, keys: &[u32]) -> f64 {
    let before = table.core().costs();
    keys.iter().for_each(|key| assert!(table.insert(*key, *key).is_none()));
    let after = table.core().costs();
    (after.probes - before.probes + after.moves - before.moves) as f64 / keys.len() as f64
}

/// One key of each in turn, until all are at their end.
fn in_turn<P: Plain>(tables: &[Map<P>]) -> Vec<u32> {
    let mut iterators: Vec<_> = tables.iter().map(Map::<P>::keys).collect();
    let mut order = Vec::new();
    loop {
        let before = order.len();
        order.extend(iterators.iter_mut().filter_map(|keys| keys.next().copied()));
        if order.len() == before {
            return order;
        }
    }
}

/// A table that is filled by walking another one of the same hash gets its keys in the order of their hashes: one end
/// overfills, and an insertion cost more the larger the tables (PostgreSQL, rust, 2016: 195 steps at 28,000). Merging a
/// table into another costs at most 10 steps per insertion at any size, with an unseeded hash and with seeded ones.
#[test]
fn sh_02_merging_one_table_into_another() {
    fn check<P: Plain<Layout = RobinHoodMetered>>(number: usize, seed: u64) {
        let all = keys(seed, 2 * number);
        let (first, second) = all.split_at(number);
        let source = table_of::<P>(second.iter().copied());
        let mut order: Vec<u32> = source.keys().copied().collect();
        for direction in ["as iterated", "backwards"] {
            let mut target = table_of::<P>(first.iter().copied()).clone();
            let cost = cost(&mut target, &order);
            assert!(cost <= 10.0, "{cost} steps for each of {number}, {direction}");
            assert!(all.iter().all(|key| target.get(key) == Some(key)));
            order.reverse();
        }
    }
    watched(|| {
        for (number, seed) in [(7_000, 1), (14_000, 2), (28_000, 3), (10_000, 4), (20_000, 5), (30_000, 6)] {
            check::<Using<Murmur, RobinHoodMetered>>(number, seed);
            check::<Using<Seeded, RobinHoodMetered>>(number, seed);
        }
    });
}

/// As [`sh_02_merging_one_table_into_another`]: eight tables in turn into an empty one (2,513 steps per insertion once), at
/// most 40 steps each.
#[test]
fn sh_02_merging_eight_tables_in_turn() {
    fn check<P: Plain<Layout = RobinHoodMetered>>(number: usize, seed: u64) {
        let all = keys(seed, 8 * number);
        let sources: Vec<Map<P>> = all.chunks(number).map(|keys| table_of(keys.iter().copied())).collect();
        let mut target = Map::<P>::default();
        let cost = cost(&mut target, &in_turn(&sources));
        assert!(cost <= 40.0, "{cost} steps for each of 8 * {number}");
        assert!(target.len() == all.len() && all.iter().all(|key| target.get(key) == Some(key)));
    }
    watched(|| {
        for (number, seed) in [(2_000, 1), (8_000, 2), (500, 3), (3_000, 4)] {
            check::<Using<Murmur, RobinHoodMetered>>(number, seed);
            check::<Using<Seeded, RobinHoodMetered>>(number, seed);
        }
    });
}

/// As [`sh_02_merging_one_table_into_another`], for every layout by what a lookup costs afterwards, which its statistics
/// tell.
#[test]
fn sh_02_merged_tables_have_short_chains() {
    fn check<L: Layout>() {
        fn merged<P: Plain + Policy>() {
            let all = keys(9, 16_000);
            let sources: Vec<Map<P>> = all.chunks(2_000).map(|keys| table_of(keys.iter().copied())).collect();
            let target = table_of::<P>(in_turn(&sources));
            let stats = target.stats();
            assert!(stats.avg_chain() <= 10.0 && stats.size <= 20 * stats.members, "{stats}");
        }
        merged::<Using<Murmur, L>>();
        merged::<Using<Seeded, L>>();
    }
    watched(|| on_every_layout!(check));
}
