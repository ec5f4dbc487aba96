// Faults around the whole world (great_faults.cpp). A patch of cells lies wholly on one side of most of them: those are summed
// once for all of its cells, and so again for its tiles; only the few that are left are asked at every cell.
#include <algorithm>
#include <array>

#include "stages/all_stages.h"
#include "stages/crust/great_faults.h"
#include "stages/relief/cell_patches.h"
#include "stages/relief/places_noise.h"

namespace craton {
namespace {

using namespace crust;
using relief::Patch, relief::PlacesNoise;

struct GreatFaultsParams {
  Write<float> layer = "height";
  int faults = 1500;
  Field height = 2000.0;
  Field offset = 0.0;
  double fall = 0, off_centre = 0.7;
  double width = 100'000, bend = 150'000;
  bool balanced = true;
};

constexpr std::uint32_t tile_side = 8;
static_assert(tile_side * tile_side == FaultPlaces::capacity);

/// The places of a patch in the lengths of the faults, bent.
struct PatchPlaces {
  std::array<float, Patch::capacity> x, y, z;

  void fill(const Domain& domain, const Patch& patch, const PlacesNoise& bend, double metres) {
    std::array<std::array<float, Patch::capacity>, 3> moved;
    bend.at(patch, moved);
    const double length = 1 / metres;
    const auto* sphere = std::get_if<CubeSphere>(&domain);
    const Vec3d base = relief::metres_from({}, patch.base);
    for (std::size_t i = 0; i < patch.count; ++i) {
      const Vec3d place =
          sphere ? sphere->direction(patch.cell[i]) : Vec3d{(base.x + patch.x[i]) * length, (base.y + patch.y[i]) * length, 0};
      x[i] = static_cast<float>(place.x + double{moved[0][i]} * length);
      y[i] = static_cast<float>(place.y + double{moved[1][i]} * length);
      z[i] = static_cast<float>(place.z + double{moved[2][i]} * length);
    }
  }
};

class FaultedGround {
 public:
  FaultedGround(const Domain& domain, const GreatFaultsParams& params, const GreatFaults& faults, const PlacesNoise& bend,
                double deviation)
      : domain_(domain), params_(params), faults_(faults), bend_(bend), scale_(deviation > 0 ? 1 / deviation : 0) {}

  void fill(const Patch& patch, std::span<float> out) const {
    PatchPlaces places;
    places.fill(domain_, patch, bend_, faults_.metres());
    std::vector<GreatFault> crossing, left;
    const std::size_t count = patch.count;
    const double sum = faults_.choose(
        faults_.all(),
        ball_around(std::span(places.x).first(count), std::span(places.y).first(count), std::span(places.z).first(count)),
        crossing);
    for (std::uint32_t row = 0; row < patch.rows; row += tile_side)
      for (std::uint32_t column = 0; column < patch.columns; column += tile_side)
        fill_tile(patch, places, column, row, sum - faults_.mean(), crossing, left, out);
  }

 private:
  void fill_tile(const Patch& patch, const PatchPlaces& from, std::uint32_t column, std::uint32_t row, double base,
                 const std::vector<GreatFault>& crossing, std::vector<GreatFault>& left, std::span<float> out) const {
    FaultPlaces places;
    std::array<Cell, FaultPlaces::capacity> cells;
    for (std::uint32_t j = row; j < std::min(row + tile_side, patch.rows); ++j)
      for (std::uint32_t i = column; i < std::min(column + tile_side, patch.columns); ++i) {
        const std::size_t at = std::size_t{j} * patch.columns + i;
        cells[places.count] = patch.cell[at];
        places.x[places.count] = from.x[at];
        places.y[places.count] = from.y[at];
        places.z[places.count++] = from.z[at];
      }
    left.clear();
    base += faults_.choose(crossing,
                           ball_around(std::span(places.x).first(places.count), std::span(places.y).first(places.count),
                                       std::span(places.z).first(places.count)),
                           left);
    std::array<float, FaultPlaces::capacity> sums{};
    faults_.add(left, places, sums);
    for (std::size_t i = 0; i < places.count; ++i) {
      const Cell cell = cells[i];
      const float height = params_.height[cell], ground = params_.offset[cell];
      out[cell] = height == 0 ? ground : ground + height * static_cast<float>((base + double{sums[i]}) * scale_);
    }
  }

  const Domain& domain_;
  const GreatFaultsParams& params_;
  const GreatFaults& faults_;
  const PlacesNoise& bend_;
  double scale_;
};

Result<void> check_world(const std::string& kind, const std::string& path) {
  if (kind != "plane") return {};
  return Error{ErrorCode::unsupported, path,
               "faults around the world need a whole world: a sphere, or a map (torus); \"fault_lines\" breaks endless planes"};
}

Result<void> check_bend(const GreatFaultsParams& params, double metres, const std::string& path) {
  if (params.bend <= metres / 4) return {};
  return Error{ErrorCode::invalid_value, path + "/bend",
               "faults may bend by a quarter of the radius, or of the map's shorter side, at most"};
}

Result<void> run(const GreatFaultsParams& params, StageContext& context) {
  const Domain& domain = context.domain();
  if (std::holds_alternative<PlaneTile>(domain)) return check_world("plane", context.path);
  const GreatFaults faults(domain,
                           {.count = params.faults,
                            .fall = params.fall,
                            .off_centre = params.off_centre,
                            .width = params.width,
                            .balanced = params.balanced},
                           context.seed.child("faults"));
  CRATON_TRY(check_bend(params, faults.metres(), context.path));
  // Waves six times as long as they are high do not fold the ground.
  CRATON_TRY(const PlacesNoise bend, PlacesNoise::make(domain, context.seed.child("bend"), std::max(6 * params.bend, 1.0), 6,
                                                       params.bend, context.path + "/bend"));
  CRATON_TRY(const double deviation, faults.deviation(context.execution));
  const FaultedGround ground(domain, params, faults, bend, deviation);
  const std::span<float> out = params.layer.values();
  return relief::for_each_patch(domain, context.execution, [&](const Patch& patch) { ground.fill(patch, out); });
}

Reach reach(const GreatFaultsParams&, double) { return Reach::whole(); }

/// The radius, or the shorter side.
double length_of(const DomainSpec& domain) {
  if (domain.kind == "sphere") {
    const Result<CubeSphere::Params> sphere = params_from<CubeSphere::Params>(domain.params, "/domain");
    return sphere ? sphere->radius : 0x1p40;
  }
  const Result<Torus::Params> map = params_from<Torus::Params>(domain.params, "/domain");
  return map ? std::min(map->width, map->height) * map->step : 0x1p40;
}

Result<void> check(const GreatFaultsParams& params, const StageSpec&, const DomainSpec& domain, const std::string& path) {
  CRATON_TRY(check_world(domain.kind, path));
  return check_bend(params, length_of(domain), path);
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<GreatFaultsParams>() {
  using P = GreatFaultsParams;
  static const ParamInfo list[] = {
      layer_param<&P::layer>("layer", "Where the heights go.", "m"),
      integer_param<&P::faults>("faults", 1, 100'000, "", "How many: a few make steps, some hundred a rugged relief."),
      field_param<&P::height>("height", -1e5, 1e5, "m", "Standard deviation of all heights from their mean, which is 0: a mask."),
      field_param<&P::offset>("offset", -1e9, 1e9, "m", "Added to all. The layer itself, to add to what is there already."),
      number_param<&P::fall>("fall", 0, 2, "",
                             "The i-th fault's step is i^-fall of the first one's: 0 makes all equal, 0.5 lets early ones show."),
      number_param<&P::off_centre>(
          "off_centre", 0, 0.95, "",
          "How far from the planet's centre faults may pass, in radii: 0 gives great circles, and antipodes opposite heights. On "
          "maps faults are circles, half a shorter side wide or, with more of this, narrower."),
      number_param<&P::width>("width", 0, 1e7, "m", "How wide the slope of a step is; 0 makes cliffs."),
      number_param<&P::bend>("bend", 0, 1e7, "m", "How far faults stray from circles."),
      boolean_param<&P::balanced>("balanced",
                                  "Each fault raises the lower side of the planet, so that land lies all around it; else one "
                                  "half is mostly land."),
  };
  return list;
}

const StageEntry& great_faults_stage() {
  static const StageEntry entry = stage_of<run, reach, check>({
      .id = "great_faults",
      .title = "Faults around the world",
      .doc = "The fault-line planet: again and again the world breaks along a plane, and one side rises against the "
             "other.",
      .cite = "Mandelbrot 1982; Voss 1985",
      .reach_doc = "whole",
  });
  return entry;
}

}  // namespace craton
