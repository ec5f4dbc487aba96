#!/usr/bin/env bash
# The example: a stage of the user's own shows up in reference, schema and recipes.
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"
own_stage="$(dirname "$CRATON")/own_stage"

"$own_stage" stages > stages.md
grep -q 'dunes' stages.md || fail "the reference does not tell of the stage"
grep -q 'From crest to crest' stages.md || fail "the reference does not tell of its parameters"
"$own_stage" schema > schema.json
grep -q '"dunes"' schema.json || fail "the schema does not know the stage"

recipe() {  # stage
  cat << END
{"craton": 1, "world": "map", "domain": {"kind": "torus", "width": 64, "height": 64, "step": 10}, "stages": [
  {"stage": "noise", "noise": {"kind": "perlin", "frequency": 0.01}},
  {"stage": "noise", "id": "sand", "layer": "sand", "unit": "m", "scale": 10, "offset": 10, "noise": {"kind": "perlin", "frequency": 0.02}},
  {"stage": "$1", "height": {"layer": "sand"}, "spacing": 100}
]}
END
}
recipe dunes > dunes.json
recipe dunse > typo.json
"$own_stage" make dunes.json > made.txt || fail "the recipe does not run"
grep -q '^height ' made.txt || fail "the world has no heights"
[ "$("$own_stage" make dunes.json)" = "$(cat made.txt)" ] || fail "two runs differ"
"$own_stage" make typo.json 2> said.txt && fail "a mistyped stage was accepted"
grep -q 'did you mean "dunes"' said.txt || fail "the user's own stage is not suggested: $(cat said.txt)"

# A stage of the user's own on a planet: the same craters at two resolutions, across an edge of the cube; elsewhere the plain stays.
planet_stage="$(dirname "$CRATON")/planet_stage"
for resolution in 64 100; do
  "$planet_stage" $resolution > craters.txt || fail "examples/planet_stage.cpp fails"
  awk '$2 == "20:" { south = ($3 < -2900 && $3 > -3060) } $2 == "45:" { edge = ($3 < -4900 && $3 > -5060) }
       $2 == "-135:" { plain = ($3 > -60 && $3 < 60) } END { exit !(south && edge && plain) }' craters.txt ||
    fail "craters at resolution $resolution: $(cat craters.txt)"
done
finish
