#!/usr/bin/env bash
# `craton noise --slopes`: files beside the values, which are what differences of the values come to, and clear refusals.
. "$(dirname "$(realpath "$0")")/common.bash"

numbers() { od -An -v -tf4 -w4 "$1"; }

# steepness FILE SLOPES STRIDE: the largest difference between a slope and the central difference of values, among inner samples of
# a grid 40 wide and 30 high, relative to the steepest.
difference() {
  paste <(numbers "$1") <(numbers "$2") | awk -v stride="$3" -v step=0.25 '
    { value[NR - 1] = $1; slope[NR - 1] = $2; s = $2 < 0 ? -$2 : $2; if (s > most) most = s }
    END {
      for (y = 1; y < 29; ++y) for (x = 1; x < 39; ++x) {
        at = y * 40 + x
        e = (value[at + stride] - value[at - stride]) / (2 * step) - slope[at]
        if (e < 0) e = -e
        if (e > worst) worst = e
      }
      print (worst < 0.02 * most) ? "near" : "far: " worst " of " most
    }'
}

for kind in perlin quick_perlin value simplex; do
  succeeds noise --kind $kind --frequency 0.05 --octaves 2 --size 40x30 --step 0.25 --seed 3 --slopes -o $kind.f32
  succeeds noise --kind $kind --frequency 0.05 --octaves 2 --size 40x30 --step 0.25 --seed 3 -o plain.f32
  cmp -s $kind.f32 plain.f32 || fail "$kind: values differ where slopes are asked for"
  same "$(difference $kind.f32 ${kind}_dx.f32 1)" near "$kind: slopes along x"
  same "$(difference $kind.f32 ${kind}_dy.f32 40)" near "$kind: slopes along y"
done
succeeds noise --dims 3 --size 5x6x7 --slopes -o block.f32
for axis in x y z; do same "$(stat -c %s block_d$axis.f32)" $((5 * 6 * 7 * 4)) "size of slopes along $axis"; done
succeeds noise --size 40x30 --slopes -o grey.png
succeeds noise --size 40x30 --slopes --bits 16 -o deep.png
for file in grey_dx grey_dy deep_dx deep_dy; do [ -f $file.png ] || fail "no $file.png"; done
craton noise --size 64x64 --slopes --stats | grep -q '^slope x ' || fail "--stats lacks slopes"
hash=$(craton noise --size 64x64 --slopes --json | sed -n 's/.*"axis": "y".*"hash": "\([0-9a-f]*\)".*/\1/p')
same "$(craton noise --size 64x64 --slopes --json --isa scalar | sed -n 's/.*"axis": "y".*"hash": "\([0-9a-f]*\)".*/\1/p')" "$hash" \
  "slopes of plain numbers"

refuses 'has no analytic derivatives' noise --kind cellular --slopes --stats
refuses 'slopes exist in 2 and 3 dimensions' noise --dims 1 --slopes --stats
refuses 'slopes exist in 2 and 3 dimensions' noise --dims 4 --size 8x8 --slopes --stats
finish
