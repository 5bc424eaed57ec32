//! Many members of a set at once.

use allocator_api2::alloc::Allocator;
use equivalent::Equivalent;

use crate::entry::Member;
use crate::hash::HashFn;
use crate::hooks::{Hooks, destroy};
use crate::policy::Policy;
use crate::table::EntryTable;

impl<T, P: Policy, A: Allocator> EntryTable<Member<T>, P, A>
where
    P::Hooks: Hooks<Member<T>>,
{
    /// Looks up many keys: `each` gets the place of each in `keys`, and the member equivalent to it if there is one, in their
    /// order. The waits for memory of 32 lookups overlap.
    #[inline]
    pub fn get_many<'a, Q>(&'a self, keys: &[Q], mut each: impl FnMut(usize, Option<&'a T>))
    where
        Q: Equivalent<T>,
        P::Hasher: HashFn<Q>,
        P: 'a,
        A: 'a,
    {
        self.find_many(keys, |place, member| each(place, member.map(|member| &member.0)));
    }

    /// As [`get_many`](Self::get_many), for callers who only ask whether there is a member.
    ///
    /// ```
    /// use simplehash::{Set, SimpleHash};
    /// #[derive(SimpleHash, PartialEq, Eq, Hash, Clone, Copy)]
    /// struct Word(u32);
    ///
    /// let set: Set<Word> = (0..10).map(Word).collect();
    /// let mut missing = Vec::new();
    /// set.contains_many(&[Word(9), Word(10)], |place, there| missing.extend((!there).then_some(place)));
    /// assert_eq!(missing, [1]);
    /// ```
    #[inline]
    pub fn contains_many<Q>(&self, keys: &[Q], mut each: impl FnMut(usize, bool))
    where
        Q: Equivalent<T>,
        P::Hasher: HashFn<Q>,
    {
        self.find_many(keys, |place, member| each(place, member.is_some()));
    }

    /// Puts in many members, in their order; those that were there stay. How many were new.
    ///
    /// # Panics
    /// If the table has its largest size and is full; aborts if the allocator refuses. If the iterator, `Hash` or `Eq`
    /// panics, up to 32 members that were taken from the iterator and are not in yet are dropped.
    ///
    /// ```
    /// use simplehash::{Set, SimpleHash};
    /// #[derive(SimpleHash, PartialEq, Eq, Hash)]
    /// struct Word(u32);
    ///
    /// let mut set = Set::new();
    /// assert_eq!(set.insert_many([1, 2, 1].map(Word)), 2);
    /// ```
    pub fn insert_many(&mut self, members: impl IntoIterator<Item = T>) -> usize
    where
        T: Equivalent<T>,
        P::Hasher: HashFn<T>,
    {
        self.insert_entries(members.into_iter().map(Member), |_, duplicate| destroy::<P::Hooks, Member<T>>(duplicate))
    }
}
