#!/usr/bin/env bash
# The same bits on every instruction set, with any number of threads, and in any tile.
. "$(dirname "$(realpath "$0")")/common.bash"

targets=$(craton --version | sed -n 's/^available *//p' | tr -d ,)
[ -n "$targets" ] || fail "no instruction sets listed"

check() {
  local expected hash
  expected=$(craton "$@" --hash | tail -n 1)
  [[ $expected =~ ^[0-9a-f]{16}$ ]] || fail "craton $*: no hash: $expected"
  for target in $targets best; do
    hash=$(craton "$@" --isa "$target" --hash | tail -n 1)
    same "$hash" "$expected" "craton $* --isa $target"
  done
  for threads in 1 2 3; do
    hash=$(craton "$@" --threads "$threads" --hash | tail -n 1)
    same "$hash" "$expected" "craton $* --threads $threads"
  done
}

can() { craton noise "$@" --size 1x1 --hash >/dev/null 2>&1; }

sources=0
for kind in $(craton noise --list | sed -n 's/^\([a-z_]*\) — .*/\1/p'); do
  can --kind "$kind" || continue # made of other noises: presets show those
  sources=$((sources + 1))
  fine=() coarse=() block=()
  can --kind "$kind" --frequency 0.07 && fine=(--frequency 0.07) coarse=(--frequency 0.03) block=(--frequency 0.11)
  check noise --kind "$kind" --size 257x131 "${fine[@]}" --seed 7 --at -1000.5,333
  can --kind "$kind" --octaves 5 && check noise --kind "$kind" --size 65x33 --octaves 5 "${coarse[@]}" --seed 0xffffffffffffffff
  can --kind "$kind" --dims 3 || continue
  check noise --kind "$kind" --dims 3 --size 33x17x9 "${block[@]}" --seed seven --at 1099511627776,-5,2
  can --kind "$kind" --octaves 3 && check noise --kind "$kind" --dims 3 --size 40x40 --z 2.25 --octaves 3
  can --kind "$kind" --dims 4 || continue
  check noise --kind "$kind" --dims 4 --size 33x17x9 "${block[@]}" --at -5,1099511627776 --z 2 --w -7.5
done
[ "$sources" -ge 4 ] || fail "only $sources kinds of noise were checked"
for fractal in $(craton noise --list | sed -n 's/^\([a-z_]*\) — .*/\1/p'); do
  can --fractal "$fractal" && check noise --fractal "$fractal" --size 65x33 --frequency 0.03
done
for preset in "$(dirname "$(realpath "$0")")"/../../recipes/noise/*.json; do
  check noise --spec "$preset" --size 65x33 --at 1099511627776,-500 --step 4
done
check noise --kind perlin --dims 1 --size 5000 --frequency 0.21
check noise --kind value --dims 1 --size 999 --octaves 4

# Seeds: the same number in two ways of writing; another seed is another noise.
n=(noise --size 32x32 --frequency 0.1 --hash)
same "$(craton "${n[@]}" --seed 255)" "$(craton "${n[@]}" --seed 0xff)" "decimal and hexadecimal seed"
[ "$(craton "${n[@]}" --seed 1)" != "$(craton "${n[@]}" --seed 2)" ] || fail "two seeds, one noise"
[ "$(craton "${n[@]}" --seed north)" != "$(craton "${n[@]}" --seed south)" ] || fail "two words, one noise"

# A tile by --at is the same piece of a larger one. Rows of floats are cut out with dd.
common=(noise --octaves 4 --frequency 0.05 --seed 3)
craton "${common[@]}" --size 64x48 --at -20,-10 -o whole.f32
craton "${common[@]}" --size 16x8 --at -4,2 -o tile.f32
: >cut.f32
for row in 12 13 14 15 16 17 18 19; do
  dd if=whole.f32 bs=4 skip=$((row * 64 + 16)) count=16 status=none >>cut.f32
done
cmp -s tile.f32 cut.f32 || fail "a tile differs from the same piece of a larger one"

# A slice is one layer of a block.
craton noise --dims 3 --size 12x10x6 --at 5,6,7 -o block.f32
craton noise --dims 3 --size 12x10 --at 5,6 --z 9 -o slice.f32
dd if=block.f32 bs=480 skip=2 count=1 status=none | cmp -s - slice.f32 || fail "a slice differs from its layer in a block"

# A frame is a block of one layer; --at, --z and --w are ways to the same place.
craton noise --dims 4 --size 12x10x6 --at 5,6,7 --w 3.5 -o block.f32
craton noise --dims 4 --size 12x10 --at 5,6,9,3.5 -o frame.f32
craton noise --dims 4 --size 12x10 --at 5,6 --z 9 --w 3.5 -o same.f32
cmp -s frame.f32 same.f32 || fail "--at X,Y,Z,W differs from --z and --w"
dd if=block.f32 bs=480 skip=2 count=1 status=none | cmp -s - frame.f32 || fail "a frame differs from its layer in a block"

# A loop: the frame after a period is the first one. 8 cells at 0.1 a metre are 80 m.
loop=(noise --dims 4 --size 32x32 --frequency 0.1 --period 0,0,0,8 --octaves 3 --hash)
same "$(craton "${loop[@]}" --w 81.25)" "$(craton "${loop[@]}" --w 1.25)" "a looped animation"
[ "$(craton "${loop[@]}" --w 41.25)" != "$(craton "${loop[@]}" --w 1.25)" ] || fail "nothing moves"

# Every second sample of a fine grid is the coarse one.
craton "${common[@]}" --size 32x1 --step 0.5 -o fine.f32
craton "${common[@]}" --size 16x1 -o coarse.f32
: >picked.f32
for i in $(seq 0 15); do dd if=fine.f32 bs=4 skip=$((2 * i)) count=1 status=none >>picked.f32; done
cmp -s picked.f32 coarse.f32 || fail "coarse samples differ from the fine ones"
finish
