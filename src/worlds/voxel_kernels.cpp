// Distances to cells and blending of biomes: compiled for every instruction set, the same bits on each.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "worlds/voxel_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "worlds/voxel_kernels.h"

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
namespace {

using D = hn::CappedTag<float, voxels::most_lanes>;
using V = hn::Vec<D>;

void approach(const voxels::ColumnPlaces& columns, const voxels::CellShape& cell, float* nearest) {
  const D d;
  const V x_low = hn::Set(d, cell.x_low), x_high = hn::Set(d, cell.x_high);
  const V y_low = hn::Set(d, cell.y_low), y_high = hn::Set(d, cell.y_high);
  for (std::size_t i = 0; i < columns.count; i += hn::Lanes(d)) {
    const V x = hn::Load(d, columns.x + i), y = hn::Load(d, columns.y + i);
    const V dx = hn::Max(hn::Max(hn::Sub(x_low, x), hn::Sub(x, x_high)), hn::Zero(d));
    const V dy = hn::Max(hn::Max(hn::Sub(y_low, y), hn::Sub(y, y_high)), hn::Zero(d));
    V distance = hn::Mul(hn::Sqrt(hn::Add(hn::Mul(dx, dx), hn::Mul(dy, dy))), hn::Set(d, 0x1p-10F));
    if (columns.rough[0])
      for (int k = 0; k < 2; ++k)
        distance = hn::Add(distance, hn::Mul(hn::Load(d, columns.rough[k] + i), hn::Set(d, cell.mix[k])));
    hn::Store(hn::Min(hn::Load(d, nearest + i), distance), d, nearest + i);
  }
}

/// 1 where a biome is as near as the nearest, 0 at the blending width; smooth between.
HWY_INLINE V share_at(V distance, V nearest, V per_width) {
  const D d;
  const V one = hn::Set(d, 1.0F);
  const V t = hn::Max(hn::Sub(one, hn::Mul(hn::Sub(distance, nearest), per_width)), hn::Zero(d));
  return hn::Mul(hn::Mul(t, t), hn::Sub(hn::Set(d, 3.0F), hn::Add(t, t)));
}

// With F the union of the others' shares f, v = v_own (1 − F) + F v̄, where v̄ is the mean of all biomes, weighted by their
// blending s (own) or s g / (s (1 − g) + g) with g = f / F (others). One neighbour alone has g = 1 and the weight s: the rule of
// the source, but smooth. Several enter and leave with weight 0, even the sea's 1000 grows no faster than its share, and at a
// border both sides count the same weights: no steps anywhere.
void blend(const voxels::BlendBiome* biomes, std::size_t biome_count, float width, std::size_t count,
           const voxels::BlendResult& out) {
  const D d;
  const hn::RebindToSigned<D> di;
  const V one = hn::Set(d, 1.0F), per_width = hn::Set(d, 1 / width);
  for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
    V nearest = hn::Load(d, biomes[0].distance + i);
    auto own = hn::Zero(di);
    V own_amplification = hn::Set(d, biomes[0].amplification), own_base = hn::Set(d, biomes[0].base);
    V own_blending = hn::Set(d, biomes[0].blending);
    for (std::size_t b = 1; b < biome_count; ++b) {
      const V distance = hn::Load(d, biomes[b].distance + i);
      const auto nearer = hn::Lt(distance, nearest);
      nearest = hn::IfThenElse(nearer, distance, nearest);
      own = hn::IfThenElse(hn::RebindMask(di, nearer), hn::Set(di, static_cast<std::int32_t>(b)), own);
      own_amplification = hn::IfThenElse(nearer, hn::Set(d, biomes[b].amplification), own_amplification);
      own_base = hn::IfThenElse(nearer, hn::Set(d, biomes[b].base), own_base);
      own_blending = hn::IfThenElse(nearer, hn::Set(d, biomes[b].blending), own_blending);
    }
    const auto share_of = [&](std::size_t b) HWY_ATTR {
      const auto is_own = hn::RebindMask(d, hn::Eq(own, hn::Set(di, static_cast<std::int32_t>(b))));
      return hn::IfThenZeroElse(is_own, share_at(hn::Load(d, biomes[b].distance + i), nearest, per_width));
    };
    V apart = one;
    for (std::size_t b = 0; b < biome_count; ++b) apart = hn::Mul(apart, hn::Sub(one, share_of(b)));
    const V joined = hn::Sub(one, apart);
    const V per_joined = hn::IfThenElse(hn::Gt(joined, hn::Zero(d)), joined, one);
    V weights = own_blending, amplifications = hn::Mul(own_blending, own_amplification), bases = hn::Mul(own_blending, own_base);
    for (std::size_t b = 0; b < biome_count; ++b) {
      const V g = hn::Min(hn::Div(share_of(b), per_joined), one), s = hn::Set(d, biomes[b].blending);
      const V weight = hn::Div(hn::Mul(s, g), hn::Add(hn::Mul(s, hn::Sub(one, g)), g));
      weights = hn::Add(weights, weight);
      amplifications = hn::Add(amplifications, hn::Mul(weight, hn::Set(d, biomes[b].amplification)));
      bases = hn::Add(bases, hn::Mul(weight, hn::Set(d, biomes[b].base)));
    }
    const V amplification = hn::Div(amplifications, weights), base = hn::Div(bases, weights);
    hn::Store(hn::Add(own_amplification, hn::Mul(joined, hn::Sub(amplification, own_amplification))), d, out.amplification + i);
    hn::Store(hn::Add(own_base, hn::Mul(joined, hn::Sub(base, own_base))), d, out.base + i);
    hn::Store(own, di, out.own + i);
  }
}

}  // namespace
}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace craton::voxels {
namespace {

HWY_EXPORT(approach);
HWY_EXPORT(blend);

}  // namespace

void approach_cell(const ColumnPlaces& columns, const CellShape& cell, float* nearest) {
  HWY_DYNAMIC_DISPATCH(approach)(columns, cell, nearest);
}

void blend_columns(const BlendBiome* biomes, std::size_t biome_count, float width, std::size_t count, const BlendResult& out) {
  HWY_DYNAMIC_DISPATCH(blend)(biomes, biome_count, width, count, out);
}

}  // namespace craton::voxels
#endif
