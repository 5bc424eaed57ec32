//! Lifetimes that a type leaves out. The key of a policy may (`policy_for = Cow<'_, str>`), where an implementation
//! must say that two of them are the same.

use proc_macro2::Span;
use syn::punctuated::Punctuated;
use syn::{GenericArgument, GenericParam, Generics, Lifetime, LifetimeParam, PathArguments, Type, TypeParamBound};

/// Gives the lifetimes names, and the names to the generics.
pub(crate) fn name_them(ty: &mut Type, generics: &mut Generics) {
    match ty {
        Type::Reference(reference) => {
            match &mut reference.lifetime {
                Some(lifetime) => name_one(lifetime, generics),
                none => *none = Some(fresh(reference.and_token.spans[0], generics)),
            }
            name_them(&mut reference.elem, generics);
        }
        Type::Path(path) => {
            if let Some(of) = &mut path.qself {
                name_them(&mut of.ty, generics);
            }
            for segment in &mut path.path.segments {
                // In `Fn(&T)` they are others at every call.
                let PathArguments::AngleBracketed(arguments) = &mut segment.arguments else { continue };
                for argument in &mut arguments.args {
                    match argument {
                        GenericArgument::Lifetime(lifetime) => name_one(lifetime, generics),
                        GenericArgument::Type(ty) => name_them(ty, generics),
                        GenericArgument::AssocType(associated) => name_them(&mut associated.ty, generics),
                        _ => {}
                    }
                }
            }
        }
        Type::TraitObject(object) => {
            for bound in &mut object.bounds {
                if let TypeParamBound::Lifetime(lifetime) = bound {
                    name_one(lifetime, generics);
                }
            }
        }
        Type::Array(array) => name_them(&mut array.elem, generics),
        Type::Slice(slice) => name_them(&mut slice.elem, generics),
        Type::Group(group) => name_them(&mut group.elem, generics),
        Type::Paren(paren) => name_them(&mut paren.elem, generics),
        Type::Ptr(pointer) => name_them(&mut pointer.elem, generics),
        Type::Tuple(tuple) => tuple.elems.iter_mut().for_each(|ty| name_them(ty, generics)),
        _ => {}
    }
}

fn name_one(lifetime: &mut Lifetime, generics: &mut Generics) {
    if lifetime.ident == "_" {
        *lifetime = fresh(lifetime.span(), generics);
    }
}

fn fresh(at: Span, generics: &mut Generics) -> Lifetime {
    let at = Span::call_site().located_at(at);
    let lifetime = Lifetime::new(&format!("'__elided{}", generics.params.len()), at);
    let parameter =
        LifetimeParam { attrs: Vec::new(), lifetime: lifetime.clone(), colon_token: None, bounds: Punctuated::new() };
    generics.params.insert(0, GenericParam::Lifetime(parameter));
    generics.lt_token.get_or_insert_default();
    generics.gt_token.get_or_insert_default();
    lifetime
}
