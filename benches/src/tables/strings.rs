//! From text to 64 bits.

use dynahash_compat::Chained;
use simplehash::{Auto, Boxed, Dense, Fingerprint, Pair, RobinHood};

use super::numbers::Numbers;
use super::ours::{Ours, TextFoldhash, ThroughDynahash};
use super::peers::{HashbrownFoldhash, HashbrownFx, IndexMap, Std};
use super::{REFERENCE, Subject, WithTable};

/// Names of up to 21 bytes that begin alike, each with a number.
#[derive(Debug)]
pub struct Strings;

type Entry = Pair<String, u64>;

impl Subject for Strings {
    const NAME: &'static str = "string";
    const TITLE: &'static str = "strings";
    type Key = String;

    fn key(number: u64) -> String {
        format!("name_{:x}", Numbers::key(number))
    }

    fn for_each_table<W: WithTable<String>>(action: &W) -> Vec<W::Output> {
        vec![
            action.with::<Ours<Entry, TextFoldhash, RobinHood>>("robin-hood/foldhash"),
            action.with::<Ours<Entry, TextFoldhash, Boxed<RobinHood>>>("boxed/foldhash"),
            action.with::<Ours<Entry, TextFoldhash, Dense>>("dense/foldhash"),
            action.with::<Ours<Entry, TextFoldhash, Fingerprint>>("fingerprint/foldhash"),
            action.with::<Ours<Entry, TextFoldhash, Auto>>("auto/foldhash"),
            action.with::<Ours<Entry, TextFoldhash, Chained>>("chained/foldhash"),
            action.with::<ThroughDynahash>("dynahash"),
            action.with::<Std<String, u64>>("std"),
            action.with::<HashbrownFoldhash<String, u64>>(REFERENCE),
            action.with::<HashbrownFx<String, u64>>("hashbrown-fx"),
            action.with::<IndexMap<String, u64>>("indexmap"),
        ]
    }
}
