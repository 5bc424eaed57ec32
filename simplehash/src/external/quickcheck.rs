//! Maps and sets at random, and shrunk to smaller ones that still fail a test: through a vector of their entries, as the
//! standard library's.

use alloc::boxed::Box;
use alloc::vec::Vec;

use quickcheck::{Arbitrary, Gen};

use crate::entry::{Member, Pair};
use crate::hash::HashFn;
use crate::hooks::Hooks;
use crate::policy::Policy;
use crate::table::EntryTable;
use equivalent::Equivalent;

/// # Panics
/// If the layout has too few slots for as many entries as the generator makes.
impl<K, V, P> Arbitrary for EntryTable<Pair<K, V>, P>
where
    K: Arbitrary + Equivalent<K>,
    V: Arbitrary,
    P: Policy<Hasher: HashFn<K> + Default + Clone, Hooks: Hooks<Pair<K, V>>> + 'static,
{
    fn arbitrary(generator: &mut Gen) -> Self {
        Vec::<(K, V)>::arbitrary(generator).into_iter().collect()
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let pairs: Vec<(K, V)> = self.iter().map(|(key, value)| (key.clone(), value.clone())).collect();
        Box::new(pairs.shrink().map(Self::from_iter))
    }
}

/// # Panics
/// If the layout has too few slots for as many members as the generator makes.
impl<T, P> Arbitrary for EntryTable<Member<T>, P>
where
    T: Arbitrary + Equivalent<T>,
    P: Policy<Hasher: HashFn<T> + Default + Clone, Hooks: Hooks<Member<T>>> + 'static,
{
    fn arbitrary(generator: &mut Gen) -> Self {
        Vec::<T>::arbitrary(generator).into_iter().collect()
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let members: Vec<T> = self.iter().cloned().collect();
        Box::new(members.shrink().map(Self::from_iter))
    }
}
