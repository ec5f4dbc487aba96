#!/usr/bin/env bash
# Rivers, lakes and coasts for other programs (.geojson), on maps and planets.
. "$(dirname "$(realpath "$0")")/common.bash"
export CRATON_CACHE="$folder/cache"

cat >map.json <<'END'
{"craton": 1, "name": "waters", "world": "map", "domain": {"kind": "torus", "width": 160, "height": 128, "step": 100}, "seed": 3,
 "stages": [
   {"stage": "noise", "id": "land", "scale": 500,
    "noise": {"kind": "fbm", "octaves": 6, "source": {"kind": "perlin", "frequency": 0.0001}}},
   {"stage": "sea_level", "id": "sea", "share": 0.3},
   {"stage": "lakes", "least_area": 50000, "least_depth": 1},
   {"stage": "rivers", "least_discharge": 500000, "least_length": 500}]}
END
sed -e 's/"map"/"planet"/; s/{"kind": "torus".*}, "seed"/{"kind": "sphere", "resolution": 48, "radius": 10000}, "seed"/' map.json >planet.json

# features FILE TABLE: how many; one stands on each line.
features() { grep -c "^{\"type\":\"Feature\",\"id\":\"$2/" "$1"; }

for kind in map planet; do
  craton make $kind.json --no-cache -o $kind >/dev/null || fail "make of a $kind"
  succeeds show $kind -o $kind.geojson
  for table in rivers lakes coast; do
    [ "$(features $kind.geojson $table)" -gt 0 ] || fail "$kind.geojson has no $table"
  done
  succeeds show $kind --objects lakes,coast -o some.geojson
  same "$(features some.geojson lakes)" "$(features $kind.geojson lakes)" "lakes alone on a $kind"
  same "$(features some.geojson rivers)" 0 "rivers that were not asked for"
  # The same bytes with any number of threads.
  succeeds show $kind --threads 1 -o one.geojson
  cmp -s one.geojson $kind.geojson || fail "$kind.geojson depends on the number of threads"
  if command -v jq >/dev/null; then
    jq -e '.type == "FeatureCollection" and all(.features[]; .type == "Feature" and (.properties | has("row")))' $kind.geojson \
      >/dev/null || fail "$kind.geojson is no collection of features"
    jq -e '[.features[] | select(.properties.table == "rivers") | .properties.length > 0 and .properties.order >= 1
            and (.geometry.type | test("LineString$"))] | all' $kind.geojson >/dev/null || fail "rivers of $kind.geojson"
    jq -e '[.features[] | select(.properties.table == "lakes" and .geometry != null)
            | (if .geometry.type == "Polygon" then [.geometry.coordinates] else .geometry.coordinates end)
            | .[][] | .[0] == .[-1] and length >= 4] | length > 0 and all' $kind.geojson >/dev/null || fail "shores of $kind.geojson"
  fi
  if command -v ogrinfo >/dev/null; then
    ogrinfo -ro -al -so $kind.geojson >ogr 2>&1 || fail "GDAL does not read $kind.geojson: $(cat ogr)"
    grep -q "Feature Count: $(grep -c '"type":"Feature"' $kind.geojson)" ogr || fail "GDAL finds other features: $(cat ogr)"
    grep -qi 'error\|warning' ogr && fail "GDAL complains of $kind.geojson: $(cat ogr)"
  fi
done
if command -v jq >/dev/null; then
  jq -e '[.features[] | .geometry.coordinates | flatten | . as $c | range(0; length; 3) | ($c[.] | fabs) <= 180 and ($c[. + 1] | fabs) <= 90]
         | length > 0 and all' planet.geojson >/dev/null || fail "places of a planet are no longitudes and latitudes"
fi
# The regions of a planet: one feature a cell, areas that add up to the sphere, neighbours of each other.
craton make fusek -s domain.resolution=8 --no-pictures -o small >/dev/null 2>&1 || fail "make of a small planet"
craton query small --at 0,0 --set owner=Rome >/dev/null || fail "query --set"
succeeds show small --objects cells -o cells.geojson
same "$(features cells.geojson cells)" 384 "regions of a planet"
same "$(features cells.geojson plates)" 0 "plates that were not asked for"
same "$(grep -c '"attributes":{"owner":"Rome"}' cells.geojson)" 1 "the region with an attribute"
if command -v jq >/dev/null; then
  jq -e '.craton.radius as $r | ([.features[].properties.area] | add) / (4 * 3.14159265358979 * $r * $r) - 1 | fabs < 1e-9' \
    cells.geojson >/dev/null || fail "areas of regions do not add up to the sphere"
  jq -e '[.features[].properties] as $all
         | [$all[] | . as $p | .neighbours | to_entries[] | $all[.value] as $q
            | ($q.neighbours | index($p.row)) as $back | $back != null and $q.borders[$back] == $p.borders[.key]] | all' \
    cells.geojson >/dev/null || fail "regions are not neighbours of each other"
  jq -e '[.features[] | (if .geometry.type == "Polygon" then [.geometry.coordinates] else .geometry.coordinates end)
          | .[][] | .[0] == .[-1] and length >= 4] | all' cells.geojson >/dev/null || fail "polygons of regions"
fi
# The same as a table.
succeeds show small --objects cells -o cells.csv
same "$(wc -l <cells.csv)" 385 "rows of the table, with the head"
same "$(head -n 1 cells.csv | tr -d '\r')" "cell,face,column,row,a,b,latitude,longitude,x,y,z,area,neighbours,borders,layer:plate,layer:height,layer:sea,layer:elevation" "the head of the table"
same "$(awk -F, 'NR > 1 && split($13, n, " ") != split($14, b, " ")' cells.csv)" "" "rows with other numbers of neighbours and borders"
same "$(awk -F, 'NR > 1 {s += $12; x += $9 * $9 + $10 * $10 + $11 * $11} END {printf "%.6f %.6f", s / (4 * atan2(0, -1) * 6371000 ^ 2), x / (NR - 1)}' cells.csv)" \
  "1.000000 1.000000" "areas and directions of the table"
refuses 'ask for --objects cells' show small -o x.csv
refuses '--projection: does nothing for objects' show small --projection robinson --objects cells -o x.csv
refuses '--centre: does nothing for objects' show small --centre 1,1 -o x.geojson
refuses 'it has no regions' show map --objects cells -o x.csv
craton make hello-tile -s domain.width=96 -s domain.height=64 --no-cache -o tile >/dev/null || fail "make of a tile"
succeeds show tile -o tile.geojson
[ "$(features tile.geojson coast)" -gt 0 ] || fail "a tile without a coast"

# --- the nearest ---
value() { sed -n "s/^ *\"$1\": \([-0-9.e]*\),\{0,1\}$/\1/p"; }
# The source of the fourth river, as it is told in words, and in metres of Craton, whose y runs south.
source=$(grep '^{"type":"Feature","id":"rivers/3"' map.geojson | sed 's/.*"source":\[\([^],]*\),\([^],]*\),.*/\1 \2/')
x=${source% *} y=$(awk -v y="${source#* }" 'BEGIN {print -y}')
craton query map --nearest river --at="$x,$y" --json >near.json || fail "query --nearest river"
awk -v d="$(value distance <near.json)" 'BEGIN {exit !(d >= 0 && d < 1)}' || fail "the river at its source: $(cat near.json)"
# A whole period further on it is the same place.
craton query map --nearest river --at="$(awk -v x="$x" 'BEGIN {print x + 16000}'),$y" --json | grep -q '"distance": 0' || fail "around the map"
if command -v jq >/dev/null; then
  jq -e '.nearest | .table == "rivers" and .attributes.length > 0 and .units.length == "m"' near.json >/dev/null || fail "$(cat near.json)"
fi
craton query map --nearest lakes --at 100,100 | grep -q '^lakes [0-9]*, .* m away at x ' || fail "query --nearest lakes"
craton query planet --nearest lake --at=-12,30 | grep -q '^lakes [0-9]*, .* m away at latitude ' || fail "the nearest lake of a planet"
refuses 'none of the objects of this world: lakes, water_balance, rivers' query map --nearest road --at 1,1
refuses 'did you mean "lakes"' query map --nearest lak --at 1,1
refuses 'has no objects' query tile --nearest river --at 1,1
refuses '--at' query map --nearest river --at 1
refuses 'out of range' query planet --nearest river --at 91,0
refuses 'at' query map --nearest river

refuses '--objects: "river" is none of the objects' show map --objects river -o x.geojson
refuses '"cells" is none of the objects' show map --objects cells -o x.geojson
refuses 'did you mean "rivers"' show map --objects lakes,river -o x.geojson
refuses '--objects' show map --objects lakes,,coast -o x.geojson
refuses '--objects' show map --objects lakes -o x.png
refuses '--objects' show tile --objects rivers -o x.geojson
refuses 'objects of one world' show map planet -o x.geojson
refuses '--output' show map --size 64x64 -o x.geojson
refuses '--output' show map --legend -o x.geojson
refuses '--layer' show map --layer heigth -o x.geojson
refuses 'nowhere' show map -o nowhere/x.geojson
refuses 'none' show none -o x.geojson
finish
