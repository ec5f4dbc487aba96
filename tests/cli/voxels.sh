#!/usr/bin/env bash
# Voxel worlds: meshes and pictures, the same for any number of threads and instruction set, and clear errors.
. "$(dirname "$(realpath "$0")")/common.bash"
small=(--radius 1 --size 96x60 --samples 1)

succeeds voxels "${small[@]}" --picture view.png
same "$(od -An -tx1 -j16 -N8 view.png | tr -d ' \n')" "000000600000003c" "the size of view.png"
succeeds voxels "${small[@]}" --threads 1 --isa scalar --picture one.png
cmp -s one.png view.png || fail "pictures differ"
for change in "--seed 8" "--at 4000,4000" "--projection perspective" "--azimuth 45" "--pitch -60" "--sun 90,20" "-s relief=10" \
  "--mesher cubes" "--mesher nets" "-s overhangs=constant -s overhang_reach=12"; do
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
for mesher in greedy cubes nets; do
  succeeds voxels --radius 3 --bare --mesher $mesher -o whole.obj
  succeeds voxels --radius 3 --bare --mesher $mesher --detail 1 -o levels.obj
  [ "$(($(grep -c '^f' levels.obj) * 3 / 2))" -lt "$(grep -c '^f' whole.obj)" ] || fail "levels of $mesher are not smaller"
done
# Plants too: fewer triangles the farther, each on its ground.
succeeds voxels --radius 4 --seed 5 -o whole.glb
succeeds voxels --radius 4 --seed 5 --detail 1 -o levels.glb
[ "$(($(stat -c %s levels.glb) * 3))" -lt "$(stat -c %s whole.glb)" ] || fail "levels of plants are not smaller"
refuses "--detail" voxels --radius 0 --detail 99 -o x.obj
craton schema --voxels | grep -q '"blend_width": {' || fail "the schema does not know blend_width"
craton voxels --params | grep -q '^blend_width' || fail "--params does not list blend_width"

# --- building and digging ---
succeeds build w.craton new --seed 12 -s relief=30
succeeds voxels w.craton "${small[@]}" --picture before.png
succeeds voxels "${small[@]}" --seed 12 -s relief=30 --picture same.png
cmp -s before.png same.png || fail "a world in a file is another one"
succeeds build w.craton place --at 0,0,30 --to 7,7,45 --ground gold
succeeds build w.craton remove --at 2,2,30 --to 3,3,45
succeeds voxels w.craton "${small[@]}" --picture after.png
cmp -s before.png after.png && fail "voxels were placed, and nothing changed"
succeeds build w.craton undo
succeeds build w.craton undo
succeeds voxels w.craton "${small[@]}" --picture undone.png
cmp -s before.png undone.png || fail "undo does not bring the world back"
succeeds build w.craton redo
craton build w.craton list | grep -q 'place 1024 voxels of gold' || fail "list does not tell of the tower"
refuses "there is a file already" build w.craton new
refuses "no such world" build nothing.craton undo
refuses "did you mean \"gold\"" build w.craton place --at 0,0,9 --ground golf
refuses "out of range" build w.craton place --at 0,0,90 --ground gold
refuses "X,Y,Z" build w.craton remove --at 0,0
refuses "allowed: up to" build w.craton remove --at 0,0,0 --to 1000,1000,40
refuses "allowed new" build w.craton dig
refuses "another world" voxels w.craton --seed 3 --picture x.png

# --- errors ---
refuses "what for?" voxels
refuses "no voxel world is called" voxels nowhere --picture x.png
refuses "does not end in .png" voxels --picture x.jpg
refuses "ends in none of .glb, .obj, .ply, .vox" voxels --radius 0 -o x.stl
refuses "--radius" voxels --radius 99 --picture x.png
refuses "--at" voxels --at 3 --picture x.png
refuses "did you mean \"caves\"" voxels -s cave=0.5 --picture x.png
refuses "allowed greedy | culled | cubes | tetrahedra | nets" voxels --mesher fine -o x.obj
refuses "allowed greedy | culled | cubes | tetrahedra | nets" voxels --mesher fine --picture x.png
refuses "allowed isometric | perspective" voxels --projection map --picture x.png
refuses "chunk_side" voxels -s chunk_side=24 --picture x.png
refuses "beyond" voxels --at 8e15,0 --picture x.png
echo '{"craton": 1, "world": "voxels", "voxels": {"releif": 3}}' >bad.json
refuses "/voxels/releif" voxels bad.json --picture x.png
finish
