#[doc(hidden)]
#[allow(unused_qualifications)]
const _: () = {
    #[automatically_derived]
    impl ::simplehash::hash::Pack for Fork {
        const BYTES: ::simplehash::__private::core::primitive::usize = <::simplehash::__private::core::primitive::u8 as ::simplehash::hash::Pack>::BYTES;
        #[inline]
        fn pack_into<__WordFork: ::simplehash::hash::packed::Word>(
            &self,
            __word: &mut __WordFork,
            __at: ::simplehash::__private::core::primitive::usize,
        ) {
            let __variant: ::simplehash::__private::core::primitive::u8 = match self {
                Self::Main { .. } => 0,
                Self::r#Free { .. } => 1,
            };
            <::simplehash::__private::core::primitive::u8 as ::simplehash::hash::Pack>::pack_into(
                &__variant,
                __word,
                __at,
            );
        }
    }
    #[derive(::simplehash::__private::core::fmt::Debug)]
    struct PolicyOfFork;
    #[automatically_derived]
    impl ::simplehash::SimpleHash for Fork {
        type Policy = PolicyOfFork;
    }
    #[automatically_derived]
    impl ::simplehash::Policy for PolicyOfFork {
        type Layout = ::simplehash::RobinHood;
        type Hasher = ::simplehash::hash::FixedSeed<simplehash::hash::Packed, 7u64>;
        type Hooks = ::simplehash::NoHooks;
    }
    const _: () = {
        type HasherOfFork = ::simplehash::hash::FixedSeed<
            simplehash::hash::Packed,
            7u64,
        >;
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
            hashes::<HasherOfFork, Fork>();
            compared::<Fork>();
        }
    };
};
