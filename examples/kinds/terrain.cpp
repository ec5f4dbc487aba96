// A window onto endless terrain, 2^40 m from the origin: a hill raised by hand, and its triangles.
#include <cstdio>
#include <fstream>

#include <craton/requests/request.h>

int main() {
  const craton::Result<craton::Answer> land =
      craton::ask("terrain", R"({"recipe": "terrain", "seed": 7, "at": [1099511627776, 0], "size": [129, 129],
      "step": 4, "edits": [{"tool": "raise", "x": 1099511628032, "y": 256, "radius": 80, "by": 40}]})");
  if (!land) return std::fprintf(stderr, "%s\n", land.error().to_string().c_str()), 2;
  const craton::Layer& height = *land->array("height")->layer;
  const craton::LayerRange range = height.range();
  std::printf("height %016llx, %.1f … %.1f m\n", static_cast<unsigned long long>(height.hash()), range.min, range.max);

  const craton::Result<craton::Answer> mesh = craton::ask("mesh", R"({"format": "glb"})", {.of = {&*land, 1}});
  if (!mesh) return std::fprintf(stderr, "%s\n", mesh.error().to_string().c_str()), 2;
  std::ofstream("terrain.glb", std::ios::binary) << mesh->files()[0].bytes;
  return 0;
}
