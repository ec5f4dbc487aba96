// A planet: made, measured, seen from space.
#include <cstdio>
#include <fstream>

#include <craton/requests/request.h>

int main() {
  const craton::Result<craton::Answer> planet =
      craton::ask("planet", R"({"seed": 7, "resolution": 24, "preset": "archipelago"})");
  if (!planet) return std::fprintf(stderr, "%s\n", planet.error().to_string().c_str()), 2;
  const craton::Layer& height = *planet->array("height")->layer;
  const craton::LayerRange range = height.range();
  std::printf("height %016llx, %.0f … %.0f m\n", static_cast<unsigned long long>(height.hash()), range.min, range.max);

  const std::uint64_t cell = planet->cell_at(20, -30)->value();  // degrees north and east
  std::printf("at 20 N, 30 W: %.1f m\n", double{height.numbers()[cell]});

  const craton::Result<craton::Answer> globe = craton::ask("globe", R"({"size": [256, 256]})", {.of = {&*planet, 1}});
  if (!globe) return std::fprintf(stderr, "%s\n", globe.error().to_string().c_str()), 2;
  std::ofstream("planet.png", std::ios::binary) << globe->files()[0].bytes;
  return 0;
}
