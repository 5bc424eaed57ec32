#[doc(hidden)]
#[allow(unused_qualifications)]
const _: () = {
    #[automatically_derived]
    impl<T> ::simplehash::hash::Pack for Tag<T>
    where
        T: ::simplehash::hash::Pack,
    {
        const BYTES: ::simplehash::__private::core::primitive::usize = 0
            + <u32 as ::simplehash::hash::Pack>::BYTES
            + <T as ::simplehash::hash::Pack>::BYTES;
        #[inline]
        fn pack_into<__WordTag: ::simplehash::hash::packed::Word>(
            &self,
            __word: &mut __WordTag,
            __at: ::simplehash::__private::core::primitive::usize,
        ) {
            <u32 as ::simplehash::hash::Pack>::pack_into(&self.relation, __word, __at);
            let __at = __at + <u32 as ::simplehash::hash::Pack>::BYTES;
            <T as ::simplehash::hash::Pack>::pack_into(&self.rest, __word, __at);
        }
    }
    #[derive(::simplehash::__private::core::fmt::Debug)]
    pub struct PolicyOfTag;
    #[automatically_derived]
    impl<T> ::simplehash::SimpleHash for Tag<T> {
        type Policy = PolicyOfTag;
    }
    #[automatically_derived]
    impl ::simplehash::Policy for PolicyOfTag {
        type Layout = ::simplehash::RobinHood;
        type Hasher = Packed;
        type Hooks = ::simplehash::NoHooks;
        const RESEED: ::simplehash::__private::core::option::Option<
            fn() -> Self::Hasher,
        > = ::simplehash::__private::core::option::Option::Some(
            <Packed as ::simplehash::__private::core::default::Default>::default,
        );
    }
};
