#[doc(hidden)]
#[allow(unused_qualifications)]
const _: () = {
    #[derive(
        ::simplehash::__private::core::fmt::Debug,
        ::simplehash::__private::core::clone::Clone,
        ::simplehash::__private::core::marker::Copy
    )]
    pub struct HashOfName {
        seed: ::simplehash::__private::core::primitive::u64,
    }
    #[automatically_derived]
    impl ::simplehash::hash::Seeded for HashOfName {
        #[inline]
        fn with_seed(__seed: ::simplehash::__private::core::primitive::u64) -> Self {
            Self { seed: __seed }
        }
    }
    #[automatically_derived]
    impl<T> ::simplehash::hash::HashFn<Name<T>> for HashOfName {
        #[inline]
        fn hash(
            &self,
            __key: &Name<T>,
        ) -> ::simplehash::__private::core::primitive::u64 {
            ::simplehash::__private::core::convert::From::from(
                <Name<T>>::hash(__key, self.seed),
            )
        }
    }
    #[derive(::simplehash::__private::core::fmt::Debug)]
    pub struct PolicyOfName;
    #[automatically_derived]
    impl<T> ::simplehash::SimpleHash for Name<T> {
        type Policy = PolicyOfName;
    }
    #[automatically_derived]
    impl ::simplehash::Policy for PolicyOfName {
        type Layout = ::simplehash::RobinHood;
        type Hasher = ::simplehash::hash::RandomSeed<HashOfName>;
        type Hooks = ::simplehash::NoHooks;
        const RESEED: ::simplehash::__private::core::option::Option<
            fn() -> Self::Hasher,
        > = ::simplehash::__private::core::option::Option::Some(
            <::simplehash::hash::RandomSeed<
                HashOfName,
            > as ::simplehash::__private::core::default::Default>::default,
        );
    }
};
