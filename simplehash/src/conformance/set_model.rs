//! Random operations on sets, all of the surface, against the standard library's set.

use std::collections::HashSet;
use std::vec::Vec;

use quickcheck::{QuickCheck, TestResult};

use super::model::{KEYS, Operation, long_sequence};
use super::policies::{By, Clustered, Constant, Mixed, Plain, Seeded};
use crate::hash::HashFn;
use crate::hooks::NoHooks;
use crate::layout::Layout;
use crate::policy::Policy;
use crate::table::Set;
use crate::table::set::entry::Entry;

type Model = HashSet<u32>;

fn run<P>(operations: &[Operation])
where
    P: Policy<Hasher: Default + HashFn<u32> + Clone, Hooks = NoHooks>,
{
    // Two sets, changed in turn, so that set operations see differences.
    let mut sets = [Set::<u32, P>::default(), Set::<u32, P>::create(50)];
    let mut models = [Model::new(), Model::new()];
    for &(operation, member, number) in operations {
        let (member, turn) = (u32::from(member) % KEYS, usize::from(number % 3 == 0));
        change(&mut sets[turn], &mut models[turn], operation, member, u32::from(number));
        assert_eq!(sets[turn].len(), models[turn].len(), "after {operation} of {member}");
        if operation % 16 == 3 {
            compare(&sets[turn], &sets[1 - turn], &models[turn], &models[1 - turn]);
        }
    }
    compare(&sets[0], &sets[1], &models[0], &models[1]);
}

fn change<P>(set: &mut Set<u32, P>, model: &mut Model, operation: u8, member: u32, number: u32)
where
    P: Policy<Hasher: Default + HashFn<u32> + Clone, Hooks = NoHooks>,
{
    let chosen = |at: &u32| (at ^ number) & 3 == 0;
    let token = set.prehash(&member);
    match operation % 32 {
        0..6 => assert_eq!(set.insert(member), model.insert(member)),
        6 => assert_eq!(set.insert_hashed(token, member), model.insert(member)),
        7 => assert_eq!(set.try_insert(member), Ok(model.insert(member))),
        8 => assert_eq!(set.replace(member), model.replace(member)),
        9 => {
            assert_eq!(*set.get_or_insert(member), member);
            model.insert(member);
        }
        10 => {
            assert_eq!(*set.get_or_insert_with(&member, |member| *member), member);
            model.insert(member);
        }
        11 => match set.entry(member) {
            Entry::Occupied(stored) => assert!(model.remove(&stored.remove())),
            Entry::Vacant(vacancy) => {
                assert_eq!(*vacancy.insert().get(), member);
                assert!(model.insert(member));
            }
        },
        12 => {
            let before = model.contains(&member);
            let entry = set.entry_hashed(token, member);
            assert_eq!((*entry.get(), matches!(entry, Entry::Occupied(_))), (member, before));
        }
        13..16 => assert_eq!(set.remove(&member), model.remove(&member)),
        16 => assert_eq!(set.remove_hashed(token, &member), model.remove(&member)),
        17 => assert_eq!(set.take(&member), model.take(&member)),
        18 | 19 => {
            assert_eq!(set.get(&member), model.get(&member));
            assert_eq!(set.contains_hashed(token, &member), model.contains(&member));
        }
        20 | 21 => {
            set.retain(|at| !chosen(at));
            model.retain(|at| !chosen(at));
        }
        22 => {
            let taken: Model = set.extract_if(chosen).collect();
            assert_eq!(taken, model.iter().copied().filter(chosen).collect::<Model>());
            model.retain(|at| !chosen(at));
        }
        23 if member.is_multiple_of(4) => assert_eq!(set.drain().collect::<Model>(), core::mem::take(model)),
        24 | 25 => {
            let more = (0..number % 30).map(|n| (member + n) % KEYS);
            set.extend(more.clone());
            model.extend(more);
        }
        26 => set.shrink_to_fit(),
        30 => {
            let more: Vec<u32> = (0..number % 80).map(|n| (member + n * n) % KEYS).collect();
            let before = model.len();
            let mut there = Vec::new();
            set.contains_many(&more, |_, is_there| there.push(is_there));
            assert!(there.into_iter().eq(more.iter().map(|member| model.contains(member))));
            model.extend(more.iter().copied());
            assert_eq!(set.insert_many(more.iter().copied()), model.len() - before);
            set.get_many(&more, |place, found| assert_eq!(found, Some(&more[place])));
        }
        27 => {
            let copy = set.clone();
            assert!(copy == *set && copy.iter().eq(set.iter()));
            *set = copy;
        }
        28 if member.is_multiple_of(4) => {
            let taken: Model = core::mem::take(set).into_iter().collect();
            assert_eq!(taken, *model);
            *set = taken.into_iter().collect();
        }
        29 if member.is_multiple_of(4) => {
            set.clear();
            model.clear();
        }
        _ => set.reserve(number as usize % 100),
    }
}

fn compare<P>(a: &Set<u32, P>, b: &Set<u32, P>, model_a: &Model, model_b: &Model)
where
    P: Policy<Hasher: Default + HashFn<u32> + Clone, Hooks = NoHooks>,
{
    fn sorted(members: impl Iterator<Item = u32>) -> Vec<u32> {
        let mut members: Vec<u32> = members.collect();
        members.sort_unstable();
        members
    }
    macro_rules! same {
        ($($operation:ident, $operator:tt;)*) => { $(
            let expected = sorted(model_a.$operation(model_b).copied());
            assert_eq!(sorted(a.$operation(b).copied()), expected, stringify!($operation));
            let (least, most) = a.$operation(b).size_hint();
            assert!(least <= expected.len() && most.is_none_or(|most| most >= expected.len()));
            assert_eq!(sorted((a $operator b).into_iter()), expected);
        )* };
    }
    same! {
        union, |;
        intersection, &;
        difference, -;
        symmetric_difference, ^;
    }
    assert_eq!(sorted(a.iter().copied()), sorted(model_a.iter().copied()));
    assert_eq!(
        (a.is_disjoint(b), a.is_subset(b), a.is_superset(b), a == b),
        (model_a.is_disjoint(model_b), model_a.is_subset(model_b), model_a.is_superset(model_b), model_a == model_b)
    );
    let both = a & b;
    assert!(both.is_subset(a) && both.is_subset(b) && a.is_superset(&both) && (a - b).is_disjoint(b));
}

fn check_all<P>()
where
    P: Policy<Hasher: Default + HashFn<u32> + Clone, Hooks = NoHooks>,
{
    fn property<P>(operations: Vec<Operation>) -> TestResult
    where
        P: Policy<Hasher: Default + HashFn<u32> + Clone, Hooks = NoHooks>,
    {
        run::<P>(&operations);
        TestResult::passed()
    }
    QuickCheck::new().quickcheck(property::<P> as fn(Vec<Operation>) -> TestResult);
    run::<P>(&long_sequence(10_000));
}

/// Under good, seeded, clustering and constant hashes.
pub fn under_all_hashes<L: Layout>() {
    check_all::<Plain<L, By<Mixed>>>();
    check_all::<Seeded<L>>();
    check_all::<Plain<L, By<Clustered>>>();
    check_all::<Plain<L, By<Constant>>>();
}
