//! The suite that every layout runs, those of other crates included.
//!
//! [`conformance!`](crate::conformance!) writes a module of tests for one layout. They compare all of the surface with the
//! standard library's `HashMap` and `HashSet` under random operations (quickcheck) and good, clustering and constant hash
//! functions; let the allocator refuse at every call and hand out dirty memory; make hashing, equality, hooks
//! and constructors panic at every call; and check that every entry is born, kept, cleaned up and dropped
//! exactly once.
//!
//! | what users expect of a map | where it is tested |
//! | --- | --- |
//! | entry interface, by key, reference and hash | [`model`], [`surface`] |
//! | lookup by any equivalent form | [`hashing`] |
//! | `retain`, `extract_if`, `drain`, also given up or forgotten | [`model`], [`surface`] |
//! | `try_reserve`, `try_insert`, `try_clone` | [`injection`], [`memory`] |
//! | an allocator of the user's | [`memory`] |
//! | traits of the standard library | [`model`], [`set_model`], [`surface`] |
//! | every operation with a hash in hand | [`surface`], [`hashing`] |
//! | several values at once | [`surface`] |
//! | stable addresses, where the layout has them | [`stable`] |
//! | handles and scans, where the layout has them | [`slots`] |
//! | statistics, `allocation_size`, capacity, shrinking | [`iteration`], [`memory`], [`surface`] |
//! | set operations | [`set_model`] |
//! | hooks, exactly once | [`hooks`], [`surface`] |
//! | panics and refused memory, at every call of every operation | [`injection`], [`panics`], [`memory`] |
//! | bad hashes, wrong hashes, bad seeds | [`model`], [`hashing`] |
//!
//! ```
//! # #[cfg(test)] // (a test module shows nothing in a doc test)
//! simplehash::conformance!(simplehash::RobinHood);
//! simplehash::conformance!(simplehash::Boxed<simplehash::RobinHood>, boxed_conformance);
//! ```
//!
//! Layouts with [`Handles`](crate::Handles) run `conformance!(handles MyLayout, my_layout_handles)` as well.
//!
//! The suite is written against the safe surface: what it cannot see is undefined behaviour that happens to
//! give right answers. Run it under AddressSanitizer, memcheck or Miri as well.

pub mod hashing;
pub mod hooks;
pub mod injection;
pub mod iteration;
pub mod memory;
pub mod model;
pub mod panics;
mod policies;
mod raw;
pub mod set_model;
pub mod slots;
pub mod stable;
pub mod surface;
mod tracked;

/// Writes a module of tests that run the [suite](mod@crate::conformance) over one layout. The module is called
/// `conformance`, or as the second argument says. Needs the feature `conformance`.
///
/// ```
/// struct MyLayout; // .. implements `Layout`
/// # type _Used = MyLayout;
/// # macro_rules! conformance { ($($t:tt)*) => {} }
/// conformance!(MyLayout);
/// ```
#[macro_export]
macro_rules! conformance {
    (handles $layout:ty, $module:ident) => {
        #[cfg(test)]
        mod $module {
            #[allow(unused_imports, reason = "the layout may be named by a full path")]
            use super::*;

            $crate::conformance!(@tests $layout:
                slots::nothing_moves, slots::slots_are_used_again, slots::scans_are_only_numbers,
                slots::taken_out_without_a_lookup, slots::removal_by_handle_survives_the_hash,
            );
        }
    };
    ($layout:ty) => {
        $crate::conformance!($layout, conformance);
    };
    ($layout:ty, $module:ident) => {
        #[cfg(test)]
        mod $module {
            #[allow(unused_imports, reason = "the layout may be named by a full path")]
            use super::*;

            $crate::conformance!(@tests $layout:
                model::under_a_good_hash, model::under_a_seeded_hash, model::under_a_clustering_hash,
                model::under_a_constant_hash, model::under_a_wrapping_hash, model::under_a_bad_seed,
                model::when_created_with_a_size, stable::insertion_through_a_shared_reference,
                hashing::another_seed_loses_nothing,
                hashing::tokens_do_what_plain_operations_do, hashing::a_wrong_token_gives_wrong_answers_only,
                hashing::a_wrong_hash_gives_wrong_answers_only, hashing::any_equivalent_form_finds,
                hooks::cleanup_runs_exactly_when_the_table_destroys, hooks::a_refused_duplicate_is_cleaned_up,
                hooks::a_failing_constructor_inserts_nothing,
                iteration::every_entry_once, iteration::deleting_the_current_entry, iteration::statistics_add_up,
                memory::an_empty_table_allocates_nothing, memory::a_refused_allocation_changes_nothing,
                memory::dirty_memory_does_not_show, memory::reserved_room_is_there, memory::everything_goes_back,
                memory::impossible_requests_are_refused, memory::insertion_without_growth,
                memory::zero_sized_entries, memory::over_aligned_entries, memory::capacity_is_exact,
                memory::a_failing_constructor_keeps_no_memory,
                panics::in_hash_and_eq, panics::in_constructors, panics::in_cleanup, panics::in_drop, panics::in_the_allocator,
                injection::panics_in_maps, injection::panics_while_reseeding, injection::panics_in_sets,
                injection::refused_allocations,
                set_model::under_all_hashes,
                surface::an_entry_grows_the_table_only_to_fill_a_vacancy, surface::an_insertion_refers_to_what_it_inserted,
                surface::disjoint_means_disjoint, surface::every_operation_takes_a_hash, surface::texts_and_comparisons,
                surface::cleanup_in_operations_on_many, surface::shrinking, surface::hints_may_lie,
                surface::tables_of_entries, surface::half_done_is_whole,
            );
        }
    };
    (@tests $layout:ty: $($room:ident::$test:ident),* $(,)?) => { $(
        #[test]
        fn $test() {
            $crate::conformance::$room::$test::<$layout>();
        }
    )* };
}
