// The kernels of kite and hat noise on the lattice of simplex noise, for each instruction set. See kite_kernels.h.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "noise/kite_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>

#include "noise/kite_discs-inl.h"
#include "noise/kite_rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
namespace {

/// Below this many cells per sample discs are faster.
constexpr double most_cells_for_discs = 0.075;
/// Rows are taken in narrow parts, which meet few vertices beside those that their samples need.
constexpr std::uint32_t row_part_width = 64, row_part_height = 16;

template <class Use>
HWY_INLINE void for_each_part(const Chunk& chunk, std::uint32_t width, std::uint32_t height, const Use& use) {
  for (std::uint32_t y = 0; y < chunk.size[1]; y += height)
    for (std::uint32_t x = 0; x < chunk.size[0]; x += width) use(chunk.part(x, y, width, height));
}

void fill_chunk(const KiteOctave& octave, const KiteGrid& grid, const Chunk& chunk) {
  const bool wide =
      grid.simplex.cells_per_sample[0] <= most_cells_for_discs && grid.simplex.cells_per_sample[1] <= most_cells_for_discs;
  if (wide)
    for_each_part(chunk, kite_disc_width, kite_disc_rows,
                  [&](const Chunk& part) CRATON_INLINE_LAMBDA { KiteDiscFiller(octave, grid, part).fill(); });
  else
    for_each_part(chunk, row_part_width, row_part_height, [&](const Chunk& part) CRATON_INLINE_LAMBDA {
      KiteRowFiller<KiteValueRows>(octave, grid, part, KiteValueRows(part)).fill();
    });
}

void fill_slope_chunk(const KiteOctave& octave, const KiteGrid& grid, const Chunk& chunk, const SlopePlaces& out) {
  Chunk compact = chunk;  // what it says of its output is not looked at
  compact.out = nullptr;
  compact.addend = nullptr;
  compact.row_stride = 0;
  for_each_part(compact, row_part_width, row_part_height, [&](const Chunk& part) CRATON_INLINE_LAMBDA {
    KiteRowFiller<KiteSlopeRows>(octave, grid, part, KiteSlopeRows(chunk, part, out, grid.simplex.lattice.cells_per_metre()))
        .fill();
  });
}

/// False where the samples are scattered too far.
bool fill_part(const KiteOctave& octave, const KiteGrid& grid, const Chunk& part, const Displacement& metres,
               std::size_t stride) {
  return KiteRowFiller<KiteValueRows>(octave, grid, part, KiteValueRows(part)).fill_displaced(metres, stride);
}

bool fill_slope_part(const KiteOctave& octave, const KiteGrid& grid, const Chunk& chunk, const Chunk& part,
                     const Displacement& metres, const SlopePlaces& out) {
  const KiteSlopeRows rows(chunk, part, out, grid.simplex.lattice.cells_per_metre());
  return KiteRowFiller<KiteSlopeRows>(octave, grid, part, rows).fill_displaced(metres, chunk.size[0]);
}

void fill_points(const KiteOctave& octave, const SimplexPoints& points, const HatPoints* hats, float* out, bool add) {
  sum_kite_points<KiteValueSum>(octave, points, hats, [&](std::size_t i, const KiteValueSum& sum) CRATON_INLINE_LAMBDA {
    const KD d;
    hn::Store(add ? hn::Add(hn::Load(d, out + i), sum.value) : sum.value, d, out + i);
  });
}

void fill_slope_points(const KiteOctave& octave, float cells_per_metre, const SimplexPoints& points, const HatPoints* hats,
                       SlopeValues& out) {
  sum_kite_points<KiteSlopeSum>(octave, points, hats, [&](std::size_t i, const KiteSlopeSum& sum) CRATON_INLINE_LAMBDA {
    const KD d;
    hn::Store(sum.value, d, &out.value[i]);
    for (std::size_t a = 0; a < 2; ++a) hn::Store(hn::Mul(sum.slope[a], hn::Set(d, cells_per_metre)), d, &out.slope[a][i]);
  });
}

}  // namespace
}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace craton {
namespace {

HWY_EXPORT(fill_chunk);
HWY_EXPORT(fill_part);
HWY_EXPORT(fill_points);
HWY_EXPORT(fill_slope_chunk);
HWY_EXPORT(fill_slope_part);
HWY_EXPORT(fill_slope_points);

}  // namespace

void fill_kite_chunk(const KiteOctave& octave, const KiteGrid& grid, const Chunk& chunk) {
  HWY_DYNAMIC_DISPATCH(fill_chunk)(octave, grid, chunk);
}
bool fill_kite_part(const KiteOctave& octave, const KiteGrid& grid, const Chunk& part, const Displacement& metres,
                    std::size_t stride) {
  return HWY_DYNAMIC_DISPATCH(fill_part)(octave, grid, part, metres, stride);
}
void fill_kite_points(const KiteOctave& octave, const SimplexPoints& points, const HatPoints* hats, float* out, bool add) {
  HWY_DYNAMIC_DISPATCH(fill_points)(octave, points, hats, out, add);
}
void fill_kite_slopes(const KiteOctave& octave, const KiteGrid& grid, const Chunk& chunk, const SlopePlaces& out) {
  HWY_DYNAMIC_DISPATCH(fill_slope_chunk)(octave, grid, chunk, out);
}
bool fill_kite_slope_part(const KiteOctave& octave, const KiteGrid& grid, const Chunk& chunk, const Chunk& part,
                          const Displacement& metres, const SlopePlaces& out) {
  return HWY_DYNAMIC_DISPATCH(fill_slope_part)(octave, grid, chunk, part, metres, out);
}
void fill_kite_slope_points(const KiteOctave& octave, float cells_per_metre, const SimplexPoints& points, const HatPoints* hats,
                            SlopeValues& out) {
  HWY_DYNAMIC_DISPATCH(fill_slope_points)(octave, cells_per_metre, points, hats, out);
}

}  // namespace craton
#endif
