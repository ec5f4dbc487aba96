#!/usr/bin/env bash
# Meshes of terrain and voxel worlds as files, which programs that know nothing of Craton open; bad input is one line.
. "$(dirname "$(realpath "$0")")/common.bash"

cat >coast.json <<'EOF'
{"craton": 1, "world": "terrain", "domain": {"kind": "plane", "step": 2}, "seed": 5, "stages": [
  {"stage": "noise", "id": "hills", "scale": 60, "offset": 5, "noise": {"kind": "fbm", "octaves": 5, "source": {"kind": "perlin", "frequency": 0.004}}}]}
EOF
t=(terrain --recipe coast.json --size 300x200)

# opens FILE: assimp reads it whole, where it is installed. Prints what it says.
opens() {
  command -v assimp >/dev/null || { echo skipped; return; }
  assimp info "$1" --raw 2>&1 || fail "assimp does not open $1"
}
number() { sed -n "s/^$1: *\([0-9]*\).*/\1/p" <<<"$2"; }

# --- terrain ---
triangles="$(craton "${t[@]}" -o t.glb | sed -n 's/^t.glb: \([0-9]*\) triangles$/\1/p')"
[ "$triangles" -gt 120000 ] && [ "$triangles" -lt 150000 ] || fail "t.glb is not the window and its sea: $triangles triangles"
said="$(opens t.glb)"
if [ "$said" != skipped ]; then
  same "$(number Faces "$said")" "$triangles" "triangles that assimp sees"
  same "$(number Materials "$said")" 3 "materials that assimp sees, its own among them"
fi
craton "${t[@]}" --simplify 0.1 -o less.glb | grep -Eq ' 1[2-9][0-9]{3} triangles$' || fail "a tenth of the triangles is not a tenth"
craton "${t[@]}" --simplify 1m -o near.glb >/dev/null
[ "$(wc -c <near.glb)" -lt "$(wc -c <t.glb)" ] || fail "an error of a metre saves nothing"
opens less.glb >/dev/null
succeeds "${t[@]}" --threads 1 --isa scalar -o again.glb
cmp -s t.glb again.glb || fail "threads or instruction sets make different meshes"
# Far out the mesh is as sharp; its origin tells where it lies.
succeeds "${t[@]}" --at 1099511627776,-6 -o far.glb
grep -aq '"east":1099511627776.0,"south":-6.0' far.glb || fail "far.glb does not know where it lies"
grep -aq '"translation":\[1099511627776' far.glb && fail "far.glb is moved unasked"
succeeds "${t[@]}" --at 1099511627776,-6 --in-place -o there.glb
grep -aq '"translation":\[1099511627776' there.glb || fail "--in-place does not move"
succeeds "${t[@]}" -o t.obj
[ "$(grep -c '^f' t.obj)" -gt 120000 ] || fail "triangles of t.obj"
opens t.obj >/dev/null
succeeds "${t[@]}" --simplify 0.05 -o t.ply
opens t.ply >/dev/null

# Trees and rocks stand in scenes; they share meshes.
land=(terrain --recipe terrain --at 3000,2000 --size 96 --threads 1)
craton "${land[@]}" --things -o wood.glb >said || fail "wood.glb"
things="$(sed -n 's/^\([0-9]*\) things$/\1/p' said)"
[ "${things:-0}" -gt 0 ] || fail "nothing stands in wood.glb"
same "$(grep -ao '"name":"\(rock\|conifer\|broadleaf\|palm\|shrub\)","mesh"' wood.glb | wc -l)" "$things" "nodes of things"
opens wood.glb >/dev/null
refuses '--things' "${land[@]}" --things -o wood.obj

# --- voxels ---
succeeds voxels --radius 1 --at 600,600 -o v.glb
said="$(opens v.glb)"
succeeds voxels --radius 1 --at 600,600 --bare -o bare.glb
[ "$(wc -c <bare.glb)" -lt "$(wc -c <v.glb)" ] || fail "--bare saves nothing"
for mesher in culled cubes tetrahedra nets; do
  succeeds voxels --radius 1 --mesher "$mesher" -o "$mesher.glb"
  opens "$mesher.glb" >/dev/null
done
succeeds voxels --radius 1 -o v.ply
opens v.ply >/dev/null
succeeds voxels --radius 1 -o v.vox
same "$(head -c 4 v.vox)" "VOX " "head of v.vox"
succeeds voxels --radius 1 --threads 1 --isa scalar -o again.vox
cmp -s v.vox again.vox || fail "threads or instruction sets make different voxels"

# --- errors ---
refuses '--simplify' "${t[@]}" --simplify 2 -o x.glb
refuses '--simplify' "${t[@]}" --simplify 0 -o x.glb
refuses '--simplify' "${t[@]}" --simplify -1m -o x.glb
refuses '--simplify' "${t[@]}" --simplify much -o x.glb
refuses 'are for .glb, .obj and .ply' "${t[@]}" --simplify 0.5 -o x.png
refuses 'there is no folder' "${t[@]}" -o no/such/x.glb
finish
