#!/usr/bin/env bash
# The Earth test on a small Earth of our own: half of its land is wet tropics, half is ice; the climate is the same everywhere.
. "$(dirname "$(realpath "$0")")/common.bash"
export CRATON_CACHE="$folder/cache"

# Land everywhere; the northern half of the samples class 1 (Af), the southern 29 (EF).
mkdir earth
head -c $((1080 * 540 * 2)) /dev/zero | tr '\0' '\1' >earth/height_1080x540.i16 # 257 m
{
  head -c $((720 * 180)) /dev/zero | tr '\0' '\1'
  head -c $((720 * 180)) /dev/zero | tr '\0' '\35'
} >earth/koppen_720x360.u8

constant() { # LAYER VALUE
  echo "{\"stage\": \"noise\", \"id\": \"$1\", \"layer\": \"$1\", \"unit\": \"\", \"scale\": 0, \"offset\": $2, \"noise\": {\"kind\": \"perlin\", \"frequency\": 1e-6}}"
}
climate() { # WARMEST COLDEST RAIN
  cat <<JSON
{"craton": 1, "world": "planet", "domain": {"kind": "sphere", "resolution": 16}, "stages": [
  $(constant height 5),
  $(constant temperature "$(awk -v a="$1" -v b="$2" 'BEGIN {print (a + b) / 2}')"),
  $(constant temperature_warmest "$1"), $(constant temperature_coldest "$2"), $(constant rain "$3"),
  $(constant rain_summer "$(awk -v r="$3" 'BEGIN {print r / 2}')"), $(constant rain_winter "$(awk -v r="$3" 'BEGIN {print r / 2}')")
]}
JSON
}
climate 27 25 300 >tropics.json
climate 27 10 300 >warm.json

value() { sed -n "s/^ *\"$1\": \([-0-9.e]*\),\{0,1\}$/\1/p"; }
near() { awk -v a="$1" -v b="$2" 'BEGIN {exit !(a - b < 0.01 && b - a < 0.01)}' || fail "$3: $1 is not $2"; }

craton earth-test earth --recipe ./tropics.json --resolution 32 --json >tropics.out || fail "earth-test"
near "$(value five <tropics.out)" 0.5 "half of the land is tropics"
near "$(value thirty <tropics.out)" 0.5 "all of it Af"
near "$(value five_by_latitude <tropics.out)" 1 "latitude tells all"
near "$(value land <tropics.out)" 1 "all is land"
craton earth-test earth --recipe ./tropics.json --resolution 32 -s temperature.offset=-30 -s temperature_warmest.offset=-20 \
  -s temperature_coldest.offset=-40 --json >ice.out || fail "earth-test -s"
near "$(value thirty <ice.out)" 0.5 "the other half is ice"
craton earth-test earth --recipe ./warm.json --resolution 32 --json >warm.out || fail "earth-test"
near "$(value five <warm.out)" 0 "nothing of it is C"

craton earth-test earth --recipe ./tropics.json --resolution 32 -o out >table.out || fail "earth-test -o"
grep -q '^five main classes *50.0 *100.0' table.out || fail "the table: $(cat table.out)"
grep -q 'real EF *made Af *50.0' table.out || fail "the mistakes: $(cat table.out)"
for file in koppen truth difference; do [ -s "out/$file.png" ] || fail "no $file.png"; done
succeeds info out
same "$(craton earth-test earth --recipe ./tropics.json --resolution 32 --threads 1)" "$(cat table.out)" "one thread"

refuses 'height_1080x540.i16' earth-test nowhere
refuses 'docs/climate.md' earth-test nowhere
refuses 'folder' earth-test
refuses '--resolution' earth-test earth --resolution 7
refuses '--resolution' earth-test earth --resolution many
refuses 'no recipe is called "nothing"' earth-test earth --recipe nothing
refuses '-s' earth-test earth --recipe ./tropics.json -s rain.scales=3
echo '{"craton": 1, "world": "planet", "stages": [{"stage": "noise", "noise": {"kind": "perlin", "frequency": 1e-6}}]}' >bare.json
refuses 'no stage makes a climate' earth-test earth --recipe ./bare.json
mkdir lone short bad high
cp earth/height_1080x540.i16 lone
refuses 'koppen_720x360.u8' earth-test lone
cp earth/koppen_720x360.u8 short && head -c 1000 earth/height_1080x540.i16 >short/height_1080x540.i16
refuses 'holds 1000 bytes, but must hold 1166400' earth-test short
cp earth/height_1080x540.i16 bad && tr '\35' '\37' <earth/koppen_720x360.u8 >bad/koppen_720x360.u8
refuses 'is 31, but classes are 0 to 30' earth-test bad
cp earth/koppen_720x360.u8 high && tr '\1' '\177' <earth/height_1080x540.i16 >high/height_1080x540.i16
refuses 'no height on Earth' earth-test high
finish
