"""Values of Python as parameters of requests: plain JSON, whatever is none an error with its path."""

import json
import math
import os

import numpy

from ._library import Error

_DEEPEST = 50
_encode = json.JSONEncoder(ensure_ascii=True, allow_nan=False).encode


def wrong(path, message):
    return Error("invalid", path, message)


def plain(value, path, depth=0):
    """The same value as dicts, lists, texts and finite numbers."""
    if depth > _DEEPEST:
        raise wrong(path, f"more than {_DEEPEST} objects and lists within each other")
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, dict):
        for key in value:
            if not isinstance(key, str):
                raise wrong(path, f"found the key {key!r}, allowed are texts")
        return {key: plain(each, f"{path}/{key}" if path else key, depth + 1) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(each, f"{path}/{i}", depth + 1) for i, each in enumerate(value)]
    if isinstance(value, (numpy.bool_, numpy.integer, numpy.floating)):
        value = value.item()
    if isinstance(value, int):
        return value if -(2**63) <= value < 2**63 else str(value)  # large seeds travel as texts
    if isinstance(value, float):
        if not math.isfinite(value):
            raise wrong(path, f"found {value}, allowed are finite numbers")
        return value
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, numpy.ndarray):
        value = value.tolist()
        return plain(value, path, depth)
    raise wrong(path, f"found a {type(value).__name__}, allowed are numbers, texts, lists and dicts")


def encoded(parameters):
    """Parameters by name as JSON; those that are None stay at their defaults."""
    given = {name: plain(value, name) for name, value in parameters.items() if value is not None}
    return _encode(given).encode("ascii")
