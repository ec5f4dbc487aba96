"""Noises that are asked often: made once, evaluated into numpy arrays at the speed of the library."""

import ctypes
import json

import numpy

from . import _library as library
from ._values import plain, wrong

_UNITS = 1024.0


def _seed(seed):
    number = ctypes.c_uint64()
    if isinstance(seed, bool) or not isinstance(seed, (int, str, numpy.integer)):
        raise wrong("seed", f"found a {type(seed).__name__}, allowed are whole numbers and texts")
    text = str(seed).encode("utf-8", errors="replace").replace(b"\0", b"?")
    library.call("craton_seed_from_text", text, ctypes.byref(number))
    return number.value


def _units(metres, path):
    units = metres * _UNITS
    if not -(2.0**63) <= units < 2.0**63:
        raise wrong(path, f"found {metres}, allowed are places up to 2^53 m from the origin")
    return round(units)


class Noise:
    """A noise with its seed. `noise` is a dict or JSON, as {"kind": "perlin", "frequency": 0.01}, or the name of one that comes with
    Craton. Safe to use from many threads."""

    def __init__(self, noise, seed=7):
        if isinstance(noise, str) and not noise.lstrip().startswith("{"):
            text = library.taken_bytes("craton_recipe", b"noise", noise.encode("utf-8", "replace").replace(b"\0", b"?"))
        elif isinstance(noise, str):
            text = noise.encode("utf-8", "replace").replace(b"\0", b"?")
        else:
            text = json.dumps(plain(noise, "noise")).encode()
        self._handle = library.Handle("noise", "craton_noise_create", text, _seed(seed))

    @property
    def range(self):
        """Bounds that no value leaves."""
        low, high = ctypes.c_float(), ctypes.c_float()
        library.call("craton_noise_range", self._handle.value, ctypes.byref(low), ctypes.byref(high))
        return low.value, high.value

    def grid(self, size, at=None, step=1.0, threads=0, out=None):
        """Samples on a grid of `size` = (width, height, …) from `at`, `step` metres apart. The array has the last axis of `size`
        first, as images have: [y, x]. `out` may be a float32 array of that shape, to be filled."""
        grid = library.Grid()
        try:
            size = [int(side) for side in size]
            at = [0.0] * len(size) if at is None else [float(place) for place in at]
            between = _units(float(step), "step")
        except (TypeError, ValueError, OverflowError) as error:
            raise wrong("size", f"allowed are numbers: {error}") from None
        if not 1 <= len(size) <= 4 or len(at) != len(size):
            raise wrong("size", f"found {len(size)} sides and {len(at)} numbers of a place, allowed 1 … 4 of both")
        grid.dimensions = len(size)
        for i, (side, place) in enumerate(zip(size, at)):
            if not 0 <= side < 2**32:
                raise wrong("size", f"found {side}, allowed 0 … 2^32 - 1")
            grid.size[i], grid.origin[i], grid.step[i] = side, _units(place, "at"), between
        shape = tuple(reversed(size))
        if out is None:
            try:
                out = numpy.empty(shape, numpy.float32)
            except (MemoryError, ValueError) as error:
                raise library.OutOfMemory("no memory", "size", str(error)) from None
        elif not isinstance(out, numpy.ndarray) or out.dtype != numpy.float32 or out.shape != shape:
            raise wrong("out", f"allowed is a float32 array of the shape {shape}")
        elif not out.flags.c_contiguous or not out.flags.writeable:
            raise wrong("out", "it must be contiguous and writeable")
        library.call("craton_noise_grid", self._handle.value, ctypes.byref(grid), threads, out.ctypes.data, out.size)
        return out

    def points(self, places, threads=0):
        """The values at places: an array whose last axis has their 1 … 4 coordinates, in metres. The bits are those of grids."""
        try:
            places = numpy.asarray(places, float)
        except (TypeError, ValueError) as error:
            raise wrong("places", str(error)) from None
        if places.ndim < 1 or not 1 <= places.shape[-1] <= 4:
            raise wrong("places", f"found the shape {places.shape}, allowed 1 … 4 coordinates along the last axis")
        units = numpy.rint(places * _UNITS)
        if not numpy.all((units >= -(2.0**63)) & (units < 2.0**63)):
            raise wrong("places", "found what is no number, or lies beyond 2^53 m from the origin")
        units = numpy.ascontiguousarray(units.astype(numpy.int64))
        values = numpy.empty(places.shape[:-1], numpy.float32)
        library.call(
            "craton_noise_points",
            self._handle.value,
            places.shape[-1],
            units.ctypes.data,
            values.size,
            threads,
            values.ctypes.data,
        )
        return values

    def at(self, *place):
        """The value at one place: noise.at(x, y)."""
        return float(self.points(place))
