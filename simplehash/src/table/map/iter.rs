//! Iterators over maps.

use core::fmt;
use core::iter::FusedIterator;

use allocator_api2::alloc::{Allocator, Global};

use crate::entry::Pair;
use crate::hooks::Hooks;
use crate::policy::{CoreOf, Policy};
use crate::raw::RawTable;
use crate::table::extract::Extracting;
use crate::table::iter::views;
use crate::table::{EntryTable, extract, iter};

impl<K, V, P: Policy, A: Allocator> EntryTable<Pair<K, V>, P, A>
where
    P::Hooks: Hooks<Pair<K, V>>,
{
    /// All keys and values, in the order of the layout.
    pub fn iter(&self) -> Iter<'_, K, V, CoreOf<P>, A> {
        Iter(self.entries())
    }

    /// All keys and values, in the order of the layout; the values for changes.
    pub fn iter_mut(&mut self) -> IterMut<'_, K, V, CoreOf<P>, A> {
        IterMut(self.entries_mut())
    }

    /// All keys, in the order of the layout.
    pub fn keys(&self) -> Keys<'_, K, V, CoreOf<P>, A> {
        Keys(self.entries())
    }

    /// All values, in the order of the layout.
    pub fn values(&self) -> Values<'_, K, V, CoreOf<P>, A> {
        Values(self.entries())
    }

    /// All values, in the order of the layout, for changes.
    pub fn values_mut(&mut self) -> ValuesMut<'_, K, V, CoreOf<P>, A> {
        ValuesMut(self.entries_mut())
    }

    /// All keys, handed over in any order; the values are dropped. No cleanup.
    pub fn into_keys(self) -> IntoKeys<K, V, CoreOf<P>, A> {
        IntoKeys(self.into_entries())
    }

    /// All values, handed over in any order; the keys are dropped. No cleanup.
    pub fn into_values(self) -> IntoValues<K, V, CoreOf<P>, A> {
        IntoValues(self.into_entries())
    }

    /// Hands over all pairs: no cleanup. What is left when the iterator is dropped is dropped; memory for slots stays. If
    /// the iterator is forgotten, what it did not reach stays in the map.
    ///
    /// ```
    /// use simplehash::{SimpleHash, Table};
    /// #[derive(SimpleHash, PartialEq, Eq, Hash)]
    /// struct Key(u32);
    ///
    /// let mut table = Table::from([(Key(1), 10), (Key(2), 20)]);
    /// assert_eq!(table.drain().map(|(_, value)| value).sum::<i32>(), 30);
    /// assert!(table.is_empty() && table.capacity() > 0);
    /// ```
    pub fn drain(&mut self) -> Drain<'_, K, V, CoreOf<P>, A> {
        Drain(self.drain_entries())
    }

    /// Hands over the pairs for which `take` holds: no cleanup. Lazy: what is not reached when the iterator is dropped
    /// stays.
    pub fn extract_if<F>(&mut self, take: F) -> ExtractIf<'_, K, V, F, CoreOf<P>, A>
    where
        F: FnMut(&K, &mut V) -> bool,
    {
        ExtractIf { walk: self.extracting(), take }
    }
}

views! {
    /// Iterator over the keys and values of a map.
    Iter<'a, K, V>(iter::Iter<'a, Pair<K, V>, C, A>) => (&'a K, &'a V), |Pair(key, value)| (key, value);
    /// Iterator over the keys and values of a map, the values for changes.
    IterMut<'a, K, V>(iter::IterMut<'a, Pair<K, V>, C, A>) => (&'a K, &'a mut V), |Pair(key, value)| (&*key, value);
    /// Iterator over the keys of a map.
    Keys<'a, K, V>(iter::Iter<'a, Pair<K, V>, C, A>) => &'a K, |Pair(key, _)| key;
    /// Iterator over the values of a map.
    Values<'a, K, V>(iter::Iter<'a, Pair<K, V>, C, A>) => &'a V, |Pair(_, value)| value;
    /// Iterator over the values of a map, for changes.
    ValuesMut<'a, K, V>(iter::IterMut<'a, Pair<K, V>, C, A>) => &'a mut V, |Pair(_, value)| value;
    /// Iterator that hands over the keys and values of a map; the rest is dropped with it, without cleanup.
    IntoIter<K, V>(iter::IntoIter<Pair<K, V>, C, A>) => (K, V), |Pair(key, value)| (key, value);
    /// Iterator that hands over the keys of a map; the rest is dropped with it, without cleanup.
    IntoKeys<K, V>(iter::IntoIter<Pair<K, V>, C, A>) => K, |pair| pair.into_key();
    /// Iterator that hands over the values of a map; the rest is dropped with it, without cleanup.
    IntoValues<K, V>(iter::IntoIter<Pair<K, V>, C, A>) => V, |pair| pair.into_value();
    /// Iterator that empties a map; the rest is dropped with it, without cleanup.
    Drain<'a, K, V>(extract::Drain<'a, Pair<K, V>, C, A>) => (K, V), |Pair(key, value)| (key, value);
}

views! { clone
    Iter<'a, K, V>;
    Keys<'a, K, V>;
    Values<'a, K, V>;
}

/// Iterator that takes out some pairs of a map.
#[must_use = "takes nothing out unless it is driven; `retain` destroys"]
pub struct ExtractIf<'a, K, V, F, C: RawTable, A: Allocator = Global> {
    walk: Extracting<'a, Pair<K, V>, C, A>,
    take: F,
}

impl<K, V, F: FnMut(&K, &mut V) -> bool, C: RawTable, A: Allocator> Iterator for ExtractIf<'_, K, V, F, C, A> {
    type Item = (K, V);

    #[inline]
    fn next(&mut self) -> Option<(K, V)> {
        let Pair(key, value) = self.walk.next_if(|Pair(key, value)| (self.take)(key, value))?;
        Some((key, value))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, Some(self.walk.left()))
    }
}

impl<K, V, F: FnMut(&K, &mut V) -> bool, C: RawTable, A: Allocator> FusedIterator for ExtractIf<'_, K, V, F, C, A> {}

impl<K, V, F, C: RawTable, A: Allocator> fmt::Debug for ExtractIf<'_, K, V, F, C, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ExtractIf").field("left", &self.walk.left()).finish_non_exhaustive()
    }
}

impl<'a, K, V, P: Policy, A: Allocator> IntoIterator for &'a EntryTable<Pair<K, V>, P, A>
where
    P::Hooks: Hooks<Pair<K, V>>,
{
    type Item = (&'a K, &'a V);
    type IntoIter = Iter<'a, K, V, CoreOf<P>, A>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a, K, V, P: Policy, A: Allocator> IntoIterator for &'a mut EntryTable<Pair<K, V>, P, A>
where
    P::Hooks: Hooks<Pair<K, V>>,
{
    type Item = (&'a K, &'a mut V);
    type IntoIter = IterMut<'a, K, V, CoreOf<P>, A>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

/// Hands over all pairs: no cleanup.
impl<K, V, P: Policy, A: Allocator> IntoIterator for EntryTable<Pair<K, V>, P, A>
where
    P::Hooks: Hooks<Pair<K, V>>,
{
    type Item = (K, V);
    type IntoIter = IntoIter<K, V, CoreOf<P>, A>;
    fn into_iter(self) -> Self::IntoIter {
        IntoIter(self.into_entries())
    }
}
