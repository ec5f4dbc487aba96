#!/usr/bin/env bash
# Places from the command: names in GeoJSON and query, tables of names beside recipes, and clear errors for what is wrong.
. "$(dirname "$(realpath "$0")")/common.bash"
export CRATON_CACHE="$folder/cache"

recipe() { # PARAMETERS OF NAMES
  cat <<JSON
{"craton": 1, "name": "places", "world": "map", "domain": {"kind": "torus", "width": 96, "height": 64, "step": 1000}, "seed": 7, "stages": [
  {"stage": "noise", "id": "land", "scale": 900, "offset": 50, "noise": {"kind": "fbm", "source": {"kind": "perlin", "frequency": 0.00003}}},
  {"stage": "lakes"}, {"stage": "rivers", "least_discharge": 10000000, "least_length": 4000},
  {"stage": "geography"}, {"stage": "landmarks", "lake": "lake"}, {"stage": "names"$1}]}
JSON
}
recipe "" >plain.json
craton make ./plain.json -o w >made || fail "make: $(cat made)"
craton show w --objects places -o places.geojson || fail "no GeoJSON of places"
python3 - <<'PY' || fail "what the GeoJSON of places holds"
import json
places = [feature["properties"] for feature in json.load(open("places.geojson"))["features"]]
assert len(places) > 10, len(places)
names = [place["name"] for place in places]
assert len(set(names)) == len(names), "two of one name"
assert all(1 <= place["rank"] <= 10 for place in places)
assert {"continent", "island"} & {place["kind"] for place in places}
assert {"regions"} <= {place["source_table"] for place in places}
PY
craton query w --at 20000,20000 >asked || fail "query"
grep -q '^in .* (' asked || fail "query does not tell the land or sea: $(cat asked)"
grep -q '^nearest named place: ' asked || fail "query does not tell the nearest place: $(cat asked)"
craton query w --at 20000,20000 --json | python3 -c 'import json, sys; assert json.load(sys.stdin)["nearest_place"]["name"]' || fail "query --json"
succeeds query w --nearest places --at 0,0

recipe ', "style": "off"' >off.json
craton make ./off.json -o none >made || fail "make without names: $(cat made)"
craton query none --at 0,0 | grep -q '^in ' && fail "a name where names are off"

# A changed table is another world, cache or not.
mkdir tables && echo '{"cultures": {"one": {"starts": ["Zu", "Xo", "Za"], "middles": ["ba", "be"], "ends": ["rok", "lim"]}}}' >tables/mine.json
recipe ', "style": "syllables", "table": "tables/mine.json"' >mine.json
craton make ./mine.json -o m >made || fail "make with a table: $(cat made)"
craton show m --objects places -o m.geojson && grep -Eq '"name":"[^"]*(Zu|Xo|Za)' m.geojson || fail "names of the table"
sed -i 's/rok/nok/' tables/mine.json
craton make ./mine.json -o m2 >made || fail "make with another table"
craton show m2 --objects places -o m2.geojson
cmp -s m.geojson m2.geojson && fail "the cache did not see that the table changed"
echo '{"words": {"Fox": ["forrest"]}}' >tables/mine.json
refuses '/words/Fox/0: found "forrest"' make ./mine.json -o no
rm tables/mine.json
refuses 'tables/mine.json' make ./mine.json -o no
finish
