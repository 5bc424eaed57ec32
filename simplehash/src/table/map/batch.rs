//! Many keys of a map at once.

use allocator_api2::alloc::Allocator;
use equivalent::Equivalent;

use crate::entry::Pair;
use crate::hash::HashFn;
use crate::hooks::Hooks;
use crate::policy::Policy;
use crate::table::{BatchError, EntryTable};

impl<K, V, P: Policy, A: Allocator> EntryTable<Pair<K, V>, P, A>
where
    P::Hooks: Hooks<Pair<K, V>>,
{
    /// Looks up many keys: `each` gets the place of each in `keys`, and its value if it has one, in their order.
    ///
    /// As fast as [`get`](Self::get) while the table fits the caches, and faster when it does not: the waits for memory of 32
    /// lookups overlap.
    ///
    /// ```
    /// use simplehash::{SimpleHash, Table};
    /// #[derive(SimpleHash, PartialEq, Eq, Hash, Clone, Copy)]
    /// struct Part(u32);
    ///
    /// let prices: Table<Part, u32> = (0..100).map(|part| (Part(part), part + 900)).collect();
    /// let mut total = 0;
    /// prices.get_many(&[Part(7), Part(7), Part(200)], |_, price| total += price.unwrap_or(&0));
    /// assert_eq!(total, 1814);
    /// ```
    #[inline]
    pub fn get_many<'a, Q>(&'a self, keys: &[Q], mut each: impl FnMut(usize, Option<&'a V>))
    where
        Q: Equivalent<K>,
        P::Hasher: HashFn<Q>,
        P: 'a,
        K: 'a,
        A: 'a,
    {
        self.find_many(keys, |place, pair| each(place, pair.map(|pair| &pair.1)));
    }

    /// As [`get_many`](Self::get_many), for callers who only ask whether there is a value.
    #[inline]
    pub fn contains_many<Q>(&self, keys: &[Q], mut each: impl FnMut(usize, bool))
    where
        Q: Equivalent<K>,
        P::Hasher: HashFn<Q>,
    {
        self.find_many(keys, |place, pair| each(place, pair.is_some()));
    }

    /// Puts in many pairs, in their order; a value that is replaced is destroyed, with cleanup (as
    /// [`extend`](Extend::extend) does, one at a time). How many of the keys were new.
    ///
    /// # Panics
    /// If the table has its largest size and is full; aborts if the allocator refuses. If the iterator, `Hash`, `Eq` or the
    /// cleanup panics, up to 32 pairs that were taken from the iterator and are not in yet are dropped.
    ///
    /// ```
    /// use simplehash::{SimpleHash, Table};
    /// #[derive(SimpleHash, PartialEq, Eq, Hash)]
    /// struct Oid(u32);
    ///
    /// let mut names = Table::new();
    /// assert_eq!(names.insert_many([(Oid(1), "one"), (Oid(2), "two"), (Oid(1), "uno")]), 2);
    /// assert_eq!(names.get(&Oid(1)), Some(&"uno"));
    /// ```
    pub fn insert_many(&mut self, pairs: impl IntoIterator<Item = (K, V)>) -> usize
    where
        K: Equivalent<K>,
        P::Hasher: HashFn<K>,
    {
        self.insert_entries(pairs.into_iter().map(|(key, value)| Pair(key, value)), Self::renew)
    }

    /// Updates the values of many keys, which are put in with a default value where they are missing: `each` gets the place
    /// of the key in `keys`, its value, and whether that is new. In the order of the keys: of two equal ones the second finds
    /// what the first one left. This is what grouping does.
    ///
    /// # Panics
    /// If the table has its largest size and is full; aborts if the allocator refuses.
    ///
    /// ```
    /// use simplehash::{SimpleHash, Table};
    /// #[derive(SimpleHash, PartialEq, Eq, Hash, Clone)]
    /// struct City(String);
    ///
    /// let mut sums = Table::<City, u64>::new();
    /// let (cities, amounts) = (["Oslo", "Rome", "Oslo"].map(|city| City(city.into())), [1, 2, 4]);
    /// let mut groups = 0;
    /// sums.upsert_many(&cities, |row, sum, is_new| {
    ///     *sum += amounts[row];
    ///     groups += usize::from(is_new);
    /// });
    /// assert_eq!((groups, sums[&cities[0]]), (2, 5));
    /// ```
    #[inline]
    pub fn upsert_many(&mut self, keys: &[K], mut each: impl FnMut(usize, &mut V, bool))
    where
        K: Clone + Equivalent<K>,
        V: Default,
        P::Hasher: HashFn<K>,
    {
        let make = |place: usize| Pair(keys[place].clone(), V::default());
        self.find_or_insert_all(keys, make, |place, pair, is_new| each(place, &mut pair.1, is_new));
    }

    /// As [`upsert_many`](Self::upsert_many), for callers who can go on without memory.
    ///
    /// # Errors
    /// That there was no room for a key; those before it are in.
    ///
    /// ```
    /// use simplehash::{SimpleHash, Table};
    /// #[derive(SimpleHash, PartialEq, Eq, Hash, Clone, Copy)]
    /// struct Key(u8);
    ///
    /// let mut counts = Table::<Key, u32>::new();
    /// counts.try_upsert_many(&[Key(1), Key(1)], |_, count, _| *count += 1).unwrap();
    /// assert_eq!(counts[&Key(1)], 2);
    /// ```
    #[inline]
    pub fn try_upsert_many(&mut self, keys: &[K], mut each: impl FnMut(usize, &mut V, bool)) -> Result<(), BatchError>
    where
        K: Clone + Equivalent<K>,
        V: Default,
        P::Hasher: HashFn<K>,
    {
        let make = |place: usize| Pair(keys[place].clone(), V::default());
        self.find_or_insert_many(keys, make, |place, pair, is_new| each(place, &mut pair.1, is_new))
    }
}
