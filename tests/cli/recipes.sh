#!/usr/bin/env bash
# Every recipe that comes with Craton reads, plans and is small; schema, stages and references are there.
. "$(dirname "$(realpath "$0")")/common.bash"
root=$(realpath "$(dirname "$(realpath "$0")")/../..")

recipes=("$root"/recipes/*.json)
[ ${#recipes[@]} -ge 3 ] || fail "only ${#recipes[@]} recipes"
craton recipe check "${recipes[@]}" >checked || fail "craton recipe check refuses a recipe"
same "$(grep -c ': ok: ' checked)" ${#recipes[@]} "recipes that are ok"
grep -q 'hello-tile.*margin' checked || fail "the plan of a tile does not tell its margin"
for recipe in "${recipes[@]}"; do
  name=$(basename "$recipe" .json)
  grep -q "^//" "$recipe" || fail "$name has no comment that says what it is"
  # Printing is stable, and what is printed means the same.
  craton recipe print "$name" >once.json || fail "recipe print $name failed"
  craton recipe print ./once.json >twice.json || fail "what recipe print $name printed is no recipe"
  cmp -s once.json twice.json || fail "printing $name twice gives two texts"
done
craton recipe print hello-torus -s knobs.mountains=0.25 | grep -q '"value": 0.25' || fail "recipe print -s does not set a knob"

# The recipe of the guide, as it stands there.
awk '/^```json/ { on = ++n == 1; next } /^```/ { on = 0 } on' "$root/docs/worlds.md" >guide.json
craton recipe check guide.json | grep -q ': ok: 3 stages' || fail "the recipe in docs/worlds.md is not good"
for link in $(grep -o '](\([^)#]*\)' "$root/docs/worlds.md" | cut -c3-); do
  [ -e "$root/docs/$link" ] || fail "docs/worlds.md links $link, which is not there"
done

# One bad file among good ones: all are told of, and the status says so.
echo '{}' >bad.json
craton recipe check hello-torus bad.json hello-sphere >checked 2>errors
same $? 2 "exit code of recipe check with a bad recipe"
same "$(wc -l <checked) $(wc -l <errors)" "2 1" "lines of good and bad recipes"
grep -q '^craton: bad.json' errors || fail "the bad recipe is not named"

craton schema >schema.json || fail "craton schema failed"
if command -v jq >/dev/null; then
  jq -e '."$schema" and .properties.stages' schema.json >/dev/null || fail "the schema does not parse"
fi
for stage in noise mix smooth sea_level import_height; do
  craton stages | grep -q "^$stage " || fail "craton stages lacks $stage"
  craton stages $stage | grep -q '^Parameters' || fail "craton stages $stage lacks its parameters"
done
finish
