#!/usr/bin/env bash
# Proves that one word moves all tables of a crate to another layout: for each layout, a copy of the crate in which only
# that word of src/layout.rs differs passes all its tests, or, where the layout lacks a capability that the crate uses,
# fails to compile with a message that names the capability and the layouts that have it. The other crates are used
# where they are.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
file=src/layout.rs
work=$root/target/swap-layout
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$work/target}

fail() {
    echo "swap-layout: $*" >&2
    exit 1
}

# The workspace's manifest, with the copy as its only member and the other crates where they are.
manifest() {
    local crate=$1
    sed -e "s|^members = .*|members = [\"$crate\"]|" -e "s|path = \"|path = \"$root/|" "$root/Cargo.toml"
}

# The copy may differ from the crate in one line of one file; in none if it is the crate's own layout.
check_change() {
    local crate=$1 copy=$2 layout=$3 expected=1
    if grep -qF "pub type Chosen = $layout;" "$root/$crate/$file"; then expected=0; fi
    grep -qF "pub type Chosen = $layout;" "$copy/$file" || fail "$file does not name $layout"
    local elsewhere changed
    elsewhere=$(diff -rq --exclude "${file##*/}" "$root/$crate" "$copy") || fail "more than $file differs: $elsewhere"
    changed=$(diff "$root/$crate/$file" "$copy/$file" | grep -c '^>' || true)
    [ "$changed" -eq "$expected" ] || fail "$changed lines of $file differ, not $expected"
}

# Runs the tests of a copy of the crate with that layout; `log` is what they say, and the status theirs.
swapped() {
    local crate=$1 layout=$2
    local workspace=$work/${crate##*/}-${layout//[^A-Za-z]/-}
    rm -rf "$workspace"
    mkdir -p "$workspace/${crate%/*}"
    cp -R "$root/$crate" "$workspace/$crate"
    cp "$root/Cargo.lock" "$workspace/"
    manifest "$crate" >"$workspace/Cargo.toml"
    sed "s|^pub type Chosen = .*;|pub type Chosen = $layout;|" "$root/$crate/$file" >"$workspace/$crate/$file"
    check_change "$crate" "$workspace/$crate" "$layout"
    log=$workspace/test.log
    cargo test --quiet --manifest-path "$workspace/Cargo.toml" >"$log" 2>&1
}

passes() {
    if ! swapped "$1" "$2"; then
        cat "$log" >&2
        fail "$1 on $2: the tests fail"
    fi
    echo "$1 on $2: $(awk '/^test result: ok/ { passed += $4 } END { print passed }' "$log") tests pass"
}

lacks() {
    local crate=$1 layout=$2 words
    shift 2
    if swapped "$crate" "$layout"; then fail "$crate on $layout compiles"; fi
    for words in "$@"; do
        if ! grep -qF "$words" "$log"; then
            cat "$log" >&2
            fail "$crate on $layout: no message says: $words"
        fi
    done
    echo "$crate on $layout: does not compile, and the message says why"
}

for layout in simplehash::RobinHood 'simplehash::Boxed<simplehash::RobinHood>' simplehash::Dense simplehash::Fingerprint dynahash_compat::Chained; do
    passes users/smgr "$layout"
done
for layout in simplehash::Dense dynahash_compat::Chained; do
    passes tests/downstream/sessions "$layout"
done
lacks tests/downstream/sessions 'simplehash::Boxed<simplehash::RobinHood>' \
    'has no handles: its entries have no numbers that stay' 'needs a layout with `Handles`' \
    'choose `Dense` or `dynahash_compat::Chained`'
