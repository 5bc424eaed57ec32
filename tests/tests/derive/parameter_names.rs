//! DM-10: parameters with the names that the derive, the library and other derives use for their own.

use super::*;

#[derive(SimpleHash, PartialEq, Eq, Hash, Clone, Debug)]
struct Types<H, S, S2, K, V, E, T, A, F, W, P, Q, L, D, C>(
    H,
    PhantomData<(S, S2, K, V, E)>,
    PhantomData<(T, A, F, W)>,
    PhantomData<(P, Q, L, D, C)>,
);

#[derive(SimpleHash, PartialEq, Eq, Clone, Debug)]
#[simplehash(hasher = Packed)]
struct InWords<H, Q, W, const N: usize> {
    h: H,
    q: Q,
    w: [W; N],
}

#[derive(SimpleHash, PartialEq, Eq, Clone, Debug)]
#[simplehash(hash = hash, seed = random, value = Vec<(Q, K)>, on_init = made, on_cleanup = gone)]
#[simplehash(bound = "K: Clone, Q: Clone")]
struct Functions<'a, 'h, 'de, 'key, H, K, Q, const S: usize>(&'a H, &'h K, &'de Q, &'key [u8; S])
where
    H: AsRef<str>;

fn hash<H: AsRef<str>, K, Q, const S: usize>(key: &Functions<'_, '_, '_, '_, H, K, Q, S>, seed: u64) -> u64 {
    seed ^ u64::from(pg::hash_bytes(key.0.as_ref().as_bytes()))
}

fn made<H: AsRef<str>, K: Clone, Q: Clone, const S: usize>(key: &Functions<'_, '_, '_, '_, H, K, Q, S>) -> Vec<(Q, K)> {
    vec![(key.2.clone(), key.1.clone())]
}

fn gone<H: AsRef<str>, K, Q, const S: usize>(_: &Functions<'_, '_, '_, '_, H, K, Q, S>, value: &mut Vec<(Q, K)>) {
    value.clear();
}

#[derive(SimpleHash)]
#[simplehash(hash = of_key, on_init = entry, on_cleanup = end)]
struct Row<'key, 'entry, E, K, H> {
    #[simplehash(key)]
    key: &'key K,
    entry: Option<&'entry E>,
    other: PhantomData<H>,
}

fn of_key<K>(_: &&K) -> u8 {
    1
}

fn entry<'key, 'entry, E, K, H>(key: &&'key K) -> Row<'key, 'entry, E, K, H> {
    Row { key, entry: None, other: PhantomData }
}

fn end<E, K, H>(row: &mut Row<'_, '_, E, K, H>) {
    row.entry = None;
}

#[test]
fn dm_10_names_of_parameters() {
    type Unit = ();
    works((0..9_u8).map(|n| {
        Types::<u8, Unit, Unit, Unit, Unit, Unit, Unit, Unit, Unit, Unit, Unit, Unit, Unit, Unit, Unit>(
            n,
            PhantomData,
            PhantomData,
            PhantomData,
        )
    }));
    works((0..9_u8).map(|n| InWords { h: n, q: u16::from(n), w: [true, false] }));

    let key = Functions(&"h", &'k', &1_u8, b"ab");
    let mut functions = Table::<Functions<'_, '_, '_, '_, &str, char, u8, 2>, Vec<(u8, char)>>::new();
    assert_eq!(functions.find_or_init(&key).0.1, [(1, 'k')]);
    assert!(functions.delete(&key));

    let mut rows = EntryTable::<Row<'_, '_, u8, u32, ()>, PolicyOf<Row<'_, '_, u8, u32, ()>>>::default();
    let (row, fresh) = rows.find_or_init(&&5);
    assert!(fresh && *row.key == 5);
}
