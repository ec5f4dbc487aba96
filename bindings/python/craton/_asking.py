"""Requests: asked in another thread than the main one, so that Ctrl-C reaches them, with a line of progress."""

import math
import os
import queue
import sys
import threading
import time

from . import _library as library
from ._stage import Stages
from ._values import encoded, wrong
from ._world import World


class _Line:
    """How far work is, in one line of the terminal or notebook; silent while it is quick."""

    def __init__(self, title):
        self._title = title
        self._begun = self._told = time.monotonic()
        self._shown = 0

    def __call__(self, share, what):
        now = time.monotonic()
        if now - self._begun < 0.5 or now - self._told < 0.1:
            return
        self._told = now
        done = int(share * 30)
        line = f"{self._title} {'█' * done}{'░' * (30 - done)} {share:4.0%} {what}"
        sys.stderr.write("\r" + line.ljust(self._shown))
        sys.stderr.flush()
        self._shown = len(line)

    def end(self):
        if self._shown:
            sys.stderr.write("\r" + " " * self._shown + "\r")
            sys.stderr.flush()


def _wants_line():
    return sys.stderr.isatty() or "ipykernel" in sys.modules


_NO_PROGRESS = library.Progress()
_OPTIONS_SIZE = library.ctypes.sizeof(library.RunOptions)


class _Asked:
    """One request on its way."""

    def __init__(self, request, text, of, threads, memory, progress, stages, quick=False):
        self._tell = progress
        self._raised = None
        self._handle = None
        self._error = None
        self._main = not quick and threading.current_thread() is threading.main_thread()
        self._progress = library.Progress(self._told) if progress else _NO_PROGRESS
        self._cancel = _worker().cancel if self._main else None  # lives until the work ends
        cancel = self._cancel and self._cancel.value
        self._options = library.RunOptions(_OPTIONS_SIZE, threads, memory, self._progress, None, cancel)
        self._stages = stages and Stages(stages)
        if self._stages:
            self._options.stages, self._options.stage_count = self._stages.array, len(self._stages.array)
        self._of = of  # they live until the work ends
        handles = (library.c_void_p * len(of))(*(handle.value for handle in of)) if of else None
        self._arguments = (request.encode(), text, handles, len(of), library.byref(self._options))

    def _told(self, _, share, what):
        try:
            self._tell(share, what.decode(errors="replace"))
            return 0
        except BaseException as raised:  # it must not leave through the library
            self._raised = raised
            return 1

    def run(self):
        try:
            self._handle = library.Handle("answer", "craton_ask_of", *self._arguments)
        except BaseException as error:
            self._error = error

    def answer(self):
        if self._main:
            _worker().do(self.run)
        else:
            self.run()
        if self._raised is not None:
            if self._main:
                _worker().renew()  # to stop is to raise it
            raise self._raised
        if self._stages and self._stages.raised is not None:
            raise self._stages.raised
        if self._error is not None:
            raise self._error
        return self._handle


class _Worker:
    """A thread that works while the main one waits, which alone hears of Ctrl-C."""

    def __init__(self):
        self._tasks = queue.SimpleQueue()
        self.renew()
        threading.Thread(target=self._work, name="craton", daemon=True).start()

    def _work(self):
        while True:
            task, done = self._tasks.get()
            task()
            done.release()
            del task, done  # nothing is kept until the next one comes

    def renew(self):
        """Another one for the tasks to come: once raised it stays so."""
        self.cancel = library.Handle("cancel", "craton_cancel_create")

    def do(self, task):
        done, sent = threading.Lock(), False
        done.acquire()
        try:
            self._tasks.put((task, done))
            sent = True
            done.acquire()
        except BaseException:  # Ctrl-C
            raised = self.cancel
            self.renew()
            library.call("craton_cancel_raise", raised.value)
            if sent:
                done.acquire()
            raise


_the_worker = None


def _worker():
    global _the_worker
    if _the_worker is None:
        _the_worker = _Worker()
    return _the_worker


def _forget_worker():
    global _the_worker
    _the_worker = None  # threads do not come along into a process that is forked off


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_worker)


def _count(value, name, most):
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise wrong(name, f"found {value!r}, allowed whole numbers 0 … {most}")
    return value


def _with_files(parameters):
    """A recipe in a file: its text, and its folder for the files that it names."""
    recipe = parameters.get("recipe")
    is_file = recipe.endswith(".json") if isinstance(recipe, str) else hasattr(recipe, "__fspath__")
    if not is_file:
        return parameters
    try:
        with open(recipe, encoding="utf-8") as file:
            text = file.read()
    except (OSError, UnicodeError, ValueError) as error:
        raise library.Error("io", "recipe", str(error)) from None
    changed = dict(parameters, recipe=text)
    if "folder" in parameters and parameters["folder"] is None:
        changed["folder"] = os.path.dirname(os.path.abspath(recipe))
    return changed


def _answers(parameters):
    """Worlds that a request is about: their handles, and the parameters without them."""
    of = parameters.get("of")
    worlds = [of] if isinstance(of, World) else of if isinstance(of, (list, tuple)) else []
    if not worlds or not all(isinstance(each, World) for each in worlds):
        return (), parameters
    return tuple(each._held() for each in worlds), {name: value for name, value in parameters.items() if name != "of"}


_FEW = 1 << 16  # samples: some milliseconds of the slowest noises


def _is_quick(request, parameters, of):
    """Done before anybody could want to stop it: asked without the way through another thread, which would cost more than the work."""
    if request == "query":
        return bool(of)  # of a world that is at hand
    size = parameters.get("size") if request == "noise" else None
    return isinstance(size, (list, tuple)) and all(isinstance(side, (int, float)) for side in size) and math.prod(size) <= _FEW


def ask(request, parameters, threads=0, memory=0, progress=None, stages=()):
    """Asks for what the library declares: `craton.declarations()` tells what there is. `stages` are your own, see `stage`."""
    if not isinstance(request, str):
        raise wrong("request", f"found a {type(request).__name__}, allowed are texts")
    of, parameters = _answers(dict(parameters))
    text = encoded(_with_files(parameters))
    threads, memory = _count(threads, "threads", 2**16), _count(memory, "memory", 2**63 - 1)
    line = None
    quick = not progress and not stages and _is_quick(request, parameters, of)
    if progress is True or (progress is None and not quick and _wants_line()):
        progress = line = _Line(request)
    if progress is not None and progress is not False and not callable(progress):
        raise wrong("progress", "allowed are True, False and functions of a share and a word")
    try:
        return World(request, _Asked(request, text, of, threads, memory, progress or None, stages, quick).answer())
    finally:
        if line:
            line.end()
