#!/usr/bin/env bash
# Runs the circles in four processes until Ctrl-C, or up to a time that is given ("20s"); in one process with "whole"
# before it. The page's address is printed. takt has to be on the PATH.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

file=circles.json
if [[ ${1:-} == whole ]]; then
    file=whole.json
    shift
fi
exec takt run -c "$file" ${1:+--until "$1"}
