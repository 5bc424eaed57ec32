//! Keys of all shapes, and what they get without a word.

use super::*;

#[derive(SimpleHash, PartialEq, Eq, Hash, Clone, Debug)]
struct Named {
    relation: u32,
    name: String,
}

#[derive(SimpleHash, PartialEq, Eq, Hash, Clone, Debug)]
struct Tuple(u32, String);

#[derive(SimpleHash, PartialEq, Eq, Hash, Clone, Debug)]
struct Unit;

#[derive(SimpleHash, PartialEq, Eq, Hash, Clone, Debug)]
struct Braces {}

#[derive(SimpleHash, PartialEq, Eq, Hash, Clone, Debug)]
enum Fork {
    Main,
    FreeSpace,
}

#[derive(SimpleHash, PartialEq, Eq, Hash, Clone, Debug)]
enum Object {
    Relation(u32),
    Column { relation: u32, number: i16 },
    Nothing,
}

#[test]
fn all_are_keys() {
    works((0..40).map(|relation| Named { relation, name: relation.to_string() }));
    works((0..40).map(|relation| Tuple(relation, relation.to_string())));
    works([Unit]);
    works([Braces {}]);
    works([Fork::Main, Fork::FreeSpace]);
    works([Object::Relation(1), Object::Column { relation: 1, number: 2 }, Object::Nothing]);
}

#[test]
fn defaults_are_the_documented_ones() {
    assert_type_eq_all!(LayoutOf<Named>, RobinHood);
    assert_type_eq_all!(HasherOf<Named>, DefaultHasher);
    assert_type_eq_all!(<PolicyOf<Named> as Policy>::Hooks, NoHooks);
    assert_eq!(PolicyOf::<Named>::TUNING, Tuning::DEFAULT);
    assert!(reseeds::<Named>());
}
