#!/usr/bin/env bash
# Miri, under Stacked Borrows and under Tree Borrows, where the component is installed.
set -euo pipefail
cd "$(dirname "$0")/.."
if ! cargo +nightly miri --version >/dev/null 2>&1; then
    echo "SKIPPED: Miri is not installed. Aliasing rules have not been checked by machine."
    exit 0
fi
export QUICKCHECK_TESTS=2
for flags in -Zmiri-strict-provenance "-Zmiri-strict-provenance -Zmiri-tree-borrows"; do
    MIRIFLAGS="$flags" cargo +nightly miri test -p simplehash-tests --test stable --test conformance --test conformance_stable --test conformance_slots --test conformance_fingerprint --test conformance_linear
done
