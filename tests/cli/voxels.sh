#!/usr/bin/env bash
# Voxel worlds: meshes and pictures, the same for any number of threads and instruction set, and clear errors.
. "$(dirname "$(realpath "$0")")/common.bash"
small=(--radius 1 --size 96x60 --samples 1)

succeeds voxels "${small[@]}" --picture view.png
same "$(od -An -tx1 -j16 -N8 view.png | tr -d ' \n')" "000000600000003c" "the size of view.png"
succeeds voxels "${small[@]}" --threads 1 --isa scalar --picture one.png
cmp -s one.png view.png || fail "pictures differ"
for change in "--seed 8" "--at 4000,4000" "--projection perspective" "--azimuth 45" "--pitch -60" "--sun 90,20" "-s relief=10" \
  "--mesher cubes" "--mesher nets" "-s overhangs=noise -s overhang_reach=12"; do
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
for mesher in greedy closed cubes nets; do
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
refuses "out of range" build w.craton place --at 0,0,190 --ground gold
refuses "X,Y,Z" build w.craton remove --at 0,0
refuses "allowed: up to" build w.craton remove --at 0,0,0 --to 1000,1000,40
refuses "allowed new" build w.craton dig
refuses "another world" voxels w.craton --seed 3 --picture x.png

# --- maps ---
for kind in height biome cells rain temperature plants ground climates; do
  succeeds voxels seven-biomes --map $kind --size 96x60 --picture $kind.png
  same "$(od -An -tx1 -j16 -N8 $kind.png | tr -d ' \n')" "000000600000003c" "the size of a map of $kind"
  for other in *.png; do [ $other != $kind.png ] && cmp -s $other $kind.png && fail "maps $other and $kind are the same"; done
done
# A coarser map is the finer one's samples: corner by corner, 4 bytes each.
succeeds voxels --map height --at 640,-320 --size 64 --step 8 -o coarse.f32
succeeds voxels --map height --at 640,-320 --size 512 --threads 1 -o fine.f32
for i in 0 5 63; do
  same "$(od -An -tx4 -j $((4 * (i * 64 + i))) -N4 coarse.f32)" "$(od -An -tx4 -j $((4 * (8 * i * 512 + 8 * i))) -N4 fine.f32)" "sample $i of a map"
done
refuses "allowed height | biome | cells | rain | temperature | plants | ground | climates" voxels --map hight --picture x.png
refuses "--map: what for?" voxels --map height
refuses "has no numbers" voxels --map biome -o x.f32
refuses "ends in none of .exr, .f32" voxels --map height -o x.glb
refuses "whole voxels" voxels --map height --step 1.5 --picture x.png
refuses "a pixel a voxel" voxels --map plants --step 2 --picture x.png
refuses "--at: lies beyond" voxels --map height --at 4503599627370490,0 --size 512 --picture x.png
refuses "--step: is for maps" voxels --step 2 --picture x.png
refuses "--sun: is not for maps" voxels --map height --sun 3,4 --picture x.png

# A place: what the map says of it.
craton query --recipe seven-biomes --at 640,-320 --json >place.json || fail "query"
grep -q '"name": "biome", .*"category": "' place.json || fail "query does not tell the biome: $(cat place.json)"
succeeds build q.craton new
succeeds build q.craton place --at 640,-320,40 --ground gold
craton query q.craton --at 640,-320 | grep -q 'ground .* gold' || fail "query does not see what was built"
refuses "query: of which world?" query --at 1,2
refuses "a world is named too" query q.craton --recipe caves --at 1,2
refuses "is for worlds that are kept" query --recipe caves --at 1,2 --set a=1

# --- errors ---
refuses "what for?" voxels
refuses "no voxel world is called" voxels nowhere --picture x.png
refuses "does not end in .png" voxels --picture x.jpg
refuses "ends in none of .glb, .obj, .ply, .vox" voxels --radius 0 -o x.stl
refuses "--radius" voxels --radius 99 --picture x.png
refuses "--at" voxels --at 3 --picture x.png
refuses "did you mean \"caves\"" voxels -s cave=0.5 --picture x.png
refuses "allowed greedy | closed | culled | cubes | tetrahedra | nets" voxels --mesher fine -o x.obj
refuses "allowed greedy | closed | culled | cubes | tetrahedra | nets" voxels --mesher fine --picture x.png
refuses "allowed isometric | perspective" voxels --projection map --picture x.png
refuses "chunk_side" voxels -s chunk_side=24 --picture x.png
refuses "beyond" voxels --at 8e15,0 --picture x.png
refuses "--at: lies beyond" voxels --at 4503599627370490,0 --radius 2 --picture x.png
refuses "--detail: is for meshes" voxels --detail 4 --picture x.png
refuses "--occlusion: is for meshes" voxels --occlusion --picture x.png
refuses "--size: is for pictures" voxels --size 10x10 -o x.obj
refuses "is named too" voxels caves --recipe caves --picture x.png
succeeds voxels --recipe caves "${small[@]}" --picture named.png
succeeds voxels caves --radius 16m --size 96x60 --samples 1 --picture metres.png
cmp -s named.png metres.png || fail "--recipe and a radius in metres make another picture"
# Errors of one parameter and of several begin alike, and a word of the command line is named as it was typed.
refuses "-s: relief: found 1000000" voxels -s relief=1000000 --picture x.png
refuses '-s: relief: found 150: the hills of "snowfield" would rise to' voxels -s relief=150 --picture x.png
refuses "-s: chunk_side: found 24, allowed 8 | 16 | 32 | 64" voxels -s chunk_side=24 --picture x.png
refuses "-s: cell_size: found 1, allowed 2 … 4096 m here" voxels -s step=2 -s cell_size=1 -s roughness=0 -s blend_width=0 --picture x.png
succeeds voxels -s cell_size=1 -s roughness=0 -s blend_width=0 -s overhangs=displaced -s overhang_reach=64 "${small[@]}" --picture columns.png
echo '{"craton": 1, "world": "voxels", "voxels": {"relief": 150}}' >high.json
refuses 'high.json: /voxels/relief: found 150' voxels high.json --picture x.png
# Worlds have names that are found again.
refuses '"noext.craton"' build noext new
refuses '"noext.craton"' edit noext new
# Recipes of voxels are recipes.
craton recipe check caves seven-biomes w.craton >checked || fail "recipes of voxels are not checked"
same "$(grep -c ': ok: voxels, [79] biomes, chunks of 16 × 16 × ' checked)" 3 "recipes of voxels that are good"
craton recipe check hello-torus | grep -q 'stages' || fail "other recipes are not checked"
refuses "high.json: /voxels/relief" recipe check high.json
craton recipe print caves -s caves=0.25 >printed.json || fail "a recipe of voxels is not printed"
grep -q '"caves": 0.25' printed.json || fail "-s does not reach the printed recipe"
succeeds voxels printed.json "${small[@]}" --picture printed.png
refuses "`craton voxels` draw it" measure w.craton
echo '{"craton": 1, "world": "voxels", "voxels": {"releif": 3}}' >bad.json
refuses "/voxels/releif" voxels bad.json --picture x.png

# --- the experiment of the source: its counts are those of files, and of steps as many as a square has new ones ---
craton voxels sepp --experiment >experiment || fail "voxels --experiment"
column() { sed -n "s/^$1  *//p" experiment | awk "{print \$$2}"; }
same "$(column '1000 chunks, culled' 1)" 1000 "chunks of the experiment"
same "$(column 'a step along' 1),$(column 'a step across' 1)" 15,29 "chunks of a step"
for mesher in cubes tetrahedra nets; do
  succeeds voxels sepp --radius 7 --bare --mesher $mesher -o whole.obj
  same "$(column "radius 7, $mesher" 6)" "$(grep -c '^f' whole.obj)" "triangles of $mesher"
done
[ "$(column 'radius 7, greedy' 6)" -lt "$(column 'radius 7, culled' 6)" ] || fail "greedy meshes of the experiment are not smaller"
same "$(column 'all new chunks at once' 1),$(column 'one new chunk a frame' 1)" 3600,3600 "frames of a walk"
refuses "--experiment: writes no file" voxels --experiment -o x.obj
refuses "--experiment: has a radius" voxels --experiment --radius 3
refuses "--threads: the experiment" voxels --experiment --threads 2
refuses 'the surface of "sea" is a liquid' voxels sepp -s caves=0.5 --radius 0 -o x.obj

finish
