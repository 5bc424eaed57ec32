//! Names of what the derive writes.

use std::collections::HashSet;

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident};
use syn::ext::IdentExt;

/// All names in an item. A generated one that is among them would hide what the user means by it.
pub(crate) struct Names(HashSet<String>);

impl Names {
    pub(crate) fn of(item: &impl ToTokens) -> Self {
        let mut names = HashSet::new();
        collect(item.to_token_stream(), &mut names);
        Self(names)
    }

    /// A name for what belongs to `name`. Readable, since the compiler prints it.
    pub(crate) fn fresh(&self, prefix: &str, name: &Ident) -> Ident {
        // `format_ident` leaves out the `r#` of the name.
        let mut fresh = format_ident!("{}{}", prefix, name, span = Span::call_site());
        while self.0.contains(&fresh.to_string()) {
            fresh = format_ident!("{}_", fresh);
        }
        fresh
    }
}

fn collect(tokens: TokenStream, names: &mut HashSet<String>) {
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => {
                names.insert(ident.unraw().to_string());
            }
            TokenTree::Group(group) => collect(group.stream(), names),
            TokenTree::Literal(_) | TokenTree::Punct(_) => {}
        }
    }
}
