//! The `Pack` of a key with `hasher = Packed`.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Data, DataEnum, DeriveInput, Fields, Index, Member, Type, WherePredicate, parse_quote};

use crate::names::Names;
use crate::{bound, integer};

/// Whether a hasher is the library's `Packed`, as far as its name tells.
pub(crate) fn is_packed(hasher: &Type) -> bool {
    integer::is_named(hasher, "Packed")
}

/// Writes the implementation; `extra` are the predicates of `bound`.
pub(crate) fn implement(
    input: &DeriveInput,
    names: &Names,
    krate: &TokenStream,
    extra: Vec<WherePredicate>,
) -> TokenStream {
    let word = names.fresh("__Word", &input.ident);
    let trait_ = quote!(#krate::hash::Pack);
    let (predicates, bytes, body) = match &input.data {
        Data::Struct(data) => of_fields(input, &trait_, &data.fields),
        Data::Enum(data) => of_variants(krate, &trait_, data),
        Data::Union(_) => return TokenStream::new(),
    };
    let generics = bound::with_predicates(&input.generics, extra.into_iter().chain(predicates));
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let (name, (_, type_generics, _)) = (&input.ident, input.generics.split_for_impl());
    quote! {
        #[automatically_derived]
        impl #impl_generics #trait_ for #name #type_generics #where_clause {
            const BYTES: #krate::__private::core::primitive::usize = #bytes;
            #[inline]
            fn pack_into<#word: #krate::hash::packed::Word>(
                &self,
                __word: &mut #word,
                __at: #krate::__private::core::primitive::usize,
            ) {
                #body
            }
        }
    }
}

type Parts = (Vec<WherePredicate>, TokenStream, TokenStream);

/// Field after field, each after the bytes of those before it.
fn of_fields(input: &DeriveInput, trait_: &TokenStream, fields: &Fields) -> Parts {
    let mut predicates = Vec::new();
    let mut widths: Vec<TokenStream> = Vec::new();
    let mut steps = Vec::new();
    for (index, field) in fields.iter().enumerate() {
        let ty = &field.ty;
        // What does not depend on a parameter is checked here and now, and what does, where the key is used.
        if bound::type_parameter(&input.generics, ty).is_some() {
            predicates.push(parse_quote!(#ty: #trait_));
        }
        let member = field.ident.clone().map_or_else(|| Index::from(index).into(), Member::Named);
        // Located at the field for messages, but with the names of this function.
        let span = Span::call_site().located_at(ty.span());
        if let Some(before) = widths.last() {
            steps.push(quote!(let __at = __at + #before;));
        }
        steps.push(quote_spanned!(span=> <#ty as #trait_>::pack_into(&self.#member, __word, __at);));
        widths.push(quote_spanned!(span=> <#ty as #trait_>::BYTES));
    }
    (predicates, quote!(0 #(+ #widths)*), quote!(#(#steps)*))
}

/// The number of the variant, in as few bytes as hold all of them.
fn of_variants(krate: &TokenStream, trait_: &TokenStream, data: &DataEnum) -> Parts {
    let core = quote!(#krate::__private::core);
    let number = match data.variants.len() {
        ..=0x100 => quote!(#core::primitive::u8),
        0x101..=0x1_0000 => quote!(#core::primitive::u16),
        _ => quote!(#core::primitive::u32),
    };
    let bytes = quote!(<#number as #trait_>::BYTES);
    let names = data.variants.iter().map(|variant| &variant.ident);
    let index = (0..data.variants.len()).map(proc_macro2::Literal::usize_unsuffixed);
    let body = if data.variants.is_empty() {
        quote!(match *self {})
    } else {
        quote! {
            let __variant: #number = match self {
                #(Self::#names { .. } => #index,)*
            };
            <#number as #trait_>::pack_into(&__variant, __word, __at);
        }
    };
    (Vec::new(), bytes, body)
}
