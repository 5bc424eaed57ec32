//! `#[simplehash(..)]` into typed values that remember where they stood.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Attribute, Data, Error, ExprPath, Index, Lit, LitBool, LitStr, Member, Path, Token, Type, WherePredicate};

use crate::context::Context;

/// What a struct or an enum takes, and how it is written.
const ON_ITEMS: [(&str, &str); 18] = [
    ("layout", "`layout = Type`"),
    ("hash", "`hash = path::to::function`"),
    ("hasher", "`hasher = Type`"),
    ("seed", "`seed = random`, `seed = none` or `seed = 42`"),
    ("hooks", "`hooks = Type`"),
    ("value", "`value = Type`"),
    ("on_init", "`on_init = path::to::function`"),
    ("on_cleanup", "`on_cleanup = path::to::function`"),
    ("fill_factor", "`fill_factor = 0.9` or another number with a decimal point"),
    ("grow_max_dib", "`grow_max_dib = 25` or another integer, or `grow_max_dib = none`"),
    ("grow_max_move", "`grow_max_move = 150` or another integer, or `grow_max_move = none`"),
    ("grow_min_fill_factor", "`grow_min_fill_factor = 0.1` or another fraction, or `grow_min_fill_factor = none`"),
    ("store_hash", "`store_hash = true` or `store_hash = false`"),
    ("generations", "`generations = true` or `generations = false`"),
    ("huge_pages", "`huge_pages = true` or `huge_pages = false`"),
    ("policy_for", "`policy_for = Type`"),
    ("bound", "`bound = \"T: Trait\"`"),
    ("crate", "`crate = path::to::simplehash`"),
];

/// An attribute's value, with the places of its name and of itself.
pub(crate) struct Given<T> {
    pub(crate) name: Span,
    pub(crate) at: Span,
    pub(crate) value: T,
}

/// A growth limit.
pub(crate) enum Limit {
    At(u32),
    None,
}

/// Where the seed of a table comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Seed {
    Random,
    None,
    Fixed(u64),
}

/// The attributes of an item.
#[derive(Default)]
pub(crate) struct Attributes {
    pub(crate) policy_for: Option<Given<Type>>,
    pub(crate) layout: Option<Given<Type>>,
    pub(crate) hash: Option<Given<ExprPath>>,
    pub(crate) hasher: Option<Given<Type>>,
    pub(crate) hooks: Option<Given<Type>>,
    /// The values of the maps that `on_init` and `on_cleanup` are for.
    pub(crate) value: Option<Given<Type>>,
    pub(crate) on_init: Option<Given<ExprPath>>,
    pub(crate) on_cleanup: Option<Given<ExprPath>>,
    pub(crate) seed: Option<Given<Seed>>,
    pub(crate) fill_factor: Option<Given<u16>>,
    pub(crate) grow_max_dib: Option<Given<Limit>>,
    pub(crate) grow_max_move: Option<Given<Limit>>,
    pub(crate) grow_min_fill_factor: Option<Given<Limit>>,
    pub(crate) store_hash: Option<Given<bool>>,
    pub(crate) generations: Option<Given<bool>>,
    pub(crate) huge_pages: Option<Given<bool>>,
    /// May be given several times.
    pub(crate) bound: Vec<Given<Vec<WherePredicate>>>,
    /// Also with a mistake in what follows.
    pub(crate) names_hook_function: bool,
    krate: Option<Given<Path>>,
    krate_is_mistaken: bool,
}

impl Attributes {
    pub(crate) fn parse(cx: &mut Context, attributes: &[Attribute]) -> Self {
        let mut found = Self::default();
        for_each_name(cx, attributes, "layout = Type, ..", |cx, name, input| found.one(cx, name, input));
        found
    }

    fn one(&mut self, cx: &mut Context, name: &Ident, input: ParseStream<'_>) -> syn::Result<()> {
        self.names_hook_function |= name.unraw() == "on_init" || name.unraw() == "on_cleanup";
        match name.unraw().to_string().as_str() {
            "policy_for" => put(cx, &mut self.policy_for, name, input, parsed),
            "layout" => put(cx, &mut self.layout, name, input, parsed),
            "hash" => put(cx, &mut self.hash, name, input, parsed),
            "hasher" => put(cx, &mut self.hasher, name, input, parsed),
            "hooks" => put(cx, &mut self.hooks, name, input, parsed),
            "value" => put(cx, &mut self.value, name, input, parsed),
            "on_init" => put(cx, &mut self.on_init, name, input, parsed),
            "on_cleanup" => put(cx, &mut self.on_cleanup, name, input, parsed),
            "seed" => put(cx, &mut self.seed, name, input, seed),
            "fill_factor" => put(cx, &mut self.fill_factor, name, input, fill_factor),
            "grow_max_dib" | "grow_max_move" => {
                let place =
                    if name.unraw() == "grow_max_dib" { &mut self.grow_max_dib } else { &mut self.grow_max_move };
                put(cx, place, name, input, |input| limit(input, |literal| at_least_one(name, literal)))
            }
            "grow_min_fill_factor" => put(cx, &mut self.grow_min_fill_factor, name, input, |input| limit(input, floor)),
            "store_hash" => put(cx, &mut self.store_hash, name, input, |input| Ok(parsed::<LitBool>(input)?.value)),
            "generations" => put(cx, &mut self.generations, name, input, |input| Ok(parsed::<LitBool>(input)?.value)),
            "huge_pages" => put(cx, &mut self.huge_pages, name, input, |input| Ok(parsed::<LitBool>(input)?.value)),
            "bound" => {
                let mut one = None;
                put(cx, &mut one, name, input, predicates)?;
                self.bound.extend(one);
                Ok(())
            }
            "crate" => {
                self.krate_is_mistaken = true;
                put(cx, &mut self.krate, name, input, crate_path)?;
                self.krate_is_mistaken = false;
                Ok(())
            }
            "key" => Err(Error::new(name.span(), "`key` marks a field: `#[simplehash(key)] field: Type`")),
            unknown => {
                let names = ON_ITEMS.map(|(name, _)| format!("`{name}`")).join(", ");
                Err(Error::new(name.span(), format!("unknown attribute `{unknown}`; expected one of {names}")))
            }
        }
    }

    /// Whether there is anything that only a policy has.
    pub(crate) fn states_policy(&self) -> bool {
        let Self {
            policy_for,
            layout,
            hash,
            hasher,
            hooks,
            value,
            on_init,
            on_cleanup,
            seed,
            fill_factor,
            grow_max_dib,
            grow_max_move,
            grow_min_fill_factor,
            store_hash,
            generations,
            huge_pages,
            bound: _,
            names_hook_function: _,
            krate: _,
            krate_is_mistaken: _,
        } = self;
        policy_for.is_some()
            || layout.is_some()
            || hash.is_some()
            || hasher.is_some()
            || hooks.is_some()
            || value.is_some()
            || on_init.is_some()
            || on_cleanup.is_some()
            || seed.is_some()
            || fill_factor.is_some()
            || grow_max_dib.is_some()
            || grow_max_move.is_some()
            || grow_min_fill_factor.is_some()
            || store_hash.is_some()
            || generations.is_some()
            || huge_pages.is_some()
    }

    /// The path of the library.
    pub(crate) fn krate(&self) -> TokenStream {
        self.krate.as_ref().map_or_else(|| quote!(::simplehash), |krate| krate.value.to_token_stream())
    }

    /// The path of the library, unless what was given as such is none.
    pub(crate) fn known_krate(&self) -> Option<TokenStream> {
        (!self.krate_is_mistaken).then(|| self.krate())
    }

    /// Whether the hooks are functions, for which the derive writes the type.
    pub(crate) fn has_hook_functions(&self) -> bool {
        self.on_init.is_some() || self.on_cleanup.is_some()
    }

    /// The predicates of all `bound`s.
    pub(crate) fn predicates(&self) -> impl Iterator<Item = WherePredicate> {
        self.bound.iter().flat_map(|bound| bound.value.iter().cloned())
    }
}

/// The field that is an entry's key.
pub(crate) struct KeyField<'a> {
    pub(crate) at: Span,
    pub(crate) member: Member,
    pub(crate) ty: &'a Type,
}

/// Finds the key among the fields, and the mistakes in their attributes.
pub(crate) fn key_field<'a>(cx: &mut Context, data: &'a Data) -> Option<KeyField<'a>> {
    match data {
        Data::Struct(data) => {
            let mut key: Option<KeyField<'a>> = None;
            for (index, field) in data.fields.iter().enumerate() {
                let Some(at) = key_mark(cx, &field.attrs) else { continue };
                if let Some(first) = &key {
                    cx.add(from_to(first.at, at, "an entry has one key, and two fields are marked"));
                    continue;
                }
                let member = field.ident.clone().map_or_else(|| Index::from(index).into(), Member::Named);
                key = Some(KeyField { at, member, ty: &field.ty });
            }
            key
        }
        Data::Enum(data) => {
            for variant in &data.variants {
                for attribute in variant.attrs.iter().filter(|attribute| attribute.path().is_ident("simplehash")) {
                    cx.add(Error::new_spanned(attribute, "a variant takes no attributes: write them above the enum"));
                }
                for field in &variant.fields {
                    if let Some(at) = key_mark(cx, &field.attrs) {
                        cx.error(at, "an entry is a struct: a field of an enum cannot be the key");
                    }
                }
            }
            None
        }
        // The union itself is reported.
        Data::Union(_) => None,
    }
}

/// The type of the field that is probably meant to be the key, in an item with mistakes: the first with attributes.
pub(crate) fn meant_as_key(data: &Data) -> Option<&Type> {
    let fields: Vec<&syn::Field> = match data {
        Data::Struct(data) => data.fields.iter().collect(),
        Data::Enum(data) => data.variants.iter().flat_map(|variant| &variant.fields).collect(),
        Data::Union(_) => Vec::new(),
    };
    let marked = |field: &&syn::Field| field.attrs.iter().any(|attribute| attribute.path().is_ident("simplehash"));
    fields.into_iter().find(marked).map(|field| &field.ty)
}

/// Where a field is marked `#[simplehash(key)]`.
fn key_mark(cx: &mut Context, attributes: &[Attribute]) -> Option<Span> {
    let mut mark = None;
    for_each_name(cx, attributes, "key", |_, name, input| {
        if name.unraw() != "key" {
            let known = ON_ITEMS.iter().any(|(known, _)| name.unraw() == known);
            let shown = name.unraw();
            return Err(Error::new(
                name.span(),
                if known {
                    format!("`{shown}` belongs above the item; a field takes only `key`")
                } else {
                    format!("unknown attribute `{shown}`; a field takes only `key`")
                },
            ));
        }
        if input.peek(Token![=]) || input.peek(syn::token::Paren) {
            return Err(Error::new(name.span(), "`key` takes no value: `#[simplehash(key)]`"));
        }
        if let Some(first) = mark {
            return Err(duplicate(first, name));
        }
        mark = Some(name.span());
        Ok(())
    });
    mark
}

fn duplicate(first: Span, name: &Ident) -> Error {
    from_to(first, name.span(), format!("`{}` is given twice", name.unraw()))
}

/// An error that the compiler shows at two places and what is between them.
fn from_to(first: Span, last: Span, message: impl std::fmt::Display) -> Error {
    let ends = [first, last].map(|span| Ident::new("_end", span));
    Error::new_spanned(quote!(#(#ends)*), message)
}

/// Calls `one` at every name in the `#[simplehash(..)]` among the attributes. A mistake costs what stands up to the
/// next comma, so that it is reported once and the others too.
fn for_each_name(
    cx: &mut Context,
    attributes: &[Attribute],
    form: &str,
    mut one: impl FnMut(&mut Context, &Ident, ParseStream<'_>) -> syn::Result<()>,
) {
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("simplehash")) {
        let syn::Meta::List(list) = &attribute.meta else {
            cx.error(attribute.meta.span(), format!("expected `#[simplehash({form})]`"));
            continue;
        };
        let parsed = list.parse_args_with(|input: ParseStream<'_>| {
            while !input.is_empty() {
                let result = match input.call(Ident::parse_any) {
                    Ok(name) => one(cx, &name, input),
                    Err(_) => Err(input.error(format!("expected a name: `#[simplehash({form})]`"))),
                };
                let fine = cx.take(result).is_some();
                if fine && !input.is_empty() && !input.peek(Token![,]) {
                    cx.add(input.error("expected `,`"));
                }
                skip_to_comma(input)?;
                input.parse::<Option<Token![,]>>()?;
            }
            Ok(())
        });
        cx.take(parsed);
    }
}

/// Consumes what stands before the next comma that is not between angle brackets.
fn skip_to_comma(input: ParseStream<'_>) -> syn::Result<()> {
    let mut depth = 0_usize;
    while !(input.is_empty() || (depth == 0 && input.peek(Token![,]))) {
        if input.parse::<Option<Token![->]>>()?.is_some() {
            continue;
        }
        if input.peek(Token![<]) {
            depth += 1;
        } else if input.peek(Token![>]) {
            depth = depth.saturating_sub(1);
        }
        input.parse::<proc_macro2::TokenTree>()?;
    }
    Ok(())
}

/// Why a value was not taken.
enum Wrong {
    /// It is not of the form the attribute takes.
    Form,
    /// It is, but.
    Value(Error),
}

impl From<Error> for Wrong {
    fn from(_: Error) -> Self {
        Self::Form
    }
}

/// Parses `= value` into its place. A second one is parsed all the same, so that both mistakes in it are found.
fn put<T>(
    cx: &mut Context,
    place: &mut Option<Given<T>>,
    name: &Ident,
    input: ParseStream<'_>,
    parse: impl FnOnce(ParseStream<'_>) -> Result<T, Wrong>,
) -> syn::Result<()> {
    if let Some(first) = place {
        cx.add(duplicate(first.name, name));
    }
    let form = ON_ITEMS.iter().find_map(|(known, form)| (name.unraw() == known).then_some(*form)).unwrap_or_default();
    let expected = |at| Error::new(at, format!("expected {form}"));
    if input.parse::<Option<Token![=]>>()?.is_none() || input.is_empty() || input.peek(Token![,]) {
        return Err(expected(name.span()));
    }
    let at = input.span();
    let value = parse(input).map_err(|wrong| match wrong {
        Wrong::Form => expected(at),
        Wrong::Value(error) => error,
    })?;
    *place = Some(Given { name: name.span(), at, value });
    Ok(())
}

fn parsed<T: Parse>(input: ParseStream<'_>) -> Result<T, Wrong> {
    Ok(input.parse()?)
}

fn wrong(at: &impl ToTokens, message: impl std::fmt::Display) -> Wrong {
    Wrong::Value(Error::new_spanned(at, message))
}

/// A word without a value, such as `none`.
fn word(input: ParseStream<'_>, word: &str) -> bool {
    let is_it = input.fork().parse::<Ident>().is_ok_and(|ident| ident == word);
    if is_it {
        // It was seen just now.
        let _: syn::Result<Ident> = input.parse();
    }
    is_it
}

fn seed(input: ParseStream<'_>) -> Result<Seed, Wrong> {
    if word(input, "random") {
        return Ok(Seed::Random);
    }
    if word(input, "none") {
        return Ok(Seed::None);
    }
    let Lit::Int(literal) = input.parse()? else { return Err(Wrong::Form) };
    let seed = literal.base10_parse().map_err(|_| wrong(&literal, "a seed is an integer from 0 to 2^64 - 1"))?;
    Ok(Seed::Fixed(seed))
}

fn limit(input: ParseStream<'_>, number: impl FnOnce(&Lit) -> Result<u32, Wrong>) -> Result<Limit, Wrong> {
    if word(input, "none") {
        return Ok(Limit::None);
    }
    number(&input.parse()?).map(Limit::At)
}

fn at_least_one(name: &Ident, literal: &Lit) -> Result<u32, Wrong> {
    let Lit::Int(number) = literal else { return Err(Wrong::Form) };
    match number.base10_parse() {
        Ok(number @ 1..) => Ok(number),
        _ => Err(wrong(literal, format!("`{}` must be between 1 and {}, or `none`", name.unraw(), u32::MAX))),
    }
}

fn fill_factor(input: ParseStream<'_>) -> Result<u16, Wrong> {
    let literal: Lit = input.parse()?;
    let number = float(&literal)?;
    if !(number > 0.0 && number <= 16.0) {
        return Err(wrong(
            &literal,
            "`fill_factor` must be above 0.0 and at most 16.0: 0.1 to 0.98 where entries are in slots, 0.1 to 16.0 \
             entries per bucket in `Chained`",
        ));
    }
    thousandths(&literal, number).map(|thousandths| thousandths as u16)
}

fn floor(literal: &Lit) -> Result<u32, Wrong> {
    let number = float(literal)?;
    if !(number > 0.0 && number < 1.0) {
        return Err(wrong(literal, "`grow_min_fill_factor` must be between 0.001 and 0.999, or `none`"));
    }
    thousandths(literal, number)
}

fn float(literal: &Lit) -> Result<f64, Wrong> {
    let Lit::Float(literal) = literal else { return Err(Wrong::Form) };
    Ok(literal.base10_parse()?)
}

/// The number in thousandths, which must be exact: a policy that silently differs from what is written misleads.
fn thousandths(literal: &Lit, number: f64) -> Result<u32, Wrong> {
    let thousandths = (number * 1000.0).round();
    if (number * 1000.0 - thousandths).abs() > 1e-6 {
        return Err(wrong(literal, "this is kept in thousandths: at most three decimals"));
    }
    Ok(thousandths as u32)
}

fn predicates(input: ParseStream<'_>) -> Result<Vec<WherePredicate>, Wrong> {
    let text: LitStr = input.parse()?;
    let predicates = text
        .parse_with(Punctuated::<WherePredicate, Token![,]>::parse_terminated)
        .map_err(|error| wrong(&text, format!("these are no predicates of a where clause: {error}")))?;
    Ok(predicates.into_iter().collect())
}

/// A path, or one in a string, as other derives take it.
fn crate_path(input: ParseStream<'_>) -> Result<Path, Wrong> {
    if !input.peek(LitStr) {
        return Ok(Path::parse_mod_style(input)?);
    }
    let text: LitStr = input.parse()?;
    text.parse_with(Path::parse_mod_style).map_err(|error| wrong(&text, format!("this is no path: {error}")))
}
