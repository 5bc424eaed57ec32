//! dynahash's arithmetic: buckets, segments, directories, elements to a slab. Pure functions.

use allocator_api2::alloc::Global;

use super::control::{Flags, HashCtl};
use super::error::Error;
use crate::raw::elements::{Elements, FREE_LISTS};

/// Buckets in a segment (`DEF_SEGSIZE`).
pub const SEGMENT_SIZE: usize = 256;
/// Segments there is room for in a directory at first (`DEF_DIRSIZE`).
pub const DIRECTORY_SIZE: usize = 256;
/// The most entries a table is made for: `INT_MAX / 2`. What is above is taken for this.
pub const MOST_ENTRIES: usize = (i32::MAX / 2) as usize;
/// Bytes of PostgreSQL's `HASHHDR`, aligned. It is part of the estimates; here the header is in the table itself.
const HEADER_SIZE: usize = 24 * FREE_LISTS + 80;

/// Buckets of a table made for `nelem` entries: the power of two from there on, and at least `num_partitions`.
///
/// ```
/// use dynahash_compat::dynahash::sizing::nbuckets;
/// assert_eq!([0, 1, 3, 256, 257].map(|nelem| nbuckets(nelem, 1)), [1, 1, 4, 256, 512]);
/// assert_eq!(nbuckets(10, 128), 128);
/// ```
#[must_use]
pub fn nbuckets(nelem: usize, num_partitions: usize) -> usize {
    let most = MOST_ENTRIES.next_power_of_two();
    nelem.clamp(1, MOST_ENTRIES).next_power_of_two().max(num_partitions.min(most).next_power_of_two())
}

/// Segments for so many buckets, a power of two.
#[must_use]
pub fn nsegs(nbuckets: usize) -> usize {
    nbuckets.div_ceil(SEGMENT_SIZE).next_power_of_two()
}

/// `hash_select_dirsize`, up to PostgreSQL 18: segments there must be room for in the directory of a table for `num_entries`
/// entries.
///
/// ```
/// use dynahash_compat::dynahash::sizing::select_dirsize;
/// assert_eq!([100, 65_536, 65_537].map(select_dirsize), [256, 256, 512]);
/// ```
#[must_use]
pub fn select_dirsize(num_entries: usize) -> usize {
    nsegs(nbuckets(num_entries, 1)).max(DIRECTORY_SIZE)
}

/// Elements that are allocated together: as many as fit the smallest power of two of bytes, from 128 on, in which at least
/// 32 do.
///
/// ```
/// use dynahash_compat::dynahash::sizing::nelem_alloc;
/// assert_eq!([8, 16, 100].map(nelem_alloc), [42, 32, 34]);
/// ```
#[must_use]
pub fn nelem_alloc(entrysize: usize) -> usize {
    let element = Elements::<Global>::element_size(entrysize.min(isize::MAX as usize / 64));
    // The least multiple of the first size that is a power of two times it.
    let bytes = (element * 32).div_ceil(128).next_power_of_two() * 128;
    bytes / element
}

/// `hash_estimate_size`: bytes of memory for a table of `num_entries` entries of `entrysize` bytes, at most. A fixed table
/// needs no more, however its keys are spread.
///
/// # Errors
/// [`Error::TooLarge`].
///
/// ```
/// use dynahash_compat::dynahash::sizing::estimate_size;
/// // A header, a directory, a segment, 42 elements of 24 bytes.
/// assert_eq!(estimate_size(10, 8), Ok(848 + 256 * 8 + 256 * 8 + 42 * 24));
/// ```
pub fn estimate_size(num_entries: usize, entrysize: usize) -> Result<usize, Error> {
    let too_large = Error::TooLarge { nelem: num_entries, entrysize };
    if entrysize > isize::MAX as usize / 64 {
        return Err(too_large);
    }
    let segments = nsegs(nbuckets(num_entries, 1));
    let together = nelem_alloc(entrysize);
    let elements = num_entries.div_ceil(together).checked_mul(together);
    let elements = elements.and_then(|elements| elements.checked_mul(Elements::<Global>::element_size(entrysize)));
    let buckets = select_dirsize(num_entries) * size_of::<u64>() + segments * SEGMENT_SIZE * size_of::<u64>();
    elements.and_then(|elements| elements.checked_add(HEADER_SIZE + buckets)).ok_or(too_large)
}

/// `hash_get_shared_size`, up to PostgreSQL 18: bytes of the header and the directory of a table whose directory does not
/// grow.
///
/// # Errors
/// [`Error::InvalidControl`] without [`Flags::DIRSIZE`], or if `dsize` is not `max_dsize`.
pub fn get_shared_size<A>(info: &HashCtl<A>, flags: Flags) -> Result<usize, Error> {
    if !flags.contains(Flags::DIRSIZE) || info.max_dsize != Some(info.dsize) {
        let what = "a directory that does not grow needs DIRSIZE, and `dsize` equal to `max_dsize`";
        return Err(Error::InvalidControl { table: alloc::string::String::new(), what });
    }
    Ok(HEADER_SIZE + info.dsize.saturating_mul(size_of::<u64>()))
}
