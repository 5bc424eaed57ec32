//! The examples of the book, as documentation tests.

macro_rules! pages {
    ($($page:ident = $path:literal;)*) => { $(
        #[doc = include_str!($path)]
        pub mod $page {}
    )* };
}

pages! {
    introduction = "../../docs/src/introduction.md";
    policies = "../../docs/src/policies.md";
    layouts = "../../docs/src/layouts.md";
    hashing = "../../docs/src/hashing.md";
    from_hashmap = "../../docs/src/from-hashmap.md";
    postgresql = "../../docs/src/postgresql.md";
    dynahash = "../../docs/src/dynahash.md";
    measuring = "../../docs/src/measuring.md";
    layout_authors = "../../docs/src/layout-authors.md";
    readme = "../../README.md";
}
