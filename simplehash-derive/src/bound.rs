//! Generics and where clauses of the implementations.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::{GenericParam, Generics, WherePredicate};

/// The generics with more predicates.
pub(crate) fn with_predicates(generics: &Generics, predicates: impl IntoIterator<Item = WherePredicate>) -> Generics {
    let mut generics = generics.clone();
    let mut predicates = predicates.into_iter().peekable();
    if predicates.peek().is_some() {
        generics.make_where_clause().predicates.extend(predicates);
    }
    generics
}

/// The generics that a type names, for an implementation about that type alone: parameters that it does not name would
/// be unconstrained. What is said about those goes with them.
pub(crate) fn only_named_in(generics: &Generics, ty: &impl ToTokens) -> Generics {
    let mut dropped = generics.clone();
    dropped.params = generics.params.iter().filter(|known| !is_named(known, ty)).cloned().collect();
    let stays = |tokens: &dyn ToTokens| parameter(&dropped, &tokens).is_none();

    let mut generics = generics.clone();
    generics.params = generics.params.into_iter().filter(|known| is_named(known, ty)).collect();
    for parameter in &mut generics.params {
        match parameter {
            GenericParam::Type(parameter) => {
                parameter.bounds = parameter.bounds.iter().filter(|bound| stays(bound)).cloned().collect();
            }
            GenericParam::Lifetime(parameter) => {
                parameter.bounds = parameter.bounds.iter().filter(|bound| stays(bound)).cloned().collect();
            }
            GenericParam::Const(_) => {}
        }
    }
    if let Some(clause) = &mut generics.where_clause {
        clause.predicates = clause.predicates.iter().filter(|predicate| stays(predicate)).cloned().collect();
    }
    generics
}

/// The first name of a type parameter in some tokens. Looks at tokens and not at syntax, so that it also sees
/// into macros; a type that merely has the name of a parameter is taken for it, as the compiler would.
pub(crate) fn type_parameter(generics: &Generics, tokens: &impl ToTokens) -> Option<Ident> {
    first_ident(tokens.to_token_stream(), &|ident| generics.type_params().any(|known| same(&known.ident, ident)))
}

/// The first name of any parameter, lifetimes included.
pub(crate) fn parameter(generics: &Generics, tokens: &impl ToTokens) -> Option<Ident> {
    first_ident(tokens.to_token_stream(), &|ident| generics.params.iter().any(|known| same(name(known), ident)))
}

fn is_named(known: &GenericParam, ty: &impl ToTokens) -> bool {
    first_ident(ty.to_token_stream(), &|ident| same(name(known), ident)).is_some()
}

fn name(parameter: &GenericParam) -> &Ident {
    match parameter {
        GenericParam::Type(parameter) => &parameter.ident,
        GenericParam::Const(parameter) => &parameter.ident,
        GenericParam::Lifetime(parameter) => &parameter.lifetime.ident,
    }
}

/// Whether two names are one: `r#T` is `T`.
fn same(one: &Ident, other: &Ident) -> bool {
    one.unraw() == other.unraw()
}

fn first_ident(tokens: TokenStream, wanted: &impl Fn(&Ident) -> bool) -> Option<Ident> {
    tokens.into_iter().find_map(|token| match token {
        TokenTree::Ident(ident) => wanted(&ident).then_some(ident),
        TokenTree::Group(group) => first_ident(group.stream(), wanted),
        _ => None,
    })
}
