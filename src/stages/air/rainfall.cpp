#include "stages/air/rainfall.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/math_kernels.h"
#include "stages/air/upwind_transport.h"

namespace craton::air {
namespace {

constexpr std::size_t coarsest_cells = 6 * 20 * 20;

/// What rain needs to know of a cell, in the order in which a sweep asks for it. Rates are times the cell's area.
struct RainCell {
  float capacity = 0;     ///< mm in humid air
  float source = 0;       ///< evaporation into dry air, and what comes from beyond
  float leaves = 0;       ///< with the wind, and what the sea takes back
  float rate = 0;         ///< of rain in humid air
  float showers = 0;      ///< more of it where ground is warm and air very humid
  float kept = 1;         ///< the share of rain that does not return to the air
  float evaporation = 0;  ///< what the sea takes back
};

}  // namespace

namespace {

/// A season on a mesh: what rain is made of.
struct SeasonAir {
  std::span<const float> land, ground, wide, side, warmth;
  std::span<const Vec3f> wind;
};

class RainSolver {
 public:
  RainSolver(const ClimateMesh& mesh, const SeasonAir& season, std::span<const ZonalAir> air, const RainPhysics& physics);
  /// Water above each cell as a share of what humid air would hold; `guess` is a first one.
  std::vector<float> solve(std::vector<float> guess) const;
  SeasonRain rain(std::span<const float> humidity) const;

 private:
  float falls(std::size_t c, float humidity) const {
    const float humid = std::min(humidity, 2.0F);
    return (cells_[c].rate + cells_[c].showers * humid * humid) * humid * humid;
  }

  const ClimateMesh& mesh_;
  UpwindTransport transport_;
  std::vector<RainCell> cells_;
};

std::vector<float> eddies_of(std::span<const ZonalAir> air, const RainPhysics& physics) {
  std::vector<float> eddies;
  eddies.reserve(air.size());
  for (const ZonalAir& each : air) eddies.push_back(physics.eddies + physics.storm_eddies * each.storms);
  return eddies;
}

std::vector<ZonalAir> air_of(const ClimateMesh& mesh, std::span<const float> wide, Season when, const RainPhysics& physics) {
  const ZonalCurve zonal(zonal_air);
  std::vector<ZonalAir> air(mesh.count());
  for (std::size_t c = 0; c < mesh.count(); ++c)
    air[c] = zonal(seasonal_latitude(mesh.latitude()[c], wide[c], when, physics.circulation));
  return air;
}

RainSolver::RainSolver(const ClimateMesh& mesh, const SeasonAir& season, std::span<const ZonalAir> air,
                       const RainPhysics& physics)
    : mesh_(mesh), transport_(mesh, season.wind, eddies_of(air, physics)), cells_(mesh.count()) {
  const std::size_t n = mesh.count();
  std::vector<Vec3f> slope(n);
  mesh.gradient(mesh.spread(season.ground, 0.25F), slope);
  const std::vector<float> usual = zonal_means(mesh, season.warmth);
  std::vector<float> meeting(n);
  for (std::size_t c = 0; c < n; ++c) meeting[c] = transport_.meeting(c);
  meeting = mesh.spread(meeting, 0.3F);
  // Of warmth here, not of latitude: a degree of the curve is a degree centigrade.
  const LatitudeCurve<float> saturation([&](float degrees) { return math::kernel::exp(physics.growth * degrees); });
  for (std::size_t c = 0; c < n; ++c) {
    const float warmth = season.warmth[c];
    const float area = mesh.area()[c], sea = 1 - season.land[c];
    RainCell& cell = cells_[c];
    cell.capacity = physics.humid * physics.capacity * saturation(warmth);
    cell.evaporation = physics.evaporation * sea * area;
    cell.source = cell.evaporation * cell.capacity + transport_.beyond()[c] * 0.7F * cell.capacity;
    cell.leaves = transport_.leaves()[c] + cell.evaporation;
    const float side = season.side[c];
    const float sinking = physics.sinking * air[c].sinking * (1 - (side > 0 ? physics.east_coast : physics.west_coast) * side);
    const float meet = std::clamp(meeting[c] * physics.meeting, -0.9F, 3.0F);
    const float warmer = std::clamp(warmth - usual[c], -20.0F, 15.0F);
    cell.rate = physics.rain * area * (1 + physics.storms * air[c].storms) * (1 - std::min(sinking, 0.97F)) * (1 + meet) *
                std::max(1 + std::min(warmer, 0.0F) * physics.stable, 0.2F);
    cell.showers = physics.rain * area * physics.convection * std::max(warmer, 0.0F);
    // Air that rises by its scale height loses what it holds.
    cell.rate += physics.lifting * area * std::max(dot(season.wind[c], slope[c]), 0.0F);
    cell.kept = 1 - physics.recycling * season.land[c] * std::clamp((warmth + 5) / 25, 0.0F, 1.0F);
  }
}

std::vector<float> RainSolver::solve(std::vector<float> humidity) const {
  std::vector<float> water(humidity.size());
  for (std::size_t c = 0; c < water.size(); ++c) water[c] = humidity[c] * cells_[c].capacity;
  transport_.sweep(1, [&](std::size_t c) {
    const RainCell& cell = cells_[c];
    const float next =
        (transport_.brought(water, c) + cell.source) / (cell.leaves + falls(c, water[c] / cell.capacity) * cell.kept);
    water[c] = 0.3F * water[c] + 0.7F * next;  // rain answers to water steeply: shorter steps do not swing
  });
  for (std::size_t c = 0; c < water.size(); ++c) humidity[c] = water[c] / cells_[c].capacity;
  return humidity;
}

SeasonRain RainSolver::rain(std::span<const float> humidity) const {
  SeasonRain result;
  result.rain.resize(humidity.size());
  double from_sea = 0, kept = 0;
  bool open = false;
  for (std::size_t c = 0; c < humidity.size(); ++c) {
    const RainCell& cell = cells_[c];
    const float water = humidity[c] * cell.capacity;
    result.rain[c] = falls(c, humidity[c]) * water / mesh_.area()[c];
    from_sea += double{cell.evaporation} * (double{cell.capacity} - double{water});
    kept += double{cell.kept} * double{result.rain[c]} * double{mesh_.area()[c]};
    open = open || transport_.beyond()[c] > 0;
  }
  // What the sweeps leave over is spread in proportion: on a closed world as much falls as evaporates.
  const auto share = static_cast<float>(open || kept <= 0 ? 1 : std::max(from_sea, 0.0) / kept);
  result.evaporated = from_sea;
  for (std::size_t c = 0; c < humidity.size(); ++c) {
    result.rain[c] *= share;
    const double rain = double{result.rain[c]} * double{mesh_.area()[c]};
    result.evaporated += (1 - double{cells_[c].kept}) * rain;
    result.rained += rain;
  }
  result.adjusted = share;
  return result;
}

/// On a coarser mesh first, so that the sweeps need not carry water far.
std::vector<float> humidity_on(const ClimateMesh& mesh, const SeasonAir& season, Season when, const RainPhysics& physics,
                               const RainSolver& solver) {
  std::vector<float> guess(mesh.count());
  for (std::size_t c = 0; c < guess.size(); ++c) guess[c] = 0.7F - 0.3F * season.land[c];
  if (mesh.count() > coarsest_cells) {
    const ClimateMesh coarse = mesh.coarser(2);
    const auto mean = [&](std::span<const float> values) {
      std::vector<float> means(coarse.count());
      coarse.means_in_order(values, means);
      return means;
    };
    const std::vector<float> land = mean(season.land), ground = mean(season.ground), wide = mean(season.wide),
                             side = mean(season.side), warmth = mean(season.warmth);
    std::array<std::vector<float>, 3> part;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      std::vector<float> fine(mesh.count());
      for (std::size_t c = 0; c < fine.size(); ++c)
        fine[c] = axis == 0 ? season.wind[c].x : axis == 1 ? season.wind[c].y : season.wind[c].z;
      part[axis] = mean(fine);
    }
    std::vector<Vec3f> wind(coarse.count());
    for (std::size_t c = 0; c < wind.size(); ++c) wind[c] = {part[0][c], part[1][c], part[2][c]};
    const SeasonAir wider{land, ground, wide, side, warmth, wind};
    guess = mesh.read(coarse, humidity_on(coarse, wider, when, physics,
                                          RainSolver(coarse, wider, air_of(coarse, wide, when, physics), physics)));
  }
  const int times = mesh.count() > coarsest_cells ? 1 : 3;
  for (int i = 0; i < times; ++i) guess = solver.solve(std::move(guess));
  return guess;
}

}  // namespace

SeasonRain seasonal_rain(const ClimateMesh& mesh, const GroundBelow& below, const WideGround& wide, std::span<const float> warmth,
                         std::span<const Vec3f> wind, Season season, const RainPhysics& physics) {
  const SeasonAir air{below.land, below.ground, wide.land, wide.side, warmth, wind};
  const RainSolver solver(mesh, air, air_of(mesh, wide.land, season, physics), physics);
  return solver.rain(humidity_on(mesh, air, season, physics, solver));
}

void by_own_summer(const ClimateMesh& mesh, std::span<float> july, std::span<float> january) {
  constexpr float belt = 3;  // degrees
  for (std::size_t c = 0; c < mesh.count(); ++c) {
    const float t = std::clamp((mesh.latitude()[c] + belt) / (2 * belt), 0.0F, 1.0F);
    const float north = t * t * (3 - 2 * t), all = july[c] + january[c];
    const float summer = january[c] + (july[c] - january[c]) * north;
    july[c] = summer;
    january[c] = std::max(all - summer, 0.0F);
  }
}

}  // namespace craton::air
