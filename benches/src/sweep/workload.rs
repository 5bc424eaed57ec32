//! The keys of a sweep: which are put into a table, and which are looked up.

use std::marker::PhantomData;

use dynahash_compat::Chained;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_distr::{Distribution as _, Zipf};
use simplehash::{MapKey, NoHooks, Policy, Table};

use super::key::Key;
use crate::Error;

/// Every run draws the same keys.
const SEED: u64 = 0x5157_4545_5000_0001;

/// The exponent of zipf's law: the most popular key is looked up twice as often as the second.
const ZIPF_EXPONENT: f64 = 1.0;

/// How often keys are looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Popularity {
    /// All equally often.
    Uniform,
    /// By zipf's law, independently of the order in which they were put in.
    Zipf,
}

/// What is done with one table.
#[derive(Clone, Debug)]
pub struct Workload<K> {
    /// Put in, in this order; all different.
    pub members: Vec<K>,
    /// Looked up; all are members.
    pub hits: Vec<K>,
    /// Looked up; none is a member.
    pub misses: Vec<K>,
}

impl<K: Clone> Workload<K> {
    /// A table of these keys, `lookups` of keys that are there and as many of the others.
    pub fn new(members: &[K], others: &[K], popularity: Popularity, lookups: usize) -> Self {
        let mut random = StdRng::seed_from_u64(SEED ^ members.len() as u64);
        let hits = popularity.draw(&mut random, members, lookups);
        let misses = Popularity::Uniform.draw(&mut random, others, lookups);
        Self { members: members.to_vec(), hits, misses }
    }
}

/// Keys to make workloads from.
#[derive(Clone, Debug)]
pub struct Keys<K> {
    /// All different. Those that are not put in are looked up in vain.
    distinct: Vec<K>,
    /// What is looked up, by the index in `distinct`.
    stream: Stream,
}

#[derive(Clone, Debug)]
enum Stream {
    Drawn(Popularity),
    Given(Vec<usize>),
}

impl<K: Key + MapKey<K::Value>> Keys<K> {
    /// Random keys for tables of up to `size` slots.
    ///
    /// # Errors
    /// If [`Key::numbered`] makes too few different ones.
    pub fn random(size: usize, popularity: Popularity) -> Result<Self, Error> {
        let wanted = size + (size / MISSES_SHARE).max(1);
        let mut random = StdRng::seed_from_u64(SEED);
        let mut keys = Distinct::new();
        for _ in 0..wanted.saturating_mul(DRAWS_FOR_A_KEY) {
            keys.number_of(K::numbered(random.random()));
            if keys.distinct.len() == wanted {
                return Ok(Self { distinct: keys.distinct, stream: Stream::Drawn(popularity) });
            }
        }
        Err(Error::TooFewKeys { wanted: wanted as u64, found: keys.distinct.len() as u64 })
    }

    /// The keys of a file, looked up as they follow one another there.
    pub fn given(keys: impl IntoIterator<Item = K>) -> Self {
        let mut distinct = Distinct::new();
        let stream = keys.into_iter().map(|key| distinct.number_of(key)).collect();
        Self { distinct: distinct.distinct, stream: Stream::Given(stream) }
    }

    /// Different keys there are.
    pub fn distinct(&self) -> usize {
        self.distinct.len()
    }

    /// The greatest power of two, up to `size`, of which there are keys enough to fill so many slots and to be looked up
    /// in vain.
    ///
    /// # Errors
    /// If there are too few for even the smallest table.
    pub fn largest_size(&self, size: usize) -> Result<usize, Error> {
        let enough = |size: usize| size + (size / MISSES_SHARE).max(1) <= self.distinct.len();
        let sizes = (SMALLEST_SIZE.trailing_zeros()..usize::BITS).map(|power| 1 << power);
        let fitting = sizes.take_while(|&power| power <= size && enough(power)).last();
        fitting.ok_or(Error::TooFewKeys {
            wanted: (SMALLEST_SIZE + SMALLEST_SIZE / MISSES_SHARE) as u64,
            found: self.distinct.len() as u64,
        })
    }

    /// A table of the first `members` keys, `lookups` of keys that are there and as many of keys that are not.
    pub fn workload(&self, members: usize, lookups: usize) -> Workload<K> {
        let (inside, outside) = self.distinct.split_at(members.min(self.distinct.len()));
        match &self.stream {
            Stream::Drawn(popularity) => Workload::new(inside, outside, *popularity, lookups),
            Stream::Given(stream) => {
                let drawn = Workload::new(inside, outside, Popularity::Uniform, lookups);
                // A short file is read again from its beginning.
                let present = stream.iter().filter_map(|&number| inside.get(number)).cycle();
                Workload { hits: present.take(lookups).cloned().collect(), ..drawn }
            }
        }
    }
}

/// One key of so many is kept out of the tables.
const MISSES_SHARE: usize = 4;

/// So many draws for a key are tried before a type is said to have too few.
const DRAWS_FOR_A_KEY: usize = 16;

/// The smallest table that is swept, in slots.
pub const SMALLEST_SIZE: usize = 16;

impl Popularity {
    fn draw<K: Clone>(self, random: &mut StdRng, keys: &[K], lookups: usize) -> Vec<K> {
        if keys.is_empty() {
            return Vec::new();
        }
        match self {
            Popularity::Uniform => (0..lookups).map(|_| keys[random.random_range(0..keys.len())].clone()).collect(),
            Popularity::Zipf => {
                let mut by_rank: Vec<&K> = keys.iter().collect();
                by_rank.shuffle(random);
                // There is a key at least, so that the law is one.
                let Ok(zipf) = Zipf::new(keys.len() as f64, ZIPF_EXPONENT) else { return Vec::new() };
                // Ranks count from one.
                let mut rank = || (zipf.sample(random) as usize).clamp(1, keys.len());
                (0..lookups).map(|_| by_rank[rank() - 1].clone()).collect()
            }
        }
    }
}

/// The key's own hash, without its hooks, in chains: a hash that many keys share costs time here and nothing else.
struct Numbering<P>(PhantomData<P>);

impl<P: Policy> Policy for Numbering<P> {
    type Layout = Chained;
    type Hasher = P::Hasher;
    type Hooks = NoHooks;
    const RESEED: Option<fn() -> Self::Hasher> = P::RESEED;
}

/// Numbers keys in the order of their first appearance.
struct Distinct<K: Key> {
    numbers: Table<K, usize, Numbering<K::Policy>>,
    distinct: Vec<K>,
}

impl<K: Key + MapKey<K::Value>> Distinct<K> {
    fn new() -> Self {
        Self { numbers: Table::default(), distinct: Vec::new() }
    }

    fn number_of(&mut self, key: K) -> usize {
        if let Some(&number) = self.numbers.get(&key) {
            return number;
        }
        let number = self.distinct.len();
        self.distinct.push(key.clone());
        self.numbers.insert(key, number);
        number
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use simplehash::SimpleHash;

    use super::super::key::{Number, Text};
    use super::*;

    /// There are 200 of them, so that numbers come again.
    #[derive(SimpleHash, Clone, Debug, PartialEq, Eq, Hash)]
    struct Few(u8);

    impl Key for Few {
        type Value = ();
        fn numbered(number: u64) -> Self {
            Self((number % 200) as u8)
        }
    }

    fn counts<K: Eq + std::hash::Hash>(keys: &[K]) -> HashMap<&K, usize> {
        let mut counts = HashMap::new();
        for key in keys {
            *counts.entry(key).or_default() += 1;
        }
        counts
    }

    #[test]
    fn hits_are_members_and_misses_are_not() {
        for popularity in [Popularity::Uniform, Popularity::Zipf] {
            let keys = Keys::<Number>::random(1024, popularity).unwrap();
            assert_eq!(keys.largest_size(1 << 20).unwrap(), 1024);
            let workload = keys.workload(921, 5000);
            let members: HashSet<_> = workload.members.iter().collect();
            assert_eq!((members.len(), workload.hits.len(), workload.misses.len()), (921, 5000, 5000));
            assert!(workload.hits.iter().all(|key| members.contains(key)));
            assert!(!workload.misses.iter().any(|key| members.contains(key)));
        }
    }

    #[test]
    fn the_law_of_zipf() {
        let keys = Keys::<Number>::random(1024, Popularity::Zipf).unwrap();
        let workload = keys.workload(1000, 200_000);
        let counts = counts(&workload.hits);
        let mut most: Vec<_> = counts.values().copied().collect();
        most.sort_unstable_by(|a, b| b.cmp(a));
        // The harmonic number of 1000 is 7.485: the first has 26,719 of 200,000, the second half of it, the tenth a tenth.
        for (rank, expected) in [(0, 26_719.0), (1, 13_360.0), (9, 2_672.0)] {
            assert!((most[rank] as f64 / expected - 1.0).abs() < 0.1, "{rank}: {}", most[rank]);
        }
        // Not the ones put in first.
        let first: usize = workload.members[..10].iter().map(|key| counts.get(key).copied().unwrap_or(0)).sum();
        assert!(first < most[..10].iter().sum::<usize>() / 2);
    }

    #[test]
    fn all_equally_often() {
        let keys = Keys::<Number>::random(64, Popularity::Uniform).unwrap();
        let workload = keys.workload(50, 50_000);
        assert!(counts(&workload.hits).values().all(|count| (800..1200).contains(count)));
    }

    #[test]
    fn every_run_draws_the_same() {
        let draw = || Keys::<Number>::random(64, Popularity::Zipf).unwrap().workload(50, 100);
        assert_eq!((draw().members, draw().hits, draw().misses), (draw().members, draw().hits, draw().misses));
    }

    #[test]
    fn keys_that_come_again_are_left_out() {
        let keys = Keys::<Few>::random(128, Popularity::Uniform).unwrap();
        assert_eq!(keys.distinct(), 160);
        let error = Keys::<Few>::random(256, Popularity::Uniform).unwrap_err();
        assert!(matches!(error, Error::TooFewKeys { wanted: 320, found: 200 }), "{error}");
    }

    #[test]
    fn given_keys_are_looked_up_in_their_order() {
        let text = |word: &str| Text(word.into());
        let words = "a b a c a d b e".split(' ').map(text);
        let keys = Keys::given(words);
        assert_eq!(keys.distinct(), 5);
        let workload = keys.workload(2, 6);
        assert_eq!(workload.members, ["a", "b"].map(text));
        // Those of c, d and e are left out, and the rest begins again.
        assert_eq!(workload.hits, ["a", "b", "a", "a", "b", "a"].map(text));
        assert!(workload.misses.iter().all(|key| ["c", "d", "e"].map(text).contains(key)));
        assert!(matches!(keys.largest_size(1024), Err(Error::TooFewKeys { wanted: 20, found: 5 })));
    }

    #[test]
    fn sizes_leave_keys_for_misses() {
        let keys = |count: u64| Keys::given((0..count).map(Number));
        for (count, size) in [(20, 16), (39, 16), (40, 32), (1279, 512), (1280, 1024), (1_000_000, 1024)] {
            assert_eq!(keys(count).largest_size(1024).unwrap(), size, "{count}");
        }
        assert!(keys(19).largest_size(1024).is_err());
    }
}
