#!/usr/bin/env bash
# The gallery has a picture of each kind and each preset; the same bits each time.
. "$(dirname "$(realpath "$0")")/common.bash"
root=$(realpath "$(dirname "$(realpath "$0")")/../..")

same "$(craton gallery noise --draft -o a)" a/sheet.png "what gallery prints"
succeeds gallery noise --draft
for kind in $(craton noise --list | sed -n 's/^\([a-z_]*\) — .*2D.*/\1/p'); do
  [ -f "a/$kind.png" ] || fail "no picture of $kind"
done
for preset in "$root"/recipes/noise/*.json; do
  name=preset_$(basename "$preset" .json)
  [ -f "a/$name.png" ] || fail "no picture $name"
done
diff -rq a out/gallery >&2 || fail "two galleries differ"
craton gallery worlds --draft -o w >names || fail "craton gallery worlds failed"
while read -r name; do
  [ -s "$name" ] || fail "no picture $name"
  [ -s "$root/docs/gallery-$(dirname "$name" | sed 's/^w$/worlds/')/$(basename "$name")" ] || fail "docs lack $(basename "$name"); draw all: ./run gallery worlds -o docs/gallery-worlds"
done <names
# Every stage that has a recipe of its own is in the gallery of stages, and in the docs.
craton gallery stages --draft -o s >names || fail "craton gallery stages failed"
for recipe in "$root"/recipes/stages/*.json; do
  stage=$(basename "$recipe" .json)
  grep -qx "s/$stage.png" names || fail "no picture of the stage $stage"
  [ -s "$root/docs/gallery-stages/$stage.png" ] || fail "docs lack $stage; draw all: ./run gallery stages"
done
craton gallery voxels --draft -o v >names || fail "craton gallery voxels failed"
for picture in view smooth block kinds; do
  [ -s "v/$picture.png" ] || fail "no picture $picture of voxels"
  [ -s "$root/docs/gallery-voxels/$picture.png" ] || fail "docs lack gallery-voxels/$picture.png; draw all: ./run gallery voxels"
done
craton gallery terrain --draft -o t >names || fail "craton gallery terrain failed"
for picture in scales kinds far edits things flight; do
  [ -s "t/$picture.png" ] || fail "no picture $picture of terrain"
  [ -s "$root/docs/gallery-terrain/$picture.png" ] || fail "docs lack gallery-terrain/$picture.png; draw all: ./run gallery terrain"
done
refuses 'did you mean "scales"' gallery terrain --only scale -o t
refuses 'there are noise' gallery sound
refuses '/proc' gallery noise -o /proc/none
refuses '--seed' gallery noise -o b --seed -1
finish
