//! The suite over the layouts whose entries have slots with numbers.

use dynahash_compat::Chained;
use simplehash::{Dense, Remembering, conformance};

conformance!(Dense, dense);
conformance!(handles Dense, dense_handles);
conformance!(handles Chained, chained_handles);
conformance!(handles Remembering<Dense>, remembering_dense_handles);
