//! The hooks type for `on_init` and `on_cleanup`.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{ExprPath, Generics, Type, parse_quote_spanned};

use crate::elided;
use crate::expand::Expansion;
use crate::spans::locate;

/// The type, and what must be written for it.
pub(crate) fn write(expansion: &Expansion<'_>) -> (Ident, TokenStream) {
    let Expansion { attributes, krate, core, .. } = expansion;
    let name = expansion.names.fresh("HooksOf", &expansion.input.ident);
    let visibility = expansion.visibility();
    let entry = EntryType::of(expansion);
    let (impl_generics, _, where_clause) = entry.generics.split_for_impl();
    let ty = &entry.ty;
    let cleanup = attributes.on_cleanup.as_ref().map(|given| {
        let at = given.value.span();
        let arguments = match expansion.key_field {
            Some(_) => quote_spanned!(at=> __entry),
            None => quote_spanned!(at=> &__entry.0, &mut __entry.1),
        };
        let (argument, call) = (quote_spanned!(at=> __entry), call(&given.value, arguments));
        quote! {
            const ACTIVE: #core::primitive::bool = true;
            #[inline]
            fn cleanup(#argument: &mut #ty) {
                #call
            }
        }
    });
    let cleanup = cleanup.unwrap_or_else(|| {
        quote! {
            const ACTIVE: #core::primitive::bool = false;
            #[inline]
            fn cleanup(_: &mut #ty) {}
        }
    });
    let init = init(expansion, &name, &entry);
    let items = quote! {
        #[derive(#core::fmt::Debug)]
        #visibility struct #name;
        #[automatically_derived]
        impl #impl_generics #krate::Hooks<#ty> for #name #where_clause {
            #cleanup
        }
        #init
    };
    (name, items)
}

fn init(expansion: &Expansion<'_>, name: &Ident, entry: &EntryType) -> Option<TokenStream> {
    let Expansion { attributes, krate, .. } = expansion;
    let given = attributes.on_init.as_ref()?;
    let EntryType { ty, key, generics } = entry;
    let at = given.value.span();
    let (argument, call) = (quote_spanned!(at=> __key), call(&given.value, quote_spanned!(at=> __key)));
    let mut generics = generics.clone();
    let made = if expansion.key_field.is_some() {
        call
    } else {
        // Where it is not met, the place to say so is the attribute that asks for it.
        if expansion.input.generics.type_params().next().is_some() {
            let bound = quote!(#krate::__private::Copied);
            let key = locate(key.to_token_stream(), at);
            generics.make_where_clause().predicates.push(parse_quote_spanned!(at=> #key: #bound));
        }
        let copy = locate(quote!(#krate::__private::copy), at);
        quote!(#krate::Pair(#copy(#argument), #call))
    };
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    Some(quote! {
        #[automatically_derived]
        impl #impl_generics #krate::Init<#ty, #key> for #name #where_clause {
            #[inline]
            fn init(#argument: &#key) -> #ty {
                #made
            }
        }
    })
}

/// What the hooks get, its key, and the parameters of both.
struct EntryType {
    ty: TokenStream,
    key: TokenStream,
    generics: Generics,
}

impl EntryType {
    fn of(expansion: &Expansion<'_>) -> Self {
        let Expansion { attributes, krate, input, .. } = expansion;
        let mut generics = expansion.generics.clone();
        if let Some(field) = expansion.key_field {
            let (name, (_, type_generics, _)) = (&input.ident, input.generics.split_for_impl());
            return Self { ty: quote!(#name #type_generics), key: field.ty.to_token_stream(), generics };
        }
        let mut named = |ty: &Type| {
            let mut ty = ty.clone();
            elided::name_them(&mut ty, &mut generics);
            ty.to_token_stream()
        };
        let key = match &attributes.policy_for {
            Some(key) => named(&key.value),
            None => expansion.key.clone(),
        };
        let value = attributes.value.as_ref().map(|value| named(&value.value));
        Self { ty: quote!(#krate::Pair<#key, #value>), key, generics }
    }
}

/// A call, all of it at the function, so that what is wrong with its type is reported there.
fn call(function: &ExprPath, arguments: TokenStream) -> TokenStream {
    let at = function.span();
    let mut arguments = Group::new(Delimiter::Parenthesis, arguments);
    arguments.set_span(Span::call_site().located_at(at));
    quote!(#function #arguments)
}
