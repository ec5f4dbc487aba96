#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "stages/each_cell.h"
#include "stages/water/ice_wind_waves/blown_sand.h"
#include "stages/water/ice_wind_waves/wind_steps.h"

namespace craton {
namespace {

/// What a cell of a sphere sends along each of its links.
std::array<float, 8> sent_by(const CubeSphere& sphere, const SandGround& ground, Cell cell) {
  std::array<float, 8> sent{};
  const Vec3d wind = tangent_of(sphere.direction(cell), ground.wind_east[cell], ground.wind_north[cell]);
  const Vec3d from = sphere.centre(cell);
  std::size_t k = 0;
  double total = 0;
  std::array<double, 8> weight{};
  sphere.for_each_link(cell, [&](Link link) {
    const Vec3d to = sphere.centre(link.to);
    const Vec3d way{to.x - from.x, to.y - from.y, to.z - from.z};
    const double along = way.x * wind.x + way.y * wind.y + way.z * wind.z;
    const double length = way.x * way.x + way.y * way.y + way.z * way.z;
    weight[k] = along > 0 ? along * along / length : 0;
    total += weight[k++];
  });
  if (total > 0)
    for (std::size_t i = 0; i < k; ++i) sent[i] = static_cast<float>(weight[i] / total);
  return sent;
}

bool open(const SandGround& ground, Cell cell) { return ground.strength[cell] > 0; }

/// What comes over each link of a cell, as a thickness here for one there.
void find_coming(const CubeSphere& sphere, const SandGround& ground, Cell cell, float* coming) {
  std::size_t k = 0;
  sphere.for_each_link(cell, [&](Link link) {
    const std::array<float, 8> sent = sent_by(sphere, ground, link.to);
    std::size_t back = 0;
    sphere.for_each_link(link.to, [&](Link there) {
      if (there.to == cell) coming[k] = static_cast<float>(sent[back] * (sphere.area(link.to) / sphere.area(cell)));
      ++back;
    });
    ++k;
  });
}

float kept_by(const CubeSphere& sphere, const SandGround& ground, Cell cell) {
  const std::array<float, 8> sent = sent_by(sphere, ground, cell);
  float gone = 0;
  std::size_t k = 0;
  sphere.for_each_link(cell, [&](Link link) {
    if (open(ground, link.to)) gone += sent[k];
    ++k;
  });
  return std::clamp(1 - gone, 0.0F, 1.0F);
}

template <EvenTopology T>
float kept_by(const T& topology, const SandGround& ground, Cell cell) {
  float gone = 0;
  for_each_slot(topology, cell, [&](int k, Link link) {
    if (open(ground, link.to)) gone += sent_along(k, ground.wind_east[cell], ground.wind_north[cell]);
  });
  // The last digits of shares that add up to 1 are not worth a grain.
  const float kept = std::clamp(1 - gone, 0.0F, 1.0F);
  return kept < 1e-6F ? 0.0F : kept;
}

bool all_go(const SandGround& ground) {
  return !ground.strength.varies() && ground.strength.constant() > 0 && !ground.wind_east.varies() &&
         !ground.wind_north.varies() && (ground.wind_east.constant() != 0 || ground.wind_north.constant() != 0);
}
bool closes(const PlaneTile&) { return false; }
bool closes(const Torus& torus) { return torus.wraps_x() && torus.wraps_y(); }

}  // namespace

Result<WindWays> WindWays::make(const Domain& domain, const SandGround& ground, const Execution& execution) {
  WindWays ways;
  const Cell count = cell_count(domain);
  const auto on_grid = [&](const auto& topology) -> Result<void> {
    if (closes(topology) && all_go(ground)) return {};
    ways.kept_ = std::make_unique<Layer>(LayerInfo{.name = "kept"}, count);
    return each_cell(count, execution, [&](Cell c) { ways.kept_->numbers()[c] = kept_by(topology, ground, c); });
  };
  const auto on_sphere = [&](const CubeSphere& sphere) -> Result<void> {
    ways.kept_ = std::make_unique<Layer>(LayerInfo{.name = "kept"}, count);
    ways.coming_ = std::make_unique<Layer>(LayerInfo{.name = "coming"}, std::uint64_t{8} * count);
    return each_cell(count, execution, [&](Cell c) {
      find_coming(sphere, ground, c, ways.coming_->numbers().data() + std::size_t{8} * c);
      ways.kept_->numbers()[c] = kept_by(sphere, ground, c);
    });
  };
  Result<void> done;
  if (const auto* sphere = std::get_if<CubeSphere>(&domain))
    done = on_sphere(*sphere);
  else if (const auto* torus = std::get_if<Torus>(&domain))
    done = on_grid(*torus);
  else
    done = on_grid(std::get<PlaneTile>(domain));
  if (!done) return done.error();
  return ways;
}

std::span<const float> WindWays::kept() const {
  return kept_ ? std::span<const float>(kept_->numbers()) : std::span<const float>();
}
std::span<const float> WindWays::coming() const {
  return coming_ ? std::span<const float>(coming_->numbers()) : std::span<const float>();
}

}  // namespace craton
