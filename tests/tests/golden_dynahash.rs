//! Every stream of `golden/dynahash_ops.txt`: counters and digests of the scans.

use std::fmt::Write;

use dynahash_compat::dynahash::{Action, Dynahash, Flags, HashCtl};
use simplehash::hash::pg::murmurhash32;
use simplehash_tests::stream::{SplitMix, digest_bytes};

/// How a number is written as a key.
type Write4 = fn(u32) -> Vec<u8>;

struct Mode {
    info: HashCtl,
    flags: Flags,
    key: Write4,
    /// The bytes of a key that are digested.
    text: bool,
}

fn bytes(number: u32) -> Vec<u8> {
    number.to_ne_bytes().to_vec()
}

fn number(key: &[u8]) -> u32 {
    u32::from_ne_bytes(key.try_into().unwrap())
}

impl Mode {
    fn new(name: &str) -> Self {
        let binary = HashCtl { keysize: 4, entrysize: 8, ..HashCtl::DEFAULT };
        match name {
            "blobs" => Self { info: binary, flags: Flags::ELEM | Flags::BLOBS, key: bytes, text: false },
            "murmur" => Self {
                info: HashCtl { hash: Some(|key, _| murmurhash32(number(key))), ..binary },
                flags: Flags::ELEM | Flags::FUNCTION,
                key: bytes,
                text: false,
            },
            "ident" => Self {
                info: HashCtl { hash: Some(|key, _| number(key)), ..binary },
                flags: Flags::ELEM | Flags::FUNCTION,
                key: bytes,
                text: false,
            },
            "strings" => Self {
                info: HashCtl { keysize: 16, entrysize: 20, ..HashCtl::DEFAULT },
                flags: Flags::ELEM | Flags::STRINGS,
                key: |number| format!("relation_{number}").into_bytes(),
                text: true,
            },
            other => panic!("no mode {other}"),
        }
    }

    /// The digest of a full scan, and the number of its entries.
    fn digest(&self, table: &mut Dynahash) -> (u64, usize) {
        let (mut bytes, mut entries) = (Vec::new(), 0);
        let mut scan = table.seq_init().unwrap();
        while let Some(entry) = table.seq_search(&mut scan).unwrap() {
            let key = if self.text { entry.key().split(|byte| *byte == 0).next().unwrap() } else { entry.key() };
            bytes.extend_from_slice(key);
            bytes.extend_from_slice(entry.value());
            entries += 1;
        }
        (digest_bytes(bytes), entries)
    }
}

fn replay(mode: &str, [seed, ops, keyspace, deletes, nelem]: [u64; 5]) -> String {
    let mode = Mode::new(mode);
    let mut table = Dynahash::create("golden", nelem as usize, &mode.info, mode.flags).unwrap();
    let (mut inserted, mut deleted, mut hits, mut rekeyed) = (0, 0, 0, 0);
    let mut suppressing = None;
    let mut out = String::new();
    for (op, r) in (1..=ops).zip(SplitMix(seed)) {
        let key = (mode.key)(((r >> 32) % keyspace) as u32);
        match r % 100 {
            p if p < deletes => deleted += u32::from(table.search(&key, Action::Remove).unwrap().found),
            95.. => {
                let found = table.search(&key, Action::Find).unwrap().entry.map(|entry| entry.handle());
                if let Some(handle) = found {
                    let other = (mode.key)(((r >> 8) % keyspace) as u32);
                    rekeyed += u32::from(table.update_hash_key(handle, &other).unwrap());
                }
            }
            88.. => hits += u32::from(table.search(&key, Action::Find).unwrap().found),
            _ => {
                let searched = table.search(&key, Action::Enter).unwrap();
                let mut entry = searched.entry.unwrap();
                let value = if searched.found { number(entry.value()).wrapping_add(1) } else { op as u32 };
                inserted += u32::from(!searched.found);
                entry.value_mut().copy_from_slice(&value.to_ne_bytes());
            }
        }
        if op == ops / 8 {
            suppressing = Some(table.seq_init().unwrap());
        }
        if op == ops / 8 + ops / 16 {
            table.seq_term(suppressing.take().unwrap()).unwrap();
        }
        if op == 3 * ops / 4 {
            let mut scan = table.seq_init().unwrap();
            let mut returned = 0;
            while let Some(handle) = table.seq_search(&mut scan).unwrap().map(|entry| entry.handle()) {
                returned += 1;
                if returned % 3 == 0 {
                    assert!(table.remove(handle));
                    deleted += 1;
                }
            }
        }
        if [ops / 8 + ops / 16, ops / 2, ops].contains(&op) {
            let (digest, iterated) = mode.digest(&mut table);
            writeln!(
                out,
                "ops={op} inserted={inserted} deleted={deleted} hits={hits} rekeyed={rekeyed} entries={} \
                 iterated={iterated} fnv1a64={digest:016x}",
                table.num_entries()
            )
            .unwrap();
        }
    }
    out
}

#[test]
fn every_stream_agrees_with_postgresql() {
    let golden = include_str!("../golden/dynahash_ops.txt");
    let mut streams = 0;
    for stream in golden.split("# ").filter(|stream| !stream.is_empty()) {
        let (header, expected) = stream.split_once('\n').unwrap();
        let mut fields = header.split([' ', '=']).skip(1).step_by(2);
        let mode = fields.next().unwrap();
        let arguments: Vec<u64> = fields.map(|field| field.parse().unwrap()).collect();
        assert_eq!(replay(mode, arguments.try_into().unwrap()), expected, "{header}");
        streams += 1;
    }
    assert_eq!(streams, 9);
}
