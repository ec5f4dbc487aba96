// A planet in thirty lines: made from a recipe, asked about a place, drawn from space.
//   planet SEED planet.png
#include <cstdio>
#include <cstdlib>

#include <craton/files/png.h>
#include <craton/picture/globe.h>
#include <craton/recipe/make.h>
#include <craton/surface/voronoi_regions.h>
#include <craton/worlds/kinds.h>

using namespace craton;

int main(int argc, char** argv) {
  if (argc < 3) return std::fprintf(stderr, "planet SEED FILE.png\n"), 2;
  const RecipeTerms terms = all_terms();
  Result<Recipe> recipe = recipe_from_json(R"({"craton": 1, "world": "planet",
      "domain": {"kind": "sphere", "resolution": 128}, "stages": [{"stage": "plates"}, {"stage": "crust_heights"}]})",
                                           terms);
  if (recipe) recipe->seed = std::strtoull(argv[1], nullptr, 0);
  const Result<World> world = recipe ? make_world(*recipe, terms) : recipe.error();
  if (!world) return std::fprintf(stderr, "planet: %s\n", world.error().to_string().c_str()), 2;

  const auto& sphere = std::get<CubeSphere>(world->surface.domain());
  const LatLon prague{50.1, 14.4};
  const VoronoiRegion region = region_of(sphere, sphere.nearest(direction_of(prague)));
  std::printf("region %u: %.0f m high, %.0f km2, %zu neighbours, plate %d\n", region.cell,
              static_cast<double>(world->surface.layer("height")->numbers()[region.cell]), region.area * 1e-6,
              region.sides.size(), world->surface.layer("plate")->integers()[region.cell]);

  const Result<GlobeSkin> skin = globe_skin(world->surface, {.seed = recipe->seed});
  const Result<Rgb8Image> globe = skin ? globe_picture(*skin, {.centre = prague}) : skin.error();
  const Result<void> written = globe ? write_png(argv[2], *globe) : globe.error();
  if (!written) return std::fprintf(stderr, "planet: %s\n", written.error().to_string().c_str()), 2;
  return 0;
}
