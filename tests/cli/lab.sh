#!/usr/bin/env bash
# The lab: its files, that they are the same again, and clear errors.
. "$(dirname "$(realpath "$0")")/common.bash"

succeeds lab --kinds perlin,kite --quick --seed 3 -o one
for file in report.html metrics.json pictures/perlin-variance.svg pictures/kite-slices.svg pictures/anisotropy.svg; do
  [ -s "one/$file" ] || fail "$file is missing"
done
grep -q '"anisotropy_index": 0\.' one/metrics.json || fail "metrics.json lacks the anisotropy index"
if command -v jq >/dev/null; then
  jq -e '.noises.perlin.anisotropy_index > .noises.kite.anisotropy_index' one/metrics.json >/dev/null || fail "kite noise depends more on direction"
fi
succeeds lab --kinds perlin --realisations 100 --samples 256 --size 20 --seed 3 --data -o free
grep -q '"field_realisations": 100,' free/metrics.json && grep -q '"plane_side": 256,' free/metrics.json || fail "the effort is not the one asked for"
[ -s free/data/perlin-variance.npy ] && [ -s free/data/perlin-slices.csv ] || fail "--data wrote no numbers"
if grep -qiE '<script|src=|href="http' one/report.html; then fail "the report needs more than itself"; fi

refuses 'did you mean "perlin"' lab --kinds perlim -o two
refuses "named twice" lab --kinds kite,kite -o two
refuses "made of other noises" lab --kinds fbm -o two
refuses "not together with --full" lab --quick --full -o two
refuses "allowed are 100 … 1000000, found 99" lab --realisations 99 -o two
refuses "found -1, allowed 0 … 1000000" lab --realisations -1 -o two
refuses "allowed are even numbers, found 999" lab --samples 999 --size 50 -o two
refuses "at least 10 are needed" lab --size 400 -o two
refuses "GiB of memory" lab --kinds perlin --realisations 1000000 --samples 8192 --size 800 -o two
refuses "allowed are 64 … 8192" lab --samples 62 -o two
refuses "found 100000, allowed 0 … 8192" lab --samples 100000 -o two
echo '{"kind": "fbm", "octaves": 2, "source": {"kind": "perlin"}}' >kite.json
refuses "named twice" lab --kinds kite --spec kite.json -o two
rm kite.json
refuses "four" lab --samples four -o two
[ ! -e two ] || fail "a refused lab left a folder"
finish
