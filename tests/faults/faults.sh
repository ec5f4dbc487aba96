#!/usr/bin/env bash
# Every command that writes, with one system call or allocation after the other failing (FAULTS names the preload library):
# it succeeds, or ends with status 2 and one line; old file or new one; and the next run leaves nothing behind. Some calls of each
# kind; with CRATON_FULL all of them, and a kill at each.
. "$(dirname "$(realpath "$0")")/../cli/common.bash"
: "${FAULTS:?set FAULTS to the path of the preload library}"
export CRATON_CACHE="$folder/cache"
tried=0 refused=0 killed=0 skipped=0

# digest FILE: what it holds, without what changes from run to run.
digest() {
  case "$1" in
    *.craton) "$CRATON" info "$1" --json 2>&1 | grep -E '"(hash|kind|edits)"|"seed"' ;;
    *.json) echo text ;;
    *) sha256sum <"$1" ;;
  esac
}
state() { # FOLDER: names and digests of its files, hidden ones too; the list of them is no result
  (cd "$1" && find . -type f ! -name .craton-files | LC_ALL=C sort | while read -r file; do echo "$file $(digest "$file" | tr '\n' ' ')"; done)
}
# some COUNT CALL: which calls to fail. Of allocations and maps there are thousands: a hundred stand for all.
some() {
  local count=$1 step=1
  if [ -n "${CRATON_FULL:-}" ]; then
    case $2 in malloc | mmap) step=$((count / 100 + 1)) ;; esac
    seq 1 "$step" "$count"
    return
  fi
  for n in 1 2 $((count / 3)) $((count * 2 / 3)) "$count"; do [ "$n" -ge 1 ] && [ "$n" -le "$count" ] && echo "$n"; done | sort -nu
}

# check_one TITLE CALL N ERROR ARGS…: one run in a copy of `before` with one fault; `old` and `new` are the states around it.
check_one() {
  local what="$1: $2 $3 $4" spec="$2:$3:$4" call=$2 code now file
  shift 4
  rm -rf work && cp -r before work
  (cd work && timeout 120 env CRATON_FAULT="$spec" LD_PRELOAD="$FAULTS" "$CRATON" "$@"; exit $?) >../stdout 2>../stderr
  code=$?
  tried=$((tried + 1))
  case $code in
    0) [ -s ../stderr ] && fail "$what: status 0 and stderr: $(head -c 300 ../stderr)" ;;
    2)
      refused=$((refused + 1))
      { [ "$(wc -l <../stderr)" -eq 1 ] && grep -q '^craton: ' ../stderr; } || fail "$what: not one line: $(head -c 300 ../stderr)"
      ;;
    137) killed=$((killed + 1)) ;;
    *) fail "$what: status $code: $(head -c 300 ../stderr)" ;;
  esac
  # Each file is the old one or the new one; a new name may be there or not.
  now=$(state work | grep -v '\.part-')
  while IFS= read -r file; do
    [ -z "$file" ] || grep -qxF -- "$file" <<<"$old" || grep -qxF -- "$file" <<<"$new" ||
      fail "$what: neither old nor new: $file"
  done <<<"$now"
  # A report is written last and removed first: where it is, all files are of one world.
  [ ! -e work/w/report.json ] || [ "$now" = "$old" ] || [ "$now" = "$new" ] || fail "$what: a report of files of two worlds: $now"
  [ "$code" -eq 0 ] && same "$now" "$new" "$what: files of a success"
  # What was written is taken away again, where that is possible at all.
  [ "$code" -eq 137 ] || [ "$call" = unlink ] || [ "$call" = malloc ] || [ -z "$(find work -name '*.part-*')" ] ||
    fail "$what: left $(find work -name '*.part-*')"
  (cd work && "$CRATON" "$@") >/dev/null 2>../stderr || fail "$what: the next run failed: $(head -c 300 ../stderr)"
  same "$(state work)" "$new" "$what: files after the next run"
}

# try TITLE ARGS…: begins in the folder `before`, where files of an earlier run may lie.
try() {
  local title=$1 count call error errors n old new
  shift
  rm -rf work && cp -r before work
  (cd work && "$CRATON" "$@") >/dev/null 2>../stderr || { fail "$title: $(cat ../stderr)"; return; }
  old=$(state before) new=$(state work)
  rm -rf work && cp -r before work
  (cd work && CRATON_FAULT_COUNTS=$folder/counts LD_PRELOAD=$FAULTS "$CRATON" "$@") >/dev/null 2>&1
  while read -r call count; do
    case $call in
      open) errors="EIO" ;;
      write) errors="ENOSPC SHORT EINTR" ;;
      fsync | rename | close) errors="EIO" ;;
      unlink) errors="EIO" ;;
      mmap) errors="ENOMEM" ;;
      malloc) errors="ENOMEM" ;;
    esac
    if [ -n "${CRATON_FULL:-}" ] && [ "$call" != malloc ] && [ "$call" != mmap ]; then errors="$errors KILL"; fi
    for error in $errors; do
      for n in $(some "$count" "$call"); do check_one "$title" "$call" "$n" "$error" "$@"; done
      # Nothing is to be had any more from there on.
      [ "$call" = malloc ] || continue
      for n in $(some "$count" "$call"); do check_one "$title" "$call" "$n+" "$error" "$@"; done
    done
  done <"$folder/counts"
}

small=(-s domain.width=24 -s domain.height=16)
mkdir before
try "a picture" noise --size 24x24 -o a.png
if [ -n "${CRATON_FULL:-}" ]; then
  try "numbers" noise --size 24x24 -o a.f32
  try "a tiling" tiling --cells 3 --size 60x40 -o a.svg
  try "a mesh of voxels" voxels --radius 0 --bare -o a.glb
  try "voxels" voxels --radius 0 --bare -o a.vox
fi
# Over what another run left.
(cd before && "$CRATON" make hello-torus "${small[@]}" --seed 3 -o w) >/dev/null || fail "no world to begin with"
try "a world" make hello-torus "${small[@]}" --no-cache --seed 4 --threads 1 -o w
if [ -n "${CRATON_FULL:-}" ]; then
  try "a world with a cache" make hello-torus "${small[@]}" --seed 5 -o w
  try "a picture of a world" show w -o s.png
  try "heights of a world" show w -o s.exr
  try "a page of a world" show w --style atlas -o s.svg
  try "objects of a world" show w -o s.geojson
  try "attributes of a region" query w --at 1,1 --set owner=Rome
  try "a view" view w --size 16x16 --samples 1 -o v.png
  try "terrain" terrain --size 16 -o t.png
  try "terrain as a mesh" terrain --size 16 -o t.glb
  try "terrain as data" terrain --size 16 -o t.exr
  try "a map" map --recipe hello-torus "${small[@]}" --no-cache --style natural,relief --heights r16 -o m
  try "steps of a world" make hello-torus "${small[@]}" --step -o t
  (cd before && "$CRATON" make hello-sphere -s domain.resolution=8 --no-pictures -o p) >/dev/null || fail "no planet to begin with"
  try "a globe" globe p --style regions --size 16x16 -o g.png
  try "a turning globe" globe p --style regions --size 16x16 --turn 2 -o turn
  rm -rf before && mkdir before
  (cd before && "$CRATON" frames hello-torus "${small[@]}" --vary seed=1:2 --count 3 -o f) >/dev/null || fail "no frames to begin with"
  try "frames" frames hello-torus "${small[@]}" --vary seed=3:4 --count 2 -o f
  rm -rf before && mkdir before
  (cd before && "$CRATON" edit e.craton new && "$CRATON" edit e.craton raise --at 0,0 && head -c 30000 e.craton >cut.craton) >/dev/null
  try "what is whole of a world" check e.craton --repair saved.craton
fi

# An edit is there or not, whole, and told; what is there before it stays.
try_edit() { # TITLE ARGS…
  local title=$1 call count n error errors code edits
  shift
  rm -rf work && cp -r before work
  (cd work && CRATON_FAULT_COUNTS=$folder/counts LD_PRELOAD=$FAULTS "$CRATON" "$@") >/dev/null 2>&1
  while read -r call count; do
    errors=EIO
    case $call in write) errors="ENOSPC SHORT" ;; mmap | malloc) errors=ENOMEM ;; esac
    case $call in malloc | mmap) ;; *) errors="$errors KILL" ;; esac
    for error in $errors; do
      for n in $(some "$count" "$call"); do
        rm -rf work && cp -r before work
        (cd work && timeout 120 env CRATON_FAULT="$call:$n:$error" LD_PRELOAD="$FAULTS" "$CRATON" "$@"; exit $?) >../stdout 2>../stderr
        code=$?
        tried=$((tried + 1))
        case $code in
          0) ;;
          2) refused=$((refused + 1)) ;;
          137) killed=$((killed + 1)) ;;
          *) fail "$title: $call $n $error: status $code: $(head -c 300 ../stderr)" ;;
        esac
        "$CRATON" check work/e.craton >/dev/null 2>../stderr || fail "$title: $call $n $error: not whole: $(head -c 300 ../stderr)"
        edits=$("$CRATON" info work/e.craton --json | grep -o '"edits": [0-9]*' | grep -o '[0-9]*$')
        case $code in
          0) same "$edits" 2 "$title: $call $n $error: edits after a success" ;;
          *) [ "$edits" = 1 ] || [ "$edits" = 2 ] || fail "$title: $call $n $error: $edits edits" ;;
        esac
        # SQLite leaves what is of no use to it to the next change.
        "$CRATON" edit work/e.craton undo >/dev/null 2>../stderr || fail "$title: $call $n $error: no undo: $(head -c 300 ../stderr)"
        [ -z "$(find work -name '*-journal')" ] || fail "$title: $call $n $error: a journal is left"
      done
    done
  done <"$folder/counts"
}
rm -rf before && mkdir before
(cd before && "$CRATON" edit e.craton new && "$CRATON" edit e.craton raise --at 0,0) >/dev/null || fail "no edits to begin with"
try_edit "an edit" edit e.craton lower --at 5,5
echo "$tried calls failed: $refused refused, $killed killed"
finish
