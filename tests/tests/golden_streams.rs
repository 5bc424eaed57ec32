//! Every stream of `golden/simplehash_ops.txt`: counters, digest of the iteration, statistics line.

use std::fmt::Write;

use simplehash::{EntryTable, HashFn, Hooks, Pair, Policy, RobinHood};
use simplehash_tests::policies::{
    Constant, Distance8, Eighth, Fill50, Fill75, Identity, MinFill30, Moves20, Murmur, Shifted,
};
use simplehash_tests::stream::{SplitMix, digest};

fn replay<P>([seed, ops, keyspace, deletes, initial]: [u64; 5]) -> String
where
    P: Policy<Layout = RobinHood, Hasher: Default + HashFn<u32>, Hooks: Hooks<Pair<u32, u32>>>,
{
    let mut table = EntryTable::<Pair<u32, u32>, P>::create(initial as usize);
    let (mut inserted, mut deleted, mut hits) = (0, 0, 0);
    let mut out = String::new();
    for (op, r) in (1..=ops).zip(SplitMix(seed)) {
        let key = ((r >> 32) % keyspace) as u32;
        match r % 100 {
            p if p < deletes => deleted += u32::from(table.delete(&key)),
            90.. => hits += u32::from(table.find(&key).is_some()),
            _ => match table.find_or_insert_with(&key, || Pair(key, op as u32)) {
                (_, true) => inserted += 1,
                (pair, false) => pair.1 = pair.1.wrapping_add(1),
            },
        }
        if [ops / 4, ops / 2, ops].contains(&op) {
            let iterated = table.entries().count();
            let digest = digest(table.entries().flat_map(|pair| [pair.0, pair.1]));
            writeln!(
                out,
                "ops={op} inserted={inserted} deleted={deleted} hits={hits} iterated={iterated} \
                 fnv1a64={digest:016x} | {}",
                table.stats()
            )
            .unwrap();
        }
    }
    out
}

fn replay_named(parameters: &str, arguments: [u64; 5]) -> String {
    match parameters {
        "defaults" => replay::<Murmur>(arguments),
        "-DSH_FILLFACTOR=(0.75)" => replay::<Fill75>(arguments),
        "-DSH_FILLFACTOR=(0.5)" => replay::<Fill50>(arguments),
        "-DSH_GROW_MAX_DIB=8" => replay::<Distance8>(arguments),
        "-DSH_GROW_MAX_MOVE=20" => replay::<Moves20>(arguments),
        "-DSH_GROW_MIN_FILLFACTOR=0.3" => replay::<MinFill30>(arguments),
        "-DHASHX(k)=(k)" => replay::<Identity>(arguments),
        "-DHASHX(k)=((k)<<16)" => replay::<Shifted>(arguments),
        "-DHASHX(k)=((k)/8)" => replay::<Eighth>(arguments),
        "-DHASHX(k)=7" => replay::<Constant>(arguments),
        other => panic!("no policy for {other}"),
    }
}

#[test]
fn every_stream_agrees_with_postgresql() {
    let mut lines = include_str!("../golden/simplehash_ops.txt").lines().peekable();
    let mut streams = 0;
    while let Some(header) = lines.next() {
        let header = header.strip_prefix("# params: ").unwrap();
        let (parameters, arguments) = header.split_once(" args(seed nops keyspace delete% initial): ").unwrap();
        let arguments: Vec<u64> = arguments.split(' ').map(|number| number.parse().unwrap()).collect();
        let mut expected = String::new();
        while let Some(line) = lines.next_if(|line| !line.starts_with('#')) {
            expected += line;
            expected.push('\n');
        }
        assert_eq!(expected.lines().count(), 3, "{header}");
        assert_eq!(replay_named(parameters, arguments.try_into().unwrap()), expected, "{header}");
        streams += 1;
    }
    assert_eq!(streams, 13);
}
