// Heights of a crust of plates (crust_relief.h), with the sea at 0 m. Its level is a quantile over points that are the same at
// every resolution, so that the same land comes out of the sea everywhere.
#include <algorithm>
#include <cmath>

#include <craton/base/math.h>

#include "stages/all_stages.h"
#include "stages/crust/crust_cells.h"
#include "stages/crust/crust_relief.h"

namespace craton {
namespace {

using namespace crust;

struct CrustHeightsParams {
  std::string plate = "plate", layer = "height", uplift = "uplift", hardness = "hardness", erodibility = "erodibility",
              volcano = "volcano";
  double sea_share = 0.71;
  Field mountains = 1.0, ruggedness = 1.0;
  int hot_spots = 24;
  int level_points = 1 << 18;
};

constexpr std::string_view sea_layer = "sea";

/// The place of a point of the level, in kilometres: a spiral of equal areas on a sphere (Swinbank & Purser 2006), an even
/// sequence on a map (Roberts 2018).
Vec3d level_point(const Ground& ground, std::uint64_t index, std::uint64_t count) {
  const auto part = [](std::uint64_t bits) { return static_cast<double>(bits >> 11) * 0x1p-53; };
  if (ground.is_sphere()) {
    const double z = 1 - (2 * static_cast<double>(index) + 1) / static_cast<double>(count), flat = std::sqrt(1 - z * z);
    const double turn = part(index * 0x9E3779B97F4A7C15U) * (2 * 3.14159265358979323846);
    return Vec3d{flat * math::cos(turn), flat * math::sin(turn), z} * earth_radius;
  }
  return {part(index * 0xC13FA9A902A6328FU) * ground.width(), part(index * 0x91E10DA5C79E7B1DU) * ground.height(), 0};
}

float number_of(const Field& field, Cell cell) { return field[cell]; }
/// Where a field varies over the cells, the points of the level know nothing of it.
float plain_number(const Field& field) { return field.varies() ? 1.0F : field[0]; }

Result<float> sea_level(const Domain& domain, const CrustGeometry& geometry, const Volcanoes& volcanoes,
                        const CrustHeightsParams& params, const Execution& execution) {
  const Ground& ground = geometry.mesh().ground();
  const auto count = static_cast<std::uint64_t>(params.level_points);
  const double shortest = 2 * std::sqrt(earth_area / static_cast<double>(count));
  CRATON_TRY(const CrustRelief relief, CrustRelief::make(domain, geometry, volcanoes, shortest));
  const ReliefNumbers numbers{plain_number(params.mountains), plain_number(params.ruggedness)};
  std::vector<float> heights(count);
  CRATON_TRY(parallel_blocks(count, cells_at_once, execution, [&](std::uint64_t begin, std::uint64_t end) {
    ReliefPlaces work;
    for (std::uint64_t i = begin; i < end; ++i) work.places.add(ground, level_point(ground, i, count));
    relief.prepare(work);
    for (std::uint64_t i = begin; i < end; ++i) heights[i] = relief.relief(work, i - begin, numbers).height;
  }));
  const auto below = std::min(static_cast<std::uint64_t>(params.sea_share * static_cast<double>(count)), count - 1);
  std::nth_element(heights.begin(), heights.begin() + static_cast<std::ptrdiff_t>(below), heights.end());
  return heights[below];
}

struct HeightLayers {
  std::span<float> height, uplift, hardness, erodibility, volcano;
  std::span<std::uint8_t> sea;
};

Result<HeightLayers> make_layers(Surface& surface, const CrustHeightsParams& params) {
  HeightLayers layers;
  const struct {
    LayerInfo info;
    std::span<float>* values;
  } wanted[] = {
      {{.name = params.layer, .unit = "m", .doc = "Height above the sea."}, &layers.height},
      {{.name = params.uplift, .unit = "m/year", .doc = "How fast rock rises."}, &layers.uplift},
      {{.name = params.hardness, .doc = "Of rock, 0 to 1."}, &layers.hardness},
      {{.name = params.erodibility, .unit = "1/year", .doc = "Of rock, for `stream_power` with m = 0.5."}, &layers.erodibility},
      {{.name = params.volcano, .doc = "How likely a volcano is here, 0 to 1."}, &layers.volcano},
  };
  for (const auto& each : wanted) {
    CRATON_TRY(const auto layer, surface.ensure_layer(each.info));
    *each.values = layer->numbers();
  }
  CRATON_TRY(const auto sea, surface.ensure_layer({.name = std::string(sea_layer),
                                                   .type = LayerType::category,
                                                   .doc = "What lies below sea level.",
                                                   .categories = {"land", "sea"}}));
  layers.sea = sea->categories();
  return layers;
}

Result<void> run(Surface& surface, const StageSpec& spec, StageContext& context) {
  CRATON_TRY(const CrustHeightsParams params, stage_params<CrustHeightsParams>(spec, surface, context));
  const Domain& domain = surface.domain();
  CRATON_TRY(const CrustPlan plan, plan_from_tables(surface, context.path));
  CRATON_TRY(const PlateMesh mesh, PlateMesh::make(domain, plan.mesh));
  if (mesh.count() != plan.plate.size())
    return Error{ErrorCode::invalid_value, context.path, "the plates were made for another domain"};
  const CrustGeometry geometry(mesh, plan);
  const Volcanoes volcanoes(mesh, plan, geometry.borders(), params.hot_spots);
  CRATON_TRY(const float level, sea_level(domain, geometry, volcanoes, params, context.execution));
  CRATON_TRY(const HeightLayers layers, make_layers(surface, params));
  CRATON_TRY(const CrustRelief relief, CrustRelief::make(domain, geometry, volcanoes, shortest_wave(domain, mesh.ground())));
  const HeightLayers out = layers;
  return for_blocks_of_cells<ReliefPlaces>(
      domain, mesh.ground(), context.execution, [&](Cell first, Cell last, ReliefPlaces& work) {
        relief.prepare(work);
        for (Cell cell = first; cell < last; ++cell) {
          const ReliefSample sample =
              relief.relief(work, cell - first, {number_of(params.mountains, cell), number_of(params.ruggedness, cell)});
          out.height[cell] = sample.height - level;
          out.sea[cell] = out.height[cell] < 0 ? 1 : 0;
          out.uplift[cell] = sample.uplift;
          out.hardness[cell] = sample.hardness;
          // Five times between the hardest and the softest rock, around what mountains wear by (Stock & Montgomery 1999).
          out.erodibility[cell] = 4e-6F / (0.5F + 2 * sample.hardness * sample.hardness);
          out.volcano[cell] = sample.volcano;
        }
      });
}

constexpr LayerUse uses[] = {{sea_layer, LayerAccess::write, LayerType::category, "", "What lies below 0 m."}};

Reach reach(const StageSpec&, double) { return Reach::whole(); }

Result<void> check(const StageSpec&, const DomainSpec& domain, const std::string& path) {
  return check_crust_domain(domain, path);
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<CrustHeightsParams>() {
  using P = CrustHeightsParams;
  static const ParamInfo list[] = {
      number_param<&P::sea_share>("sea_share", 0, 1, "", "The share of the world below the sea, which stands at 0 m."),
      field_param<&P::mountains>("mountains", 0, 3, "", "How high belts of mountains are: 1 as on Earth."),
      field_param<&P::ruggedness>("ruggedness", 0, 3, "", "How deep mountains are cut and sea floors broken."),
      integer_param<&P::hot_spots>("hot_spots", 0, 200, "", "Hot spots over which plates pass: chains of volcanoes."),
      integer_param<&P::level_points>("level_points", 256, 1 << 24, "",
                                      "At how many places sea level is found; they are the same at every resolution."),
      layer_param<&P::plate>("plate", LayerAccess::read, "Numbers of the plates, by the stage `plates`.", LayerType::integer),
      layer_param<&P::layer>("layer", LayerAccess::write, "Heights in metres."),
      layer_param<&P::uplift>("uplift", LayerAccess::write, "How fast rock rises, in metres a year."),
      layer_param<&P::hardness>("hardness", LayerAccess::write, "Hardness of rock, 0 to 1."),
      layer_param<&P::erodibility>("erodibility", LayerAccess::write, "Erodibility of rock, for `stream_power`."),
      layer_param<&P::volcano>("volcano", LayerAccess::write, "How likely a volcano is, 0 to 1."),
  };
  return list;
}

const StageEntry& crust_heights_stage() {
  static const StageEntry entry{
      .info = {.id = "crust_heights",
               .title = "Heights of the crust",
               .doc =
                   "The ground that plates make: continents with shelves and plains, ranges where plates meet, worn ones where "
                   "they once met, trenches, island arcs and chains over hot spots, sea floors that sink with age.",
               .cite = "Parsons & Sclater 1977; Cortial et al. 2019",
               .version = 1,
               .reach_doc = "whole",
               .params = params_of<CrustHeightsParams>(),
               .layers = uses,
               .sea = true},
      .run = run,
      .reach = reach,
      .check = check};
  return entry;
}

}  // namespace craton
