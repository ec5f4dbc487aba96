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
finish
