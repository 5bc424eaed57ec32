//! The derive macro of `simplehash`. Use it through that crate: its feature `derive` re-exports it.

mod attr;
mod bound;
mod check;
mod context;
mod elided;
mod expand;
mod hooks;
mod integer;
mod names;
mod pack;
mod self_type;
#[cfg(test)]
mod snapshots;
mod spans;
mod stub;
#[cfg(test)]
mod tests;

#[doc = include_str!("../doc/SimpleHash.md")]
#[proc_macro_derive(SimpleHash, attributes(simplehash))]
pub fn derive_simple_hash(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = syn::parse_macro_input!(input as syn::DeriveInput);
    written(&input).into()
}

/// The implementations, or the mistakes and stubs.
fn written(input: &syn::DeriveInput) -> proc_macro2::TokenStream {
    expand::derive(input).unwrap_or_else(|mistakes| {
        let mut written = mistakes.into_compile_error();
        written.extend(stub::write(input));
        written
    })
}
