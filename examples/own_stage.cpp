// A stage of your own: `dunes` raises parallel ridges across the wind. It is declared once, below, and from then on it is a stage
// like any other: recipes name it, their errors suggest it, schema and reference describe it, masks steer it, the planner orders
// it.
//
//   own_stage stages            the reference of all stages, with this one
//   own_stage schema            the JSON Schema of recipes that may use it
//   own_stage make RECIPE.json  makes a world and prints its layers
//
// Build it against an installed Craton:  c++ -std=c++20 -ffp-contract=off own_stage.cpp $(pkg-config --cflags --libs craton)
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include <craton/base/math.h>
#include <craton/recipe/make.h>
#include <craton/worlds/kinds.h>

namespace {

struct DunesParams {
  craton::Change<float> layer = "height";  // bound before the stage runs; a recipe may name another layer
  craton::Field height = 20.0;             // a number, or a layer of numbers
  double spacing = 400;
};

craton::Result<void> run_dunes(const DunesParams& params, craton::StageContext& context) {
  const std::span<float> ground = params.layer.values();
  // One switch for the domain; the loop below is compiled for each of the three.
  std::visit(
      [&](const auto& topology) {
        for (craton::Cell cell = 0; cell < topology.cell_count(); ++cell) {
          const craton::Vec3d place = topology.centre(cell);
          const double wave = craton::math::sin((place.x + 0.3 * place.y) * 6.283185307179586 / params.spacing);
          ground[cell] += params.height[cell] * static_cast<float>(0.5 + 0.5 * wave);
        }
      },
      context.domain());
  return {};
}

}  // namespace

template <>
std::span<const craton::ParamInfo> craton::params_of<DunesParams>() {
  static const ParamInfo list[] = {
      layer_param<&DunesParams::layer>("layer", "The heights on which dunes grow."),
      field_param<&DunesParams::height>("height", 0, 500, "m", "How high a dune stands: as a layer, only where there is sand."),
      number_param<&DunesParams::spacing>("spacing", 1, 1e6, "m", "From crest to crest."),
  };
  return list;
}

namespace {

int fail(const craton::Error& error) {
  std::fprintf(stderr, "own_stage: %s\n", error.to_string().c_str());
  return 2;
}

int make(const craton::RecipeTerms& terms, const char* path) {
  std::ifstream file(path);
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  const craton::Result<craton::Recipe> recipe = craton::recipe_from_json(text, terms);
  if (!recipe) return fail(recipe.error());
  const craton::Result<craton::World> world = craton::make_world(*recipe, terms);
  if (!world) return fail(world.error());
  for (const auto& layer : world->surface.layers()) {
    const craton::LayerRange range = layer->range();
    std::printf("%s %.1f … %.1f %s %016llx\n", layer->name().c_str(), range.min, range.max, layer->info().unit.c_str(),
                static_cast<unsigned long long>(layer->hash()));
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  craton::RecipeTerms terms = craton::all_terms();
  const craton::StageEntry dunes =
      craton::stage_of<run_dunes>({.id = "dunes", .title = "Dunes", .doc = "Raises parallel ridges of sand."});
  if (const craton::Result<void> added = terms.stages.add(dunes); !added) return fail(added.error());

  const std::string command = argc > 1 ? argv[1] : "";
  if (command == "stages") {
    std::fputs(craton::recipe_reference_page(terms).c_str(), stdout);
    return 0;
  }
  if (command == "schema") {
    std::fputs(craton::recipe_schema(terms).c_str(), stdout);
    return 0;
  }
  if (command == "make" && argc == 3) return make(terms, argv[2]);
  std::fputs("usage: own_stage stages | schema | make RECIPE.json\n", stderr);
  return 2;
}
