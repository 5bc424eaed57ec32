//! DM-07: shapes that a derive tends to forget.

#![expect(unpredictable_function_pointer_comparisons, reason = "a key may hold a function")]

use super::*;

#[derive(SimpleHash, PartialEq, Eq, Hash, Clone, Debug)]
struct Unit;

#[derive(SimpleHash, PartialEq, Eq, Hash, Clone, Debug)]
struct Parens();

#[derive(SimpleHash, PartialEq, Eq, Hash, Clone, Debug)]
struct Braces {}

/// Documented fields and a trailing comma.
#[derive(SimpleHash, PartialEq, Eq, Hash, Clone, Debug)]
#[simplehash(fill_factor = 0.5)]
#[simplehash(layout = RobinHood,)]
struct Documented<'a> {
    /// A field.
    name: &'static str,
    #[doc = "Another."]
    other: &'a str,
}

#[derive(SimpleHash, PartialEq, Eq, Hash, Clone, Debug)]
#[simplehash()]
enum Variants<'a> {
    Unit,
    Parens(),
    Braces {},
    One(u8),
    /// A function and a bare one.
    Function(fn(&u8, &'a str) -> u8),
    #[doc = "Text."]
    Text {
        text: &'static str,
    },
}

fn twice(number: &u8, _: &str) -> u8 {
    number * 2
}

#[derive(SimpleHash, PartialEq, Eq, Hash, Clone, Debug)]
enum Never {}

#[derive(SimpleHash, PartialEq, Eq, Clone, Debug)]
#[simplehash(hash = length)]
struct Boundless<'a>(PhantomData<dyn Fn(&'a str) -> u8 + Send + 'a>, &'a str);

fn length(key: &Boundless<'_>) -> u8 {
    u8::try_from(key.1.len()).unwrap_or(u8::MAX)
}

trait Name {
    fn name(&self) -> &str;
}

impl Name for String {
    fn name(&self) -> &str {
        self
    }
}

impl PartialEq for dyn Name {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for dyn Name {}

/// An entry whose key is a trait object, and one whose key is text without a size.
#[derive(SimpleHash)]
#[simplehash(hash = of_name)]
struct Named {
    #[simplehash(key)]
    name: Box<dyn Name>,
}

#[expect(clippy::borrowed_box, reason = "it hashes the field as it is")]
fn of_name(name: &Box<dyn Name>) -> u32 {
    pg::hash_bytes(name.name().as_bytes())
}

#[derive(SimpleHash, PartialEq, Eq, Hash)]
struct Text(str);

#[derive(SimpleHash, PartialEq, Eq, Hash, Clone, Debug)]
struct Nested((), [(u8, [bool; 0]); 1], Option<Box<Nested>>, PhantomData<*const u8>);

assert_impl_all!(Never: SimpleHash);
assert_impl_all!(Text: SimpleHash);

#[test]
fn dm_07_odd_shapes() {
    works([Unit]);
    works([Parens()]);
    works([Braces {}]);
    works(["a", "b"].map(|other| Documented { name: "", other }));
    works([
        Variants::Unit,
        Variants::Parens(),
        Variants::Braces {},
        Variants::One(1),
        Variants::Function(twice),
        Variants::Text { text: "text" },
    ]);
    works(["a", "ab"].map(|text| Boundless(PhantomData, text)));
    works([Nested((), [(1, [])], None, PhantomData)]);
    assert_eq!(Table::<Never, u8>::new().len(), 0);
    assert_eq!(PolicyOf::<Documented<'_>>::TUNING.fill_factor, Some(500));

    let mut named = EntryTable::<Named, PolicyOf<Named>>::default();
    assert!(named.insert_entry(Named { name: Box::new("a".to_string()) }).is_none());
    assert_eq!(named.len(), 1);
}
