//! The suite over the layouts of words. (A file of its own, so that it compiles beside the others.)

use simplehash::fingerprint::FingerprintPortable;
use simplehash::{Boxed, Fingerprint, Remembering, conformance};

conformance!(Fingerprint, fingerprint);
conformance!(FingerprintPortable, fingerprint_portable);
conformance!(Boxed<Fingerprint>, boxed_fingerprint);
conformance!(Remembering<Fingerprint>, remembering_fingerprint);
