//! The suite over the layouts that move their entries. (Two files, so that they compile side by side.)

use simplehash::{Remembering, RobinHood, RobinHoodMetered, RobinHoodUpTo, conformance};

conformance!(RobinHood, robin_hood);
conformance!(RobinHoodMetered, robin_hood_metered);
conformance!(RobinHoodUpTo<65_536>, robin_hood_up_to);
conformance!(Remembering<RobinHood>, remembering);
