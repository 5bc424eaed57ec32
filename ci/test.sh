#!/usr/bin/env bash
# The README's test command.
set -euo pipefail
cd "$(dirname "$0")/.."
command=$(grep -oE 'cargo test .*' README.md | head -n 1)
echo "+ $command"
$command
