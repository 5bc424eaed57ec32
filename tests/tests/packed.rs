//! Packing: a key's word is its fields' bytes, one after the other, whatever the word.

use std::collections::HashSet;

use quickcheck::quickcheck;
use simplehash::hash::packed::Word;
use simplehash::hash::{HashFn, Pack, Packed, Seeded};

/// The bytes of a word of any width.
fn bytes<const N: usize>(word: [u64; N]) -> Vec<u8> {
    word.into_iter().flat_map(u64::to_le_bytes).collect()
}

quickcheck! {
    fn fields_follow_each_other(a: u8, b: u64, c: u16, d: u128) -> bool {
        let expected = [&a.to_le_bytes()[..], &b.to_le_bytes(), &c.to_le_bytes(), &d.to_le_bytes()].concat();
        let word: [u64; 4] = (a, b, c, d).pack();
        bytes(word)[..27] == expected && bytes(word)[27..].iter().all(|byte| *byte == 0)
    }

    fn arrays_nest(a: bool, items: (u32, u32, u32), last: char) -> bool {
        let items = [items.0, items.1, items.2];
        let mut expected = vec![u8::from(a)];
        expected.extend(items.iter().flat_map(|item| item.to_le_bytes()));
        expected.extend(u32::from(last).to_le_bytes());
        let word: [u64; 3] = (a, items, last).pack();
        bytes(word)[..17] == expected
    }

    fn integers_are_words(a: u16, b: i16) -> bool {
        let word: u32 = (a, b).pack();
        let wide: u128 = (a, b).pack();
        word.to_le_bytes() == [a.to_le_bytes(), b.to_le_bytes()].concat()[..] && u128::from(word) == wide
    }

    fn none_differs_from_any_some(a: u32) -> bool {
        Some(a).pack::<u64>() != None::<u32>.pack::<u64>() && Some(a).pack::<u64>() >> 8 == u64::from(a)
    }

    fn equal_keys_hash_alike_and_others_do_not(a: (u8, u64, u16), b: (u8, u64, u16), seed: u64) -> bool {
        let hasher = Packed::with_seed(seed);
        (a == b) == (hasher.hash(&a) == hasher.hash(&b))
    }
}

#[test]
fn every_width_puts_every_byte() {
    fn check<const N: usize>() {
        let mut key = [0_u8; N];
        let mut words = HashSet::new();
        let mut hashes = HashSet::new();
        for place in 0..N {
            key[place] = 1 + (place % 255) as u8;
            words.insert(bytes(key.pack::<[u64; 16]>()));
            assert_eq!(bytes(key.pack::<[u64; 16]>())[..N], key);
            hashes.insert(Packed::with_seed(7).hash(&key));
        }
        assert_eq!((words.len(), hashes.len()), (N, N), "width {N}");
    }
    macro_rules! widths { ($($n:literal)*) => { $( check::<$n>(); )* }; }
    widths!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 23 24 25 31 32 33 40 47 48 49 63 64 65 100 127 128);
}

#[test]
fn every_bit_reaches_the_low_bits() {
    // One bit of the key changes half of the 32 bits that layouts use, give or take.
    fn check<K: Pack>(width: usize, key: impl Fn(usize) -> K, zero: K) {
        let mut least = u32::MAX;
        for bit in 0..width {
            let changed: u32 = (0..64_u64)
                .map(|seed| {
                    let hasher = Packed::with_seed(seed);
                    ((hasher.hash(&key(bit)) ^ hasher.hash(&zero)) as u32).count_ones()
                })
                .sum();
            least = least.min(changed / 64);
        }
        assert!(least >= 8, "{least} bits of 32 at a width of {width}");
    }
    check(32, |bit| 1_u32 << bit, 0);
    check(64, |bit| 1_u64 << bit, 0);
    check(128, |bit| 1_u128 << bit, 0);
    let wide = |bit: usize| {
        let mut key = [0_u64; 5];
        key[bit / 64] = 1 << (bit % 64);
        key
    };
    check(320, wide, [0; 5]);
}

#[test]
fn no_key_cancels_the_seed() {
    // Were a factor of the multiplication a constant, all keys with that constant in its place would collide.
    let constants = [0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7345, 0, u64::MAX];
    for constant in constants {
        for seed in 0..3 {
            let hasher = Packed::with_seed(seed);
            let pairs: HashSet<u64> = (0..1000_u64).map(|n| hasher.hash(&(n, constant))).collect();
            let swapped: HashSet<u64> = (0..1000_u64).map(|n| hasher.hash(&(constant, n))).collect();
            let wide: HashSet<u64> = (0..1000_u64).map(|n| hasher.hash(&[n, constant, n, constant])).collect();
            assert_eq!((pairs.len(), swapped.len(), wide.len()), (1000, 1000, 1000), "{constant:#x}");
        }
    }
}

#[test]
fn words_have_the_widths_they_say() {
    assert_eq!((<u32 as Word>::BYTES, <u64 as Word>::BYTES, <u128 as Word>::BYTES), (4, 8, 16));
    assert_eq!(<[u64; 3] as Word>::BYTES, 24);
}
