#include "picture/view/ground.h"

#include <craton/picture/layer_raster.h>

#include "base/parallel.h"

namespace craton::view {
namespace {

constexpr std::uint32_t most_cells = 4096;  // on a side

struct Lattice {
  GridSize size;
  double step = 1;
  bool wrap_x = false, wrap_y = false;
};

Result<Lattice> lattice_of(const Domain& domain) {
  if (const auto* tile = std::get_if<PlaneTile>(&domain)) return Lattice{tile->size(), tile->spacing()};
  if (const auto* torus = std::get_if<Torus>(&domain))
    return Lattice{torus->size(), torus->spacing(), torus->wraps_x(), torus->wraps_y()};
  return Error{ErrorCode::unsupported, "world", "views are of planes and maps; spheres cannot be seen from within yet"};
}

struct Weights {
  float value[4], slope[4];
};

/// Of the uniform cubic B-spline at `t` between its second and third knot.
Weights spline_weights(float t) {
  const float s = 1 - t;
  return {{s * s * s / 6, (4 - 6 * t * t + 3 * t * t * t) / 6, (4 - 6 * s * s + 3 * s * s * s) / 6, t * t * t / 6},
          {-s * s / 2, (3 * t * t - 4 * t) / 2, (4 * s - 3 * s * s) / 2, t * t / 2}};
}

}  // namespace

Result<Ground> Ground::make(const Surface& surface, std::string_view layer, double exaggeration, const Execution& execution) {
  CRATON_TRY(const Lattice lattice, lattice_of(surface.domain()));
  const Layer* heights = surface.layer(layer);
  if (!heights) return Error{ErrorCode::unknown_name, "layer", "no layer is called \"" + std::string(layer) + "\""};
  if (heights->type() != LayerType::number)
    return Error{ErrorCode::invalid_value, "layer", "\"" + std::string(layer) + "\" does not hold heights"};
  const GridSize natural = lattice.size;
  if (natural.width < 4 || natural.height < 4) return Error{ErrorCode::unsupported, "world", "a view needs 4 × 4 cells at least"};

  Ground ground;
  const std::uint32_t longest = std::max(natural.width, natural.height);
  const double shrink = longest > most_cells ? double{most_cells} / longest : 1;
  ground.columns_ = std::max(4u, static_cast<std::uint32_t>(natural.width * shrink + 0.5));
  ground.rows_ = std::max(4u, static_cast<std::uint32_t>(natural.height * shrink + 0.5));
  ground.step_ = lattice.step / shrink;
  ground.exaggeration_ = exaggeration;
  if (const auto* tile = std::get_if<PlaneTile>(&surface.domain())) {
    ground.anchor_x_ = metres_from_units(tile->origin().x);
    ground.anchor_y_ = -metres_from_units(tile->origin().y);
  }
  ground.wrap_x_ = lattice.wrap_x;
  ground.wrap_y_ = lattice.wrap_y;
  const Execution quiet{.threads = execution.threads, .cancel = execution.cancel};
  CRATON_TRY(std::vector<float> raster, raster_of_numbers(surface.domain(), heights->numbers(), {ground.columns_, ground.rows_},
                                                          Projection::equirectangular, quiet));
  ground.heights_ = std::move(raster);
  ground.lowest_ = ground.highest_ = ground.heights_[0] * static_cast<float>(exaggeration);
  for (float& height : ground.heights_) {
    height *= static_cast<float>(exaggeration);
    if (!(std::abs(height) < 1e9F))
      return Error{ErrorCode::invalid_value, "layer",
                   "\"" + std::string(layer) + "\" has cells without a height, or beyond a million kilometres"};
    ground.lowest_ = std::min(ground.lowest_, height);
    ground.highest_ = std::max(ground.highest_, height);
  }
  ground.read_sea(surface);
  CRATON_TRY(ground.sharpen(quiet));
  return ground;
}

void Ground::read_sea(const Surface& surface) {
  has_water_ = lowest_ < 0;
  const Layer* sea = surface.layer("sea");
  if (!sea || sea->type() != LayerType::category) return;
  const Result<std::vector<Cell>> cells = raster_of_cells(surface.domain(), {columns_, rows_});
  if (!cells) return;
  sea_.resize(cells->size());
  bool any = false;
  for (std::size_t i = 0; i < sea_.size(); ++i) {
    sea_[i] = sea->categories()[(*cells)[i]] != 0;
    any = any || sea_[i];
  }
  has_water_ = has_water_ && any;
}

/// A spline whose knots are the heights would flatten crests. Knots that overshoot by what it flattens bring them back; doing so
/// once is nearly the interpolating spline and does not ring.
Result<void> Ground::sharpen(const Execution& execution) {
  knots_.resize(heights_.size());
  const std::int64_t width = columns_;
  return parallel_blocks(rows_, 16, execution, [&](std::uint64_t begin, std::uint64_t end) {
    for (auto row = static_cast<std::int64_t>(begin); row < static_cast<std::int64_t>(end); ++row)
      for (std::int64_t column = 0; column < width; ++column) {
        const auto along = [&](std::int64_t r) { return (cell(column - 1, r) + 4 * cell(column, r) + cell(column + 1, r)) / 6; };
        const float smoothed = (along(row - 1) + 4 * along(row) + along(row + 1)) / 6;
        const float height = cell(column, row);
        knots_[index(column, row)] = height + (height - smoothed);
      }
  });
}

namespace {

float quantile_of(std::vector<float>& values, double share) {
  if (values.empty()) return 0;
  const auto place = values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), place, values.end());
  return *place;
}

}  // namespace

float Ground::quantile(double share) const {
  std::vector<float> some;
  const std::size_t stride = std::max<std::size_t>(1, heights_.size() / 65536);
  for (std::size_t i = 0; i < heights_.size(); i += stride) some.push_back(heights_[i]);
  return quantile_of(some, share);
}

float Ground::slope_quantile(double share) const {
  std::vector<float> some;
  const std::size_t stride = std::max<std::size_t>(1, heights_.size() / 65536);
  const auto across = static_cast<float>(2 * step_);
  for (std::size_t i = 0; i < heights_.size(); i += stride) {
    const auto column = static_cast<std::int64_t>(i % columns_), row = static_cast<std::int64_t>(i / columns_);
    if (has_water_ && heights_[i] < 0) continue;
    const float dx = (cell(column + 1, row) - cell(column - 1, row)) / across;
    const float dy = (cell(column, row + 1) - cell(column, row - 1)) / across;
    some.push_back(std::sqrt(dx * dx + dy * dy));
  }
  return quantile_of(some, share);
}

Slope Ground::smooth(double x, double y) const {
  const double u = x / step_, v = -y / step_;
  const std::int64_t column = floor_int(u), row = floor_int(v);
  const Weights across = spline_weights(static_cast<float>(u - static_cast<double>(column)));
  const Weights down = spline_weights(static_cast<float>(v - static_cast<double>(row)));
  Slope sum;
  const bool inside = column >= 1 && row >= 1 && column + 2 < std::int64_t{columns_} && row + 2 < std::int64_t{rows_};
  for (int j = 0; j < 4; ++j) {
    float value = 0, slope = 0;
    if (inside) {
      const float* knots = &knots_[static_cast<std::size_t>((row - 1 + j) * std::int64_t{columns_} + column - 1)];
      for (int i = 0; i < 4; ++i) {
        value += across.value[i] * knots[i];
        slope += across.slope[i] * knots[i];
      }
    } else {
      for (int i = 0; i < 4; ++i) {
        const float knot = knots_[index(column - 1 + i, row - 1 + j)];
        value += across.value[i] * knot;
        slope += across.slope[i] * knot;
      }
    }
    sum.value += down.value[j] * value;
    sum.dx += down.value[j] * slope;
    sum.dy += down.slope[j] * value;
  }
  const auto per_metre = static_cast<float>(1 / step_);
  return {sum.value, sum.dx * per_metre, -sum.dy * per_metre};
}

Slope Ground::roughness(double x, double y, const Slope& base, double finest) const {
  const float steepness = std::sqrt(base.dx * base.dx + base.dy * base.dy);
  const auto cell = static_cast<float>(step_);
  // Sand and shallow water are smooth.
  const float shore = has_water_ ? smooth_step(0, 0.25F * cell, std::abs(base.value)) : 1;
  const float rough = (0.055F + 0.32F * smooth_step(0.25F, 1.0F, steepness)) * shore;
  const float creased = smooth_step(0.3F, 0.8F, steepness);
  Slope sum;
  double wavelength = 2.1 * step_;
  for (unsigned k = 0; k < 12; ++k, wavelength *= 0.5) {
    const float share = smooth_step(1.0F, 2.5F, static_cast<float>(wavelength / finest));
    if (share <= 0) break;
    const Turned p = turned((x + anchor_x_) / wavelength, (y + anchor_y_) / wavelength, k + 1);
    Slope n = turned_back(gradient_noise(p.x, p.y, 0x51ed27u + k), k + 1);
    // Creases in rock, soft swells elsewhere.
    const float crease = n.value > 0 ? -creased : creased;
    n = {mixed(n.value, 0.5F - std::abs(n.value), creased), n.dx * (1 - creased + crease), n.dy * (1 - creased + crease)};
    const float amplitude = share * rough;  // of the slope: the same at every scale, as on real ground
    sum.value += amplitude * static_cast<float>(wavelength) * 0.5F * n.value;
    sum.dx += amplitude * 0.5F * n.dx;
    sum.dy += amplitude * 0.5F * n.dy;
  }
  return sum;
}

Slope Ground::fine(double x, double y, double finest) const {
  const Slope base = smooth(x, y), more = roughness(x, y, base, finest);
  return {base.value + more.value, base.dx + more.dx, base.dy + more.dy};
}

bool Ground::under_water(double x, double y, float height) const {
  if (!has_water_ || height >= 0) return false;
  if (sea_.empty()) return true;
  const std::int64_t column = floor_int(x / step_), row = floor_int(-y / step_);
  return sea_[index(column, row)] | sea_[index(column + 1, row)] | sea_[index(column, row + 1)] |
         sea_[index(column + 1, row + 1)];
}

}  // namespace craton::view
