//! D.2: the rules of PostgreSQL up to 16, one by one.

use super::support::{Event, Files, Log, closing, key, on_every_layout, opened, panics, table};
use simplehash::Layout;
use smgr::{Error, FORKS, OwnedRelations, OwnerModel, OwnerSlot};

type Table<L> = OwnedRelations<Files, L>;

on_every_layout! {
    a_new_relation_is_unowned,
    set_owner_links_both_ways,
    set_owner_of_an_owned_relation_empties_the_previous_slot,
    set_owner_takes_off_the_unowned_list,
    set_owner_again_changes_nothing,
    set_owner_of_a_slot_in_use_gives_its_relation_up,
    set_owner_with_a_stale_handle_changes_nothing,
    clear_owner_appends_to_the_unowned_list,
    clear_owner_is_a_no_op_unless_it_is_the_owner,
    close_closes_every_fork_and_empties_the_slot,
    close_of_a_closed_relation_is_corruption,
    close_takes_off_the_unowned_list,
    close_empties_the_slot_last,
    close_all_closes_owned_and_unowned,
    close_node_finds_and_closes,
    close_node_never_creates,
    everything_is_a_no_op_without_a_table,
    end_of_transaction_closes_the_unowned_in_order,
    release_keeps_the_object_its_owner_and_its_target,
    a_dropped_slot_owns_nothing,
    a_dropped_slot_of_a_relation_with_a_new_owner_does_not_matter,
    a_dropped_slot_of_a_reopened_relation_does_not_matter,
    slots_outlive_the_table,
    the_table_outlives_slots,
    a_slot_may_change_tables,
    closing_what_a_slot_held_once_leaves_the_slot_alone,
    five_thousand_relations,
}

/// The relations that the end of the transaction closes, in order.
fn ended<L: Layout>(relations: &mut Table<L>, log: &Log) -> Vec<u32> {
    log.take();
    relations.end_of_transaction();
    let events = log.take();
    let closed: Vec<_> = events.chunks(FORKS).map(relation_of).collect();
    assert_eq!(events, closed.iter().flat_map(|n| closing(key(*n))).collect::<Vec<_>>());
    closed
}

fn relation_of(forks: &[Event]) -> u32 {
    match forks[0] {
        Event::Closed(key, _) | Event::Opened(key) => key.relation,
    }
}

fn a_new_relation_is_unowned<L: Layout>() {
    let (mut relations, log, [a]) = opened::<OwnerModel, 1, L>();
    assert!(!relations.get(a).unwrap().is_owned());
    assert_eq!(ended(&mut relations, &log), [1]);
}

fn set_owner_links_both_ways<L: Layout>() {
    let (mut relations, _, [a]) = opened::<OwnerModel, 1, L>();
    let slot = OwnerSlot::new();
    assert_eq!(slot.get(), None);
    relations.set_owner(&slot, a).unwrap();
    assert_eq!(slot.get(), Some(a));
    assert!(relations.get(a).unwrap().is_owned());
}

fn set_owner_of_an_owned_relation_empties_the_previous_slot<L: Layout>() {
    let (mut relations, log, [a]) = opened::<OwnerModel, 1, L>();
    let (first, second) = (OwnerSlot::new(), OwnerSlot::new());
    relations.set_owner(&first, a).unwrap();
    relations.set_owner(&second, a).unwrap();
    assert_eq!((first.get(), second.get()), (None, Some(a)));
    assert!(ended(&mut relations, &log).is_empty());
    assert!(!relations.clear_owner(&first, a));
    assert!(relations.clear_owner(&second, a));
}

fn set_owner_takes_off_the_unowned_list<L: Layout>() {
    let (mut relations, log, [_, b, _]) = opened::<OwnerModel, 3, L>();
    let slot = OwnerSlot::new();
    relations.set_owner(&slot, b).unwrap();
    assert_eq!(ended(&mut relations, &log), [1, 3]);
    assert_eq!((slot.get(), relations.len()), (Some(b), 1));
}

fn set_owner_again_changes_nothing<L: Layout>() {
    let (mut relations, log, [a]) = opened::<OwnerModel, 1, L>();
    let slot = OwnerSlot::new();
    relations.set_owner(&slot, a).unwrap();
    relations.set_owner(&slot, a).unwrap();
    assert_eq!(slot.get(), Some(a));
    assert!(ended(&mut relations, &log).is_empty());
    relations.close(a).unwrap();
    assert_eq!(slot.get(), None);
}

fn set_owner_of_a_slot_in_use_gives_its_relation_up<L: Layout>() {
    let (mut relations, log, [a, b]) = opened::<OwnerModel, 2, L>();
    let slot = OwnerSlot::new();
    relations.set_owner(&slot, a).unwrap();
    relations.set_owner(&slot, b).unwrap();
    assert_eq!(slot.get(), Some(b));
    assert!(!relations.get(a).unwrap().is_owned());
    assert_eq!(ended(&mut relations, &log), [1]);
}

fn set_owner_with_a_stale_handle_changes_nothing<L: Layout>() {
    let (mut relations, log, [a, b]) = opened::<OwnerModel, 2, L>();
    let slot = OwnerSlot::new();
    relations.set_owner(&slot, a).unwrap();
    relations.close(b).unwrap();
    assert_eq!(relations.set_owner(&slot, b), Err(Error::NotOpen { key: key(2) }));
    assert_eq!(slot.get(), Some(a));
    assert!(ended(&mut relations, &log).is_empty());
}

fn clear_owner_appends_to_the_unowned_list<L: Layout>() {
    let (mut relations, log, [a, b, _]) = opened::<OwnerModel, 3, L>();
    let slots = [OwnerSlot::new(), OwnerSlot::new()];
    relations.set_owner(&slots[0], a).unwrap();
    relations.set_owner(&slots[1], b).unwrap();
    assert!(relations.clear_owner(&slots[1], b));
    assert!(relations.clear_owner(&slots[0], a));
    assert_eq!(slots.each_ref().map(OwnerSlot::get), [None, None]);
    assert!(!relations.get(a).unwrap().is_owned());
    assert_eq!(ended(&mut relations, &log), [3, 2, 1]);
}

fn clear_owner_is_a_no_op_unless_it_is_the_owner<L: Layout>() {
    let (mut relations, log, [a, b]) = opened::<OwnerModel, 2, L>();
    let (slot, other) = (OwnerSlot::new(), OwnerSlot::new());
    relations.set_owner(&slot, a).unwrap();
    relations.set_owner(&other, b).unwrap();
    assert!(!relations.clear_owner(&other, a));
    assert!(!relations.clear_owner(&OwnerSlot::new(), a));
    assert_eq!((slot.get(), other.get()), (Some(a), Some(b)));
    assert!(relations.clear_owner(&slot, a));
    assert!(!relations.clear_owner(&slot, a), "unowned by now");
    assert_eq!(ended(&mut relations, &log), [1]);
    assert!(!relations.clear_owner(&slot, a), "closed by now");
}

fn close_closes_every_fork_and_empties_the_slot<L: Layout>() {
    let (mut relations, log, [a, b]) = opened::<OwnerModel, 2, L>();
    let slot = OwnerSlot::new();
    relations.set_owner(&slot, a).unwrap();
    relations.close(a).unwrap();
    assert_eq!(log.take(), closing(key(1)));
    assert_eq!((slot.get(), relations.find(key(1)), relations.len()), (None, None, 1));
    assert!(relations.get(b).is_some());
}

fn close_of_a_closed_relation_is_corruption<L: Layout>() {
    let (mut relations, log, [a]) = opened::<OwnerModel, 1, L>();
    relations.close(a).unwrap();
    log.take();
    let again = relations.close(a).unwrap_err();
    assert!(again.to_string().starts_with("SMgrRelation hashtable corrupted"), "{again}");
    let new = relations.try_open(key(1)).unwrap();
    log.take();
    assert_eq!(relations.close(a), Err(Error::NotOpen { key: key(1) }), "opened again");
    assert!(relations.get(new).is_some());
    assert!(log.take().is_empty());
}

fn close_takes_off_the_unowned_list<L: Layout>() {
    let (mut relations, log, [_, b, _]) = opened::<OwnerModel, 3, L>();
    relations.close(b).unwrap();
    assert_eq!(ended(&mut relations, &log), [1, 3]);
}

fn close_empties_the_slot_last<L: Layout>() {
    let (mut relations, _, [a]) = opened::<OwnerModel, 1, L>();
    let slot = OwnerSlot::new();
    relations.set_owner(&slot, a).unwrap();
    for fork in smgr::Fork::ALL {
        relations.manager_mut().panic_at_close = Some(fork);
        panics(|| relations.close(a).unwrap());
        assert_eq!(slot.get(), Some(a), "the relation still exists");
        assert!(relations.get(a).unwrap().is_owned());
    }
    relations.close(a).unwrap();
    assert_eq!(slot.get(), None);
}

fn close_all_closes_owned_and_unowned<L: Layout>() {
    let (mut relations, log, [a, _, c]) = opened::<OwnerModel, 3, L>();
    let slots = [OwnerSlot::new(), OwnerSlot::new()];
    relations.set_owner(&slots[0], a).unwrap();
    relations.set_owner(&slots[1], c).unwrap();
    relations.close_all();
    let mut closed = log.take();
    closed.sort_unstable();
    assert_eq!(closed, (1..=3).flat_map(|n| closing(key(n))).collect::<Vec<_>>());
    assert!(relations.is_empty());
    assert_eq!(slots.each_ref().map(OwnerSlot::get), [None, None]);
    assert!(ended(&mut relations, &log).is_empty());
}

fn close_node_finds_and_closes<L: Layout>() {
    let (mut relations, log, [a, _]) = opened::<OwnerModel, 2, L>();
    let slot = OwnerSlot::new();
    relations.set_owner(&slot, a).unwrap();
    assert!(relations.close_node(key(1)));
    assert!(relations.close_node(key(2)));
    assert_eq!(log.take(), [closing(key(1)), closing(key(2))].concat());
    assert_eq!(slot.get(), None);
    assert!(relations.is_empty());
}

fn close_node_never_creates<L: Layout>() {
    let (mut relations, log, [_]) = opened::<OwnerModel, 1, L>();
    assert!(!relations.close_node(key(2)));
    assert_eq!(relations.len(), 1);
    assert!(log.take().is_empty());
}

fn everything_is_a_no_op_without_a_table<L: Layout>() {
    let (mut relations, log) = table::<OwnerModel, L>();
    relations.close_all();
    relations.release_all();
    relations.end_of_transaction();
    assert!(!relations.close_node(key(1)));
    assert!(relations.stats().is_none());
    drop(relations);
    assert!(log.take().is_empty());
}

fn end_of_transaction_closes_the_unowned_in_order<L: Layout>() {
    let (mut relations, log, [a, _, _, d]) = opened::<OwnerModel, 4, L>();
    let slots = [OwnerSlot::new(), OwnerSlot::new()];
    relations.set_owner(&slots[0], a).unwrap();
    relations.set_owner(&slots[1], d).unwrap();
    assert!(relations.clear_owner(&slots[0], a));
    assert_eq!(ended(&mut relations, &log), [2, 3, 1]);
    assert!(ended(&mut relations, &log).is_empty());
    assert_eq!((slots[1].get(), relations.len()), (Some(d), 1));
}

fn release_keeps_the_object_its_owner_and_its_target<L: Layout>() {
    let (mut relations, log, [a, b]) = opened::<OwnerModel, 2, L>();
    let slot = OwnerSlot::new();
    relations.set_owner(&slot, a).unwrap();
    for handle in [a, b] {
        let relation = relations.get_mut(handle).unwrap();
        relation.cached_blocks = [Some(3); FORKS];
        relation.target_block = Some(2);
        relations.release(handle).unwrap();
        let relation = relations.get(handle).unwrap();
        assert_eq!((relation.cached_blocks, relation.target_block), ([None; FORKS], Some(2)));
    }
    assert_eq!(log.take(), [closing(key(1)), closing(key(2))].concat());
    assert_eq!(slot.get(), Some(a));
    assert_eq!(ended(&mut relations, &log), [2]);
}

fn a_dropped_slot_owns_nothing<L: Layout>() {
    let (mut relations, log, [a, b, c]) = opened::<OwnerModel, 3, L>();
    let slots = [a, b, c].map(|relation| {
        let slot = OwnerSlot::new();
        relations.set_owner(&slot, relation).unwrap();
        slot
    });
    let [first, second, third] = slots;
    drop(second);
    drop(first);
    assert!(!relations.get(a).unwrap().is_owned());
    assert_eq!(ended(&mut relations, &log), [2, 1]);
    assert_eq!(third.get(), Some(c));
}

fn a_dropped_slot_of_a_relation_with_a_new_owner_does_not_matter<L: Layout>() {
    let (mut relations, log, [a]) = opened::<OwnerModel, 1, L>();
    let (first, second) = (OwnerSlot::new(), OwnerSlot::new());
    relations.set_owner(&first, a).unwrap();
    drop(first);
    relations.set_owner(&second, a).unwrap();
    assert!(ended(&mut relations, &log).is_empty());
    assert_eq!(second.get(), Some(a));
    assert!(relations.clear_owner(&second, a));
    assert_eq!(ended(&mut relations, &log), [1]);
}

fn a_dropped_slot_of_a_reopened_relation_does_not_matter<L: Layout>() {
    let (mut relations, log, [a, _]) = opened::<OwnerModel, 2, L>();
    let slot = OwnerSlot::new();
    relations.set_owner(&slot, a).unwrap();
    drop(slot);
    relations.close(a).unwrap();
    let owner = OwnerSlot::new();
    let new = relations.try_open(key(1)).unwrap();
    relations.set_owner(&owner, new).unwrap();
    assert_eq!(ended(&mut relations, &log), [2]);
    assert_eq!(owner.get(), Some(new));
}

fn slots_outlive_the_table<L: Layout>() {
    let (mut relations, log, [a, b]) = opened::<OwnerModel, 2, L>();
    let slots = [OwnerSlot::new(), OwnerSlot::new()];
    relations.set_owner(&slots[0], a).unwrap();
    relations.set_owner(&slots[1], b).unwrap();
    drop(relations);
    assert_eq!(slots.each_ref().map(OwnerSlot::get), [None, None]);
    assert_eq!(log.take().len(), 2 * FORKS);
}

fn the_table_outlives_slots<L: Layout>() {
    let (mut relations, log, _) = opened::<OwnerModel, 1, L>();
    for n in 1..=100 {
        let slot = OwnerSlot::new();
        let relation = relations.try_open(key(n)).unwrap();
        relations.set_owner(&slot, relation).unwrap();
    }
    assert_eq!(relations.len(), 100);
    assert_eq!(ended(&mut relations, &log), (1..=100).collect::<Vec<_>>());
    drop(relations);
    assert!(log.take().is_empty());
}

fn a_slot_may_change_tables<L: Layout>() {
    let (mut here, here_log, [a]) = opened::<OwnerModel, 1, L>();
    let (mut there, there_log, [b]) = opened::<OwnerModel, 1, L>();
    let slot = OwnerSlot::new();
    here.set_owner(&slot, a).unwrap();
    assert!(!there.clear_owner(&slot, a), "a relation of the other table");
    there.set_owner(&slot, b).unwrap();
    assert_eq!(slot.get(), Some(b));
    assert_eq!(ended(&mut here, &here_log), [1]);
    assert_eq!(slot.get(), Some(b));
    assert!(ended(&mut there, &there_log).is_empty());
}

fn closing_what_a_slot_held_once_leaves_the_slot_alone<L: Layout>() {
    let (mut here, _, [a]) = opened::<OwnerModel, 1, L>();
    let (mut there, _, [b]) = opened::<OwnerModel, 1, L>();
    let slot = OwnerSlot::new();
    here.set_owner(&slot, a).unwrap();
    there.set_owner(&slot, b).unwrap();
    here.close(a).unwrap();
    assert_eq!(slot.get(), Some(b));
    assert!(there.get(b).unwrap().is_owned());
}

fn five_thousand_relations<L: Layout>() {
    let (mut relations, log, _) = opened::<OwnerModel, 0, L>();
    let slots: Vec<_> = (0..5_000)
        .map(|n| {
            let slot = OwnerSlot::new();
            let relation = relations.try_open(key(n)).unwrap();
            if n % 3 == 0 {
                relations.set_owner(&slot, relation).unwrap();
            }
            slot
        })
        .collect();
    assert_eq!(ended(&mut relations, &log), (0..5_000).filter(|n| n % 3 != 0).collect::<Vec<_>>());
    let held = slots.iter().filter_map(OwnerSlot::get);
    assert!(held.clone().all(|relation| relations.get(relation).unwrap().is_owned()));
    assert_eq!(held.count(), relations.len());
    relations.close_all();
    assert!(slots.iter().all(|slot| slot.get().is_none()));
    assert_eq!(relations.manager().open_segments, 0);
}
