//! Generics and where clauses of the implementations.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Generics, WherePredicate};

/// The generics with more predicates.
pub(crate) fn with_predicates(generics: &Generics, predicates: impl IntoIterator<Item = WherePredicate>) -> Generics {
    let mut generics = generics.clone();
    let mut predicates = predicates.into_iter().peekable();
    if predicates.peek().is_some() {
        generics.make_where_clause().predicates.extend(predicates);
    }
    generics
}

/// The first name of a type parameter in some tokens. Looks at tokens and not at syntax, so that it also sees
/// into macros; a type that merely has the name of a parameter is taken for it, as the compiler would.
pub(crate) fn type_parameter(generics: &Generics, tokens: &impl ToTokens) -> Option<Ident> {
    first_ident(tokens.to_token_stream(), &|ident| generics.type_params().any(|parameter| parameter.ident == *ident))
}

/// The first name of any parameter, lifetimes included.
pub(crate) fn parameter(generics: &Generics, tokens: &impl ToTokens) -> Option<Ident> {
    first_ident(tokens.to_token_stream(), &|ident| {
        generics.params.iter().any(|parameter| match parameter {
            syn::GenericParam::Type(parameter) => parameter.ident == *ident,
            syn::GenericParam::Const(parameter) => parameter.ident == *ident,
            syn::GenericParam::Lifetime(parameter) => parameter.lifetime.ident == *ident,
        })
    })
}

fn first_ident(tokens: TokenStream, wanted: &impl Fn(&Ident) -> bool) -> Option<Ident> {
    tokens.into_iter().find_map(|token| match token {
        TokenTree::Ident(ident) => wanted(&ident).then_some(ident),
        TokenTree::Group(group) => first_ident(group.stream(), wanted),
        _ => None,
    })
}
