#[doc(hidden)]
#[allow(unused_qualifications)]
const _: () = {
    #[derive(::simplehash::__private::core::fmt::Debug)]
    struct PolicyOfOid;
    #[automatically_derived]
    impl ::simplehash::SimpleHash for Oid {
        type Policy = PolicyOfOid;
    }
    #[automatically_derived]
    impl ::simplehash::Policy for PolicyOfOid {
        type Layout = Boxed<RobinHood>;
        type Hasher = ::simplehash::hash::DefaultHasher;
        type Hooks = ::simplehash::NoHooks;
        const TUNING: ::simplehash::Tuning = ::simplehash::Tuning {
            fill_factor: ::simplehash::__private::core::option::Option::Some(800u16),
            grow_max_dib: ::simplehash::__private::core::option::Option::Some(
                ::simplehash::Limit::At(16u32),
            ),
            grow_max_move: ::simplehash::__private::core::option::Option::Some(
                ::simplehash::Limit::None,
            ),
            grow_min_fill_factor: ::simplehash::__private::core::option::Option::Some(
                ::simplehash::Limit::At(250u32),
            ),
            store_hash: ::simplehash::__private::core::option::Option::Some(true),
            ..::simplehash::Tuning::DEFAULT
        };
        const RESEED: ::simplehash::__private::core::option::Option<
            fn() -> Self::Hasher,
        > = ::simplehash::__private::core::option::Option::Some(
            <::simplehash::hash::DefaultHasher as ::simplehash::__private::core::default::Default>::default,
        );
    }
    const _: () = {
        use ::simplehash::__private::check;
        const _: () = check::fill_factor::<PolicyOfOid>();
        const _: () = check::grow_max_dib::<PolicyOfOid>();
        const _: () = check::grow_max_move::<PolicyOfOid>();
        const _: () = check::grow_min_fill_factor::<PolicyOfOid>();
        const _: () = check::store_hash::<PolicyOfOid>();
    };
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
