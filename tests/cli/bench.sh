#!/usr/bin/env bash
# The benchmark's table and file; figures are not judged here.
. "$(dirname "$(realpath "$0")")/common.bash"

succeeds bench noise/perlin/2d/f0.01/1t --json rows.json
same "$(head -n 1 rows.json)" "[" "begin of the array"
same "$(tail -n 1 rows.json)" "]" "end of the array"
for key in name ns_per_item items_per_s yardstick ratio; do
  grep -q "\"$key\": " rows.json || fail "rows lack $key"
done
grep -q '"name": "noise/perlin/2d/f0.01/1t"' rows.json || fail "the row has another name"
if command -v jq >/dev/null; then
  jq -e 'length >= 1 and all(.[]; .ns_per_item > 0 and .items_per_s > 0 and .ratio > 0)' rows.json >/dev/null || fail "rows do not parse"
fi
# A row without a yardstick is a row of the file too.
succeeds bench voxels/chunk/culled/biomes+plants/1t --json alone.json
grep -q '"name": "voxels/chunk/culled/biomes+plants/1t".*"yardstick": null, "ratio": null' alone.json || fail "a row without a yardstick is missing"
# Every row of the quick ones exists: one for each kind of thing that is measured.
same "$(craton bench --quick --list | wc -l)" 26 "the number of quick rows"
for kind in noise stage water crust life air terrain voxels mesh map planet; do
  craton bench --quick --list "$kind/" > /dev/null || fail "no quick row for $kind"
done
same "$(craton bench --list --threads 3 'perlin/2d*f0.5' | head -n 1)" noise/perlin/2d/f0.5/3t "a row with three threads"
finish
