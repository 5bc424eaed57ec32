//! From 64 bits to 64 bits.

use dynahash_compat::Chained;
use simplehash::{Auto, Boxed, Dense, Fingerprint, Linear, Pair, RobinHood};

use super::ours::{Foldhash, Integers, Ours, ThroughDynahash};
use super::peers::{HashbrownFoldhash, HashbrownFx, IndexMap, Std};
use super::{REFERENCE, Subject, WithTable};

/// Random numbers, each with a number.
#[derive(Debug)]
pub struct Numbers;

type Entry = Pair<u64, u64>;

impl Subject for Numbers {
    const NAME: &'static str = "u64";
    const TITLE: &'static str = "64-bit numbers";
    type Key = u64;

    /// splitmix64's finaliser, which is a bijection.
    #[inline]
    fn key(number: u64) -> u64 {
        let z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn for_each_table<W: WithTable<u64>>(action: &W) -> Vec<W::Output> {
        Vec::from([
            action.with::<Ours<Entry, Foldhash, RobinHood>>("robin-hood/foldhash"),
            action.with::<Ours<Entry, Foldhash, Boxed<RobinHood>>>("boxed/foldhash"),
            action.with::<Ours<Entry, Foldhash, Dense>>("dense/foldhash"),
            action.with::<Ours<Entry, Foldhash, Fingerprint>>("fingerprint/foldhash"),
            action.with::<Ours<Entry, Integers, Fingerprint>>("fingerprint/integer"),
            action.with::<Ours<Entry, Integers, Linear>>("linear/integer"),
            action.with::<Ours<Entry, Foldhash, Auto>>("auto/foldhash"),
            action.with::<Ours<Entry, Foldhash, Chained>>("chained/foldhash"),
            action.with::<ThroughDynahash>("dynahash"),
            action.with::<Std<u64, u64>>("std"),
            action.with::<HashbrownFoldhash<u64, u64>>(REFERENCE),
            action.with::<HashbrownFx<u64, u64>>("hashbrown-fx"),
            action.with::<IndexMap<u64, u64>>("indexmap"),
            #[cfg(feature = "pg-peer")]
            action.with::<hashlab_c_peers::PgNumbers>("pg-simplehash"),
            #[cfg(feature = "cpp-peer")]
            action.with::<hashlab_c_peers::AbslNumbers>("absl"),
        ])
    }
}
