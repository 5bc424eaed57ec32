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
for table in robin-hood/packed robin-hood/pg-murmur dense/packed chained/packed dynahash std hashbrown-foldhash hashbrown-fx indexmap; do
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
[ "$(grep -c '"workload": "sweep/zipf"' "$out/zipf.json")" = 180 ] || { echo "not 6 layouts, 3 hashes, 10 fill factors"; exit 1; }
for chart in relations/{hit,miss,insert,bytes,chain,collisions} hashes/{hit,miss,insert} zipf/{hit,miss,insert,bytes,chain,collisions}; do
    grep -q '</svg>' "$out/$chart.svg" || { echo "no chart $chart"; exit 1; }
done

latency="cargo run --release -p hashlab -- latency --reps 1 --entries 1e6"
echo "+ $latency"
$latency --json "$out/latency.json" --svg "$out/latency.svg"
for table in robin-hood/foldhash boxed/foldhash dense/foldhash chained/foldhash dynahash hashbrown-foldhash; do
    grep -q "\"$table\"" "$out/latency.json" || { echo "no latency of $table"; exit 1; }
done
compare="cargo run --release -p hashlab -- compare --reps 1 --sizes 2032"
echo "+ $compare"
$compare --json "$out/compare.json" --svg "$out/compare" >/dev/null
for keys in u64 string smgr-boxed; do
    for operation in insert hit miss batch-hit batch-miss churn iterate delete; do
        grep -q "\"$keys/$operation/2032\"" "$out/compare.json" || { echo "no comparison of $keys/$operation"; exit 1; }
    done
    grep -q '</svg>' "$out/compare/$keys-2032.svg"
done
grep -q '</svg>' "$out/latency.svg"

if command -v valgrind >/dev/null; then
    count="cargo run --release -p hashlab -- count --tables fingerprint,linear,hashbrown-foldhash"
    echo "+ $count, twice"
    $count >"$out/count" && $count | diff "$out/count" -
fi
