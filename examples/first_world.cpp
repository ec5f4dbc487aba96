// A world from a recipe: an island on a map of 64 km, its heights printed, drawn and kept. docs/first-program.md explains it.
//
//   first_world [SEED]      writes island.png and island.craton
#include <cstdio>
#include <cstdlib>

#include <craton/files/png.h>
#include <craton/files/world_file.h>
#include <craton/picture/layer_picture.h>
#include <craton/recipe/make.h>
#include <craton/worlds/kinds.h>

namespace {

constexpr char recipe_text[] = R"({
  "craton": 1,
  "world": "map",
  "domain": {"kind": "torus", "width": 256, "height": 256, "step": 250},
  "seed": 7,
  "stages": [
    {"stage": "noise", "id": "land", "layer": "height", "scale": 1500,
     "noise": {"kind": "fbm", "octaves": 8, "source": {"kind": "perlin", "frequency": 0.00004}}},
    {"stage": "sea_level", "share": 0.6},
    {"stage": "thermal", "iterations": 10}
  ]
})";

int fail(const craton::Error& error) {  // what was found, where in the recipe, and what is allowed
  std::fprintf(stderr, "first_world: %s\n", error.to_string().c_str());
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  const craton::RecipeTerms terms = craton::all_terms();  // the stages, noises and kinds of world that recipes can name
  craton::Result<craton::Recipe> recipe = craton::recipe_from_json(recipe_text, terms);
  if (!recipe) return fail(recipe.error());
  if (argc > 1) recipe->seed = std::strtoull(argv[1], nullptr, 10);

  const craton::Result<craton::World> world = craton::make_world(*recipe, terms);
  if (!world) return fail(world.error());

  const craton::Surface& surface = world->surface;
  const craton::Layer& height = *surface.layer("height");  // one value a cell, row by row
  const craton::LayerRange range = height.range();
  std::printf("heights from %.0f to %.0f m, in the middle %.1f m, hash %016llx\n", range.min, range.max,
              height.numbers()[128 * 256 + 128], static_cast<unsigned long long>(height.hash()));

  const craton::Result<craton::Rgb8Image> picture = craton::picture_of_layer(surface.domain(), height);
  if (!picture) return fail(picture.error());
  if (const auto written = craton::write_png("island.png", *picture); !written) return fail(written.error());
  if (const auto written = craton::write_world("island.craton", *world, terms); !written) return fail(written.error());
  return 0;
}
