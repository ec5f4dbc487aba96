#!/usr/bin/env bash
# Every option of every command, as --help declares them, with numbers that nobody means and with nothing: status 0 or 2, never a
# signal, and one line of letters on stderr. Some values; with CRATON_FULL all.
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

# try COMMAND ARGS…: something that is quick; each of its options in turn is given a wild value, before or in place of the usual one.
try() {
  local option value code
  for option in $("$CRATON" "$1" --help | grep -oE '(^| |,)--[a-z][a-z-]* [A-Z]' | grep -oE -- '--[a-z-]*' | sort -u); do
    case "$option" in --threads | --cache | --frames-a-stage) [ -n "${CRATON_FULL:-}" ] || continue ;; esac
    for value in "${values[@]}"; do
      local words=() skip=false word
      for word in "$@"; do
        if $skip; then skip=false; continue; fi
        if [ "$word" = "$option" ]; then skip=true; continue; fi
        words+=("$word")
      done
      timeout -s KILL 60 "$CRATON" "${words[@]}" "$option=$value" >../stdout 2>../stderr
      code=$?
      tried=$((tried + 1))
      case $code in
        0 | 2) ;;
        *) fail "craton ${words[*]} $option=$value: status $code: $(head -c 300 ../stderr)" ;;
      esac
      [ "$code" -eq 2 ] && [ "$(wc -l <../stderr)" -ne 1 ] && fail "craton ${words[*]} $option=$value: not one line: $(head -c 300 ../stderr)"
      [ -n "$value" ] || [ "$code" -eq 2 ] || case "$option" in
        --style | --heights | --textures) ;;
        *) fail "craton ${words[*]} $option=: an empty text was taken" ;;
      esac
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
if [ -n "${CRATON_FULL:-}" ]; then
  try fly --from 0,0 --to 9,9 --count 1 --size 8x8 --samples 1 -o a.png
  try map --recipe hello-torus "${torus[@]}" --style "" --heights "" -o map
  try planet --recipe hello-sphere --resolution 12 --style "" --textures "" -o p
  try sheet -o a.png
  try recipe show hello-torus
fi
echo "$tried tried"
finish
