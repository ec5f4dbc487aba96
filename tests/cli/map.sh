#!/usr/bin/env bash
# Maps of worlds: all that `craton map` writes, its sizes and borders, what it refuses, and maps that are extended.
. "$(dirname "$(realpath "$0")")/common.bash"
export CRATON_CACHE="$folder/cache"
quick=(-s crust.level_points=16384)

hash_of() { craton info "$1" --json | sed -n "s/.*\"name\": \"$2\".*\"hash\": \"\([0-9a-f]*\)\".*/\1/p"; }

# --- everything in one folder ---
craton map --size 192x96 --seed 3 "${quick[@]}" -o map >summary || fail "craton map failed"
grep -q "map/world.craton" summary || fail "the summary does not say where the world is"
for file in world.craton natural.png atlas.png height16.png height.r16 height.exr height.r32 biome.png biome.json objects.geojson report.json; do
  [ -s map/$file ] || fail "there is no $file"
done
for file in height16.png height.r16 height.exr height.r32; do [ -s map/$file.json ] || fail "$file has no sidecar"; done
same "$(stat -c %s map/height.r32)" $((192 * 96 * 4)) "bytes of height.r32"
same "$(stat -c %s map/height.r16)" $((192 * 96 * 2)) "bytes of height.r16"
grep -q '"taiga": "#' map/biome.json || fail "biome.json lacks the colour of taiga"
for table in rivers lakes waterfalls springs coast regions landmarks places; do
  grep -q "\"table\": \"$table\"\|\"table\":\"$table\"" map/objects.geojson || fail "objects.geojson lacks $table"
done
if command -v jq >/dev/null; then
  jq -e '.domain.width == 192' map/report.json >/dev/null || fail "the report does not parse"
  jq -e '.features | length > 50' map/objects.geojson >/dev/null || fail "objects.geojson does not parse"
fi
craton query map --at 1000000,900000 | grep -q '^  biome ' || fail "query does not tell the biome"
craton query map --at 1000000,900000 --json | grep -q '"temperature_warmest"' || fail "query --json lacks a layer"
# What is not asked for any more goes away.
craton map --size 192x96 --seed 3 "${quick[@]}" --style relief --heights exr -o map >/dev/null || fail "the second map failed"
[ -e map/natural.png ] || [ -e map/height.r16 ] && fail "pictures and heights of the map before are still there"
[ -s map/relief.png ] && [ -s map/height.exr ] || fail "what was asked for is not there"
# The same world as `make` makes of the recipe with that size.
craton make map -s domain.width=192 -s domain.height=96 -s domain.step=42666.666666666664 --seed 3 "${quick[@]}" --no-pictures --no-cache \
  -o made >/dev/null || fail "craton make map failed"
same "$(hash_of map height)" "$(hash_of made height)" "height of map and make"

# --- what it must be like ---
craton map --size 64x32 "${quick[@]}" --require land_share=0.99 --require attempts=2 --style "" --heights "" -o never >/dev/null 2>rejected
same $? 2 "exit code where no seed fits"
grep -q 'attempt 2 of 2' rejected || fail "it does not tell why seeds were rejected"

# --- borders ---
for repeat in x y none; do
  craton map --size 96x48 --repeat $repeat "${quick[@]}" --style "" --heights "" -o $repeat >/dev/null || fail "--repeat $repeat failed"
  grep -q "\"wrap\": \"$repeat\"" $repeat/report.json || fail "the map does not end as --repeat $repeat says"
done

# --- a map that can be extended ---
craton map --recipe country --size 64x48 -s gullies.enabled=false --style "" --heights r32 -o country >/dev/null || fail "a country failed"
craton map --extend country --by east=32,north=16 --style "" --heights r32 -o larger >/dev/null || fail "extending failed"
same "$(stat -c %s larger/height.r32)" $((96 * 64 * 4)) "bytes of the larger map"
# Row 16 of the larger one begins with the first row of the old one.
cmp -s <(head -c 256 country/height.r32) <(tail -c +$((16 * 96 * 4 + 1)) larger/height.r32 | head -c 256) || fail "the land changed where it was"

refuses 'map: where to?' map --size 64x32
refuses '--size' map --size 64x32x16 -o bad
refuses '--size' map --size 64x99999 -o bad
refuses '--repeat: found "z", allowed recipe | both | x | y | none' map --repeat z -o bad
refuses '--style: found "natrual"' map --style natrual -o bad
refuses '--heights: found "tif"' map --heights tif -o bad
refuses '--extend: found "torus"' map --extend map --by east=10 -o bad
refuses '--extend: by how much?' map --extend country -o bad
refuses '--by: found "up=3"' map --extend country --by up=3 -o bad
refuses '--repeat: a window onto an endless plane' map --recipe country --repeat x -o bad
refuses '--size: found "sphere"' map --recipe earthlike --size 64x32 -o bad
finish
