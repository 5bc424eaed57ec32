//! D.1 and what both rule sets share: opening, finding, releasing, addresses.

use super::support::{Event, Files, Log, Next, NoSuchFile, closing, key, on_every_layout, panics};
use simplehash::Layout;
use smgr::{Error, FORKS, NoFiles, OwnedRelations, OwnerModel, PinModel, PinnedRelations, Relations, Rules};

type Table<R, L> = Relations<R, Files, L>;

fn table<R: Rules, L: Layout>() -> (Table<R, L>, Log) {
    let files = Files::default();
    let log = files.log.clone();
    (Table::with_layout(files), log)
}

fn on_both_models<L: Layout>(owner: impl Fn(Table<OwnerModel, L>, Log), pin: impl Fn(Table<PinModel, L>, Log)) {
    let (relations, log) = table();
    owner(relations, log);
    let (relations, log) = table();
    pin(relations, log);
}

/// Runs a generic function on both rule sets.
macro_rules! both {
    ($($test:ident => $body:ident),* $(,)?) => { $(
        fn $test<L: Layout>() {
            on_both_models::<L>($body, $body);
        }
    )* };
}

both! {
    the_table_is_created_lazily_for_400 => lazily,
    open_finds_or_creates => finds_or_creates,
    opening_again_does_not_call_the_hook => opens_again,
    nothing_is_left_of_a_failing_open => fails_every_nth,
    nothing_is_left_of_a_panicking_open => panics_every_nth,
    a_relation_keeps_its_address => keeps_address,
    dropping_the_table_closes_everything => drops,
    a_stale_handle_finds_nothing => stale,
    release_all_visits_every_relation => releases_all,
    a_panic_in_close_leaves_the_relation_open => close_panics,
    keys_differ_in_every_field => keys_differ,
    a_replaced_relation_is_a_stale_one => replaced,
}

on_every_layout! {
    the_table_is_created_lazily_for_400,
    open_finds_or_creates,
    opening_again_does_not_call_the_hook,
    nothing_is_left_of_a_failing_open,
    nothing_is_left_of_a_panicking_open,
    a_relation_keeps_its_address,
    dropping_the_table_closes_everything,
    a_stale_handle_finds_nothing,
    release_all_visits_every_relation,
    a_panic_in_close_leaves_the_relation_open,
    keys_differ_in_every_field,
    a_replaced_relation_is_a_stale_one,
    release_all_of_no_table_is_a_no_op,
}

fn lazily<R: Rules, L: Layout>(mut relations: Table<R, L>, _: Log) {
    assert!(relations.stats().is_none() && relations.is_empty());
    assert_eq!(relations.find(key(1)), None);
    relations.try_open(key(1)).unwrap();
    // Chained: two buckets an entry, and a power of two.
    assert_eq!(relations.stats().unwrap().size, if L::NAME == "chained" { 1024 } else { 512 });
}

fn finds_or_creates<R: Rules, L: Layout>(mut relations: Table<R, L>, log: Log) {
    let first = relations.try_open(key(1)).unwrap();
    let relation = relations.get(first).unwrap();
    assert_eq!((relation.key(), relation.target_block, relation.cached_blocks), (key(1), None, [None; FORKS]));
    assert_eq!((relation.is_owned(), relation.pins(), relation.opens), (false, 0, 1));
    assert_eq!(relations.find(key(1)), Some(first));
    assert_eq!(relations.find(key(2)), None);
    assert_eq!(log.take(), [Event::Opened(key(1))]);
}

fn opens_again<R: Rules, L: Layout>(mut relations: Table<R, L>, log: Log) {
    let first = relations.try_open(key(1)).unwrap();
    relations.get_mut(first).unwrap().target_block = Some(7);
    relations.manager_mut().next_open = Next::Panic;
    assert_eq!(relations.try_open(key(1)), Ok(first));
    let relation = relations.get(first).unwrap();
    assert_eq!((relation.opens, relation.target_block, relations.len()), (2, Some(7), 1));
    assert_eq!(log.take(), [Event::Opened(key(1))]);
}

/// Opens 1,000 relations where every `nth` opening goes wrong the first time.
fn opens_with_accidents<R: Rules, L: Layout>(nth: u32, accident: impl Fn(&mut Table<R, L>, u32)) -> (Table<R, L>, Log) {
    let (mut relations, log) = table::<R, L>();
    for n in 0..1_000 {
        if n % nth == 0 {
            let (len, segments) = (relations.len(), relations.manager().open_segments);
            accident(&mut relations, n);
            assert_eq!(relations.find(key(n)), None);
            assert_eq!((relations.len(), relations.manager().open_segments), (len, segments));
        }
        relations.try_open(key(n)).unwrap();
    }
    assert_eq!(relations.len(), 1_000);
    assert_eq!(log.take(), (0..1_000).map(|n| Event::Opened(key(n))).collect::<Vec<_>>());
    (relations, log)
}

/// All relations are closed in the order of opening if nothing of the accidents is on the list.
fn closes_in_order(log: &Log) {
    assert_eq!(log.take(), (0..1_000).flat_map(|n| closing(key(n))).collect::<Vec<_>>());
}

trait Ends {
    fn end(&mut self);
}
impl<L: Layout> Ends for Table<OwnerModel, L> {
    fn end(&mut self) {
        self.end_of_transaction();
    }
}
impl<L: Layout> Ends for Table<PinModel, L> {
    fn end(&mut self) {
        self.end_of_transaction();
    }
}

fn fails_every_nth<R: Rules, L: Layout>(_: Table<R, L>, _: Log)
where
    Table<R, L>: Ends,
{
    for nth in [1, 2, 3, 7, 100] {
        let (mut relations, log) = opens_with_accidents(nth, |relations: &mut Table<R, L>, n| {
            relations.manager_mut().next_open = Next::Fail;
            let error = relations.try_open(key(n)).unwrap_err();
            assert_eq!(error, Error::Open { key: key(n), source: NoSuchFile(key(n)) });
            assert_eq!(error.to_string(), format!("could not open relation 1663/5/{n}"));
            let source = std::error::Error::source(&error).unwrap().to_string();
            assert_eq!(source, format!("no file for relation 1663/5/{n}"));
        });
        relations.end();
        closes_in_order(&log);
        assert!(relations.is_empty());
    }
}

fn panics_every_nth<R: Rules, L: Layout>(_: Table<R, L>, _: Log)
where
    Table<R, L>: Ends,
{
    for nth in [1, 2, 3, 7, 100] {
        let (mut relations, log) = opens_with_accidents(nth, |relations: &mut Table<R, L>, n| {
            relations.manager_mut().next_open = Next::Panic;
            panics(|| drop(relations.try_open(key(n))));
        });
        relations.end();
        closes_in_order(&log);
        assert!(relations.is_empty());
    }
}

fn keeps_address<R: Rules, L: Layout>(mut relations: Table<R, L>, _: Log) {
    let opened: Vec<_> = (0..5_000)
        .map(|n| {
            let relation = relations.try_open(key(n)).unwrap();
            (relation, std::ptr::from_ref(relations.get(relation).unwrap()))
        })
        .collect();
    assert!(relations.stats().unwrap().size > 512, "has not grown");
    for (relation, address) in opened {
        assert!(std::ptr::eq(relations.get(relation).unwrap(), address));
    }
}

fn drops<R: Rules, L: Layout>(mut relations: Table<R, L>, log: Log) {
    for n in 0..5_000 {
        relations.try_open(key(n)).unwrap();
    }
    log.take();
    drop(relations);
    let mut closed = log.take();
    closed.sort_unstable();
    assert_eq!(closed, (0..5_000).flat_map(|n| closing(key(n))).collect::<Vec<_>>());
}

fn stale<R: Rules, L: Layout>(mut relations: Table<R, L>, _: Log)
where
    Table<R, L>: Ends,
{
    let old = relations.try_open(key(1)).unwrap();
    relations.end();
    assert!(relations.get(old).is_none() && relations.get_mut(old).is_none());
    let new = relations.try_open(key(1)).unwrap();
    assert!(old != new && old.key() == new.key());
    assert!(relations.get(old).is_none() && relations.get_mut(old).is_none() && relations.get(new).is_some());
    assert_eq!(relations.release(old), Err(Error::NotOpen { key: key(1) }));

    let (mut others, _) = table::<R, L>();
    others.try_open(key(1)).unwrap();
    assert!(others.get(new).is_none(), "a handle of another table");
}

fn releases_all<R: Rules, L: Layout>(mut relations: Table<R, L>, log: Log) {
    for n in 0..1_000 {
        let relation = relations.try_open(key(n)).unwrap();
        relations.get_mut(relation).unwrap().cached_blocks = [Some(n); FORKS];
    }
    log.take();
    relations.release_all();
    let mut closed = log.take();
    closed.sort_unstable();
    assert_eq!(closed, (0..1_000).flat_map(|n| closing(key(n))).collect::<Vec<_>>());
    assert_eq!((relations.len(), relations.manager().open_segments), (1_000, 0));
    for n in 0..1_000 {
        let relation = relations.find(key(n)).unwrap();
        assert_eq!(relations.get(relation).unwrap().cached_blocks, [None; FORKS]);
    }
}

fn close_panics<R: Rules, L: Layout>(mut relations: Table<R, L>, log: Log)
where
    Table<R, L>: Ends,
{
    let opened: Vec<_> = (0..10).map(|n| relations.try_open(key(n)).unwrap()).collect();
    for at in smgr::Fork::ALL {
        relations.manager_mut().panic_at_close = Some(at);
        panics(|| relations.end());
        assert!(opened.iter().all(|relation| relations.get(*relation).is_some()));
    }
    relations.end();
    assert!(relations.is_empty());
    assert_eq!(relations.manager().open_segments, 0);
    assert_eq!(log.take().last(), Some(&closing(key(9))[FORKS - 1]));
}

fn keys_differ<R: Rules, L: Layout>(mut relations: Table<R, L>, _: Log) {
    let main = key(1);
    let keys = [
        main,
        smgr::RelationKey { tablespace: 1664, ..main },
        smgr::RelationKey { database: 0, ..main },
        smgr::RelationKey { relation: 2, ..main },
        smgr::RelationKey { backend: 3, ..main },
    ];
    let opened = keys.map(|key| relations.try_open(key).unwrap());
    assert_eq!(relations.len(), keys.len());
    assert_eq!(keys.map(|key| relations.find(key)), opened.map(Some));
}

fn replaced<R: Rules, L: Layout>(mut relations: Table<R, L>, _: Log)
where
    Table<R, L>: Ends,
{
    let relation = relations.try_open(key(1)).unwrap();
    let other = relations.try_open(key(2)).unwrap();
    *relations.get_mut(relation).unwrap() = smgr::Relation::new(key(1));
    assert!(relations.get(relation).is_none());
    relations.end();
    assert!(relations.get(other).is_none());
    assert_eq!(relations.len(), 1);
}

fn release_all_of_no_table_is_a_no_op<L: Layout>() {
    let (mut owned, _) = table::<OwnerModel, L>();
    let (mut pinned, _) = table::<PinModel, L>();
    owned.release_all();
    pinned.release_all();
    assert!(owned.stats().is_none() && pinned.stats().is_none());
}

#[test]
fn a_relation_is_as_large_as_postgresql_s() {
    assert_eq!(size_of::<smgr::Relation>(), 112);
}

#[test]
fn open_needs_no_error_handling_without_files() {
    let mut owned = OwnedRelations::new(NoFiles);
    let mut pinned = PinnedRelations::new(NoFiles);
    let (a, b) = (owned.open(key(1)), pinned.open(key(1)));
    assert!(owned.get(a).is_some() && pinned.get(b).is_some());
    assert!(format!("{owned:?}").contains("1663"));
}

#[test]
fn a_table_may_borrow_its_manager() {
    let mut files = Files::default();
    let mut relations = PinnedRelations::new(&mut files);
    relations.try_open(key(1)).unwrap();
    assert_eq!(relations.manager().open_segments, FORKS as u64);
    drop(relations);
    assert_eq!(files.open_segments, 0);
}
