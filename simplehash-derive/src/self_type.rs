//! `Self` in an item. What is written about the item is not all written inside of implementations for it.

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::{DeriveInput, GenericParam, WherePredicate};

/// The item with its own type in place of `Self`: in fields, where clauses and attributes, such as `hash = Self::hash`.
pub(crate) fn spelled_out(input: DeriveInput) -> DeriveInput {
    let tokens = replace(input.to_token_stream(), &input);
    // It was parsed just now, and a type stands where one stood.
    syn::parse2(tokens).unwrap_or(input)
}

/// A predicate, which was in a string, likewise.
pub(crate) fn in_predicate(predicate: WherePredicate, input: &DeriveInput) -> WherePredicate {
    syn::parse2(replace(predicate.to_token_stream(), input)).unwrap_or(predicate)
}

/// Some tokens with the item's type in place of `Self`.
fn replace(tokens: TokenStream, input: &DeriveInput) -> TokenStream {
    let mut replaced = TokenStream::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Ident(ident) if ident == "Self" => {
                let leads = matches!(tokens.peek(), Some(TokenTree::Punct(next)) if next.as_char() == ':');
                replaced.extend(own_type(&ident, input, leads));
            }
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), replace(group.stream(), input));
                inner.set_span(group.span());
                replaced.extend([TokenTree::Group(inner)]);
            }
            token => replaced.extend([token]),
        }
    }
    replaced
}

/// The type where `this` stands, as one that leads a path or as a whole.
fn own_type(this: &Ident, input: &DeriveInput, leads: bool) -> TokenStream {
    let mut name = input.ident.clone();
    name.set_span(this.span());
    let arguments = input.generics.params.iter().map(|parameter| match parameter {
        GenericParam::Type(parameter) => parameter.ident.to_token_stream(),
        GenericParam::Const(parameter) => parameter.ident.to_token_stream(),
        GenericParam::Lifetime(parameter) => parameter.lifetime.to_token_stream(),
    });
    let arguments = (!input.generics.params.is_empty()).then(|| quote!(<#(#arguments),*>));
    match leads {
        true => quote_spanned!(this.span()=> <#name #arguments>),
        false => quote!(#name #arguments),
    }
}
