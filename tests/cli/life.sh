#!/usr/bin/env bash
# Biomes from the command: tables beside recipes, natural colours, and clear errors for what is missing.
. "$(dirname "$(realpath "$0")")/common.bash"
export CRATON_CACHE="$folder/cache"

noise() { # LAYER UNIT SCALE OFFSET
  echo "{\"stage\": \"noise\", \"id\": \"$1\", \"layer\": \"$1\", \"unit\": \"$2\", \"scale\": $3, \"offset\": $4, \"noise\": {\"kind\": \"fbm\", \"source\": {\"kind\": \"perlin\", \"frequency\": 0.0002}}}"
}
recipe() { # STAGES
  cat <<JSON
{"craton": 1, "name": "life", "world": "map", "domain": {"kind": "torus", "width": 96, "height": 64, "step": 100}, "seed": 7, "stages": [
  $(noise height m 900 200), $(noise temperature °C 30 10), $(noise rain cm/year 200 90)$1]}
JSON
}
no_seasons='"temperature_warmest": "", "temperature_coldest": "", "rain_summer": "", "rain_winter": ""'
table='{"axes": {"rain": [0, 400], "temperature": [-50, 50]}, "biomes": [
  {"name": "cold", "rain": [0, 400], "temperature": [-50, 10]},
  {"name": "dry", "rain": [0, 100], "temperature": [10, 50]}, {"name": "wet", "rain": [100, 400], "temperature": [10, 50]}]}'
mkdir tables && echo "$table" >tables/mine.json
recipe ", {\"stage\": \"biomes\", \"scheme\": \"table\", \"table\": \"tables/mine.json\", $no_seasons}" >mine.json
craton make ./mine.json -o w >made || fail "make with a table: $(cat made)"
grep -q 'biome .*sea .*cold .*dry .*wet' made || fail "its classes: $(cat made)"
[ -s w/natural.png ] || fail "make draws no natural colours"

# A changed table is another world, cache or not.
craton query w --at 0,0 >/dev/null || fail "query"
sed 's/\[0, 100\], "temperature": \[10, 50\]/[0, 150], "temperature": [10, 50]/; s/\[100, 400\]/[150, 400]/' tables/mine.json >tables/other.json
cp tables/other.json tables/mine.json
craton make ./mine.json -o w2 >made2 || fail "make with another table"
[ "$(grep 'biome ' made)" != "$(grep 'biome ' made2)" ] || fail "the cache did not see that the table changed"

succeeds show w --style natural -o n.png
succeeds show w --layer biome --legend -o b.png
succeeds show w --layer natural -o n2.png
craton make ./mine.json --layers height -o bare >/dev/null || fail "make --layers"
[ -e bare/natural.png ] && fail "natural colours without a climate"
refuses '"temperature" and "rain"' show bare --style natural -o no.png
refuses 'style' show w --layer rain --style natural -o no.png

echo "$table" | sed 's/"wet"/"dry"/; s/\[100, 400\]/[90, 400]/' >tables/mine.json
refuses '/biomes/2: "dry" overlaps "dry" (entry 1) at rain 90' make ./mine.json -o no
echo "$table" | sed 's/\[100, 400\]/[110, 400]/' >tables/mine.json
refuses 'no entry covers rain 100' make ./mine.json -o no
echo '{' >tables/mine.json
refuses 'tables/mine.json' make ./mine.json -o no
rm tables/mine.json
refuses 'tables/mine.json' make ./mine.json -o no
recipe ", {\"stage\": \"biomes\", \"scheme\": \"table\", \"table\": \"../secret.json\", $no_seasons}" >out.json
refuses '..' make ./out.json -o no
recipe ", {\"stage\": \"biomes\", \"scheme\": \"table\", $no_seasons}" >none.json
refuses '/stages/3/table: missing' make ./none.json -o no
recipe ", {\"stage\": \"biomes\", \"scheme\": \"koppen\", $no_seasons}" >koppen.json
refuses '/stages/3/temperature_warmest: missing' make ./koppen.json -o no
recipe ', {"stage": "biomes"}' >seasons.json
refuses 'no stage before this one writes the layer "temperature_warmest"' make ./seasons.json -o no

# Plants of one's own.
echo '{"biomes": {"taiga": {"density": 1, "species": {"cedar": 1}}, "tundra": {"density": 0.5, "species": {"moss": 1}}}}' >tables/plants.json
recipe ", {\"stage\": \"biomes\", $no_seasons}, {\"stage\": \"vegetation\", \"table\": \"tables/plants.json\"}" >plants.json
craton make ./plants.json -o p >made || fail "make with plants: $(cat made)"
grep -q 'species .*none .*cedar' made || fail "its species: $(cat made)"
echo '{"biomes": {"moon": {"density": 1, "species": {"cheese": 1}}}}' >tables/plants.json
refuses 'names no biome' make ./plants.json -o no
finish
