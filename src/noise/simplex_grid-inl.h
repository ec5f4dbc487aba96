// Simplex noise on grids: by discs where cells are wide, by rows otherwise. Included once per target.
#if defined(CRATON_NOISE_SIMPLEX_GRID_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CRATON_NOISE_SIMPLEX_GRID_INL
#undef CRATON_NOISE_SIMPLEX_GRID_INL
#else
#define CRATON_NOISE_SIMPLEX_GRID_INL
#endif

#include <hwy/highway.h>

#include <algorithm>

#include "noise/simplex_discs-inl.h"
#include "noise/simplex_region.h"
#include "noise/simplex_sum-inl.h"

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Where the values of a chunk go.
template <int Dimensions>
class SimplexValueRows {
 public:
  using Sum = SimplexValueSum<Dimensions>;

  explicit SimplexValueRows(const Chunk& chunk) : chunk_(chunk) {}

  /// Samples i … of row j of slice k.
  HWY_INLINE void store(const Sum& sum, std::uint32_t i, std::uint32_t j, std::uint32_t k) const {
    const D d;
    V value = sum.value;
    float* out = chunk_.out + i + j * chunk_.row_stride + k * chunk_.slice_stride;
    const float* addend =
        chunk_.addend ? chunk_.addend + i + j * chunk_.addend_row_stride + k * chunk_.addend_slice_stride : nullptr;
    const std::uint32_t room = chunk_.size[0] - i;
    if (HWY_LIKELY(room >= hn::Lanes(d))) {
      if (addend) value = hn::Add(hn::LoadU(d, addend), value);
      hn::StoreU(value, d, out);
      return;
    }
    HWY_ALIGN float rest[hn::MaxLanes(d)];
    hn::Store(value, d, rest);
    for (std::uint32_t r = 0; r < room; ++r) out[r] = addend ? addend[r] + rest[r] : rest[r];
  }

 private:
  const Chunk& chunk_;
};

/// Takes the samples of a chunk row by row, each with the corners of its own simplex. Skewed places are numbers with 10 bits
/// of cells and 22 of fractions, relative to the first cell; their rounding may mistake a sample's simplex within 2^-21 of an
/// edge, where the corners that differ contribute nothing.
template <int Dimensions, class Rows>
class SimplexRowFiller {
 public:
  SimplexRowFiller(const SimplexOctave& octave, const SimplexGrid& grid, const Chunk& chunk, const Rows& rows)
      : octave_(octave), grid_(grid), chunk_(chunk), rows_(rows), region_(grid, chunk) {}

  HWY_INLINE void fill() {
    for (int a = 0; a < Dimensions; ++a) {
      table_[a].make(grid_.lattice, a, region_.first.cell[a], region_.reach[a] + 2);
      const double step = grid_.cells_per_sample[0] * (grid_.lattice.skew() + (a == 0 ? 1 : 0));
      for (std::uint32_t i = 0; i < chunk_.size[0] + hn::Lanes(d); ++i) skewed_[a][i] = fixed(step * i);
    }
    if constexpr (Dimensions == 2) {
      // How many indices along y one vector may cross; where they are few, gradients are made once per corner.
      const double across = static_cast<double>(hn::Lanes(d) - 1) * grid_.cells_per_sample[0] * grid_.lattice.skew();
      if (across < 2 && gradients_fit()) {
        make_gradients();
        return across < 1 ? fill_rows<1>() : fill_rows<2>();
      }
    }
    fill_rows<0>();
  }

 private:
  using Sum = typename Rows::Sum;
  static constexpr D d{};
  static constexpr DU du{};
  static constexpr int fraction_bits = 22;
  static constexpr int table_width = 64, table_height = 32;

  static std::uint32_t fixed(double cells) { return static_cast<std::uint32_t>(cells * (1 << fraction_bits) + 0.5); }

  bool gradients_fit() const {
    return region_.reach[0] + 2 + static_cast<int>(hn::Lanes(d)) <= table_width && region_.reach[1] + 3 <= table_height;
  }

  void make_gradients() {
    for (int j = 0; j < region_.reach[1] + 2; ++j)
      for (int i = 0; i < region_.reach[0] + 2; i += static_cast<int>(hn::Lanes(d))) {
        const VU low = hn::Add(hn::Load(du, &table_[0].low[i]), hn::Set(du, table_[1].low[j]));
        const VU high = hn::Add(hn::Load(du, &table_[0].high[i]), hn::Set(du, table_[1].high[j]));
        V gradient[2];
        corner_gradient<2>(lattice_point_hash(du, low, high), octave_, gradient);
        for (int a = 0; a < 2; ++a) hn::Store(gradient[a], d, &gradient_[a][j * table_width + i]);
      }
  }

  template <int Across>
  HWY_INLINE void fill_rows() {
    for (std::uint32_t k = 0; k < chunk_.size[2]; ++k)
      for (std::uint32_t j = 0; j < chunk_.size[1]; ++j) fill_row<Across>(j, k);
  }

  /// Where one vector of samples lies.
  struct Place {
    VU inside[Dimensions];             ///< skewed fractions
    VU index[Dimensions];              ///< relative to the first cell
    std::uint32_t lowest[Dimensions];  ///< index of the first lane, which is the smallest

    // NOLINTNEXTLINE(modernize-use-equals-default): g++ compiles that one without the target that vectors need (NEON)
    HWY_INLINE Place() {}
  };

  template <int Across>
  HWY_NOINLINE void fill_row(std::uint32_t j, std::uint32_t k) {
    const std::uint32_t row[4] = {0, j, k, 0};
    std::uint32_t start[Dimensions];
    VU home[Dimensions];  // position of the first cell's corner off the row, in steps
    std::uint32_t cell_sum = 0;
    for (int a = 0; a < Dimensions; ++a) cell_sum += static_cast<std::uint32_t>(region_.first.cell[a]);
    for (int a = 0; a < Dimensions; ++a) {
      double cells = std::max(region_.first.inside[a], 0.0);
      for (int b = 1; b < Dimensions; ++b)
        cells += row[b] * grid_.cells_per_sample[b] * (grid_.lattice.skew() + (a == b ? 1 : 0));
      start[a] = fixed(cells);
      const std::uint32_t sample = a == 0 ? 0 : grid_.place[a][chunk_.begin[a] + row[a]];
      home[a] = hn::Set(
          du, sample - (static_cast<std::uint32_t>(region_.first.cell[a]) << simplex_step_bits) + cell_sum * unskew_steps());
    }
    const std::uint32_t* place_x = grid_.place[0].data() + chunk_.begin[0];
    const auto lanes = static_cast<std::uint32_t>(hn::Lanes(d));
    for (std::uint32_t i = 0; i < chunk_.size[0]; i += lanes) {
      Place place;
      VU first[Dimensions];
      VU index_sum = hn::Zero(du);
      unrolled<Dimensions>([&](auto a) CRATON_INLINE_LAMBDA {
        const VU skewed = hn::Add(hn::Load(du, &skewed_[a][i]), hn::Set(du, start[a]));
        place.inside[a] = hn::And(skewed, hn::Set(du, (1U << fraction_bits) - 1));
        place.index[a] = hn::ShiftRight<fraction_bits>(skewed);
        place.lowest[a] = (skewed_[a][i] + start[a]) >> fraction_bits;
        index_sum = hn::Add(index_sum, place.index[a]);
      });
      const VU unskewed = hn::Mul(index_sum, hn::Set(du, unskew_steps()));
      unrolled<Dimensions>([&](auto a) CRATON_INLINE_LAMBDA {
        first[a] = hn::Add(hn::Sub(home[a], hn::ShiftLeft<simplex_step_bits>(place.index[a])), unskewed);
        if constexpr (a == 0) first[a] = hn::Add(first[a], hn::LoadU(du, place_x + i));
      });
      if constexpr (Across > 0)
        rows_.store(sum_from_table<Across>(place, first), i, j, k);
      else
        rows_.store(sum_from_keys(place, first), i, j, k);
    }
  }

  /// Which lanes of a table that starts at the vector's lowest index hold each sample's. Lanes past the row may be anything.
  HWY_INLINE auto pick(const Place& place, int a) const {
    const VU beyond = hn::Sub(place.index[a], hn::Set(du, place.lowest[a]));
    return hn::IndicesFromVec(du, hn::Min(beyond, hn::Set(du, static_cast<std::uint32_t>(hn::Lanes(d) - 1))));
  }

  HWY_INLINE Sum sum_from_keys(const Place& place, const VU (&first)[Dimensions]) const {
    KeysAround keys[Dimensions];
    unrolled<Dimensions>([&](auto a) CRATON_INLINE_LAMBDA {
      const auto lanes = pick(place, a);
      unrolled<2>([&](auto side) CRATON_INLINE_LAMBDA {
        keys[a].low[side] = hn::TableLookupLanes(hn::LoadU(du, &table_[a].low[place.lowest[a] + side]), lanes);
        keys[a].high[side] = hn::TableLookupLanes(hn::LoadU(du, &table_[a].high[place.lowest[a] + side]), lanes);
      });
    });
    return hashed_simplex_sum<Sum>(octave_, unskew_steps(), first, place.inside, keys);
  }

  /// Gradients from rows lowest … lowest + Across + 1 of the table: for each row those of the indices before and after along
  /// x, then for each sample those of its own row.
  template <int Across>
  HWY_INLINE Sum sum_from_table(const Place& place, const VU (&first)[2]) const {
    const SimplexPath<2> path(place.inside);
    const auto lanes = pick(place, 0);
    const VU row = hn::Sub(place.index[1], hn::Set(du, place.lowest[1]));
    V corner[3][2];
    unrolled<2>([&](auto a) CRATON_INLINE_LAMBDA {
      V before[Across + 2], after[Across + 2];
      unrolled<Across + 2>([&](auto r) CRATON_INLINE_LAMBDA {
        const float* gradients = &gradient_[a][(place.lowest[1] + r) * table_width + place.lowest[0]];
        before[r] = hn::BitCast(d, hn::TableLookupLanes(hn::BitCast(du, hn::LoadU(d, gradients)), lanes));
        after[r] = hn::BitCast(d, hn::TableLookupLanes(hn::BitCast(du, hn::LoadU(d, gradients + 1)), lanes));
      });
      V same_before = before[0], next_before = before[1], same_after = after[0], next_after = after[1];
      unrolled<Across>([&](auto r) CRATON_INLINE_LAMBDA {
        const auto further = hn::RebindMask(d, hn::Eq(row, hn::Set(du, r + 1U)));
        same_before = hn::IfThenElse(further, before[r + 1], same_before);
        same_after = hn::IfThenElse(further, after[r + 1], same_after);
        next_before = hn::IfThenElse(further, before[r + 2], next_before);
        next_after = hn::IfThenElse(further, after[r + 2], next_after);
      });
      corner[0][a] = same_before;
      corner[1][a] = hn::IfThenElse(hn::RebindMask(d, path.step[0][0]), same_after, next_before);
      corner[2][a] = next_after;
    });
    return simplex_sum<Sum>(octave_, unskew_steps(), first, path, [&](auto c, V(&gradient)[2]) CRATON_INLINE_LAMBDA {
      gradient[0] = corner[c][0];
      gradient[1] = corner[c][1];
    });
  }

  std::uint32_t unskew_steps() const { return grid_.lattice.unskew_steps(); }

  const SimplexOctave& octave_;
  const SimplexGrid& grid_;
  const Chunk& chunk_;
  const Rows rows_;
  const SimplexRegion<Dimensions> region_;
  SimplexKeys table_[Dimensions];
  AlignedArray<std::uint32_t, max_chunk_width + 16> skewed_[Dimensions];
  AlignedArray<float, Dimensions == 2 ? table_width * table_height : 1> gradient_[2];
};

/// Below this many cells per sample discs are faster.
inline constexpr double most_cells_for_discs = 0.075;

/// Rows are taken in narrow parts, which meet few lattice corners beside those that their samples need.
inline constexpr std::uint32_t row_part_width = 64, row_part_height = 16;

template <int Dimensions>
HWY_INLINE void fill_simplex(const SimplexOctave& octave, const SimplexGrid& grid, const Chunk& chunk) {
  using Rows = SimplexValueRows<Dimensions>;
  bool wide = true;
  for (int a = 0; a < HWY_MIN(Dimensions, 3); ++a)  // along w a chunk has one sample
    wide = wide && grid.cells_per_sample[a] <= most_cells_for_discs;
  const std::uint32_t part_width = wide ? max_chunk_width : row_part_width;
  const std::uint32_t part_height = wide ? disc_part_height : row_part_height;
  for (std::uint32_t y = 0; y < chunk.size[1]; y += part_height)
    for (std::uint32_t x = 0; x < chunk.size[0]; x += part_width) {
      const Chunk part = chunk.part(x, y, part_width, part_height);
      if (wide)
        DiscFiller<Dimensions>(octave, grid, part).fill();
      else
        SimplexRowFiller<Dimensions, Rows>(octave, grid, part, Rows(part)).fill();
    }
}

HWY_INLINE void fill_simplex_chunk(const SimplexOctave& octave, const SimplexGrid& grid, const Chunk& chunk) {
  if (grid.shape.dimensions == 2) return fill_simplex<2>(octave, grid, chunk);
  if (grid.shape.dimensions == 3) return fill_simplex<3>(octave, grid, chunk);
  return fill_simplex<4>(octave, grid, chunk);
}

}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
