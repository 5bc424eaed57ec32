//! `golden/simplehash_trace.json`, slot by slot.
//!
//! One remark on PostgreSQL's side does not apply: there a new element has a key and otherwise stale bytes, here
//! an entry is made whole (`stale_payload` in the step names).

use serde_json::{Value, json};
use simplehash::table::iter::Iterate;
use simplehash::{Pair, Policy, RobinHood, Table};
use simplehash_tests::policies::{Identity, Murmur, Shifted};

type Small<P> = Table<u32, u32, P>;

fn data() -> Value {
    serde_json::from_str(include_str!("../golden/simplehash_trace.json")).unwrap()
}

/// `[[slot, key], ..]` by ascending slot.
fn slots<P>(table: &mut Small<P>) -> Value
where
    P: Policy<Layout = RobinHood, Hasher: simplehash::HashFn<u32>, Hooks: simplehash::Hooks<Pair<u32, u32>>>,
{
    let keys: Vec<u32> = table.keys().copied().collect();
    let mut slots: Vec<_> = keys.iter().map(|key| (table.find_entry(key).unwrap().slot_number(), *key)).collect();
    slots.sort_unstable();
    json!(slots.iter().map(|(slot, key)| [*slot as u64, u64::from(*key)]).collect::<Vec<_>>())
}

/// The keys in the order of a walk that may delete.
fn walked(mut walk: Iterate<'_, Pair<u32, u32>, Identity>) -> Value {
    let mut keys = Vec::new();
    while let Some(entry) = walk.next() {
        keys.push(entry.get().0);
    }
    json!(keys)
}

/// Inserts as the script does: the payload of a new element is its key and a thousand.
fn insert(table: &mut Small<Identity>, key: u32) -> bool {
    table.find_or_insert_with(&key, || Pair(key, key + 1000)).1
}

fn numbers(text: &str) -> Vec<u32> {
    let words = text.split(|c: char| !c.is_ascii_digit()).filter(|word| !word.is_empty());
    words.map(|word| word.parse().unwrap()).collect()
}

#[test]
fn sizes_and_thresholds_of_create() {
    let data = data();
    let rows = data["create"].as_array().unwrap();
    for row in rows {
        let nelements = row["nelements"].as_u64().unwrap() as u32;
        let mut table = Small::<Murmur>::create(nelements as usize);
        let size = table.stats().size;
        assert_eq!((json!(size), json!(table.capacity())), (row["size"].clone(), row["threshold"].clone()), "{row}");
        let fits = (0..nelements).take_while(|key| {
            table.insert(*key, 0);
            table.core().slots() as u64 == size
        });
        assert_eq!(json!(fits.count()), row["inserted_of_nelements_before_first_grow"], "{row}");
    }
    assert_eq!(rows.len(), 35);
}

#[test]
fn every_step_leaves_the_same_slots() {
    let data = data();
    let rows = data["identity_trace"].as_array().unwrap();
    assert_eq!(rows.len(), 25);
    let mut table = Small::<Identity>::create(7);
    for row in rows {
        let step = row["step"].as_str().unwrap();
        let arguments = numbers(step);
        match step.split(' ').next().unwrap() {
            "create(7)" => {}
            "reset" => table.reset(),
            "grow(20)" => table.grow(20).unwrap(),
            "insert" if step == "insert 31,39" => arguments.iter().for_each(|key| assert!(insert(&mut table, *key))),
            "insert" if step.contains("again") => {
                assert!(!insert(&mut table, 16));
                assert_eq!(table.get(&16), Some(&1016));
            }
            "insert" if step.contains("existing") => assert!(!insert(&mut table, arguments[0]), "{step}"),
            "insert" => assert!(insert(&mut table, arguments[0]), "{step}"),
            "delete" if step.contains("returns 0") => assert!(!table.delete(&arguments[0])),
            "delete" => assert!(table.delete(&arguments[0]), "{step}"),
            "delete_item(lookup" => table.find_entry(&16).unwrap().delete(),
            "iterate" => {
                assert_eq!(json!(table.keys().collect::<Vec<_>>()), row["keys"]);
                assert_eq!(walked(table.iterate()), row["keys"]);
            }
            "iterate_at" => {
                let keys: Vec<_> = table.entries_at(6).map(|pair| pair.0).collect();
                assert_eq!(json!(keys), row["keys"]);
                assert_eq!(walked(table.iterate_at(6)), row["keys"]);
            }
            other => panic!("no such step: {other}"),
        }
        if row["size"].is_u64() {
            assert_eq!(json!(table.stats().size), row["size"], "{step}");
            assert_eq!(json!(table.len()), row["members"], "{step}");
            assert_eq!(json!(table.capacity()), row["grow_threshold"], "{step}");
            assert_eq!(slots(&mut table), row["slots"], "{step}");
        }
        assert!(table.iter().all(|(key, value)| *value == key + 1000), "every entry is whole: {step}");
    }
}

#[test]
fn deleting_the_current_element_while_iterating() {
    let data = &data()["delete_during_iteration"];
    let mut table = Small::<Murmur>::create(16);
    (0..50).for_each(|key| assert!(table.insert(key, 0).is_none()));
    assert_eq!(json!(table.len()), data["members_before"]);
    let (mut visited, mut walk) = (0, table.iterate());
    while let Some(entry) = walk.next() {
        entry.delete();
        visited += 1;
    }
    assert_eq!((json!(visited), json!(table.len())), (data["visited"].clone(), data["members_after"].clone()));
}

#[test]
fn growth_by_distance() {
    let data = data();
    let rows = data["dib_growth_same_bucket"].as_array().unwrap();
    let mut table = Small::<Shifted>::create(100);
    assert_eq!((rows.len(), json!(table.stats().size)), (3, rows[0]["size"].clone()));
    for row in &rows[1..] {
        // The key that makes the table grow; its index counts from 1.
        let grows = row["key_index"].as_u64().unwrap() as u32;
        for key in table.len() as u32 + 1..=grows {
            let before = table.stats().size;
            table.insert(key, 0);
            assert_eq!(table.stats().size != before, key == grows, "{row} at {key}");
        }
        assert_eq!(json!(table.len()), row["members_after"]);
        assert_eq!(json!(table.stats().size), row["size"]);
    }
}

#[test]
fn growth_by_moves() {
    let data = data();
    let rows = data["move_growth"].as_array().unwrap();
    // A run of elements at home from slot 0 on, then one that collides with the first.
    let collide = |run: u32, initial: usize| {
        let mut table = Small::<Identity>::create(initial);
        (0..run).for_each(|key| assert!(insert(&mut table, key)));
        let before = table.stats().size;
        assert!(insert(&mut table, 1 << 20));
        (json!(table.len()), json!(before), json!(table.stats().size))
    };
    assert_eq!(json!(Small::<Identity>::create(921).stats().size), rows[0]["size"]);
    for row in &rows[1..] {
        let run = row["run"].as_u64().map_or(201, |run| run as u32);
        let initial = if row["low_fill"] == json!(true) { 14_000 } else { 921 };
        let members = if row["members"].is_u64() { &row["members"] } else { &row["after_collision_members"] };
        assert_eq!(collide(run, initial), (members.clone(), row["size_before"].clone(), row["size"].clone()), "{row}");
    }
    assert_eq!(rows.len(), 5);
}

#[test]
fn a_hundred_murmur_hashed_keys() {
    let data = &data()["murmur_100"];
    let mut table = Small::<Murmur>::create(16);
    (0..100).for_each(|key| assert!(table.insert(key, 0).is_none()));
    assert_eq!((json!(table.stats().size), json!(table.len())), (data["size"].clone(), data["members"].clone()));
    assert_eq!(slots(&mut table), data["slots"]);
    (0..100).step_by(3).for_each(|key| assert!(table.delete(&key)));
    assert_eq!(slots(&mut table), data["after_delete_multiples_of_3"]);
}

#[test]
fn copying_in_hash_order() {
    let mut source = Small::<Murmur>::create(16);
    (0..100_000).for_each(|key| assert!(source.insert(key, 0).is_none()));
    let mut target = Small::<Murmur>::create(16);
    let mut growths = Vec::new();
    let mut size = target.core().slots();
    for key in source.keys() {
        target.insert(*key, 0);
        if target.core().slots() != size {
            size = target.core().slots();
            growths.push(json!({ "members": target.len(), "size": size }));
        }
    }
    assert_eq!((growths.len(), json!(growths)), (13, data()["hash_order_copy"].clone()));
}
