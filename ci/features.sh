#!/usr/bin/env bash
# Each feature alone, all together, none.
set -euo pipefail
cd "$(dirname "$0")/.."
export RUSTFLAGS="${RUSTFLAGS:-} -D warnings"
all="derive conformance serde rayon arbitrary quickcheck"
for features in "" $all "${all// /,}"; do
    echo "+ simplehash with [$features]"
    cargo check --quiet -p simplehash --lib --no-default-features --features "$features"
done
cargo check --quiet -p simplehash --lib
cargo check --quiet -p dynahash-compat --lib
echo "+ derive-cfg with [wide]; without it runs among the other tests"
cargo test --quiet -p derive-cfg --features wide
