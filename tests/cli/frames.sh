#!/usr/bin/env bash
# Frames: one number goes from one end to the other; frames that are there are kept; clear errors.
. "$(dirname "$(realpath "$0")")/common.bash"
export CRATON_CACHE="$folder/cache"
small=(-s domain.width=48 -s domain.height=32)

# As many frames as were asked for, of the size that was asked for, and a list of them.
succeeds frames hello-torus "${small[@]}" --vary seed=1:3 --count 3 --size 60x40 -o seeds
same "$(cd seeds && echo *)" "frame_0001.png frame_0002.png frame_0003.png frames.json" "the files"
same "$(od -An -tx1 -j16 -N8 seeds/frame_0002.png | tr -d ' \n')" "0000003c00000028" "the size of a frame"
cmp -s seeds/frame_0001.png seeds/frame_0003.png && fail "two seeds look the same"
grep -q '"value": 2' seeds/frames.json || fail "the list does not tell the numbers"

# A frame is what `make` and `show` give.
succeeds make hello-torus "${small[@]}" --seed 2 --no-pictures -o two
succeeds frames hello-torus "${small[@]}" --vary seed=1:3 --count 3 --range=-4000,4000 -o ranged
succeeds show two --range=-4000,4000 -o two.png
cmp -s two.png ranged/frame_0002.png || fail "a frame differs from what show draws"

# A run that was stopped goes on; other numbers start anew.
cp -r seeds again
rm again/frame_0002.png
touch -d 2001-01-01 again/frame_0001.png again/frame_0003.png
craton frames hello-torus "${small[@]}" --vary seed=1:3 --count 3 --size 60x40 -o again >../stdout || fail "cannot go on"
grep -q "2 of them from before" ../stdout || fail "finished frames are made again: $(cat ../stdout)"
for frame in 1 2 3; do cmp -s "seeds/frame_000$frame.png" "again/frame_000$frame.png" || fail "frame $frame differs after going on"; done
succeeds frames hello-torus "${small[@]}" --vary seed=3:5 --count 2 --size 60x40 -o again
same "$(cd again && echo *)" "frame_0001.png frame_0002.png frames.json" "the files of another film"

# Time of plates, globes, and whole numbers where a parameter takes no other.
plates=(-s domain.resolution=12 -s plates.plate_mesh=12 -s heights.level_points=4096)
succeeds frames crust "${plates[@]}" --vary knobs.time=0:40 --count 3 --projection orthographic --centre 20,60 --size 64x64 -o drift
cmp -s drift/frame_0001.png drift/frame_0003.png && fail "plates do not move"
succeeds frames crust "${plates[@]}" --vary plates.plates=4:7 --count 6 --layer plate --plates -o plates
grep -q '"value": 5}' plates/frames.json || fail "numbers of plates are not whole"

refuses "where to?" frames crust --vary knobs.time=0:9
refuses "Write --vary stage.param=FROM:TO" frames crust -o x
refuses "is no way from one number to another" frames crust --vary knobs.time=5 -o x
refuses "--vary" frames crust --vary knobs.time=a:b -o x
refuses "did you mean \"time\"" frames crust --vary knobs.tim=0:9 -o x
refuses "no_such" frames crust --vary no_such.thing=0:9 -o x
refuses "plates.plate is no number" frames crust --vary plates.plate=0:9 -o x
refuses "--vary" frames crust --vary knobs.time=0:5000 -o x
for count in 1 0 10000 many 2.5; do refuses "allowed 2 … 9999" frames crust --vary knobs.time=0:9 --count "$count" -o x; done
refuses "one layer" frames crust --vary knobs.time=0:9 --layer height,sea -o x
refuses "--centre" frames crust --vary knobs.time=0:9 --centre 1,2 -o x
refuses "contradicts" frames crust --vary knobs.time=0:9 --no-cache --cache y -o x
finish
