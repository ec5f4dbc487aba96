// A stage of your own on a planet: `crater` digs a bowl with a rim around a place, the same at every resolution. It looks at
// each cell by itself, by directions from the planet's centre.
//   planet_stage RESOLUTION     makes a planet with two craters and tells how deep they are
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>

#include <craton/base/math.h>
#include <craton/recipe/make.h>
#include <craton/worlds/kinds.h>

using namespace craton;

namespace {

struct CraterParams {
  Change<float> layer = "height";
  double latitude = 0, longitude = 0;
  double radius = 500'000, depth = 3000;
};

Result<void> run_crater(const CraterParams& params, StageContext& context) {
  const auto& planet = std::get<CubeSphere>(context.domain());
  const std::span<float> ground = params.layer.values();
  const Vec3d middle = direction_of(LatLon{params.latitude, params.longitude});
  for (Cell cell = 0; cell < planet.cell_count(); ++cell) {
    const Vec3d site = planet.direction(cell);
    const double x = site.x - middle.x, y = site.y - middle.y, z = site.z - middle.z;
    const double r = std::sqrt(x * x + y * y + z * z) * planet.radius() / params.radius;  // 1 on the rim
    const double bowl = r < 1 ? r * r - 1 : 0, rim = math::exp(-16 * (r - 1) * (r - 1));
    ground[cell] += static_cast<float>(params.depth * (bowl + 0.2 * rim));
  }
  return {};
}

Result<void> check_crater(const CraterParams&, const StageSpec&, const DomainSpec& domain, const std::string& path) {
  if (domain.kind == "sphere") return {};
  return Error{ErrorCode::invalid_value, path + "/stage", "craters are dug into planets"};
}

}  // namespace

template <>
std::span<const ParamInfo> craton::params_of<CraterParams>() {
  static const ParamInfo list[] = {
      layer_param<&CraterParams::layer>("layer", "The ground."),
      number_param<&CraterParams::latitude>("latitude", -90, 90, "°", "Of the middle."),
      number_param<&CraterParams::longitude>("longitude", -360, 360, "°", "Of the middle."),
      number_param<&CraterParams::radius>("radius", 1, 1e9, "m", "From the middle to the rim."),
      number_param<&CraterParams::depth>("depth", 0, 1e5, "m", "Of the bowl, below the ground before."),
  };
  return list;
}

int main(int argc, char** argv) {
  RecipeTerms terms = all_terms();
  const Result<void> added = terms.stages.add(stage_of<run_crater, nullptr, check_crater>(
      {.id = "crater", .title = "Crater", .doc = "Digs a bowl with a rim around a place of a planet."}));
  const std::string resolution = argc > 1 ? argv[1] : "64";
  const std::string text = R"({"craton": 1, "world": "planet", "domain": {"kind": "sphere", "resolution": )" + resolution + R"(},
      "stages": [{"stage": "noise", "id": "plain", "scale": 50, "noise": {"kind": "perlin", "frequency": 1e-6}},
                 {"stage": "crater", "id": "south", "latitude": -40, "longitude": 20},
                 {"stage": "crater", "id": "edge", "latitude": 0, "longitude": 45, "radius": 2000000, "depth": 5000}]})";
  const Result<Recipe> recipe = added ? recipe_from_json(text, terms) : added.error();
  const Result<World> world = recipe ? make_world(*recipe, terms) : recipe.error();
  if (!world) return std::fprintf(stderr, "planet_stage: %s\n", world.error().to_string().c_str()), 2;

  const auto& planet = std::get<CubeSphere>(world->surface.domain());
  for (const LatLon place : {LatLon{-40, 20}, LatLon{0, 45}, LatLon{0, -135}}) {
    const Cell cell = planet.nearest(direction_of(place));
    std::printf("%g %g: %.0f m\n", place.latitude, place.longitude,
                static_cast<double>(world->surface.layer("height")->numbers()[cell]));
  }
  return 0;
}
