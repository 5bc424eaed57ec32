//! The suite over the layouts whose entries stay where they are.

use dynahash_compat::Chained;
use simplehash::{AutoBetween, Boxed, Remembering, RobinHood, conformance};

conformance!(Boxed<RobinHood>, boxed_robin_hood);
// Every entry behind a pointer, in a core that could have had it in place.
conformance!(AutoBetween<RobinHood, Boxed<RobinHood>, 0>, auto_boxed);
conformance!(Chained, chained);
conformance!(Boxed<Chained>, boxed_chained);
conformance!(Boxed<Remembering<Chained>>, boxed_remembering_chained);
