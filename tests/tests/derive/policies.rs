//! Policies for keys of other crates.

use super::*;

#[derive(SimpleHash)]
#[simplehash(policy_for = u32, hash = oid, layout = Boxed<RobinHood>)]
struct Oids;

fn oid(oid: &u32) -> u32 {
    simplehash::hash::datatype::oid(*oid)
}

#[derive(SimpleHash)]
#[simplehash(policy_for = Cow<'_, str>)]
struct Texts;

#[derive(SimpleHash)]
#[simplehash(policy_for = str, hash = text)]
struct Unsized;

fn text(text: &str) -> u32 {
    pg::hash_bytes(text.as_bytes())
}

#[test]
fn foreign_keys() {
    let mut oids = Table::<u32, &str, Oids>::default();
    assert_eq!(oids.insert(1259, "pg_class"), None);
    assert_eq!(oids.get(&1259), Some(&"pg_class"));
    let mut texts = Table::<Cow<'_, str>, u32, Texts>::default();
    assert_eq!(texts.insert("text".into(), 1), None);
    assert_eq!(texts.get("text"), Some(&1));
    assert_eq!(<Unsized as Policy>::Hasher::default().hash("abc"), u64::from(pg::hash_bytes(b"abc")));
    assert_not_impl_any!(Oids: SimpleHash);
}
