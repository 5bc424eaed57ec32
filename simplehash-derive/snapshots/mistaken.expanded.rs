::core::compile_error! {
    "unknown attribute `hahs`; expected one of `layout`, `hash`, `hasher`, `seed`, `hooks`, `value`, `on_init`, `on_cleanup`, `fill_factor`, `grow_max_dib`, `grow_max_move`, `grow_min_fill_factor`, `store_hash`, `generations`, `huge_pages`, `policy_for`, `bound`, `crate`"
}
const _: () = {
    impl<T> ::simplehash::SimpleHash for Key<T> {
        type Policy = ::simplehash::__private::Stub<Boxed<RobinHood>>;
    }
    impl<T> ::simplehash::Policy for Key<T> {
        type Layout = <::simplehash::__private::Stub<
            Boxed<RobinHood>,
        > as ::simplehash::Policy>::Layout;
        type Hasher = ::simplehash::__private::Stub<Boxed<RobinHood>>;
        type Hooks = ::simplehash::__private::Stub<Boxed<RobinHood>>;
    }
    impl<T> ::simplehash::hash::Pack for Key<T> {
        const BYTES: ::simplehash::__private::core::primitive::usize = 0;
        fn pack_into<__WordKey: ::simplehash::hash::packed::Word>(
            &self,
            _: &mut __WordKey,
            _: ::simplehash::__private::core::primitive::usize,
        ) {}
    }
};
