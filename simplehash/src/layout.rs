//! Layouts and what they can do: traits only, no algorithm.
//!
//! A layout is a type without values. It names the core that does the work ([`RawTable`]), the tuning
//! parameters it honours, and its nearest form with stable addresses. To write one, see the guide for layout
//! authors in the book (`docs/src/layout-authors.md`).

use crate::raw::{Numbered, RawTable, Slotted};

/// Which tuning parameters a layout takes notice of. A policy that declares another one does not compile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Honours {
    /// Least and greatest `fill_factor`, in thousandths.
    pub fill_factor: (u16, u16),
    /// `grow_max_dib`, `grow_max_move` and `grow_min_fill_factor`.
    pub growth_limits: bool,
    /// `store_hash`.
    pub stored_hash: StoredHash,
    /// `generations`.
    pub generations: bool,
    /// `huge_pages`.
    pub huge_pages: bool,
}

/// What a layout does about the hash of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StoredHash {
    /// It is kept beside each entry.
    Always,
    /// It is computed again when needed.
    Never,
    /// As the policy says.
    Either,
}

impl StoredHash {
    /// Whether a policy may say this.
    #[must_use]
    pub const fn allows(self, store_hash: Option<bool>) -> bool {
        match (self, store_hash) {
            (Self::Always, Some(false)) | (Self::Never, Some(true)) => false,
            (_, _) => true,
        }
    }
}

/// A way to arrange entries in memory. Safe to implement: what must be proven is in [`RawTable`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a table layout",
    note = "layouts are types such as `RobinHood`, `Boxed<RobinHood>`, `Dense`, `Fingerprint`, `Linear`, `Auto` or `dynahash_compat::Chained`"
)]
pub trait Layout {
    /// For messages and statistics, in lower case: `robin-hood`.
    const NAME: &'static str;
    /// See [`Honours`].
    const HONOURS: Honours;
    /// The erased table.
    type Core: RawTable;
    /// The nearest layout with stable addresses: the layout itself where it has them, else
    /// [`Boxed`](crate::Boxed) over it. Generic users name it [`Stable<L>`] and so pay for a box only where
    /// one is needed.
    type Stable: StableAddress;
}

/// `L` if its entries never move, else `Boxed<L>`.
pub type Stable<L> = <L as Layout>::Stable;

/// Layouts whose slots have numbers, so that iteration can start at one of them.
#[diagnostic::on_unimplemented(
    message = "the slots of the layout `{Self}` have no numbers",
    label = "needs a layout with `NumberedSlots`",
    note = "choose `RobinHood`, or `Boxed<RobinHood>` for stable addresses"
)]
pub trait NumberedSlots: Layout<Core: Numbered> {}

/// Layouts whose entries stay in slots with numbers: they can be found again by a [`Handle`](crate::Handle), and scanned
/// while the table changes.
#[diagnostic::on_unimplemented(
    message = "the layout `{Self}` has no handles: its entries have no numbers that stay",
    label = "needs a layout with `Handles`",
    note = "choose `Dense` or `dynahash_compat::Chained`"
)]
pub trait Handles: StableAddress<Core: Slotted> {}

/// Layouts whose entries stay at one address from insertion to removal.
///
/// # Safety
/// While an entry is in the table, no operation moves it or forms a reference to it other than as asked.
#[expect(unsafe_code, reason = "a promise that unsafe code relies on")]
#[diagnostic::on_unimplemented(
    message = "the layout `{Self}` moves its entries, so it cannot give stable addresses",
    label = "needs a layout with `StableAddress`",
    note = "choose `Dense` or `dynahash_compat::Chained`, or wrap the layout: `Boxed<{Self}>` (`Stable<{Self}>` in generic code)"
)]
pub unsafe trait StableAddress: Layout {}
