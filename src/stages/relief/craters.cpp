// Impact craters, scattered with a power law of sizes: N(> D) ∝ D^-b (Neukum, Ivanov & Hartmann 2001, "Cratering records in the
// inner solar system"; b is near 2 for many populations). Every octave of diameters is a scatter of its own, so that a place
// finds what reaches it. Craters come from the oldest to the newest. A new one wipes out what smaller and equal ones have left
// inside its rim and lies on top of what larger ones have left: the relief is kept for each octave apart until the end.
#include <algorithm>
#include <cmath>

#include <craton/base/math.h>

#include "stages/all_stages.h"
#include "stages/relief/cell_patches.h"
#include "stages/relief/crater_scatter.h"

namespace craton {
namespace {

using namespace relief;

struct CratersParams {
  Change<float> layer = "height";
  Field strength = 1.0;
  double largest = 20'000, smallest = 500;
  double coverage = 0.1, exponent = 2;
  double depth = 0.2, transition = 15'000;
  double degradation = 0.7, irregularity = 0.5, ejecta = 2.5;
};

CraterPopulation population_of(const CratersParams& params) {
  return {{params.depth, params.transition, params.irregularity, params.ejecta},
          params.largest,
          params.smallest,
          params.coverage,
          params.exponent,
          params.degradation};
}

/// How much of an older crater's relief goes where a newer one wipes out all: the older one is so many octaves smaller.
float erasure(std::size_t older, std::size_t newer) {
  if (older > newer) return 1;
  if (older == newer) return 0.85F;
  return older + 1 == newer ? 0.25F : 0.0F;
}

/// The relief of each octave on a patch.
class PatchRelief {
 public:
  PatchRelief(const Patch& patch, std::size_t octaves)
      : patch_(patch), heights_(octaves * Patch::capacity, 0.0F), octaves_(octaves) {}

  void add(const Crater& crater, const Domain& domain) {
    const Vec3d place = metres_from(patch_.base, crater.place);
    const GroundFrame frame = ground_frame(domain, crater.place);
    for_each_near(patch_, place, double{crater.shape.reach()}, [&](std::size_t i) {
      const Vec3d away{patch_.x[i] - place.x, patch_.y[i] - place.y, patch_.z[i] - place.z};
      const double stretch = frame.stretch(dot(away, away));
      const CraterGround ground = crater_ground(crater.shape, static_cast<float>(dot(away, frame.east) * stretch),
                                                static_cast<float>(dot(away, frame.south) * stretch));
      if (ground.erased > 0)
        for (std::size_t older = crater.octave == 0 ? 0 : crater.octave - 1; older < octaves_; ++older)
          heights_[older * Patch::capacity + i] *= 1 - ground.erased * erasure(older, crater.octave);
      heights_[crater.octave * Patch::capacity + i] += ground.height;
    });
  }

  void add_to(std::span<float> out, const Field& strength) const {
    for (std::size_t i = 0; i < patch_.count; ++i) {
      float sum = 0;
      for (std::size_t octave = 0; octave < octaves_; ++octave) sum += heights_[octave * Patch::capacity + i];
      const Cell cell = patch_.cell[i];
      const float share = strength[cell];
      if (share != 0) out[cell] += share * sum;
    }
  }

 private:
  const Patch& patch_;
  std::vector<float> heights_;
  std::size_t octaves_;
};

Result<void> check_sizes(const CratersParams& params, double farthest, const std::string& path) {
  if (params.largest / 2 * params.ejecta * (1 + largest_swing) > farthest)
    return Error{ErrorCode::invalid_value, path + "/largest", "the ejecta of the largest craters would reach around the sphere"};
  if (params.smallest > params.largest)
    return Error{ErrorCode::invalid_value, path + "/smallest", "the smallest crater is wider than the largest"};
  if (params.largest > params.smallest * 0x1p20)
    return Error{ErrorCode::invalid_value, path + "/smallest", "sizes may differ by a factor of 2^20 at most"};
  // An octave covers 2^(b − 2) times as much as the next larger one.
  const double octaves = math::log(params.largest / params.smallest) / 0.6931471805599453;
  if (params.coverage * math::pow(2, (params.exponent - 2) * octaves) > 20)
    return Error{ErrorCode::invalid_value, path + "/smallest",
                 "the smallest craters would cover the ground more than twenty times; take larger ones, or a smaller exponent"};
  return {};
}

Result<void> run(const CratersParams& params, StageContext& context) {
  CRATON_TRY(check_sizes(params, farthest_reach(context.domain()), context.path));
  const std::span<float> out = params.layer.values();
  const Domain& domain = context.domain();
  const CraterScatter scatter(domain, context.seed, population_of(params), spacing(domain));
  return for_each_patch(domain, context.execution, [&](const Patch& patch) {
    PatchRelief relief(patch, scatter.octaves());
    for (const Crater& crater : scatter.around(patch.box)) relief.add(crater, domain);
    relief.add_to(out, params.strength);
  });
}

Result<void> check(const CratersParams& params, const StageSpec&, const DomainSpec& domain, const std::string& path) {
  return check_sizes(params, farthest_reach(domain), path);
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<CratersParams>() {
  using P = CratersParams;
  static const ParamInfo list[] = {
      layer_param<&P::layer>("layer", "The ground that is hit."),
      field_param<&P::strength>("strength", 0, 1, "", "0 leaves a cell as it is, 1 gives it the whole relief: a mask."),
      number_param<&P::largest>("largest", 0.1, 1e7, "m", "Diameter of the largest craters, from rim to rim."),
      number_param<&P::smallest>("smallest", 0.1, 1e7, "m",
                                 "Diameter of the smallest craters; those narrower than the spacing of cells are left out."),
      number_param<&P::coverage>(
          "coverage", 0, 2, "",
          "The share of the ground within the rims of the craters that are at least half as wide as the largest."),
      number_param<&P::exponent>("exponent", 0.5, 4, "",
                                 "b of N(> D) ∝ D^-b: with 2 every octave of diameters covers as much ground."),
      number_param<&P::depth>("depth", 0, 0.5, "m/m", "Depth of simple fresh craters, from rim to floor, by diameter."),
      number_param<&P::transition>(
          "transition", 0.1, 1e9, "m",
          "Wider craters have flat floors, terraces and central peaks: 15 km on the moon, 3 km on earth."),
      number_param<&P::degradation>("degradation", 0, 1, "",
                                    "How worn the oldest craters are; ages are random, newer craters lie over older ones."),
      number_param<&P::irregularity>("irregularity", 0, 1, "", "How far outlines stray from circles."),
      number_param<&P::ejecta>("ejecta", 1.2, 6, "", "Where the blanket of ejecta ends, in radii."),
  };
  return list;
}

const StageEntry& craters_stage() {
  static const StageEntry entry = stage_of<run, nullptr, check>({
      .id = "craters",
      .title = "Impact craters",
      .doc = "Craters of all sizes from bowls to ringed basins with central peaks, the newer over the older, as on the moon.",
      .cite = "Pike 1977; Neukum, Ivanov & Hartmann 2001",
  });
  return entry;
}

}  // namespace craton
