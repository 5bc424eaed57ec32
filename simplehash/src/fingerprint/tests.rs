//! What only a look at the words can tell.

use core::marker::PhantomData;
use std::collections::HashMap;
use std::vec::Vec;

use super::raw::check::{self, load};
use super::raw::core::FURTHEST;
use super::raw::group::{Group, Lanes};
use super::raw::portable::Portable;
use super::{Fingerprint, FingerprintCore, FingerprintGroup, FingerprintPortable};
use crate::entry::Pair;
use crate::hash::HashFn;
use crate::hooks::NoHooks;
use crate::layout::Layout;
use crate::policy::Policy;
use crate::table::Table;

/// Numbers that are random enough.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn below(&mut self, end: u64) -> u64 {
        ((self.next() >> 32) * end) >> 32
    }
}

fn listed(mut lanes: Lanes) -> Vec<usize> {
    let mut list = Vec::new();
    while let Some(lane) = lanes.lowest() {
        list.push(lane);
        lanes = lanes.after_lowest();
    }
    list
}

/// The lanes for whose words it holds.
fn which(words: &[u16], holds: impl Fn(usize, u16) -> bool) -> Vec<usize> {
    (0..words.len()).filter(|lane| holds(*lane, words[*lane])).collect()
}

fn group_does_what_it_says<G: Group>() {
    let mut random = Random(7);
    for round in 0..20_000 {
        let fingerprint = random.next() as u8;
        let step = random.below((FURTHEST / G::LANES) as u64) as usize;
        let mut expected = G::expected(fingerprint);
        (0..step).for_each(|_| expected = expected.following());
        let wanted = |lane: usize| ((step * G::LANES + lane + 1) << 8) as u16 | u16::from(fingerprint);
        // Words around those expected, and any.
        let words: Vec<u16> = (0..G::LANES)
            .map(|lane| match random.below(4) {
                0 => 0,
                1 => wanted(lane),
                2 => wanted(lane).wrapping_add((random.below(3) << 8) as u16).wrapping_sub(1 << 8),
                _ => random.below(((FURTHEST as u64) + 2) << 8) as u16,
            })
            .collect();
        let group = load::<G>(&words);
        assert_eq!(listed(group.equal(expected)), which(&words, |lane, word| word == wanted(lane)), "{words:x?}");
        let nearer = which(&words, |lane, word| word >> 8 < wanted(lane) >> 8);
        assert_eq!(listed(group.nearer(expected)), nearer, "{round}: {words:x?} {fingerprint:x} {step}");
        assert_eq!(listed(group.empty()), which(&words, |_, word| word == 0));
        assert_eq!(listed(group.used()), which(&words, |_, word| word != 0));
        assert_eq!(group.used().highest(), which(&words, |_, word| word != 0).last().copied());
        assert_eq!(listed(group.equal(G::splat(words[0]))), which(&words, |_, word| word == words[0]));
        let used = group.used();
        if let Some(highest) = used.highest() {
            assert_eq!(listed(used.without_highest()), listed(used.below(highest)));
        }
        let some = random.below(G::LANES as u64 + 1) as usize;
        assert_eq!(listed(group.used().below(some)), which(&words, |lane, word| word != 0 && lane < some));
    }
}

#[test]
fn groups_do_what_they_say() {
    group_does_what_it_says::<FingerprintGroup>();
    group_does_what_it_says::<Portable>();
}

/// Hash functions, by number.
#[derive(Default, Clone)]
struct Kind<const KIND: u32>;

const SPREAD: u32 = 0;
const CONSTANT: u32 = 1;
const FEW: u32 = 2;
const LAST_HOME: u32 = 3;
const IDENTITY: u32 = 4;

impl<const KIND: u32> HashFn<u32> for Kind<KIND> {
    fn hash(&self, key: &u32) -> u64 {
        let spread = u64::from(*key).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        match KIND {
            SPREAD => spread ^ (spread >> 32),
            CONSTANT => 0x1234_5678,
            FEW => (spread >> 32) & 0xf00_0003,
            LAST_HOME => u64::MAX,
            _ => u64::from(*key),
        }
    }
}

struct By<L, const KIND: u32>(PhantomData<L>);

impl<L: Layout, const KIND: u32> Policy for By<L, KIND> {
    type Layout = L;
    type Hasher = Kind<KIND>;
    type Hooks = NoHooks;
}

type Map<L, const KIND: u32> = Table<u32, u32, By<L, KIND>>;

fn check<L, G: Group, const KIND: u32>(map: &Map<L, KIND>)
where
    L: Layout<Core = FingerprintCore<G>>,
{
    check::check(map, |Pair(key, _)| Kind::<KIND>.hash(key));
}

fn order_is_kept<L, G: Group, const KIND: u32>(keys: u64)
where
    L: Layout<Core = FingerprintCore<G>>,
{
    let mut random = Random(u64::from(KIND) + 1);
    let (mut map, mut model) = (Map::<L, KIND>::default(), HashMap::new());
    for step in 0..4000 {
        let key = random.below(keys) as u32;
        match random.below(20) {
            0..=11 => assert_eq!(map.insert(key, step), model.insert(key, step)),
            12..=17 => assert_eq!(map.remove(&key), model.remove(&key)),
            18 if step % 16 == 0 => map.shrink_to_fit(),
            19 if step % 64 == 0 => map.reserve(random.below(500) as usize),
            _ => assert_eq!(map.get(&key), model.get(&key)),
        }
        if step % 7 == 0 {
            check(&map);
        }
    }
    check(&map);
    let mut visited = 0;
    map.retain(|key, value| {
        visited += 1;
        assert_eq!(model.get(key), Some(&*value));
        key % 3 == 0
    });
    assert_eq!(visited, model.len());
    check(&map);
    model.retain(|key, _| key % 3 == 0);
    assert!(map.len() == model.len() && model.iter().all(|(key, value)| map.get(key) == Some(value)));
    let copy = map.clone();
    check(&copy);
    assert!(copy == map);
}

#[test]
fn entries_are_where_searches_end() {
    fn on<L: Layout<Core = FingerprintCore<G>>, G: Group>() {
        order_is_kept::<L, G, SPREAD>(1000);
        order_is_kept::<L, G, CONSTANT>(400);
        order_is_kept::<L, G, FEW>(1500);
        order_is_kept::<L, G, LAST_HOME>(200);
        order_is_kept::<L, G, IDENTITY>(3000);
    }
    on::<Fingerprint, FingerprintGroup>();
    on::<FingerprintPortable, Portable>();
}

#[test]
fn strays_are_found_and_counted() {
    let mut map = Map::<Fingerprint, CONSTANT>::default();
    for key in 0..1000 {
        map.insert(key, key);
        check(&map);
    }
    // As many as words can say the distance of, and the rest. The table grew twice for them: at 512 homes, and when those
    // of the next size were full.
    assert_eq!((map.core().strays(), map.core().homes()), (1000 - FURTHEST, 4096));
    assert!((0..1000).all(|key| map.get(&key) == Some(&key)) && map.get(&1000).is_none());
    for key in (0..1000).rev() {
        assert_eq!(map.remove(&key), Some(key));
        if key % 10 == 0 {
            check(&map);
        }
    }
    assert_eq!((map.core().strays(), map.len()), (0, 0));
}

#[test]
fn the_last_home_has_room_after_it_and_then_anywhere() {
    let mut map = Map::<Fingerprint, LAST_HOME>::default();
    map.reserve(100);
    let homes = map.core().homes();
    for key in 0..100 {
        map.insert(key, key);
        check(&map);
    }
    assert_eq!((map.core().homes(), homes), (128, 128));
    // One at home, 32 in the slots after the last home.
    assert_eq!(map.core().strays(), 100 - 33);
    assert!((0..100).all(|key| map.get(&key) == Some(&key)));
}

#[test]
fn growth_keeps_the_order_of_both_halves() {
    let mut map = Map::<Fingerprint, SPREAD>::default();
    for key in 0..30_000 {
        let homes = map.core().homes();
        map.insert(key, key);
        if map.core().homes() > homes {
            check(&map);
        }
    }
    assert!(map.stats().max_chain < 100 && map.core().strays() == 0);
    map.grow(1 << 18).unwrap();
    check(&map);
    map.shrink_to_fit();
    check(&map);
    assert!((0..30_000).all(|key| map.get(&key) == Some(&key)));
}
