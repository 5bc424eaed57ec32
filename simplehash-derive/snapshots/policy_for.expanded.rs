#[doc(hidden)]
#[allow(unused_qualifications)]
const _: () = {
    const _: facade::tables::__private::core::marker::PhantomData<fn(&u32)> = facade::tables::__private::core::marker::PhantomData;
    #[automatically_derived]
    impl facade::tables::Policy for OidPolicy {
        type Layout = facade::tables::RobinHood;
        type Hasher = facade::tables::hash::DefaultHasher;
        type Hooks = Quiet;
        const RESEED: facade::tables::__private::core::option::Option<
            fn() -> Self::Hasher,
        > = facade::tables::__private::core::option::Option::Some(
            <facade::tables::hash::DefaultHasher as facade::tables::__private::core::default::Default>::default,
        );
    }
    const _: () = {
        type HasherOfOidPolicy = facade::tables::hash::DefaultHasher;
        fn compared<
            K: facade::tables::__private::Compared
                + ?facade::tables::__private::core::marker::Sized,
        >() {}
        fn takes_seed<H: facade::tables::hash::Seeded>() {}
        fn hashes<
            H: facade::tables::hash::HashFn<Q>,
            Q: ?facade::tables::__private::core::marker::Sized,
        >() {}
        fn hooks_of<H: facade::tables::Hooks<E>, E>() {}
        fn check() {
            hashes::<HasherOfOidPolicy, u32>();
        }
    };
};
