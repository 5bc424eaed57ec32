//! Entries: structs that hold their key.

use super::*;

static CLOSED: AtomicUsize = AtomicUsize::new(0);

struct Close;

impl Hooks<Relation> for Close {
    const ACTIVE: bool = true;
    fn cleanup(_: &mut Relation) {
        CLOSED.fetch_add(1, Ordering::Relaxed);
    }
}

#[derive(SimpleHash, Debug, PartialEq)]
#[simplehash(fill_factor = 0.5, hooks = Close)]
struct Relation {
    name: String,
    #[simplehash(key)]
    oid: u32,
}

#[test]
fn with_a_policy_of_its_own() {
    let mut relations = EntryTable::<Relation, PolicyOf<Relation>>::default();
    assert!(relations.insert_entry(Relation { name: "pg_class".into(), oid: 1259 }).is_none());
    let (found, fresh) = relations.find_or_insert_with(&1259, || unreachable!());
    assert!(!fresh);
    assert_eq!(found.name, "pg_class");
    assert!(relations.delete(&1259));
    assert_eq!(CLOSED.load(Ordering::Relaxed), 1);
    assert_eq!(PolicyOf::<Relation>::TUNING.fill_factor, Some(500));
}

/// Without a word about a policy: only an entry.
#[derive(SimpleHash)]
struct Bare<'a, V>(#[simplehash(key)] u64, &'a V);

#[derive(SimpleHash)]
#[simplehash(policy_for = u64, hasher = Packed)]
struct Numbers;

assert_impl_all!(Bare<'static, u8>: Entry);
assert_not_impl_any!(Bare<'static, u8>: SimpleHash);

#[test]
fn with_the_policy_of_another_type() {
    let text = str_len::Text("text");
    let mut table = EntryTable::<Bare<'_, str_len::Text>, Numbers>::default();
    assert!(table.insert_entry(Bare(1, &text)).is_none());
    assert_eq!(table.find(&1).map(|bare| bare.1.0), Some("text"));
}

mod str_len {
    use super::*;

    pub(super) struct Text(pub(super) &'static str);

    /// A function for the key field's type, and a generic entry.
    #[derive(SimpleHash)]
    #[simplehash(hash = length, seed = none, bound = "V: Clone")]
    struct ByLength<'a, V> {
        #[simplehash(key)]
        text: Cow<'a, str>,
        value: V,
    }

    #[expect(clippy::ptr_arg, reason = "it hashes the field as it is")]
    fn length(text: &Cow<'_, str>) -> u8 {
        u8::try_from(text.len()).unwrap_or(u8::MAX)
    }

    #[test]
    fn function_of_the_field() {
        let mut table = EntryTable::<ByLength<'_, u8>, PolicyOf<ByLength<'_, u8>>>::default();
        assert!(table.insert_entry(ByLength { text: "one".into(), value: 1 }).is_none());
        assert!(table.insert_entry(ByLength { text: "two".into(), value: 2 }).is_none());
        assert_eq!(table.find(&Cow::Borrowed("two")).map(|entry| entry.value), Some(2));
    }
}

#[derive(SimpleHash)]
#[simplehash(hasher = Packed)]
struct PackedKey {
    #[simplehash(key)]
    key: (u32, u8),
    /// Not part of the key, so it need not be packable.
    _value: String,
}

#[test]
fn packed_is_about_the_key_field() {
    let mut table = EntryTable::<PackedKey, PolicyOf<PackedKey>>::default();
    assert!(table.insert_entry(PackedKey { key: (1, 2), _value: String::new() }).is_none());
    assert!(table.find(&(1, 2)).is_some());
    assert_not_impl_any!(PackedKey: Pack);
}
