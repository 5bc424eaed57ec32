#!/usr/bin/env bash
# The tables of C and C++ that hashlab compares with: style, tests, and one comparison. Not among the steps of every change,
# since Debian's package of PostgreSQL's headers brings half a gigabyte along.
set -euo pipefail
cd "$(dirname "$0")/.."
if command -v apt-get >/dev/null && ! dpkg -s postgresql-server-dev-15 libabsl-dev >/dev/null 2>&1; then
    apt-get update -qq && apt-get install -qq -y --no-install-recommends g++ postgresql-server-dev-15 libabsl-dev
fi
peers=(--features pg-peer,cpp-peer)
for crate in hashlab-c-peers hashlab; do
    cargo clippy --package "$crate" "${peers[@]}" --all-targets -- -D warnings
done
cargo test --package hashlab-c-peers "${peers[@]}"
cargo test --package hashlab "${peers[@]}" --lib tables
out=$(mktemp -d)
trap 'rm -r "$out"' EXIT
command="cargo run --release -p hashlab ${peers[*]} -- compare --reps 1 --keys u64,smgr-boxed --sizes 2032"
echo "+ $command"
$command --json "$out/compare.json"
for table in pg-simplehash absl; do
    [ "$(grep -c "\"table\": \"$table\"" "$out/compare.json")" = 16 ] || { echo "not two kinds of keys and eight operations of $table"; exit 1; }
done
