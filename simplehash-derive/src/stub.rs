//! What is written for an item with mistakes in its attributes: implementations that say nothing, so that the compiler
//! reports the mistakes and not what follows from them.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{DeriveInput, Type};

use crate::attr::{self, Attributes};
use crate::context::Context;
use crate::names::Names;
use crate::{bound, pack};

pub(crate) fn write(input: &DeriveInput) -> TokenStream {
    let mut cx = Context::new();
    let attributes = Attributes::parse(&mut cx, &input.attrs);
    // They are reported already.
    let _: syn::Result<()> = cx.finish();
    let Some(krate) = attributes.known_krate() else { return TokenStream::new() };
    let stub = stub(input, &attributes, &krate);
    let name = &input.ident;
    let (impl_generics, type_generics, where_clause) = input.generics.split_for_impl();
    let entry = attr::meant_as_key(&input.data).map(|key: &Type| {
        quote! {
            impl #impl_generics #krate::Entry for #name #type_generics #where_clause {
                type Key = #key;
                fn key(&self) -> &#key {
                    #krate::__private::core::unimplemented!()
                }
            }
        }
    });
    let pack = attributes.hasher.as_ref().filter(|hasher| pack::is_packed(&hasher.value)).map(|_| {
        let core = quote!(#krate::__private::core);
        let word = Names::of(input).fresh("__Word", name);
        quote! {
            impl #impl_generics #krate::hash::Pack for #name #type_generics #where_clause {
                const BYTES: #core::primitive::usize = 0;
                fn pack_into<#word: #krate::hash::packed::Word>(&self, _: &mut #word, _: #core::primitive::usize) {}
            }
        }
    });
    quote! {
        const _: () = {
            impl #impl_generics #krate::SimpleHash for #name #type_generics #where_clause {
                type Policy = #stub;
            }
            // In case that it was meant to be a policy.
            impl #impl_generics #krate::Policy for #name #type_generics #where_clause {
                type Layout = <#stub as #krate::Policy>::Layout;
                type Hasher = #stub;
                type Hooks = #stub;
            }
            #entry
            #pack
        };
    }
}

/// The policy, with the layout that is wanted, as far as it is known: what a table can do depends on it.
fn stub(input: &DeriveInput, attributes: &Attributes, krate: &TokenStream) -> TokenStream {
    let layout = attributes.layout.as_ref().filter(|given| bound::parameter(&input.generics, &given.value).is_none());
    match layout {
        Some(given) => {
            let layout = given.value.to_token_stream();
            quote_spanned!(given.value.span()=> #krate::__private::Stub<#layout>)
        }
        // It can do all that any layout can.
        None => quote!(#krate::__private::Stub<#krate::Boxed<#krate::RobinHood>>),
    }
}
