"""Worlds as datasets of xarray, by the CF conventions where these have a word for it."""

import json

import numpy
import xarray


def _attributes(world, array):
    attributes = {"units": array["unit"] or "1", "long_name": array["doc"] or array["name"]}
    names = array["categories"]
    if names:
        attributes["flag_values"] = numpy.arange(len(names), dtype=numpy.uint8)
        attributes["flag_meanings"] = " ".join(name.replace(" ", "_") for name in names)
    return attributes


def _variable(dimensions, values, attributes):
    # Files must keep values as they are: by default a number would be set aside for what is missing.
    return xarray.Variable(dimensions, values, attributes, encoding={"_FillValue": None})


def _coordinates(world):
    coordinates = {}
    for axis in world.info["arrays"][0]["axes"]:
        name = axis["name"]
        attributes = {"units": "m", "axis": name.upper()} if "step" in axis and name in "xyz" else {}
        coordinates[name] = _variable(name, world.coordinate(name), attributes)
    if world.info["domain"]["kind"] == "sphere":
        latitude, longitude = world.places()
        coordinates["latitude"] = _variable(world.axes, latitude, {"units": "degrees_north", "standard_name": "latitude"})
        coordinates["longitude"] = _variable(world.axes, longitude, {"units": "degrees_east", "standard_name": "longitude"})
    return coordinates


def dataset(world):
    layers = {}
    for array in world.info["arrays"]:
        layers[array["name"]] = _variable(world.axes, world[array["name"]], _attributes(world, array))
    attributes = {
        "title": world.info["name"],
        "seed": world.info["seed"],
        "source": f"craton {world.info['craton']}",
        "domain": json.dumps(world.info["domain"]),
        "recipe": json.dumps(world.info["recipe"]),
    }
    return xarray.Dataset(layers, _coordinates(world), attributes)
