"""A noise on a grid in three dimensions, far from the origin."""

import craton

fbm = {"kind": "fbm", "octaves": 5, "source": {"kind": "perlin", "frequency": 0.01}}
noise = craton.noise(fbm, seed=7, dimensions=3, at=(2**40, 0, 0), size=(64, 32, 16), step=2)
value = noise["value"]
print(f"value {noise.hash('value'):016x}, {value.min():.4f} … {value.max():.4f}")
print(" x ".join(str(size) for size in reversed(value.shape)))
