#!/usr/bin/env bash
# Noises as files: what --print-spec writes, --spec reads; bad files end in one line that names the file and the place in it.
. "$(dirname "$(realpath "$0")")/common.bash"

n=(noise --size 40x30 --seed 9 --at -100,7 --step 2)

# A noise and its file are the same noise, whatever else is asked for.
options=(--kind simplex --frequency 0.02 --octaves 4 --persistence 0.6)
craton noise "${options[@]}" --print-spec >hills.json || fail "--print-spec failed"
same "$(craton "${n[@]}" --spec hills.json --hash)" "$(craton "${n[@]}" "${options[@]}" --hash)" "hash of a file"
same "$(craton "${n[@]}" --spec ./hills.json --dims 3 --z 5 --hash)" "$(craton "${n[@]}" "${options[@]}" --dims 3 --z 5 --hash)" \
  "hash of a slice of a file"
same "$(craton noise --spec hills.json --print-spec)" "$(cat hills.json)" "a file printed again"
craton "${n[@]}" --spec hills.json -o a.f32 && craton "${n[@]}" "${options[@]}" -o b.f32
cmp -s a.f32 b.f32 || fail "a file gives other floats"
same "$(craton noise --print-spec)" '{"kind": "perlin"}' "the default noise"
same "$(craton noise --fractal fbm --print-spec)" '{"kind": "fbm", "source": {"kind": "perlin"}}' "--fractal"
craton "${n[@]}" --spec hills.json --json >report.json
if command -v jq >/dev/null; then same "$(jq -c .noise report.json)" "$(jq -c . hills.json)" "the noise in --json"; fi

# The list tells inputs.
craton noise --list | grep -q '^    source .*\[a noise\]' || fail "--list lacks inputs"
craton noise --help | grep -q -- --spec || fail "--help lacks --spec"

# Contradictions.
refuses 'not together with --spec' "${n[@]}" --spec hills.json --kind perlin --hash
refuses '--frequency' "${n[@]}" --spec hills.json --frequency 0.1 --hash
refuses '--octaves' "${n[@]}" --spec hills.json --octaves 3 --print-spec
refuses '--fractal' "${n[@]}" --fractal perlin --hash
refuses '--fractal fbm' "${n[@]}" --kind fbm --hash
refuses 'nothing to do' "${n[@]}" --spec hills.json
refuses '--dims' noise --size 9 --spec hills.json --dims 1 --hash

# Files that are none.
mkdir folder.json
refuses 'none.json: cannot read: No such file' "${n[@]}" --spec none.json --hash
refuses 'this is a folder' "${n[@]}" --spec folder.json --hash
refuses 'no preset is called "nonsense"' "${n[@]}" --spec nonsense --hash
head -c 1048577 /dev/zero | tr '\0' ' ' >large.json
refuses 'large.json: too large: 1048577 bytes' "${n[@]}" --spec large.json --hash
printf '{"kind": "\377"}' >bytes.json
refuses 'bytes.json: not UTF-8' "${n[@]}" --spec bytes.json --hash

wrong() {  # text of the file, text of the error
  printf '%s' "$1" >bad.json
  refuses "$2" "${n[@]}" --spec bad.json --hash
}
wrong '' 'bad.json: cannot be read as JSON at line 1, column 1'
wrong '{"kind": "perlin",}' 'bad.json: /kind: cannot be read as JSON at line 1, column 19'
wrong '{"kind": "perlin"} // no' 'column 20'
wrong '{"kind": "prelin"}' 'bad.json: /kind: found "prelin"'
wrong '{"kind": "perlin", "frequncy": 1}' 'did you mean "frequency"?'
wrong '{"kind": "fbm", "source": {"kind": "perlin", "frequency": 0}}' 'bad.json: /source/frequency: found 0'
wrong '{"kind": "fbm", "octaves": 2.5, "source": {"kind": "perlin"}}' 'bad.json: /octaves: found 2.5'
wrong '{"kind": "fbm", "octaves": 2, "octaves": 2, "source": {"kind": "perlin"}}' 'bad.json: /octaves: this key stands twice'
wrong '{"kind": "fbm"}' 'bad.json: /source: missing'
wrong '{"kind": "fbm", "source": "x"}' 'bad.json: /source: no node is called "x"'
wrong '{"kind": "fbm", "source": "x", "nodes": {"x": {"kind": "fbm", "source": "x"}}}' 'contains itself'
wrong '{"kind": "perlin", "nodes": {"x": {"kind": "perlin"}}}' 'bad.json: /nodes/x: no noise uses this node'
# What only the noise itself can know names the file too.
wrong '{"kind": "fbm", "source": {"kind": "fbm", "source": {"kind": "perlin"}}}' 'bad.json: '

# Presets are found by name.
for preset in "$(dirname "$(realpath "$0")")"/../../recipes/noise/*.json; do
  name=$(basename "$preset" .json)
  hash=$(craton noise --size 8x8 --spec "$name" --hash)
  [[ $hash =~ ^[0-9a-f]{16}$ ]] || fail "preset $name: no hash: $hash"
  same "$hash" "$(craton noise --size 8x8 --spec "$preset" --hash)" "preset $name"
done
refuses 'did you mean "clouds"' "${n[@]}" --spec cloud --hash
finish
