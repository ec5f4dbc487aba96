#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "stages/water/routing/flow_rows.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <cmath>

#include "stages/water/routing/flow_rows.h"

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

using F = hn::ScalableTag<float>;
using U = hn::RebindToUnsigned<F>;

/// Receivers of a vector of cells; `slope(k, there)` is how steeply it falls to neighbour k.
template <class Slope>
HWY_INLINE void steepest_vector(const SteepestRun& run, Cell cell, const Slope& slope) {
  const F f;
  const U u;
  const float* here = run.heights + cell;
  const auto height = hn::LoadU(f, here);
  const auto self = hn::Iota(u, cell);
  auto steepest = hn::Zero(f);
  auto receiver = self;
  for (int k = 0; k < 8; ++k) {
    const auto found = slope(k, hn::Sub(height, hn::LoadU(f, here + run.offsets[k])));
    const auto steeper = hn::Gt(found, steepest);
    steepest = hn::IfThenElse(steeper, found, steepest);
    receiver = hn::IfThenElse(hn::RebindMask(u, steeper), hn::Add(self, hn::Set(u, static_cast<Cell>(run.offsets[k]))), receiver);
  }
  const auto sea = hn::Lt(height, hn::Set(f, run.sea_level));
  hn::StoreU(hn::IfThenElse(hn::RebindMask(u, sea), self, receiver), u, run.receivers + cell);
}

template <class Slope>
HWY_INLINE void steepest_cell(const SteepestRun& run, Cell cell, const Slope& slope) {
  const float* here = run.heights + cell;
  float steepest = 0;
  Cell receiver = cell;
  for (int k = 0; k < 8; ++k) {
    const float found = slope(k, *here - here[run.offsets[k]]);
    if (!(found > steepest)) continue;
    steepest = found;
    receiver = cell + static_cast<Cell>(run.offsets[k]);
  }
  run.receivers[cell] = *here < run.sea_level ? cell : receiver;
}

void even_kernel(const SteepestRun& run, const float* inverse_lengths, Cell first, Cell last) {
  const F f;
  const auto lanes = static_cast<Cell>(hn::Lanes(f));
  Cell cell = first;
  for (; cell + lanes <= last; cell += lanes)
    steepest_vector(run, cell, [&](int k, auto drop) HWY_ATTR { return hn::Mul(drop, hn::Set(f, inverse_lengths[k])); });
  for (; cell < last; ++cell) steepest_cell(run, cell, [&](int k, float drop) HWY_ATTR { return drop * inverse_lengths[k]; });
}

void sphere_kernel(const SteepestRun& run, const Vec3f* sites, Cell first, Cell last) {
  const F f;
  const auto lanes = static_cast<Cell>(hn::Lanes(f));
  Cell cell = first;
  for (; cell + lanes <= last; cell += lanes) {
    hn::Vec<F> x, y, z;
    hn::LoadInterleaved3(f, &sites[cell].x, x, y, z);
    steepest_vector(run, cell, [&](int k, auto drop) HWY_ATTR {
      hn::Vec<F> tx, ty, tz;
      hn::LoadInterleaved3(f, &sites[cell + static_cast<Cell>(run.offsets[k])].x, tx, ty, tz);
      const auto dx = hn::Sub(tx, x), dy = hn::Sub(ty, y), dz = hn::Sub(tz, z);
      return hn::Div(drop, hn::Sqrt(hn::Add(hn::Add(hn::Mul(dx, dx), hn::Mul(dy, dy)), hn::Mul(dz, dz))));
    });
  }
  for (; cell < last; ++cell)
    steepest_cell(run, cell, [&](int k, float drop) HWY_ATTR {
      const Vec3f &from = sites[cell], &to = sites[cell + static_cast<Cell>(run.offsets[k])];
      const float dx = to.x - from.x, dy = to.y - from.y, dz = to.z - from.z;
      return drop / std::sqrt(dx * dx + dy * dy + dz * dz);
    });
}

std::size_t borders_kernel(const std::uint32_t* labels, const std::int32_t* offsets, Cell first, Cell last, Cell* to) {
  const U u;
  const auto lanes = static_cast<Cell>(hn::Lanes(u));
  std::size_t count = 0;
  Cell cell = first;
  for (; cell + lanes <= last; cell += lanes) {
    const auto here = hn::LoadU(u, labels + cell);
    auto differs = hn::Zero(u);
    for (int k = 4; k < 8; ++k) differs = hn::Or(differs, hn::Xor(here, hn::LoadU(u, labels + cell + offsets[k])));
    count += hn::CompressStore(hn::Iota(u, cell), hn::Ne(differs, hn::Zero(u)), u, to + count);
  }
  for (; cell < last; ++cell) {
    std::uint32_t differs = 0;
    for (int k = 4; k < 8; ++k) differs |= labels[cell] ^ labels[cell + static_cast<Cell>(offsets[k])];
    to[count] = cell;
    count += differs != 0 ? 1 : 0;
  }
  return count;
}

void raise_kernel(const std::uint32_t* labels, const float* levels, float* heights, std::size_t count) {
  const F f;
  const hn::RebindToSigned<F> s;
  const std::size_t lanes = hn::Lanes(f);
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    const auto level = hn::GatherIndex(f, levels, hn::BitCast(s, hn::LoadU(U(), labels + i)));
    hn::StoreU(hn::Max(hn::LoadU(f, heights + i), level), f, heights + i);
  }
  for (; i < count; ++i) heights[i] = heights[i] < levels[labels[i]] ? levels[labels[i]] : heights[i];
}

}  // namespace
}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace craton {
namespace {

HWY_EXPORT(even_kernel);
HWY_EXPORT(sphere_kernel);
HWY_EXPORT(borders_kernel);
HWY_EXPORT(raise_kernel);

}  // namespace

void steepest_even(const SteepestRun& run, const std::array<float, 8>& inverse_lengths, Cell first, Cell last) {
  HWY_DYNAMIC_DISPATCH(even_kernel)(run, inverse_lengths.data(), first, last);
}
void steepest_on_sphere(const SteepestRun& run, std::span<const Vec3f> sites, Cell first, Cell last) {
  HWY_DYNAMIC_DISPATCH(sphere_kernel)(run, sites.data(), first, last);
}
std::size_t cells_at_borders(const std::uint32_t* labels, const std::array<std::int32_t, 8>& offsets, Cell first, Cell last,
                             Cell* to) {
  return HWY_DYNAMIC_DISPATCH(borders_kernel)(labels, offsets.data(), first, last, to);
}
void raise_to_levels(const std::uint32_t* labels, const float* levels, float* heights, std::size_t count) {
  HWY_DYNAMIC_DISPATCH(raise_kernel)(labels, levels, heights, count);
}

}  // namespace craton
#endif
