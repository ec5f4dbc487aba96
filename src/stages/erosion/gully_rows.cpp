// The kernel of gullies: compiled for every instruction set, the same bits on each.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "stages/erosion/gully_rows.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "base/simd/elementary-inl.h"
#include "stages/erosion/gully_rows.h"

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
namespace {

using D = hn::ScalableTag<float>;
using V = hn::Vec<D>;

HWY_INLINE V set(float value) { return hn::Set(D(), value); }

/// 0 up to `low`, 1 from `high` on.
HWY_INLINE V step(float low, float high, V value) {
  const V t = hn::Min(hn::Max(hn::Mul(hn::Sub(value, set(low)), set(1 / (high - low))), hn::Zero(D())), set(1));
  return hn::Mul(hn::Mul(t, t), hn::Sub(set(3), hn::Add(t, t)));
}

HWY_INLINE V difference(const float* after, const float* before, float per_metre) {
  return hn::Mul(hn::Sub(hn::LoadU(D(), after), hn::LoadU(D(), before)), set(per_metre));
}

void carve(const GullyRow& row, std::size_t count, float* HWY_RESTRICT out) {
  const D d;
  const float per_half = 1 / row.half_metres, per_quarter = 1 / row.quarter_metres;
  for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
    const V height = hn::LoadU(d, row.height + i);
    const V gx = difference(row.height + i + row.half, row.height + i - row.half, per_half);
    const V gy = difference(row.south + i, row.north + i, per_half);
    const V nx = difference(row.height + i + row.quarter, row.height + i - row.quarter, per_quarter);
    const V ny = difference(row.near_south + i, row.near_north + i, per_quarter);
    const V slope = hn::Sqrt(hn::Add(hn::Add(hn::Mul(gx, gx), hn::Mul(gy, gy)), set(1e-12F)));
    const V near = hn::Sqrt(hn::Add(hn::Mul(nx, nx), hn::Mul(ny, ny)));
    V share = step(row.gentle, row.steep, slope);
    if (hn::AllTrue(d, hn::Le(share, hn::Zero(d)))) {
      hn::StoreU(height, d, out + i);
      continue;
    }
    share = hn::Mul(share, hn::Min(hn::LoadU(d, row.strength + i), set(row.most_strength)));
    const V noise = hn::Add(hn::Mul(hn::LoadU(d, row.broad + i), set(0.55F)), hn::Mul(hn::LoadU(d, row.own + i), set(0.45F)));
    const V cut = hn::Sub(hn::Mul(step(-0.16F, 0.2F, noise), set(1.3F)), set(0.88F));  // one less than how deep it is
    share = hn::Mul(share, hn::Add(set(1), hn::Mul(cut, set(row.patches))));
    if (row.from_river) share = hn::Mul(share, step(0, row.river_fade, hn::LoadU(d, row.from_river + i)));
    if (hn::AllTrue(d, hn::Le(share, hn::Zero(d)))) {
      hn::StoreU(height, d, out + i);
      continue;
    }
    // Waves across the slope, each as a mark has it, weighted by how near the mark is.
    const V across_x = hn::Div(hn::Neg(gy), slope), across_y = hn::Div(gx, slope);
    V cosines = hn::Zero(d), sines = hn::Zero(d);
    for (std::size_t k = 0; k < 9; ++k) {
      const V x = hn::LoadU(d, row.marks[k].x + i), y = hn::Sub(set(row.within), hn::LoadU(d, row.marks[k].y + i));
      constexpr float reach = 1.15F;
      const V rest =
          hn::Max(hn::Sub(set(1), hn::Mul(hn::Add(hn::Mul(x, x), hn::Mul(y, y)), set(1 / (reach * reach)))), hn::Zero(d));
      if (hn::AllTrue(d, hn::Le(rest, hn::Zero(d)))) continue;
      const V weight = hn::Mul(rest, hn::Mul(rest, rest));
      const V turns = hn::Add(hn::Add(hn::Mul(x, across_x), hn::Mul(y, across_y)), hn::LoadU(d, row.marks[k].turn + i));
      cosines = hn::Add(cosines, hn::Mul(weight, sine_of_turns(d, hn::Add(turns, set(0.25F)))));
      sines = hn::Add(sines, hn::Mul(weight, sine_of_turns(d, turns)));
    }
    const V size = hn::Sqrt(hn::Add(hn::Mul(cosines, cosines), hn::Mul(sines, sines)));
    const V crest = hn::Div(cosines, hn::Max(size, set(0.45F)));
    // 0 between gullies, 1 in them; sharpened, spurs are broad and gullies narrow.
    const V deep = hn::Mul(set(0.5F), hn::Sub(set(1), crest));
    const V form = hn::Mul(deep, hn::Add(set(1 - row.sharpness), hn::Mul(set(row.sharpness), deep)));
    const V depth = hn::Mul(hn::Min(slope, hn::Mul(set(1.6F), near)), set(row.depth));
    hn::StoreU(hn::Sub(height, hn::Mul(hn::Mul(depth, form), share)), d, out + i);
  }
}

}  // namespace
}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace craton {
namespace {

HWY_EXPORT(carve);

}  // namespace

void carve_gully_row(const GullyRow& row, std::size_t count, float* out) { HWY_DYNAMIC_DISPATCH(carve)(row, count, out); }

}  // namespace craton
#endif
