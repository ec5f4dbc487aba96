// A block of an endless voxel world: what it is made of, and its triangles.
#include <algorithm>
#include <cstdio>

#include <craton/requests/request.h>

int main() {
  const craton::Result<craton::Answer> block = craton::ask("voxels", R"({"seed": 11, "at": [500, -300], "radius": 1})");
  if (!block) return std::fprintf(stderr, "%s\n", block.error().to_string().c_str()), 2;
  const craton::Layer& ground = *block->array("ground")->layer;
  const std::span<const std::uint8_t> voxels = ground.categories();
  std::printf("ground %016llx, %zu of air\n", static_cast<unsigned long long>(ground.hash()),
              static_cast<std::size_t>(std::count(voxels.begin(), voxels.end(), 0)));
  std::printf("%zu plants\n", block->tables()[0].rows());

  const craton::Result<craton::Answer> mesh =
      craton::ask("mesh", R"({"mesher": "greedy", "plants": false})", {.of = {&*block, 1}});
  if (!mesh) return std::fprintf(stderr, "%s\n", mesh.error().to_string().c_str()), 2;
  std::printf("%llu triangles\n", static_cast<unsigned long long>(mesh->array("triangle")->axes[0].size));
  return 0;
}
