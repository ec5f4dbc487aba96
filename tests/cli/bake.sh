#!/usr/bin/env bash
# Bakes: shares of several processes that are killed and go on give the bytes of one; bad input is one line.
. "$(dirname "$(realpath "$0")")/common.bash"

cat >hills.json <<'JSON'
{"craton": 1, "world": "terrain", "domain": {"kind": "plane", "step": 2}, "seed": 5, "stages": [
  {"stage": "noise", "id": "hills", "scale": 40, "offset": 60, "noise": {"kind": "fbm", "octaves": 5, "source": {"kind": "perlin", "frequency": 0.01}}}]}
JSON
b=(bake hills.json --area 2048,2048 --levels 0-3 --cells 64 --range=0,200)
files() { (cd "$1" && find . -type f | sort | xargs md5sum); }

craton "${b[@]}" --threads 1 --output one >said || fail "a bake"
grep -q '^340 of 340 tiles made in ' said || fail "a bake says: $(cat said)"
grep -q '^the set is finished$' said || fail "a bake says: $(cat said)"
one=$(files one)
same "$(craton "${b[@]}" --output one | sed 's/ in .*//' | head -1)" "0 of 340 tiles made" "a bake that is finished"

# Three processes; one is killed, then all; the rest of the work is less than the whole.
three=("$CRATON" "${b[@]}" --output three)
share() { "${three[@]}" --share "$1/3" >said.$1 2>&1; }
"${three[@]}" --share 1/3 >/dev/null 2>&1 & first=$!
"${three[@]}" --share 2/3 >/dev/null 2>&1 & second=$!
sleep 0.1
kill -9 $first 2>/dev/null
wait $first $second 2>/dev/null
for i in 1 3; do "${three[@]}" --share $i/3 >/dev/null 2>&1 & pids[$i]=$!; done
sleep 0.1
kill -9 "${pids[1]}" "${pids[3]}" 2>/dev/null
wait
for i in 1 2 3; do share $i || fail "share $i: $(cat said.$i)"; done
grep -q 'this share is finished' said.3 || fail "share 3 says: $(cat said.3)"
"${three[@]}" --merge >/dev/null 2>&1 & merge=$!
sleep 0.02
kill -9 $merge 2>/dev/null
wait $merge 2>/dev/null
craton "${b[@]}" --output three --merge >said || fail "merge"
same "$(files three)" "$one" "three shares, some killed"

# Processes of MPI, where there is one.
if command -v mpirun >/dev/null && ldd "$CRATON" | grep -q libmpi; then
  for n in 1 2 4; do
    mpirun --allow-run-as-root --oversubscribe -n $n "$CRATON" "${b[@]}" --threads 1 --output mpi$n >said 2>&1 || fail "mpirun -n $n: $(cat said)"
    same "$(files mpi$n)" "$one" "$n processes of MPI"
  done
fi

# An end that was asked for leaves what goes on.
"$CRATON" "${b[@]}" --threads 1 --output ended >/dev/null 2>ended.err & pid=$!
sleep 0.1
kill -TERM $pid 2>/dev/null
wait $pid
code=$?
[ $code -eq 143 ] || [ $code -eq 0 ] || fail "ended by SIGTERM: status $code"
succeeds "${b[@]}" --output ended
same "$(files ended)" "$one" "ended and gone on with"

printf 'x' | dd of=one/level-0/height_x3_y4.r16 bs=1 seek=77 conv=notrunc 2>/dev/null
rm one/level-1/height_x0_y1.r16
craton "${b[@]}" --output one --verify >said || fail "verify"
grep -q '^2 tiles were damaged or missing$' said || fail "verify says: $(cat said)"
same "$(files one)" "$one" "verify"

# An endless world with edits.
succeeds edit w.craton new --recipe hills.json
succeeds edit w.craton raise --at 100,100 --radius 60 --by 30
succeeds bake w.craton --area 256,256 --cells 128 --format r32 --output edited
craton terrain w.craton --at 0,0 --size 129 -o w.f32 || fail "a window"
cmp -s w.f32 edited/height_x0_y0.r32 || fail "a tile of an edited world is not its window"

refuses '--levels' bake hills.json --area 64,64 --levels 2-1 --format r32 --output x
refuses 'did you mean "height"?' bake hills.json --area 64,64 --layers heigth --format r32 --output x
refuses '--area' bake hills.json --format r32 --output x
refuses '--area' bake hills.json --area 64,-3 --format r32 --output x
refuses '--at' bake hills.json --at 1e16,0 --area 64,64 --format r32 --output x
refuses '--range' bake hills.json --area 64,64 --output x
refuses '--memory' bake hills.json --area 64,64 --format r32 --memory 0 --output x
refuses 'where to?' bake hills.json --area 64,64 --format r32
refuses 'is of another bake' "${b[@]}" --seed 4 --output one
refuses 'is of another bake' bake hills.json --area 64,64 --format r32 --output one
refuses 'there is no such file' bake nothing.craton --area 64,64 --format r32 --output x
head -c 3000 /dev/urandom >one/manifest.sqlite
refuses '--verify makes it anew' "${b[@]}" --output one
succeeds "${b[@]}" --output one --verify
same "$(files one)" "$one" "a manifest that was damaged"
finish
