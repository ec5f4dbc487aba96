"""Stages of your own, written with numpy, which recipes use as they use Craton's."""

import ctypes
import functools
import json

import numpy

from . import _library as library
from ._values import wrong

_TYPES = {"float32": numpy.float32, "int32": numpy.int32, "uint8": numpy.uint8}
_KINDS = {"number", "integer", "category"}


class StageCall:
    """What a stage gets while it runs: `call["height"]` is a layer as an array, to be changed in place; `call.numbers` are its
    parameters, `call.seed` its own seed, `call.places()` where cells lie."""

    def __init__(self, handle):
        self._handle = handle
        self._info = library.taken_json("craton_stage_describe", handle)
        self.id = self._info["id"]
        self.seed = int(self._info["seed"])
        self.numbers = self._info["numbers"]
        self.axes = tuple(axis["name"] for axis in self._info["axes"])
        self.shape = tuple(axis["size"] for axis in self._info["axes"])
        self._types = {layer["name"]: _TYPES[layer["type"]] for layer in self._info["layers"]}
        self._arrays = {}

    def _memory(self, name):
        data, size = ctypes.c_void_p(), ctypes.c_size_t()
        library.call("craton_stage_layer", self._handle, name.encode(), ctypes.byref(data), ctypes.byref(size))
        return numpy.frombuffer((ctypes.c_char * size.value).from_address(data.value), self._types[name]).reshape(self.shape)

    def __getitem__(self, name):
        if name not in self._types:
            raise library.UnknownName("unknown", "layer", f"the stage declares no layer {name!r}; it has {', '.join(self._types)}")
        if name not in self._arrays:
            self._arrays[name] = self._memory(name).copy()  # the library's memory is gone when the stage has run
        return self._arrays[name]

    def __setitem__(self, name, values):
        self[name][...] = values

    def places(self):
        """The place of every cell, two arrays: metres to the east and south; on planets degrees north and east."""
        first, second = numpy.empty(self.shape), numpy.empty(self.shape)
        library.call("craton_stage_places", self._handle, first.ctypes.data, second.ctypes.data, first.size)
        return first, second

    def _write_back(self, names):
        for name in names:
            if name in self._arrays:
                self._memory(name)[...] = self._arrays[name]


class Stage:
    """A stage that `stage` made of a function."""

    def __init__(self, function, identifier, layers, numbers):
        functools.update_wrapper(self, function)
        self.id = identifier
        self._function = function
        self._written = [layer["name"] for layer in layers if layer["access"] != "read"]
        self.declaration = {"id": identifier, "doc": (function.__doc__ or "").strip(), "layers": layers, "numbers": numbers}

    def __call__(self, call):
        return self._function(call)

    def _run(self, handle):
        call = StageCall(handle)
        self._function(call)
        call._write_back(self._written)


def _layers(names, access):
    if isinstance(names, str):
        names = {name: "number" for name in names.replace(",", " ").split()}
    elif not isinstance(names, dict):
        names = {name: "number" for name in names}
    for name, kind in names.items():
        if kind not in _KINDS:
            raise wrong(name, f"found {kind!r}, allowed {', '.join(sorted(_KINDS))}")
    return [{"name": name, "access": access, "type": kind} for name, kind in names.items()]


def stage(identifier=None, *, reads=(), writes=(), changes=(), **numbers):
    """Makes a stage of a function of one argument, a `StageCall`.

        @craton.stage(changes="height", strength=20.0)
        def dunes(call):
            x, y = call.places()
            call["height"] += call.numbers["strength"] * numpy.sin(x / 400)

        craton.map(recipe, stages=[dunes])     # a recipe that names the stage "dunes"

    Layers are named in a text ("height rain"), a list, or a dict of names and kinds: {"biome": "category"}. Keywords are numbers
    that recipes may set, with their defaults. Bits are yours: what numpy computes may differ from machine to machine.
    """

    def made(function):
        layers = [*_layers(reads, "read"), *_layers(writes, "write"), *_layers(changes, "change")]
        return Stage(function, identifier or function.__name__, layers, {name: float(value) for name, value in numbers.items()})

    return made


class Stages:
    """Those of a request, as the library takes them. They live until the work ends."""

    def __init__(self, stages):
        stages = [stages] if isinstance(stages, Stage) else list(stages or ())
        for each in stages:
            if not isinstance(each, Stage):
                raise wrong("stages", f"found a {type(each).__name__}, allowed are functions that craton.stage made stages of")
        self.raised = None
        self._callbacks = [library.StageRun(functools.partial(self._told, each)) for each in stages]
        self._declared = [json.dumps(each.declaration).encode() for each in stages]
        self.array = (library.OwnStage * len(stages))(
            *(library.OwnStage(text, run, None) for text, run in zip(self._declared, self._callbacks))
        )

    def _told(self, each, _, handle):
        try:
            each._run(handle)
            return 0
        except BaseException as raised:  # it must not leave through the library
            self.raised = raised
            library.fail_stage(handle, f"{type(raised).__name__}: {raised}")
            return 1
