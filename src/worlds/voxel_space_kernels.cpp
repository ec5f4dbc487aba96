// Noises in space between their samples, sixteen columns in a vector: compiled for every instruction set, the same bits on each.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "worlds/voxel_space_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "worlds/voxel_kernels.h"
#include "worlds/voxel_space_kernels.h"

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
namespace {

using D = hn::CappedTag<float, voxels::most_lanes>;
using DU = hn::RebindToUnsigned<D>;
using V = hn::Vec<D>;
using VU = hn::Vec<DU>;

HWY_INLINE V mix(V a, V b, V share) { return hn::Add(a, hn::Mul(hn::Sub(b, a), share)); }

HWY_INLINE V value_at(const voxels::FieldRow& row, int level, std::size_t x) {
  const D d;
  const std::size_t at = static_cast<std::size_t>(level - row.first) * row.pitch + x;
  return mix(hn::LoadU(d, row.near + at), hn::LoadU(d, row.far + at), hn::Set(d, row.share));
}

HWY_INLINE V share_of(int voxel) { return hn::Set(D(), static_cast<float>(voxel) / static_cast<float>(voxels::field_pace)); }

template <class Mask>
HWY_INLINE VU bit_where(Mask mask, int level, int voxel) {
  const DU du;
  const int bit = level % voxels::levels_per_half * voxels::field_pace + voxel;
  return hn::IfThenElseZero(hn::RebindMask(du, mask), hn::Set(du, std::uint32_t{1} << bit));
}

HWY_INLINE bool ends_half(const voxels::FieldLevels& levels, int level) {
  return level + 1 == levels.end || level % voxels::levels_per_half == voxels::levels_per_half - 1;
}
HWY_INLINE std::uint32_t* half_at(const voxels::FieldLevels& levels, int level, std::size_t x, std::uint32_t* bits) {
  return bits + static_cast<std::size_t>(level / voxels::levels_per_half) * levels.stride + x;
}

/// Whether two values and all between them are farther from zero than `width`.
HWY_INLINE auto beyond(V first, V second, V width) {
  const D d;
  return hn::Or(hn::Gt(hn::Min(first, second), width), hn::Lt(hn::Max(first, second), hn::Sub(hn::Zero(d), width)));
}

void tunnels(const voxels::FieldRow& a, const voxels::FieldRow& b, const voxels::FieldLevels& levels, float width,
             std::uint32_t* bits) {
  const D d;
  const DU du;
  const V wide = hn::Set(d, width), squared = hn::Mul(wide, wide);
  for (std::size_t x = 0; x < levels.count; x += hn::Lanes(d)) {
    V a0 = value_at(a, levels.begin, x), b0 = value_at(b, levels.begin, x);
    VU found = hn::Zero(du);
    for (int level = levels.begin; level < levels.end; ++level) {
      const V a1 = value_at(a, level + 1, x), b1 = value_at(b, level + 1, x);
      if (!hn::AllTrue(d, hn::Or(beyond(a0, a1, wide), beyond(b0, b1, wide))))
        for (int k = 0; k < voxels::field_pace; ++k) {
          const V u = mix(a0, a1, share_of(k)), v = mix(b0, b1, share_of(k));
          found = hn::Or(found, bit_where(hn::Lt(hn::Add(hn::Mul(u, u), hn::Mul(v, v)), squared), level, k));
        }
      if (ends_half(levels, level)) {
        hn::StoreU(found, du, half_at(levels, level, x, bits));
        found = hn::Zero(du);
      }
      a0 = a1;
      b0 = b1;
    }
  }
}

/// Up to where a column is solid at a voxel where the field has this value.
template <bool constant>
HWY_INLINE V limit_at(V height, V reach, V value, V threshold) {
  const D d;
  const V more = constant ? hn::IfThenElse(hn::Gt(value, threshold), reach, hn::Zero(d)) : hn::Mul(reach, value);
  return hn::Add(height, more);
}

template <bool constant>
HWY_INLINE void fill(const voxels::FieldRow& field, const voxels::OverhangRow& columns, const voxels::FieldLevels& levels,
                     std::uint32_t* bits) {
  const D d;
  const DU du;
  const V threshold = hn::Set(d, columns.threshold);
  for (std::size_t x = 0; x < levels.count; x += hn::Lanes(d)) {
    const V height = hn::LoadU(d, columns.height + x), reach = hn::LoadU(d, columns.reach + x);
    V low = value_at(field, levels.begin, x);
    VU solid = hn::Zero(du);
    for (int level = levels.begin; level < levels.end; ++level) {
      const V high = value_at(field, level + 1, x);
      for (int k = 0; k < voxels::field_pace; ++k) {
        const float middle = columns.floor + (static_cast<float>(level * voxels::field_pace + k) + 0.5F) * columns.voxel;
        const V limit = limit_at<constant>(height, reach, mix(low, high, share_of(k)), threshold);
        solid = hn::Or(solid, bit_where(hn::Lt(hn::Set(d, middle), limit), level, k));
      }
      if (ends_half(levels, level)) {
        hn::StoreU(solid, du, half_at(levels, level, x, bits));
        solid = hn::Zero(du);
      }
      low = high;
    }
  }
}

template <bool constant>
HWY_INLINE void fill_up(const voxels::FieldRow& field, const voxels::OverhangRow& columns, const voxels::FieldLevels& levels,
                        std::uint32_t* bits) {
  const D d;
  const DU du;
  for (std::size_t x = 0; x < levels.count; x += hn::Lanes(d)) {
    const V height = hn::LoadU(d, columns.height + x);
    const auto hollow = hn::Gt(hn::LoadU(d, columns.reach + x), hn::Zero(d));
    V low = value_at(field, levels.begin, x);
    VU solid = hn::Zero(du);
    for (int level = levels.begin; level < levels.end; ++level) {
      const V high = value_at(field, level + 1, x);
      for (int k = 0; k < voxels::field_pace; ++k) {
        const float above = (static_cast<float>(level * voxels::field_pace + k) + 0.5F) * columns.voxel;
        const V value = mix(low, high, share_of(k));
        const V limit = hn::Set(d, constant ? columns.threshold : 1 - 2 * (above / columns.ceiling));
        const auto added = hn::And(hollow, constant ? hn::Gt(value, limit) : hn::Lt(value, limit));
        solid = hn::Or(solid, bit_where(hn::Or(hn::Lt(hn::Set(d, columns.floor + above), height), added), level, k));
      }
      if (ends_half(levels, level)) {
        hn::StoreU(solid, du, half_at(levels, level, x, bits));
        solid = hn::Zero(du);
      }
      low = high;
    }
  }
}

void rising(const voxels::FieldRow& field, const voxels::OverhangRow& columns, const voxels::FieldLevels& levels,
            std::uint32_t* bits) {
  fill_up<false>(field, columns, levels, bits);
}
void everywhere(const voxels::FieldRow& field, const voxels::OverhangRow& columns, const voxels::FieldLevels& levels,
                std::uint32_t* bits) {
  fill_up<true>(field, columns, levels, bits);
}

void overhangs(const voxels::FieldRow& field, const voxels::OverhangRow& columns, const voxels::FieldLevels& levels,
               std::uint32_t* bits) {
  fill<false>(field, columns, levels, bits);
}
void ledges(const voxels::FieldRow& field, const voxels::OverhangRow& columns, const voxels::FieldLevels& levels,
            std::uint32_t* bits) {
  fill<true>(field, columns, levels, bits);
}

}  // namespace
}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace craton::voxels {
namespace {

HWY_EXPORT(tunnels);
HWY_EXPORT(overhangs);
HWY_EXPORT(ledges);
HWY_EXPORT(rising);
HWY_EXPORT(everywhere);

}  // namespace

void find_tunnels(const FieldRow& a, const FieldRow& b, const FieldLevels& levels, float width, std::uint32_t* bits) {
  HWY_DYNAMIC_DISPATCH(tunnels)(a, b, levels, width, bits);
}

void find_overhangs(const FieldRow& field, const OverhangRow& columns, const FieldLevels& levels, std::uint32_t* bits) {
  HWY_DYNAMIC_DISPATCH(overhangs)(field, columns, levels, bits);
}

void find_ledges(const FieldRow& field, const OverhangRow& columns, const FieldLevels& levels, std::uint32_t* bits) {
  HWY_DYNAMIC_DISPATCH(ledges)(field, columns, levels, bits);
}

void find_rising(const FieldRow& field, const OverhangRow& columns, const FieldLevels& levels, std::uint32_t* bits) {
  HWY_DYNAMIC_DISPATCH(rising)(field, columns, levels, bits);
}

void find_everywhere(const FieldRow& field, const OverhangRow& columns, const FieldLevels& levels, std::uint32_t* bits) {
  HWY_DYNAMIC_DISPATCH(everywhere)(field, columns, levels, bits);
}

}  // namespace craton::voxels
#endif
