#!/usr/bin/env bash
# Each feature alone, all pairs, all together, none.
set -euo pipefail
cd "$(dirname "$0")/.."
export RUSTFLAGS="${RUSTFLAGS:-} -D warnings"
names=(derive conformance huge-pages serde rayon arbitrary quickcheck)
sets=("")
for ((i = 0; i < ${#names[@]}; i++)); do
    sets+=("${names[i]}")
    for ((j = i + 1; j < ${#names[@]}; j++)); do
        sets+=("${names[i]},${names[j]}")
    done
done
for features in "${sets[@]}"; do
    echo "+ simplehash with [$features]"
    cargo check --quiet -p simplehash --lib --no-default-features --features "$features"
done
echo "+ simplehash with everything"
cargo check --quiet -p simplehash --lib --all-features
cargo check --quiet -p simplehash --lib
cargo check --quiet -p dynahash-compat --lib
echo "+ derive-cfg with [wide]; without it runs among the other tests"
cargo test --quiet -p derive-cfg --features wide
