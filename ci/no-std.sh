#!/usr/bin/env bash
# A program without std that links: were std anywhere below, it would bring a second panic handler.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --manifest-path tests/no-std/Cargo.toml --target-dir target/no-std
