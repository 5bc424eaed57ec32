//! `hashlab sweep --preset relations`: the experiment that PostgreSQL's engineers published in 2021, when they weighed
//! simplehash for the relation table: a table created for 400, filled with more and more relations, at two fill factors.

use simplehash::{RobinHood, Stable};

use super::key::Key;
use super::options::Results;
use super::points::{Point, Subject, measured};
use super::tables::{Case, Start, case_at};
use super::workload::{Popularity, Workload};
use crate::Error;
use crate::fill_factor::Permille;
use crate::progress::Progress;
use crate::smgr::relation::RelationKey;
use crate::smgr::tables::PgMurmur;

const TABLESPACE: u32 = 1663;
/// `postgres`, in a new cluster.
const DATABASE: u32 = 5;

/// Relations of the catalog that making partitions writes to: `pg_class`, `pg_attribute`, `pg_type`, `pg_depend`,
/// `pg_index`, `pg_constraint`, `pg_inherits`, `pg_partitioned_table`, `pg_statistic` with its toast table, each with its
/// indexes.
const CATALOG: [u32; 31] = [
    1259, 2662, 2663, 3455, 1249, 2658, 2659, 1247, 2703, 2704, 2608, 2673, 2674, 2610, 2678, 2679, 2606, 2579, 2664,
    2665, 2666, 2667, 2611, 2680, 2187, 3350, 3351, 2619, 2696, 2840, 2841,
];

/// The partitions of one table: each is a table and its index, three numbers apart, and takes five numbers in all, as in
/// the trace `hp1000-insert`. Before them the partitioned table has taken the first five numbers of the cluster.
///
/// The relation numbers of 2021 are not known. They decide whether 1,831 relations, at fill 0.894 of 2,048 slots, make the
/// table grow beyond what its fill factor asks for: an insertion that probes past 25 slots does. With these it does not, as
/// it did not then; with three of four other numberings it does.
const FIRST_PARTITION: u32 = 16_389;
const INDEX: u32 = 3;
const STEP: u32 = 5;

/// The size the table is created for.
const CREATED_FOR: usize = 400;

const LOOKUPS: usize = 100_000;

/// The table that ratios are to.
pub const REFERENCE: &str = "robin-hood/pg-murmur@0.90";

/// 231 to 2,031 relations: a hash-partitioned table of 100 to 1,000 partitions.
pub fn relations() -> impl Iterator<Item = u32> {
    (231..=2031).step_by(200)
}

/// What a relation table holds for a relation: an object of 112 bytes, its key included.
impl Key for RelationKey {
    type Value = [u64; 12];

    fn numbered(number: u64) -> Self {
        RelationKey::permanent(TABLESPACE, (number >> 32) as u32, number as u32)
    }
}

/// The catalog and the partitions of one database, and as many relations that are not open.
pub fn workload(relations: u32) -> Workload<RelationKey> {
    let partitions = (FIRST_PARTITION..).step_by(STEP as usize).flat_map(|table| [table, table + INDEX]);
    let mut keys =
        CATALOG.into_iter().chain(partitions).map(|relation| RelationKey::permanent(TABLESPACE, DATABASE, relation));
    let mut next = || keys.by_ref().take(relations as usize).collect::<Vec<_>>();
    let (open, not_open) = (next(), next());
    Workload::new(&open, &not_open, Popularity::Uniform, LOOKUPS)
}

/// PostgreSQL's simplehash over objects that do not move, with the hash of 2021, at both fill factors.
fn cases() -> [Case<RelationKey>; 2] {
    [
        case_at::<RelationKey, PgMurmur, Stable<RobinHood>, Permille<750>>(),
        case_at::<RelationKey, PgMurmur, Stable<RobinHood>, Permille<900>>(),
    ]
}

/// Runs the experiment.
pub fn run(options: &Results, progress: &Progress) -> Result<Vec<Point>, Error> {
    let mut points = Vec::new();
    for (number, relations) in relations().enumerate() {
        let workload = workload(relations);
        let subjects =
            cases().map(|case| Subject { layout: "robin-hood", hash: "pg-murmur", case, workload: &workload });
        let name = format!("sweep/relations/{relations}");
        let part = progress.part(number as u64, self::relations().count() as u64);
        let start = Start::Create(CREATED_FOR);
        points.extend(measured(&name, &subjects, start, options.reps, Some(REFERENCE), &part)?);
    }
    Ok(points)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sizes that the experiment of 2021 came to.
    #[test]
    fn the_sizes_are_those_of_2021() {
        let sizes = |case: usize| -> Vec<u64> {
            let size = |relations| {
                let (workload, case) = (workload(relations), &cases()[case]);
                let census = (case.census)(&workload, Start::Create(CREATED_FOR));
                census.check("robin-hood/pg-murmur", &workload).unwrap();
                assert_eq!(census.stats.members, u64::from(relations));
                census.stats.size
            };
            relations().map(size).collect()
        };
        assert_eq!(relations().collect::<Vec<_>>(), [231, 431, 631, 831, 1031, 1231, 1431, 1631, 1831, 2031]);
        assert_eq!(sizes(0), [1024, 1024, 1024, 2048, 2048, 2048, 2048, 4096, 4096, 4096]);
        assert_eq!(sizes(1), [512, 512, 1024, 1024, 2048, 2048, 2048, 2048, 2048, 4096]);
    }

    #[test]
    fn objects_are_as_large_as_postgresqls() {
        assert_eq!(size_of::<(RelationKey, <RelationKey as Key>::Value)>(), 112);
    }
}
