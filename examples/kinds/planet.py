"""A planet: made, measured, seen from space."""

import craton

planet = craton.planet(seed=7, resolution=24, preset="archipelago")
height = planet["height"]
print(f"height {planet.hash('height'):016x}, {height.min():.0f} … {height.max():.0f} m")

print(f"at 20 N, 30 W: {planet.at(20, -30)['height']:.1f} m")

craton.globe(planet, size=(256, 256)).save_files(".")  # globe.png
