#!/usr/bin/env bash
# The first program of docs/first-program.md: it makes the same world twice, another by another seed, and files that the command reads.
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"
first_world="$(dirname "$CRATON")/first_world"

"$first_world" > first.txt || fail "the program fails"
"$first_world" > again.txt && cmp -s first.txt again.txt || fail "two runs differ"
"$CRATON" info island.craton > said.txt || fail "the command does not read its world"
grep -q height said.txt || fail "its world has no heights"
[ -s island.png ] || fail "there is no picture"
"$first_world" 8 > other.txt && ! cmp -s first.txt other.txt || fail "another seed gives the same world"

# The planet of examples/planet.cpp.
"$(dirname "$CRATON")/planet" 7 globe.png > said.txt || fail "examples/planet.cpp fails"
grep -qE '^region [0-9]+: -?[0-9]+ m high, [0-9]+ km2, [3-9] neighbours, plate [0-9]+$' said.txt || fail "it says: $(cat said.txt)"
[ -s globe.png ] || fail "it draws nothing"
finish
