#!/usr/bin/env bash
# Options that would do nothing are refused, by the commands that are not tested elsewhere: measure, query, view, map, terrain,
# voxels, noise.
. "$(dirname "$(realpath "$0")")/common.bash"
craton make hello-torus --no-pictures --no-cache -o world >/dev/null || fail "a world failed"
rm -rf .craton* 2>/dev/null

# --- measure ---
refuses '--recipe' measure world --at 100,100
refuses '--cell-size' measure world --cell-size 30
refuses '--levels' measure world --levels 0,100
refuses '--raw-size' measure world --raw-size 8x8
refuses '--layer' measure world --cells --layer height
refuses '--sea-level' measure world --cells --sea-level 3
refuses '--cell-size' measure --recipe terrain --size 64 --cell-size 3

# --- query ---
refuses '--seed' query world --at 1,1 --step 2
refuses '--plate' query world --at 1,1 --plate
refuses '--set' query --recipe terrain --at 1,1 --set a=1
refuses '--to-plate' query --recipe terrain --at 1,1 --to-plate 1
refuses '--nearest' query --recipe terrain --at 1,1 --nearest river

# --- view ---
for option in --eye=100,100 --look=100,100 --haze=1; do refuses "${option%%=*}" view world --style block "$option" -o v.png; done
refuses '--snow' view world --colour clay --snow 500 -o v.png
refuses '--snow' view world --colour tints --snow 500 -o v.png
refuses '--look' view world --look 1,1 --azimuth 20 -o v.png
refuses '--cell-size' view world --cell-size 30 -o v.png

# --- map ---
refuses '--title' map --style natural --title Land -o map
refuses '--picture-size' map --style "" --picture-size 512 -o map
refuses '--by' map --by east=5 -o map
refuses '--extend' map --extend world --by east=5 --seed 3 -o map

# --- terrain ---
refuses '--data' terrain --size 8 --hash --data
refuses '--range' terrain --size 8 --hash --range 0,1
refuses '--tiles' terrain --size 8 --hash --tiles 2x2
refuses '--output' terrain --size 8 --hash --style relief
refuses '--layer' terrain --size 8 --layer height --scatter things.json
refuses '--kinds' terrain --size 8 --kinds none.json -o t.png

# --- voxels ---
refuses '--eye' voxels --radius 0 --eye 3 --picture v.png
refuses '--fov' voxels --radius 0 --fov 30 --picture v.png
refuses '--projection' voxels --radius 0 --projection perspective -o v.glb
for option in --radius=3 --mesher=nets --projection=perspective; do
  refuses "${option%%=*}" voxels --map height --size 8 "$option" --picture v.png
done
refuses '--mesher' voxels --radius 0 --mesher nets -o v.vox
refuses '--occlusion' voxels --radius 0 --occlusion -o v.vox
refuses '--detail' voxels --radius 0 --detail 2 -o v.vox
refuses '--in-place' voxels --radius 0 --in-place -o v.obj
refuses '--experiment' voxels sepp --experiment --bare

# --- noise ---
refuses '--output' noise --print-spec -o n.png
refuses '--print-spec' noise --print-spec --hash
refuses '--stats' noise --size 8x8 --json --stats
refuses '--hash' noise --size 8x8 --json --hash
refuses '--relief' noise --size 8x8 --relief 4 --hash
refuses '--output' noise --size 8x8 --stretch --hash
finish
