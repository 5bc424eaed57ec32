//! Feature `arbitrary`.

use std::collections::{HashMap, HashSet};

use arbitrary::{Arbitrary, Unstructured};
use simplehash::{Layout, Set, Table, Using};

use super::{Numbers, Two, on_every_layout};

on_every_layout!(as_the_standard_library);

/// 4 KiB that look random, nearly all of them odd: an even byte between two entries says that there is no other.
fn bytes() -> Vec<u8> {
    let random = (0..1024_u32).flat_map(|number| simplehash::hash::pg::murmurhash32(number).to_le_bytes());
    random.enumerate().map(|(index, byte)| if index % 61 == 0 { byte } else { byte | 1 }).collect()
}

fn as_the_standard_library<L: Layout>() {
    type Map<L> = Table<u32, u16, Using<Numbers, L>>;
    let bytes = bytes();
    let mut entries = 0;
    for start in 0..64 {
        let bytes = || Unstructured::new(&bytes[start * 8..]);
        let model = HashMap::<u32, u16>::arbitrary(&mut bytes()).unwrap();
        let table = Map::<L>::arbitrary(&mut bytes()).unwrap();
        entries += table.len();
        assert_eq!(table.into_iter().collect::<HashMap<_, _>>(), model);
        let model = HashMap::<u32, u16>::arbitrary_take_rest(bytes()).unwrap();
        assert_eq!(Map::<L>::arbitrary_take_rest(bytes()).unwrap().into_iter().collect::<HashMap<_, _>>(), model);
        let model = HashSet::<u32>::arbitrary(&mut bytes()).unwrap();
        let set = Set::<u32, Using<Numbers, L>>::arbitrary(&mut bytes()).unwrap();
        assert_eq!(set.into_iter().collect::<HashSet<_>>(), model);
        let model = HashSet::<u32>::arbitrary_take_rest(bytes()).unwrap();
        let set = Set::<u32, Using<Numbers, L>>::arbitrary_take_rest(bytes()).unwrap();
        assert_eq!(set.into_iter().collect::<HashSet<_>>(), model);
    }
    assert!(entries > 640, "{entries}");
    assert_eq!(Map::<L>::size_hint(0), HashMap::<u32, u16>::size_hint(0));
}

#[test]
fn what_finds_no_room_is_left_out() {
    // A byte between two entries says that another one follows.
    let bytes = [0xff; 256];
    let mut numbers = bytes;
    numbers.iter_mut().enumerate().for_each(|(index, byte)| *byte = (index as u8) | 1);
    let table = Table::<u32, u8, Two>::arbitrary(&mut Unstructured::new(&numbers)).unwrap();
    let set = Set::<u32, Two>::arbitrary(&mut Unstructured::new(&numbers)).unwrap();
    assert_eq!((table.len(), set.len()), (1, 1));
}
