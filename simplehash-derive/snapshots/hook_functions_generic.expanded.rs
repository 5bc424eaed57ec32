#[doc(hidden)]
#[allow(unused_qualifications)]
const _: () = {
    #[derive(::simplehash::__private::core::fmt::Debug)]
    pub struct HooksOfPath;
    #[automatically_derived]
    impl<'__elided1, T> ::simplehash::Hooks<::simplehash::Pair<Path<T>, &'__elided1 T>>
    for HooksOfPath {
        const ACTIVE: ::simplehash::__private::core::primitive::bool = false;
        #[inline]
        fn cleanup(_: &mut ::simplehash::Pair<Path<T>, &'__elided1 T>) {}
    }
    #[automatically_derived]
    impl<
        '__elided1,
        T,
    > ::simplehash::Init<::simplehash::Pair<Path<T>, &'__elided1 T>, Path<T>>
    for HooksOfPath
    where
        Path<T>: ::simplehash::__private::Copied,
    {
        #[inline]
        fn init(__key: &Path<T>) -> ::simplehash::Pair<Path<T>, &'__elided1 T> {
            ::simplehash::Pair(::simplehash::__private::copy(__key), opened(__key))
        }
    }
    #[derive(::simplehash::__private::core::fmt::Debug)]
    pub struct PolicyOfPath;
    #[automatically_derived]
    impl<T> ::simplehash::SimpleHash for Path<T> {
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
};
