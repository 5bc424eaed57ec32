#[doc(hidden)]
#[allow(unused_qualifications)]
const _: () = {
    #[automatically_derived]
    impl ::simplehash::Entry for Relation {
        type Key = u32;
        #[inline]
        fn key(&self) -> &Self::Key {
            &self.oid
        }
    }
};
