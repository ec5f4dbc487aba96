#!/usr/bin/env bash
# The examples in C and C++ of each kind of world: both ask for the same and get the same, and refuse in words.
. "$(dirname "$(realpath "$0")")/common.bash"

bin="$(dirname "$CRATON")"
[ -x "$bin/worlds" ] && [ -x "$bin/requests" ] || { echo "these examples are not built"; exit 0; }

ask() {  # request, parameters
  "$bin/worlds" "$1" "$2" > in_c || fail "worlds $1 failed"
  "$bin/requests" "$1" "$2" picture.png > in_cpp || fail "requests $1 failed"
  [ -s in_c ] || fail "$1 has no layers"
  same "$(cat in_cpp)" "$(cat in_c)" "$1 in C++ and in C"
}
ask map '{"seed": 7, "size": [128, 64], "knobs": {"land": 0.5}}'
[ "$(head -c 4 picture.png | tail -c 3)" = PNG ] || fail "a map has no picture"
ask planet '{"seed": 7, "resolution": 16}'
ask terrain '{"at": [1099511627776, 0], "size": [65, 33]}'
ask noise '{"noise": "clouds", "size": [64, 64]}'
"$bin/worlds" voxels '{"radius": 0}' | grep -q '^ground .* 32768 values' || fail "a chunk has other voxels"
grep -q '^height .* m$' <("$bin/worlds" terrain '{"size": [8, 8]}') || fail "terrain has no heights in metres"

"$bin/worlds" | grep -q '"id": "planet"' || fail "worlds does not list what there is"
"$bin/requests" | grep -q '^planet: ' || fail "requests does not list what there is"
for program in worlds requests; do
  "$bin/$program" map '{"sede": 7}' 2> said && fail "$program takes a wrong name"
  grep -q 'sede' said || fail "$program does not name what is wrong: $(cat said)"
done
finish
