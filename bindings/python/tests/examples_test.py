"""The programs of examples/kinds: those in Python print what those in C print."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(os.environ["CRATON_ROOT"])
COMMAND = os.environ.get("CRATON")


class Examples(unittest.TestCase):
    @unittest.skipUnless(COMMAND, "CRATON names no command")
    def test_each_kind_of_world_is_the_same_in_c_and_python(self):
        scripts = sorted((ROOT / "examples" / "kinds").glob("*.py"))
        self.assertEqual([script.stem for script in scripts], ["map", "noise", "planet", "terrain", "voxels"])
        for script in scripts:
            with tempfile.TemporaryDirectory() as folder:
                run = dict(cwd=folder, check=True, capture_output=True, text=True)
                said = subprocess.run([sys.executable, script], **run).stdout
                in_c = subprocess.run([pathlib.Path(COMMAND).parent / f"{script.stem}_in_c"], **run).stdout
            self.assertEqual(said, in_c, script.stem)
            self.assertRegex(said, r"^[a-z]+ [0-9a-f]{16},")


if __name__ == "__main__":
    unittest.main(verbosity=1)
