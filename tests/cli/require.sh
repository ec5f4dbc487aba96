#!/usr/bin/env bash
# What a world must be like: seeds are tried, refusals are told, the world file knows; clear errors.
. "$(dirname "$(realpath "$0")")/common.bash"
export CRATON_CACHE="$folder/cache"
cat >hills.json <<'END'
{
  "craton": 1, "world": "map", "domain": {"kind": "torus", "width": 64, "height": 48, "step": 100}, "seed": 7,
  "stages": [
    {"stage": "noise", "id": "hills", "scale": 2000, "noise": {"kind": "fbm", "octaves": 4, "source": {"kind": "perlin", "frequency": 0.0005}}},
    {"stage": "lakes"}
  ],
  "require": {"attempts": 200, "continents": 1}
}
END

# A range so narrow that the first seed misses it.
craton make hills.json --require land_share=0.505:0.515 --no-pictures -o found >out.txt 2>err.txt || fail "no world: $(cat err.txt)"
grep -q '^seed 7 (attempt 1 of 200): land_share 0\.[0-9]*, wanted 0.505 … 0.515; given up after 1 of 2 stages$' err.txt ||
  fail "the refusal is not told: $(head -3 err.txt)"
grep -q 'land_share *0.5[01][0-9]* *wanted 0.505 … 0.515' out.txt || fail "the summary does not tell what was found: $(cat out.txt)"
tried=$(($(wc -l <err.txt) + 1))
grep -q "\"attempts\": $tried," found/report.json || fail "the report does not tell the attempts"
craton info found --json >info.json
grep -q '"asked_seed": "7"' info.json || fail "the world file does not know the seed that was asked for"
grep -q "\"attempts\": $tried," info.json || fail "the world file does not know the attempts"
seed=$(sed -n 's/.*"seed": "\([0-9]*\)".*/\1/p' info.json | head -1)
[ "$seed" != 7 ] || fail "the seed is still the first"

# The seed that was used gives the same world at once.
succeeds make hills.json --seed "$seed" --require land_share=0.505:0.515 --no-pictures -o again
same "$(craton info again --json | grep -o '"hash": "[^"]*"')" "$(grep -o '"hash": "[^"]*"' info.json)" "the world of that seed"

# Steps show the world that was found, not those that were given up.
craton make hills.json --require land_share=0.505:0.515 --step --no-pictures -o stepped >/dev/null 2>&1
same "$(cd stepped/steps && echo *)" "00001_hills.png 00002_lakes.png" "the steps"

# Nothing fits: one line that says why, after those of the attempts; no world.
craton make hills.json --require highest_point=9000 --require attempts=3 --no-pictures -o none >out.txt 2>err.txt
same "$?" 2 "the exit code of a search in vain"
same "$(wc -l <err.txt)" 4 "lines of a search in vain"
tail -1 err.txt | grep -q 'craton: .*/require: none of 3 seeds gives such a world; refused for highest_point 3 times (wanted at least 9000 m, nearest ' ||
  fail "the reason is not told: $(tail -1 err.txt)"
[ ! -e none ] || fail "a folder is left of a search in vain"

refuses 'require.laks: "require" has no such key' make hills.json --require laks=3 -o x
refuses 'did you mean "lakes"' make hills.json --require laks=3 -o x
refuses "--require" make hills.json --require lakes -o x
refuses "the lower end comes first" make hills.json --require lakes=5:2 -o x
refuses "/require/rivers: no stage of this recipe makes rivers" make hills.json --require rivers=3 -o x
refuses "no stage writes the layer \"biome\"" make hills.json --require biomes.tundra=0.1 -o x
refuses "endless plane" make hello-tile --require land_share=0.3 -o x
finish
