#!/usr/bin/env bash
# The JSON Schema accepts the recipes that come with Craton and refuses mistakes. Needs Python's jsonschema; without it only the
# form of the text is looked at.
. "$(dirname "$(realpath "$0")")/common.bash"
root=$(realpath "$(dirname "$(realpath "$0")")/../..")

craton schema >schema.json || fail "craton schema failed"
grep -q '"https://json-schema.org/draft/2020-12/schema"' schema.json || fail "the schema does not say what it is"
if ! python3 -c 'from jsonschema import Draft202012Validator' 2>/dev/null; then
  echo "no jsonschema for python3: recipes are not validated"
  finish
  exit
fi
for recipe in "$root"/recipes/*.json; do
  craton recipe print "$recipe" >"$(basename "$recipe")" || fail "$recipe cannot be printed"
done
python3 - "$root"/recipes/noise/*.json <<'END' || fail "the schema does not say what the reader does"
import copy, glob, json, sys
from jsonschema import Draft202012Validator

schema = json.load(open("schema.json"))
Draft202012Validator.check_schema(schema)
validator = Draft202012Validator(schema)
recipes = {name: json.load(open(name)) for name in glob.glob("hello-*.json")}
torus = recipes["hello-torus.json"]
for preset in sys.argv[1:]:
    recipes[preset] = dict(torus, stages=[{"stage": "noise", "noise": json.load(open(preset))}], knobs={})

recipes["require"] = dict(torus, require={
    "attempts": 3, "land_share": [0.3, None], "lakes": "5:10", "high_ranges": 3,
    "rivers": {"count": [None, 4], "least_length": 5000, "after": "sea"},
    "biomes": {"tundra": 0.01, "sand desert": {"share": [0.1, 0.2], "layer": "b"}}, "sub_biomes": ["dunes"]})

bad = 0
def complain(text):
    global bad
    bad += 1
    print(text, file=sys.stderr)

for name, recipe in recipes.items():
    for error in validator.iter_errors(recipe):
        complain(f"{name} is refused at /{'/'.join(map(str, error.absolute_path))}: {error.message[:200]}")

def mistake(what, change):
    recipe = copy.deepcopy(torus)
    change(recipe)
    if validator.is_valid(recipe):
        complain(f"accepted: {what}")

mistake("no version", lambda r: r.pop("craton"))
mistake("a newer version", lambda r: r.update(craton=2))
mistake("an unknown key", lambda r: r.update(sed=3))
mistake("a world that is none", lambda r: r.update(world="mapp"))
mistake("a domain that maps do not lie on", lambda r: r.update(domain={"kind": "sphere"}))
mistake("a parameter of another domain", lambda r: r["domain"].update(radius=3))
for what, require in {
    "a requirement that is none": {"laks": 3}, "half a lake": {"lakes": 2.5}, "three ends": {"lakes": [1, 2, 3]},
    "a share beyond 1": {"land_share": 2}, "no attempts": {"attempts": 0}, "a parameter of another requirement": {"lakes": {"foot": 3}},
    "a requirement without a share": {"land_share": {"layer": "height"}}, "no biomes": {"biomes": []}, "a number of biomes": {"biomes": 3},
}.items():
    mistake(what, lambda r: r.update(require=require))
mistake("no stages", lambda r: r.update(stages=[]))
mistake("a stage that is none", lambda r: r["stages"].append({"stage": "nosie"}))
mistake("a stage without what it needs", lambda r: r["stages"].append({"stage": "noise", "id": "x"}))
mistake("a parameter that is none", lambda r: r["stages"][0].update(scal=3))
mistake("a parameter out of range", lambda r: r["stages"][-1].update(share=2))
mistake("a layer where none can be", lambda r: r["stages"][-1].update(share={"layer": "x"}))
mistake("a bad name of a layer", lambda r: r["stages"][0].update(scale={"layer": "A b"}))
mistake("a reserved id", lambda r: r["stages"][0].update(id="domain"))
mistake("a noise that is none", lambda r: r["stages"][0].update(noise={"kind": "perlim"}))
mistake("a noise without what it is made of", lambda r: r["stages"][0].update(noise={"kind": "fbm"}))
mistake("a noise out of range", lambda r: r["stages"][0].update(noise={"kind": "perlin", "frequency": -1}))
mistake("a knob without a value", lambda r: r["knobs"]["mountains"].pop("value"))
mistake("a knob that sets nothing", lambda r: r["knobs"]["mountains"].update(sets={}))
sys.exit(bad > 0)
END
finish
