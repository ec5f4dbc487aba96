#!/usr/bin/env bash
# Flights over endless terrain: a sheet, frames in a folder, the same pictures again; bad input is one line.
. "$(dirname "$(realpath "$0")")/common.bash"

cat >hills.json <<'JSON'
{"craton": 1, "world": "terrain", "domain": {"kind": "plane", "step": 1}, "seed": 5, "stages": [
  {"stage": "noise", "id": "hills", "scale": 40, "offset": 20, "noise": {"kind": "fbm", "octaves": 5, "source": {"kind": "perlin", "frequency": 0.004}}}]}
JSON
f=(fly --recipe hills.json --from 0,0 --to 900,300 --count 3 --distance 900 --altitude 60 --size 64x36 --samples 1)
if ! craton "${f[@]}" -o sheet.png 2>err; then
  grep -q 'built without views' err && echo "ok (no views)" && exit 0
  fail "sheet: $(cat err)"
fi
succeeds "${f[@]}" --frames frames
same "$(find frames -name 'frame_*.png' | wc -l)" 3 "frames"
cmp -s frames/frame_0001.png frames/frame_0003.png && fail "all frames are alike"
# The last frame alone: what was flown over before plays no part.
succeeds fly --recipe hills.json --from 900,300 --to 1800,600 --count 1 --distance 900 --altitude 60 --size 64x36 --samples 1 --frames again
cmp -s frames/frame_0003.png again/frame_0001.png || fail "a frame depends on those before it"

# Tiles of many levels; the same frame from another way.
succeeds "${f[@]}" --levels smooth --frames levels
succeeds fly --recipe hills.json --from 900,300 --to 1800,600 --count 1 --distance 900 --altitude 60 --size 64x36 --samples 1 --levels smooth --frames levels2
cmp -s levels/frame_0003.png levels2/frame_0001.png || fail "a frame of levels depends on those before it"
succeeds "${f[@]}" --levels sudden --frames sudden
cmp -s levels/frame_0003.png sudden/frame_0003.png && fail "morphing changes nothing"

refuses '--levels' "${f[@]}" --levels some -o x.png
refuses 'say where to' "${f[@]}"
refuses '--to' fly --recipe hills.json --from 0,0 --to 0,0 -o x.png
refuses 'does not end in .png' "${f[@]}" -o x.gif
refuses '--altitude' "${f[@]}" --altitude -3 -o x.png
refuses '--count' "${f[@]}" --count 0 -o x.png
finish
