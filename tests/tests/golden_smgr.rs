//! Every row of `golden/smgr_stats.tsv`: the relations of real traces in the table of open relations.

use simplehash::{EntryTable, HashFn, Hooks, Policy, SimpleHash, Tuned, Using};
use simplehash_tests::stream::digest;
use smgr::{Relation, RelationKey};

/// The policy of the 2021 patch.
#[derive(SimpleHash)]
#[simplehash(policy_for = RelationKey, hash = smgr::hash::pg_murmur)]
struct Murmur2021;

fn open_all<P>(relations: &str) -> String
where
    P: Policy<Hasher: Default + HashFn<RelationKey>, Hooks: Hooks<Relation>>,
{
    let mut table = EntryTable::<Relation, P>::create(400);
    for line in relations.lines() {
        let mut fields = line.split('/').map(|field| field.parse().unwrap());
        let mut field = || fields.next().unwrap();
        let key = RelationKey::permanent(field(), field(), field());
        table.find_or_insert_with(&key, || Relation::new(key));
    }
    let words = |relation: &Relation| {
        let key = relation.key();
        [key.tablespace, key.database, key.relation]
    };
    let digest = digest(table.entries().flat_map(words));
    format!("{}\t{}\t{digest:016x}", table.stats(), table.entries().count())
}

fn open_at(fill_factor: &str, relations: &str) -> [String; 2] {
    type Boxed<P> = Using<P, simplehash::Boxed<simplehash::RobinHood>>;
    macro_rules! at {
        ($($fill:literal is $permille:literal),*) => {
            match fill_factor {
                $($fill => [
                    open_all::<Tuned<Murmur2021, $permille>>(relations),
                    open_all::<Boxed<Tuned<Murmur2021, $permille>>>(relations),
                ],)*
                other => panic!("no policy with fill factor {other}"),
            }
        };
    }
    at!("0.5" is 500, "0.75" is 750, "0.9" is 900, "0.95" is 950)
}

#[test]
fn every_row_agrees_with_postgresql() {
    let mut rows = 0;
    for row in include_str!("../golden/smgr_stats.tsv").lines().skip(1) {
        let [trace, fill_factor, expected] = row.splitn(3, '\t').collect::<Vec<_>>().try_into().unwrap();
        let relations = match trace {
            "hp1000-insert" => include_str!("../golden/relations/hp1000-insert.txt"),
            "multidb-catalog" => include_str!("../golden/relations/multidb-catalog.txt"),
            "pgbench-update" => include_str!("../golden/relations/pgbench-update.txt"),
            other => panic!("no relations of {other}"),
        };
        for actual in open_at(fill_factor, relations) {
            assert_eq!(actual, expected, "{trace} at {fill_factor}");
        }
        rows += 1;
    }
    assert_eq!(rows, 12);
}
