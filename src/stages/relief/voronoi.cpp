// Voronoi relief (Olsen 2004, "Realtime procedural terrain generation"; Strazdins 2013): control points, one in each cell of a
// square lattice, each with a random height; h = height · Σ c_n d_n², where d_n is the distance to the n-th nearest point in
// spacings, times the points' own heights. Those are blended over the points around (a modified Shepard interpolation), so that
// the relief is continuous whatever the coefficients: sums of the n-th nearest distances are, and the nearest point's height
// alone would not be. On a sphere the lattice is one of space, and the ground a cut through it.
#include <algorithm>
#include <cmath>

#include "stages/all_stages.h"
#include "stages/fields.h"
#include "stages/relief/patches.h"
#include "stages/relief/voronoi_kernel.h"

namespace craton {
namespace {

using namespace relief;

struct VoronoiParams {
  std::string layer = "height";
  Field share = 0.33;
  double spacing = 100;
  Field height = 100.0;
  double variation = 1;
  double c1 = -1, c2 = 1, c3 = 0, c4 = 0;
};

struct ControlPoint {
  Vec3d place;  ///< metres from the base of the patch
  float height;
  double nearest = 0, farthest = 0;  ///< squared distance to a place of the patch, in spacings
};

/// One point in each cell of a lattice.
class PointLattice {
 public:
  PointLattice(const Domain& domain, Seed seed, const VoronoiParams& params, int nearest)
      : seed_(seed), variation_(params.variation), nearest_(nearest) {
    dimensions_ = std::holds_alternative<CubeSphere>(domain) ? 3 : 2;
    std::array<std::uint64_t, 3> period{};
    if (const auto* torus = std::get_if<Torus>(&domain)) std::copy_n(torus->period().begin(), 2, period.begin());
    for (std::size_t a = 0; a < 3; ++a) axis_[a] = LatticeAxis(params.spacing, period[a]);
    unit_ = std::max(axis_[0].mean_width(), axis_[1].mean_width()) + 2.0 / units_per_metre;
  }

  double unit() const { return unit_; }  ///< a spacing: no cell of the lattice is wider. Metres
  /// The point of a place's own cell is at most √2 (in space √3) away, so that there always is one within reach.
  float reach() const { return dimensions_ == 2 ? 2.25F : 3.4F; }

  /// The points that may be among the nearest of any place of the patch, or whose heights count there; in a fixed order.
  std::vector<ControlPoint> around(const Patch& patch) const {
    // A place lies in the middle half of some block of 2 × 2 (× 2) cells: four points are at most 1.5 √2 (√3) away.
    const double bound = 1.5 * std::sqrt(static_cast<double>(dimensions_)) * unit_;
    const Box box = patch.box.grown(bound);
    std::array<std::int64_t, 3> first{}, last{}, cell{};
    for (std::size_t a = 0; a < static_cast<std::size_t>(dimensions_); ++a) {
      first[a] = axis_[a].cell_of(box.low[a]);
      last[a] = axis_[a].cell_of(box.high[a]);
    }
    std::vector<ControlPoint> points;
    for (cell[2] = first[2]; cell[2] <= last[2]; ++cell[2])
      for (cell[1] = first[1]; cell[1] <= last[1]; ++cell[1])
        for (cell[0] = first[0]; cell[0] <= last[0]; ++cell[0]) points.push_back(point_of(cell, patch));
    keep_those_that_matter(points);
    return points;
  }

 private:
  ControlPoint point_of(const std::array<std::int64_t, 3>& cell, const Patch& patch) const {
    std::array<std::uint64_t, 3> id{};
    for (std::size_t a = 0; a < static_cast<std::size_t>(dimensions_); ++a) id[a] = axis_[a].id(cell[a]);
    Dice dice(cell_random(seed_, id[0], id[1], id[2]));
    std::array<std::int64_t, 3> place{};
    double nearest = 0, farthest = 0;
    for (std::size_t a = 0; a < static_cast<std::size_t>(dimensions_); ++a) {
      place[a] = axis_[a].random_unit(cell[a], dice.bits());
      const double scale = 1 / (unit_ * units_per_metre);
      const double low = static_cast<double>(patch.box.low[a] - place[a]) * scale;
      const double high = static_cast<double>(patch.box.high[a] - place[a]) * scale;
      const double near = low > 0 ? low : high < 0 ? -high : 0, far = std::max(std::abs(low), std::abs(high));
      nearest += near * near;
      farthest += far * far;
    }
    return {metres_from(patch.base, {place[0], place[1], place[2]}), static_cast<float>(1 - variation_ * dice.unit()), nearest,
            farthest};
  }

  void keep_those_that_matter(std::vector<ControlPoint>& points) const {
    std::vector<double> farthest;
    for (const ControlPoint& point : points) farthest.push_back(point.farthest);
    const auto last = farthest.begin() + (nearest_ - 1);
    std::nth_element(farthest.begin(), last, farthest.end());
    const double limit = std::max(*last, double{reach()}) * 1.0001;  // with room for rounding
    std::erase_if(points, [&](const ControlPoint& point) { return point.nearest > limit; });
  }

  Seed seed_;
  double variation_, unit_ = 1;
  int nearest_, dimensions_ = 2;
  std::array<LatticeAxis, 3> axis_;
};

/// Rows of a grid share distances along y, so that a point's squares along x are worked out once a patch.
class PatchFiller {
 public:
  PatchFiller(const PointLattice& lattice, const VoronoiSum& sum)
      : lattice_(lattice), sum_(sum), per_metre_(1 / lattice.unit()) {}

  void fill(const Patch& patch, AlignedArray<float, Patch::capacity>& out) {
    const std::vector<ControlPoint> points = lattice_.around(patch);
    const bool grid = patch.step != 0;
    const std::size_t strip = grid ? patch.columns : patch.count, rows = grid ? patch.rows : 1;
    const std::size_t stride = (strip + voronoi_lanes - 1) / voronoi_lanes * voronoi_lanes;
    across_.resize(stride * points.size());
    along_.resize(points.size());
    height_.resize(points.size());
    AlignedArray<float, Patch::capacity> values;
    for (std::size_t p = 0; p < points.size(); ++p) {
      height_[p] = points[p].height;
      float* to = across_.data() + p * stride;
      for (std::size_t i = 0; i < strip; ++i) {
        to[i] = square(patch.x[i] - points[p].place.x);
        if (!grid) to[i] = (to[i] + square(patch.y[i] - points[p].place.y)) + square(patch.z[i] - points[p].place.z);
      }
      std::fill(to + strip, to + stride, 0.0F);
    }
    for (std::size_t row = 0; row < rows; ++row) {
      for (std::size_t p = 0; p < points.size(); ++p) along_[p] = grid ? square(patch.y[row * strip] - points[p].place.y) : 0.0F;
      fill_voronoi({points.size(), stride, across_.data(), along_.data(), height_.data()}, sum_, stride, values.data);
      std::copy_n(values.data, strip, out.data + row * strip);
    }
  }

 private:
  float square(double metres) const {
    const auto spacings = static_cast<float>(metres * per_metre_);
    return spacings * spacings;
  }

  const PointLattice& lattice_;
  const VoronoiSum& sum_;
  double per_metre_;  // spacings
  AlignedVector<float> across_;
  std::vector<float> along_, height_;
};

VoronoiSum sum_of(const VoronoiParams& params) {
  VoronoiSum sum{{static_cast<float>(params.c1), static_cast<float>(params.c2), static_cast<float>(params.c3),
                  static_cast<float>(params.c4)},
                 4,
                 0};
  if (params.c3 == 0 && params.c4 == 0) sum.nearest = params.c2 == 0 ? 1 : 2;
  return sum;
}

Result<void> run(Surface& surface, const StageSpec& spec, StageContext& context) {
  const Result<VoronoiParams> params = stage_params<VoronoiParams>(spec, surface, context);
  if (!params) return params.error();
  const Result<Layer*> layer = surface.need_layer(params->layer, LayerType::number, context.path + "/layer");
  if (!layer) return layer.error();
  const std::span<float> out = (*layer)->numbers();
  const Domain& domain = surface.domain();
  VoronoiSum sum = sum_of(*params);
  const PointLattice lattice(domain, context.seed, *params, sum.nearest);
  sum.reach = lattice.reach();
  const auto mix = [&](const Patch& patch) {
    PatchFiller filler(lattice, sum);
    AlignedArray<float, Patch::capacity> values;
    filler.fill(patch, values);
    for_each_run(patch, [&](Cell cell, std::size_t first, std::size_t count) {
      float* to = out.data() + cell;
      const float* relief = values.data + first;
      visit_fields(
          cell,
          [=](auto share, auto height) {
            CRATON_CELLS_APART
            for (std::size_t i = 0; i < count; ++i) {
              const float mixed = share[i] * (height[i] * relief[i]) + (1 - share[i]) * to[i];
              to[i] = share[i] != 0 ? mixed : to[i];
            }
          },
          params->share, params->height);
    });
  };
  // Patches as wide as the spacing at most: a wider one would compare all of its cells with the points of all others.
  return for_each_patch(domain, context.execution, mix, side_of_patches(params->spacing * 0.25, spacing(domain)));
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<VoronoiParams>() {
  using P = VoronoiParams;
  static const ParamInfo list[] = {
      layer_param<&P::layer>("layer", LayerAccess::change, "What the relief is mixed into."),
      field_param<&P::share>("voronoi_share", 0, 1, "",
                             "How much of the Voronoi relief there is in the mix; 0 leaves a cell as it is: a mask."),
      number_param<&P::spacing>("spacing", 0.01, 1e7, "m", "Mean distance of control points: one in each square of this side."),
      field_param<&P::height>("height", -1e5, 1e5, "m", "Of the relief where the sum of c_n · (d_n / spacing)² is 1."),
      number_param<&P::variation>("variation", 0, 1, "",
                                  "How much the points' own heights differ: from 1 − variation to 1, times the height."),
      number_param<&P::c1>("c1", -100, 100, "", "Weight of the squared distance to the nearest point; −1 makes peaks of points."),
      number_param<&P::c2>("c2", -100, 100, "", "Weight of the squared distance to the second nearest point."),
      number_param<&P::c3>("c3", -100, 100, "", "Weight of the squared distance to the third nearest point."),
      number_param<&P::c4>("c4", -100, 100, "", "Weight of the squared distance to the fourth nearest point."),
  };
  return list;
}

const StageEntry& voronoi_stage() {
  static const StageEntry entry{
      .info =
          {.id = "voronoi",
           .title = "Voronoi relief",
           .doc =
               "Mixes a relief of scattered control points into a layer: each a summit of its own height, with valleys or ridges "
               "where their cells meet.",
           .cite = "Olsen 2004; Strazdins 2013",
           .version = 1,
           .reach_doc = "point",
           .params = params_of<VoronoiParams>(),
           .layers = {}},
      .run = run};
  return entry;
}

}  // namespace craton
