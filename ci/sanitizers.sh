#!/usr/bin/env bash
# AddressSanitizer and LeakSanitizer over the tests, with field orders shuffled. Needs a nightly toolchain; the compiler's own messages (ui) are
# those of the pinned one and are left out.
set -euo pipefail
cd "$(dirname "$0")/.."
if ! cargo +nightly --version >/dev/null 2>&1; then
    echo "SKIPPED: no nightly toolchain, so no AddressSanitizer"
    exit 0
fi
target=$(rustc -vV | sed -n 's/^host: //p')
export RUSTFLAGS="-Zsanitizer=address -Zrandomize-layout --cfg shuffled_fields"
export CARGO_TARGET_DIR=target/sanitizers
cargo +nightly test --target "$target" -p simplehash -p dynahash-compat -p smgr --lib --tests --no-fail-fast
# That test leaks on purpose: it forgets iterators that own a table.
cargo +nightly test --target "$target" -p simplehash-tests --lib --tests --no-fail-fast -- --skip messages --skip sh_14_forgotten_owning_iterators
