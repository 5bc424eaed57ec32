#!/usr/bin/env bash
# The README's benchmark command, and that its results are whole.
set -euo pipefail
cd "$(dirname "$0")/.."
out=$(mktemp -d)
trap 'rm -r "$out"' EXIT
command=$(grep -oE 'cargo run --release -p hashlab .*' README.md | head -n 1)
command=${command/smgr.svg/$out/smgr.svg}
echo "+ $command --json FILE"
$command --json "$out/smgr.json"
for table in robin-hood/packed robin-hood/pg-murmur chained/packed std hashbrown-foldhash hashbrown-fx indexmap; do
    grep -q "\"$table\"" "$out/smgr.json" || { echo "no run of $table in the JSON"; exit 1; }
done
grep -q '</svg>' "$out/smgr.svg"
