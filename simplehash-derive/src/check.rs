//! Rules between attributes, and between them and the item.

use syn::ext::IdentExt;
use syn::{Data, DeriveInput, Error, Fields};

use crate::attr::{Attributes, KeyField};
use crate::context::Context;
use crate::{bound, integer, pack};

pub(crate) fn all(cx: &mut Context, input: &DeriveInput, attributes: &Attributes, key: Option<&KeyField<'_>>) {
    if let Data::Union(data) = &input.data {
        cx.error(data.union_token.span, "a union cannot be a key: nothing says which of its fields is to be hashed");
    }
    if let (Some(_), Some(hasher)) = (&attributes.hash, &attributes.hasher) {
        cx.error(hasher.name, "`hash` and `hasher` exclude each other: a function, or a type that implements `HashFn`");
    }
    hooks(cx, input, attributes, key);
    one_integer(cx, input, attributes, key);
    if attributes.policy_for.is_some() {
        policy_for(cx, input, attributes, key);
    } else {
        free_of_parameters(cx, input, attributes);
        if key.is_none() {
            packable(cx, input, attributes);
        }
    }
}

/// The item itself becomes the policy.
fn policy_for(cx: &mut Context, input: &DeriveInput, attributes: &Attributes, key: Option<&KeyField<'_>>) {
    if let Some(key) = key {
        cx.error(key.at, "`key` and `policy_for` exclude each other: an entry, or a policy");
    } else {
        match &input.data {
            Data::Struct(data) if matches!(data.fields, Fields::Unit) => {}
            Data::Struct(data) => cx.add(Error::new_spanned(&data.fields, only_unit(input))),
            Data::Enum(data) => cx.error(data.enum_token.span, only_unit(input)),
            Data::Union(_) => {}
        }
    }
    if !input.generics.params.is_empty() {
        cx.add(Error::new_spanned(
            &input.generics,
            "a policy made by `policy_for` has no parameters; one that needs them is written by hand: `impl Policy`",
        ));
    }
    for bound in &attributes.bound {
        cx.error(bound.name, "`bound` is about the parameters of a key or an entry; a policy has none");
    }
}

fn only_unit(input: &DeriveInput) -> String {
    format!("with `policy_for` this item is the policy and has no values: `struct {};`", input.ident)
}

/// Hooks are a type, or functions for which the derive writes one.
fn hooks(cx: &mut Context, input: &DeriveInput, attributes: &Attributes, key: Option<&KeyField<'_>>) {
    let functions = [("on_init", &attributes.on_init), ("on_cleanup", &attributes.on_cleanup)];
    let first = functions.into_iter().find_map(|(name, given)| Some((name, given.as_ref()?)));
    match (&attributes.hooks, first, &attributes.value, key) {
        (Some(_), Some((name, function)), ..) => {
            cx.error(function.name, format!("`hooks` and `{name}` exclude each other: a type, or functions"));
        }
        (Some(_), None, Some(value), _) => {
            cx.error(
                value.name,
                "`value` goes with `on_init` and `on_cleanup`; a type of `hooks` names its entries itself",
            );
        }
        (None, _, Some(value), Some(_)) => {
            let name = input.ident.unraw();
            cx.error(
                value.name,
                format!("`value` is for maps; here `{name}` is the entry, and its hooks get all of it"),
            );
        }
        (None, Some((name, function)), None, None) => cx.error(
            function.name,
            format!("`{name}` needs `value = Type`: the type of the values in the maps that it is for"),
        ),
        (None, None, Some(value), None) if !attributes.names_hook_function => {
            cx.error(
                value.name,
                "`value` goes with `on_init = function` or `on_cleanup = function`, and there is neither",
            );
        }
        _ => {}
    }
}

/// A policy is one type for all parameters of its key, so these cannot be named in it.
fn free_of_parameters(cx: &mut Context, input: &DeriveInput, attributes: &Attributes) {
    for given in [&attributes.layout, &attributes.hasher, &attributes.hooks].into_iter().flatten() {
        if let Some(parameter) = bound::parameter(&input.generics, &given.value) {
            cx.error(
                parameter.span(),
                format!(
                    "one policy serves all kinds of `{}`, so it cannot name a parameter of it",
                    input.ident.unraw()
                ),
            );
        }
    }
}

/// `Integer` is for keys that are one.
fn one_integer(cx: &mut Context, input: &DeriveInput, attributes: &Attributes, key: Option<&KeyField<'_>>) {
    let Some(hasher) = &attributes.hasher else { return };
    let is_key = attributes.policy_for.is_none() && key.is_none();
    if is_key && integer::is_named(&hasher.value, "Integer") && integer::only_field(input).is_none() {
        cx.error(hasher.name, "`Integer` hashes keys that are one integer: structs with one field");
    }
}

/// `Packed` needs a fixed width, which enums with fields do not have.
fn packable(cx: &mut Context, input: &DeriveInput, attributes: &Attributes) {
    let (Some(hasher), Data::Enum(data)) = (&attributes.hasher, &input.data) else { return };
    if !pack::is_packed(&hasher.value) {
        return;
    }
    for variant in data.variants.iter().filter(|variant| !variant.fields.is_empty()) {
        cx.error(variant.ident.span(), "`Packed` packs structs and enums without fields; this variant has some");
    }
}
