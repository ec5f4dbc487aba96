#!/usr/bin/env bash
# Plates that people change and draw: attributes of their own, regions that move to another one, GeoJSON there and back.
. "$(dirname "$(realpath "$0")")/common.bash"
export CRATON_CACHE="$folder/cache"
craton make fusek -s domain.resolution=20 --no-pictures -o fusek >/dev/null || fail "a planet with plates failed"
plate_at() { craton query fusek --at "$1" --json | sed -n 's/.*"plate": {"number": \([0-9]*\).*/\1/p'; }
edges_of() { craton query fusek --at "$1" --json | sed -n 's/.*"plate": {.*"area": \([0-9.e+]*\).*/\1/p'; }

# --- attributes ---
craton query fusek --at 10,20 --plate --set owner=Rome --set 'gods=[Janus, true]' | grep -q '^attribute of the plate owner = Rome$' ||
  fail "an attribute of a plate is not told"
craton query fusek --at 10,20 --json | grep -q '"attributes": {"gods": \["Janus", true\], "owner": "Rome"}' ||
  fail "attributes of a plate are not kept"
craton query fusek --at 10,20 | grep -q '^attribute owner' && fail "the region has the attribute of its plate"
craton query fusek --at 10,20 --plate --unset gods | grep -q gods && fail "an attribute of a plate was not removed"
craton show fusek --objects plates -o owned.geojson || fail "plates cannot be exported"
grep -q '"attributes":{"owner":"Rome"}' owned.geojson || fail "GeoJSON lacks the attributes of plates"
refuses '--plate: belongs to --set' query fusek --at 10,20 --plate
refuses '--unset: the plate has no attribute "x"' query fusek --at 10,20 --plate --unset x

# --- a region goes to another plate ---
before=$(plate_at 10,20)
other=$((before % 50 + 1))
area=$(edges_of 10,20)
craton query fusek --at 10,20 --to-plate "$other" >moved || fail "--to-plate failed"
same "$(plate_at 10,20)" "$other" "the plate of a region that was moved"
[ "$(edges_of 10,20)" != "$area" ] || fail "the area of the plate is as before"
refuses '--to-plate: found 51, allowed 1 … 50' query fusek --at 10,20 --to-plate 51
refuses '--nearest' query fusek --at 10,20 --nearest plate --to-plate 3

# --- GeoJSON there and back, with arrows as a table ---
craton make fusek -s domain.resolution=20 --no-pictures -o again >/dev/null || fail "a planet with plates failed"
mkdir drawn
craton show again --objects plates -o drawn/plates.geojson || fail "plates cannot be exported"
cat >drawn/recipe.json <<'JSON'
{
  "craton": 1, "world": "planet", "domain": {"kind": "sphere", "resolution": 20, "radius": 6371000, "jitter": 1}, "seed": 7,
  "stages": [
    {"stage": "imported_plates", "id": "plates", "file": "plates.geojson"},
    {"stage": "plate_heights"},
    {"stage": "plate_collisions"}
  ]
}
JSON
craton make drawn/recipe.json --no-pictures -o back >/dev/null || fail "drawn plates cannot be made"
craton show again --objects cells -o again.csv && craton show back --objects cells -o back.csv || fail "no tables of cells"
python3 - again.csv back.csv <<'PYTHON' || fail "plates that went through GeoJSON are others"
import csv, sys
tables = [list(csv.DictReader(open(name))) for name in sys.argv[1:]]
assert len(tables[0]) == len(tables[1]) == 2400
wrong = [i for i, (a, b) in enumerate(zip(*tables)) if a["layer:plate"] != b["layer:plate"]]
assert not wrong, wrong
PYTHON
echo '{"arrows": [{"at": [20, 10], "east": 0.75}]}' >drawn/arrows.json
craton make drawn/recipe.json -s plates.arrows=arrows.json --no-pictures -o pushed >/dev/null || fail "arrows are refused"
craton query pushed --at 10,20 --json | tr -d ' \n' | grep -qE '"motion":\[-?[0-9.e-]+,-?[0-9.e-]+,-?[0-9.e-]+\]' || fail "a plate with an arrow has no motion"
echo '{"arrows": [{"at": [20, 110], "east": 0.75}]}' >drawn/arrows.json
refuses 'arrow 0 does not stand on this world' make drawn/recipe.json -s plates.arrows=arrows.json --no-pictures -o wrong
finish
