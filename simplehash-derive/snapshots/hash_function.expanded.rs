#[doc(hidden)]
#[allow(unused_qualifications)]
const _: () = {
    #[derive(
        ::simplehash::__private::core::fmt::Debug,
        ::simplehash::__private::core::clone::Clone,
        ::simplehash::__private::core::marker::Copy
    )]
    struct HashOfName;
    #[automatically_derived]
    impl ::simplehash::__private::core::default::Default for HashOfName {
        #[inline]
        fn default() -> Self {
            Self
        }
    }
    #[automatically_derived]
    impl ::simplehash::hash::HashFn<Name> for HashOfName {
        #[inline]
        fn hash(&self, __key: &Name) -> ::simplehash::__private::core::primitive::u64 {
            ::simplehash::__private::core::convert::From::from(of_text(__key))
        }
    }
    #[derive(::simplehash::__private::core::fmt::Debug)]
    struct PolicyOfName;
    #[automatically_derived]
    impl ::simplehash::SimpleHash for Name {
        type Policy = PolicyOfName;
    }
    #[automatically_derived]
    impl ::simplehash::Policy for PolicyOfName {
        type Layout = ::simplehash::RobinHood;
        type Hasher = HashOfName;
        type Hooks = ::simplehash::NoHooks;
    }
    const _: () = {
        type HasherOfName = HashOfName;
        fn compared<
            K: ::simplehash::__private::Compared
                + ?::simplehash::__private::core::marker::Sized,
        >() {}
        fn takes_seed<H: ::simplehash::hash::Seeded>() {}
        fn hashes<
            H: ::simplehash::hash::HashFn<Q>,
            Q: ?::simplehash::__private::core::marker::Sized,
        >() {}
        fn hooks_of<H: ::simplehash::Hooks<E>, E>() {}
        fn check() {
            compared::<Name>();
        }
    };
};
