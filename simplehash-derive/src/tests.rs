//! What the derive says and writes, without a compiler around it. Messages at their places are tested with the
//! compiler, in the UI tests of the workspace.

use quote::ToTokens;
use syn::parse_quote;

use crate::expand::derive;

/// The mistakes in an item.
#[track_caller]
fn mistakes(input: &syn::DeriveInput) -> Vec<String> {
    let errors = derive(input).expect_err("no mistake was found");
    errors.into_iter().map(|error| error.to_string()).collect()
}

/// The items written for an item, inside of the constant around them.
#[track_caller]
fn written(input: &syn::DeriveInput) -> Vec<syn::Item> {
    let tokens = derive(input).expect("a mistake was found");
    let item: syn::ItemConst = syn::parse2(tokens).expect("not one constant");
    let syn::Expr::Block(block) = *item.expr else { panic!("not a block") };
    block
        .block
        .stmts
        .into_iter()
        .map(|stmt| match stmt {
            syn::Stmt::Item(item) => item,
            other => panic!("not an item: {}", other.to_token_stream()),
        })
        .collect()
}

/// The traits that are implemented, by their last names.
fn traits(items: &[syn::Item]) -> Vec<String> {
    items
        .iter()
        .filter_map(|item| match item {
            syn::Item::Impl(item) => item.trait_.as_ref(),
            _ => None,
        })
        .map(|(path, _)| path.segments.last().expect("a path has a last segment").ident.to_string())
        .collect()
}

#[test]
fn one_typo_is_one_mistake() {
    // The comma between the brackets does not start another attribute.
    let found = mistakes(&parse_quote! {
        #[simplehash(layuot = AutoBetween<A, fn(B) -> C, 64>, fill_factor = 0.5)]
        struct Key;
    });
    assert_eq!(found.len(), 1);
    assert!(found[0].contains("`layuot`") && found[0].contains("`grow_min_fill_factor`"), "{}", found[0]);
}

#[test]
fn mistakes_of_all_attributes_are_found() {
    let found = mistakes(&parse_quote! {
        #[simplehash(hash = f, hasher = H, = 3, layout = , seed = 1 2)]
        #[simplehash = "x"]
        #[simplehash(bound = "T", hooks Close, policy_for)]
        struct Key {
            #[simplehash(key, key)]
            a: u32,
            #[simplehash()]
            #[simplehash(other)]
            b: u32,
        }
    });
    let expected = [
        "expected a name",
        "expected `layout = Type`",
        "expected `,`",
        "expected `#[simplehash(layout = Type, ..)]`",
        "no predicates",
        "expected `hooks = Type`",
        "expected `policy_for = Type`",
        "`key` is given twice",
        "unknown attribute `other`",
        "`hash` and `hasher` exclude each other",
    ];
    assert_eq!(found.len(), expected.len(), "{found:#?}");
    for (found, expected) in found.iter().zip(expected) {
        assert!(found.contains(expected), "{expected}: {found}");
    }
}

#[test]
fn numbers_are_exact() {
    for wrong in ["0.0", "-0.5", "16.001", "1e400", "0.9255", "0.0004"] {
        let wrong: syn::Lit = syn::parse_str(wrong).expect("a literal");
        let found = mistakes(&parse_quote!(
            #[simplehash(fill_factor = #wrong)]
            struct Key;
        ));
        assert_eq!(found.len(), 1, "{}", wrong.to_token_stream());
    }
    for (right, thousandths) in [("0.001", "1u16"), ("0.925", "925u16"), ("16.0", "16000u16"), ("9.5e-1", "950u16")] {
        let right: syn::Lit = syn::parse_str(right).expect("a literal");
        let tokens = derive(&parse_quote!(
            #[simplehash(fill_factor = #right)]
            struct Key;
        ))
        .expect("in range");
        assert!(tokens.to_string().contains(thousandths), "{tokens}");
    }
}

#[test]
fn each_kind_of_item_gets_its_traits() {
    let key: syn::DeriveInput = parse_quote!(
        struct Key(u32);
    );
    assert_eq!(traits(&written(&key)), ["SimpleHash", "Policy"]);

    let packed: syn::DeriveInput = parse_quote!(
        #[simplehash(hasher = a::Packed)]
        struct Key(u32);
    );
    assert_eq!(traits(&written(&packed)), ["Pack", "SimpleHash", "Policy"]);

    let other: syn::DeriveInput = parse_quote!(
        #[simplehash(hasher = Packed<u8>)]
        struct Key(u32);
    );
    assert_eq!(traits(&written(&other)), ["SimpleHash", "Policy"]);

    let policy: syn::DeriveInput = parse_quote!(
        #[simplehash(policy_for = u32, hasher = Packed)]
        struct Name;
    );
    assert_eq!(traits(&written(&policy)), ["Policy"]);

    let bare: syn::DeriveInput = parse_quote! {
        #[simplehash(crate = a::b, bound = "T: Copy")]
        struct Entry<T>(#[simplehash(key)] u32, T);
    };
    assert_eq!(traits(&written(&bare)), ["Entry"]);

    let entry: syn::DeriveInput = parse_quote! {
        #[simplehash(hasher = Packed)]
        struct Entry<T>(#[simplehash(key)] u32, T);
    };
    assert_eq!(traits(&written(&entry)), ["Entry", "SimpleHash", "Policy"]);

    let function: syn::DeriveInput = parse_quote!(
        #[simplehash(hash = f)]
        struct Key(u32);
    );
    assert_eq!(traits(&written(&function)), ["Default", "HashFn", "SimpleHash", "Policy"]);
}

#[test]
fn the_hash_of_an_entry_has_only_the_parameters_of_its_key() {
    let items = written(&parse_quote! {
        #[simplehash(hash = f)]
        struct Entry<'a, 'b: 'a, K: From<V>, V, const N: usize>
        where
            V: Clone,
            K: Copy,
        {
            #[simplehash(key)]
            key: Cow<'a, [K; N]>,
            value: &'b V,
        }
    });
    let of_hash = items.iter().find_map(|item| match item {
        syn::Item::Impl(item) if traits(&[syn::Item::Impl(item.clone())]) == ["HashFn"] => Some(&item.generics),
        _ => None,
    });
    let generics = of_hash.expect("it is written");
    let expected: syn::Generics = parse_quote!(<'a, K: , const N: usize>);
    assert_eq!(generics.params.to_token_stream().to_string(), expected.params.to_token_stream().to_string());
    let clause: Option<syn::WhereClause> = Some(parse_quote!(where K: Copy));
    assert_eq!(generics.where_clause.to_token_stream().to_string(), clause.to_token_stream().to_string());
}

#[test]
fn all_paths_go_through_the_crate() {
    let tokens = derive(&parse_quote! {
        #[simplehash(crate = renamed, hash = f, seed = random, fill_factor = 0.5, grow_max_dib = none)]
        struct Key(u32);
    });
    let text = tokens.expect("no mistake").to_string();
    assert!(!text.contains(":: simplehash") && !text.contains(":: std"), "{text}");
    assert_eq!(text.matches("core ::").count(), text.matches("renamed :: __private :: core ::").count(), "{text}");
}
