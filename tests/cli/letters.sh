#!/usr/bin/env bash
# What comes from outside (names, recipes, arguments) is letters when it is printed, and nothing that a terminal obeys.
. "$(dirname "$(realpath "$0")")/common.bash"
export CRATON_CACHE="$folder/cache" LC_ALL=C.UTF-8
escape=$'\x1b]0;owned\x07\x1b[2J' c1=$'\xc2\x9b31m' bidi=$'\xe2\x80\xae' bad=$'\xff\xfe'

# clean FILE WHAT: no control but the end of a line, no mark of direction, all of it UTF-8.
clean() {
  iconv -f UTF-8 -t UTF-8 "$1" >/dev/null 2>&1 || fail "$2: not UTF-8"
  LC_ALL=C grep -qP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\x8b-\x8f\xa8-\xae]|\xe2\x81[\xa0-\xaf]' "$1" &&
    fail "$2: $(head -c 300 "$1" | od -c | head -5)"
}

for text in "$escape" "$c1" "$bidi" "$bad" "$(printf '%05000d' 0)"; do
  for words in "noise --kind" "noise --size" "noise -o" "make" "make hello-torus -s" "show" "info" "recipe check" "frames hello-torus -o x --vary" ""; do
    # shellcheck disable=SC2086
    craton $words "$text" >../stdout 2>../stderr
    [ $? -eq 2 ] || fail "craton $words: not refused"
    clean ../stderr "stderr of craton $words"
    clean ../stdout "stdout of craton $words"
    [ "$(wc -l <../stderr)" -eq 1 ] || fail "craton $words: not one line"
    [ "$(wc -c <../stderr)" -le 2100 ] || fail "craton $words: $(wc -c <../stderr) bytes"
  done
done

# A world and a recipe whose names are made to be obeyed.
cat >evil.json <<'END'
{"craton": 1, "name": "\u001b]0;owned\u0007\u009b31m\u202eevil", "seed": 7,
 "domain": {"kind": "torus", "width": 24, "height": 16, "step": 100},
 "stages": [{"stage": "noise", "id": "land", "layer": "height", "unit": "m\u001b[2J"}]}
END
craton make evil.json -o w >../stdout 2>../stderr
clean ../stdout "make: stdout"
clean ../stderr "make: stderr"
if [ -e w/world.craton ]; then
  for what in "info w" "info w --json" "measure w" "query w --at 1,1" "diff w w"; do
    # shellcheck disable=SC2086
    craton $what >../stdout 2>../stderr
    clean ../stdout "$what: stdout"
    clean ../stderr "$what: stderr"
  done
fi
mkdir "$escape$bad"
succeeds make hello-torus -s domain.width=24 -s domain.height=16 --no-pictures -o "$escape$bad"
craton info "$escape$bad" >../stdout 2>../stderr || fail "a world in a folder of a strange name cannot be read"
clean ../stdout "info of a strange folder"
craton info "$escape$bad" --json >../stdout || fail "info --json of a strange folder"
clean ../stdout "info --json of a strange folder"

# Titles are drawn: what is not UTF-8 is an error, and no library complains.
succeeds make hello-torus -s domain.width=64 -s domain.height=48 --no-pictures -o page
refuses "is not UTF-8" show page --style atlas --title "$bad" -o a.svg
refuses "is not UTF-8" map --title "$bad" -o x
succeeds show page --style atlas --title "Ægir & <b>日本</b>" -o a.svg
clean a.svg "the page"

# A limit on the size of files is an error like any other.
(ulimit -f 8; craton noise --size 256x256 -o big.f32 2>../stderr)
same "$?" 2 "the status when a file may not grow"
same "$(wc -l <../stderr)" 1 "lines when a file may not grow"
same "$(ls -A | grep -c part)" 0 "files left when a file may not grow"
# As is too little memory (a sanitizer needs terabytes of addresses).
limits=(60000 120000 200000 300000)
[ -z "${SANITIZED:-}" ] || limits=()
for limit in "${limits[@]}"; do
  (ulimit -v $limit; craton noise --size 4096x4096 --threads 1 -o huge.f32 >/dev/null 2>../stderr)
  code=$?
  case $code in
    0 | 127) ;; # enough, or not enough to load the program at all
    2) same "$(wc -l <../stderr)" 1 "lines with $limit KiB" ;;
    *) fail "with $limit KiB of memory: status $code: $(head -c 300 ../stderr)" ;;
  esac
done
finish
