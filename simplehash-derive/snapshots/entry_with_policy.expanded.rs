#[doc(hidden)]
#[allow(unused_qualifications)]
const _: () = {
    #[automatically_derived]
    impl<'a> ::simplehash::Entry for Relation<'a> {
        type Key = &'a str;
        #[inline]
        fn key(&self) -> &Self::Key {
            &self.0
        }
    }
    #[derive(::simplehash::__private::core::fmt::Debug)]
    pub struct HooksOfRelation;
    #[automatically_derived]
    impl<'a> ::simplehash::Hooks<Relation<'a>> for HooksOfRelation {
        const ACTIVE: ::simplehash::__private::core::primitive::bool = true;
        #[inline]
        fn cleanup(__entry: &mut Relation<'a>) {
            <Relation<'a>>::close(__entry)
        }
    }
    #[automatically_derived]
    impl<'a> ::simplehash::Init<Relation<'a>, &'a str> for HooksOfRelation {
        #[inline]
        fn init(__key: &&'a str) -> Relation<'a> {
            <Relation<'a>>::new(__key)
        }
    }
    #[derive(::simplehash::__private::core::fmt::Debug)]
    pub struct PolicyOfRelation;
    #[automatically_derived]
    impl<'a> ::simplehash::SimpleHash for Relation<'a> {
        type Policy = PolicyOfRelation;
    }
    #[automatically_derived]
    impl ::simplehash::Policy for PolicyOfRelation {
        type Layout = ::simplehash::RobinHood;
        type Hasher = Packed;
        type Hooks = HooksOfRelation;
        const RESEED: ::simplehash::__private::core::option::Option<
            fn() -> Self::Hasher,
        > = ::simplehash::__private::core::option::Option::Some(
            <Packed as ::simplehash::__private::core::default::Default>::default,
        );
    }
    const _: () = {
        type HasherOfRelation = Packed;
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
        fn check<'a>() {
            hashes::<HasherOfRelation, &'a str>();
        }
    };
};
