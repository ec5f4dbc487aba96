"""Pictures that show themselves in notebooks."""


class Picture:
    """A PNG: shown by notebooks, written by `save`."""

    def __init__(self, png):
        self.png = png

    @property
    def size(self):
        """Pixels: (width, height)."""
        return int.from_bytes(self.png[16:20], "big"), int.from_bytes(self.png[20:24], "big")

    def save(self, path):
        with open(path, "wb") as file:
            file.write(self.png)

    def _repr_png_(self):
        return self.png

    def __repr__(self):
        return "<craton.Picture of {} × {} pixels>".format(*self.size)
