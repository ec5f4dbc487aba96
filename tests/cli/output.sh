#!/usr/bin/env bash
# What the command writes: files, statistics, JSON, help; and that it stops when asked.
. "$(dirname "$(realpath "$0")")/common.bash"

size_of() { stat -c %s "$1"; }
is_png() { [ "$(head -c 8 "$1" | od -An -tx1 | tr -d ' \n')" = 89504e470d0a1a0a ]; }
# Bit depth and colour type are bytes 25 and 26 of a PNG.
png_kind() { od -An -tu1 -j24 -N2 "$1" | tr -s ' ' | sed 's/^ //'; }

succeeds noise --size 31x17 -o a.f32
same "$(size_of a.f32)" $((31 * 17 * 4)) "size of a .f32"
succeeds noise --dims 3 --size 5x6x7 -o b.f32
same "$(size_of b.f32)" $((5 * 6 * 7 * 4)) "size of a block"
succeeds noise --dims 1 --size 100 -o c.f32
same "$(size_of c.f32)" 400 "size of a line"

succeeds noise --size 40x30 -o grey.png
succeeds noise --size 40x30 --bits 16 -o deep.png
succeeds noise --size 40x30 --ramp dusk --stretch -o dusk.PNG
for file in grey.png deep.png dusk.PNG; do is_png "$file" || fail "$file is no PNG"; done
same "$(png_kind grey.png)" "8 0" "bits and colours of a grey PNG"
same "$(png_kind deep.png)" "16 0" "bits and colours of a deep PNG"
same "$(png_kind dusk.PNG)" "8 2" "bits and colours of a coloured PNG"
succeeds noise --size 40x30 --seed 2 -o grey.png
same "$(ls -A | wc -l)" 6 "files after six writes and one replacement"


# The hash is the last line, also after statistics; JSON holds the same one.
hash=$(craton noise --size 64x64 --stats --hash | tail -n 1)
[[ $hash =~ ^[0-9a-f]{16}$ ]] || fail "no hash as last line: $hash"
for word in min max mean deviation range; do
  craton noise --size 64x64 --stats | grep -q "^$word " || fail "--stats lacks $word"
done
craton noise --size 64x64 --octaves 6 --amplitudes 1,0.5 --json >whole.json
craton noise --size 64x64 --json >a.json
grep -q "\"hash\": \"$hash\"" a.json || fail "JSON has another hash"
for key in noise seed dimensions size at step min max mean deviation range isa; do
  grep -q "^  \"$key\": " a.json || fail "JSON lacks $key"
done
if command -v jq >/dev/null; then
  for file in a.json whole.json; do jq -e '.noise.kind and .hash' "$file" >/dev/null || fail "$file does not parse"; done
  same "$(jq -r .noise.source.kind whole.json)" perlin "source of a fractal sum"
fi

# One octave is the noise itself; naming a default changes nothing.
n=(noise --size 32x32 --frequency 0.1 --hash)
same "$(craton "${n[@]}" --octaves 1)" "$(craton "${n[@]}")" "one octave"
same "$(craton "${n[@]}" --kind perlin --dims 2 --at 0,0 --step 1 --seed 0)" "$(craton "${n[@]}")" "defaults"

# Help and version.
craton --version | head -n 1 | grep -Eq '^craton [0-9]+\.[0-9]+\.[0-9]+$' || fail "--version"
for word in compiled available chosen; do craton --version | grep -q "^$word " || fail "--version lacks $word"; done
for command in make show view info measure query diff recipe stages schema noise gallery reference bench; do
  craton --help | grep -q "^  $command " || fail "--help lacks $command"
  craton "$command" --help | grep -q '^Examples:' || fail "$command --help has no examples"
done
for option in --frequency --octaves --smoothness --gradients --normalise; do
  craton noise --help | grep -q -- "$option" || fail "noise --help lacks $option"
done
[ "${HAS_BENCH:-ON}" != ON ] || craton bench --list | grep -qx noise/perlin/2d/f0.01/1t || fail "bench lacks its first row"

# Stopped in the middle: exit code by the signal, an old file untouched, no other left.
mkdir stop && cd stop || exit 1
echo old >big.f32
for signal in INT TERM; do
  env --default-signal=$signal "$CRATON" noise --size 12000x12000 --octaves 32 --lacunarity 1 --frequency 0.3 --isa scalar --threads 1 -o big.f32 2>../stopped &
  pid=$!
  sleep 1
  kill -s $signal $pid
  wait $pid
  code=$?
  same "$code" $((128 + $(kill -l $signal))) "exit code after SIG$signal"
  same "$(cat ../stopped)" "craton: cancelled" "message after SIG$signal"
  same "$(ls -A)" big.f32 "files after SIG$signal"
  same "$(cat big.f32)" old "the old file after SIG$signal"
done
finish
