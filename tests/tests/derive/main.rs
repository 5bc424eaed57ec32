//! What `#[derive(SimpleHash)]` must write for every kind of item and attribute. What it must refuse is in `ui/`; how
//! it behaves under strict lints, in the example `lints` of `simplehash-derive`.

mod by_macro;
mod cfg;
mod const_generics;
mod entries;
mod functions;
mod generics;
mod hook_functions;
mod names;
mod odd_shapes;
mod packed;
mod parameter_names;
mod parameters;
mod policies;
mod raw_identifiers;
mod seeds;
mod self_types;
mod shadowed;
mod shapes;
mod side_by_side;

use std::borrow::Cow;
use std::fmt::Debug;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicUsize, Ordering};

use dynahash_compat::Chained;
use simplehash::hash::{DefaultHasher, FixedDefault, FixedSeed, HashFn, Pack, Packed, RandomSeed, Seeded, Std, pg};
use simplehash::{
    Auto, Boxed, Entry, EntryTable, Hooks, Limit, NoHooks, Policy, RobinHood, SimpleHash, StableAddress, Table, Tuning,
};
use static_assertions::{assert_impl_all, assert_not_impl_any, assert_type_eq_all};

type PolicyOf<K> = <K as SimpleHash>::Policy;
type LayoutOf<K> = <PolicyOf<K> as Policy>::Layout;
type HasherOf<K> = <PolicyOf<K> as Policy>::Hasher;

/// Whether the hasher of `K` can draw another seed.
fn reseeds<K: SimpleHash>() -> bool {
    PolicyOf::<K>::RESEED.is_some()
}

fn hash_of<K: SimpleHash>(key: &K) -> u64
where
    HasherOf<K>: HashFn<K> + Default,
{
    HasherOf::<K>::default().hash(key)
}

/// Every key is found with its own value, in a table of the key's own policy.
#[track_caller]
fn works<K>(keys: impl IntoIterator<Item = K>)
where
    K: simplehash::MapKey<usize> + Clone + Debug,
{
    let keys: Vec<K> = keys.into_iter().collect();
    let mut table = Table::<K, usize>::new();
    for (value, key) in keys.iter().enumerate() {
        assert_eq!(table.insert(key.clone(), value), None, "{key:?}");
    }
    for (value, key) in keys.iter().enumerate() {
        assert_eq!(table.get(key), Some(&value), "{key:?}");
    }
    assert_eq!(table.remove(&keys[0]), Some(0));
    assert_eq!(table.len(), keys.len() - 1);
}

/// Generic code needs one bound, whatever the key.
#[test]
fn in_generic_code() {
    fn twice<K: simplehash::MapKey<u8> + Clone>(key: K) -> Option<u8> {
        let mut table = Table::<K, u8>::new();
        table.insert(key.clone(), 1);
        table.insert(key, 2)
    }

    #[derive(SimpleHash, PartialEq, Eq, Hash, Clone)]
    struct Key(u8);

    assert_eq!(twice(Key(1)), Some(1));
}
