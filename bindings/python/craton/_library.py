"""The library behind craton.h, by ctypes: its functions, its structures, and its errors as exceptions."""

import ctypes
import json
import os
import pathlib
from ctypes import POINTER, byref, c_char, c_char_p, c_double, c_float, c_int32, c_int64, c_size_t, c_uint32, c_uint64, c_void_p

# In the order in which they need each other: each is found by its name where it is loaded already.
_LIBRARIES = ("craton", "craton_simplify", "craton_picture", "craton_files", "craton_lab", "craton_requests", "craton_c")
_NEWEST = 2


class Error(Exception):
    """What went wrong and where. `path` names the parameter and the place in it: "recipe/stages/3/scale"."""

    def __init__(self, status, path, message):
        super().__init__(f"{path}: {message}" if path else message)
        self.status = status
        self.path = path
        self.message = message

    def __str__(self):
        return self.args[0]


class UnknownName(Error, KeyError):
    """A name that does not exist: a layer, a parameter, a recipe."""


class Cancelled(Error):
    """Somebody stopped the work."""


class OutOfMemory(Error, MemoryError):
    """There is not enough memory."""


class _Error(ctypes.Structure):
    _fields_ = [("status", c_int32), ("reserved", c_int32), ("path", c_char * 256), ("message", c_char * 1024)]


class Grid(ctypes.Structure):
    _fields_ = [
        ("dimensions", c_uint32),
        ("size", c_uint32 * 4),
        ("reserved", c_uint32),
        ("origin", c_int64 * 4),
        ("step", c_int64 * 4),
    ]


Progress = ctypes.CFUNCTYPE(c_int32, c_void_p, c_double, c_char_p)


StageRun = ctypes.CFUNCTYPE(c_int32, c_void_p, c_void_p)


class OwnStage(ctypes.Structure):
    _fields_ = [("declaration", c_char_p), ("run", StageRun), ("user", c_void_p)]


class RunOptions(ctypes.Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("threads", c_uint32),
        ("memory", c_uint64),
        ("progress", Progress),
        ("user", c_void_p),
        ("cancel", c_void_p),
        ("stages", POINTER(OwnStage)),
        ("stage_count", c_size_t),
    ]


def _load():
    folder = pathlib.Path(os.environ.get("CRATON_LIBRARIES") or pathlib.Path(__file__).parent / "lib")
    loaded = None
    for name in _LIBRARIES:
        files = sorted(folder.glob(f"lib{name}.so*"))
        if not files:
            raise ImportError(f"lib{name}.so is not in {folder}")
        loaded = ctypes.CDLL(str(files[0]))
    return loaded


_c = _load()
_c.craton_version.restype = c_char_p
_c.craton_abi_version.restype = c_uint32
_c.craton_status_name.restype = c_char_p
if _c.craton_abi_version() < _NEWEST:
    raise ImportError("the library is older than this package")

_SIGNATURES = {
    "craton_seed_from_text": [c_char_p, POINTER(c_uint64)],
    "craton_units_from_metres": [c_double, POINTER(c_int64)],
    "craton_noise_create": [c_char_p, c_uint64, POINTER(c_void_p)],
    "craton_noise_range": [c_void_p, POINTER(c_float), POINTER(c_float)],
    "craton_noise_grid": [c_void_p, POINTER(Grid), c_uint32, c_void_p, c_size_t],
    "craton_noise_points": [c_void_p, c_uint32, c_void_p, c_size_t, c_uint32, c_void_p],
    "craton_bytes_get": [c_void_p, POINTER(c_void_p), POINTER(c_size_t)],
    "craton_requests": [POINTER(c_void_p)],
    "craton_recipes": [POINTER(c_void_p)],
    "craton_recipe": [c_char_p, c_char_p, POINTER(c_void_p)],
    "craton_cancel_create": [POINTER(c_void_p)],
    "craton_cancel_raise": [c_void_p],
    "craton_ask_of": [c_char_p, c_char_p, c_void_p, c_size_t, POINTER(RunOptions), POINTER(c_void_p)],
    "craton_answer_file": [c_void_p, c_uint32, POINTER(c_char_p), POINTER(c_char_p), POINTER(c_void_p), POINTER(c_size_t)],
    "craton_stage_describe": [c_void_p, POINTER(c_void_p)],
    "craton_stage_layer": [c_void_p, c_char_p, POINTER(c_void_p), POINTER(c_size_t)],
    "craton_stage_places": [c_void_p, c_void_p, c_void_p, c_size_t],
    "craton_answer_describe": [c_void_p, POINTER(c_void_p)],
    "craton_answer_colours": [c_void_p, c_uint32, c_void_p, c_uint32],
    "craton_answer_hash": [c_void_p, c_uint32, POINTER(c_uint64)],
    "craton_answer_data": [c_void_p, c_uint32, POINTER(c_void_p), POINTER(c_size_t)],
    "craton_answer_cells": [c_void_p, c_void_p, c_size_t, c_void_p],
    "craton_answer_places": [c_void_p, c_void_p, c_void_p, c_size_t],
    "craton_answer_table": [c_void_p, c_char_p, POINTER(c_void_p)],
    "craton_answer_geojson": [c_void_p, c_char_p, POINTER(c_void_p)],
    "craton_answer_picture": [c_void_p, c_char_p, POINTER(c_void_p)],
    "craton_answer_write": [c_void_p, c_char_p],
}
for _name, _arguments in _SIGNATURES.items():
    _function = getattr(_c, _name)
    _function.restype = c_int32
    _function.argtypes = [*_arguments, POINTER(_Error)]
_c.craton_stage_fail.restype = None
_c.craton_stage_fail.argtypes = [c_void_p, c_char_p]
for _name in ("noise", "bytes", "cancel", "answer"):
    _function = getattr(_c, f"craton_{_name}_destroy")
    _function.restype = None
    _function.argtypes = [c_void_p]


def _exception(error):
    status = _c.craton_status_name(error.status).decode()
    kind = {"unknown": UnknownName, "cancelled": Cancelled, "no memory": OutOfMemory}.get(status, Error)
    return kind(status, error.path.decode(errors="replace"), error.message.decode(errors="replace"))


def call(name, *arguments):
    """Calls a function of the library; what it refuses is raised."""
    error = _Error()
    if getattr(_c, name)(*arguments, byref(error)) != 0:
        raise _exception(error)


def fail_stage(call_handle, message):
    _c.craton_stage_fail(call_handle, message.encode(errors="replace"))


class Handle:
    """Something of the library's, destroyed with the last who knows it."""

    __slots__ = ("value", "_destroy", "__weakref__")

    def __init__(self, kind, creator, *arguments):
        self._destroy = getattr(_c, f"craton_{kind}_destroy")
        self.value = None
        made = c_void_p()
        call(creator, *arguments, byref(made))
        self.value = made.value

    def __del__(self):
        if getattr(self, "value", None) is not None:
            self._destroy(self.value)
            self.value = None


def taken_bytes(creator, *arguments):
    """Text or a file that the library makes, as bytes."""
    handle = Handle("bytes", creator, *arguments)
    data, size = c_void_p(), c_size_t()
    call("craton_bytes_get", handle.value, byref(data), byref(size))
    return ctypes.string_at(data.value, size.value)


def taken_json(creator, *arguments):
    return json.loads(taken_bytes(creator, *arguments))


def version():
    return _c.craton_version().decode()
