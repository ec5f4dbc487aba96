#!/usr/bin/env bash
# Planets: all that `craton planet` writes, kinds, heights of one's own, regions, globes, and what it refuses.
. "$(dirname "$(realpath "$0")")/common.bash"
export CRATON_CACHE="$folder/cache"
quick=(-s crust.level_points=16384)

# --- everything in one folder ---
craton planet --resolution 32 --seed 3 "${quick[@]}" -o planet >summary || fail "craton planet failed"
grep -q "planet/world.craton" summary || fail "the summary does not say where the world is"
for file in world.craton natural.png atlas.png globe.png objects.geojson report.json; do
  [ -s planet/$file ] || fail "there is no $file"
done
for name in height16.png height.exr colour.png normal.png biome.png temperature16.png rain16.png plate.png ocean.png clouds.png; do
  for file in equirectangular/$name cube/${name%%.*}_0_front.${name#*.} cube/${name%%.*}_5_bottom.${name#*.}; do
    [ -s planet/textures/$file ] || fail "there is no texture $file"
    [ -s planet/textures/$file.json ] || fail "the texture $file has no sidecar"
  done
done
same "$(ls planet/textures/cube/*.png planet/textures/cube/*.exr | wc -l)" 60 "files of cube textures"
for table in rivers coast regions places; do
  grep -q "\"table\": \"$table\"\|\"table\":\"$table\"" planet/objects.geojson || fail "objects.geojson lacks $table"
done
craton query planet --at 10,20 >answer || fail "query failed"
for word in '^  biome ' '^  plate ' '^neighbours '; do grep -q "$word" answer || fail "query does not tell $word"; done
craton query planet --at 10,20 --json | grep -q '"neighbours": \[' || fail "query --json lacks neighbours"
# What is not asked for any more goes away, and what is not ours stays.
touch planet/textures/cube/mine.png
craton planet --resolution 32 --seed 3 "${quick[@]}" --style natural --textures equirectangular -o planet >/dev/null || fail "the second planet failed"
[ -e planet/globe.png ] || [ -e planet/textures/cube/colour_0_front.png ] && fail "pictures of the planet before are still there"
[ -e planet/textures/cube/mine.png ] || fail "a file that is not ours was removed"

# --- a region of it ---
craton planet --zoom 10,20 --span 900km --samples 96 --of planet -o region >/dev/null || fail "zooming failed"
for file in world.craton natural.png atlas.png height16.png height.r32 biome.png objects.geojson recipe.json region/height.exr; do
  [ -s region/$file ] || fail "the region has no $file"
done
same "$(stat -c %s region/height.r32)" $((96 * 96 * 4)) "bytes of the region's heights"
hash_of() { craton info "$1" --json | sed -n "s/.*\"name\": \"$2\".*\"hash\": \"\([0-9a-f]*\)\".*/\1/p"; }
craton make region/recipe.json --no-pictures --no-cache -o again >/dev/null || fail "the region's recipe cannot be made"
same "$(hash_of again height)" "$(hash_of region height)" "height of the region made again"

# --- kinds, sizes, heights of one's own ---
craton planet --preset ocean --resolution 16 --radius 3000km "${quick[@]}" --style "" --textures "" -o ocean >/dev/null || fail "a preset failed"
grep -q '"radius": 3000000' ocean/report.json || fail "the radius is not that which was asked for"
craton show planet -o mine.exr --size 128x64 || fail "no heights to import"
craton planet --from mine.exr --resolution 24 --style "" --textures equirectangular -o mine >/dev/null || fail "--from failed"
[ -s mine/textures/equirectangular/colour.png ] && [ ! -e mine/textures/equirectangular/plate.png ] || fail "--from gives other textures"

# The cells themselves come back bit for bit, and through 16 bits to the nearest level.
craton show planet --projection faces -o cells.exr || fail "no cells to import"
craton show planet --projection faces --data -o cells.png || fail "no levels to import"
levels=$(python3 -c 'import json; told = json.load(open("cells.png.json")); print("%r,%r" % (told["min"], told["max"]))')
craton planet --from cells.exr --resolution 32 --style "" --textures "" -o back >/dev/null || fail "--from cells failed"
craton planet --from cells.png --levels="$levels" --resolution 32 --style "" --textures "" -o levels >/dev/null || fail "--from levels failed"
for world in back levels; do craton show $world --projection faces -o $world.f32; done
craton show planet --projection faces -o cells.f32
python3 - cells.f32 back.f32 levels.f32 "$levels" <<'PYTHON' || fail "heights that went out and came back are others"
import array, sys
cells, back, levels = (array.array("f", open(name, "rb").read()) for name in sys.argv[1:4])
low, high = map(float, sys.argv[4].split(","))
assert len(cells) == 6 * 32 * 32 and back == cells
worst = max(abs(a - b) for a, b in zip(cells, levels))
assert worst <= 0.51 * (high - low) / 65535, worst
PYTHON

# --- the generator as one file: recipe, seed, size, kind and settings ---
craton recipe print ocean -o ocean.json || fail "the recipe of a planet cannot be printed"
craton planet --recipe ocean.json --style "" --textures "" --no-cache -o ocean_again >/dev/null || fail "that recipe cannot be made"
for layer in height rain biome river; do
  same "$(hash_of ocean_again $layer)" "$(hash_of ocean $layer)" "$layer of the planet made from its own recipe"
done

# --- attributes of one's own ---
before=$(hash_of ocean height)
craton query ocean --at 10,20 --set owner=Rome --set grain=12.5 | grep -q '^attribute owner = Rome$' || fail "an attribute is not told"
craton query ocean --at 10,20 --json | grep -q '"attributes": {"grain": 12.5, "owner": "Rome"}' || fail "attributes are not kept"
craton query ocean --at 60,20 | grep -q '^attribute' && fail "another region has the attribute"
craton query ocean --at 10,20 --unset grain | grep -q 'grain' && fail "an attribute was not removed"
same "$(hash_of ocean height)" "$before" "height after attributes were written"
craton query ocean --at 10,20 --set walls=true --set 'gods=[Janus, 2, false]' --set 'code="007"' --json >typed || fail "attributes of other types"
grep -q '"attributes": {"code": "007", "gods": \["Janus", 2, false\], "owner": "Rome", "walls": true}' typed || fail "attributes lose their types: $(grep attributes typed)"
refuses '--set: found "owner"; write NAME=VALUE' query ocean --at 10,20 --set owner
refuses '--unset: the region has no attribute "grain"' query ocean --at 10,20 --unset grain

# --- globes ---
craton globe planet --size 96x96 -o globe.png && [ -s globe.png ] || fail "globe failed"
craton globe planet --style desk --size 96x96 -o desk.png && [ -s desk.png ] || fail "the desk globe failed"
craton globe planet --style regions --layer plate --sites --faces --cube --no-warp --size 96x96 -o regions.png || fail "regions failed"
craton globe planet --turn 3 --size 48x48 --no-clouds -o turning || fail "turning failed"
[ -s turning/frame_0003.png ] && [ -s turning/turning.png ] || fail "frames of the turning globe are missing"

# Every planet has a globe and pictures, with or without a climate; a moon has no air.
for recipe in fusek cratered fault-planet; do
  craton planet --recipe $recipe -s domain.resolution=16 --textures equirectangular -o bare >told || fail "planet --recipe $recipe"
  for file in natural.png atlas.png globe.png textures/equirectangular/colour.png; do
    [ -s bare/$file ] || fail "planet --recipe $recipe leaves out $file: $(cat told)"
  done
  craton globe bare --size 64x64 -o bare.png && [ -s bare.png ] || fail "globe of $recipe"
  craton globe bare --size 64x64 --no-air -o bare_ball.png || fail "globe of $recipe without air"
  if [ $recipe = cratered ]; then
    cmp -s bare.png bare_ball.png || fail "the moon has air"
  else
    cmp -s bare.png bare_ball.png && fail "--no-air does nothing to $recipe"
  fi
done

# --- a planet from its own textures, as one picture and as six faces ---
heights_of() { craton show "$1" --projection faces -o "$1.f32" >/dev/null && od -An -v -tf4 -w4 "$1.f32"; }
# (Textures as fine as cells: finer ones have bends of their own.)
craton planet --recipe fusek -s domain.resolution=96 --style "" --texture-size 120 -o source >/dev/null || fail "a planet with textures"
for file in equirectangular/height.exr cube/height_0_front.exr; do
  craton planet --from source/textures/$file --resolution 96 -s domain.jitter=1 --style "" --textures "" -o back >/dev/null || fail "planet --from $file"
  off=$(paste <(heights_of source) <(heights_of back) | awk '{d = $1 - $2; s += d * d; t += $1 * $1} END {printf "%.4f", sqrt(s / t)}')
  awk -v off="$off" 'BEGIN {exit !(off > 0 && off < 0.03)}' || fail "heights from $file differ by $off of their own size"
done
craton recipe print back -o back/again.json && craton planet --recipe back/again.json --style "" --textures "" --no-cache -o twice >/dev/null ||
  fail "a planet of six faces cannot be made again"
same "$(hash_of twice height)" "$(hash_of back height)" "heights of the planet of six faces, made again"
refuses '--levels: is for files of levels' planet --from source/textures/cube/height_0_front.exr --levels 0,1 -o bad
rm source/textures/cube/height_3_left.exr
refuses 'height_3_left.exr' planet --from source/textures/cube/height_0_front.exr -o bad

# --- plates: the one of a place, and vectors as vectors ---
craton planet --recipe fusek --style "" --textures "" -o plates >/dev/null || fail "planet --recipe fusek"
for at in 0,0 35,120 -60,-75 12,-170 80,10; do
  layer=$(craton query plates --at=$at --json | sed -n 's/.*"name": "plate".*"value": \([0-9]*\).*/\1/p')
  craton query plates --at=$at --json | grep -q "\"plate\": {\"number\": $layer, .*\"kind\": " || fail "query --at=$at does not tell the plate $layer"
  craton query plates --at=$at | grep -q "^plate $layer; centre " || fail "query --at=$at does not name the plate $layer"
done
craton query plates --at 0,0 --nearest plate --json | tr -d ' \n' |
  grep -qE '"motion":\[-?0?\.[0-9e-]+,-?0?\.[0-9e-]+,-?0?\.[0-9e-]+\]' || fail "the motion of a plate is no vector: $(craton query plates --at 0,0 --nearest plate)"
craton query planet --at 0,0 --nearest plate --json | grep -q '"units": .*"motion": "mm/year"' || fail "a motion has another unit"
craton query planet --at 0,0 --nearest plate --json | tr -d ' \n' | grep -qE '"pole":\[-?0?\.?[0-9e-]+,-?0?\.?[0-9e.-]+,-?0?\.?[0-9e.-]+\]' ||
  fail "a pole is no direction: $(craton query planet --at 0,0 --nearest plate --json)"

# --- planets as triangles ---
for kind in cube uv ico; do
  craton show planet --mesh $kind --mesh-parts 8 -o ball.obj | grep -q '^ball.obj: [0-9]* triangles$' || fail "show --mesh $kind -o ball.obj"
  same "$(grep -c '^f ' ball.obj)" "$(craton show planet --mesh $kind --mesh-parts 8 -o ball.glb | grep -o '[0-9]* triangles' | cut -d' ' -f1)" "triangles of $kind"
  same "$(head -c 4 ball.glb)" glTF "the beginning of ball.glb"
done
same "$(grep -c '^f ' ball.obj)" 1280 "triangles of an icosahedron of 8 parts"
craton show bare -o bare.ply | grep -q '^bare.ply: 196608 triangles$' || fail "a planet without a climate as triangles"
refuses '--mesh: found "icos", allowed cube | uv | ico' show planet --mesh icos -o bad.glb
refuses '--mesh-parts: found 0' show planet --mesh-parts 0 -o bad.glb
refuses '--mesh: is for planets as .glb' show planet --mesh uv -o bad.png
refuses '--output' show planet --legend -o bad.glb
refuses '--projection: does nothing for a mesh' show planet --projection robinson -o bad.glb
refuses '--centre: does nothing for a mesh' show planet --centre 10,10 -o bad.obj
refuses '--cell-size: is for height files' show planet --cell-size 30 -o bad.glb

# --- how even cells are: the figures of Zucker & Higashi's warp (theta), of none (a small theta) and of the plain tangent warp ---
for warp in 0.01:0.3[78] 0.7853981633974483:0.0[89] 0.8687:0.0[34]; do
  craton make hello-sphere -s domain.resolution=64 -s domain.theta=${warp%:*} --no-pictures -o warp >/dev/null || fail "make with theta ${warp%:*}"
  craton measure warp --cells | grep -q "^ *cell_area_error  *${warp#*:}" || fail "area error of theta ${warp%:*}: $(craton measure warp --cells)"
done
craton measure plates --cells --json | grep -q '"neighbours": 5\.999[0-9]*, "links_without_border": 0\.[0-9]*, "borders_without_link": 0\.0' ||
  fail "neighbours and links: $(craton measure plates --cells --json)"
refuses '--cells: is for planets' measure square.exr --cells
refuses '--sea-level: does nothing with --cells' measure plates --cells --sea-level 0

# --- faces and plates on globes of regions ---
craton globe plates --style regions --layer face --size 96x96 -o faces.png || fail "a colour for each face"
craton globe plates --style regions --layer plate --size 96x96 -o without.png || fail "plates as regions"
craton globe plates --style regions --layer plate --plates --size 96x96 -o with.png || fail "edges and motions of plates"
cmp -s without.png with.png && fail "--plates does nothing"
refuses '--plates: the planet has no layer' globe twice --style regions --plates -o bad.png

# --- what a region knows of itself ---
craton query plates --at 35,120 --json | tr -d '\n' >told
for word in '"face": [0-5], "column": [0-9]*, "row": [0-9]*, "a": 0\.[0-9]*, "b": 0\.[0-9]*, "offset": \[0\.[0-9]*, 0\.[0-9]*\], "xyz": \[' \
  '"area": [0-9]' '"borders": \[{"neighbour": [0-9]*, "length": [0-9]'; do
  grep -q "$word" told || fail "query --json does not tell $word: $(cat told)"
done

# --- options that would do nothing ---
for option in "--sites" "--plates" "--faces" "--cube" "--no-warp" "--layer plate" "--no-borders"; do
  refuses "${option%% *}: does nothing with --style space; it is for regions" globe planet $option -o bad.png
done
for option in "--distance 2" "--sun 80,0" "--no-clouds" "--no-air" "--no-glint" "--palette rust"; do
  refuses "${option%% *}: does nothing with --style regions; it is for space" globe planet --style regions $option -o bad.png
done
[ ! -e bad.png ] || fail "a refused globe was drawn"
craton show planet --projection faces -o face.f32 >/dev/null || fail "faces as floats"
craton show planet -o square.exr --size 64x64 >/dev/null || fail "a square of heights"
refuses 'twice as wide as high' planet --from square.exr --resolution 16 --style "" --textures "" -o bad

refuses 'planet: where to?' planet --resolution 16
refuses '--resolution: found 5000, allowed 0 … 4096' planet --resolution 5000 -o bad
refuses '--preset: no kind of planet is called "ocaen" (did you mean "ocean"?)' planet --preset ocaen -o bad
refuses '--recipe: makes a world on a torus' planet --recipe map -o bad
refuses '--zoom' planet --zoom 10 --of planet -o bad
refuses '--of: belongs to --zoom' planet --of planet -o bad
refuses '--levels: belongs to --from' planet --levels 0,1 -o bad
refuses '--span: belongs to --zoom' planet --span 200km -o bad
refuses '--samples: belongs to --zoom' planet --samples 256 -o bad
for option in '--style relief' '--textures cube' '--texture-size 64' '--title T' '--palette rust' '--no-clouds'; do
  # shellcheck disable=SC2086
  refuses "${option%% *}: does nothing with --zoom" planet --zoom 10,10 --of planet $option -o bad
done
refuses '--texture-size: does nothing without --textures' planet --textures '' --texture-size 64 -o bad
refuses '--title: does nothing without --style atlas' planet --style natural --title T -o bad
refuses '--no-clouds: does nothing without --style globe' planet --style natural,atlas --no-clouds -o bad
refuses '--palette: does nothing without --style natural or globe' planet --style atlas --textures '' --palette rust -o bad
refuses '--picture-size: does nothing with --no-pictures' make fusek --no-pictures --picture-size 64 -o bad
[ ! -e bad ] || fail "a refused planet left a folder"
refuses '--style: found "atals"' planet --style atals -o bad
refuses '--palette: found "green", allowed earth, rust' planet --palette green -o bad
refuses '--textures: found "ball"' planet --textures ball -o bad
refuses 'globe: where to?' globe planet
refuses '--style: found "spcae"' globe planet --style spcae -o bad.png
finish
