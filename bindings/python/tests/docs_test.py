"""The examples of docs/python.md, run one after the other as somebody would who reads it."""

import os
import pathlib
import re
import tempfile
import unittest

from matplotlib import image

PAGE = pathlib.Path(os.environ["CRATON_ROOT"], "docs", "python.md")


class Examples(unittest.TestCase):
    def test_they_run_and_draw_the_pictures_of_the_page(self):
        text = PAGE.read_text(encoding="utf-8")
        names = {}
        kept = os.environ.get("CRATON_PICTURES")  # a folder to draw the page's pictures into
        with tempfile.TemporaryDirectory() as temporary:
            os.chdir(kept or temporary)
            for example in re.findall(r"```python\n(.*?)```", text, re.S):
                exec(compile(example, str(PAGE), "exec"), names)
            pictures = re.findall(r"\]\(python/(.*?\.png)\)", text)
            self.assertGreaterEqual(len(pictures), 4)
            for picture in pictures:
                drawn, shown = image.imread(picture), image.imread(PAGE.parent / "python" / picture)
                self.assertGreater(drawn.std(), 0.02, picture)
                self.assertEqual(drawn.shape, shown.shape, picture)
            os.chdir(PAGE.parent)


if __name__ == "__main__":
    unittest.main(verbosity=1)
