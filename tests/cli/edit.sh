#!/usr/bin/env bash
# Endless worlds in files, changed by hand: edits show, last, and can be taken back; things stand on the land; bad input is one line.
. "$(dirname "$(realpath "$0")")/common.bash"

cat >hills.json <<'JSON'
{"craton": 1, "world": "terrain", "domain": {"kind": "plane", "step": 2}, "seed": 5, "stages": [
  {"stage": "noise", "id": "hills", "scale": 40, "offset": 60, "noise": {"kind": "fbm", "octaves": 5, "source": {"kind": "perlin", "frequency": 0.01}}},
  {"stage": "noise", "id": "t", "layer": "temperature", "unit": "°C", "scale": 6, "offset": 12, "noise": {"kind": "perlin", "frequency": 0.001}},
  {"stage": "noise", "id": "r", "layer": "rain", "unit": "cm", "scale": 30, "offset": 130, "noise": {"kind": "perlin", "frequency": 0.001}},
  {"stage": "biomes", "scheme": "whittaker", "temperature_warmest": "", "temperature_coldest": "", "rain_summer": "", "rain_winter": ""}]}
JSON
hash() { craton terrain "$@" --at -100,-100 --size 100 --hash; }

succeeds edit w.craton new --recipe hills.json --seed 9
bare=$(hash --recipe hills.json --seed 9)
same "$(hash w.craton)" "$bare" "a world without edits"
craton edit w.craton raise --at 10,20 --radius 30 --by 12 >first || fail "raise"
grep -q '^edit 1: raise by 12 m at 10,20, radius 30 m$' first || fail "raise says: $(cat first)"
raised=$(hash w.craton)
[ "$raised" != "$bare" ] || fail "raise does nothing"
succeeds edit w.craton flatten --at -20,5 --radius 25 --to 50
succeeds edit w.craton smooth --at 0,0 --radius 40
succeeds edit w.craton paint --at 30,30 --radius 20 --biome tundra
craton terrain w.craton --size 64 -o stamp.r16 >/dev/null || fail "stamp.r16"
craton terrain w.craton --size 64 -o stamp.exr || fail "stamp.exr"
succeeds edit w.craton stamp --at 40,-40 --radius 30 --by 0.3 --file stamp.exr
all=$(hash w.craton)
for _ in 1 2 3 4; do craton edit w.craton undo >/dev/null || fail "undo"; done
same "$(hash w.craton)" "$raised" "four undone"
for _ in 1 2 3 4; do craton edit w.craton redo >/dev/null || fail "redo"; done
same "$(hash w.craton)" "$all" "four redone"
same "$(craton edit w.craton list | wc -l)" 5 "lines of list"
same "$(hash w.craton --threads 1)" "$all" "threads"
craton edit w.craton list --json | grep -q '"undone": false' || fail "list --json"
same "$(find . -name 'w.craton*' | wc -l)" 1 "files of the world"
craton info w.craton | grep -q 'edits' || fail "info of an endless world"

# Things: the same ones from two windows as from one.
succeeds terrain --recipe hills.json --at 0,0 --size 64 --scatter all.geojson
succeeds terrain --recipe hills.json --at 0,0 --size 32x64 --scatter west.json
craton terrain --recipe hills.json --at 64,0 --size 32x64 --things -o east.png --scatter east.json >/dev/null || fail "east"
same "$(grep -c '"Feature"' all.geojson)" "$(($(grep -c '"kind"' west.json) + $(grep -c '"kind"' east.json)))" "things of both halves"
refuses "stand in pictures and scenes" terrain --recipe hills.json --size 8 --things -o t.obj
[ "$(grep -c '"kind"' west.json)" -gt 100 ] || fail "few things"

# A table of kinds of one's own.
printf '{"kinds": [{"name": "post", "spacing": 8, "ground": {"height": 1}, "steepest": 9}]}' >posts.json
succeeds terrain --recipe hills.json --at 0,0 --size 64 --scatter posts.geojson --kinds posts.json
grep -q '"post"' posts.geojson || fail "no posts"
grep -q '"grass"' posts.geojson && fail "grass between the posts"
printf '{"kinds": [{"name": "post", "spacing": 0}]}' >bad.json
refuses 'bad.json: /kinds/0/spacing' terrain --recipe hills.json --size 8 --scatter x.json --kinds bad.json
refuses 'none.json' terrain --recipe hills.json --size 8 --scatter x.json --kinds none.json
refuses '--kinds: is for things' terrain --recipe hills.json --size 8 --hash --kinds posts.json

refuses 'there is a file already' edit w.craton new
refuses 'there is no such world' edit none.craton raise --at 0,0
refuses 'found "rise" (did you mean "raise"?)' edit w.craton rise --at 0,0
refuses '--at' edit w.craton raise
refuses '--radius: found -3' edit w.craton raise --at 0,0 --radius -3
refuses '--to: is for flatten alone' edit w.craton raise --at 0,0 --to 3
refuses '--biome: is what paint needs' edit w.craton paint --at 0,0
refuses 'no biome is called "jungle"' edit w.craton paint --at 0,0 --biome jungle
refuses 'a world file has a seed of its own' terrain w.craton --seed 3 --hash
refuses 'not a SQLite file' terrain hills.json --hash
refuses 'is an endless world' show w.craton -o x.png
refuses 'ends in neither .json' terrain --recipe hills.json --scatter x.txt
craton edit w.craton undo >/dev/null
for _ in 1 2 3 4; do craton edit w.craton undo >/dev/null; done
refuses 'there is nothing to undo' edit w.craton undo
same "$(hash w.craton)" "$bare" "all undone"
finish
