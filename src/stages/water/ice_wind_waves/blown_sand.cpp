// The pass on spheres, cell by cell; blown_sand_rows.cpp has it for grids.
#include "stages/water/ice_wind_waves/blown_sand.h"

#include <algorithm>
#include <cmath>

#include "stages/each_cell.h"

namespace craton {
namespace {

/// What comes to a cell from its neighbours.
struct Coming {
  float air = 0, roof = 0, mean = 0, total = 0, slides = 0;

  void from_upwind(float share, float there_air, float there_roof, float there_mean) {
    air += share * there_air;
    roof += share * there_roof;
    mean += share * there_mean;
    total += share;
  }
};

/// The cells at the ends of a link.
struct SandLink {
  float here, there, sand_here, sand_there, air, length;
};

/// Sand that slides or rolls over a link, positive towards `here`. Nothing does below the sea.
float slide(const SandRates& rates, const SandLink& link) {
  const float rise = link.there - link.here, height = std::abs(rise);
  const float source = rise > 0 ? link.there : link.here, sand = rise > 0 ? link.sand_there : link.sand_here;
  const float excess = std::max(height - rates.repose * link.length, 0.0F);
  const float amount = std::min(slides_over_corner * excess, most_slides * sand) +
                       std::min(rolling * link.air * (height / link.length), most_rolls * sand);
  const float moved = source >= 0 ? amount : 0.0F;
  return rise > 0 ? moved : -moved;
}

void settle_cell(const SandPass& pass, Cell c, const Coming& coming) {
  const SandArrays& a = pass.arrays;
  const SandRates& rates = pass.rates;
  const float sand = a.sand[c], height = a.bed[c] + sand, strength = pass.strength[c];
  const bool upwind = coming.total > 0;
  const float mean_there = upwind ? coming.mean / coming.total : height;
  const float mean = mean_there + rates.forget * (height - mean_there);
  const float roof = upwind ? std::max(height, coming.roof / coming.total - rates.sink) : height;
  a.next_mean[c] = mean;
  a.next_roof[c] = roof;

  const float still = std::min((roof - height) / rates.shade, 1.0F);
  const float speed = std::clamp(1 + rates.gain * (height - mean), 0.0F, a.fastest[c]);
  const float most = rates.carried * carrying_power(pass.wind_east[c], pass.wind_north[c]) * (speed * speed * speed);
  const float dry = std::clamp(height / rates.dry - 1, 0.0F, 1.0F);
  const float carried = pass.wind == WindNow::blows ? most * (1 - still) * dry : 0.0F;
  const float usual = (still > 0 || dry < 1 || !(most > coming.air) ? rates.settle : rates.pick_up) * strength;
  const float rate = pass.wind == WindNow::is_over ? 1.0F : height < 0 ? rates.settle : usual;
  const float taken = strength > 0 ? std::min(rate * (carried - coming.air), 0.5F * sand) : 0.0F;
  const float air = strength > 0 ? coming.air + taken : 0.0F;
  const float stays = a.kept[c] * air;
  a.next_air[c] = air;
  a.next_sand[c] = std::max((sand - taken) + (coming.slides + stays), 0.0F);
}

void blow_cell(const CubeSphere& sphere, const SandPass& pass, const float* shares, Cell c) {
  const SandArrays& a = pass.arrays;
  const float here = a.bed[c] + a.sand[c];
  const double area = sphere.area(c);
  Coming coming;
  std::size_t k = 0;
  sphere.for_each_link(c, [&](Link link) {
    const Cell to = link.to;
    coming.from_upwind(shares[std::size_t{8} * c + k++], a.air[to], a.roof[to], a.mean[to]);
    const SandLink way{here, a.bed[to] + a.sand[to], a.sand[c], a.sand[to], 0.5F * (a.air[c] + a.air[to]), link.length};
    const auto smaller = static_cast<float>(std::min(area, sphere.area(to)) / area);
    coming.slides += slide(pass.rates, way) * (pass.strength[c] * pass.strength[to]) * smaller;
  });
  settle_cell(pass, c, coming);
}

}  // namespace

float carrying_power(float east, float north) {
  const float speed = std::sqrt(east * east + north * north) / usual_wind;
  return std::min(speed * speed * speed, 2.0F);
}

SandState::SandState(Cell cells, std::span<float> sand_values)
    : sand(sand_values), air({.name = "air"}, cells), roof({.name = "roof"}, cells), mean({.name = "mean"}, cells) {}

Result<void> blow(const Domain& domain, const SandGround& ground, const WindWays& ways, const SandRates& rates, WindNow wind,
                  SandState& from, SandState& to, const Execution& execution) {
  const SandArrays arrays{.bed = ground.bed.data(),
                          .fastest = ground.fastest.data(),
                          .sand = from.sand.data(),
                          .air = from.air.numbers().data(),
                          .roof = from.roof.numbers().data(),
                          .mean = from.mean.numbers().data(),
                          .kept = ways.kept().data(),
                          .next_sand = to.sand.data(),
                          .next_air = to.air.numbers().data(),
                          .next_roof = to.roof.numbers().data(),
                          .next_mean = to.mean.numbers().data()};
  const SandPass pass{rates, wind, arrays, ground.strength, ground.wind_east, ground.wind_north};
  if (const auto* sphere = std::get_if<CubeSphere>(&domain))
    return each_cell(sphere->cell_count(), execution, [&](Cell c) { blow_cell(*sphere, pass, ways.coming().data(), c); });
  return for_each_strip(grid_frame(domain), 0, execution, [&](const GridStrip& strip) { blow_strip(pass, strip); });
}

}  // namespace craton
