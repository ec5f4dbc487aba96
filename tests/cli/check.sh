#!/usr/bin/env bash
# `craton check`: what is damaged is told, what is whole is saved, and the damaged file stays as it is.
. "$(dirname "$(realpath "$0")")/common.bash"
export CRATON_CACHE="$folder/cache"

# Worlds as commands write them, waters and planets too.
succeeds make rivers -s domain.width=96 -s domain.height=64 -s domain.step=2000 --no-pictures -o w/rivers
succeeds make hello-sphere -s domain.resolution=16 --no-pictures -o w/sphere
succeeds make climate -s domain.resolution=12 --no-pictures -o w/climate
succeeds edit w/land.craton new --seed 7
succeeds edit w/land.craton raise --at 300,250
succeeds build w/voxels.craton new
succeeds build w/voxels.craton place --at 0,0,40 --ground granite
succeeds check w
same "$(craton check w | wc -l)" 5 "worlds in a folder"
same "$(craton check w | grep -c ': whole')" 5 "whole worlds in a folder"
craton check w --json >../stdout
same "$(grep -c '"is_whole": true' ../stdout)" 5 "whole worlds as JSON"

# told STATUS TEXT ARGS…: ends so, and says so.
told() {
  local status=$1 text=$2
  shift 2
  craton check "$@" >../stdout 2>../stderr
  same "$?" "$status" "status of craton check $*"
  grep -qF -- "$text" ../stdout || fail "craton check $*: expected \"$text\" in: $(cat ../stdout ../stderr)"
}

# Cut off: the first layer is there, the last objects are not.
size=$(stat -c %s w/rivers/world.craton)
head -c $((size - 12288)) w/rivers/world.craton >cut.craton
sum=$(sha256sum <cut.craton)
told 1 "it ends after" cut.craton
refuses "is damaged" info cut.craton
told 1 "cut.craton: damaged" cut.craton --repair saved.craton
same "$(sha256sum <cut.craton)" "$sum" "the damaged file"
told 0 "whole" saved.craton
succeeds info saved.craton
same "$(craton info saved.craton --json | grep -o '"name": "height".*"hash": "[0-9a-f]*"')" \
  "$(craton info w/rivers --json | grep -o '"name": "height".*"hash": "[0-9a-f]*"')" "heights that were saved"

# Some bytes in the middle of a large layer.
succeeds make hello-torus -s domain.width=1024 -s domain.height=1024 --no-pictures -o large
cp large/world.craton holed.craton
printf 'not what was written' | dd of=holed.craton bs=1 seek=1000000 conv=notrunc 2>/dev/null
told 1 "not what was written" holed.craton
told 1 "not what was written" holed.craton --json

# A report of another world beside one.
cp w/climate/world.craton large/world.craton
told 1 "report.json: tells of another world" large
refuses "there are 5 worlds" check w --repair one.craton

# What is no world, and what may not be overwritten.
echo text >text.craton
refuses "is not a Craton world" check text.craton
refuses "cannot read" check none.craton
mkdir empty
refuses "holds no world" check empty
refuses "is the damaged world itself" check cut.craton --repair ./cut.craton
refuses "no folder" check cut.craton --repair none/a.craton
finish
