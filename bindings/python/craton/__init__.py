"""Craton: procedural worlds, the same bits everywhere.

A world is a function: a seed and a recipe give the same world, bit for bit, on every machine.

    import craton

    world = craton.map(seed=7, land=0.4)      # a knob of the recipe as a keyword
    world["height"]                           # numpy, metres
    world.at(2_500_000, 1_200_000)            # all layers at a place
    world.to_xarray().to_netcdf("world.nc")
"""

from ._asking import ask
from ._library import Cancelled, Error, OutOfMemory, UnknownName, taken_json as _json, version as _version
from ._noise import Noise
from ._picture import Picture
from ._requests import *  # made from the declarations
from ._requests import __all__ as _made
from ._stage import Stage, StageCall, stage
from ._world import World

__version__ = _version()


def declarations():
    """What can be asked for, as the library declares it: requests with parameters, defaults, ranges and sentences."""
    return _json("craton_requests")


def recipes(kind=None):
    """The names of what comes with Craton: of a kind ("world", "stage", "voxels", "noise"), or a dict of all."""
    names = _json("craton_recipes")
    if kind is None:
        return names
    if kind not in names:
        raise UnknownName("unknown", "kind", f"found {kind!r}, allowed {', '.join(names)}")
    return names[kind]


def recipe(name, kind="world"):
    """A recipe that comes with Craton, as a dict."""
    import json

    from ._library import taken_bytes
    from ._world import _name

    return json.loads(_without_comments(taken_bytes("craton_recipe", _name(kind), _name(name)).decode()))


def _without_comments(text):
    import re

    keep = re.compile(r'"(?:\\.|[^"\\])*"|//[^\n]*|/\*.*?\*/', re.S)
    return keep.sub(lambda match: match[0] if match[0].startswith('"') else " ", text)


__all__ = [
    *_made, "Cancelled", "Error", "Noise", "OutOfMemory", "Picture", "Stage", "StageCall", "UnknownName", "World", "ask",
    "declarations", "recipe", "recipes", "stage",
]
