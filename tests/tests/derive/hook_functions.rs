//! `on_init` and `on_cleanup`: functions in place of a type of hooks.

use std::cell::RefCell;

use simplehash::{Init, Member, Pair};

use super::*;

thread_local! {
    /// What the functions of this test were called with.
    static CALLS: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

fn note(call: String) {
    CALLS.with_borrow_mut(|calls| calls.push(call));
}

#[track_caller]
fn assert_calls(expected: &[&str]) {
    assert_eq!(CALLS.take(), expected);
}

#[derive(SimpleHash, PartialEq, Eq, Hash, Clone, Debug)]
#[simplehash(value = File, on_init = open, on_cleanup = close)]
struct Path(&'static str);

#[derive(Debug, PartialEq)]
struct File(usize);

fn open(path: &Path) -> File {
    note(format!("open {}", path.0));
    File(path.0.len())
}

fn close(path: &Path, file: &mut File) {
    note(format!("close {} {}", path.0, file.0));
}

#[test]
fn both() {
    let mut files = Table::<Path, File>::new();
    assert_eq!(files.find_or_init(&Path("base")), (&mut Pair(Path("base"), File(4)), true));
    assert!(!files.find_or_init(&Path("base")).1);
    assert_eq!(files.insert(Path("x"), File(7)), None);
    assert_calls(&["open base"]);
    assert!(files.delete(&Path("x")));
    assert_calls(&["close x 7"]);
    // Handed over, so not destroyed.
    assert_eq!(files.remove(&Path("base")), Some(File(4)));
    assert_eq!(files.insert(Path("y"), File(9)), None);
    assert_calls(&[]);
    drop(files);
    assert_calls(&["close y 9"]);
}

#[derive(SimpleHash, PartialEq, Eq, Hash, Clone, Debug)]
#[simplehash(on_init = zero, value = u32)]
struct Counted(u8);

fn zero(_: &Counted) -> u32 {
    0
}

/// Not `Clone`, which only `on_init` asks for.
#[derive(SimpleHash, PartialEq, Eq, Hash)]
#[simplehash(value = u32, on_cleanup = last)]
struct Last(u8);

fn last(key: &Last, value: &mut u32) {
    note(format!("last {} {value}", key.0));
}

#[test]
fn each_alone() {
    let mut counts = Table::<Counted, u32>::new();
    for key in [1, 2, 1, 1] {
        counts.find_or_init(&Counted(key)).0.1 += 1;
    }
    assert_eq!([counts.get(&Counted(1)), counts.get(&Counted(2))], [Some(&3), Some(&1)]);
    const { assert!(!<HooksOf<Counted> as Hooks<Pair<Counted, u32>>>::ACTIVE) };

    let mut table = Table::<Last, u32>::new();
    assert_eq!(table.insert(Last(1), 2), None);
    table.clear();
    assert_calls(&["last 1 2"]);
    const { assert!(<HooksOf<Last> as Hooks<Pair<Last, u32>>>::ACTIVE) };
    assert_not_impl_any!(HooksOf<Last>: Init<Pair<Last, u32>, Last>);
}

type HooksOf<K> = <PolicyOf<K> as Policy>::Hooks;

/// The hooks are for the one kind of map.
#[test]
fn for_one_kind_of_map() {
    assert_impl_all!(HooksOf<Path>: Hooks<Pair<Path, File>>, Init<Pair<Path, File>, Path>);
    assert_not_impl_any!(HooksOf<Path>: Hooks<Pair<Path, u32>>);
    assert_not_impl_any!(HooksOf<Path>: Hooks<Member<Path>>);
    assert_impl_all!(Path: simplehash::MapKey<File>);
    assert_not_impl_any!(Path: simplehash::MapKey<u32>);
}

/// Values may name the parameters of the key, since the policy does not name the values.
#[derive(SimpleHash, PartialEq, Eq, Hash, Clone, Debug)]
#[simplehash(value = Vec<&'a T>, on_init = alone, on_cleanup = scatter::<T>)]
struct Group<'a, T: Debug>(&'a T);

fn alone<'a, T: Debug>(group: &Group<'a, T>) -> Vec<&'a T> {
    vec![group.0]
}

fn scatter<T: Debug>(group: &Group<'_, T>, members: &mut Vec<&T>) {
    note(format!("scatter {:?} {members:?}", group.0));
}

#[test]
fn with_parameters() {
    let mut groups = Table::<Group<'_, u8>, Vec<&u8>>::new();
    groups.find_or_init(&Group(&1)).0.1.push(&2);
    drop(groups);
    assert_calls(&["scatter 1 [1, 2]"]);
}

#[derive(SimpleHash)]
#[simplehash(policy_for = u32, hasher = Packed, value = String, on_init = number, on_cleanup = forget)]
struct Numbers;

#[expect(clippy::trivially_copy_pass_by_ref, reason = "hooks take references")]
fn number(number: &u32) -> String {
    number.to_string()
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "hooks take references")]
fn forget(number: &u32, text: &mut String) {
    note(format!("forget {number} {text}"));
}

/// Lifetimes that are left out are the same in all of an entry.
#[derive(SimpleHash)]
#[simplehash(policy_for = (&str, Option<Cow<'_, [u8]>>), value = (&str, fn(&u8) -> &u8), on_init = first)]
#[simplehash(on_cleanup = note_first)]
struct Borrowed;

fn first<'a>(key: &(&'a str, Option<Cow<'_, [u8]>>)) -> (&'static str, fn(&u8) -> &u8) {
    let _: &'a str = key.0;
    ("value", |same| same)
}

fn note_first(key: &(&str, Option<Cow<'_, [u8]>>), value: &mut (&str, fn(&u8) -> &u8)) {
    note(format!("{} {} {}", key.0, value.0, (value.1)(&3)));
}

#[test]
fn for_foreign_keys() {
    let mut numbers = Table::<u32, String, Numbers>::default();
    assert_eq!(numbers.find_or_init(&5).0.1, "5");
    assert!(numbers.delete(&5));
    assert_calls(&["forget 5 5"]);

    let text = String::from("key");
    let mut borrowed = Table::<(&str, Option<Cow<'_, [u8]>>), (&str, fn(&u8) -> &u8), Borrowed>::default();
    assert!(borrowed.find_or_init(&(&text, None)).1);
    drop(borrowed);
    assert_calls(&["key value 3"]);
}

/// The hooks of an entry get all of it.
#[derive(SimpleHash, Debug)]
#[simplehash(on_init = build, on_cleanup = Relation::end)]
struct Relation {
    #[simplehash(key)]
    oid: u32,
    pages: u32,
}

fn build(oid: &u32) -> Relation {
    Relation { oid: *oid, pages: 1 }
}

impl Relation {
    fn end(&mut self) {
        note(format!("end {} {}", self.oid, self.pages));
    }
}

#[test]
fn for_entries() {
    let mut relations = EntryTable::<Relation, PolicyOf<Relation>>::default();
    relations.find_or_init(&1259).0.pages += 1;
    assert!(relations.delete(&1259));
    assert_calls(&["end 1259 2"]);
}

/// The layout and everything else stay what they are.
#[derive(SimpleHash, PartialEq, Eq, Clone, Debug)]
#[simplehash(layout = Boxed<RobinHood>, hasher = Packed, seed = 5, fill_factor = 0.5, value = u8, on_init = one)]
struct Full(u32);

fn one(_: &Full) -> u8 {
    1
}

#[test]
fn beside_the_other_attributes() {
    assert_type_eq_all!(LayoutOf<Full>, Boxed<RobinHood>);
    assert_type_eq_all!(HasherOf<Full>, FixedSeed<Packed, 5>);
    assert_eq!(PolicyOf::<Full>::TUNING.fill_factor, Some(500));
    assert_eq!(Table::<Full, u8>::new().find_or_init(&Full(1)).0.1, 1);
}
