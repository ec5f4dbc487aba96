// Plates, continents and the age of sea floors. They live on a coarse mesh (crust_plan.h) that does not know the resolution of
// the world; a cell belongs to the plate in which it lies after a warp by noise, and knows the distance to its border.
#include <algorithm>
#include <cmath>

#include "stages/all_stages.h"
#include "stages/crust/belt_profiles.h"
#include "stages/crust/crust_cells.h"
#include "stages/crust/crust_sampler.h"

namespace craton {
namespace {

using namespace crust;

struct PlatesParams {
  int plates = 24;
  int continents = 6;
  double continental_share = 0.41;
  double gathering = 0.1;
  double fragments = 1;
  double crust_age = 42;
  double speed = 1;
  double time = 0, time_step = 5;
  int plate_mesh = 48;
  Write<std::int32_t> plate = "plate";
  Write<std::uint8_t> border_kind = "border_kind";
  Write<float> border_distance = "border_distance", age = "crust_age", crust = "crust";
  WriteTable plates_made = "plates", mesh_made = "plate_mesh";
};

struct PlatesLayers {
  std::span<std::int32_t> plate;
  std::span<std::uint8_t> kind;
  std::span<float> distance, age, crust;
};

constexpr float border_zone = 300;  // kilometres: what is farther away is interior

PlatesLayers layers_of(const PlatesParams& params) {
  params.border_kind->set_categories({border_kind_names.begin(), border_kind_names.end()});
  return {params.plate, params.border_kind, params.border_distance, params.age, params.crust};
}

/// Sea floor is 7 km thick, continents 36, more under ranges: 65 under the highest.
float thickness(const CrustSample& sample) {
  const BorderSample& border = sample.border;
  const float continent = smooth_step(-220, 120, sample.margin);
  const float near = 1 - smooth_step(100, 700, border.distance);
  const float root = near * (26 * (border.collision_over + 0.5F * border.collision_under) + 18 * border.over - 10 * border.rift);
  return 7 + continent * (29 + std::max(root, -12.0F)) + (1 - continent) * 8 * near * border.over;
}

/// Continents: 600 million years at their edges, 2500 in their cores.
float crust_age(const CrustSample& sample) {
  const float continent = smooth_step(-160, 60, sample.margin);
  return sample.age + continent * (600 + 1900 * smooth_step(0, 900, sample.margin) - sample.age);
}

struct SampledPlaces {
  Places places;
  std::vector<CrustSample> samples;
  HomePlaces homes;
};

Result<void> fill_layers(const Domain& domain, const CrustSampler& sampler, const PlatesLayers& layers,
                         const Execution& execution) {
  const Ground& ground = sampler.geometry().mesh().ground();
  const auto kilometres = static_cast<float>(ground.metres_a_unit() * 1e-3);
  return for_blocks_of_cells<SampledPlaces>(domain, ground, execution, [&](Cell first, Cell last, SampledPlaces& work) {
    sampler.at(work.places, work.samples, work.homes);
    for (Cell cell = first; cell < last; ++cell) {
      const CrustSample& sample = work.samples[cell - first];
      const BorderSample& border = sample.border;
      const bool near = border.nearest != no_arc && border.distance < border_zone;
      const BorderKind kind = near ? sampler.geometry().borders().arcs()[border.nearest].kind : BorderKind::interior;
      layers.plate[cell] = border.label + 1;
      layers.kind[cell] = static_cast<std::uint8_t>(border.on_fault ? BorderKind::transform : kind);
      layers.distance[cell] = sample.to_border * kilometres;
      layers.age[cell] = crust_age(sample);
      layers.crust[cell] = thickness(sample);
    }
  });
}

Result<void> run(const PlatesParams& params, StageContext& context) {
  const Domain& domain = context.domain();
  CRATON_TRY(const PlateMesh mesh, PlateMesh::make(domain, params.plate_mesh));
  const PlanParams plan_params{.mesh = params.plate_mesh,
                               .plates = params.plates,
                               .continents = params.continents,
                               .continental_share = params.continental_share,
                               .gathering = params.gathering,
                               .fragments = params.fragments,
                               .crust_age = params.crust_age,
                               .speed = params.speed,
                               .time = params.time,
                               .time_step = params.time_step};
  CRATON_TRY(const CrustPlan plan, make_plan(domain, mesh, plan_params, context.seed));
  CRATON_TRY(params.plates_made.set(plates_objects(mesh, plan)));
  CRATON_TRY(params.mesh_made.set(mesh_objects(plan)));
  const CrustGeometry geometry(mesh, plan);
  CRATON_TRY(const CrustSampler sampler, CrustSampler::make(domain, geometry, shortest_wave(domain, mesh.ground())));
  return fill_layers(domain, sampler, layers_of(params), context.execution);
}

Reach reach(const PlatesParams&, double) { return Reach::whole(); }

Result<void> check(const PlatesParams&, const StageSpec&, const DomainSpec& domain, const std::string& path) {
  return check_crust_domain(domain, path);
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<PlatesParams>() {
  using P = PlatesParams;
  static const ParamInfo list[] = {
      integer_param<&P::plates>("plates", 2, 200, "",
                                "How many plates: a third of them large, the others small and along their borders."),
      integer_param<&P::continents>("continents", 1, 60, "", "How many continents; some of them may touch."),
      number_param<&P::continental_share>(
          "continental_share", 0, 0.9, "",
          "The share of the ground with continental crust: that of land, and a tenth of the ground for shelves."),
      number_param<&P::gathering>("gathering", 0, 1, "", "1 puts all continents together into one, 0 far from each other."),
      number_param<&P::fragments>("fragments", 0, 12, "", "Small pieces of continents in the seas: 1 scatters eight of them."),
      number_param<&P::crust_age>("crust_age", 5, 200, "My", "Mean age of the sea floor: old floor lies deep."),
      number_param<&P::speed>("speed", 0, 4, "", "How fast plates move: 1 is 15 … 100 mm a year."),
      number_param<&P::time>("time", 0, 1000, "My",
                             "How long plates have moved since the start: continents drift, collide, are welded and break up."),
      number_param<&P::time_step>("time_step", 1, 20, "My",
                                  "Time goes in steps of this length: new floor, collisions and break-ups are found in each."),
      integer_param<&P::plate_mesh>(
          "plate_mesh", 12, 200, "",
          "Cells along an edge of the cube on which plates grow, whatever the resolution of the world; a map has as many cells."),
      result_param<&P::plate>("plate", "Number of the plate: row + 1 of the table `plates`.", ""),
      result_param<&P::border_kind>(
          "border_kind", "What happens at the nearest border, within 300 km of it on a planet of the Earth's size.", ""),
      result_param<&P::border_distance>("border_distance", "How far the nearest border of plates is.", "km"),
      result_param<&P::age>("age", "Age of the crust: since it left its ridge; continents are much older.", "My"),
      result_param<&P::crust>("crust", "Thickness of the crust.", "km"),
  };
  return list;
}

template <>
std::span<const TableUse> tables_of<PlatesParams>() {
  static const TableUse list[] = {table_use<&PlatesParams::plates_made>(), table_use<&PlatesParams::mesh_made>()};
  return list;
}

const StageEntry& plates_stage() {
  static const StageEntry entry = stage_of<run, reach, check>({
      .id = "plates",
      .title = "Plates",
      .doc = "Plates with continents on them, the same ones at every resolution: each turns about a pole of its own (on a "
             "map it moves along), and so ridges, rifts, trenches and collisions lie along their borders. "
             "`crust_heights` makes the ground of them.",
      .cite = "Bird 2003; Cortial et al. 2019",
      .reach_doc = "whole",
  });
  return entry;
}

}  // namespace craton
