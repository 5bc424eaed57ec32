//! What must not compile, and what the compiler says about it. Recorded with Rust 1.95, since messages change between
//! releases; `TRYBUILD=overwrite cargo test -p simplehash-tests --test ui` records them again.

#[test]
fn messages() {
    let cases = trybuild::TestCases::new();
    // With a case that passes trybuild builds and does not merely check, and only that evaluates the constants of
    // generic functions.
    cases.pass("tests/ui/passes/*.rs");
    cases.compile_fail("tests/ui/fails/*.rs");
}
