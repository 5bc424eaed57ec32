#!/usr/bin/env bash
# rustfmt, clippy and rustdoc, with warnings denied. hashlab's features need compilers and headers of other languages:
# see peers.sh.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo fmt --all --check
laboratory=(--package hashlab --package hashlab-c-peers)
others=(--workspace --exclude hashlab --exclude hashlab-c-peers --all-features)
cargo clippy "${others[@]}" --all-targets -- -D warnings
cargo clippy "${laboratory[@]}" --all-targets -- -D warnings
export RUSTDOCFLAGS="-D warnings"
cargo doc "${others[@]}" --no-deps
cargo doc "${laboratory[@]}" --no-deps
