#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "noise/key_runs.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>

#include "base/simd/lattice_hash-inl.h"
#include "base/simd/unroll-inl.h"
#include "noise/key_runs.h"

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
namespace {

using DI = hn::ScalableTag<std::int32_t>;
using DU = hn::RebindToUnsigned<DI>;
using VI = hn::Vec<DI>;

template <Mix32 Mix, bool TwoRuns>
HWY_INLINE void keys_of_runs(const std::int32_t* cells, std::size_t count, const KeyRuns& runs, KeysOfPoints& out) {
  const DI di;
  const DU du;
  const auto choose = [&](VI at, std::uint32_t KeyRuns::Run::*number) CRATON_INLINE_LAMBDA {
    const auto first = hn::Set(du, runs.run[0].*number);
    if constexpr (!TwoRuns) return first;
    return hn::IfThenElse(hn::RebindMask(du, hn::Lt(at, hn::Set(di, runs.second))), first, hn::Set(du, runs.run[1].*number));
  };
  for (std::size_t i = 0; i < count; i += hn::Lanes(di))
    unrolled<2>([&](auto side) CRATON_INLINE_LAMBDA {
      const VI at = hn::Add(hn::Load(di, cells + i), hn::Set(di, side));
      const auto cell = hn::Add(hn::BitCast(du, at), choose(at, &KeyRuns::Run::cell));
      hn::Store(axis_key_low<Mix>(du, cell, choose(at, &KeyRuns::Run::low)), du, &out.low[side][i]);
      hn::Store(choose(at, &KeyRuns::Run::high), du, &out.high[side][i]);
    });
}

template <Mix32 Mix>
void keys_of_axis(const std::int32_t* cells, std::size_t count, const KeyRuns& runs, KeysOfPoints& out) {
  if (runs.second == KeyRuns().second) return keys_of_runs<Mix, false>(cells, count, runs, out);
  return keys_of_runs<Mix, true>(cells, count, runs, out);
}

void make_keys_of_axis(int axis, bool quick, const std::int32_t* cells, std::size_t count, const KeyRuns& runs,
                       KeysOfPoints& out) {
  constexpr decltype(&keys_of_axis<axis_mix[0]>) by_mix[2][4] = {
      {keys_of_axis<full_mix.axis[0]>, keys_of_axis<full_mix.axis[1]>, keys_of_axis<full_mix.axis[2]>,
       keys_of_axis<full_mix.axis[3]>},
      {keys_of_axis<quick_mix.axis[0]>, keys_of_axis<quick_mix.axis[1]>, keys_of_axis<quick_mix.axis[2]>,
       keys_of_axis<quick_mix.axis[3]>}};
  by_mix[quick][axis](cells, count, runs, out);
}

}  // namespace
}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace craton {

HWY_EXPORT(make_keys_of_axis);

std::optional<KeyRuns> KeyRuns::find(AxisKeys& keys, std::uint64_t lattice_cells, std::uint64_t first, std::int32_t lowest,
                                     std::int32_t highest) {
  KeyRuns runs;
  std::int64_t at = lowest;
  std::uint64_t cell = first;
  for (Run& run : runs.run) {
    const std::uint64_t block = keys.block(static_cast<std::uint32_t>(cell >> 32));
    run = {static_cast<std::uint32_t>(cell) - static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(block),
           static_cast<std::uint32_t>(block >> 32)};
    std::uint64_t length = (std::uint64_t{1} << 32) - (cell & 0xffffffffU);
    if (lattice_cells != 0) length = std::min(length, lattice_cells - cell);
    if (length > static_cast<std::uint64_t>(highest + std::int64_t{1} - at)) return runs;
    at += static_cast<std::int64_t>(length);
    if (&run == &runs.run[0]) runs.second = static_cast<std::int32_t>(at);
    cell += length;
    if (cell == lattice_cells) cell = 0;
  }
  return std::nullopt;
}

void make_keys(int axis, bool quick, const std::int32_t* cells, std::size_t count, const KeyRuns& runs, KeysOfPoints& out) {
  HWY_DYNAMIC_DISPATCH(make_keys_of_axis)(axis, quick, cells, count, runs, out);
}

}  // namespace craton
#endif
