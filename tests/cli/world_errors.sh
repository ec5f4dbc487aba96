#!/usr/bin/env bash
# Bad recipes, options and world files: one clear line, exit code 2, nothing written.
. "$(dirname "$(realpath "$0")")/common.bash"
export CRATON_CACHE="$folder/cache"

m=(make hello-torus -s domain.width=64 -s domain.height=64)
refuses 'recipe' make
refuses '-o DIR' "${m[@]}"
refuses 'did you mean "hello-torus"' make hello-torsu -o w
refuses 'none.json' make ./none.json -o w
refuses 'ridges' "${m[@]}" -s rigdes.scale=1 -o w
refuses 'scale' "${m[@]}" -s land.scal=1 -o w
refuses 'land.scale' "${m[@]}" -s land.scale=much -o w
refuses 'knobs.mountains' "${m[@]}" -s ridges.scale=1 -o w
refuses '-s' "${m[@]}" -s nonsense -o w
refuses 'domain.width' "${m[@]}" -s domain.width=0 -o w
refuses 'sea.share' "${m[@]}" -s sea.share=2 -o w
refuses 'height' "${m[@]}" -s land.enabled=false -o w
for seed in -1 1e3 18446744073709551616; do refuses '--seed' "${m[@]}" --seed="$seed" -o w; done
refuses 'did you mean "height"' "${m[@]}" --layers heigth -o w
refuses '--layers' "${m[@]}" --layers height,,sea -o w
refuses '--memory' "${m[@]}" --memory 1K -o w
for size in x -1 1Q '' nan; do refuses '--memory' "${m[@]}" --memory="${size:-0}" -o w; done
refuses '--cache-limit' "${m[@]}" --cache-limit much -o w
refuses '--no-cache' "${m[@]}" --no-cache --cache c -o w
refuses '--threads' "${m[@]}" --threads 0 -o w
refuses '--isa' "${m[@]}" --isa mmx -o w
refuses '/proc' "${m[@]}" -o /proc/none
refuses '--cache' "${m[@]}" --cache /proc/none -o w
echo file >taken
refuses 'taken' "${m[@]}" -o taken
same "$(cat taken)" file "a file in the place of the folder"
if [ "$(awk '/MemAvailable/ {print $2}' /proc/meminfo)" -lt 16000000 ]; then
  refuses 'memory' make hello-torus -s domain.width=65535 -s domain.height=65535 -o w
fi
# Whole-world stages cannot run on an endless plane.
refuses 'endless' make hello-tile -s sea.by=share -o w

cat >bad.json <<'JSON'
{"craton": 1, "world": "map", "domain": {"kind": "torus"}, "stages": [{"stage": "niose", "id": "a"}]}
JSON
refuses 'bad.json: /stages/0/stage' make bad.json -o w
refuses 'did you mean "noise"' recipe check bad.json
refuses '/stages/0/stage' recipe print bad.json
echo '{"craton": 1,' >broken.json
refuses 'broken.json' recipe check broken.json
refuses 'did you mean "check"' recipe chek bad.json
refuses 'one recipe' recipe print hello-torus hello-tile
refuses 'files' recipe check
cat >import.json <<'JSON'
{"craton": 1, "world": "map", "domain": {"kind": "torus", "width": 8, "height": 8},
 "stages": [{"stage": "import_height", "file": "../secret.png"}]}
JSON
refuses '/stages/0/file' make import.json -o w
sed -i 's/..\/secret/missing/' import.json
refuses 'missing.png' make import.json -o w
mkdir made
refuses 'missing.png' make import.json -o made
refuses 'did you mean "smooth"' stages smoth

# World files that are none.
craton "${m[@]}" -o world >/dev/null || fail "make failed"
for command in info "query --at 0,0" "show -o a.png" "diff world"; do
  # shellcheck disable=SC2086
  set -- $command
  refuses 'none.craton' "$@" none.craton
  refuses 'taken' "$@" taken
  refuses 'made/world.craton' "$@" made
done
head -c 30000 world/world.craton >cut.craton
refuses 'cut.craton' show cut.craton -o a.png
refuses 'cut.craton' diff world cut.craton
cp world/world.craton damaged.craton
head -c 16384 /dev/zero | tr '\0' '\377' | dd of=damaged.craton bs=4096 seek=6 conv=notrunc 2>/dev/null
refuses 'damaged.craton' query damaged.craton --at 0,0

refuses '-o' show world
refuses '.png, .f32' show world -o a.jpg
refuses 'did you mean "height"' show world --layer hieght -o a.png
refuses 'did you mean "slate"' show world --ramp salte -o a.png
refuses '--ramp' show world --ramp slate -o a.exr
refuses '--ramp' show world --layer sea --ramp slate -o a.png
refuses '--range' show world --range 0,1 -o a.f32
for side in 0 15 70000 huge; do refuses '--picture-size' make hello-torus --picture-size $side -o never; done
refuses 'did you mean "relief"' show world --style reliev -o a.png
refuses '--style' show world --style slope -o a.exr
refuses '--style' show world --layer sea --style relief -o a.png
refuses '--contours' show world --layer sea --contours auto -o a.png
refuses '--contours' show world --style slope --contours auto -o a.png
refuses 'did you mean "rivers"' show world --waters river -o a.png
refuses '--waters' show world --waters none -o a.exr
for metres in 0 -5 many nan; do refuses '--contours' show world --contours=$metres -o a.png; done
for times in 0 -1 x; do refuses '--exaggeration' show world --exaggeration=$times -o a.png; done
for light in 315 315,0 315,91 315,45,0 a,b 1,2,3,4 '315,45;' 999,45; do refuses '--light' show world --light "$light" -o a.png; done
refuses 'several are shown in one picture' show world world -o a.f32
refuses 'several are shown in one picture' show world --layer height,sea -o a.r16
refuses 'is a style of pictures' show world --layer slope -o a.f32
refuses 'no layer is called "slop"' show world --layer height,slop -o a.png
refuses 'between two commas' show world --layer height, -o a.png
for range in 1 1,0 a,b 1,1 nan,1; do refuses '--range' show world --range $range -o a.r16; done
for size in 0x4 4 4x4x4 x; do refuses '--size' show world --size $size -o a.png; done
refuses '--projection' show world --projection gnomonic -o a.png
refuses 'no folder' show world -o none/a.png
for at in 1 1,2,3 a,b nan,0 ''; do refuses '--at' query world --at="$at"; done
craton make hello-sphere -s domain.resolution=8 --no-cache -o planet >/dev/null || fail "make failed"
refuses 'latitude' query planet --at 91,0
refuses '--size' show planet --projection faces --size 9x9 -o a.f32
refuses '--projection' show planet --projection orthographic -o a.f32
for centre in 1 91,0 a,b 0,361; do refuses '--centre' show planet --projection mollweide --centre=$centre -o a.png; done
refuses '--centre' show planet --centre 10,10 -o a.png
refuses '--plates' show planet --plates -o a.png
craton make hello-tile -s domain.width=16 -s domain.height=16 --no-cache -o tile >/dev/null || fail "make failed"
refuses 'outside' query tile --at=-50,0
same "$(ls -A)" "$(printf '%s\n' bad.json broken.json cut.craton damaged.craton import.json made planet taken tile world)" "files in the end"
same "$(ls -A made)" "" "files in the folder of a failed make"
finish
