#!/usr/bin/env bash
# Proves that one word moves the table of open relations to another layout: for each layout, a copy of users/smgr
# in which only that word of src/layout.rs differs passes all its tests. The other crates are used where they are.
set -euo pipefail

layouts=('simplehash::RobinHood' 'simplehash::Boxed<simplehash::RobinHood>' 'dynahash_compat::Chained')

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
crate=users/smgr
file=src/layout.rs
work=$root/target/swap-layout
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$work/target}

fail() {
    echo "swap-layout: $*" >&2
    exit 1
}

# The workspace's manifest, with the copy as its only member and the other crates where they are.
manifest() {
    sed -e "s|^members = .*|members = [\"$crate\"]|" -e "s|path = \"|path = \"$root/|" "$root/Cargo.toml"
}

# The copy may differ from the crate in one line of one file; in none if it is the crate's own layout.
check_change() {
    local copy=$1 layout=$2 expected=1
    if grep -qF "pub type Chosen = $layout;" "$root/$crate/$file"; then expected=0; fi
    grep -qF "pub type Chosen = $layout;" "$copy/$file" || fail "$file does not name $layout"
    local elsewhere changed
    elsewhere=$(diff -rq --exclude "${file##*/}" "$root/$crate" "$copy") || fail "more than $file differs: $elsewhere"
    changed=$(diff "$root/$crate/$file" "$copy/$file" | grep -c '^>' || true)
    [ "$changed" -eq "$expected" ] || fail "$changed lines of $file differ, not $expected"
}

for layout in "${layouts[@]}"; do
    name=${layout//[^A-Za-z]/-}
    workspace=$work/$name
    rm -rf "$workspace"
    mkdir -p "$workspace/${crate%/*}"
    cp -R "$root/$crate" "$workspace/$crate"
    cp "$root/Cargo.lock" "$workspace/"
    manifest >"$workspace/Cargo.toml"

    sed "s|^pub type Chosen = .*;|pub type Chosen = $layout;|" "$root/$crate/$file" >"$workspace/$crate/$file"
    check_change "$workspace/$crate" "$layout"

    log=$workspace/test.log
    if ! cargo test --quiet --manifest-path "$workspace/Cargo.toml" >"$log" 2>&1; then
        cat "$log" >&2
        fail "$layout: the tests fail"
    fi
    passed=$(awk '/^test result: ok/ { passed += $4 } END { print passed }' "$log")
    echo "$layout: $passed tests pass"
done
