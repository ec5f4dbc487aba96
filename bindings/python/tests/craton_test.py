"""The package as users have it: worlds as arrays, the same bits as the command's, and what is refused."""

import gc
import json
import math
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import urllib.request

import numpy

import craton

COMMAND = os.environ.get("CRATON")
# What other builds left in the user's cache is not what is tested.
CACHE = tempfile.TemporaryDirectory()
os.environ["CRATON_CACHE"] = CACHE.name
SMALL = {
    "craton": 1,
    "world": "map",
    "domain": {"kind": "torus", "width": 64, "height": 32, "step": 100},
    "seed": 5,
    "knobs": {"relief": {"value": 0.5, "sets": {"hills.scale": [100, 300]}}},
    "stages": [{"stage": "noise", "id": "hills", "noise": {"kind": "perlin", "frequency": 0.001}}],
}


SMALL_MAP = {"world": {"recipe": SMALL}}


def command(*arguments):
    return subprocess.run([COMMAND, *arguments], check=True, capture_output=True, text=True).stdout


def hashes_of(*arguments):
    """As `craton map` and `craton planet` report them."""
    with tempfile.TemporaryDirectory() as folder:
        command(*arguments, "--style", "", "-o", folder)
        report = json.loads(pathlib.Path(folder, "report.json").read_text())
    return {layer["name"]: int(str(layer["hash"]), 16) for layer in report["layers"]}


class Worlds(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.map = craton.map(seed=7, size=(128, 64))

    def test_layers_are_arrays_over_the_library_s_own_memory(self):
        height = self.map["height"]
        self.assertEqual((height.shape, height.dtype), ((64, 128), numpy.float32))
        self.assertFalse(height.flags.writeable)
        self.assertFalse(height.flags.owndata)
        self.assertIs(height, self.map["height"])
        with self.assertRaises(ValueError):
            height[0, 0] = 1
        self.assertEqual(self.map["biome"].dtype, numpy.uint8)
        self.assertEqual(self.map.unit("height"), "m")
        self.assertIn("height", self.map)
        self.assertEqual(set(self.map), set(dict(self.map)))
        self.assertEqual(len(self.map), len(list(self.map)))

    def test_categories_have_names(self):
        names = self.map.categories("biome")
        self.assertGreater(len(names), 5)
        self.assertLess(int(self.map["biome"].max()), len(names))
        colours = self.map.colours("biome")
        self.assertEqual((colours.shape, colours.dtype), ((len(names), 3), numpy.uint8))
        self.assertEqual(colours[names.index("ice")].tolist(), [0xF2, 0xF6, 0xF8])
        self.assertEqual(len({tuple(colour) for colour in colours.tolist()}), len(names))
        self.assertRaises(craton.Error, self.map.colours, "height")
        x, y = self.map.coordinate("x"), self.map.coordinate("y")
        here = self.map.at(x[17], y[9])
        self.assertEqual(here["height"], self.map["height"][9, 17])
        self.assertEqual(here["biome"], names[self.map["biome"][9, 17]])

    def test_places_lead_back_to_their_cells(self):
        x, y = self.map.places()
        self.assertEqual(x.shape, (64, 128))
        numpy.testing.assert_array_equal(self.map.cells(x, y).ravel(), numpy.arange(64 * 128))
        numpy.testing.assert_array_equal(x[0], self.map.coordinate("x"))
        tile = craton.terrain(size=(16, 16))
        self.assertIsNone(tile.at(-5000, 3))
        self.assertEqual(tile.cells([3, -5000], [2, 0]).tolist()[1], -1)

    def test_objects_are_plain(self):
        self.assertIn("rivers", self.map.tables)
        rows, columns = self.map.objects("rivers"), self.map.table("rivers")
        self.assertEqual(len(rows), len(next(iter(columns.values()))))
        self.assertEqual(json.loads(json.dumps(rows)), rows)
        geo = self.map.__geo_interface__
        self.assertEqual(geo["type"], "FeatureCollection")
        self.assertGreater(len(geo["features"]), len(rows))
        self.assertGreater(len(self.map.geojson("coast")["features"]), 0)

    def test_terrain_has_slopes_rivers_and_things(self):
        land = craton.terrain("river-land", at=(7000, 8000), size=(64, 48), step=4, slope=True, rivers=True, things="usual")
        self.assertEqual((land["slope"].shape, land.unit("slope")), ((48, 64), "°"))
        self.assertEqual(land.tables[-3:], ["rivers", "lakes", "things"])
        thing = land.objects("things")[0]
        self.assertAlmostEqual(thing["place"][2], land.at(*thing["place"][:2])["height"], delta=20)
        self.assertEqual({feature["geometry"]["type"] for feature in land.geojson("things")["features"]}, {"Point"})

    def test_few_samples_are_the_corner_of_many(self):
        few, many = (craton.noise({"kind": "perlin", "frequency": 0.1}, size=size) for size in ((48, 32), (400, 300)))
        self.assertEqual(many["value"].shape, (300, 400))  # the few are made here, the many in another thread
        numpy.testing.assert_array_equal(few["value"], many["value"][:32, :48])

    def test_recipes_are_dicts_texts_and_files(self):
        made = [craton.world(SMALL), craton.world(json.dumps(SMALL))]
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "small.json")
            file.write_text(json.dumps(SMALL))
            made += [craton.world(file), craton.world(str(file))]
        made.append(craton.world(made[0].recipe))
        self.assertEqual(len({world.hash("height") for world in made}), 1)
        self.assertEqual(made[0].seed, 5)

    def test_knobs_are_keywords(self):
        high = craton.world(SMALL, relief=1.0)
        self.assertEqual(high.hash("height"), craton.world(SMALL, knobs={"relief": 1.0}).hash("height"))
        self.assertEqual(high.hash("height"), craton.world(SMALL, set={"knobs.relief": 1}).hash("height"))
        self.assertNotEqual(high.hash("height"), craton.world(SMALL).hash("height"))
        with self.assertRaises(craton.Error) as caught:
            craton.world(SMALL, releif=1.0)
        self.assertEqual(caught.exception.path, "knobs/releif")

    def test_recipes_that_come_with_craton(self):
        self.assertIn("map", craton.recipes("world"))
        self.assertIn("clouds", craton.recipes()["noise"])
        self.assertEqual(craton.recipe("map")["world"], "map")
        self.assertEqual(craton.world(craton.recipe("hello-torus")).hash("height"), craton.world("hello-torus").hash("height"))

    def test_pictures_show_themselves(self):
        picture = self.map.picture("biome", longest=64)
        self.assertEqual(picture.size, (64, 32))
        self.assertTrue(self.map._repr_png_().startswith(b"\x89PNG"))
        self.assertTrue(picture._repr_png_().startswith(b"\x89PNG"))

    def test_files_keep_worlds(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "ö.craton")
            self.map.save(path)
            read = craton.open(path)
            self.assertEqual({name: read.hash(name) for name in read}, {name: self.map.hash(name) for name in self.map})
            self.assertEqual(list(craton.open(path, layers=["height"])), ["height"])

    def test_arrays_outlive_their_world(self):
        world = craton.world(SMALL)
        height = world["height"]
        before = height.copy()
        world.close()
        del world
        gc.collect()
        [craton.world(SMALL, seed=seed) for seed in range(20)]
        numpy.testing.assert_array_equal(height, before)


class Served:
    """`craton serve` on a free port, for as long as it is needed."""

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory()
        self.process = subprocess.Popen([COMMAND, "serve", "--port", "0", "--folder", self.folder.name], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.address = self.process.stdout.readline().split()[-1]
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGINT)
        self.process.communicate(timeout=60)
        self.folder.cleanup()

    def hash(self, request, parameters, array):
        asked = urllib.request.Request(
            f"{self.address}api/v1/requests/{request}?part=array&name={array}",
            json.dumps(parameters).encode(),
            {"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(asked, timeout=300) as answer:
            return int(json.loads(answer.headers["X-Craton-Tile"])["hash"], 16)


def hashes_in_c(request, parameters):
    """Arrays and files as the example examples/worlds.c prints them: hashes, and how many bytes."""
    program = pathlib.Path(COMMAND).parent / "worlds"
    said = subprocess.run([program, request, json.dumps(parameters)], check=True, capture_output=True, text=True).stdout
    words = [line.split() for line in said.splitlines()]
    return {word[0]: int(word[4]) if word[1:4] == ["a", "file", "of"] else int(word[1], 16) for word in words}


@unittest.skipUnless(COMMAND, "CRATON names no command")
class SameBits(unittest.TestCase):
    """The command, HTTP, C and Python."""

    @classmethod
    def setUpClass(cls):
        cls.server = Served().__enter__()

    @classmethod
    def tearDownClass(cls):
        cls.server.__exit__()

    def everywhere(self, request, parameters, array, expected):
        world = craton.ask(request, parameters)
        self.assertEqual(world.hash(array), expected, "Python")
        self.assertEqual(self.server.hash(request, parameters, array), expected, "HTTP")
        in_c = hashes_in_c(request, parameters)
        self.assertEqual(in_c, {name: world.hash(name) for name in world}, "C")
        return world

    def test_map(self):
        # As users get it, from the command and by this package, which asks the library for C; a small one from everywhere.
        expected = hashes_of("map", "--seed", "7", "--heights", "")
        world = craton.map(seed=7)
        self.assertEqual({name: world.hash(name) for name in world}, expected)
        self.assertGreater(len(expected), 5)
        expected = hashes_of("map", "--seed", "7", "--size", "192x96", "--heights", "")
        self.assertEqual(set(expected), set(world))
        small = self.everywhere("map", {"seed": 7, "size": [192, 96]}, "height", expected["height"])
        self.assertEqual({name: small.hash(name) for name in small}, expected)

    def test_planet(self):
        expected = hashes_of("planet", "--seed", "7", "--textures", "")
        world = craton.planet(seed=7)
        self.assertEqual(world.axes, ("face", "row", "column"))
        self.assertEqual({name: world.hash(name) for name in world}, expected)
        expected = hashes_of("planet", "--seed", "7", "--resolution", "24", "--textures", "")
        self.assertEqual(set(expected), set(world))
        small = self.everywhere("planet", {"seed": 7, "resolution": 24}, "height", expected["height"])
        self.assertEqual({name: small.hash(name) for name in small}, expected)

    def test_terrain_far_out(self):
        far = 2**40
        said = command("terrain", "--at", f"{far},-512", "--size", "257", "--step", "1", "--seed", "7", "--hash")
        asked = {"at": [far, -512], "size": [257, 257], "step": 1, "seed": 7}
        window = self.everywhere("terrain", asked, "height", int(said.split()[-1], 16))
        self.assertEqual(window.coordinate("x")[1], far + 1)

    def test_voxels(self):
        asked = {"radius": 0, "at": [100, -5], "seed": 11}
        block = self.everywhere("voxels", asked, "ground", craton.ask("voxels", asked).hash("ground"))
        with tempfile.TemporaryDirectory() as folder:
            command("voxels", "--seed", "11", "--at", "100,-5", "--radius", "0", "--bare", "-o", f"{folder}/chunk.vox")
            vox = pathlib.Path(folder, "chunk.vox").read_bytes()
        start = vox.index(b"XYZI") + 12
        solid = int.from_bytes(vox[start : start + 4], "little")
        voxels = numpy.frombuffer(vox, numpy.uint8, 4 * solid, start + 4).reshape(-1, 4)
        # MagicaVoxel's y runs to the north; where there is a voxel, and where two have the same colour, they have the same ground.
        there = numpy.zeros(block["ground"].shape, int)
        there[voxels[:, 2], 15 - voxels[:, 1], voxels[:, 0]] = voxels[:, 3]
        numpy.testing.assert_array_equal(there != 0, block["ground"] != 0)
        pairs = set(zip(block["ground"].ravel().tolist(), there.ravel().tolist()))
        self.assertEqual(len(pairs), len({ground for ground, _ in pairs}))

    def test_noise(self):
        with tempfile.TemporaryDirectory() as folder:
            command("noise", "--spec", "clouds", "--seed", "3", "--size", "65x33", "--at", "1099511627776,-5", "-o", f"{folder}/n.f32")
            expected = numpy.fromfile(f"{folder}/n.f32", numpy.float32).reshape(33, 65)
        numpy.testing.assert_array_equal(craton.noise("clouds", seed=3, size=(65, 33), at=(2**40, -5))["value"], expected)
        noise = craton.Noise("clouds", seed=3)
        numpy.testing.assert_array_equal(noise.grid((65, 33), at=(2**40, -5)), expected)
        y, x = numpy.mgrid[0:33, 0:65]
        numpy.testing.assert_array_equal(noise.points(numpy.stack([x + 2.0**40, y - 5.0], -1)), expected)
        self.assertEqual(noise.at(2**40 + 4, -3), expected[2, 4])
        low, high = noise.range
        self.assertTrue(low <= expected.min() and expected.max() <= high)

    def test_threads_do_not_matter(self):
        self.assertEqual(*(craton.map(size=(96, 48), threads=threads).hash("height") for threads in (1, 3)))


class Refused(unittest.TestCase):
    def refused(self, path, status, function, *arguments, **keywords):
        with self.assertRaises(craton.Error) as caught:
            function(*arguments, **keywords)
        self.assertEqual((caught.exception.path, caught.exception.status), (path, status), str(caught.exception))
        self.assertTrue(caught.exception.message)

    def test_parameters(self):
        self.refused("size", "invalid", craton.map, size=(64,))
        self.refused("size", "invalid", craton.map, size="large")
        self.refused("size", "invalid", craton.map, size=(0, 5))
        self.refused("size/0", "invalid", craton.map, size=(math.nan, 5))
        self.refused("radius", "invalid", craton.planet, radius=math.inf)
        self.refused("radius", "invalid", craton.planet, radius=numpy.float32("nan"))
        self.refused("seed", "invalid", craton.map, seed=1.5)
        self.refused("seed", "invalid", craton.map, seed=object())
        self.refused("seed", "invalid", craton.map, seed=b"7")
        self.refused("repeat", "unknown", craton.map, repeat="z")
        self.refused("recipe", "unknown", craton.map, "mpa")
        self.refused("recipe", "io", craton.map, "not-there.json")
        self.refused("recipe", "unsupported", craton.planet, "map")
        self.refused("recipe/stages/0/stage", "unknown", craton.world, dict(SMALL, stages=[{"stage": "nois"}]))
        self.refused("recipe/stages/0/scale", "invalid", craton.world, dict(SMALL, stages=[{"stage": "noise", "scale": math.nan}]))
        self.refused("set", "invalid", craton.map, set=[1, 2])
        self.refused("knobs", "invalid", craton.map, knobs={1: 2})
        self.refused("knobs", "invalid", craton.map, knobs="{}", land=0.5)
        self.refused("at/1", "invalid", craton.terrain, at=(0, math.nan))
        self.refused("at", "invalid", craton.terrain, at=(1e300, 0))
        self.refused("request", "unknown", craton.ask, "mpa", {})
        self.refused("request", "invalid", craton.ask, None, {})
        self.refused("threads", "invalid", craton.map, threads=-1)
        self.refused("memory", "invalid", craton.map, memory="4G")
        self.refused("progress", "invalid", craton.map, progress=7)
        self.refused("recipe", "unsupported", craton.map, memory=1 << 20)
        self.refused("file", "io", craton.open, "not-there.craton")
        circle = {}
        circle["circle"] = circle
        self.assertRaises(craton.Error, craton.world, circle)
        with self.assertRaises(craton.UnknownName):
            craton.ask("map", {"sede": 1})

    def test_worlds(self):
        world = craton.world(SMALL)
        self.assertRaises(KeyError, world.__getitem__, "hight")
        self.refused("layer", "unknown", world.unit, "hight")
        self.refused("layer", "unknown", world.picture, "hight")
        self.refused("style", "unknown", world.picture, style="relif")
        self.refused("table", "unknown", world.objects, "rivers")
        self.refused("name", "invalid", world.objects, None)
        self.refused("places", "invalid", world.cells, [1, 2], [1, 2, 3])
        self.refused("places", "invalid", world.at, "a", 1)
        self.refused("y", "invalid", world.at, 1, math.nan)
        self.refused("x", "invalid", world.cells, [1e300], [1])
        self.refused("axis", "unknown", world.coordinate, "z")
        self.assertRaises(craton.Error, world.save, "no-such-folder/x.craton")
        world.close()
        world.close()
        for use in (lambda: world["height"], lambda: list(world), lambda: world.at(1, 1), lambda: world.save("x"), world.picture, world.geojson):
            self.assertRaises(craton.Error, use)
        with craton.world(SMALL) as other:
            pass
        self.assertEqual((other.seed, other.info["domain"]["kind"]), (5, "torus"))  # what it was can still be read
        self.refused("world", "invalid", other.hash, "height")
        self.refused("answer", "unsupported", craton.noise("clouds", size=(4, 4)).at, 0, 0)

    def test_noises(self):
        self.refused("/frequncy", "unknown", craton.Noise, {"kind": "perlin", "frequncy": 1})
        self.refused("noise/frequency", "invalid", craton.Noise, {"kind": "perlin", "frequency": math.nan})
        self.refused("name", "unknown", craton.Noise, "cluods")
        self.refused("seed", "invalid", craton.Noise, "clouds", seed=1.5)
        noise = craton.Noise({"kind": "perlin"})
        self.refused("size", "invalid", noise.grid, ())
        self.refused("size", "invalid", noise.grid, (-1, 5))
        self.refused("size", "invalid", noise.grid, ("a", 5))
        self.refused("size", "invalid", noise.grid, (4, 4), at=(1,))
        self.refused("at", "invalid", noise.grid, (4, 4), at=(math.nan, 0))
        self.refused("size", "no memory", noise.grid, (2**31, 2**31))
        self.refused("out", "invalid", noise.grid, (4, 4), out=numpy.empty((4, 5), numpy.float32))
        self.refused("out", "invalid", noise.grid, (4, 4), out=numpy.empty((4, 4)))
        self.refused("out", "invalid", noise.grid, (4, 4), out=numpy.empty((8, 4), numpy.float32)[::2])
        self.refused("places", "invalid", noise.points, [[1, math.nan]])
        self.refused("places", "invalid", noise.points, 5)
        self.refused("places", "invalid", noise.points, [["a"]])
        self.refused("places", "invalid", noise.points, numpy.zeros((3, 5)))


class Work(unittest.TestCase):
    def test_progress_is_told_and_may_fail(self):
        told = []
        craton.map(size=(96, 48), progress=lambda share, what: told.append((share, what)))
        self.assertGreater(len(told), 10)
        self.assertEqual([share for share, _ in told], sorted(share for share, _ in told))
        self.assertTrue(told[-1][1])

        def bad(share, what):
            raise ZeroDivisionError

        with self.assertRaises(ZeroDivisionError):
            craton.map(size=(96, 48), progress=bad)
        self.assertIn("height", craton.map(size=(96, 48)))  # the next one is not stopped

    def test_other_threads_go_on_meanwhile(self):
        counted, stop = [0], threading.Event()

        def count():
            while not stop.is_set():
                counted[0] += 1
                time.sleep(0.001)

        thread = threading.Thread(target=count)
        thread.start()
        before = counted[0]
        craton.Noise({"kind": "fbm", "octaves": 8, "source": {"kind": "perlin"}}).grid((4096, 2048), threads=1)
        after = counted[0]
        stop.set()
        thread.join()
        self.assertGreater(after - before, 5)

    def test_ctrl_c_cancels(self):
        script = "import craton\nprint('begun', flush=True)\ncraton.map(size=(4096, 2048), progress=False)"
        child = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        child.stdout.readline()
        time.sleep(0.5)
        child.send_signal(signal.SIGINT)
        begun = time.monotonic()
        _, said = child.communicate(timeout=60)
        self.assertIn("KeyboardInterrupt", said)
        self.assertEqual(child.returncode, -signal.SIGINT)
        self.assertLess(time.monotonic() - begun, 30)

    def test_work_goes_on_after_ctrl_c(self):
        script = """if True:
            import craton
            print("begun", flush=True)
            try:
                craton.map(size=(4096, 2048), progress=False)
            except KeyboardInterrupt:
                print(craton.noise("clouds", size=(4, 4))["value"].shape)"""
        child = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
        child.stdout.readline()
        time.sleep(0.5)
        child.send_signal(signal.SIGINT)
        self.assertEqual(child.communicate(timeout=60)[0].strip(), "(4, 4)")

    def test_processes_that_are_forked_off_go_on(self):
        expected = craton.world(SMALL).hash("height")
        child = os.fork()
        if child == 0:
            os._exit(0 if craton.noise("clouds", size=(4, 4), threads=1)["value"].shape == (4, 4) else 1)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 0)
        self.assertEqual(craton.world(SMALL).hash("height"), expected)

    def test_from_many_threads(self):
        hashes = []

        def make():
            hashes.append(craton.world(SMALL).hash("height"))

        threads = [threading.Thread(target=make) for _ in range(8)]
        [thread.start() for thread in threads]
        [thread.join() for thread in threads]
        self.assertEqual(len(set(hashes)), 1)
        self.assertEqual(len(hashes), 8)


class About(unittest.TestCase):
    """Requests about worlds that are at hand."""

    @classmethod
    def setUpClass(cls):
        cls.map = craton.world(SMALL)

    def test_worlds_are_handed_on(self):
        measures = craton.measure(self.map).table("measures")
        share = dict(zip(measures["measure"], measures["value"]))["land_share"]
        self.assertEqual(share, 1)
        x, y = self.map.coordinate("x")[17], self.map.coordinate("y")[9]
        values = craton.query(self.map, at=(x, y)).objects("values")
        self.assertEqual(values[0]["value"], self.map["height"][9, 17])
        self.assertEqual(craton.diff([self.map, self.map]).objects("differences"), [])
        other = craton.world(SMALL, seed=9)
        found = craton.diff([self.map, other]).objects("differences")[0]
        self.assertEqual(found["cells"], int((self.map["height"] != other["height"]).sum()))
        with self.assertRaises(craton.Error) as caught:
            craton.diff([self.map])
        self.assertEqual(caught.exception.path, "of")

    def test_meshes_are_arrays(self):
        mesh = craton.mesh(self.map)
        self.assertEqual(mesh["position"].shape[1], 3)
        self.assertEqual(mesh["triangle"].shape[1], 3)
        self.assertLess(mesh["triangle"].max(), len(mesh["position"]))
        ground = mesh["position"][: 65 * 33]
        numpy.testing.assert_array_equal(ground[:, 2].reshape(33, 65)[:32, :64], self.map["height"])

    def test_files_are_bytes_and_pictures_show_themselves(self):
        page = craton.page(self.map, title="Ostria", size=(320, 240))
        self.assertEqual(list(page.files), ["page.png"])
        self.assertEqual(page._repr_png_(), page.files["page.png"])
        self.assertIn("page.png", repr(page))
        with tempfile.TemporaryDirectory() as folder:
            craton.export(self.map, format="r32").save_files(folder)
            heights = numpy.fromfile(pathlib.Path(folder, "height.r32"), "<f4").reshape(32, 64)
        numpy.testing.assert_array_equal(heights, self.map["height"])

    def test_edits_are_lists(self):
        plain = craton.terrain("terrain", size=(32, 32), step=1)
        raised = craton.terrain("terrain", size=(32, 32), step=1, edits=[dict(tool="raise", x=16, y=16, radius=5, by=30, falloff=0)])
        change = raised["height"] - plain["height"]
        self.assertAlmostEqual(float(change[16, 16]), 30, places=2)
        self.assertEqual(float(abs(change[:8]).max()), 0)


class OwnStages(unittest.TestCase):
    """Stages written in Python."""

    RECIPE = dict(SMALL, stages=[*SMALL["stages"], {"stage": "steps", "height_of_a_step": 20}])

    def test_a_stage_changes_its_layers(self):
        seen = {}

        @craton.stage(changes="height", writes="steepness", height_of_a_step=5.0)
        def steps(call):
            seen.update(seed=call.seed, shape=call.shape, places=call.places())
            step = call.numbers["height_of_a_step"]
            call["height"][...] = numpy.floor(call["height"] / step) * step
            call["steepness"] = step

        plain = craton.world(SMALL)
        stepped = craton.world(self.RECIPE, stages=[steps])
        numpy.testing.assert_array_equal(stepped["height"], numpy.floor(plain["height"] / 20) * 20)
        self.assertEqual(float(stepped["steepness"].min()), 20)
        self.assertEqual(seen["shape"], (32, 64))
        self.assertEqual(seen["places"][0][0, 3], 300)
        self.assertEqual(craton.world(self.RECIPE, stages=steps).hash("height"), stepped.hash("height"))

    def test_what_it_raises_is_raised(self):
        @craton.stage("steps", changes="height", height_of_a_step=5.0)
        def broken(call):
            call["depth"]

        with self.assertRaises(craton.UnknownName):
            craton.world(self.RECIPE, stages=[broken])
        with self.assertRaises(craton.Error) as caught:
            craton.world(self.RECIPE)
        self.assertEqual(caught.exception.path, "recipe/stages/1/stage")
        with self.assertRaises(craton.Error) as caught:
            craton.world(self.RECIPE, stages=[len])
        self.assertEqual(caught.exception.path, "stages")
        with self.assertRaises(craton.Error):
            craton.stage("steps", changes={"height": "text"})(len)


class Declared(unittest.TestCase):
    # The least of each; whoever declares a request says it here, too.
    LEAST = {
        "world": {"recipe": SMALL},
        "map": {"size": [64, 32]},
        "planet": {"resolution": 12},
        "region": {"resolution": 16, "samples": 64, "span": 400_000},
        "open": {"file": "declared.craton"},
        "terrain": {"size": [16, 8]},
        "voxels": {"radius": 0},
        "noise": {"noise": "clouds", "size": [8, 4]},
        "edit": {"file": "declared-land.craton"},
        "scatter": {"recipe": "river-land", "at": [7000, 8000], "size": [32, 32]},
        "tiles": {"recipe": "terrain", "tiles": [1, 1], "cells": 8, "format": "r32"},
        "bake": {"recipe": "terrain", "area": [64, 64], "cells": 16, "format": "r32", "output": "declared-bake"},
        "flight": {"recipe": "terrain", "size": [24, 16], "samples": 1, "count": 1, "distance": 300},
        "tiling": {"size": [60, 40], "cells": 4, "hats": True},
        "lab": {"kinds": "value", "realisations": 100, "samples": 64, "size": 6},
        "measure": {"of": SMALL_MAP},
        "query": {"of": SMALL_MAP, "at": [300, 200]},
        "diff": {"of": [SMALL_MAP, {"world": {"recipe": SMALL, "seed": 6}}]},
        "mesh": {"of": SMALL_MAP},
        "picture": {"of": SMALL_MAP, "longest": 32},
        "page": {"of": SMALL_MAP, "size": [320, 240], "format": "svg"},
        "globe": {"of": {"planet": {"resolution": 12}}, "size": [24, 24]},
        "view": {"of": SMALL_MAP, "size": [24, 16], "samples": 1},
        "export": {"of": SMALL_MAP, "format": "r16"},
    }

    @unittest.skipUnless(COMMAND, "CRATON names no command")
    def test_every_request_is_reached_from_c_and_python(self):
        craton.world(SMALL).save("declared.craton")
        craton.edit("declared-land.craton", recipe="terrain")
        declared = {request["id"] for request in craton.declarations()["requests"]}
        self.assertEqual(declared, set(self.LEAST))
        for request, parameters in self.LEAST.items():
            world = getattr(craton, request)(**parameters)
            said = {name: world.hash(name) for name in world}
            said.update((name, len(data)) for name, data in world.files.items())
            self.assertEqual(hashes_in_c(request, parameters), said, request)
            self.assertTrue(said or world.tables, request)
        os.remove("declared.craton")
        os.remove("declared-land.craton")
        shutil.rmtree("declared-bake")

    def test_every_request_is_a_function_with_its_parameters(self):
        import inspect

        for request in craton.declarations()["requests"]:
            function = getattr(craton, request["id"])
            names = set(inspect.signature(function).parameters)
            for param in request["params"]:
                self.assertIn(param["name"], names)
                self.assertIn(param["doc"], function.__doc__)
            self.assertIn(request["doc"], function.__doc__)


if __name__ == "__main__":
    unittest.main(verbosity=1)
