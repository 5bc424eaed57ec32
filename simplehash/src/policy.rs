//! The policy: everything a key type decides about its tables.

use core::marker::PhantomData;

use crate::entry::Pair;
use crate::hash::HashFn;
use crate::hooks::Hooks;
use crate::layout::{Honours, Layout};
use crate::tuning::Tuning;

/// The decisions of one kind of table. Free of the key's parameters, so one type serves `Key<'a, T>` for
/// every `'a` and `T`; may have parameters of its own, such as the lifetime of a hasher's context.
///
/// The derive writes one. By hand, where the hasher needs a parameter:
///
/// ```
/// use simplehash::hash::HashFn;
/// use simplehash::{NoHooks, Policy, RobinHood, Table};
///
/// /// Hashes the columns that `wanted` names.
/// struct Columns<'a> {
///     wanted: &'a [usize],
/// }
/// impl HashFn<Vec<u64>> for Columns<'_> {
///     fn hash(&self, row: &Vec<u64>) -> u64 {
///         self.wanted.iter().fold(0, |hash, column| hash.rotate_left(5) ^ row[*column])
///     }
/// }
/// struct Grouping<'a>(std::marker::PhantomData<&'a ()>);
/// impl<'a> Policy for Grouping<'a> {
///     type Layout = RobinHood;
///     type Hasher = Columns<'a>;
///     type Hooks = NoHooks;
/// }
///
/// let wanted = [0, 2];
/// let mut groups = Table::<Vec<u64>, u64, Grouping<'_>>::with_hasher(Columns { wanted: &wanted });
/// groups.insert(vec![1, 2, 3], 1);
/// assert_eq!(groups.get(&vec![1, 2, 3]), Some(&1));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a table policy",
    note = "`#[derive(SimpleHash)] #[simplehash(policy_for = Key, ..)] struct Name;` makes one"
)]
pub trait Policy: Sized {
    /// Arrangement in memory.
    type Layout: Layout;
    /// The hash function; a value in each table. No bounds here: a hasher may hold an `Rc`, which only costs
    /// that table its `Send`.
    type Hasher;
    /// Code run on births and deaths.
    type Hooks;
    /// Parameters of the layout.
    const TUNING: Tuning = Tuning::DEFAULT;
    /// Makes a hasher with another seed, for a table that finds its seed to be a bad one. `None` where the
    /// hash has no seed or must keep it: such a table stops growing instead.
    const RESEED: Option<fn() -> Self::Hasher> = None;
    /// Whether [`TUNING`](Self::TUNING) is what the layout honours, within its ranges. Evaluated by every
    /// constructor, so that a mistake does not compile.
    #[doc(hidden)]
    const CHECKED: () = check::all::<Self>();
}

/// A key type with a policy; what `#[derive(SimpleHash)]` implements.
///
/// ```
/// use simplehash::{SimpleHash, Table};
///
/// #[derive(SimpleHash, PartialEq, Eq, Hash)]
/// #[simplehash(fill_factor = 0.75)]
/// struct Oid(u32);
///
/// let mut names = Table::new();
/// names.insert(Oid(1259), "pg_class");
/// assert_eq!(names.get(&Oid(1259)), Some(&"pg_class"));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` states no hash-table policy",
    note = "write `#[derive(SimpleHash)]` on it; for a foreign type name a policy: `Table<{Self}, V, SomePolicy>`"
)]
pub trait SimpleHash {
    /// The policy of all tables with this key that do not name another.
    type Policy: Policy;
}

/// The one bound generic code writes. Bounds on associated types are implied where they stand on a
/// supertrait, so it brings hashing, hooks and `Send`/`Sync` hashers along.
///
/// ```
/// use simplehash::{MapKey, Table};
///
/// fn count<K: MapKey<usize>>(keys: impl IntoIterator<Item = K>) -> Table<K, usize> {
///     let mut counts = Table::new();
///     for key in keys {
///         let seen = counts.get(&key).copied().unwrap_or(0);
///         counts.insert(key, seen + 1);
///     }
///     counts
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a key of tables with values of type `{V}`",
    note = "write `#[derive(SimpleHash, PartialEq, Eq, Hash)]` on it",
    note = "for a type of another crate name a policy: `Table<{Self}, V, SomePolicy>`, made by `policy_for`"
)]
pub trait MapKey<V>:
    Eq + Sized + SimpleHash<Policy: Policy<Hasher: HashFn<Self> + Default + Send + Sync, Hooks: Hooks<Pair<Self, V>>>>
{
}

impl<K, V> MapKey<V> for K where
    K: Eq + SimpleHash<Policy: Policy<Hasher: HashFn<K> + Default + Send + Sync, Hooks: Hooks<Pair<K, V>>>>
{
}

/// The erased core of a policy's layout.
pub type CoreOf<P> = <<P as Policy>::Layout as Layout>::Core;

/// The checks of [`Policy::CHECKED`], one for each parameter, so that the derive can report each at its token.
#[doc(hidden)]
pub mod check {
    use super::{Layout, Policy};
    use crate::layout::StoredHash;
    use crate::tuning::Limit;

    /// All of them.
    pub const fn all<P: Policy>() {
        fill_factor::<P>();
        grow_max_dib::<P>();
        grow_max_move::<P>();
        grow_min_fill_factor::<P>();
        store_hash::<P>();
        generations::<P>();
        huge_pages::<P>();
    }

    /// The fill factor is in the layout's range.
    pub const fn fill_factor<P: Policy>() {
        let (low, high) = <P::Layout as Layout>::HONOURS.fill_factor;
        if let Some(fill) = P::TUNING.fill_factor {
            assert!(
                fill >= low && fill <= high,
                "`fill_factor` is outside the range of this layout: 0.1 to 0.98 where entries are in slots, \
                 0.1 to 16.0 entries per bucket in `Chained`"
            );
        }
    }

    /// The layout has a distance limit.
    pub const fn grow_max_dib<P: Policy>() {
        assert!(
            <P::Layout as Layout>::HONOURS.growth_limits || P::TUNING.grow_max_dib.is_none(),
            "this policy sets `grow_max_dib`, which its layout does not honour: remove it or choose another \
             layout, such as `RobinHood`"
        );
    }

    /// The layout has a limit of moves.
    pub const fn grow_max_move<P: Policy>() {
        assert!(
            <P::Layout as Layout>::HONOURS.growth_limits || P::TUNING.grow_max_move.is_none(),
            "this policy sets `grow_max_move`, which its layout does not honour: remove it or choose another \
             layout, such as `RobinHood`"
        );
    }

    /// The layout has a floor for its growth limits, and it is a fraction.
    pub const fn grow_min_fill_factor<P: Policy>() {
        assert!(
            <P::Layout as Layout>::HONOURS.growth_limits || P::TUNING.grow_min_fill_factor.is_none(),
            "this policy sets `grow_min_fill_factor`, which its layout does not honour: remove it or choose \
             another layout, such as `RobinHood`"
        );
        if let Some(Limit::At(floor)) = P::TUNING.grow_min_fill_factor {
            assert!(floor >= 1 && floor < 1000, "`grow_min_fill_factor` must be between 0.001 and 0.999, or `none`");
        }
    }

    /// The layout has handles, if generations are asked for.
    pub const fn generations<P: Policy>() {
        assert!(
            <P::Layout as Layout>::HONOURS.generations || P::TUNING.generations.is_none(),
            "this policy sets `generations`, which its layout does not honour: remove it or choose a layout with \
             handles, `Dense` or `dynahash_compat::Chained`"
        );
    }

    /// The layout has large arrays.
    pub const fn huge_pages<P: Policy>() {
        assert!(
            <P::Layout as Layout>::HONOURS.huge_pages || P::TUNING.huge_pages.is_none(),
            "this policy sets `huge_pages`, which its layout does not honour: remove it or choose a layout with large \
             arrays, such as `RobinHood`, `Fingerprint` or `Linear`"
        );
    }

    /// The layout can do with hashes as the policy wants.
    pub const fn store_hash<P: Policy>() {
        let stored = <P::Layout as Layout>::HONOURS.stored_hash;
        assert!(
            stored.allows(P::TUNING.store_hash) || !matches!(stored, StoredHash::Always),
            "this policy sets `store_hash = false`, but its layout always stores the hash"
        );
        assert!(
            stored.allows(P::TUNING.store_hash) || !matches!(stored, StoredHash::Never),
            "this policy sets `store_hash = true`, but its layout never stores the hash"
        );
    }
}

/// Policy `P` with layout `L`, for tests, sweeps and generic users. Unlike a declared policy it drops the
/// parameters that `L` does not honour: a sweep is not a declaration.
///
/// ```
/// use simplehash::{Boxed, RobinHood, SimpleHash, Table, Using};
///
/// #[derive(SimpleHash, PartialEq, Eq, Hash)]
/// struct Key(u64);
/// type Policy = <Key as SimpleHash>::Policy;
///
/// let mut table = Table::<Key, String, Using<Policy, Boxed<RobinHood>>>::default();
/// table.insert(Key(1), "one".into());
/// ```
#[derive(Debug)]
pub struct Using<P, L>(PhantomData<(P, L)>);

impl<P: Policy, L: Layout> Policy for Using<P, L> {
    type Layout = L;
    type Hasher = P::Hasher;
    type Hooks = P::Hooks;
    const TUNING: Tuning = honoured(P::TUNING, L::HONOURS);
    const RESEED: Option<fn() -> Self::Hasher> = P::RESEED;
}

/// Without the parameters that a layout does not honour.
const fn honoured(mut tuning: Tuning, honours: Honours) -> Tuning {
    if let Some(fill) = tuning.fill_factor
        && (fill < honours.fill_factor.0 || fill > honours.fill_factor.1)
    {
        tuning.fill_factor = None;
    }
    if !honours.growth_limits {
        tuning.grow_max_dib = None;
        tuning.grow_max_move = None;
        tuning.grow_min_fill_factor = None;
    }
    if !honours.stored_hash.allows(tuning.store_hash) {
        tuning.store_hash = None;
    }
    if !honours.generations {
        tuning.generations = None;
    }
    if !honours.huge_pages {
        tuning.huge_pages = None;
    }
    tuning
}

/// Policy `P` with another fill factor, in thousandths, for sweeps over it.
///
/// ```
/// use simplehash::{SimpleHash, Table, Tuned};
///
/// #[derive(SimpleHash, PartialEq, Eq, Hash)]
/// struct Key(u64);
///
/// let half = Table::<Key, u64, Tuned<<Key as SimpleHash>::Policy, 500>>::with_capacity(1_000);
/// assert!(half.stats().size >= 2_000);
/// ```
#[derive(Debug)]
pub struct Tuned<P, const PERMILLE: u16>(PhantomData<P>);

impl<P: Policy, const PERMILLE: u16> Policy for Tuned<P, PERMILLE> {
    type Layout = P::Layout;
    type Hasher = P::Hasher;
    type Hooks = P::Hooks;
    const TUNING: Tuning = Tuning { fill_factor: Some(PERMILLE), ..P::TUNING };
    const RESEED: Option<fn() -> Self::Hasher> = P::RESEED;
}
