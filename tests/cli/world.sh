#!/usr/bin/env bash
# Worlds on all three domains: made, described, shown, asked, compared; the same bits however they are made.
. "$(dirname "$(realpath "$0")")/common.bash"
export CRATON_CACHE="$folder/cache"

size_of() { stat -c %s "$1"; }
hashes() { craton info "$1" --json | grep -o '"name": "[a-z]*"\|"hash": "[0-9a-f]*"'; }
hash_of() { craton info "$1" --json | sed -n "s/.*\"name\": \"$2\".*\"hash\": \"\([0-9a-f]*\)\".*/\1/p"; }
# float_at FILE INDEX: the sample as craton prints floats.
float_at() { od -An -tf4 -j $((4 * $2)) -N 4 "$1" | tr -d ' '; }
near() { awk -v a="$1" -v b="$2" 'BEGIN { d = a - b; exit !(d <= 1e-5 * (1 + (a < 0 ? -a : a)) && -d <= 1e-5 * (1 + (a < 0 ? -a : a))) }' || fail "$3: $1 is not $2"; }

torus=(hello-torus -s domain.width=192 -s domain.height=128)
tile=(hello-tile -s domain.width=160 -s domain.height=96)
sphere=(hello-sphere -s domain.resolution=40)

# --- make → info → show → query → diff ---
for kind in torus tile sphere; do
  declare -n recipe=$kind
  craton make "${recipe[@]}" --no-cache -o $kind >summary || fail "make of $kind failed"
  grep -q "$kind/world.craton" summary || fail "the summary of $kind does not say where the world is"
  for file in world.craton height.png sea.png report.json; do [ -s $kind/$file ] || fail "$kind has no $file"; done
  for key in craton recipe seed domain cells memory stages layers seconds; do
    grep -q "^  \"$key\": " $kind/report.json || fail "the report of $kind lacks $key"
  done
  if command -v jq >/dev/null; then
    jq -e '(.layers | length) == 3 and all(.stages[]; .seconds >= 0 and .reused == false) and .memory.peak_bytes > 0' \
      $kind/report.json >/dev/null || fail "the report of $kind does not parse"
    for command in info query; do
      at=(); [ $command = query ] && at=(--at 10,10)
      craton $command $kind "${at[@]}" --json | jq -e '.layers | length == 3' >/dev/null || fail "$command --json of $kind does not parse"
    done
  fi
  craton info $kind | grep -q '^  height  *number  *m ' || fail "info of $kind lacks the heights"
  grep -q "\"hash\": \"$(hash_of $kind height)\"" $kind/report.json || fail "report and world of $kind have different hashes"
  # The same bits for any number of threads and any instruction set; the cache changes nothing.
  for how in "--threads 1" "--threads 2 --isa scalar" "--threads 3 --isa best --cache c" "--isa scalar --cache c"; do
    # shellcheck disable=SC2086
    succeeds make "${recipe[@]}" --no-pictures $how -o again
    same "$(hashes again)" "$(hashes $kind)" "$kind made with $how"
    craton diff $kind again >/dev/null || fail "diff finds a difference in $kind made with $how"
  done
  [ -e again/height.png ] && fail "--no-pictures left a picture of the old world"
  # Another seed is another world.
  succeeds make "${recipe[@]}" --seed word --no-pictures -o other
  craton diff $kind other >text
  same $? 1 "exit code of diff where worlds differ"
  grep -q seed text || fail "diff does not say that the seeds differ"
  craton diff $kind other --json | grep -q '"same": false' || fail "diff --json does not say that worlds differ"
done

# --- exports ---
succeeds show torus -o t.f32
same "$(size_of t.f32)" $((192 * 128 * 4)) "size of a .f32"
succeeds show torus -o t.r32
cmp -s t.f32 t.r32 || fail ".r32 is not .f32"
succeeds show torus -o t.r16
same "$(size_of t.r16)" $((192 * 128 * 2)) "size of a .r16"
succeeds show torus --data -o t.png
same "$(od -An -tu1 -j24 -N2 t.png | tr -s ' ')" " 16 0" "bits and colours of a .png of data"
succeeds show torus -o t.exr
for file in t.f32 t.r32 t.r16 t.png t.exr; do
  for key in layer unit width height row_order metres_per_sample min max sea_level seed craton recipe; do
    grep -q "^  \"$key\": " $file.json || fail "$file.json lacks $key"
  done
done
grep -q '"metres_per_sample": 500' t.exr.json || fail "metres a sample of the torus"
succeeds show torus -o picture.png
[ -e picture.png.json ] && fail "a picture needs no sidecar"
same "$(od -An -tu1 -j24 -N2 picture.png | tr -s ' ')" " 8 2" "bits and colours of a picture"
cmp -s picture.png torus/height.png || fail "show draws another picture than make"
# Styles, light and lines; the same bytes for any number of threads.
for style in relief tints contours slope curvature plain; do
  succeeds show torus --style $style --threads 1 -o one.png
  succeeds show torus --style $style --threads 2 -o two.png
  cmp -s one.png two.png || fail "$style depends on threads"
  succeeds show sphere --style $style --legend -o legend.png
  [ "$(size_of legend.png)" -gt 1000 ] || fail "$style has no legend"
done
succeeds show torus --light '300,40;200,60,0.3' --light 20,80,0.1 --exaggeration 5 --contours 250 -o lines.png
cmp -s lines.png picture.png && fail "light and contours change nothing"
succeeds show torus --light 315,45 --contours auto --exaggeration auto -o lines.png
succeeds show torus --range=-9000,9000 -o fixed.png
cmp -s fixed.png picture.png && fail "--range does not change the colours"
succeeds make "${torus[@]}" --picture-size 96 --no-cache -o small
same "$(od -An -tu1 -j16 -N8 small/height.png | tr -s ' ')" " 0 0 0 96 0 0 0 64" "sides of a smaller picture"
succeeds make "${torus[@]}" --picture-size full --no-cache -o small
cmp -s small/height.png picture.png || fail "a full picture is not that of show"
# Rivers and lakes over heights; worlds without them are drawn as ever.
succeeds show torus --waters all -o all.png
cmp -s all.png picture.png || fail "waters change a world that has none"
cat >waters.json <<'END'
{"craton": 1, "name": "waters", "world": "map", "domain": {"kind": "torus", "width": 160, "height": 120, "step": 100}, "seed": 7,
 "stages": [
  {"stage": "noise", "id": "land", "scale": 500, "noise": {"kind": "fbm", "octaves": 8, "source": {"kind": "perlin", "frequency": 0.0001}}},
  {"stage": "sea_level", "id": "sea", "share": 0.3}, {"stage": "lakes"}, {"stage": "rivers", "least_discharge": 1e6, "least_length": 1000}],
 "keep": ["height", "lake_depth", "discharge"]}
END
succeeds make waters.json -o waters
for which in none rivers lakes all; do succeeds show waters --waters $which -o $which.png; done
cmp -s all.png waters/height.png || fail "make draws other waters than show"
for which in none rivers lakes; do
  cmp -s all.png $which.png && fail "--waters $which draws all"
done
cmp -s rivers.png lakes.png && fail "rivers look like lakes"
for style in relief contours; do
  succeeds show waters --style $style --size 400x300 --threads 1 -o one.png
  succeeds show waters --style $style --size 400x300 --threads 2 -o two.png
  cmp -s one.png two.png || fail "waters over $style depend on threads"
done
succeeds show waters --layer lake_depth -o depth.png
cmp -s depth.png waters/lake_depth.png || fail "waters are drawn over another layer than the ground"
succeeds show waters --waters all -o one.png --layer slope
succeeds show waters --waters none -o two.png --layer slope
cmp -s one.png two.png || fail "waters are drawn over slopes"
# Sheets of several worlds and layers.
succeeds show torus tile sphere -o sheet.png
# A height file is drawn like the world that it came from.
succeeds show tile -o tile.exr
succeeds show tile --style slope -o from_world.png
succeeds show tile.exr --cell-size "$(sed -n 's/.*"metres_per_sample": \([0-9.]*\),*/\1/p' tile.exr.json)" --style slope -o from_file.png
cmp -s from_world.png from_file.png || fail "a slope map of a height file differs from that of its world"
succeeds show torus tile.exr -o sheet.png
refuses '--cell-size' show torus --cell-size 5 -o x.png
refuses 'data already' show tile.exr -o x.exr
succeeds show torus tile --layer height,slope,sea --legend -o sheet.png
same "$(od -An -tu1 -j24 -N2 sheet.png | tr -s ' ')" " 8 2" "bits and colours of a sheet"
succeeds show torus/world.craton --layer sea --size 50x30 -o s.r16
same "$(size_of s.r16)" $((50 * 30 * 2)) "size of a smaller raster"
grep -q '"sea"' s.r16.json || fail "the sidecar of categories does not name them"
same "$(od -An -tu2 -v s.r16 | tr -s ' ' '\n' | sort -u | tr -d '\n')" "01" "levels of categories are their numbers"
succeeds show sphere --layer height -o map.f32
same "$(size_of map.f32)" $((160 * 80 * 4)) "size of an equirectangular map"
grep -q '"projection": "equirectangular"' map.f32.json || fail "the sidecar does not name the projection"
succeeds show sphere --projection faces -o faces.f32
same "$(size_of faces.f32)" $((40 * 240 * 4)) "size of six faces"
succeeds show sphere --ramp slate --size 64x32 -o slate.png
succeeds show sphere --projection orthographic --centre=-30,60 --size 80x80 --legend -o globe.png
succeeds make fusek -s domain.resolution=12 --no-cache --no-pictures -o plates
succeeds show plates --layer height,plate --plates --projection mollweide -o plates.png
succeeds make "$(realpath "$(dirname "$(realpath "$0")")/../..")/recipes/stages/plate_heights.json" -s domain.width=64 -s domain.height=64 --no-cache --no-pictures -o drift
succeeds show drift --plates -o drift.png

# --- whole pages ---
for style in atlas parchment; do
  succeeds show torus --style $style --title 'A & "B"' --size 500x400 -o page.png
  same "$(od -An -tx1 -j16 -N8 page.png | tr -d ' ')" "000001f400000190" "size of a page"
  succeeds show sphere --style $style --projection equal-earth --size 500x400 -o page.svg
  grep -q '</svg>' page.svg || fail "a page ends early"
  if command -v xmllint >/dev/null; then xmllint --noout page.svg || fail "a page is no XML"; fi
done
refuses '--style' show torus --style atlas --layer sea -o x.png
refuses 'one world' show torus tile --style atlas -o x.png
refuses '--size' show torus --style atlas --size 10x10 -o x.png
refuses '--title' show torus --title T -o x.png
refuses 'is a page' show torus -o x.svg

# --- places: x = 3 columns, y = 2 rows ---
at=$(craton query torus --at 1500,1000 --json | sed -n 's/.*"name": "height".*"value": \([-0-9.e+]*\),.*/\1/p')
near "$at" "$(float_at t.f32 $((2 * 192 + 3)))" "query on a torus"
same "$(craton query torus --at 1500,1000)" "$(craton query torus --at 97500,-63000)" "query one period away"
craton query tile --at 100,40 | grep -q 'column 5, row 2' || fail "query on a tile finds another cell"
cell=$(craton query sphere --at=-33.9,18.4 --json | sed -n 's/.*"index": \([0-9]*\),.*/\1/p')
at=$(craton query sphere --at=-33.9,18.4 --json | sed -n 's/.*"name": "height".*"value": \([-0-9.e+]*\),.*/\1/p')
near "$at" "$(float_at faces.f32 "$cell")" "query on a sphere"

# --- what was exported comes back in, bit for bit ---
for file in t.exr t.f32; do
  raw=; [ $file = t.f32 ] && raw=', "raw_width": 192, "raw_height": 128'
  cat >import.json <<JSON
{"craton": 1, "world": "map", "domain": {"kind": "torus", "width": 192, "height": 128, "step": 500},
 "stages": [{"stage": "import_height", "file": "$file"$raw}]}
JSON
  succeeds make ./import.json -o imported
  same "$(hash_of imported height)" "$(hash_of torus height)" "heights through $file"
done

# --- a tile is a part of a larger one ---
succeeds make hello-tile -s domain.width=512 --no-pictures -o large
succeeds make hello-tile -s domain.x=2560 -s domain.y=1280 -s domain.width=256 -s domain.height=256 --no-pictures -o part
for layer in height rock sea; do
  succeeds show large --layer $layer -o large.f32
  succeeds show part --layer $layer -o part.f32
  for row in 0 1 2 77 100 128 191 254 255; do
    cmp -s -n 1024 -i $((row * 1024)):$((4 * ((row + 64) * 512 + 128))) part.f32 large.f32 || fail "row $row of $layer differs from that of the larger tile"
  done
done

# --- what did not change is reused ---
reused() { grep -o '"reused": [a-z]*' "$1/report.json" | grep -c true; }
succeeds make "${torus[@]}" --cache reuse -o r
same "$(reused r)" 0 "stages reused by the first run"
succeeds make "${torus[@]}" --cache reuse -o r
same "$(reused r)" 6 "stages reused by the same run"
succeeds make "${torus[@]}" -s sea.share=0.3 --cache reuse -o r
same "$(reused r)" 5 "stages reused after a change of the last"
succeeds make "${torus[@]}" -s raise.mode=max --cache reuse -o r
same "$(reused r)" 3 "stages reused after a change of the fourth"
succeeds make "${torus[@]}" -s raise.mode=max --no-cache -o r2
craton diff r r2 >/dev/null || fail "a world with reused stages differs from one without"

# --- layers that are kept, pictures of others that go; steps ---
succeeds make "${torus[@]}" --layers sea -o r
same "$(cd r && echo *)" "report.json sea.png world.craton" "files of a world of one layer"
succeeds make "${torus[@]}" --step -s soften.radius=1000 -o steps
same "$(ls steps/steps | head -n 5 | tr '\n' ' ')" "00001_land.png 00002_where.png 00003_ridges.png 00004_raise.png 00005_soften_00001.png " "first steps"
same "$(ls steps/steps | tail -n 1)" "00013_sea.png" "last step"
succeeds make "${torus[@]}" --step -s soften.enabled=false -o steps
same "$(find steps/steps -name '*.png' | wc -l)" 5 "pictures of another run with steps"
finish
