//! The suite over `Linear`: integer keys where the hash is theirs, and all others. (A file of its own, as the others.)

use simplehash::{Auto, Boxed, Linear, Remembering, conformance};

conformance!(Linear, linear);
conformance!(Boxed<Linear>, boxed_linear);
conformance!(Remembering<Linear>, remembering_linear);
conformance!(Auto, auto);
