//! Layout × operation × size on random `u64` keys under one hash function, beside hashbrown with the same.
//!
//! Criterion measures wall time: for trends on a quiet machine. Comparisons that are published come from `hashlab`.

use std::hint::black_box;

use criterion::{BatchSize, BenchmarkGroup, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use dynahash_compat::Chained;
use simplehash::hash::pg::murmurhash64;
use simplehash::{Boxed, Layout, RobinHood, SimpleHash, Table, Using};

#[derive(SimpleHash)]
#[simplehash(policy_for = u64)]
struct Keys;

type Map<L> = Table<u64, u64, Using<Keys, L>>;
type Hashbrown = hashbrown::HashMap<u64, u64, foldhash::fast::RandomState>;
type Group<'a> = BenchmarkGroup<'a, criterion::measurement::WallTime>;

/// In cache, around its border, beyond.
const SIZES: [u64; 3] = [1_000, 100_000, 1_000_000];

fn present(n: u64) -> impl Iterator<Item = u64> {
    (1..=n).map(murmurhash64)
}

fn absent(n: u64) -> impl Iterator<Item = u64> {
    (n + 1..=2 * n).map(murmurhash64)
}

fn lookups(group: &mut Group<'_>, name: &str, n: u64, get: impl Fn(&u64) -> Option<u64>) {
    for (kind, keys) in [("hit", present(n).collect::<Vec<_>>()), ("miss", absent(n).collect())] {
        group.bench_function(BenchmarkId::new(format!("{name}/{kind}"), n), |b| {
            b.iter(|| keys.iter().filter_map(&get).fold(0, u64::wrapping_add));
        });
    }
}

fn layout<L: Layout>(group: &mut Group<'_>, n: u64) {
    let fill = |mut map: Map<L>| {
        for key in present(n) {
            map.insert(key, key);
        }
        map
    };
    let map = fill(Map::<L>::default());
    lookups(group, L::NAME, n, |key| map.get(black_box(key)).copied());
    group.bench_function(BenchmarkId::new(format!("{}/insert", L::NAME), n), |b| {
        b.iter_batched(Map::<L>::default, fill, BatchSize::LargeInput);
    });
}

fn hashbrown(group: &mut Group<'_>, n: u64) {
    let fill = |mut map: Hashbrown| {
        map.extend(present(n).map(|key| (key, key)));
        map
    };
    let map = fill(Hashbrown::default());
    lookups(group, "hashbrown", n, |key| map.get(black_box(key)).copied());
    group.bench_function(BenchmarkId::new("hashbrown/insert", n), |b| {
        b.iter_batched(Hashbrown::default, fill, BatchSize::LargeInput);
    });
}

fn all(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("layouts");
    group.sample_size(20);
    for n in SIZES {
        group.throughput(Throughput::Elements(n));
        layout::<RobinHood>(&mut group, n);
        layout::<Boxed<RobinHood>>(&mut group, n);
        layout::<Chained>(&mut group, n);
        hashbrown(&mut group, n);
    }
}

criterion_group!(benches, all);
criterion_main!(benches);
