//! Where the library is, and who sees the key.

use super::*;

#[test]
fn renamed_crate() {
    use simplehash as renamed;

    #[derive(renamed::SimpleHash, PartialEq, Eq, Hash, Clone, Debug)]
    #[simplehash(crate = renamed, fill_factor = 0.5)]
    struct ByPath(u32);

    #[derive(renamed::SimpleHash, PartialEq, Eq, Clone, Debug)]
    #[simplehash(crate = "renamed", hasher = renamed::Packed, seed = 4)]
    struct ByString(u32);

    works((0..9).map(ByPath));
    works((0..9).map(ByString));
}

mod inner {
    use super::*;

    struct Quiet;
    impl<E> Hooks<E> for Quiet {
        const ACTIVE: bool = false;
        fn cleanup(_: &mut E) {}
    }

    /// Private parts may be named in a private policy.
    #[derive(SimpleHash, PartialEq, Eq, Hash, Clone, Debug)]
    #[simplehash(hooks = Quiet)]
    struct Private(u32);

    #[derive(SimpleHash, PartialEq, Eq, Hash, Clone, Debug)]
    pub(crate) struct InCrate(pub(crate) u32);

    #[derive(SimpleHash, PartialEq, Eq, Clone, Debug)]
    #[simplehash(hasher = Packed)]
    pub(in super::super) struct InPath(pub(crate) u32);

    #[test]
    fn private_keys() {
        works((0..9).map(Private));
    }
}

#[test]
fn visibilities() {
    works((0..9).map(inner::InCrate));
    works((0..9).map(inner::InPath));
}
