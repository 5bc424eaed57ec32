//! From keys of 16 bytes to objects of their own: PostgreSQL's relation table.

use dynahash_compat::Chained;
use simplehash::{Auto, Dense, Fingerprint, RobinHood, Stable};
use smgr::RelationKey;

use super::ours::{Ours, ThroughDynahash};
use super::peers::{HashbrownFoldhash, HashbrownFx, IndexMap, Std};
use super::{REFERENCE, Subject, WithTable};
use crate::smgr::relation::Relation;
use crate::smgr::tables::{Foldhash, PackedWord};

/// Open relations. In our tables the object holds the key; in a peer's the key is in the slot, and once more in the object.
#[derive(Debug)]
pub struct BoxedRelations;

/// The object in memory of its own, or in a slot that does not move.
type Stables<P, L> = Ours<Relation, P, Stable<L>>;

impl Subject for BoxedRelations {
    const NAME: &'static str = "smgr-boxed";
    const TITLE: &'static str = "boxed relations";
    type Key = RelationKey;

    /// Relation numbers 3 apart, as tables with an index and a TOAST table have.
    fn key(number: u64) -> RelationKey {
        const FIRST: u32 = 16_384;
        RelationKey::permanent(1663, FIRST, FIRST.wrapping_add((number as u32).wrapping_mul(3)))
    }

    fn for_each_table<W: WithTable<RelationKey>>(action: &W) -> Vec<W::Output> {
        Vec::from([
            action.with::<Stables<PackedWord, RobinHood>>("robin-hood/packed"),
            action.with::<Stables<PackedWord, Dense>>("dense/packed"),
            action.with::<Stables<PackedWord, Fingerprint>>("fingerprint/packed"),
            action.with::<Stables<Foldhash, Fingerprint>>("fingerprint/foldhash"),
            action.with::<Stables<PackedWord, Auto>>("auto/packed"),
            action.with::<Stables<PackedWord, Chained>>("chained/packed"),
            action.with::<ThroughDynahash>("dynahash"),
            action.with::<Std<RelationKey, Box<Relation>>>("std"),
            action.with::<HashbrownFoldhash<RelationKey, Box<Relation>>>(REFERENCE),
            action.with::<HashbrownFx<RelationKey, Box<Relation>>>("hashbrown-fx"),
            action.with::<IndexMap<RelationKey, Box<Relation>>>("indexmap"),
            #[cfg(feature = "pg-peer")]
            action.with::<hashlab_c_peers::PgRelations>("pg-simplehash"),
            #[cfg(feature = "cpp-peer")]
            action.with::<hashlab_c_peers::AbslRelations>("absl"),
        ])
    }
}
