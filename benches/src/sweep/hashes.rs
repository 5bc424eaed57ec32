//! `hashlab sweep --preset hashes`: the hash functions that PostgreSQL's engineers compared on the relation table in 2021,
//! and those of today, each on simplehash and on dynahash: what they cost, and how well they spread.

use dynahash_compat::Chained;
use simplehash::{HashFn, NoHooks, Policy, RobinHood, Stable};

use super::options::Results;
use super::points::{Point, Subject, measured};
use super::tables::{Case, Start, case_at};
use super::workload::{Popularity, Workload};
use crate::Error;
use crate::fill_factor::OwnFill;
use crate::progress::Progress;
use crate::smgr::relation::RelationKey;
use crate::smgr::tables::{
    Foldhash, PackedWord, PgCombine, PgHashBytes, PgMultiply, PgMultiplyRotate, PgMurmur, PgRelation, PgRotate,
};

/// The table of the 2021 patch, that ratios are to.
pub const REFERENCE: &str = "robin-hood/pg-murmur";

/// The size the table is created for.
const CREATED_FOR: usize = 400;

const LOOKUPS: usize = 100_000;

type Row = (&'static str, [Case<RelationKey>; 2]);

fn row<P>(hash: &'static str) -> Row
where
    P: Policy<Hasher: Default + HashFn<RelationKey>, Hooks = NoHooks>,
{
    let cases =
        [case_at::<RelationKey, P, Stable<RobinHood>, OwnFill>(), case_at::<RelationKey, P, Chained, OwnFill>()];
    (hash, cases)
}

/// Every contender, on simplehash over objects that do not move, and on dynahash.
fn rows() -> [Row; 9] {
    [
        row::<PgMurmur>("pg-murmur"),
        row::<PgCombine>("pg-combine"),
        row::<PgHashBytes>("pg-hash-bytes"),
        row::<PgMultiplyRotate>("pg-multiply-rotate"),
        row::<PgRotate>("pg-rotate"),
        row::<PgMultiply>("pg-multiply"),
        row::<PgRelation>("pg-relation"),
        row::<PackedWord>("packed"),
        row::<Foldhash>("foldhash"),
    ]
}

/// Relations with consecutive numbers, in one database and in many with the same numbers: what spreads the one well may
/// put the other into few places.
fn workloads() -> [(&'static str, Workload<RelationKey>); 2] {
    let relations = |databases: u32, relations: u32, first: u32| -> Vec<_> {
        let keys = (0..databases).flat_map(|database| (first..first + relations).map(move |number| (database, number)));
        keys.map(|(database, number)| RelationKey::permanent(1663, 16_384 + database, number)).collect()
    };
    let workload = |databases, number| {
        let (members, others) = (relations(databases, number, 16_500), relations(databases, number, 30_000));
        Workload::new(&members, &others, Popularity::Uniform, LOOKUPS)
    };
    [("one-database", workload(1, 2_040)), ("120-databases", workload(120, 17))]
}

/// Runs the comparison.
pub fn run(options: &Results, progress: &Progress) -> Result<Vec<Point>, Error> {
    let mut points = Vec::new();
    let workloads = workloads();
    for (number, (name, workload)) in workloads.iter().enumerate() {
        let subjects: Vec<_> = rows()
            .into_iter()
            .flat_map(|(hash, [robin_hood, chained])| {
                [("robin-hood", robin_hood), ("chained", chained)].map(|(layout, case)| Subject {
                    layout,
                    hash,
                    case,
                    workload,
                })
            })
            .collect();
        let name = format!("sweep/hashes/{name}");
        let part = progress.part(number as u64, workloads.len() as u64);
        let start = Start::Create(CREATED_FOR);
        points.extend(measured(&name, &subjects, start, options.reps, Some(REFERENCE), &part)?);
    }
    Ok(points)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_contender_is_right_and_one_degenerates() {
        for (name, workload) in workloads() {
            assert_eq!((workload.members.len(), workload.hits.len(), workload.misses.len()), (2040, LOOKUPS, LOOKUPS));
            for (hash, cases) in rows() {
                let collisions = cases.map(|case| {
                    let census = (case.census)(&workload, Start::Create(CREATED_FOR));
                    census.check(hash, &workload).unwrap();
                    census.stats.avg_collisions()
                });
                // The relation number alone finds 17 places for all of them.
                let degenerate = (hash, name) == ("pg-relation", "120-databases");
                assert!(
                    collisions.iter().all(|&collisions| (collisions > 0.9) == degenerate),
                    "{hash}: {collisions:?}"
                );
            }
        }
    }
}
