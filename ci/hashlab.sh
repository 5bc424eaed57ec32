#!/usr/bin/env bash
# The README's benchmark command and the sweeps, and that their results are whole.
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

sweep="cargo run --release -p hashlab -- sweep --reps 1"
for preset in relations hashes; do
    echo "+ $sweep --preset $preset"
    $sweep --preset $preset --json "$out/$preset.json" --svg "$out/$preset" >/dev/null
done
for relations in 231 431 631 831 1031 1231 1431 1631 1831 2031; do
    grep -q "\"sweep/relations/$relations\"" "$out/relations.json" || { echo "no run of $relations relations"; exit 1; }
done
[ "$(grep -c '"table": "chained/' "$out/hashes.json")" = 18 ] || { echo "not nine hashes on Chained, twice"; exit 1; }
echo "+ $sweep --keys zipf --size 4096"
$sweep --keys zipf --size 4096 --json "$out/zipf.json" --svg "$out/zipf" >/dev/null
[ "$(grep -c '"workload": "sweep/zipf"' "$out/zipf.json")" = 120 ] || { echo "not 4 layouts, 3 hashes, 10 fill factors"; exit 1; }
for chart in relations/{hit,miss,insert,bytes,chain,collisions} hashes/{hit,miss,insert} zipf/{hit,miss,insert,bytes,chain,collisions}; do
    grep -q '</svg>' "$out/$chart.svg" || { echo "no chart $chart"; exit 1; }
done
