#!/usr/bin/env bash
# The committed reference page is what the declarations say, and its pictures exist.
. "$(dirname "$(realpath "$0")")/common.bash"
root=$(realpath "$(dirname "$(realpath "$0")")/../..")

craton reference noise >page.md || fail "craton reference noise failed"
if ! diff -u "$root/docs/noise-reference.md" page.md >difference; then
  head -n 40 difference >&2
  fail "docs/noise-reference.md is not what the declarations say; renew it: ./run reference noise > docs/noise-reference.md"
fi
for picture in $(sed -n 's/^!\[.*](\(.*\))$/\1/p' page.md); do
  [ -f "$root/docs/$picture" ] || fail "docs/$picture is missing; draw all pictures: ./run gallery noise -o docs/gallery"
done
bytes=$(cat "$root"/docs/gallery/*.png | wc -c)
[ "$bytes" -lt 3200000 ] || fail "the pictures in docs/gallery have $bytes bytes; 3.2 MB are the most"
refuses 'there is noise' reference nosie
refuses 'what' reference
finish
