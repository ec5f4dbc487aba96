#!/usr/bin/env bash
# Stopped or killed at any moment, a make leaves the old world or the new one; two do not write into one folder.
. "$(dirname "$(realpath "$0")")/common.bash"
export CRATON_CACHE="$folder/cache"

hash_of() { craton info "$1" --json | sed -n "s/.*\"name\": \"$2\".*\"hash\": \"\([0-9a-f]*\)\".*/\1/p"; }
recipe=(hello-torus -s domain.width=384 -s domain.height=384 --no-cache)
craton make "${recipe[@]}" --seed 1 -o one >/dev/null || fail "make failed"
craton make "${recipe[@]}" --seed 2 -o two >/dev/null || fail "make failed"
one=$(hash_of one height)
two=$(hash_of two height)
[ "$one" != "$two" ] || fail "two seeds make one world"

craton make "${recipe[@]}" --seed 1 -o out >/dev/null
seed=2
for i in $(seq 1 12); do
  "$CRATON" make "${recipe[@]}" --seed $seed -o out >/dev/null 2>&1 &
  pid=$!
  sleep "0.$(printf %03d $((RANDOM % 350)))"
  kill -9 $pid 2>/dev/null
  wait $pid 2>/dev/null
  now=$(hash_of out height)
  [ "$now" = "$one" ] || [ "$now" = "$two" ] || fail "after kill $i the world is neither the old one nor the new one: $now"
  craton diff out one >/dev/null || craton diff out two >/dev/null || fail "after kill $i the world cannot be read whole"
  seed=$((3 - seed))
done
succeeds make "${recipe[@]}" --seed 1 -o out
same "$(cd out && echo .[!.]* *)" ".craton-files height.png mountains.png report.json sea.png world.craton" "files after twelve kills and a make"

# A make that would take minutes, stopped in the middle.
long=(hello-torus -s domain.width=4096 -s domain.height=4096 --isa scalar --threads 1 --no-cache)
for signal in INT TERM; do
  env --default-signal=$signal "$CRATON" make "${long[@]}" -o out >../stdout 2>../stopped &
  pid=$!
  for _ in $(seq 1 100); do # until it holds the folder
    readlink /proc/$pid/fd/* 2>/dev/null | grep -q '/out$' && break
    sleep 0.1
  done
  sleep 0.3
  refuses 'another process' make "${recipe[@]}" -o out
  kill -s $signal $pid
  wait $pid
  same $? $((128 + $(kill -l $signal))) "exit code after SIG$signal"
  same "$(cat ../stopped)" "craton: cancelled" "message after SIG$signal"
  [ -s ../stdout ] && fail "a stopped make wrote to stdout"
  same "$(hash_of out height)" "$one" "the old world after SIG$signal"
  same "$(cd out && echo .[!.]* *)" ".craton-files height.png mountains.png report.json sea.png world.craton" "files after SIG$signal"
done
finish
