//! D.3: the rules of PostgreSQL from 17 on, one by one.

use super::support::{Event, Files, Log, closing, key, on_every_layout, opened, table};
use simplehash::Layout;
use smgr::{Error, FORKS, PinModel, PinnedRelations};

type Table<L> = PinnedRelations<Files, L>;

on_every_layout! {
    a_relation_is_valid_to_the_end_of_the_transaction,
    a_pinned_relation_is_valid_beyond,
    the_first_pin_takes_off_the_unpinned_list,
    the_last_unpin_appends_to_the_unpinned_list,
    there_may_be_several_pins,
    unpin_without_a_pin_is_an_error,
    stale_handles_are_errors,
    close_is_release,
    release_forgets_sizes_and_target,
    release_all_releases_pinned_relations_too,
    release_by_key_only_finds,
    destroy_all_destroys_the_unpinned_in_order,
    everything_is_a_no_op_without_a_table,
    dropping_the_table_closes_pinned_relations_too,
    five_thousand_relations,
}

/// Checks that the end of the transaction destroys these, in this order.
fn ends_with<L: Layout>(relations: &mut Table<L>, log: &Log, expected: &[u32]) {
    log.take();
    relations.end_of_transaction();
    assert_eq!(log.take(), expected.iter().flat_map(|n| closing(key(*n))).collect::<Vec<_>>());
    assert!(expected.iter().all(|n| relations.find(key(*n)).is_none()));
}

fn a_relation_is_valid_to_the_end_of_the_transaction<L: Layout>() {
    let (mut relations, log, [a]) = opened::<PinModel, 1, L>();
    relations.close(a).unwrap();
    relations.release(a).unwrap();
    relations.release_all();
    relations.release_by_key(key(1));
    assert!(relations.get(a).is_some());
    ends_with(&mut relations, &log, &[1]);
    assert!(relations.get(a).is_none());
}

fn a_pinned_relation_is_valid_beyond<L: Layout>() {
    let (mut relations, log, [a, _]) = opened::<PinModel, 2, L>();
    relations.pin(a).unwrap();
    ends_with(&mut relations, &log, &[2]);
    ends_with(&mut relations, &log, &[]);
    assert_eq!(relations.get(a).unwrap().pins(), 1);
    relations.unpin(a).unwrap();
    assert!(relations.get(a).is_some());
    ends_with(&mut relations, &log, &[1]);
}

fn the_first_pin_takes_off_the_unpinned_list<L: Layout>() {
    let (mut relations, log, [_, b, _]) = opened::<PinModel, 3, L>();
    relations.pin(b).unwrap();
    ends_with(&mut relations, &log, &[1, 3]);
}

fn the_last_unpin_appends_to_the_unpinned_list<L: Layout>() {
    let (mut relations, log, [a, _, _]) = opened::<PinModel, 3, L>();
    relations.pin(a).unwrap();
    relations.unpin(a).unwrap();
    ends_with(&mut relations, &log, &[2, 3, 1]);
}

fn there_may_be_several_pins<L: Layout>() {
    let (mut relations, log, [a]) = opened::<PinModel, 1, L>();
    for _ in 0..3 {
        relations.pin(a).unwrap();
    }
    for left in [2, 1] {
        relations.unpin(a).unwrap();
        assert_eq!(relations.get(a).unwrap().pins(), left);
        ends_with(&mut relations, &log, &[]);
    }
    relations.unpin(a).unwrap();
    ends_with(&mut relations, &log, &[1]);
}

fn unpin_without_a_pin_is_an_error<L: Layout>() {
    let (mut relations, log, [a]) = opened::<PinModel, 1, L>();
    let error = relations.unpin(a).unwrap_err();
    assert_eq!(error, Error::NotPinned { key: key(1) });
    assert_eq!(error.to_string(), "relation 1663/5/1 is not pinned");
    relations.pin(a).unwrap();
    relations.unpin(a).unwrap();
    assert_eq!(relations.unpin(a), Err(Error::NotPinned { key: key(1) }));
    ends_with(&mut relations, &log, &[1]);
}

fn stale_handles_are_errors<L: Layout>() {
    let (mut relations, log, [a]) = opened::<PinModel, 1, L>();
    relations.destroy_all();
    relations.try_open(key(1)).unwrap();
    log.take();
    let stale = Err(Error::NotOpen { key: key(1) });
    assert_eq!(relations.pin(a), stale);
    assert_eq!(relations.unpin(a), stale);
    assert_eq!(relations.close(a), stale);
    assert_eq!(relations.release(a), stale);
    assert!(log.take().is_empty());
    assert_eq!(relations.len(), 1);
}

fn close_is_release<L: Layout>() {
    let (mut relations, log, [a, b]) = opened::<PinModel, 2, L>();
    relations.pin(a).unwrap();
    for (n, handle) in [(1, a), (2, b)] {
        let relation = relations.get_mut(handle).unwrap();
        relation.cached_blocks = [Some(3); FORKS];
        relation.target_block = Some(2);
        relations.close(handle).unwrap();
        assert_eq!(log.take(), closing(key(n)));
        let relation = relations.get(handle).unwrap();
        assert_eq!((relation.cached_blocks, relation.target_block), ([None; FORKS], None));
        assert_eq!(relations.try_open(key(n)), Ok(handle), "the same object");
    }
    assert_eq!(relations.len(), 2);
    ends_with(&mut relations, &log, &[2]);
}

fn release_forgets_sizes_and_target<L: Layout>() {
    let (mut relations, log, [a]) = opened::<PinModel, 1, L>();
    let relation = relations.get_mut(a).unwrap();
    relation.cached_blocks = [Some(3); FORKS];
    relation.target_block = Some(2);
    relations.release(a).unwrap();
    let relation = relations.get(a).unwrap();
    assert_eq!((relation.cached_blocks, relation.target_block), ([None; FORKS], None));
    assert_eq!((relation.opens, log.take()), (1, closing(key(1)).to_vec()));
}

fn release_all_releases_pinned_relations_too<L: Layout>() {
    let (mut relations, log, [a, b]) = opened::<PinModel, 2, L>();
    relations.pin(b).unwrap();
    relations.release_all();
    let mut closed = log.take();
    closed.sort_unstable();
    assert_eq!(closed, [closing(key(1)), closing(key(2))].concat());
    assert!(relations.get(a).is_some());
    assert_eq!(relations.get(b).unwrap().pins(), 1);
}

fn release_by_key_only_finds<L: Layout>() {
    let (mut relations, log, [a]) = opened::<PinModel, 1, L>();
    assert!(relations.release_by_key(key(1)));
    assert_eq!(log.take(), closing(key(1)));
    assert!(!relations.release_by_key(key(2)));
    assert!(log.take().is_empty());
    assert!(relations.get(a).is_some());
    assert_eq!(relations.len(), 1);
}

fn destroy_all_destroys_the_unpinned_in_order<L: Layout>() {
    let (mut relations, log, [a, _, c, d]) = opened::<PinModel, 4, L>();
    for handle in [c, a, d] {
        relations.pin(handle).unwrap();
    }
    relations.unpin(c).unwrap();
    relations.unpin(a).unwrap();
    relations.destroy_all();
    assert_eq!(log.take(), [2, 3, 1].map(|n| closing(key(n))).concat());
    assert_eq!((relations.find(key(4)), relations.len()), (Some(d), 1));
}

fn everything_is_a_no_op_without_a_table<L: Layout>() {
    let (mut relations, log) = table::<PinModel, L>();
    relations.release_all();
    relations.destroy_all();
    relations.end_of_transaction();
    assert!(!relations.release_by_key(key(1)));
    assert!(relations.stats().is_none());
    drop(relations);
    assert!(log.take().is_empty());
}

fn dropping_the_table_closes_pinned_relations_too<L: Layout>() {
    let (mut relations, log, [a, _]) = opened::<PinModel, 2, L>();
    relations.pin(a).unwrap();
    drop(relations);
    let mut closed = log.take();
    closed.sort_unstable();
    assert_eq!(closed, [closing(key(1)), closing(key(2))].concat());
}

fn five_thousand_relations<L: Layout>() {
    let (mut relations, log) = table::<PinModel, L>();
    let opened: Vec<_> = (0..5_000).map(|n| relations.try_open(key(n)).unwrap()).collect();
    assert_eq!(log.take(), (0..5_000).map(|n| Event::Opened(key(n))).collect::<Vec<_>>());
    for handle in opened.iter().step_by(5) {
        relations.pin(*handle).unwrap();
    }
    let unpinned: Vec<_> = (0..5_000).filter(|n| n % 5 != 0).collect();
    ends_with(&mut relations, &log, &unpinned);
    assert_eq!(relations.len(), 1_000);
    // Last pinned, first unpinned: the list is in the order of unpinning.
    for handle in opened.iter().step_by(5).rev() {
        relations.unpin(*handle).unwrap();
    }
    let pinned: Vec<_> = (0..5_000).step_by(5).rev().collect();
    ends_with(&mut relations, &log, &pinned);
    assert_eq!((relations.len(), relations.manager().open_segments), (0, 0));
}
