#[doc(hidden)]
#[allow(unused_qualifications)]
const _: () = {
    #[derive(::simplehash::__private::core::fmt::Debug)]
    pub(crate) struct PolicyOfKey;
    #[automatically_derived]
    impl<'a, T: ?Sized, const N: usize> ::simplehash::SimpleHash for Key<'a, T, N>
    where
        T: 'a,
        T: Clone,
    {
        type Policy = PolicyOfKey;
    }
    #[automatically_derived]
    impl ::simplehash::Policy for PolicyOfKey {
        type Layout = ::simplehash::RobinHood;
        type Hasher = ::simplehash::hash::FixedSeed<
            ::simplehash::hash::FixedDefault,
            0u64,
        >;
        type Hooks = ::simplehash::NoHooks;
    }
};
