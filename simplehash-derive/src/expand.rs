//! What the derive writes.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{DeriveInput, Generics, Result, Type};

use crate::attr::{self, Attributes, Given, KeyField, Limit, Seed};
use crate::context::Context;
use crate::names::Names;
use crate::spans::{locate, renamed_at, respan};
use crate::{bound, check, hooks, integer, pack, self_type};

pub(crate) fn derive(input: &DeriveInput) -> Result<TokenStream> {
    let input = &self_type::spelled_out(input.clone());
    let mut cx = Context::new();
    let attributes = Attributes::parse(&mut cx, &input.attrs);
    let key = attr::key_field(&mut cx, &input.data);
    check::all(&mut cx, input, &attributes, key.as_ref());
    cx.finish()?;
    Ok(Expansion::new(input, &attributes, key.as_ref()).write())
}

pub(crate) struct Expansion<'a> {
    pub(crate) input: &'a DeriveInput,
    pub(crate) attributes: &'a Attributes,
    pub(crate) key_field: Option<&'a KeyField<'a>>,
    pub(crate) names: Names,
    pub(crate) krate: TokenStream,
    pub(crate) core: TokenStream,
    /// Those of the item with the predicates of `bound`.
    pub(crate) generics: Generics,
    /// The type that is hashed.
    pub(crate) key: TokenStream,
    /// The type that implements `Policy`.
    policy: Ident,
}

impl<'a> Expansion<'a> {
    fn new(input: &'a DeriveInput, attributes: &'a Attributes, key_field: Option<&'a KeyField<'a>>) -> Self {
        let krate = attributes.krate();
        let (name, (_, type_generics, _)) = (&input.ident, input.generics.split_for_impl());
        let names = Names::of(input);
        let predicates = attributes.predicates().map(|predicate| self_type::in_predicate(predicate, input));
        let (key, policy) = match (&attributes.policy_for, key_field) {
            (Some(key), _) => (key.value.to_token_stream(), name.clone()),
            (None, Some(field)) => (field.ty.to_token_stream(), names.fresh("PolicyOf", name)),
            (None, None) => (quote!(#name #type_generics), names.fresh("PolicyOf", name)),
        };
        Self {
            input,
            attributes,
            key_field,
            names,
            core: quote!(#krate::__private::core),
            krate,
            generics: bound::with_predicates(&input.generics, predicates),
            key,
            policy,
        }
    }

    fn write(&self) -> TokenStream {
        let entry = self.key_field.map(|field| self.entry(field));
        // A mere entry is for tables whose policy is that of another type.
        let policy = (self.key_field.is_none() || self.attributes.states_policy()).then(|| self.policy());
        quote! {
            #[doc(hidden)]
            #[allow(unused_qualifications)]
            const _: () = {
                #entry
                #policy
            };
        }
    }

    fn entry(&self, field: &KeyField<'_>) -> TokenStream {
        let (krate, name, ty, member) = (&self.krate, &self.input.ident, field.ty, &field.member);
        let (impl_generics, type_generics, where_clause) = self.generics.split_for_impl();
        quote! {
            #[automatically_derived]
            impl #impl_generics #krate::Entry for #name #type_generics #where_clause {
                type Key = #ty;
                #[inline]
                fn key(&self) -> &Self::Key {
                    &self.#member
                }
            }
        }
    }

    fn policy(&self) -> TokenStream {
        let Self { attributes, krate, core, policy, .. } = self;
        let Hasher { ty: hasher, reseed, items } = self.hasher();
        let reseed = reseed.map(|at| {
            let make = locate(quote!(<#hasher as #core::default::Default>::default), at);
            quote! {
                const RESEED: #core::option::Option<fn() -> Self::Hasher> = #core::option::Option::Some(#make);
            }
        });
        let layout = associated("Layout", attributes.layout.as_ref(), quote!(#krate::RobinHood));
        let (written_hooks, hooks_items) = attributes
            .has_hook_functions()
            .then(|| hooks::write(self))
            .map_or((None, None), |(name, items)| (Some(name), Some(items)));
        let hooks = written_hooks.map_or_else(|| quote!(#krate::NoHooks), ToTokens::into_token_stream);
        let hooks = associated("Hooks", attributes.hooks.as_ref(), hooks);
        let at = attributes.hasher.as_ref().map_or_else(Span::call_site, |given| given.value.span());
        let hasher_type = quote_spanned!(at=> type Hasher = #hasher;);
        let tie = self.tie();
        let (tuning, tuning_checks) = self.tuning();
        let trait_checks = self.trait_checks(&hasher);
        quote! {
            #items
            #hooks_items
            #tie
            #[automatically_derived]
            impl #krate::Policy for #policy {
                #layout
                #hasher_type
                #hooks
                #tuning
                #reseed
            }
            #tuning_checks
            #trait_checks
        }
    }

    /// The policy type and its tie to the item; with `policy_for` the item is the policy.
    fn tie(&self) -> TokenStream {
        let Self { attributes, krate, core, policy, input, .. } = self;
        if let Some(key) = &attributes.policy_for {
            // Else a key type that does not exist would go unnoticed.
            let key = &key.value;
            return quote! {
                const _: #core::marker::PhantomData<fn(&#key)> = #core::marker::PhantomData;
            };
        }
        let (name, visibility) = (&input.ident, self.visibility());
        let (impl_generics, type_generics, where_clause) = self.generics.split_for_impl();
        // As visible as the item, so that its hashers and hooks need not be more visible than it is.
        quote! {
            #[derive(#core::fmt::Debug)]
            #visibility struct #policy;
            #[automatically_derived]
            impl #impl_generics #krate::SimpleHash for #name #type_generics #where_clause {
                type Policy = #policy;
            }
        }
    }

    fn hasher(&self) -> Hasher {
        let Self { attributes, krate, .. } = self;
        let here = Span::call_site();
        let seed = attributes.seed.as_ref().map(|given| given.value);
        let at = attributes.seed.as_ref().map_or(here, |given| given.at);
        let fixed = |hasher: &TokenStream, seed: u64| quote!(#krate::hash::FixedSeed<#hasher, #seed>);

        let (base, items) = match (&attributes.hash, &attributes.hasher) {
            (None, None) if seed.is_none() && self.is_linear_integer() => {
                return Hasher { items: self.integer_key(), ..Hasher::fixed(quote!(#krate::hash::Integer)) };
            }
            (None, None) => {
                let function = quote!(#krate::hash::FixedDefault);
                return match seed {
                    None | Some(Seed::Random) => Hasher::reseeding(quote!(#krate::hash::DefaultHasher), here),
                    Some(Seed::None) => Hasher::fixed(fixed(&function, 0)),
                    Some(Seed::Fixed(seed)) => Hasher::fixed(fixed(&function, seed)),
                };
            }
            (None, Some(hasher)) if pack::is_packed(&hasher.value) => {
                let pack = (self.key_field.is_none() && attributes.policy_for.is_none())
                    .then(|| pack::implement(self.input, &self.names, krate, attributes.predicates().collect()));
                let hasher = hasher.value.to_token_stream();
                return Hasher {
                    items: pack.unwrap_or_default(),
                    ..match seed {
                        None | Some(Seed::Random) => Hasher::reseeding(hasher, here),
                        Some(Seed::None) => Hasher::fixed(fixed(&hasher, 0)),
                        Some(Seed::Fixed(seed)) => Hasher::fixed(fixed(&hasher, seed)),
                    }
                };
            }
            (None, Some(hasher)) if integer::is_named(&hasher.value, "Integer") => {
                (hasher.value.to_token_stream(), self.integer_key())
            }
            (None, Some(hasher)) => (hasher.value.to_token_stream(), TokenStream::new()),
            (Some(_), _) => self.hash_by_function(matches!(seed, Some(Seed::Random | Seed::Fixed(_)))),
        };
        let hasher = match seed {
            None | Some(Seed::None) => Hasher::fixed(base),
            Some(Seed::Random) => Hasher::reseeding(quote!(#krate::hash::RandomSeed<#base>), at),
            Some(Seed::Fixed(seed)) => Hasher::fixed(fixed(&base, seed)),
        };
        Hasher { items, ..hasher }
    }

    /// Whether the layout is `Linear` and the key one integer, as far as their names tell.
    fn is_linear_integer(&self) -> bool {
        let key = match (&self.attributes.policy_for, self.key_field) {
            (Some(key), _) => Some(&key.value),
            (None, Some(field)) => Some(field.ty),
            (None, None) => integer::only_field(self.input).map(|field| &field.ty),
        };
        let layout = self.attributes.layout.as_ref();
        layout.is_some_and(|layout| integer::is_named(&layout.value, "Linear")) && key.is_some_and(integer::is_integer)
    }

    /// The `IntegerKey` of the item, if it is the key.
    fn integer_key(&self) -> TokenStream {
        if self.attributes.policy_for.is_some() || self.key_field.is_some() {
            return TokenStream::new();
        }
        let field = integer::only_field(self.input);
        field.map(|field| integer::implement(self.input, field, &self.krate, &self.generics)).unwrap_or_default()
    }

    /// A hasher that hashes the key by a function, and nothing else.
    fn hash_by_function(&self, seeded: bool) -> (TokenStream, TokenStream) {
        let Self { krate, core, key, .. } = self;
        let Some(function) = &self.attributes.hash else { return Default::default() };
        let function = &function.value;
        let name = self.names.fresh("HashOf", &self.input.ident);
        let visibility = self.visibility();
        let generics = bound::only_named_in(&self.generics, key);
        let (impl_generics, _, where_clause) = generics.split_for_impl();
        // At the function, so that what is wrong with its type is reported there.
        let at = function.span();
        let (fields, arguments) = if seeded {
            (quote!({ seed: #core::primitive::u64 }), quote_spanned!(at=> __key, self.seed))
        } else {
            (quote!(;), quote_spanned!(at=> __key))
        };
        let (receiver, argument) = (quote_spanned!(at=> &self), quote_spanned!(at=> __key));
        let convert = locate(quote!(#core::convert::From::from), at);
        let mut call = Group::new(Delimiter::Parenthesis, quote_spanned!(at=> #function(#arguments)));
        call.set_span(Span::call_site().located_at(at));
        let traits = if seeded {
            quote! {
                #[automatically_derived]
                impl #krate::hash::Seeded for #name {
                    #[inline]
                    fn with_seed(__seed: #core::primitive::u64) -> Self {
                        Self { seed: __seed }
                    }
                }
            }
        } else {
            quote! {
                #[automatically_derived]
                impl #core::default::Default for #name {
                    #[inline]
                    fn default() -> Self {
                        Self
                    }
                }
            }
        };
        let items = quote! {
            #[derive(#core::fmt::Debug, #core::clone::Clone, #core::marker::Copy)]
            #visibility struct #name #fields
            #traits
            #[automatically_derived]
            impl #impl_generics #krate::hash::HashFn<#key> for #name #where_clause {
                #[inline]
                fn hash(#receiver, #argument: &#key) -> #core::primitive::u64 {
                    #convert #call
                }
            }
        };
        (name.into_token_stream(), items)
    }

    /// The parameters, and a check of each at its place. Evaluated there and not in the constructors of tables alone,
    /// so that `cargo check` sees it.
    fn tuning(&self) -> (Option<TokenStream>, TokenStream) {
        let Self { attributes, krate, core, policy, .. } = self;
        let some = |value: TokenStream| quote!(#core::option::Option::Some(#value));
        let limit = |limit: &Limit| match limit {
            Limit::At(limit) => some(quote!(#krate::Limit::At(#limit))),
            Limit::None => some(quote!(#krate::Limit::None)),
        };
        let mut given = Vec::new();
        if let Some(fill) = &attributes.fill_factor {
            let fill_factor = fill.value;
            given.push(("fill_factor", fill.at, some(quote!(#fill_factor))));
        }
        for (name, attribute) in [
            ("grow_max_dib", &attributes.grow_max_dib),
            ("grow_max_move", &attributes.grow_max_move),
            ("grow_min_fill_factor", &attributes.grow_min_fill_factor),
        ] {
            if let Some(attribute) = attribute {
                given.push((name, attribute.at, limit(&attribute.value)));
            }
        }
        for (name, attribute) in [
            ("store_hash", &attributes.store_hash),
            ("generations", &attributes.generations),
            ("huge_pages", &attributes.huge_pages),
        ] {
            if let Some(attribute) = attribute {
                let wanted = attribute.value;
                given.push((name, attribute.at, some(quote!(#wanted))));
            }
        }
        if given.is_empty() {
            return (None, TokenStream::new());
        }
        let names: Vec<_> = given.iter().map(|(name, ..)| Ident::new(name, Span::call_site())).collect();
        let values = given.iter().map(|(.., value)| value);
        let checks = given.iter().map(|(name, at, _)| {
            let (name, policy) = (Ident::new(name, *at), renamed_at(policy, *at));
            quote_spanned!(*at=> const _: () = check::#name::<#policy>();)
        });
        // With all seven set, a rest would be a lint.
        let rest = (given.len() < 7).then(|| quote!(..#krate::Tuning::DEFAULT));
        let tuning = quote! {
            const TUNING: #krate::Tuning = #krate::Tuning { #(#names: #values,)* #rest };
        };
        // Imported, so that every token of a check can stand at the value.
        let checks = quote! {
            const _: () = {
                use #krate::__private::check;
                #(#checks)*
            };
        };
        (Some(tuning), checks)
    }

    /// Asks here what a table would ask later: that the hasher hashes the key, and for an entry that the hooks take it.
    /// Where that depends on a type parameter, only whether the hasher takes the seed.
    fn trait_checks(&self, hasher: &TokenStream) -> TokenStream {
        let Self { attributes, krate, core, key, input, .. } = self;
        let (impl_generics, type_generics, where_clause) = self.generics.split_for_impl();
        let generic = input.generics.type_params().next().is_some();
        let seed = attributes.seed.as_ref().map(|given| given.value);
        // A name for the hasher that can stand where the error is wanted.
        let alias = self.names.fresh("HasherOf", &input.ident);
        let mut checks = Vec::new();
        match (&attributes.hash, &attributes.hasher) {
            // Written to hash the key.
            (Some(_), _) => {}
            (None, Some(given)) if generic => {
                let ty = &given.value;
                if matches!(seed, Some(Seed::Fixed(_))) {
                    checks.push(quote_spanned!(ty.span()=> takes_seed::<#ty>();));
                }
            }
            (None, None) if generic => {}
            (None, given) => {
                let at = given.as_ref().map_or_else(|| self.key_span(), |given| given.value.span());
                let alias = renamed_at(&alias, at);
                checks.push(quote_spanned!(at=> hashes::<#alias, #key>();));
            }
        }
        if attributes.policy_for.is_none() && self.key_field.is_none() && !generic {
            let at = input.ident.span();
            let key = renamed_at(&input.ident, at);
            checks.push(quote_spanned!(at=> compared::<#key #type_generics>();));
        }
        if let (Some(hooks), Some(_), false) = (&attributes.hooks, self.key_field, generic) {
            let (name, hooks) = (&input.ident, &hooks.value);
            checks.push(quote_spanned!(hooks.span()=> hooks_of::<#hooks, #name #type_generics>();));
        }
        if checks.is_empty() {
            return TokenStream::new();
        }
        quote! {
            const _: () = {
                type #alias = #hasher;
                fn compared<K: #krate::__private::Compared + ?#core::marker::Sized>() {}
                fn takes_seed<H: #krate::hash::Seeded>() {}
                fn hashes<H: #krate::hash::HashFn<Q>, Q: ?#core::marker::Sized>() {}
                fn hooks_of<H: #krate::Hooks<E>, E>() {}
                fn check #impl_generics() #where_clause {
                    #(#checks)*
                }
            };
        }
    }

    /// The visibility of the item for a generated one. Its tokens are the derive's: with those of a `macro_rules!`
    /// lints would take the generated item for the user's.
    pub(crate) fn visibility(&self) -> TokenStream {
        respan(self.input.vis.to_token_stream(), &|_| Span::call_site())
    }

    /// Where the key is named: the type of the field or of `policy_for`, else the item.
    fn key_span(&self) -> Span {
        match (&self.attributes.policy_for, self.key_field) {
            (Some(key), _) => key.value.span(),
            (None, Some(field)) => field.ty.span(),
            (None, None) => self.input.ident.span(),
        }
    }
}

/// A hasher, where it can draw a new seed (the place to report that it cannot), and what must be written for it.
#[derive(Default)]
struct Hasher {
    ty: TokenStream,
    reseed: Option<Span>,
    items: TokenStream,
}

impl Hasher {
    fn fixed(ty: TokenStream) -> Self {
        Self { ty, ..Self::default() }
    }

    fn reseeding(ty: TokenStream, at: Span) -> Self {
        Self { ty, reseed: Some(at), ..Self::default() }
    }
}

/// An associated type, all of it at the given one: there is reported that it must be more visible.
fn associated(name: &str, given: Option<&Given<Type>>, default: TokenStream) -> TokenStream {
    let at = given.map_or_else(Span::call_site, |given| given.value.span());
    let name = Ident::new(name, at);
    let ty = given.map_or(default, |given| given.value.to_token_stream());
    quote_spanned!(at=> type #name = #ty;)
}
