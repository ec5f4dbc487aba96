#!/usr/bin/env bash
# Every option of every command, as --help declares them, and every word that it takes, with numbers that nobody means and with
# nothing: status 0 or 2, never a signal, and one line of letters on stderr. Some values; with CRATON_FULL all.
. "$(dirname "$(realpath "$0")")/common.bash"
export CRATON_CACHE="$folder/cache"
tried=0

torus=(-s domain.width=24 -s domain.height=16)
craton make hello-torus "${torus[@]}" -o w >/dev/null && craton make hello-sphere -s domain.resolution=12 -o s >/dev/null &&
  craton edit e.craton new >/dev/null && craton build b.craton new >/dev/null || fail "no worlds to try with"
if [ -n "${CRATON_FULL:-}" ]; then
  values=(nan inf -inf 1e300 -1e300 1e-300 -0 0 1e19 99999999999999999999 "" , x 1e300,1e300 nan,nan 0,0 -1x-1 0x0 1e9x1e9)
else
  values=(nan 1e300 "" -1e19,1e300)
fi

# run_wild ARGS…: ends with 0 or 2, and tells in one line why; its status is in `code`.
run_wild() {
  timeout -s KILL 60 "$CRATON" "$@" >../stdout 2>../stderr
  code=$?
  tried=$((tried + 1))
  case $code in
    0 | 2) ;;
    *) fail "craton $*: status $code: $(head -c 300 ../stderr)" ;;
  esac
  [ "$code" -ne 2 ] || [ "$(wc -l <../stderr)" -eq 1 ] || fail "craton $*: not one line: $(head -c 300 ../stderr)"
}

# try COMMAND ARGS…: something that is quick; each of its options in turn is given a wild value, before or in place of the usual one.
try() {
  local option value code
  for option in $("$CRATON" "$1" --help | grep -oE '(^| |,)--[a-z][a-z-]* [A-Z]' | grep -oE -- '--[a-z-]*' | sort -u); do
    case "$option" in --threads | --cache | --frames-a-stage) [ -n "${CRATON_FULL:-}" ] || continue ;; esac
    [ "$1 $option" != "serve --folder" ] || continue  # any name is one of a folder to serve
    for value in "${values[@]}"; do
      local words=() skip=false word
      for word in "$@"; do
        if $skip; then skip=false; continue; fi
        if [ "$word" = "$option" ]; then skip=true; continue; fi
        words+=("$word")
      done
      run_wild "${words[@]}" "$option=$value"
      [ -n "$value" ] || [ "$code" -eq 2 ] || case "$option" in
        --style | --heights | --textures) ;;
        *) fail "craton ${words[*]} $option=: an empty text was taken" ;;
      esac
    done
  done
}

# try_words COMMAND WORD…: each of the words in turn gives way to a wild value, and one comes after them.
try_words() {
  local place value code
  for ((place = 2; place <= $# + 1; ++place)); do
    for value in "${values[@]}"; do
      run_wild "${@:1:place-1}" "$value" "${@:place+1}"
      [ "$code" -eq 2 ] || fail "craton ${*:1:place-1} $value ${*:place+1}: was taken"
    done
  done
}

try noise --size 4x4 -o a.png
try tiling --size 16x16 --cells 1 -o a.png
try voxels --radius 0 --bare --projection perspective --size 8x8 --samples 1 --picture a.png
try view w --size 8x8 --samples 1 -o a.png
try show w -o a.png
try globe s --size 16x16 -o a.png
try terrain --size 4 -o a.f32
try query w --at 1,1
try measure w
try make hello-torus "${torus[@]}" --no-pictures -o m
try frames hello-torus "${torus[@]}" --vary seed=1:2 --count 2 --size 16x16 -o f
try edit e.craton raise --at 0,0
try build b.craton place --at 0,0,0 --ground stone
try lab --kinds value --realisations 100 --samples 64 --size 4 -o lab
try sweep hello-torus "${torus[@]}" --vary ground.noise.octaves=1,2 --measure mean_slope -o sweep
try serve --port 0 --folder w/world.craton  # not a folder: it never begins
try check w
try recipe print hello-torus
try gallery aperiodic --check
for words in "check w" "info w" "diff w s" "measure w" "gallery aperiodic" "schema" "stages sea_level" "recipe print hello-torus" \
  "reference noise" "edit e.craton undo" "build b.craton undo"; do
  # shellcheck disable=SC2086
  try_words $words
done
if [ -n "${CRATON_FULL:-}" ]; then
  try fly --from 0,0 --to 9,9 --count 1 --size 8x8 --samples 1 -o a.png
  try map --recipe hello-torus "${torus[@]}" --style "" --heights "" -o map
  try planet --recipe hello-sphere --resolution 12 --style "" --textures "" -o p
  try sheet -o a.png
  try recipe show hello-torus
fi
echo "$tried tried"
finish
