//! Where tokens stand, for the compiler's messages.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};

/// The same name at another place.
pub(crate) fn renamed_at(name: &Ident, at: Span) -> Ident {
    let mut name = name.clone();
    name.set_span(at);
    name
}

/// The same tokens, with what they name, as if they stood at another place.
pub(crate) fn locate(tokens: TokenStream, at: Span) -> TokenStream {
    respan(tokens, &|span| span.located_at(at))
}

/// The same tokens with other spans.
pub(crate) fn respan(tokens: TokenStream, to: &impl Fn(Span) -> Span) -> TokenStream {
    tokens
        .into_iter()
        .map(|mut token| {
            if let TokenTree::Group(group) = &token {
                token = Group::new(group.delimiter(), respan(group.stream(), to)).into();
            }
            token.set_span(to(token.span()));
            token
        })
        .collect()
}
