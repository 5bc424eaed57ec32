#[doc(hidden)]
#[allow(unused_qualifications)]
const _: () = {
    #[derive(::simplehash::__private::core::fmt::Debug)]
    pub struct PolicyOfOid;
    #[automatically_derived]
    impl ::simplehash::SimpleHash for Oid {
        type Policy = PolicyOfOid;
    }
    #[automatically_derived]
    impl ::simplehash::Policy for PolicyOfOid {
        type Layout = ::simplehash::RobinHood;
        type Hasher = ::simplehash::hash::DefaultHasher;
        type Hooks = ::simplehash::NoHooks;
        const RESEED: ::simplehash::__private::core::option::Option<
            fn() -> Self::Hasher,
        > = ::simplehash::__private::core::option::Option::Some(
            <::simplehash::hash::DefaultHasher as ::simplehash::__private::core::default::Default>::default,
        );
    }
    const _: () = {
        type HasherOfOid = ::simplehash::hash::DefaultHasher;
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
            hashes::<HasherOfOid, Oid>();
            compared::<Oid>();
        }
    };
};
