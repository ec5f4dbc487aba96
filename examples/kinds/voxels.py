"""A block of an endless voxel world: what it is made of, and its triangles."""

import craton

block = craton.voxels(seed=11, at=(500, -300), radius=1)
print(f"ground {block.hash('ground'):016x}, {(block['ground'] == 0).sum()} of air")
print(f"{len(block.objects('plants'))} plants")

mesh = craton.mesh(block, mesher="greedy", plants=False)
print(f"{len(mesh['triangle'])} triangles")
