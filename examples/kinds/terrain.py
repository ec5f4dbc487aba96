"""A window onto endless terrain, 2^40 m from the origin: a hill raised by hand, and its triangles."""

import craton

FAR = 2**40
hill = {"tool": "raise", "x": FAR + 256, "y": 256, "radius": 80, "by": 40}
land = craton.terrain("terrain", seed=7, at=(FAR, 0), size=(129, 129), step=4, edits=[hill])
height = land["height"]
print(f"height {land.hash('height'):016x}, {height.min():.1f} … {height.max():.1f} m")

craton.mesh(land, format="glb").save_files(".")  # scene.glb
