"""Worlds as datasets: coordinates, units, attributes, and the way through netCDF and back."""

import json
import pathlib
import tempfile
import unittest

import numpy
import xarray

import craton


class Datasets(unittest.TestCase):
    def through_netcdf(self, world):
        data = world.to_xarray()
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "world.nc")
            data.to_netcdf(path)
            with xarray.open_dataset(path) as read:
                read.load()
        xarray.testing.assert_identical(data, read)
        for name in world:
            self.assertEqual(read[name].dtype, world[name].dtype)
            self.assertEqual(read[name].values.tobytes(), world[name].tobytes())
        return data

    def test_maps(self):
        world = craton.map(seed=7, size=(128, 64))
        data = self.through_netcdf(world)
        self.assertTrue(numpy.shares_memory(data["height"].values, world["height"]))
        self.assertEqual(data["height"].attrs["units"], "m")
        self.assertEqual(data["x"].attrs["units"], "m")
        self.assertEqual(data["height"].dims, ("y", "x"))
        self.assertEqual(data["biome"].attrs["flag_meanings"].split(), [n.replace(" ", "_") for n in world.categories("biome")])
        x, y = float(data["x"][40]), float(data["y"][11])
        self.assertEqual(float(data["height"].sel(x=x, y=y)), world.at(x, y)["height"])
        again = craton.world(json.loads(data.attrs["recipe"]))
        self.assertEqual(again.hash("height"), world.hash("height"))

    def test_planets(self):
        world = craton.planet(seed=7, resolution=16)
        data = self.through_netcdf(world)
        self.assertEqual(data["height"].dims, ("face", "row", "column"))
        latitude, longitude = data["latitude"].values, data["longitude"].values
        self.assertTrue((abs(latitude) <= 90).all() and (abs(longitude) <= 180).all())
        numpy.testing.assert_array_equal(world.cells(latitude, longitude).ravel(), numpy.arange(6 * 16 * 16))

    def test_windows(self):
        far = 2.0**40
        data = self.through_netcdf(craton.terrain(at=(far, -far), size=(20, 10), step=0.5))
        self.assertEqual(data["x"].values[3], far + 1.5)
        voxels = self.through_netcdf(craton.voxels(radius=0))
        self.assertEqual(voxels["ground"].dims, ("z", "y", "x"))
        self.assertEqual(voxels["z"].values[0], -16)
        self.through_netcdf(craton.noise("clouds", size=(16, 8)))


if __name__ == "__main__":
    unittest.main(verbosity=1)
