//! What stable addresses buy: insertion through `&self`, re-entrant. (Handles and scans: `conformance_slots`.)

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use dynahash_compat::Chained;
use simplehash::hash::pg::murmurhash32;
use simplehash::{
    Boxed, Equivalent, HashFn, Hooks, Layout, Pair, Policy, RobinHood, SimpleHash, StableAddress, Table, Using,
};

#[derive(SimpleHash, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[simplehash(layout = Chained)]
struct Id(u64);

fn numbers(n: u64) -> Table<Id, u64> {
    let mut table = Table::new();
    for i in 0..n {
        table.insert(Id(i), i);
    }
    table
}

#[test]
fn insertion_does_not_end_earlier_borrows() {
    fn check<L: StableAddress>() {
        let mut table = Table::<Id, String, Using<<Id as SimpleHash>::Policy, L>>::default();
        let view = table.grow_only();
        let first = view.get_or_insert(&Id(0), || Pair(Id(0), "zero".into()));
        let others: Vec<_> = (1..1000).map(|i| view.get_or_insert(&Id(i), || Pair(Id(i), i.to_string()))).collect();
        assert_eq!((first.1.as_str(), others[998].1.as_str()), ("zero", "999"));
        assert!((0..1000).all(|i| view.get(&Id(i)).unwrap().0 == Id(i)) && view.get(&Id(1000)).is_none());
        let token = view.prehash(&Id(7));
        assert!(std::ptr::eq(view.get_hashed(token, &Id(7)).unwrap(), view.get(&Id(7)).unwrap()));
        assert_eq!(view.get_or_insert_hashed(token, &Id(7), || unreachable!()).0, Id(7));
        assert_eq!((view.len(), view.is_empty()), (1000, false));
    }
    check::<Chained>();
    check::<Boxed<RobinHood>>();
    check::<Boxed<Chained>>();
}

#[test]
fn entries_stay_where_they_are() {
    fn check<L: Layout>() {
        let mut table = Table::<Id, u64, Using<<Id as SimpleHash>::Policy, L>>::default();
        table.insert(Id(0), 0);
        let address = |table: &Table<Id, u64, Using<<Id as SimpleHash>::Policy, L>>| {
            std::ptr::from_ref(table.get(&Id(0)).unwrap()).addr()
        };
        let first = address(&table);
        for i in 1..3000 {
            table.insert(Id(i), i);
            if i % 3 == 0 {
                table.remove(&Id(i - 1));
            }
            assert_eq!(address(&table), first);
        }
    }
    check::<Chained>();
    check::<Boxed<RobinHood>>();
}

/// What a table is searched with: it does something whenever it is hashed or compared. That is how user code
/// calls back.
struct Probe<'a> {
    id: u32,
    act: &'a dyn Fn(),
}

impl Equivalent<u32> for Probe<'_> {
    fn equivalent(&self, key: &u32) -> bool {
        (self.act)();
        self.id == *key
    }
}

/// Many keys hash alike, so that lookups compare; few hash alike in the low bits, so that growth moves them apart.
#[derive(Default)]
struct Sixteen;

impl HashFn<u32> for Sixteen {
    fn hash(&self, key: &u32) -> u64 {
        murmurhash32(key % 16).into()
    }
}

impl HashFn<Probe<'_>> for Sixteen {
    fn hash(&self, probe: &Probe<'_>) -> u64 {
        (probe.act)();
        self.hash(&probe.id)
    }
}

#[derive(SimpleHash)]
#[simplehash(policy_for = u32, hasher = Sixteen)]
struct Hostile;

/// Hash, Eq and `make` all insert into the table they are working for, which grows under them.
fn reentrant<L: StableAddress>() {
    let mut table = Table::<u32, String, Using<Hostile, L>>::default();
    let view = table.grow_only();
    let (depth, next) = (Cell::new(0), Cell::new(1000));
    let insert_another = || {
        if depth.get() < 2 && next.get() < 2000 {
            depth.set(depth.get() + 1);
            let id = next.replace(next.get() + 1);
            view.get_or_insert(&Probe { id, act: &|| {} }, || Pair(id, id.to_string()));
            depth.set(depth.get() - 1);
        }
    };
    let probe = |id| Probe { id, act: &insert_another };
    let held: Vec<_> = (0..20)
        .map(|id| {
            view.get_or_insert(&probe(id), || {
                // The same key, from inside `make`: the inner one wins.
                view.get_or_insert(&probe(id), || Pair(id, format!("inner {id}")));
                Pair(id, format!("outer {id}"))
            })
        })
        .collect();
    for _ in 0..5 {
        for (id, pair) in (0..).zip(&held) {
            // There already, wherever growth during the lookup has put it.
            assert!(std::ptr::eq(*pair, view.get_or_insert(&probe(id), || unreachable!())));
        }
    }
    assert!(held.iter().enumerate().all(|(id, pair)| pair.1 == format!("inner {id}")));
    assert!(view.len() > 40, "re-entrant insertions happened: {}", view.len());
    let found = (0..2000).filter(|id| view.get(&Probe { id: *id, act: &|| {} }).is_some()).count();
    assert_eq!(found, view.len(), "no key is there twice");
}

#[test]
fn user_code_may_call_back_into_a_grow_only_view() {
    reentrant::<Chained>();
    reentrant::<Boxed<RobinHood>>();
}

#[test]
fn a_panic_in_user_code_leaves_a_view_good_for_more() {
    let mut table = numbers(10);
    let view = table.grow_only();
    assert!(catch_unwind(AssertUnwindSafe(|| view.get_or_insert(&Id(10), || panic!("not made")).1)).is_err());
    assert_eq!((view.len(), view.get(&Id(10)).is_none()), (10, true));
    assert_eq!(view.get_or_insert(&Id(10), || Pair(Id(10), 10)).1, 10);
}

#[test]
fn a_fresh_entry_that_loses_to_a_reentrant_one_is_destroyed() {
    thread_local! { static CLEANED: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) }; }
    struct Track;
    impl Hooks<Pair<u32, Rc<str>>> for Track {
        const ACTIVE: bool = true;
        fn cleanup(entry: &mut Pair<u32, Rc<str>>) {
            CLEANED.with_borrow_mut(|cleaned| cleaned.push(entry.1.to_string()));
        }
    }
    #[derive(SimpleHash)]
    #[simplehash(policy_for = u32, layout = Chained, hooks = Track)]
    struct Tracked;
    let mut table = Table::<u32, Rc<str>, Tracked>::default();
    let view = table.grow_only();
    let pair = view.get_or_insert(&1, || {
        view.get_or_insert(&1, || Pair(1, "inner".into()));
        Pair(1, "outer".into())
    });
    assert_eq!((view.len(), &*pair.1), (1, "inner"));
    assert_eq!(CLEANED.take(), ["outer"]);
}

#[test]
fn a_capability_is_asked_for_where_it_is_used() {
    // `Stable<L>` pays for a box only where entries move; the bound is on the method (see ui/fails).
    fn name<L: Layout>() -> &'static str {
        let mut table = Table::<Id, u64, Using<<Id as SimpleHash>::Policy, simplehash::Stable<L>>>::default();
        table.grow_only().get_or_insert(&Id(1), || Pair(Id(1), 1));
        <<Using<<Id as SimpleHash>::Policy, simplehash::Stable<L>> as Policy>::Layout as Layout>::NAME
    }
    assert_eq!((name::<RobinHood>(), name::<Chained>(), name::<Boxed<RobinHood>>()), ("boxed", "chained", "boxed"));
}

#[test]
#[should_panic(expected = "the allocator of a grow-only table called back into it")]
fn an_allocator_that_calls_back_panics() {
    let _ = simplehash_tests::raw::calls_back::insert();
}
