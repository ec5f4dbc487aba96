#!/usr/bin/env bash
# Nothing is harmed that is not ours: people's files beside and among those that commands write, and what links lead to.
. "$(dirname "$(realpath "$0")")/common.bash"
export CRATON_CACHE="$folder/cache"
torus=(-s domain.width=48 -s domain.height=32)

# lay FOLDER NAME…: files of somebody, and a link that leads out.
lay() {
  local dir=$1 name
  shift
  for name in "$@" notes.txt .lock .playlist.txt .a.part-of-mine ".x.part-1-" .frames; do
    mkdir -p "$dir/$(dirname "$name")"
    echo "mine: $name" >"$dir/$name"
  done
  ln -s ../../victim.txt "$dir/link.txt"
  (cd "$dir" && find . -type f ! -name '.craton-files' | sort) >"$folder/laid"
}
# there FOLDER: all of them are as they were.
there() {
  local name
  while read -r name; do
    same "$(cat "$1/$name" 2>/dev/null)" "mine: ${name#./}" "$2: $name"
  done <"$folder/laid"
  same "$(readlink "$1/link.txt")" ../../victim.txt "$2: the link"
  same "$(cat ../victim.txt)" victim "$2: what it leads to"
}
echo victim >../victim.txt

# Frames: what is wrong is found before anything goes, and another film removes the frames of the first alone.
lay f frame_0077.png frame_1.png frame_0003x.png
vary=(frames hello-torus "${torus[@]}" --vary seed=1:3 -o f)
for wrong in "--layer nope" "--plates" "--range 5,1" "--count 1" "--ramp no-such-ramp" "--size 0x0" "--isa mmx"; do
  # shellcheck disable=SC2086
  refuses '' "${vary[@]}" $wrong
  there f "frames $wrong"
  [ -e f/frames.json ] && fail "frames $wrong: left a list"
done
succeeds "${vary[@]}" --count 4
there f frames
succeeds "${vary[@]}" --count 3
there f "other frames"
same "$(cd f && echo frame_000?.png)" "frame_0001.png frame_0002.png frame_0003.png" "frames of the second film"

# A world with steps and a film; then one with other layers and stages.
lay w steps/00001_mine.png steps/2024_holiday.png steps/00001_height.png 00001_height.png natural.png globe.png film/frame_0099.png
succeeds make hello-torus "${torus[@]}" --step --frames w/film -o w
there w make
steps=$(find w/steps -name '0*_*.png' | wc -l)
succeeds make hello-torus "${torus[@]}" --no-pictures --step --frames w/film -o w
there w "make again"
same "$(find w/steps -name '0*_*.png' | wc -l)" "$steps" "steps of the second world"
[ -e w/height.png ] && fail "a picture of the first world is left"

# A map and a planet: files of formats and styles that are not asked for.
quick=(-s uplift.iterations=2 -s erosion.iterations=2)
lay m natural.png relief.png height.r16 height.r16.json textures/cube/height_0_front.png
craton map --recipe hello-torus "${torus[@]}" --style "" --heights r32 -o m >/dev/null 2>../stderr || fail "map: $(cat ../stderr)"
there m map
lay p natural.png relief.png textures/cube/height_0_front.exr textures/equirectangular/ocean.png.json
craton planet --resolution 16 --style "" --textures "" "${quick[@]}" -o p >/dev/null 2>../stderr ||
  craton planet --resolution 16 --style "" --textures "" -o p >/dev/null 2>../stderr || fail "planet: $(cat ../stderr)"
there p planet

# Nothing is written or removed through links inside an output folder; the folder itself may be one.
mkdir real victims
ln -s real out
succeeds make hello-torus "${torus[@]}" --no-pictures -o out
[ -e real/world.craton ] || fail "a folder behind a link was not written"
for name in world.craton report.json height.png; do
  rm -rf linked && mkdir linked
  echo victim >victims/file
  ln -s ../victims/file "linked/$name"
  craton make hello-torus "${torus[@]}" -o linked >/dev/null 2>../stderr && fail "$name: written through a link"
  grep -q "link" ../stderr || fail "$name: not said that it is a link: $(cat ../stderr)"
  cmp -s victims/file ../victim.txt || fail "$name: what it leads to was written"
  ln -sf ../victims/none "linked/$name"
  craton make hello-torus "${torus[@]}" -o linked >/dev/null 2>&1
  [ -e victims/none ] && fail "$name: its dangling link was filled"
done
mkdir steps_out
ln -s ../victims steps_out/steps
echo victim >victims/00001_height.png
craton make hello-torus "${torus[@]}" --step -o steps_out >/dev/null 2>&1 && fail "steps were written through a link"
same "$(cd victims && echo *)" "00001_height.png file" "files behind a link to a folder"

# A file that is named by the user may be a link: what it leads to is written, and the link stays.
ln -s real/own.png named.png
succeeds noise --size 16x16 -o named.png
[ -h named.png ] && [ -s real/own.png ] || fail "a named link was not followed"

# Both files are checked before the first is written.
mkdir here
refuses '.png' voxels --radius 0 -o here/m.glb --picture here/a.jpg
refuses '--azimuth' voxels --radius 0 -o here/m.glb --picture here/a.png --azimuth 1e300
same "$(ls here)" "" "files of a refused picture"

# Every command that writes: whatever lies in the folder, beside and among what it writes, is the same afterwards.
# spares FILES ARGS…: FILES are those that it may write, as a pattern; all others stay, and none comes.
spares() {
  local may=$1 before after
  shift
  before=$(cd among && find . \( -type f -o -type l \) -printf '%p %l ' -exec sh -c 'sha256sum <"$1"' _ {} \; 2>/dev/null | sort | grep -vE "^\./($may) ")
  (cd among && "$CRATON" "$@" >/dev/null 2>../../stderr) || fail "craton $*: $(cat ../stderr)"
  after=$(cd among && find . \( -type f -o -type l \) -printf '%p %l ' -exec sh -c 'sha256sum <"$1"' _ {} \; 2>/dev/null | sort | grep -vE "^\./($may) ")
  same "$after" "$before" "craton $*: files of others"
  commands=$((commands + 1))
}
commands=0
mkdir among
lay among a.png.json a.txt out/mine.png out/frame_0099.png out/height.png.bak steps/001_x.png textures/a.png a.png.part-1 .a.png.swp world.craton.bak
(cd among && craton make hello-torus "${torus[@]}" -o w >/dev/null && craton make hello-sphere -s domain.resolution=12 -o s >/dev/null) || fail "no worlds"
lay among/w notes/mine.txt natural.png.bak .hidden 
spares 'a\.png' noise --size 16x16 -o a.png
spares 'a\.f32(\.json)?' noise --size 16x16 -o a.f32
spares 'a\.svg' tiling --size 40x40 --cells 2 -o a.svg
spares 'terrain\.(png|png\.json)' terrain --size 32 -o terrain.png
spares 'terrain\.glb' terrain --size 32 -o terrain.glb
spares 'terrain\.(exr|exr\.json)' terrain --size 32 -o terrain.exr
spares 'v\.(glb|png)' voxels --radius 0 --bare --size 16x16 --samples 1 -o v.glb --picture v.png
spares 'v\.vox' voxels --radius 0 --bare -o v.vox
spares 'e\.craton' edit e.craton new
spares 'e\.craton' edit e.craton raise --at 0,0
spares 'b\.craton' build b.craton new
spares 'b\.craton' build b.craton place --at 0,0,40 --ground granite
spares 'e\.saved' check e.craton --repair e.saved
spares 'show\.png' show w -o show.png
spares 'show\.(r16|r16\.json)' show w -o show.r16
spares 'show\.geojson' show w -o show.geojson
spares 'page\.svg' show w --style atlas -o page.svg
spares 'view\.png' view w --size 16x16 --samples 1 -o view.png
spares 'globe\.png' globe s --style regions --size 32x32 -o globe.png
spares 'turn/(frame_.*|turning\.png|frames\.json|\.craton-files)' globe s --style regions --size 16x16 --turn 2 -o turn
spares 'w/world\.craton' query w --at 1,1 --set owner=Rome
spares 'fly\.png' fly --from 0,0 --to 9,9 --count 1 --size 16x16 --samples 1 -o fly.png
spares 'fly/(frame_.*|frames\.json|fly.*|film.*|\.craton-files)' fly --from 0,0 --to 9,9 --count 1 --size 16x16 --samples 1 --frames fly
spares 'out/(frame_000[1-3]\.png|frames\.json|film.*|\.craton-files)' frames hello-torus "${torus[@]}" --vary seed=1:2 --count 2 -o out
spares 'w/(world\.craton|report\.json|[a-z_]*\.png|\.craton-files)' make hello-torus "${torus[@]}" -o w
spares 'map/.*' map --recipe hello-torus "${torus[@]}" --style "" --heights "" -o map
spares 'planet/.*' planet --recipe hello-sphere --resolution 12 --style "" --textures "" -o planet
spares 'lab/.*' lab --kinds white --quick -o lab
echo "$commands commands spared what was not theirs"

# What a killed run left goes with the next that writes into the folder; what a living one writes stays.
mkdir left
echo half >left/.gone.glb.part-1234567-0
echo half >left/.a.png.part-1234567-3
succeeds noise --size 16x16 -o left/a.png
same "$(ls -A left)" a.png "left-overs"
finish
