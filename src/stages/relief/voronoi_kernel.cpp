// The kernel of Voronoi relief: compiled for every instruction set, the same bits on each.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "stages/relief/voronoi_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "base/simd/unroll-inl.h"
#include "stages/relief/voronoi_kernel.h"

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
namespace {

using D = hn::CappedTag<float, relief::voronoi_lanes>;
using V = hn::Vec<D>;

constexpr float peak_width = 0.05F;

template <int Nearest>
HWY_INLINE V value_at(const relief::ControlPoints& points, const relief::VoronoiSum& sum, std::size_t cell) {
  const D d;
  const V shrink = hn::Set(d, 1 / sum.reach), one = hn::Set(d, 1.0F);
  V best[Nearest];
  for (V& each : best) each = hn::Set(d, sum.farthest);
  V weights = hn::Zero(d), heights = hn::Zero(d);
  for (std::size_t p = 0; p < points.count; ++p) {
    const V distance = hn::Add(hn::Load(d, points.across + p * points.stride + cell), hn::Set(d, points.along[p]));
    const V near = hn::Max(hn::Sub(one, hn::Mul(distance, shrink)), hn::Zero(d));
    const V weight = hn::Div(hn::Mul(near, near), hn::Add(distance, hn::Set(d, peak_width)));
    weights = hn::Add(weights, weight);
    heights = hn::Add(heights, hn::Mul(weight, hn::Set(d, points.height[p])));
    V rest = distance;
    unrolled<Nearest>([&](auto k) CRATON_INLINE_LAMBDA {
      const V nearer = hn::Min(best[k], rest);
      rest = hn::Max(best[k], rest);
      best[k] = nearer;
    });
  }
  if (sum.euclidean)
    for (V& each : best) each = hn::Sqrt(each);
  V distances = hn::Mul(best[0], hn::Set(d, sum.coefficient[0]));
  for (int k = 1; k < Nearest; ++k) distances = hn::Add(distances, hn::Mul(best[k], hn::Set(d, sum.coefficient[k])));
  return hn::Mul(distances, hn::Div(heights, hn::Max(weights, hn::Set(d, 1e-30F))));
}

template <int Nearest>
void fill_cells(const relief::ControlPoints& points, const relief::VoronoiSum& sum, std::size_t cells, float* out) {
  const D d;
  for (std::size_t i = 0; i < cells; i += hn::Lanes(d)) hn::Store(value_at<Nearest>(points, sum, i), d, out + i);
}

void fill_voronoi_cells(const relief::ControlPoints& points, const relief::VoronoiSum& sum, std::size_t cells, float* out) {
  if (sum.nearest == 1) return fill_cells<1>(points, sum, cells, out);
  if (sum.nearest == 2) return fill_cells<2>(points, sum, cells, out);
  if (sum.nearest == 4) return fill_cells<4>(points, sum, cells, out);
  fill_cells<8>(points, sum, cells, out);
}

}  // namespace
}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace craton {
namespace {

HWY_EXPORT(fill_voronoi_cells);

}  // namespace

void relief::fill_voronoi(const ControlPoints& points, const VoronoiSum& sum, std::size_t cells, float* out) {
  HWY_DYNAMIC_DISPATCH(fill_voronoi_cells)(points, sum, cells, out);
}

}  // namespace craton
#endif
