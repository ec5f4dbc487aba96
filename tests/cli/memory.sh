#!/usr/bin/env bash
# What commands plan to hold is what they hold, to a quarter (bench/memory has the table); and --memory is a limit on all of it.
. "$(dirname "$(realpath "$0")")/common.bash"
root=$(realpath "$(dirname "$(realpath "${BASH_SOURCE[0]}")")/../..")
export CRATON_CACHE="$folder/cache"
# On two processors, wherever this runs: each thread holds something.
two=()
taskset -c 0,1 true 2>/dev/null && two=(taskset -c 0,1)

"${two[@]}" "$root/bench/memory" --check $([ -n "${CRATON_FULL:-}" ] || echo --quick) "$CRATON" >../table 2>../stderr || fail "$(cat ../stderr)"
[ "$(grep -c '^| ' ../table)" -gt 8 ] || fail "no table: $(cat ../table)"

small=(-s domain.width=512 -s domain.height=256 -s domain.step=8000)
for limit in 1 8M 40M; do refuses "allowed" make map "${small[@]}" --no-pictures --memory $limit -o w; done
refuses "--memory" make map "${small[@]}" --memory nan -o w
"${two[@]}" "$CRATON" make map "${small[@]}" --no-pictures --no-cache --memory 200M -o w >/dev/null 2>../stderr || fail "$(cat ../stderr)"
peak=$(grep -o '"peak_bytes": [0-9]*' w/report.json | grep -o '[0-9]*$')
[ "$peak" -le $((200 * 1024 * 1024)) ] || fail "--memory 200M: held $peak bytes"
finish
