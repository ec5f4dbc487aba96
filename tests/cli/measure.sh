#!/usr/bin/env bash
# Measures of worlds and of height files: the same figures for the same heights, and clear errors.
. "$(dirname "$(realpath "$0")")/common.bash"
export CRATON_CACHE="$folder/cache"

value() { sed -n "s/^ *\"$1\": \([-0-9.e]*\),\{0,1\}$/\1/p"; }

craton make hello-tile -s domain.width=160 -s domain.height=128 -o w >/dev/null || fail "make"
craton show w -o h.r32 >/dev/null && craton show w -o h.exr >/dev/null || fail "show"
craton measure w --sea-level none --json >w.json || fail "measure of a world"
step=$(sed -n 's/.*"metres_per_sample": \([0-9.]*\),*/\1/p' h.r32.json)
craton measure h.r32 --raw-size 160x128 --cell-size "$step" --json >r32.json || fail "measure of .r32"
craton measure h.exr --cell-size "$step" --json >exr.json || fail "measure of .exr"
for key in land_share mean_slope erosion_score hypsometric_integral pit_share spectral_slope; do
  from_world=$(value "$key" <w.json)
  [ -n "$from_world" ] || fail "no $key: $(cat w.json)"
  same "$(value "$key" <r32.json)" "$from_world" "$key of .r32"
  same "$(value "$key" <exr.json)" "$from_world" "$key of .exr"
  grep -q "^$key " <(craton measure w) || fail "$key is not in the table"
done
# Rivers are the same by any way in; what there is none of is null everywhere.
for key in hack_exponent concavity bifurcation_ratio length_ratio area_ratio drainage_density endorheic_share coast_dimension lake_exponent river_count longest_river; do
  line=$(grep "^  \"$key\": " w.json) || fail "no $key: $(cat w.json)"
  same "$(grep "^  \"$key\": " r32.json)" "$line" "$key of .r32"
  same "$(grep "^  \"$key\": " exr.json)" "$line" "$key of .exr"
  grep -q "^$key " <(craton measure w) || fail "$key is not in the table"
done
for key in hack_exponent drainage_density endorheic_share; do
  [ -n "$(value "$key" <w.json)" ] || fail "no value of $key: $(cat w.json)"
done
grep -q '"coast_dimension": null' w.json || fail "a coast without sea"
craton measure w --sea-level none | grep -q 'no coast_dimension: there is no sea' || fail "it is not told why there is no coast"
[ -n "$(craton measure w --json | value coast_dimension)" ] || fail "the world's own coast has no dimension"

same "$(value land_share <w.json)" 1 "without sea all is land"
below=$(craton measure w --json | value land_share)
awk -v s="$below" 'BEGIN {exit !(s > 0 && s < 1)}' || fail "the world's own sea: land_share $below"

# Levels: twice the range is twice the slope; a smaller cell is a steeper one.
craton show w --data -o h.png >/dev/null || fail "show --data"
once=$(craton measure h.png --levels 0,100 --cell-size 10 --json | value mean_slope)
twice=$(craton measure h.png --levels 0,200 --cell-size 10 --json | value mean_slope)
awk -v a="$once" -v b="$twice" 'BEGIN {exit !(b / a > 1.9999 && b / a < 2.0001)}' || fail "mean_slope $once, $twice"
craton measure h.png | grep -q -- '--cell-size' || fail "the assumed cell size is not told"
same "$(craton measure w h.png --cell-size 10 --levels 0,100 --json | grep -c '"path"')" 2 "a world and a height file"

refuses 'inputs' measure
refuses 'none.craton' measure none.craton
refuses 'none.png' measure none.png
refuses '--cell-size' measure w --cell-size 3
refuses '--cell-size' measure h.png --cell-size 0
refuses '--cell-size' measure h.png --cell-size x
refuses '--cell-size: found -3' measure h.png --cell-size=-3
refuses '--cell-size' measure h.png --cell-size 1e300
refuses '--sea-level' measure h.png --sea-level nan
: >empty.png && : >empty.f32 && head -c 60 h.png >cut.png && mkdir folder.png
for file in empty.png empty.f32 cut.png folder.png; do refuses "$file" measure "$file"; done
printf '\0\0\300\177' >nan.f32
refuses 'holds no number' measure nan.f32
printf '\0\0\240\100' >one.f32
craton measure one.f32 --json | grep -q '"mean_slope": null' || fail "a single cell has no slope"
refuses '--levels' measure h.png --levels 5,5
refuses '--levels' measure h.exr --levels 0,5
refuses '--raw-size' measure h.r32 --raw-size 160x128x1
refuses 'h.r32' measure h.r32 --raw-size 160x129
refuses '--sea-level' measure w --sea-level deep
refuses '--layer' measure h.png --layer height
refuses 'did you mean "height"' measure w --layer heigth
refuses '--layer' measure w --layer sea

# A window of an endless world is measured as the file of its heights is.
window=(--recipe hello-tile --at 300,-200 --size 96x64 --step 5)
succeeds terrain "${window[@]}" -o window.f32
craton measure window.f32 --raw-size 96x64 --cell-size 5 --sea-level 0 --json | grep -v '"path"' >of_file
craton measure "${window[@]}" --json | grep -v '"path"' >of_window
cmp -s of_file of_window || fail "a window is measured otherwise than its file: $(diff of_file of_window)"
craton measure --recipe caves --size 64 --json | grep -q '"mean_slope": 0' || fail "voxels are not measured"
refuses '--recipe: say of which' measure --at 3,4
refuses 'inputs are named too' measure window.f32 --recipe terrain
refuses 'measure: which inputs?' measure
refuses '--step' measure --recipe terrain --step 0
finish
