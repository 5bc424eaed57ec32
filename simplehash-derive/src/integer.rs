//! The `IntegerKey` of a key that is one integer, for `hasher = Integer`.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Field, Generics, Index, Member, Type};

/// The types that the library knows as integer keys.
const INTEGERS: [&str; 12] = ["u8", "u16", "u32", "u64", "usize", "i8", "i16", "i32", "i64", "isize", "char", "bool"];

/// Whether the last part of a path is this name, without arguments.
pub(crate) fn is_named(ty: &Type, name: &str) -> bool {
    match ty {
        Type::Path(path) => {
            path.path.segments.last().is_some_and(|last| last.ident == name && last.arguments.is_none())
        }
        // A `$ty:ty` of a macro.
        Type::Group(group) => is_named(&group.elem, name),
        _ => false,
    }
}

/// Whether it is an integer type, as far as its name tells.
pub(crate) fn is_integer(ty: &Type) -> bool {
    INTEGERS.iter().any(|name| is_named(ty, name))
}

/// The field of a struct that has one and no other.
pub(crate) fn only_field(input: &DeriveInput) -> Option<&Field> {
    let Data::Struct(data) = &input.data else { return None };
    let mut fields = data.fields.iter();
    fields.next().filter(|_| fields.next().is_none())
}

/// Writes the implementation for a struct around one field, which must be an integer key.
pub(crate) fn implement(input: &DeriveInput, field: &Field, krate: &TokenStream, generics: &Generics) -> TokenStream {
    let core = quote!(#krate::__private::core);
    let (impl_generics, type_generics, where_clause) = generics.split_for_impl();
    let (name, ty) = (&input.ident, &field.ty);
    let member = field.ident.clone().map_or_else(|| Index::from(0).into(), Member::Named);
    // Located at the field for messages, but with the names of this function.
    let at = Span::call_site().located_at(ty.span());
    let trait_ = quote_spanned!(at=> #krate::raw::integer::IntegerKey);
    quote! {
        // SAFETY: an integer key and nothing else: no field beside it, and, by the assertion, no padding.
        #[automatically_derived]
        #[allow(unsafe_code)]
        unsafe impl #impl_generics #krate::raw::integer::IntegerKey for #name #type_generics #where_clause {
            const WIDTH: #core::primitive::usize = {
                #core::assert!(
                    #core::mem::size_of::<Self>() == #core::mem::size_of::<#ty>(),
                    "a key with `hasher = Integer` has the bytes of its field and no others"
                );
                #core::mem::size_of::<Self>()
            };
            #[inline]
            fn bits(&self) -> #core::primitive::u64 {
                <#ty as #trait_>::bits(&self.#member)
            }
        }
    }
}
