#!/usr/bin/env bash
# Every recipe that comes with Craton reads, plans and is small; schema, stages and references are there.
. "$(dirname "$(realpath "$0")")/common.bash"
root=$(realpath "$(dirname "$(realpath "$0")")/../..")

stage_recipes=("$root"/recipes/stages/*.json)
recipes=("$root"/recipes/*.json "${stage_recipes[@]}")
[ ${#recipes[@]} -ge 3 ] || fail "only ${#recipes[@]} recipes"
craton recipe check "${recipes[@]}" >checked || fail "craton recipe check refuses a recipe"
same "$(grep -c ': ok: ' checked)" ${#recipes[@]} "recipes that are ok"
grep -q 'hello-tile.*margin' checked || fail "the plan of a tile does not tell its margin"
for recipe in "${recipes[@]}"; do
  name=$(basename "$recipe" .json)
  grep -q "^//" "$recipe" || fail "$name has no comment that says what it is"
  grep -q '"doc": "' "$recipe" || fail "$name has no doc"
  # Printing is stable, and what is printed means the same. Worlds are found by name, examples of stages by path.
  case $recipe in */stages/*) which=$recipe ;; *) which=$name ;; esac
  craton recipe print "$which" >once.json || fail "recipe print $name failed"
  craton recipe print ./once.json >twice.json || fail "what recipe print $name printed is no recipe"
  cmp -s once.json twice.json || fail "printing $name twice gives two texts"
done
# Examples of stages: each uses the stage that it is named after, and becomes a world.
for recipe in "${stage_recipes[@]}"; do
  name=$(basename "$recipe" .json)
  grep -q "\"stage\": \"$name\"" "$recipe" || fail "stages/$name does not use its stage"
  craton make "$recipe" -s domain.width=64 -s domain.height=64 --no-cache --no-pictures -o "$name" >made 2>&1 ||
    fail "stages/$name: $(cat made)"
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
for stage in noise mix smooth sea_level import_height cross curve clamp terrace normalise perturb; do
  craton stages | grep -q "^$stage " || fail "craton stages lacks $stage"
  craton stages $stage | grep -q '^Parameters' || fail "craton stages $stage lacks its parameters"
done
finish
