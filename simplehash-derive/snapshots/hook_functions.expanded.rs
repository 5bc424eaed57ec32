#[doc(hidden)]
#[allow(unused_qualifications)]
const _: () = {
    #[derive(::simplehash::__private::core::fmt::Debug)]
    pub struct HooksOfPath;
    #[automatically_derived]
    impl ::simplehash::Hooks<::simplehash::Pair<Path, Vec<&'static str>>>
    for HooksOfPath {
        const ACTIVE: ::simplehash::__private::core::primitive::bool = true;
        #[inline]
        fn cleanup(__entry: &mut ::simplehash::Pair<Path, Vec<&'static str>>) {
            <Path>::closed(&__entry.0, &mut __entry.1)
        }
    }
    #[automatically_derived]
    impl ::simplehash::Init<::simplehash::Pair<Path, Vec<&'static str>>, Path>
    for HooksOfPath {
        #[inline]
        fn init(__key: &Path) -> ::simplehash::Pair<Path, Vec<&'static str>> {
            ::simplehash::Pair(::simplehash::__private::copy(__key), opened(__key))
        }
    }
    #[derive(::simplehash::__private::core::fmt::Debug)]
    pub struct PolicyOfPath;
    #[automatically_derived]
    impl ::simplehash::SimpleHash for Path {
        type Policy = PolicyOfPath;
    }
    #[automatically_derived]
    impl ::simplehash::Policy for PolicyOfPath {
        type Layout = ::simplehash::RobinHood;
        type Hasher = ::simplehash::hash::DefaultHasher;
        type Hooks = HooksOfPath;
        const RESEED: ::simplehash::__private::core::option::Option<
            fn() -> Self::Hasher,
        > = ::simplehash::__private::core::option::Option::Some(
            <::simplehash::hash::DefaultHasher as ::simplehash::__private::core::default::Default>::default,
        );
    }
    const _: () = {
        type HasherOfPath = ::simplehash::hash::DefaultHasher;
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
            hashes::<HasherOfPath, Path>();
            compared::<Path>();
        }
    };
};
