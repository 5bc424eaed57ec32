//! All that the derive writes, as text that is read in review: `snapshots/NAME.rs` is an item, `snapshots/NAME.expanded.rs`
//! what is written for it. `SNAPSHOTS=overwrite cargo test -p simplehash-derive` writes them anew.

use std::fs;
use std::path::{Path, PathBuf};

/// The items, by name.
fn items() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots");
    let files = fs::read_dir(&folder).expect("the folder of the snapshots");
    let mut items: Vec<_> = files
        .map(|file| file.expect("a file of the snapshots").path())
        .filter(|path| !path.to_string_lossy().ends_with(".expanded.rs"))
        .collect();
    items.sort();
    items
}

#[test]
fn expansions() {
    let overwrite = std::env::var_os("SNAPSHOTS").is_some_and(|value| value == "overwrite");
    let mut changed = Vec::new();
    for path in items() {
        let item = fs::read_to_string(&path).expect("an item");
        let item: syn::DeriveInput =
            syn::parse_str(&item).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let written = syn::parse2(crate::written(&item)).expect("what is written is no file of items");
        let written = prettyplease::unparse(&written);
        let expanded = path.with_extension("expanded.rs");
        if overwrite {
            fs::write(&expanded, &written).expect("a snapshot");
        } else if fs::read_to_string(&expanded).unwrap_or_default() != written {
            changed.push(format!("{}:\n{written}", expanded.display()));
        }
    }
    assert!(changed.is_empty(), "the derive writes something else than recorded:\n{}", changed.join("\n"));
}

/// Without this, an expansion whose item is gone would stay.
#[test]
fn every_expansion_has_its_item() {
    let items = items();
    assert!(items.len() >= 10, "{items:?}");
    let folder = items[0].parent().expect("a folder");
    let expansions = fs::read_dir(folder).expect("the folder of the snapshots").count() - items.len();
    assert_eq!(expansions, items.len());
}
