#!/usr/bin/env bash
# valgrind's memcheck on a short suite: uninitialised reads, which AddressSanitizer does not see.
set -euo pipefail
cd "$(dirname "$0")/.."
if ! command -v valgrind >/dev/null; then
    echo "SKIPPED: no valgrind, so no memcheck"
    exit 0
fi
export QUICKCHECK_TESTS=2
for test in golden_trace stable seeds features conformance conformance_stable conformance_slots conformance_fingerprint conformance_linear; do
    binary=$(cargo test -p simplehash-tests --test "$test" --no-run --message-format=json 2>/dev/null |
        grep -oE '"executable":"[^"]+"' | tail -n 1 | cut -d'"' -f4)
    case $test in
        # The long ones are for the sanitizers.
        golden_trace) skip=(--skip copying --skip sizes) ;;
        seeds) skip=(--skip filling --skip panics) ;;
        # rayon waits for its threads for as long as valgrind lets it.
        features) skip=(--skip rayon) ;;
        conformance*) skip=(--skip model --skip under_a --skip deleting --skip created --skip refused) ;;
        *) skip=() ;;
    esac
    echo "+ memcheck $test"
    valgrind -q --error-exitcode=99 --leak-check=full --show-leak-kinds=definite --errors-for-leak-kinds=definite "$binary" --test-threads=1 "${skip[@]}"
done
