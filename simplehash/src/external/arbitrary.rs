//! Maps and sets from the bytes of a fuzzer, as the standard library's. Entries that find no room in a table of a limited
//! size are left out.

use arbitrary::{Arbitrary, Result, Unstructured};

use crate::entry::{Member, Pair};
use crate::hash::HashFn;
use crate::hooks::Hooks;
use crate::policy::Policy;
use crate::table::EntryTable;
use equivalent::Equivalent;

impl<'a, K, V, P> Arbitrary<'a> for EntryTable<Pair<K, V>, P>
where
    K: Arbitrary<'a> + Equivalent<K>,
    V: Arbitrary<'a>,
    P: Policy<Hasher: HashFn<K> + Default, Hooks: Hooks<Pair<K, V>>>,
{
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        map(bytes.arbitrary_iter()?)
    }

    fn arbitrary_take_rest(bytes: Unstructured<'a>) -> Result<Self> {
        map(bytes.arbitrary_take_rest_iter()?)
    }

    fn size_hint(_depth: usize) -> (usize, Option<usize>) {
        (0, None)
    }
}

fn map<K, V, P>(pairs: impl Iterator<Item = Result<(K, V)>>) -> Result<EntryTable<Pair<K, V>, P>>
where
    K: Equivalent<K>,
    P: Policy<Hasher: HashFn<K> + Default, Hooks: Hooks<Pair<K, V>>>,
{
    let mut map = EntryTable::<Pair<K, V>, P>::default();
    for pair in pairs {
        let (key, value) = pair?;
        if map.try_overwrite(key, value).is_err() {
            break;
        }
    }
    Ok(map)
}

impl<'a, T, P> Arbitrary<'a> for EntryTable<Member<T>, P>
where
    T: Arbitrary<'a> + Equivalent<T>,
    P: Policy<Hasher: HashFn<T> + Default, Hooks: Hooks<Member<T>>>,
{
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        set(bytes.arbitrary_iter()?)
    }

    fn arbitrary_take_rest(bytes: Unstructured<'a>) -> Result<Self> {
        set(bytes.arbitrary_take_rest_iter()?)
    }

    fn size_hint(_depth: usize) -> (usize, Option<usize>) {
        (0, None)
    }
}

fn set<T, P>(members: impl Iterator<Item = Result<T>>) -> Result<EntryTable<Member<T>, P>>
where
    T: Equivalent<T>,
    P: Policy<Hasher: HashFn<T> + Default, Hooks: Hooks<Member<T>>>,
{
    let mut set = EntryTable::<Member<T>, P>::default();
    for member in members {
        if set.try_insert(member?).is_err() {
            break;
        }
    }
    Ok(set)
}
