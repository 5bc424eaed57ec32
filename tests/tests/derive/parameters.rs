//! Tuning and layouts.

use super::*;

#[derive(SimpleHash, PartialEq, Eq, Hash, Clone, Debug)]
#[simplehash(fill_factor = 0.925, grow_max_dib = 8, grow_max_move = none)]
#[simplehash(grow_min_fill_factor = 0.3, store_hash = true, layout = simplehash::Dense, generations = true)]
struct All(u32);

#[derive(SimpleHash, PartialEq, Eq, Hash, Clone, Debug)]
#[simplehash(grow_max_dib = none, grow_max_move = 3, grow_min_fill_factor = none)]
struct Unlimited(u32);

#[test]
fn arrive_in_thousandths() {
    assert_eq!(
        PolicyOf::<All>::TUNING,
        Tuning {
            fill_factor: Some(925),
            grow_max_dib: Some(Limit::At(8)),
            grow_max_move: Some(Limit::None),
            grow_min_fill_factor: Some(Limit::At(300)),
            store_hash: Some(true),
            generations: Some(true),
            huge_pages: None,
        }
    );
    assert_eq!(
        PolicyOf::<Unlimited>::TUNING,
        Tuning {
            grow_max_dib: Some(Limit::None),
            grow_max_move: Some(Limit::At(3)),
            grow_min_fill_factor: Some(Limit::None),
            ..Tuning::DEFAULT
        }
    );
    works((0..300).map(All));
}

#[derive(SimpleHash, PartialEq, Eq, Hash, Clone, Debug)]
#[simplehash(layout = simplehash::Linear, huge_pages = true)]
struct Large(u32);

#[test]
fn huge_pages_are_a_wish_of_the_layouts_with_large_arrays() {
    let wish = Tuning { huge_pages: Some(true), ..Tuning::DEFAULT };
    assert_eq!(PolicyOf::<Large>::TUNING, wish);
    works((0..300).map(Large));
}

#[derive(SimpleHash, PartialEq, Eq, Hash, Clone, Debug)]
#[simplehash(layout = Boxed<RobinHood>)]
struct InBoxes(u32);

#[derive(SimpleHash, PartialEq, Eq, Hash, Clone, Debug)]
#[simplehash(layout = Chained, fill_factor = 4.0)]
struct InChains(u32);

#[derive(SimpleHash, PartialEq, Eq, Hash, Clone, Debug)]
#[simplehash(layout = Auto)]
struct Chosen(u32);

#[test]
fn layouts() {
    assert_impl_all!(LayoutOf<InBoxes>: StableAddress);
    assert_type_eq_all!(LayoutOf<Chosen>, Auto);
    works((0..300).map(InBoxes));
    assert_type_eq_all!(LayoutOf<InChains>, Chained);
    assert_eq!(PolicyOf::<InChains>::TUNING.fill_factor, Some(4000));
    works((0..300).map(InChains));
    works((0..300).map(Chosen));
}
