//! Feature `serde`: written and read through JSON, and read from what JSON cannot say.

use std::collections::{HashMap, HashSet};

use serde::de::value::{Error as ValueError, MapDeserializer, SeqDeserializer};
use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};
use simplehash::{EntryTable, Layout, Set, Table, Using};

use super::{Counted, CountedNumbers, Ledger, Numbers, Two, Words, on_every_layout};

on_every_layout!(round_trips, last_value_of_equal_keys, broken_input, claimed_lengths, in_place, entries_of_ones_own);

impl<'de> Deserialize<'de> for Counted {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        u32::deserialize(deserializer).map(Self::new)
    }
}

fn round_trips<L: Layout>() {
    for entries in [0, 1, 2, 500_u32] {
        let model: HashMap<u32, String> = (0..entries).map(|number| (number, format!("value {number}"))).collect();
        let table: Table<u32, String, Using<Numbers, L>> = model.clone().into_iter().collect();
        let json = serde_json::to_string(&table).unwrap();
        assert_eq!(serde_json::from_str::<HashMap<u32, String>>(&json).unwrap(), model);
        let read: Table<u32, String, Using<Numbers, L>> = serde_json::from_str(&json).unwrap();
        assert_eq!(read, table);

        let model: HashSet<String> = model.into_values().collect();
        let set: Set<String, Using<Words, L>> = model.iter().cloned().collect();
        let json = serde_json::to_string(&set).unwrap();
        assert_eq!(serde_json::from_str::<HashSet<String>>(&json).unwrap(), model);
        assert_eq!(serde_json::from_str::<Set<String, Using<Words, L>>>(&json).unwrap(), set);
    }

    // Inside of what others derive.
    #[derive(Serialize, Deserialize)]
    #[serde(bound = "")]
    struct Catalog<L: Layout> {
        oids: Table<String, u32, Using<Words, L>>,
        shared: Set<u32, Using<Numbers, L>>,
    }
    let catalog: Catalog<L> =
        serde_json::from_str(r#"{"oids": {"pg_class": 1259}, "shared": [1260, 1262, 1260]}"#).unwrap();
    assert_eq!((catalog.oids["pg_class"], catalog.shared.len()), (1259, 2));
    assert!(serde_json::to_string(&catalog).unwrap().starts_with(r#"{"oids":{"pg_class":1259},"shared":[126"#));
}

fn last_value_of_equal_keys<L: Layout>() {
    let ledger = Ledger::begin();
    let json = r#"{"1": 10, "2": 20, "1": 11, "1": 12}"#;
    let table: Table<u32, Counted, Using<CountedNumbers, L>> = serde_json::from_str(json).unwrap();
    assert_eq!((table.len(), table[&1].0, table[&2].0), (2, 12, 20));
    // The two that were replaced were the table's by then.
    assert_eq!((ledger.alive(), ledger.cleaned()), (2, 2));
    drop(table);
    assert_eq!((ledger.alive(), ledger.cleaned()), (0, 4));
}

fn broken_input<L: Layout>() {
    type Counting<L> = Table<u32, Counted, Using<CountedNumbers, L>>;
    let ledger = Ledger::begin();
    for json in [r#"{"1": 1, "2": "#, r#"{"1": 1, "x": 2}"#, r#"{"1": 1, "2": "x"}"#, "[1, 2]", "7", ""] {
        let read = serde_json::from_str::<Counting<L>>(json);
        assert!(read.is_err(), "{json}");
    }
    assert_eq!((ledger.alive(), ledger.cleaned()), (0, 3));
    let error = serde_json::from_str::<Counting<L>>("[1]").unwrap_err();
    assert!(error.to_string().contains("expected a map"), "{error}");
    let error = serde_json::from_str::<Set<u32, Using<Numbers, L>>>("{}").unwrap_err();
    assert!(error.to_string().contains("expected a sequence"), "{error}");
}

/// Emptied with cleanup, and the room is kept.
fn in_place<L: Layout>() {
    let ledger = Ledger::begin();
    let mut table = Table::<u32, Counted, Using<CountedNumbers, L>>::with_capacity(100);
    table.insert(7, Counted::new(7));
    let read = |json: &'static str, table: &mut _| {
        Deserialize::deserialize_in_place(&mut serde_json::Deserializer::from_str(json), table)
    };
    read(r#"{"1": 10, "2": 20}"#, &mut table).unwrap();
    assert_eq!((table.len(), table[&1].0, ledger.alive(), ledger.cleaned()), (2, 10, 2, 1));
    assert!(table.capacity() >= 100);
    assert!(read(r#"{"3": 30, "4": "#, &mut table).is_err());
    assert_eq!((table.len(), table[&3].0, ledger.alive(), ledger.cleaned()), (1, 30, 1, 3));

    let mut set: Set<u32, Using<Numbers, L>> = [1, 2].into_iter().collect();
    Deserialize::deserialize_in_place(&mut serde_json::Deserializer::from_str("[3, 3]"), &mut set).unwrap();
    assert_eq!(set.into_iter().collect::<Vec<_>>(), [3]);
}

/// Through the module to name in `with`.
fn entries_of_ones_own<L: Layout>() {
    #[derive(simplehash::SimpleHash, Serialize, Deserialize, Debug, PartialEq)]
    struct Relation {
        #[simplehash(key)]
        oid: u32,
        pages: u32,
    }
    #[derive(Serialize, Deserialize)]
    #[serde(bound = "")]
    struct Catalog<L: Layout> {
        #[serde(with = "simplehash::external::serde::entries")]
        relations: EntryTable<Relation, Using<Numbers, L>>,
    }
    let json = r#"{"relations":[{"oid":1259,"pages":1},{"oid":1249,"pages":2},{"oid":1259,"pages":3}]}"#;
    let catalog: Catalog<L> = serde_json::from_str(json).unwrap();
    assert_eq!(catalog.relations.len(), 2);
    assert_eq!(catalog.relations.find(&1259), Some(&Relation { oid: 1259, pages: 3 }));
    let again: Catalog<L> = serde_json::from_str(&serde_json::to_string(&catalog).unwrap()).unwrap();
    assert_eq!(again.relations, catalog.relations);
}

#[test]
fn a_full_table_is_an_error() {
    let full = "hash table size exceeded";
    let error = serde_json::from_str::<Table<u32, u32, Two>>(r#"{"1": 1, "2": 2, "3": 3}"#).unwrap_err();
    assert!(error.to_string().contains(full), "{error}");
    let error = serde_json::from_str::<Set<u32, Two>>("[1, 2, 3]").unwrap_err();
    assert!(error.to_string().contains(full), "{error}");
    // What finds its key is not in need of room.
    let table: Table<u32, u32, Two> = serde_json::from_str(r#"{"1": 1, "1": 2, "1": 3}"#).unwrap();
    assert_eq!(table[&1], 3);
}

/// Claims a length, and has one entry.
struct Liar {
    claimed: usize,
    told: bool,
}

impl<'de> MapAccess<'de> for Liar {
    type Error = ValueError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, ValueError> {
        self.next_element_seed(seed)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, ValueError> {
        seed.deserialize(serde::de::value::U32Deserializer::new(2))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.claimed)
    }
}

impl<'de> SeqAccess<'de> for Liar {
    type Error = ValueError;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, ValueError> {
        let told = std::mem::replace(&mut self.told, true);
        (!told).then(|| seed.deserialize(serde::de::value::U32Deserializer::new(1))).transpose()
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.claimed)
    }
}

impl<'de> Deserializer<'de> for Liar {
    type Error = ValueError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueError> {
        visitor.visit_map(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueError> {
        visitor.visit_seq(self)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct tuple tuple_struct map struct enum identifier ignored_any
    }
}

fn claimed_lengths<L: Layout>() {
    // A mebibyte of pairs of 8 bytes, at worst twice the slots for that, and what stands beside an entry.
    let most = 131_072 * 2 * 48;
    for claimed in [0, 1, 1 << 20, 1 << 40, usize::MAX] {
        let table = Table::<u32, u32, Using<Numbers, L>>::deserialize(Liar { claimed, told: false }).unwrap();
        assert_eq!((table.len(), table[&1]), (1, 2));
        assert!(table.allocation_size() <= most, "{claimed}: {}", table.allocation_size());
        let set = Set::<u32, Using<Numbers, L>>::deserialize(Liar { claimed, told: false }).unwrap();
        assert!(set.len() == 1 && set.allocation_size() <= most, "{claimed}: {}", set.allocation_size());
        let units = Table::<(), (), Using<Units, L>>::deserialize(MapDeserializer::<_, ValueError>::new(
            [((), ()), ((), ())].into_iter(),
        ));
        assert_eq!(units.unwrap().len(), 1);
    }
    let honest = SeqDeserializer::<_, ValueError>::new((0..10_000_u32).collect::<Vec<_>>().into_iter());
    assert_eq!(Set::<u32, Using<Numbers, L>>::deserialize(honest).unwrap().len(), 10_000);
}

/// Entries without a size.
#[derive(simplehash::SimpleHash)]
#[simplehash(policy_for = ())]
struct Units;
