//! The suite over every layout of the workspace.

use dynahash_compat::Chained;
use simplehash::{Auto, AutoBetween, Boxed, Remembering, RobinHood, RobinHoodMetered, RobinHoodUpTo, conformance};

conformance!(RobinHood, robin_hood);
conformance!(Boxed<RobinHood>, boxed_robin_hood);
conformance!(RobinHoodMetered, robin_hood_metered);
conformance!(RobinHoodUpTo<65_536>, robin_hood_up_to);
conformance!(Auto, auto);
// Every entry behind a pointer, in a core that could have had it in place.
conformance!(AutoBetween<RobinHood, Boxed<RobinHood>, 0>, auto_boxed);
conformance!(Chained, chained);
conformance!(Boxed<Chained>, boxed_chained);
conformance!(Remembering<RobinHood>, remembering_robin_hood);
conformance!(Boxed<Remembering<Chained>>, boxed_remembering_chained);
