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
  ReadTable plates = "plates", plate_mesh = "plate_mesh";
  Read<std::int32_t> plate = "plate";
  Write<float> layer = "height", uplift = "uplift", hardness = "hardness", erodibility = "erodibility", volcano = "volcano";
  Write<std::uint8_t> sea = "sea";
  double sea_share = 0.71;
  Field mountains = 1.0, ruggedness = 1.0;
  int hot_spots = 24;
  int level_points = 1 << 18;
};

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

Result<void> run(const CrustHeightsParams& params, StageContext& context) {
  const Domain& domain = context.domain();
  CRATON_TRY(const CrustPlan plan, plan_from_tables(params.plates.get(), params.plate_mesh.get(), context.path));
  CRATON_TRY(const PlateMesh mesh, PlateMesh::make(domain, plan.mesh));
  if (mesh.count() != plan.plate.size())
    return Error{ErrorCode::invalid_value, context.path, "the plates were made for another domain"};
  const CrustGeometry geometry(mesh, plan);
  const Volcanoes volcanoes(mesh, plan, geometry.borders(), params.hot_spots);
  CRATON_TRY(const float level, sea_level(domain, geometry, volcanoes, params, context.execution));
  CRATON_TRY(const CrustRelief relief, CrustRelief::make(domain, geometry, volcanoes, shortest_wave(domain, mesh.ground())));
  params.sea->set_categories({"land", "sea"});
  const std::span<float> height = params.layer.values(), uplift = params.uplift.values(), hardness = params.hardness.values(),
                         erodibility = params.erodibility.values(), volcano = params.volcano.values();
  const std::span<std::uint8_t> sea = params.sea.values();
  return for_blocks_of_cells<ReliefPlaces>(
      domain, mesh.ground(), context.execution, [&](Cell first, Cell last, ReliefPlaces& work) {
        relief.prepare(work);
        for (Cell cell = first; cell < last; ++cell) {
          const ReliefSample sample =
              relief.relief(work, cell - first, {number_of(params.mountains, cell), number_of(params.ruggedness, cell)});
          height[cell] = sample.height - level;
          sea[cell] = height[cell] < 0 ? 1 : 0;
          uplift[cell] = sample.uplift;
          hardness[cell] = sample.hardness;
          // Five times between the hardest and the softest rock, around what mountains wear by (Stock & Montgomery 1999).
          erodibility[cell] = 4e-6F / (0.5F + 2 * sample.hardness * sample.hardness);
          volcano[cell] = sample.volcano;
        }
      });
}

Reach reach(const CrustHeightsParams&, double) { return Reach::whole(); }

Result<void> check(const CrustHeightsParams&, const StageSpec&, const DomainSpec& domain, const std::string& path) {
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
      layer_param<&P::plate>("plate", "Numbers of the plates, by the stage `plates`."),
      result_param<&P::layer>("layer", "Height above the sea.", "m"),
      result_param<&P::uplift>("uplift", "How fast rock rises.", "m/year"),
      result_param<&P::hardness>("hardness", "Hardness of rock, 0 to 1.", ""),
      result_param<&P::erodibility>("erodibility", "Erodibility of rock, for `stream_power` with m = 0.5.", "1/year"),
      result_param<&P::volcano>("volcano", "How likely a volcano is here, 0 to 1.", ""),
      result_param<&P::sea>("sea", "What lies below sea level.", ""),
  };
  return list;
}

template <>
std::span<const TableUse> tables_of<CrustHeightsParams>() {
  static const TableUse list[] = {table_use<&CrustHeightsParams::plates>(), table_use<&CrustHeightsParams::plate_mesh>()};
  return list;
}

const StageEntry& crust_heights_stage() {
  static const StageEntry entry = stage_of<run, reach, check>({
      .id = "crust_heights",
      .title = "Heights of the crust",
      .doc = "The ground that plates make: continents with shelves and plains, ranges where plates meet, worn ones where "
             "they once met, trenches, island arcs and chains over hot spots, sea floors that sink with age.",
      .cite = "Parsons & Sclater 1977; Cortial et al. 2019",
      .reach_doc = "whole",
      .sea = true,
  });
  return entry;
}

}  // namespace craton
