// Voronoi relief (Olsen 2004, "Realtime procedural terrain generation"; Strazdins 2013): control points, one in each cell of a
// square lattice or, as Strazdins has them, wherever chance puts them; each with a random height. h = height · Σ c_n d_n², where
// d_n is the distance to the n-th nearest point in spacings, times the points' own heights. Those are blended over the points
// around (a modified Shepard interpolation), so that the relief is continuous whatever the coefficients: sums of the n-th nearest
// distances are, and the nearest point's height alone would not be. On a sphere the lattice is one of space, and the ground a cut
// through it.
#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "stages/all_stages.h"
#include "stages/fields.h"
#include "stages/relief/cell_patches.h"
#include "stages/relief/voronoi_kernel.h"

namespace craton {
namespace {

using namespace relief;

enum class PointPlaces { jittered, chance };
enum class PointDistance { squared, euclidean };

struct VoronoiParams {
  Change<float> layer = "height";
  Field share = 0.33;
  double spacing = 100;
  Field height = 100.0;
  double variation = 1;
  PointPlaces points = PointPlaces::jittered;
  PointDistance distance = PointDistance::squared;
  double c1 = -1, c2 = 1, c3 = 0, c4 = 0, c5 = 0, c6 = 0, c7 = 0, c8 = 0;
};

struct ControlPoint {
  std::array<std::int64_t, 3> place;  ///< units
  float height;
};

/// How many points a cell of chance has: Poisson's shares for a mean of 1, added up. That is what cells far smaller than the
/// lattice's come to, each of which holds a point with the same small probability.
constexpr double points_until[] = {0.36787944117144233, 0.73575888234288467, 0.91969860292860584, 0.98101184312384626,
                                   0.99634015317265629, 0.99940581518241833, 0.99991675885071204, 0.9999897508033253};

/// So many spacings away there are eight points, with a probability of 1 − 10⁻¹⁵: distances farther than that count as this.
constexpr double farthest_chance = 4.5;

/// One point in each cell of a lattice, or as many as chance has it.
class PointLattice {
 public:
  PointLattice(const Domain& domain, Seed seed, const VoronoiParams& params, int nearest)
      : seed_(seed), variation_(params.variation), nearest_(nearest), chance_(params.points == PointPlaces::chance) {
    dimensions_ = std::holds_alternative<CubeSphere>(domain) ? 3 : 2;
    std::array<std::uint64_t, 3> period{};
    if (const auto* torus = std::get_if<Torus>(&domain)) std::copy_n(torus->period().begin(), 2, period.begin());
    for (std::size_t a = 0; a < 3; ++a) axis_[a] = LatticeAxis(params.spacing, period[a]);
    unit_ = std::max(axis_[0].mean_width(), axis_[1].mean_width()) + 2.0 / units_per_metre;
  }

  double unit() const { return unit_; }  ///< a spacing: no cell of the lattice is wider. Metres
  /// The point of a place's own cell is at most √2 (in space √3) away, so that there always is one within reach.
  float reach() const { return chance_ ? farthest() : dimensions_ == 2 ? 2.25F : 3.4F; }
  /// Squared, in spacings: what no distance is longer than.
  float farthest() const { return chance_ ? static_cast<float>(farthest_chance * farthest_chance) : 0x1p100F; }

  /// All points that may matter to a place in the box, and some more; in a fixed order, whatever the box.
  void collect(const Box& places, std::vector<ControlPoint>& points) const {
    // A place lies in the middle half of some block of 2 × 2 (× 2) cells: four points are at most 1.5 √2 (√3) away.
    // Eight of one in each cell lie in 4 × 4 (× 3) cells around: 2.5 √2 at most.
    const double cells = nearest_ > 4 ? 2.5 : 1.5;
    const double bound = (chance_ ? farthest_chance : cells * std::sqrt(static_cast<double>(dimensions_))) * unit_;
    const Box box = places.grown(bound);
    std::array<std::int64_t, 3> first{}, last{}, cell{};
    for (std::size_t a = 0; a < static_cast<std::size_t>(dimensions_); ++a) {
      first[a] = axis_[a].cell_of(box.low[a]);
      last[a] = axis_[a].cell_of(box.high[a]);
    }
    points.clear();
    for (cell[2] = first[2]; cell[2] <= last[2]; ++cell[2])
      for (cell[1] = first[1]; cell[1] <= last[1]; ++cell[1])
        for (cell[0] = first[0]; cell[0] <= last[0]; ++cell[0]) add_points(cell, points);
  }

  /// Of these, those that may be among the nearest of any place of the box, or whose heights count there; in the same order.
  void keep_those_that_matter(const Box& box, std::span<const ControlPoint> all, std::vector<double>& nearest,
                              std::vector<ControlPoint>& kept) const {
    nearest.assign(2 * all.size(), 0.0);
    const std::span<double> farthest = std::span(nearest).subspan(all.size());
    const double scale = 1 / (unit_ * units_per_metre);
    for (std::size_t p = 0; p < all.size(); ++p)
      for (std::size_t a = 0; a < static_cast<std::size_t>(dimensions_); ++a) {
        const double low = static_cast<double>(box.low[a] - all[p].place[a]) * scale;
        const double high = static_cast<double>(box.high[a] - all[p].place[a]) * scale;
        const double near = low > 0 ? low : high < 0 ? -high : 0, far = std::max(std::abs(low), std::abs(high));
        nearest[p] += near * near;
        farthest[p] += far * far;
      }
    double limit = double{reach()};
    if (!chance_ && farthest.size() >= static_cast<std::size_t>(nearest_)) {
      const auto last = farthest.begin() + (nearest_ - 1);
      std::nth_element(farthest.begin(), last, farthest.end());
      limit = std::max(*last, limit);
    }
    limit *= 1.0001;  // with room for rounding
    kept.clear();
    for (std::size_t p = 0; p < all.size(); ++p)
      if (!(nearest[p] > limit)) kept.push_back(all[p]);
  }

 private:
  void add_points(const std::array<std::int64_t, 3>& cell, std::vector<ControlPoint>& points) const {
    std::array<std::uint64_t, 3> id{};
    for (std::size_t a = 0; a < static_cast<std::size_t>(dimensions_); ++a) id[a] = axis_[a].id(cell[a]);
    Dice dice(cell_random(seed_, id[0], id[1], id[2]));
    if (!chance_) {
      points.push_back(point_of(cell, dice));
      return;
    }
    const double drawn = dice.unit();
    for (std::size_t k = 0; k < std::size(points_until) && drawn >= points_until[k]; ++k) points.push_back(point_of(cell, dice));
  }

  ControlPoint point_of(const std::array<std::int64_t, 3>& cell, Dice& dice) const {
    ControlPoint point{};
    for (std::size_t a = 0; a < static_cast<std::size_t>(dimensions_); ++a)
      point.place[a] = axis_[a].random_unit(cell[a], dice.bits());
    point.height = static_cast<float>(1 - variation_ * dice.unit());
    return point;
  }

  Seed seed_;
  double variation_, unit_ = 1;
  int nearest_, dimensions_ = 2;
  bool chance_;
  std::array<LatticeAxis, 3> axis_;
};

/// Strips of cells and the points around them.
class StripFiller {
 public:
  StripFiller(const PointLattice& lattice, const VoronoiSum& sum)
      : lattice_(lattice), sum_(sum), per_metre_(1 / lattice.unit()) {}

  /// The relief of a patch of a sphere.
  void fill(const Patch& patch, float* out) {
    lattice_.collect(patch.box, all_);
    set_points(patch.box, patch.count);
    for (std::size_t p = 0; p < points_.size(); ++p) {
      const auto& place = points_[p].place;
      const Vec3d point = metres_from(patch.base, {place[0], place[1], place[2]});
      float* to = across_.data() + p * stride_;
      for (std::size_t i = 0; i < patch.count; ++i)
        to[i] = (square(patch.x[i] - point.x) + square(patch.y[i] - point.y)) + square(patch.z[i] - point.z);
    }
    std::fill(along_.begin(), along_.end(), 0.0F);
    fill_voronoi({points_.size(), stride_, across_.data(), along_.data(), height_.data()}, sum_, stride_, out);
  }

  /// The points around all windows that follow.
  void begin(const Box& box) { lattice_.collect(box, all_); }

  /// The relief of a window of a grid, row by row: finish(row, values). Rows share distances along y, so that a point's squares
  /// along x are worked out once.
  template <class Finish>
  void fill(const Box& box, const relief::detail::Window& window, double step, const Finish& finish) {
    set_points(box, window.columns);
    const auto metres = [&](std::size_t p, std::size_t a) {
      return static_cast<double>(points_[p].place[a] - box.low[a]) * (1.0 / units_per_metre);
    };
    for (std::size_t p = 0; p < points_.size(); ++p) {
      const double x = metres(p, 0);
      float* to = across_.data() + p * stride_;
      for (std::uint32_t i = 0; i < window.columns; ++i) to[i] = square(i * step - x);
    }
    AlignedArray<float, patch_side> values;
    for (std::uint32_t row = 0; row < window.rows; ++row) {
      for (std::size_t p = 0; p < points_.size(); ++p) along_[p] = square(row * step - metres(p, 1));
      fill_voronoi({points_.size(), stride_, across_.data(), along_.data(), height_.data()}, sum_, stride_, values.data);
      finish(row, values.data);
    }
  }

 private:
  void set_points(const Box& box, std::size_t cells) {
    // Few points are compared sooner than sifted: what does not matter adds nothing.
    constexpr std::size_t few = 48;
    if (all_.size() <= few)
      points_ = all_;
    else
      lattice_.keep_those_that_matter(box, all_, distances_, points_);
    stride_ = (cells + voronoi_lanes - 1) / voronoi_lanes * voronoi_lanes;
    across_.resize(stride_ * points_.size());
    along_.resize(points_.size());
    height_.resize(points_.size());
    for (std::size_t p = 0; p < points_.size(); ++p) {
      height_[p] = points_[p].height;
      std::fill(across_.begin() + static_cast<std::ptrdiff_t>(p * stride_ + cells),
                across_.begin() + static_cast<std::ptrdiff_t>((p + 1) * stride_), 0.0F);
    }
  }

  float square(double metres) const {
    const auto spacings = static_cast<float>(metres * per_metre_);
    return spacings * spacings;
  }

  const PointLattice& lattice_;
  const VoronoiSum& sum_;
  double per_metre_;  // spacings
  std::vector<ControlPoint> all_, points_;
  std::vector<double> distances_;
  std::size_t stride_ = 0;
  AlignedVector<float> across_;
  std::vector<float> along_, height_;
};

VoronoiSum sum_of(const VoronoiParams& params) {
  const double coefficients[VoronoiSum::most] = {params.c1, params.c2, params.c3, params.c4,
                                                 params.c5, params.c6, params.c7, params.c8};
  VoronoiSum sum{
      .coefficient = {}, .nearest = 1, .reach = 0, .farthest = 0, .euclidean = params.distance == PointDistance::euclidean};
  for (int k = 0; k < VoronoiSum::most; ++k) {
    sum.coefficient[k] = static_cast<float>(coefficients[k]);
    while (coefficients[k] != 0 && sum.nearest <= k) sum.nearest *= 2;
  }
  return sum;
}

/// Mixes a run of relief into the layer.
void mix(const VoronoiParams& params, Cell first, std::size_t count, const float* relief, float* out) {
  float* to = out + first;
  visit_fields(
      first,
      [=](auto share, auto height) {
        CRATON_CELLS_APART
        for (std::size_t i = 0; i < count; ++i) {
          const float mixed = share[i] * (height[i] * relief[i]) + (1 - share[i]) * to[i];
          to[i] = share[i] != 0 ? mixed : to[i];
        }
      },
      params.share, params.height);
}

Box box_of(const Point2& first, const relief::detail::Window& window, std::int64_t step) {
  return {{first.x, first.y, 0},
          {first.x + (window.columns - std::int64_t{1}) * step, first.y + (window.rows - std::int64_t{1}) * step, 0}};
}

/// Bands of the grid whose points are found once, and small windows in them, which see only few of these.
template <class Grid>
Result<void> on_grid(const Grid& grid, const PointLattice& lattice, const VoronoiSum& sum, const VoronoiParams& params,
                     std::uint32_t side, float* out, const Execution& execution) {
  constexpr std::uint32_t windows_a_band = 8;
  const GridSize size = relief::detail::stored_size(grid);
  // Where samples lie farther apart than they look, a band's points would be those of the ground between them.
  const std::uint32_t length = grid.spacing() > 2 * lattice.unit() ? side : windows_a_band * side,
                      across = (size.width + length - 1) / length;
  const std::uint32_t down = (size.height + side - 1) / side;
  const auto first_row = [&](std::uint32_t band) {  // equal shares: a last band of few rows would cost as much as any
    return static_cast<std::uint32_t>(std::uint64_t{size.height} * band / down);
  };
  const std::uint64_t bands = std::uint64_t{across} * down;
  return parallel_blocks(bands, 1, execution, [&](std::uint64_t index, std::uint64_t) {
    relief::detail::Window band{};
    band.column = static_cast<std::uint32_t>(index % across) * length;
    band.row = first_row(static_cast<std::uint32_t>(index / across));
    band.columns = std::min(length, size.width - band.column);
    band.rows = first_row(static_cast<std::uint32_t>(index / across) + 1) - band.row;
    const Cell first = band.row * size.width + band.column;
    StripFiller filler(lattice, sum);
    filler.begin(box_of(grid.position(first), band, grid.step()));
    // Rows of the layer are changed along the whole band, which memory likes better than narrow windows.
    AlignedArray<float, std::size_t{windows_a_band} * patch_side * patch_side> relief;
    for (std::uint32_t column = 0; column < band.columns; column += side) {
      const relief::detail::Window window{band.column + column, band.row, std::min(side, band.columns - column), band.rows};
      filler.fill(box_of(grid.position(first + column), window, grid.step()), window, grid.spacing(),
                  [&](std::uint32_t row, const float* values) {
                    std::copy_n(values, window.columns, relief.data + std::size_t{row} * length + column);
                  });
    }
    for (std::uint32_t row = 0; row < band.rows; ++row)
      mix(params, first + row * size.width, band.columns, relief.data + std::size_t{row} * length, out);
  });
}

Result<void> on_sphere(const Domain& domain, const PointLattice& lattice, const VoronoiSum& sum, const VoronoiParams& params,
                       std::uint32_t side, float* out, const Execution& execution) {
  const auto fill = [&](const Patch& patch) {
    StripFiller filler(lattice, sum);
    AlignedArray<float, Patch::capacity> values;
    filler.fill(patch, values.data);
    for_each_run(patch,
                 [&](Cell cell, std::size_t first, std::size_t count) { mix(params, cell, count, values.data + first, out); });
  };
  return for_each_patch(domain, execution, fill, side);
}

Result<void> run(const VoronoiParams& params, StageContext& context) {
  float* out = params.layer.values().data();
  const Domain& domain = context.domain();
  VoronoiSum sum = sum_of(params);
  const PointLattice lattice(domain, context.seed, params, sum.nearest);
  sum.reach = lattice.reach();
  sum.farthest = lattice.farthest();
  // Windows as wide as the spacing at most: a wider one would compare all of its cells with the points of all others.
  const std::uint32_t side = side_of_patches(params.spacing * 0.25, spacing(domain));
  if (const auto* tile = std::get_if<PlaneTile>(&domain))
    return on_grid(*tile, lattice, sum, params, side, out, context.execution);
  if (const auto* torus = std::get_if<Torus>(&domain)) return on_grid(*torus, lattice, sum, params, side, out, context.execution);
  return on_sphere(domain, lattice, sum, params, side, out, context.execution);
}

}  // namespace

template <>
inline std::span<const std::string_view> choice_names<PointPlaces>() {
  static constexpr std::string_view names[] = {"jittered", "chance"};
  return names;
}

template <>
inline std::span<const std::string_view> choice_names<PointDistance>() {
  static constexpr std::string_view names[] = {"squared", "euclidean"};
  return names;
}

template <>
std::span<const ParamInfo> params_of<VoronoiParams>() {
  using P = VoronoiParams;
  static const ParamInfo list[] = {
      layer_param<&P::layer>("layer", "What the relief is mixed into."),
      field_param<&P::share>("voronoi_share", 0, 1, "",
                             "How much of the Voronoi relief there is in the mix; 0 leaves a cell as it is: a mask."),
      number_param<&P::spacing>("spacing", 0.01, 1e7, "m",
                                "Mean distance of control points: one, in the mean, in each square of this side."),
      field_param<&P::height>("height", -1e5, 1e5, "m", "Of the relief where the sum of c_n · (d_n / spacing)² is 1."),
      number_param<&P::variation>("variation", 0, 1, "",
                                  "How much the points' own heights differ: from 1 − variation to 1, times the height."),
      choice_param<&P::points>("points",
                               "Where control points are: one somewhere in each square, or by chance, each small piece of ground "
                               "with the same probability (Strazdins: 0.01 % of cells of 1 m is a spacing of 100 m)."),
      choice_param<&P::distance>("distance", "What the coefficients weigh: squares of distances, or distances."),
      number_param<&P::c1>("c1", -100, 100, "", "Weight of the squared distance to the nearest point; −1 makes peaks of points."),
      number_param<&P::c2>("c2", -100, 100, "", "Weight of the squared distance to the second nearest point."),
      number_param<&P::c3>("c3", -100, 100, "", "Weight of the squared distance to the third nearest point."),
      number_param<&P::c4>("c4", -100, 100, "", "Weight of the squared distance to the fourth nearest point."),
      number_param<&P::c5>("c5", -100, 100, "", "To the fifth nearest point."),
      number_param<&P::c6>("c6", -100, 100, "", "To the sixth nearest point."),
      number_param<&P::c7>("c7", -100, 100, "", "To the seventh nearest point."),
      number_param<&P::c8>("c8", -100, 100, "", "To the eighth nearest point."),
  };
  return list;
}

const StageEntry& voronoi_stage() {
  static const StageEntry entry = stage_of<run>({
      .id = "voronoi",
      .title = "Voronoi relief",
      .doc = "Mixes a relief of scattered control points into a layer: each a summit of its own height, with valleys or ridges "
             "where their cells meet.",
      .cite = "Olsen 2004; Strazdins 2013",
  });
  return entry;
}

}  // namespace craton
