#!/usr/bin/env bash
# Windows of endless terrain as files: they agree with `craton make` and with each other, far out too; bad input is one line.
. "$(dirname "$(realpath "$0")")/common.bash"

cat >hills.json <<'END'
{"craton": 1, "world": "terrain", "domain": {"kind": "plane", "step": 2}, "seed": 5, "stages": [
  {"stage": "noise", "id": "hills", "scale": 90, "noise": {"kind": "fbm", "octaves": 5, "source": {"kind": "perlin", "frequency": 0.01}}},
  {"stage": "perturb", "distance": 9}, {"stage": "biomes", "scheme": "whittaker", "temperature": "height", "rain": "height",
   "temperature_warmest": "", "temperature_coldest": "", "rain_summer": "", "rain_winter": ""}]}
END
t=(terrain --recipe hills.json --size 60x40)

# The same as the recipe makes there; --at is rounded down to whole steps.
craton "${t[@]}" --at -301,77 -o a.f32 || fail "a.f32"
craton "${t[@]}" --at -302,76 -o b.f32 || fail "b.f32"
cmp -s a.f32 b.f32 || fail "--at is not rounded down to steps"
craton make hills.json -s domain.x=-302 -s domain.y=76 -s domain.width=60 -s domain.height=40 --no-cache --no-pictures -o w >/dev/null
craton show w --layer height -o c.f32 || fail "c.f32"
cmp -s a.f32 c.f32 || fail "terrain differs from make"
same "$(wc -c <a.f32)" 9600 "size of a.f32"

# Windows overlap bit for bit, 2^40 m away as well: the right half of one is the left half of the other.
for x in 0 1099511627776 -1099511627776; do
  craton terrain --recipe hills.json --size 64x1 --at "$x,6" -o l.f32
  craton terrain --recipe hills.json --size 32x1 --at "$((x + 64)),6" -o r.f32
  same "$(tail -c 128 l.f32 | od -An -tx1)" "$(od -An -tx1 r.f32)" "overlap at $x"
done

# Threads, instruction sets, seeds, steps, settings.
same "$(craton "${t[@]}" --hash --threads 1)" "$(craton "${t[@]}" --hash --threads 2)" "threads"
same "$(craton "${t[@]}" --hash --isa scalar)" "$(craton "${t[@]}" --hash)" "instruction sets"
[ "$(craton "${t[@]}" --hash --seed 6)" != "$(craton "${t[@]}" --hash)" ] || fail "--seed does nothing"
same "$(craton "${t[@]}" --hash --step 4)" "$(craton "${t[@]}" --hash -s domain.step=4)" "--step"

# Formats.
succeeds "${t[@]}" -o t.png
succeeds "${t[@]}" --layer biome -o biome.png
succeeds "${t[@]}" --style contours -o lines.PNG
succeeds "${t[@]}" -o t.exr
craton "${t[@]}" -o t.r16 | grep -q '^levels 0 … 65535 are ' || fail "no levels told"
same "$(wc -c <t.r16)" 4800 "size of t.r16"

refuses 'nothing to do' "${t[@]}"
refuses 'ends in none of .png' "${t[@]}" -o t.gltf
refuses 'does not hold numbers' "${t[@]}" --layer biome -o b2.f32
refuses 'there is no layer "heigth"' "${t[@]}" --layer heigth -o t2.png
refuses 'styles, ramps and lights are for .png' "${t[@]}" --style relief -o t2.exr
refuses '--at' "${t[@]}" --at 5 --hash
refuses '--at' "${t[@]}" --at 1e300,0 --hash
refuses 'beyond the end of the world' "${t[@]}" --at 8e15,0 --hash
refuses '--size' "${t[@]}" --size 9x9x9 --hash
refuses '--step' "${t[@]}" --step 0 --hash
# Files that fit: one range for all, a sidecar beside each, and tiles that share their borders, level for level.
h=(terrain --recipe hello-tile --step 20)
succeeds "${h[@]}" --size 65 --at 0,0 --range=-500,2500 -o west.r16
succeeds "${h[@]}" --size 65 --at 1280,0 --range=-500,2500 -o east.r16
column() { od -An -v -tu2 -w130 "$1" | awk -v c="$2" '{print $c}'; }
same "$(column west.r16 65)" "$(column east.r16 1)" "the column that two windows share"
grep -q '"max": 2500' west.r16.json && grep -q '"levels": 65535' west.r16.json || fail "the sidecar: $(cat west.r16.json)"
grep -A2 '"origin"' east.r16.json | tr -d ' \n' | grep -q '\[1280.0,0.0' || fail "the sidecar does not tell where: $(cat east.r16.json)"
succeeds "${h[@]}" --size 65 --range=-500,2500 --data -o west.png
same "$(od -An -tu1 -j24 -N2 west.png | tr -d ' ')" "160" "bits and colours of west.png"
craton "${h[@]}" --tiles 2x2 --size 64 --range=-500,2500 -o tile.r16 | grep -q '2 × 2 tiles of 65 × 65 samples' || fail "tiles"
cmp -s tile_x0_y0.r16 west.r16 || fail "the first tile is not that window"
cmp -s tile_x1_y0.r16 east.r16 || fail "the second tile is not that window"
same "$(tail -c 130 tile_x0_y0.r16 | od -An -tx1)" "$(head -c 130 tile_x0_y1.r16 | od -An -tx1)" "the row that two tiles share"
succeeds "${h[@]}" --tiles 2x1 --size 64 -o tile.f32
same "$(ls tile_x*.f32 tile_x*.f32.json | wc -l)" 4 "tiles and their sidecars"
refuses 'give --range' "${h[@]}" --tiles 2x2 -o x.r16
refuses '--tiles: are files of numbers' "${h[@]}" --tiles 2x2 -o x.glb
succeeds "${h[@]}" --size 48x32 --joined -o joined.png
same "$(od -An -tx1 -j16 -N8 joined.png | tr -d ' \n')" "0000003000000020" "the size of a joined picture"
succeeds "${h[@]}" --size 48x32 -o alone.png
cmp -s joined.png alone.png && fail "--joined changes nothing"
refuses '--joined: is for pictures' "${h[@]}" --joined -o x.exr
refuses '--joined: is for pictures' "${h[@]}" --joined --hash -o x.png
refuses '--joined: is for styles' "${h[@]}" --joined --style slope -o x.png
refuses '--range: is for data in 16 bits' "${h[@]}" --range 0,1 -o x.exr
refuses '--range: "5,1" is no range' "${h[@]}" --range 5,1 -o x.r16
refuses '--data: is for .png' "${h[@]}" --data -o x.r16
refuses 'allowed up to 65536 files' "${h[@]}" --tiles 300x300 -o x.f32

# Rivers: their lines as a file.
craton terrain --recipe river-land --seed 3 --size 128 --step 16 --at 8000,18000 --rivers r.geojson -o rivers.png >told || fail "rivers"
grep -q 'pieces of rivers' told || fail "terrain does not tell of its rivers"
grep -q '"kind": "river", "order": 0' r.geojson || fail "no trunk among the rivers"
refuses 'does not end in .geojson' terrain --recipe river-land --rivers r.txt
refuses 'has no stage "endless_land" or "endless_rivers"' "${t[@]}" --rivers r2.geojson

# Where nobody says where: around a place worth seeing, which is told and can be asked for; the same middle from farther away.
craton terrain --seed 3 --size 96 -o sight.png >told || fail "no place worth seeing"
grep -qxE 'sight.png: --at=-?[0-9]+,-?[0-9]+ --step 8' told || fail "the place is not told: $(cat told)"
read -ra where < <(sed 's/^sight.png: //' told)
succeeds terrain --seed 3 --size 96 "${where[@]}" -o again.png
cmp -s sight.png again.png || fail "the place that is told is another one"
craton terrain --seed 3 --size 192 --step 64 --rivers land.geojson -o wide.png >told || fail "rivers of the land"
grep -q '"kind": "river"' land.geojson || fail "no rivers around a place worth seeing"
python3 -c 'import json; json.load(open("land.geojson"))' || fail "land.geojson is no JSON"
craton terrain --seed 3 --step 2048 --size 256 --rivers far.geojson >told || fail "rivers alone"
grep -q '"kind": "coast", "closed": true' far.geojson || fail "no island in 500 km"

# Other commands know the same windows and layers.
for command in measure show view; do
  craton "$command" --help | grep -q -- '--recipe RECIPE' || fail "$command does not know endless worlds"
done
succeeds show --recipe land --seed 3 "${where[@]}" --size 96 -o shown.png
cmp -s sight.png shown.png || fail "show draws another picture than terrain"
succeeds show --recipe land --seed 3 --size 64 --layer height,biome,wetness,wear -o sheet.png
succeeds show --recipe land --seed 3 --size 64 --layer wetness -o wet.exr
craton measure --recipe land --seed 3 --size 128 --json | grep -q '"mean_slope"' || fail "measure of a place worth seeing"
craton query --recipe land --seed 3 --at 0,0 --json | grep -q '"river_distance"' || fail "query does not tell of rivers"
refuses 'a world is named too' show w --recipe land -o x.png
refuses 'which worlds' show -o x.png
refuses 'pages show finished worlds' show --recipe land --style atlas -o x.png
refuses 'only a plane is endless' terrain --recipe hello-torus --hash
finish
