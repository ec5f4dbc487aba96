"""What a request gives: layers as numpy arrays, tables of objects, pictures."""

import collections.abc
import ctypes
import functools
import json
import os
import pathlib

import numpy

from . import _library as library
from ._picture import Picture
from ._values import encoded, wrong

UNITS_PER_METRE = 1024
_TYPES = {"float32": numpy.dtype(numpy.float32).str, "int32": numpy.dtype(numpy.int32).str, "uint8": numpy.dtype(numpy.uint8).str}


class _Memory:
    """Memory of an answer as numpy takes it: read-only, and as long as the array lives the answer does."""

    def __init__(self, handle, address, shape, kind):
        self._handle = handle
        self.__array_interface__ = {"data": (address, True), "shape": shape, "typestr": kind, "version": 3}


class World(collections.abc.Mapping):
    """A world, or a window onto an endless one: its layers by name.

    `world["height"]` is a numpy array over the library's own memory, read-only, with the axes `world.axes` (the slowest first). It
    stays valid for as long as anybody holds it, whatever becomes of the world.
    """

    def __init__(self, request, handle):
        self._request = request
        self._handle = handle
        self._info = None
        self._arrays = {}

    @property
    def info(self):
        """All of it in words: seed, domain, arrays, tables, recipe."""
        if self._info is None:  # read when somebody asks: small requests are as quick as their work
            self._info = library.taken_json("craton_answer_describe", self._alive())
        return self._info

    @functools.cached_property
    def _numbers(self):
        return {array["name"]: i for i, array in enumerate(self.info["arrays"])}

    # ---- layers

    def _held(self):
        self._alive()
        return self._handle

    def _alive(self):
        if self._handle is None:
            raise library.Error("invalid", "world", "it is closed")
        return self._handle.value

    def _described(self, name):
        self._alive()
        if name not in self._numbers:
            known = ", ".join(self._numbers)
            raise library.UnknownName("unknown", "layer", f"there is no layer {name!r}; there are {known}")
        return self.info["arrays"][self._numbers[name]]

    def __getitem__(self, name):
        array = self._described(name)
        if name not in self._arrays:
            data = ctypes.c_void_p()
            library.call("craton_answer_data", self._handle.value, self._numbers[name], ctypes.byref(data), None)
            shape = tuple(axis["size"] for axis in array["axes"])
            self._arrays[name] = numpy.asarray(_Memory(self._handle, data.value, shape, _TYPES[array["type"]]))
        return self._arrays[name]

    def __iter__(self):
        self._alive()
        return iter(self._numbers)

    def __len__(self):
        return len(self._numbers)

    def unit(self, layer):
        """The unit of a layer: "m"; "" where it has none."""
        return self._described(layer)["unit"]

    def doc(self, layer):
        """What a layer is, in a sentence."""
        return self._described(layer)["doc"]

    def categories(self, layer):
        """What the values 0, 1, … of a layer are called; empty where they are no categories."""
        return list(self._described(layer)["categories"])

    def colours(self, layer):
        """The colours in which pictures show the categories 0, 1, …: rows of red, green and blue, so that
        `world.colours(layer)[world[layer]]` is the layer in its colours."""
        rgb = numpy.empty((len(self._described(layer)["categories"]), 3), numpy.uint8)
        library.call("craton_answer_colours", self._handle.value, self._numbers[layer], rgb.ctypes.data, len(rgb))
        return rgb

    def hash(self, layer):
        """64 bits of a layer's content, as `craton info` shows them."""
        self._described(layer)
        found = ctypes.c_uint64()
        library.call("craton_answer_hash", self._handle.value, self._numbers[layer], ctypes.byref(found))
        return found.value

    # ---- places

    @property
    def seed(self):
        return int(self.info["seed"])

    @property
    def recipe(self):
        """What it was made from, as a dict: the same request with it gives the same world."""
        return self.info["recipe"]

    @property
    def axes(self):
        """The names of the axes of all arrays, the slowest first."""
        return tuple(axis["name"] for axis in self.info["arrays"][0]["axes"]) if self.info["arrays"] else ()

    def coordinate(self, axis):
        """Where the entries of an axis lie, in metres; their numbers where they lie nowhere (faces of a planet)."""
        for each in self.info["arrays"][0]["axes"] if self.info["arrays"] else ():
            if each["name"] == axis:
                if "step" not in each:
                    return numpy.arange(each["size"])
                units = each["origin"] + each["step"] * numpy.arange(each["size"], dtype=numpy.int64)
                return units / float(UNITS_PER_METRE)
        raise library.UnknownName("unknown", "axis", f"there is no axis {axis!r}; there are {', '.join(self.axes)}")

    def places(self):
        """The place of every cell, two arrays: metres to the east and south; on planets degrees north and east."""
        handle = self._alive()
        shape = [axis["size"] for axis in self.info["arrays"][0]["axes"]]
        first, second = numpy.empty(shape), numpy.empty(shape)
        library.call("craton_answer_places", handle, first.ctypes.data, second.ctypes.data, first.size)
        return first, second

    def cells(self, first, second):
        """The cells nearest to places, as indices into `world[layer].ravel()`; -1 beyond the borders. Places are metres to the
        east and south, or degrees north and east on planets: numbers, or arrays of the same shape."""
        handle = self._alive()
        try:
            pairs = numpy.stack(numpy.broadcast_arrays(numpy.asarray(first, float), numpy.asarray(second, float)), -1)
        except (TypeError, ValueError) as error:
            raise wrong("places", str(error)) from None
        pairs = numpy.ascontiguousarray(pairs)
        found = numpy.empty(pairs.shape[:-1], numpy.int64)
        library.call("craton_answer_cells", handle, pairs.ctypes.data, found.size, found.ctypes.data)
        return found

    def at(self, first, second):
        """All layers at a place, as a dict; categories by their names. None beyond the borders."""
        handle = self._alive()
        try:
            pair, cell = (ctypes.c_double * 2)(first, second), ctypes.c_int64()
        except TypeError as error:
            raise wrong("places", str(error)) from None
        library.call("craton_answer_cells", handle, pair, 1, ctypes.byref(cell))
        if cell.value < 0:
            return None
        values = {}
        for array in self.info["arrays"]:
            value = self[array["name"]].item(cell.value)
            names = array["categories"]
            values[array["name"]] = names[value] if names and value < len(names) else value
        return values

    # ---- objects

    @property
    def tables(self):
        """The names of the tables of objects."""
        return [table["name"] for table in self.info["tables"]]

    def table(self, name):
        """A table of objects by columns: numpy arrays of numbers, lists of texts, places and paths."""
        read = library.taken_json("craton_answer_table", self._alive(), _name(name))
        columns = {}
        for column in read["columns"]:
            values = column["values"]
            if column["type"] == "number":
                values = numpy.array([numpy.nan if value is None else value for value in values], float)
            elif column["type"] == "integer":
                values = numpy.array(values, numpy.int64)
            columns[column["name"]] = values
        return columns

    def objects(self, name):
        """The same row by row, as plain dicts."""
        read = library.taken_json("craton_answer_table", self._alive(), _name(name))
        names = [column["name"] for column in read["columns"]]
        return [dict(zip(names, row)) for row in zip(*(column["values"] for column in read["columns"]))]

    def geojson(self, *names):
        """Tables as a GeoJSON FeatureCollection; "coast" is the border between land and sea; none named: all that there is."""
        return json.loads(
            library.taken_bytes("craton_answer_geojson", self._alive(), b",".join(_name(name) for name in names))
        )

    @property
    def __geo_interface__(self):
        return self.geojson()

    # ---- pictures and files

    @property
    def files(self):
        """Files that were made, by their names, as bytes: pictures, scenes, pages, reports. `save_files` writes them."""
        return {file["name"]: self._file(i) for i, file in enumerate(self.info["files"])}

    def _file(self, number):
        data, size = ctypes.c_void_p(), ctypes.c_size_t()
        library.call("craton_answer_file", self._alive(), number, None, None, ctypes.byref(data), ctypes.byref(size))
        return ctypes.string_at(data.value, size.value)

    def save_files(self, folder):
        """Writes all files into a folder, made where there is none."""
        for name, data in self.files.items():
            path = pathlib.Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)

    def picture(self, layer=None, **options):
        """A picture of a layer, which notebooks show. Options are those of `craton.declarations()["picture"]`: style, ramp, longest,
        legend."""
        text = encoded(dict(options, layer=layer))
        return Picture(library.taken_bytes("craton_answer_picture", self._alive(), text))

    def _repr_png_(self):
        if self._handle is None:
            return None
        for number, file in enumerate(self.info["files"]):
            if file["type"] == "image/png":
                return self._file(number)
        return self.picture().png if self._numbers else None

    def save(self, path):
        """Writes the world to a `.craton` file, which `craton.open` reads."""
        library.call("craton_answer_write", self._alive(), os.fsencode(path))

    def to_xarray(self):
        """All layers as an xarray.Dataset with coordinates, units and attributes; it goes through netCDF without loss."""
        from ._xarray import dataset

        return dataset(self)

    # ---- the end

    def close(self):
        """Gives its memory back, once no array of it is held any more."""
        if self._handle is not None:
            self._numbers  # what it was can be read afterwards
        self._handle = None
        self._arrays = {}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __repr__(self):
        if not self._numbers:
            parts = [*self.tables, *(file["name"] for file in self.info["files"])]
            return f"<craton {self._request} of seed {self.seed}: {', '.join(parts)}>"
        sizes = " × ".join(str(axis["size"]) for axis in reversed(self.info["arrays"][0]["axes"]))
        return f"<craton {self._request} of seed {self.seed}: {sizes}, {', '.join(self._numbers)}>"


def _name(name):
    if not isinstance(name, str):
        raise wrong("name", f"found a {type(name).__name__}, allowed are texts")
    return name.encode("utf-8", errors="replace").replace(b"\0", b"?")
