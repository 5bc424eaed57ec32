//! Set operations. The two sets may differ in seed and size; the members of one are looked up in the other, so the cost
//! is that of one lookup for every member walked over.

use core::fmt;
use core::iter::{Chain, FusedIterator};
use core::ops::{BitAnd, BitOr, BitXor, Sub};

use allocator_api2::alloc::{Allocator, Global};

use super::iter::Iter;
use crate::entry::Member;
use crate::hash::HashFn;
use crate::hooks::Hooks;
use crate::policy::{CoreOf, Policy};
use crate::table::EntryTable;
use equivalent::Equivalent;

impl<T, P, A: Allocator> EntryTable<Member<T>, P, A>
where
    T: Equivalent<T>,
    P: Policy<Hasher: HashFn<T>, Hooks: Hooks<Member<T>>>,
{
    /// Members of both sets; of two equal ones either.
    ///
    /// ```
    /// use simplehash::{Set, SimpleHash};
    /// #[derive(SimpleHash, PartialEq, Eq, Hash, Clone, Copy, Debug)]
    /// struct Oid(u32);
    ///
    /// let (a, b) = (Set::from([Oid(1), Oid(2)]), Set::from([Oid(2), Oid(3)]));
    /// assert_eq!(a.intersection(&b).collect::<Vec<_>>(), [&Oid(2)]);
    /// assert_eq!(a.difference(&b).collect::<Vec<_>>(), [&Oid(1)]);
    /// assert_eq!((&a | &b).len(), 3);
    /// assert_eq!(&a ^ &b, Set::from([Oid(1), Oid(3)]));
    /// ```
    pub fn intersection<'a>(&'a self, other: &'a Self) -> Intersection<'a, T, P, A> {
        // Fewer lookups where the smaller set is walked over.
        let (walked, asked) = if self.len() <= other.len() { (self, other) } else { (other, self) };
        Intersection { members: walked.iter(), asked }
    }

    /// Members of this set that are not in the other.
    pub fn difference<'a>(&'a self, other: &'a Self) -> Difference<'a, T, P, A> {
        Difference { members: self.iter(), without: other }
    }

    /// Members of one of the two sets only.
    pub fn symmetric_difference<'a>(&'a self, other: &'a Self) -> SymmetricDifference<'a, T, P, A> {
        SymmetricDifference(self.difference(other).chain(other.difference(self)))
    }

    /// Members of either set, once; of two equal ones either.
    pub fn union<'a>(&'a self, other: &'a Self) -> Union<'a, T, P, A> {
        let (larger, smaller) = if self.len() >= other.len() { (self, other) } else { (other, self) };
        Union(larger.iter().chain(smaller.difference(larger)))
    }

    /// Whether no member is in the other set.
    pub fn is_disjoint(&self, other: &Self) -> bool {
        self.intersection(other).next().is_none()
    }

    /// Whether all members are in the other set.
    pub fn is_subset(&self, other: &Self) -> bool {
        self.len() <= other.len() && self.iter().all(|member| other.contains(member))
    }

    /// Whether all members of the other set are in this one.
    pub fn is_superset(&self, other: &Self) -> bool {
        other.is_subset(self)
    }
}

/// Members of the walked set that are, or are not, in the other.
macro_rules! filtered {
    ($($(#[$doc:meta])* $name:ident: $other:ident, $in_other:expr;)*) => { $(
        $(#[$doc])*
        pub struct $name<'a, T, P: Policy<Hooks: Hooks<Member<T>>>, A: Allocator = Global> {
            members: Iter<'a, T, CoreOf<P>, A>,
            $other: &'a EntryTable<Member<T>, P, A>,
        }

        impl<'a, T, P, A: Allocator> Iterator for $name<'a, T, P, A>
        where
            T: Equivalent<T>,
            P: Policy<Hasher: HashFn<T>, Hooks: Hooks<Member<T>>>,
        {
            type Item = &'a T;

            #[inline]
            fn next(&mut self) -> Option<&'a T> {
                self.members.find(|member| self.$other.contains(*member) == $in_other)
            }

            fn size_hint(&self) -> (usize, Option<usize>) {
                (0, self.members.size_hint().1)
            }
        }

        impl<'a, T, P, A: Allocator> FusedIterator for $name<'a, T, P, A>
        where
            T: Equivalent<T>,
            P: Policy<Hasher: HashFn<T>, Hooks: Hooks<Member<T>>>,
        {
        }

        impl<T, P: Policy<Hooks: Hooks<Member<T>>>, A: Allocator> Clone for $name<'_, T, P, A> {
            fn clone(&self) -> Self {
                Self { members: self.members.clone(), $other: self.$other }
            }
        }

        impl<T, P: Policy<Hooks: Hooks<Member<T>>>, A: Allocator> fmt::Debug for $name<'_, T, P, A> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($name)).field("left", &self.members.len()).finish_non_exhaustive()
            }
        }
    )* };
}

filtered! {
    /// Iterator over the members of two sets; from [`EntryTable::intersection`].
    Intersection: asked, true;
    /// Iterator over the members of one set that are not in another; from [`EntryTable::difference`].
    Difference: without, false;
}

/// Iterators made of two others, one after the other.
macro_rules! chained {
    ($($(#[$doc:meta])* $name:ident($first:ty, $second:ty);)*) => { $(
        $(#[$doc])*
        pub struct $name<'a, T, P: Policy<Hooks: Hooks<Member<T>>>, A: Allocator = Global>(Chain<$first, $second>);

        impl<'a, T, P, A: Allocator> Iterator for $name<'a, T, P, A>
        where
            T: Equivalent<T>,
            P: Policy<Hasher: HashFn<T>, Hooks: Hooks<Member<T>>>,
        {
            type Item = &'a T;

            #[inline]
            fn next(&mut self) -> Option<&'a T> {
                self.0.next()
            }

            fn size_hint(&self) -> (usize, Option<usize>) {
                self.0.size_hint()
            }
        }

        impl<'a, T, P, A: Allocator> FusedIterator for $name<'a, T, P, A>
        where
            T: Equivalent<T>,
            P: Policy<Hasher: HashFn<T>, Hooks: Hooks<Member<T>>>,
        {
        }

        impl<T, P: Policy<Hooks: Hooks<Member<T>>>, A: Allocator> Clone for $name<'_, T, P, A> {
            fn clone(&self) -> Self {
                Self(self.0.clone())
            }
        }

        impl<T, P: Policy<Hooks: Hooks<Member<T>>>, A: Allocator> fmt::Debug for $name<'_, T, P, A> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($name)).finish_non_exhaustive()
            }
        }
    )* };
}

chained! {
    /// Iterator over the members of one of two sets only; from [`EntryTable::symmetric_difference`].
    SymmetricDifference(Difference<'a, T, P, A>, Difference<'a, T, P, A>);
    /// Iterator over the members of either set; from [`EntryTable::union`].
    Union(Iter<'a, T, CoreOf<P>, A>, Difference<'a, T, P, A>);
}

/// Operators on references to sets: a new set of clones.
macro_rules! operators {
    ($($(#[$doc:meta])* $operator:ident::$method:ident = $operation:ident;)*) => { $(
        $(#[$doc])*
        impl<T, P, A: Allocator> $operator for &EntryTable<Member<T>, P, A>
        where
            T: Equivalent<T> + Clone,
            P: Policy<Hasher: HashFn<T> + Default, Hooks: Hooks<Member<T>>>,
        {
            type Output = EntryTable<Member<T>, P>;

            fn $method(self, other: Self) -> Self::Output {
                self.$operation(other).cloned().collect()
            }
        }
    )* };
}

operators! {
    /// The union.
    BitOr::bitor = union;
    /// The intersection.
    BitAnd::bitand = intersection;
    /// What is in one of the two only.
    BitXor::bitxor = symmetric_difference;
    /// What is in the first and not in the second.
    Sub::sub = difference;
}
