#!/usr/bin/env bash
# The committed reference pages are what the declarations say, and their pictures exist.
. "$(dirname "$(realpath "$0")")/common.bash"
root=$(realpath "$(dirname "$(realpath "$0")")/../..")

for what in recipe noise; do
  craton reference $what >page.md || fail "craton reference $what failed"
  if ! diff -u "$root/docs/$what-reference.md" page.md >difference; then
    head -n 40 difference >&2
    fail "docs/$what-reference.md is not what the declarations say; renew it: ./run reference $what > docs/$what-reference.md"
  fi
  cp page.md $what.md
done
for picture in $(sed -n 's/^!\[.*](\(.*\))$/\1/p' noise.md recipe.md); do
  [ -f "$root/docs/$picture" ] || fail "docs/$picture is missing; draw it: ./run gallery noise, ./run gallery stages"
done
bytes=$(cat "$root"/docs/gallery/*.png | wc -c)
[ "$bytes" -lt 5000000 ] || fail "the pictures in docs/gallery have $bytes bytes; 5 MB are the most"
bytes=$(cat "$root"/docs/gallery-worlds/*.png | wc -c)
count=$(ls "$root"/docs/gallery-worlds | wc -l)
[ "$bytes" -lt $((count * 200000)) ] || fail "the $count pictures in docs/gallery-worlds have $bytes bytes; 200 kB each are the most"
bytes=$(cat "$root"/docs/gallery-stages/*.png | wc -c)
count=$(ls "$root"/docs/gallery-stages | wc -l)
[ "$bytes" -lt $((count * 145000)) ] || fail "the $count pictures in docs/gallery-stages have $bytes bytes; 145 kB each are the most"
refuses 'there is noise' reference nosie
refuses 'what' reference
finish
