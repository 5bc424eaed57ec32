//! What cannot be seen from outside: the end of the generations.

use super::{Action, Dynahash, Flags, HashCtl};

#[test]
fn an_element_whose_generations_have_ended_is_not_used_again() {
    let info = HashCtl { keysize: 4, entrysize: 8, ..HashCtl::DEFAULT };
    let mut table = Dynahash::create("old", 8, &info, Flags::ELEM | Flags::BLOBS).unwrap();
    let key = 7_u32.to_ne_bytes();
    let enter = |table: &mut Dynahash| table.search(&key, Action::Enter).unwrap().entry.unwrap().handle();
    let first = enter(&mut table);
    let free = table.num_free();
    table.elements.set_generation(first.slot(), u32::MAX - 2);
    assert!(table.get(first).is_none(), "of another generation");
    assert!(table.search(&key, Action::Remove).unwrap().found);
    let second = enter(&mut table);
    assert_eq!((second.slot(), second.generation()), (first.slot(), u32::MAX - 1));
    assert!(table.remove(second));
    assert_eq!(table.num_free(), free, "its last generation was its last use");
    let third = enter(&mut table);
    assert_ne!(third.slot(), first.slot());
    assert!(table.get(second).is_none() && table.get(third).is_some());
}
