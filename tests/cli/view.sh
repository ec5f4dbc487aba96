#!/usr/bin/env bash
# Views: the same picture for any number of threads, all styles and colours, and clear errors.
. "$(dirname "$(realpath "$0")")/common.bash"
export CRATON_CACHE="$folder/cache"

succeeds make hello-torus -s domain.width=96 -s domain.height=96 -s domain.step=2500 --layers height,sea -o torus
succeeds make hello-tile -s domain.width=96 -s domain.height=96 --layers height -o tile
succeeds make hello-sphere -s domain.resolution=16 -o planet
if ! craton view torus --size 8x8 -o probe.png 2>../stderr; then
  grep -q "without views" ../stderr || fail "view: $(cat ../stderr)"
  finish
  exit
fi
rm probe.png
small=(--size 120x68 --samples 2)

# A PNG of the size that was asked for.
succeeds view torus "${small[@]}" -o view.png
same "$(od -An -tx1 -j16 -N8 view.png | tr -d ' \n')" "0000007800000044" "the size of view.png"

# The same bytes for any number of threads.
succeeds view torus "${small[@]}" --threads 1 -o one.png
succeeds view torus/world.craton "${small[@]}" --threads 3 -o three.png
cmp -s one.png three.png || fail "1 and 3 threads differ"
cmp -s one.png view.png || fail "a world's folder and its file differ"

# Every option changes the picture.
for change in "--style block" "--colour clay" "--colour tints" "--sun 10,60" "--haze 4" "--exaggeration 9" "--fov 20" \
  "--eye 20000,30000" "--eye 20000,30000,9000" "--azimuth 75" "--pitch -30" "--look 120000,120000" "--snow 100"; do
  # shellcheck disable=SC2086
  succeeds view torus "${small[@]}" $change -o changed.png
  cmp -s changed.png view.png && fail "$change changes nothing"
done
succeeds view tile "${small[@]}" -o tile.png
succeeds view tile "${small[@]}" --style block -o block.png

# Any picture of heights.
succeeds show tile --data --range=-2000,3000 -o heights.png
succeeds view heights.png --cell-size 50 --levels=-2000,3000 "${small[@]}" -o file.png
succeeds view heights.png --cell-size 200 --levels=-2000,3000 "${small[@]}" -o flat.png
cmp -s file.png flat.png && fail "--cell-size changes nothing"
refuses "--cell-size" view torus --cell-size 5 -o x.png

# --- errors ---
refuses "where to?" view torus
refuses "does not end in .png" view torus -o view.jpg
refuses "--size" view torus --size 12x12x12 -o x.png
refuses "--samples" view torus --samples 0 -o x.png
refuses "allowed landscape | block" view torus --style map -o x.png
refuses "allowed natural | tints | clay" view torus --colour pink -o x.png
refuses "--eye" view torus --eye 3 -o x.png
refuses "--look" view torus --look 3,4,5 -o x.png
refuses "leave out azimuth" view torus --look 3,4 --azimuth 5 -o x.png
refuses "--sun" view torus --sun 3,99 -o x.png
for fov in 500 0 -3; do refuses "--fov" view torus --fov=$fov -o x.png; done
refuses "--eye" view torus --eye 1e300,0 -o x.png
refuses "--snow" view torus --snow 1e300 -o x.png
refuses "memory" view torus --size 65536x65536 -o x.png
printf '\0\0\240\100' >one.f32
refuses "4 × 4 cells" view one.f32 -o x.png
head -c 400 /dev/zero | tr '\0' '\177' >huge.f32
refuses "without a height" view huge.f32 -o x.png
# A full disk: the old picture stays.
echo old >full.png
(trap '' XFSZ; ulimit -f 1; craton view torus "${small[@]}" -o full.png 2>../stderr) && fail "a picture on a full disk"
same "$(cat full.png)" old "the old picture after a full disk"
same "$(ls -A | grep -c '^\.full\|full.png.')" 0 "left-overs after a full disk"
refuses "--haze" view torus --haze=-1 -o x.png
refuses "--exaggeration" view torus --exaggeration nan -o x.png
refuses "did you mean \"height\"" view torus --layer hieght -o x.png
refuses "does not hold heights" view torus --layer sea -o x.png
refuses "planes and maps" view planet -o x.png
refuses "nowhere" view nowhere -o x.png
refuses "x/y.png" view torus -o x/y.png

# A window of an endless world.
succeeds view --recipe land --seed 3 --window 160 --size 64x36 --samples 1 -o land.png
succeeds view --recipe land --seed 3 --window 160 --size 64x36 --samples 1 --colour clay -o clay.png
cmp -s land.png clay.png && fail "a window has no colours of its own"
refuses "a world is named too" view torus --recipe land -o x.png
refuses "of which world" view -o x.png
finish
