#!/usr/bin/env bash
# Voxel worlds: meshes and pictures, the same for any number of threads and instruction set, and clear errors.
. "$(dirname "$(realpath "$0")")/common.bash"
small=(--radius 1 --size 96x60 --samples 1)

succeeds voxels "${small[@]}" --picture view.png
same "$(od -An -tx1 -j16 -N8 view.png | tr -d ' \n')" "000000600000003c" "the size of view.png"
succeeds voxels "${small[@]}" --threads 1 --isa scalar --picture one.png
cmp -s one.png view.png || fail "pictures differ"
for change in "--seed 8" "--at 4000,4000" "--projection perspective" "--azimuth 45" "--pitch -60" "--sun 90,20" "-s relief=10"; do
  # shellcheck disable=SC2086
  succeeds voxels "${small[@]}" $change --picture changed.png
  cmp -s changed.png view.png && fail "$change changes nothing"
done

succeeds voxels caves --radius 1 -o caves.ply
succeeds voxels caves --radius 1 --isa scalar -o again.ply
cmp -s caves.ply again.ply || fail "instruction sets make different meshes"
succeeds voxels --radius 0 --mesher culled -o culled.obj
succeeds voxels --radius 0 --occlusion -o greedy.obj
[ "$(grep -c '^f' greedy.obj)" -lt "$(grep -c '^f' culled.obj)" ] || fail "greedy meshes are not smaller"
craton voxels --params | grep -q '^blend_width' || fail "--params does not list blend_width"

# --- errors ---
refuses "what for?" voxels
refuses "no voxel world is called" voxels nowhere --picture x.png
refuses "does not end in .png" voxels --picture x.jpg
refuses "ends in none of .glb, .obj, .ply, .vox" voxels --radius 0 -o x.stl
refuses "--radius" voxels --radius 99 --picture x.png
refuses "--at" voxels --at 3 --picture x.png
refuses "did you mean \"caves\"" voxels -s cave=0.5 --picture x.png
refuses "allowed greedy | culled | cubes | tetrahedra | nets" voxels --mesher fine -o x.obj
refuses "allowed isometric | perspective" voxels --projection map --picture x.png
refuses "chunk_side" voxels -s chunk_side=24 --picture x.png
refuses "beyond" voxels --at 8e15,0 --picture x.png
echo '{"craton": 1, "world": "voxels", "voxels": {"releif": 3}}' >bad.json
refuses "/voxels/releif" voxels bad.json --picture x.png
finish
