#!/usr/bin/env bash
# tools/progress: what it tells while a make-believe ninja builds, and that its log is whole.
set -uo pipefail
root="$(cd "$(dirname "$(realpath "$0")")/../.." && pwd)"
place="$(mktemp -d)"
trap 'rm -rf "$place"' EXIT
failures=0
fail() { echo "$*" >&2; failures=$((failures + 1)); }
holds() { grep -qE -- "$2" "$1" || { fail "no line is like '$2' in:"; cat "$1" >&2; }; }

# Slow steps, a pause in the middle of a line, output between steps, no newline at the end.
slow() {
  echo "[1/4] Building a.o"
  printf '[2/4] Build'
  sleep 2.2
  printf 'ing b.o\n  a warning \\ with * and %%s\n[3/4] Building c.o\n'
  sleep 2.2
  printf '[4/4] Linking d'
}
slow > "$place/expected"
echo >> "$place/expected"
slow | CRATON_PROGRESS_SECONDS=1 "$root/tools/progress" "$place/log" "building it" 2> "$place/told" || fail "it failed"
cmp "$place/expected" "$place/log" || fail "the log is not what ninja said"
holds "$place/told" '^building it: 1 of 4 steps, 0:0[0-9] so far'
holds "$place/told" '^building it: 3 of 4 steps, 0:0[0-9] so far'
[ "$(wc -l < "$place/told")" -ge 3 ] || fail "too few lines: $(cat "$place/told")"

# The time left.
{ echo "[2/4] x"; sleep 6; } | CRATON_PROGRESS_SECONDS=5 "$root/tools/progress" "$place/log" 2> "$place/told"
holds "$place/told" '^building: 2 of 4 steps, 0:0[5-9] so far, about 0:0[5-9] left$'

# Short builds, and those with nothing to do, are silent.
echo "ninja: no work to do." | "$root/tools/progress" "$place/log" 2> "$place/told"
printf '[1/2] a\n[2/2] b\n' | "$root/tools/progress" "$place/log" 2>> "$place/told"
[ ! -s "$place/told" ] || fail "it talks without need: $(cat "$place/told")"

# On a terminal one line is rewritten, and wiped at the end.
if command -v script > /dev/null; then
  printf '{ echo "[1/2] a"; sleep 2.2; echo "[2/2] b"; } | %q %q building\n' "$root/tools/progress" "$place/log" > "$place/typed"
  script -qec "bash $place/typed" /dev/null > "$place/told" < /dev/null
  tr '\r' '\n' < "$place/told" > "$place/lines"
  holds "$place/lines" '1 of 2 steps, 0:0[0-9] so far'
  holds "$place/lines" 'building: 2 steps in 0:0[0-9]'
fi
[ $failures -eq 0 ] && echo "tools/progress tells how far it is"
exit $((failures > 0))
