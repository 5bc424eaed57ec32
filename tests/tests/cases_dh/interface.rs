//! What the interface does beside the cases: every flag, every error.

use dynahash_compat::dynahash::{Action, Dynahash, Error, Flags, HashCtl, Session, sizing};
use simplehash::allocator::Global;
use simplehash::hash::pg;
use simplehash_tests::raw::meter::Meter;

use crate::support::{FUNCTION, IDENTITY, Numbers, identity, number, sorted};

const BLOBS: Flags = Flags::ELEM.union(Flags::BLOBS);
const STRINGS: Flags = Flags::ELEM.union(Flags::STRINGS);
const BINARY: HashCtl = HashCtl { keysize: 4, entrysize: 8, ..HashCtl::DEFAULT };
const TEXT: HashCtl = HashCtl { keysize: 16, entrysize: 24, ..HashCtl::DEFAULT };

/// What C asserts is an error that says what is wrong.
#[test]
fn contradictions_are_errors() {
    let wrong = |info: HashCtl, flags: Flags| match Dynahash::create("wrong", 8, &info, flags) {
        Err(Error::InvalidControl { table, what }) => {
            assert_eq!(table, "wrong");
            what
        }
        other => panic!("{other:?}"),
    };
    let messages = [
        wrong(BINARY, Flags::BLOBS),
        wrong(HashCtl { keysize: 0, ..BINARY }, BLOBS),
        wrong(HashCtl { entrysize: 3, ..BINARY }, BLOBS),
        wrong(HashCtl { keysize: 8, ..TEXT }, STRINGS),
        wrong(BINARY, Flags::ELEM),
        wrong(TEXT, STRINGS | Flags::BLOBS),
        wrong(BINARY, BLOBS | Flags::FUNCTION),
        wrong(BINARY, FUNCTION),
        wrong(BINARY, BLOBS | Flags::COMPARE),
        wrong(BINARY, BLOBS | Flags::KEYCOPY),
        wrong(BINARY, BLOBS | Flags::ALLOC),
        wrong(BINARY, BLOBS | Flags::CONTEXT),
        wrong(HashCtl { alloc: Some(Global), hcxt: Some(Global), ..BINARY }, BLOBS | Flags::ALLOC | Flags::CONTEXT),
        wrong(HashCtl { num_partitions: 3, ..BINARY }, BLOBS | Flags::PARTITION),
        wrong(BINARY, BLOBS | Flags::PARTITION),
        wrong(HashCtl { ssize: 100, ..BINARY }, BLOBS | Flags::SEGMENT),
        wrong(HashCtl { entrysize: usize::MAX - 3, ..BINARY }, BLOBS),
        wrong(BINARY, BLOBS | Flags::from_bits_retain(0x0800)),
    ];
    assert!(messages.iter().all(|message| !message.is_empty()));
    // Fields without their flag are not read.
    let info = HashCtl { num_partitions: 3, ssize: 100, dsize: 7, max_dsize: Some(0), ..BINARY };
    let mut table = Dynahash::create("right", 8, &info, BLOBS).unwrap();
    assert!(!table.search(&[1, 2, 3, 4], Action::Enter).unwrap().found);
    for key in [&[1, 2, 3][..], &[1, 2, 3, 4, 5], &[]] {
        let error = table.search(key, Action::Find).unwrap_err();
        assert_eq!(error, Error::KeyLength { table: "right".into(), keysize: 4, length: key.len() });
        assert!(table.get_hash_value(key).is_err() && table.search_with_hash_value(key, 1, Action::Enter).is_err());
    }
}

/// Hashes are those of PostgreSQL; text counts up to a zero byte and `keysize - 1` bytes.
#[test]
fn keys_are_hashed_compared_and_copied_as_in_postgresql() {
    let table = Dynahash::create("blobs", 8, &BINARY, BLOBS).unwrap();
    assert_eq!(table.get_hash_value(&7_u32.to_ne_bytes()), Ok(pg::uint32_hash(7)));
    let wide = Dynahash::create("blobs", 8, &HashCtl { keysize: 12, entrysize: 12, ..BINARY }, BLOBS).unwrap();
    assert_eq!(wide.get_hash_value(b"twelve bytes"), Ok(pg::tag_hash(b"twelve bytes")));

    let mut text = Dynahash::create("text", 8, &TEXT, STRINGS).unwrap();
    let long = b"fifteen letters, and more";
    assert_eq!(text.get_hash_value(long), Ok(pg::string_hash(long, 16)));
    assert_eq!(text.get_hash_value(long), text.get_hash_value(&long[..15]));
    let mut entry = text.search(long, Action::Enter).unwrap().entry.unwrap();
    assert_eq!(entry.key(), b"fifteen letters\0");
    entry.value_mut().fill(1);
    assert!(text.search(b"fifteen letters; others", Action::Enter).unwrap().found, "the same key");
    assert!(text.search(b"fifteen letter", Action::Find).unwrap().entry.is_none());
    assert!(!text.search(b"a\0rest", Action::Enter).unwrap().found);
    let a = text.search(b"a", Action::Find).unwrap().entry.unwrap();
    assert_eq!(a.key(), b"a\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0");
    assert!(!text.search(b"", Action::Enter).unwrap().found && text.search(b"", Action::Remove).unwrap().found);
    // A shorter text in the place of a longer one.
    assert!(text.search(long, Action::Remove).unwrap().found);
    let b = text.search(b"b", Action::Enter).unwrap().entry.unwrap();
    assert_eq!(
        (b.key(), b.value()),
        (&b"b\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"[..], &[1; 8][..]),
        "the rest is what was there"
    );
}

/// With functions of the user's: keys that differ only in case are one, and are kept in lower case.
#[test]
fn keys_of_the_users_own() {
    let info = HashCtl {
        keysize: 8,
        entrysize: 16,
        hash: Some(|key, keysize| {
            assert_eq!(keysize, 8);
            pg::hash_bytes(&key.to_ascii_lowercase())
        }),
        r#match: Some(|stored, key, _| {
            stored[..key.len()] == key.to_ascii_lowercase() && stored.get(key.len()).is_none_or(|byte| *byte == b' ')
        }),
        keycopy: Some(|entry, key, _| {
            assert!(key != b"panic", "on purpose");
            entry.fill(b' ');
            entry[..key.len()].copy_from_slice(&key.to_ascii_lowercase());
        }),
        ..HashCtl::DEFAULT
    };
    let flags = FUNCTION | Flags::COMPARE | Flags::KEYCOPY;
    let mut table = Dynahash::create("case", 8, &info, flags).unwrap();
    assert_eq!(table.search(b"OID", Action::Enter).unwrap().entry.unwrap().key(), b"oid     ");
    assert!(table.search(b"oid", Action::Find).unwrap().found && table.search(b"oId", Action::Enter).unwrap().found);
    assert!(!table.search(b"oi", Action::Find).unwrap().found);
    // A panic while a key is copied: nothing is half done.
    let handle = table.search(b"oid", Action::Find).unwrap().entry.unwrap().handle();
    for update in [false, true] {
        let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            if update {
                _ = table.update_hash_key(handle, b"panic");
            } else {
                _ = table.search(b"panic", Action::Enter);
            }
        }));
        assert!(panicked.is_err());
        assert_eq!((table.num_entries(), table.get(handle).unwrap()[..8].to_vec()), (1, b"oid     ".to_vec()));
    }
    assert_eq!(table.update_hash_key(handle, b"XID"), Ok(true));
    assert!(table.search(b"xid", Action::Remove).unwrap().found);
}

#[test]
fn frozen_tables() {
    let mut table = identity(4);
    (0..6).for_each(|key| _ = table.enter(key).unwrap());
    let scan = table.seq_init().unwrap();
    let error = table.freeze().unwrap_err();
    assert_eq!(error.to_string(), "cannot freeze hashtable \"identity\" because it has active scans");
    table.seq_term(scan).unwrap();
    table.freeze().unwrap();
    table.freeze().unwrap();
    assert!(table.is_frozen());
    assert_eq!(table.enter(6).unwrap_err().to_string(), "cannot insert into frozen hashtable \"identity\"");
    assert!(table.search(&6_u32.to_ne_bytes(), Action::EnterNull).is_err());
    let searched = table.search(&5_u32.to_ne_bytes(), Action::Enter).unwrap();
    let handle = searched.entry.unwrap().handle();
    let error = table.update_hash_key(handle, &9_u32.to_ne_bytes()).unwrap_err();
    assert_eq!(error.to_string(), "cannot update in frozen hashtable \"identity\"");
    // Scans need no registration, nor to be ended.
    let mut scans: Vec<_> = (0..300).map(|_| table.seq_init().unwrap()).collect();
    assert_eq!(table.active_scans(), 0);
    let first = table.seq_search(&mut scans[299]).unwrap().unwrap().handle();
    assert!(table.remove(first) && table.take(5));
    let mut left = 0;
    while table.seq_search(&mut scans[299]).unwrap().is_some() {
        left += 1;
    }
    assert_eq!((left, table.num_entries()), (4, 4));
    let partitioned = HashCtl { num_partitions: 4, ..IDENTITY };
    let mut table = Dynahash::create("shared", 4, &partitioned, FUNCTION | Flags::PARTITION).unwrap();
    assert_eq!(table.freeze().unwrap_err().to_string(), "cannot freeze shared hashtable \"shared\"");
}

/// Buckets are not split, and a free list that is empty borrows before it is out of memory.
#[test]
fn partitions() {
    let info = HashCtl { num_partitions: 16, ..IDENTITY };
    let mut table = Dynahash::create("partitions", 64, &info, FUNCTION | Flags::PARTITION).unwrap();
    assert_eq!((table.num_buckets(), table.num_free()), (64, 64));
    (0..1000).for_each(|key| _ = table.enter(key).unwrap());
    assert_eq!((table.num_buckets(), table.num_entries()), (64, 1000), "it runs fuller");
    assert_eq!(sorted(table.keys()), Vec::from_iter(0..1000));
    let few = Dynahash::create("few", 1, &HashCtl { num_partitions: 128, ..IDENTITY }, FUNCTION | Flags::PARTITION);
    assert_eq!(few.unwrap().num_buckets(), 128);
    // Of a fixed size: all of one partition, then all of another.
    let mut table = Dynahash::create("fixed", 320, &info, FUNCTION | Flags::PARTITION | Flags::FIXED_SIZE).unwrap();
    for partition in 0..32 {
        for number in 0..320 {
            table.enter(number * 32 + partition).unwrap();
        }
        assert!(matches!(table.enter(320 * 32), Err(Error::OutOfMemory { .. })));
        assert!((0..320).all(|number| table.take(number * 32 + partition)));
        assert_eq!(table.num_free(), 320);
    }
}

/// A fixed table that is full, at a power of two, tried to split a bucket (PostgreSQL, patch of 2026).
#[test]
fn fixed_tables_never_split() {
    for nelem in [1, 2, 255, 256, 257, 512, 1000] {
        let meter = Meter::default();
        let info = HashCtl { keysize: 4, entrysize: 8, hash: IDENTITY.hash, ..HashCtl::DEFAULT };
        let session = Session::new();
        let mut table =
            Dynahash::create_in(&meter, &session, "fixed", nelem, &info, FUNCTION | Flags::FIXED_SIZE).unwrap();
        let (buckets, bytes) = (table.num_buckets(), meter.bytes());
        meter.refuse_all(true);
        (0..nelem as u32).for_each(|key| _ = table.enter(key).unwrap());
        assert!(table.search(&0_u32.to_ne_bytes(), Action::Enter).unwrap().found);
        assert!(matches!(table.enter(nelem as u32), Err(Error::OutOfMemory { .. })));
        assert!(table.search(&(nelem as u32).to_ne_bytes(), Action::EnterNull).unwrap().entry.is_none());
        assert_eq!((table.num_buckets(), meter.bytes(), table.stats(None).expansions), (buckets, bytes, 0));
        assert!(table.take(0) && table.enter(nelem as u32).is_ok());
        drop(table);
        assert_eq!((meter.live(), meter.bytes()), (0, 0));
    }
}

#[test]
fn the_older_flags() {
    // Two segments of 256 at most: the third split that needs another does not happen, and the table runs fuller.
    let info = HashCtl { dsize: 1, max_dsize: Some(2), ..IDENTITY };
    let mut table = Dynahash::create("directory", 200, &info, FUNCTION | Flags::DIRSIZE).unwrap();
    (0..2000).for_each(|key| _ = table.enter(key).unwrap());
    assert_eq!((table.num_buckets(), table.num_entries()), (512, 2000));
    assert!(table.stats(None).expansions > 1000 && table.value(1999) == Some(1999));
    let error = Dynahash::create("directory", 600, &info, FUNCTION | Flags::DIRSIZE).unwrap_err();
    assert_eq!(error.to_string(), "failed to initialize hash table \"directory\"");
    let small = HashCtl { ssize: 64, ..info };
    let mut table = Dynahash::create("segments", 10, &small, FUNCTION | Flags::DIRSIZE | Flags::SEGMENT).unwrap();
    (0..2000).for_each(|key| _ = table.enter(key).unwrap());
    assert_eq!(table.num_buckets(), 128);
    assert!(
        sizing::get_shared_size(&info, Flags::DIRSIZE).is_err() && sizing::get_shared_size(&info, FUNCTION).is_err()
    );
    let fixed = HashCtl { dsize: 2, ..info };
    let header = sizing::get_shared_size(&HashCtl { dsize: 0, max_dsize: Some(0), ..info }, Flags::DIRSIZE).unwrap();
    assert_eq!(sizing::get_shared_size(&fixed, Flags::DIRSIZE).unwrap(), header + 16);
}

#[test]
fn searches_and_scans_with_a_hash_value() {
    let info = HashCtl { hash: Some(|key, _| number(key) % 3), ..IDENTITY };
    let mut table = Dynahash::create("thirds", 16, &info, FUNCTION).unwrap();
    for key in 0..30_u32 {
        let hash = table.get_hash_value(&key.to_ne_bytes()).unwrap();
        assert_eq!(hash, key % 3);
        let searched = table.search_with_hash_value(&key.to_ne_bytes(), hash, Action::Enter).unwrap();
        assert!(!searched.found);
    }
    for hash in 0..4 {
        let mut scan = table.seq_init_with_hash_value(hash).unwrap();
        assert_eq!(table.active_scans(), 1);
        let mut keys = Vec::new();
        while let Some(entry) = table.seq_search(&mut scan).unwrap() {
            keys.push(number(entry.key()));
        }
        assert_eq!(keys, Vec::from_iter((0..30).filter(|key| key % 3 == hash)), "in the order of the chain");
        assert_eq!(table.active_scans(), 0);
    }
    // Another hash is another key, or none.
    assert!(!table.search_with_hash_value(&3_u32.to_ne_bytes(), 1, Action::Find).unwrap().found);
    let scan = table.seq_init_with_hash_value(1).unwrap();
    table.seq_term(scan).unwrap();
    let mut other = identity(16);
    let mut scan = table.seq_init().unwrap();
    assert!(matches!(other.seq_search(&mut scan), Err(Error::NoScan { .. })));
    assert!(matches!(other.seq_term(scan), Err(Error::NoScan { .. })));
}

#[test]
fn statistics_and_destruction() {
    let meter = Meter::default();
    let info = HashCtl { keysize: 4, entrysize: 8, hcxt: Some(&meter), hash: Some(|_, _| 7), ..HashCtl::DEFAULT };
    let top = Meter::default();
    let session = Session::new();
    let mut table = Dynahash::create_in(&top, &session, "stats", 2, &info, FUNCTION | Flags::CONTEXT).unwrap();
    for key in 0..4_u32 {
        table.search(&key.to_ne_bytes(), Action::Enter).unwrap();
    }
    table.search(&9_u32.to_ne_bytes(), Action::Find).unwrap();
    let handle = table.search(&3_u32.to_ne_bytes(), Action::Find).unwrap().entry.unwrap().handle();
    table.update_hash_key(handle, &5_u32.to_ne_bytes()).unwrap();
    // 0 + 1 + 2 + 3 to enter, 4 in vain, 3 to find, 4 to see that the new key is new.
    let line = "hash_stats:  Caller: (unknown)  Table Name: \"stats\"  Accesses: 7  Collisions: 17  Expansions: 2  \
                Entries: 4  Key Size: 4  Max Bucket: 3  Segment Count: 1";
    assert_eq!(table.stats(None).to_string(), line);
    assert!(meter.live() > 0 && top.live() == 0, "its context is where the memory is from");
    let stats = table.destroy().unwrap();
    assert_eq!((stats.entries, stats.caller.as_deref(), meter.live(), meter.bytes()), (4, Some("destroy"), 0, 0));
}

#[test]
fn tables_may_be_sent_and_shared() {
    fn is<T: Send + Sync>() {}
    is::<Dynahash>();
    is::<Session>();
    let mut table = identity(4);
    table.enter(1).unwrap();
    let mut table = std::thread::spawn(move || {
        table.enter(2).unwrap();
        table
    })
    .join()
    .unwrap();
    assert_eq!((table.value(1), table.value(2)), (Some(1), Some(2)));
}
