#!/usr/bin/env bash
# Pictures of the hat tiling: PNG and SVG, near and far, and clear errors.
. "$(dirname "$(realpath "$0")")/common.bash"

succeeds tiling --size 120x80 -o near.png
same "$(od -An -tx1 -j16 -N8 near.png | tr -d ' \n')" "0000007800000050" "the size of near.png"
succeeds tiling --size 120x80 -o again.png
cmp -s near.png again.png || fail "the same picture twice differs"
for change in "--seed 5" "--at 300,200" "--at 1099511627776,-1099511627776" "--cells 9" "--colour turn" "--kites" "--numbers" \
  "--no-legend"; do
  # shellcheck disable=SC2086
  succeeds tiling --size 120x80 $change -o other.png
  cmp -s near.png other.png && fail "$change changes nothing"
done

succeeds tiling --numbers --cells 6 -o tiling.svg
grep -q "^<svg " tiling.svg || fail "tiling.svg is no SVG"
grep -q "</svg>" tiling.svg || fail "tiling.svg has no end"

# Where positions end, the tiling does not.
succeeds tiling --at 9007199254740991,-9007199254740992 --frequency 512 --size 120x80 -o end.png

# The tiling that is drawn is that of hat noise: a place far out has both.
succeeds noise --kind hat --frequency 1 --at 1099511627776,-1099511627776 --size 16x16 --hash

refuses "neither in .svg nor in .png" tiling -o tiling.txt
refuses "allowed two" tiling --at 3 -o t.png
refuses "metatile | turn" tiling --colour red -o t.png
refuses "allowed 0.5 … 4000" tiling --cells 0 -o t.png
refuses "tiling_simplex" noise --kind hat --period 4,4 -o t.png
echo '{"kind": "hat", "period": [4, 4]}' > ../hat.json
refuses "never repeats" noise --spec ../hat.json -o t.png

# A long one ends when it is told to, and leaves nothing.
env --default-signal=INT "$CRATON" tiling --cells 400 --size 8000x8000 --numbers --kites -o long.svg >../stdout 2>../stopped &
pid=$!
sleep 0.5
kill -s INT $pid
begin=$SECONDS
wait $pid
same $? 130 "exit code after Ctrl-C"
[ $((SECONDS - begin)) -le 8 ] || fail "a tiling took $((SECONDS - begin)) s to end"
same "$(cat ../stopped)" "craton: cancelled" "message after Ctrl-C"
same "$(ls -A | grep -c 'long')" 0 "files of a tiling that was stopped"
finish
