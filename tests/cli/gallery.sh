#!/usr/bin/env bash
# Galleries: each command of each can be read and each picture is in the docs; one is drawn; what is wrong in a list is told.
. "$(dirname "$(realpath "$0")")/common.bash"
root=$(realpath "$(dirname "$(realpath "$0")")/../..")
export CRATON_CACHE=$folder/cache

for list in "$root"/recipes/galleries/*.gallery; do
  name=$(basename "$list" .gallery)
  place=gallery-$name
  [ "$name" = noise ] && place=gallery
  craton gallery "$name" --check -o "$place" >>pictures || fail "craton gallery $name --check failed"
done
while read -r picture; do
  [ -s "$root/docs/$picture" ] || fail "docs lack $picture; draw all pictures: ./run gallery NAME"
done <pictures
# Nothing that ought to be shown is forgotten.
for kind in $(craton noise --list | sed -n 's/^\([a-z_]*\) — .*2D.*/\1/p'); do
  grep -qx "gallery/$kind.png" pictures || fail "no picture of $kind"
done
for preset in "$root"/recipes/noise/*.json; do
  grep -qx "gallery/preset_$(basename "$preset" .json).png" pictures || fail "no picture of the preset $preset"
done
for recipe in "$root"/recipes/stages/*.json; do
  grep -qx "gallery-stages/$(basename "$recipe" .json).png" pictures || fail "no picture of $recipe"
done
rm pictures

# One is drawn, twice with the same bits; nothing but pictures is left.
same "$(craton gallery aperiodic --draft -o a)" "$(craton gallery aperiodic --check -o a)" "what gallery prints"
succeeds gallery aperiodic --draft
diff -rq a out/gallery-aperiodic >&2 || fail "two galleries differ"
same "$(craton gallery aperiodic --draft --only kites -o b)" b/kites.png "what --only prints"
same "$(ls b)" kites.png "what --only draws"
rm -r a b out

# A list of one's own: values, a world that two tiles share, a file that a command left, drafts.
cat >own.gallery <<'LIST'
# mine
columns 2
draft make -s domain.width=32 -s domain.height=32
sheet mine | Mine | a world
for layer | note
  height | high
  sea | low

tile {layer} | {note}
  craton make hello-torus --seed 7 -o world
  craton show world --layer height --size 40x40 -o "a tile.png"

tile
  world/sea.png
picture alone | Alone
  craton noise --spec '{"kind": "abs", "source": {"kind": "perlin"}}' --ramp sky --range=0,1 --relief 9 --size 40x40 -o a.png
LIST
refuses 'own.gallery:9: no "for" above names {layer}' gallery own.gallery -o own
sed -i 8d own.gallery
same "$(craton gallery own.gallery --draft -o own)" "$(printf 'own/alone.png\nown/mine.png')" "a list of one's own"

# What is wrong is told with file and line, and nothing is drawn.
wrong() {
  printf '%s\n' "$2" >wrong.gallery
  [ -n "${3-}" ] && printf '%s\n' "$3" >>wrong.gallery
  [ -n "${4-}" ] && printf '%s\n' "$4" >>wrong.gallery
  refuses "$1" gallery wrong.gallery -o wrong
}
wrong 'wrong.gallery:1: "shet" is no word of galleries (did you mean "sheet"?)' 'shet a'
wrong 'wrong.gallery:1: "" is no name' 'sheet'
wrong 'wrong.gallery:1: "../a" is no name' 'sheet ../a'
wrong 'wrong.gallery:2: the name "a" is used twice' 'sheet a' 'sheet a'
wrong 'wrong.gallery:1: a tile belongs to a sheet' 'tile a'
wrong 'wrong.gallery:1: "row" belongs to a sheet' 'row a'
wrong 'wrong.gallery:1: an indented line' '  craton noise -o a.png'
wrong 'wrong.gallery:1: no command is indented below' 'picture a'
wrong 'wrong.gallery:1: its commands end in "a.f32"' 'picture a' '  craton noise -o a.f32'
wrong 'wrong.gallery:2: a command begins with craton' 'picture a' '  rm -rf a.png'
wrong "wrong.gallery:2: a quote ' is not closed" 'picture a' "  craton noise -o 'a.png"
wrong 'wrong.gallery:2: noise: unknown option "--rmap"' 'picture a' '  craton noise --rmap dusk -o a.png'
wrong 'wrong.gallery:2: this is no command that draws' 'picture a' '  craton --help a.png'
wrong 'wrong.gallery:2: a row of 1 value; "for" names 2' 'for a | b' '  1' 'picture a'
wrong 'wrong.gallery:2: a range of 1 to 100 numbers' 'for a' '  9..1' 'picture {a}'
wrong 'wrong.gallery:1: "colours" is 2 … 256' 'colours 1'
wrong 'wrong.gallery:1: "columns" takes one number' 'columns 3 dithered'
refuses 'did you mean "kinds"' gallery terrain --only kind -o t
refuses 'there are aperiodic, noise' gallery sound
refuses 'none.gallery' gallery none.gallery
refuses '/proc' gallery noise -o /proc/none
finish
