// A map of a whole world: made, asked about a place, drawn as a page.
#include <cstdio>
#include <fstream>

#include <craton/requests/request.h>

int main() {
  const craton::Result<craton::Answer> map = craton::ask("map", R"({"seed": 7, "size": [192, 96]})");
  if (!map) return std::fprintf(stderr, "%s\n", map.error().to_string().c_str()), 2;
  const craton::Layer& height = *map->array("height")->layer;
  const craton::LayerRange range = height.range();
  std::printf("height %016llx, %.0f … %.0f m\n", static_cast<unsigned long long>(height.hash()), range.min, range.max);

  const std::uint64_t cell = map->cell_at(2'500'000, 1'200'000)->value();
  const craton::Layer& biome = *map->array("biome")->layer;
  std::printf("at 2500 km, 1200 km: %.1f m, %s\n", double{height.numbers()[cell]},
              biome.info().categories[biome.categories()[cell]].c_str());

  const craton::Result<craton::Answer> page = craton::ask("page", R"({"size": [900, 560]})", {.of = {&*map, 1}});
  if (!page) return std::fprintf(stderr, "%s\n", page.error().to_string().c_str()), 2;
  std::ofstream("map.png", std::ios::binary) << page->files()[0].bytes;
  return 0;
}
