"""A map of a whole world: made, asked about a place, drawn as a page."""

import craton

world = craton.map(seed=7, size=(192, 96))
height = world["height"]
print(f"height {world.hash('height'):016x}, {height.min():.0f} … {height.max():.0f} m")

here = world.at(2_500_000, 1_200_000)
print(f"at 2500 km, 1200 km: {here['height']:.1f} m, {here['biome']}")

craton.page(world, size=(900, 560)).save_files(".")  # page.png
