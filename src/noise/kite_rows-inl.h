// Kite and hat noise on grids, sample by sample: rows of a chunk, displaced or not. Included once per target.
#if defined(CRATON_NOISE_KITE_ROWS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CRATON_NOISE_KITE_ROWS_INL
#undef CRATON_NOISE_KITE_ROWS_INL
#else
#define CRATON_NOISE_KITE_ROWS_INL
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cmath>

#include "base/simd/nearest-inl.h"
#include "noise/element.h"
#include "noise/kite_grid.h"
#include "noise/kite_sum-inl.h"
#include "noise/simplex_region.h"

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Where the values of a chunk go.
class KiteValueRows {
 public:
  using Sum = KiteValueSum;

  explicit KiteValueRows(const Chunk& chunk) : chunk_(chunk) {}

  /// Samples i … of row j.
  HWY_INLINE void store(const Sum& sum, std::uint32_t i, std::uint32_t j) const {
    const KD d;
    float* out = chunk_.out + i + j * chunk_.row_stride;
    const float* addend = chunk_.addend ? chunk_.addend + i + j * chunk_.addend_row_stride : nullptr;
    const std::uint32_t room = chunk_.size[0] - i;
    if (HWY_LIKELY(room >= hn::Lanes(d)))
      return hn::StoreU(addend ? hn::Add(hn::LoadU(d, addend), sum.value) : sum.value, d, out);
    HWY_ALIGN float rest[hn::MaxLanes(d)];
    hn::Store(sum.value, d, rest);
    for (std::uint32_t r = 0; r < room; ++r) out[r] = addend ? addend[r] + rest[r] : rest[r];
  }

 private:
  const Chunk& chunk_;
};

/// Where values and slopes of a part of a chunk go, into compact arrays.
class KiteSlopeRows {
 public:
  using Sum = KiteSlopeSum;

  KiteSlopeRows(const Chunk& chunk, const Chunk& part, const SlopePlaces& out, float cells_per_metre)
      : stride_(chunk.size[0]),
        width_(part.size[0]),
        out_(out.from((part.begin[0] - chunk.begin[0]) + stride_ * (part.begin[1] - chunk.begin[1]))),
        cells_per_metre_(cells_per_metre) {}

  HWY_INLINE void store(const Sum& sum, std::uint32_t i, std::uint32_t j) const {
    const KV scale = hn::Set(KD(), cells_per_metre_);
    const std::size_t at = i + j * stride_;
    put(sum.value, width_ - i, out_.value + at);
    put(hn::Mul(sum.slope[0], scale), width_ - i, out_.slope[0] + at);
    put(hn::Mul(sum.slope[1], scale), width_ - i, out_.slope[1] + at);
  }

 private:
  static HWY_INLINE void put(KV values, std::size_t room, float* out) {
    const KD d;
    if (HWY_LIKELY(room >= hn::Lanes(d))) return hn::StoreU(values, d, out);
    HWY_ALIGN float rest[hn::MaxLanes(d)];
    hn::Store(values, d, rest);
    std::copy_n(rest, room, out);
  }

  std::size_t stride_, width_;
  SlopePlaces out_;
  float cells_per_metre_;
};

/// Takes the samples of a part of a chunk row by row, each with the corners of its own kite. Skewed places are numbers with 10
/// bits of cells and 22 of fractions; their rounding may mistake a sample's triangle within 2^-20 of a side, where the corners
/// that differ contribute nothing.
template <class Rows>
class KiteRowFiller {
 public:
  KiteRowFiller(const KiteOctave& octave, const KiteGrid& grid, const Chunk& part, const Rows& rows)
      : octave_(octave), grid_(grid), part_(part), rows_(rows), region_(grid.simplex, part) {}

  HWY_INLINE void fill() {
    const std::int64_t none[2] = {0, 0};
    if (!prepare(none, none)) return;
    for (std::uint32_t j = 0; j < part_.size[1]; ++j) fill_row(j);
  }

  /// Samples moved by metres, whose rows lie `stride` apart. False where they are scattered too far.
  HWY_INLINE bool fill_displaced(const Displacement& metres, std::size_t stride) {
    const double skew = grid_.simplex.lattice.skew();
    const float cells_per_metre = grid_.simplex.lattice.cells_per_metre();
    double low[2], high[2];
    for (std::size_t a = 0; a < 2; ++a) {
      Extent all = extent_of(metres.metres[a], part_.size[0]);
      for (std::uint32_t j = 1; j < part_.size[1]; ++j) {
        const Extent one = extent_of(metres.metres[a] + j * stride, part_.size[0]);
        all = {std::min(all.low, one.low), std::max(all.high, one.high)};
      }
      low[a] = double{all.low} * double{cells_per_metre};
      high[a] = double{all.high} * double{cells_per_metre};
      if (!(low[a] > -most_cells && high[a] < most_cells)) return false;
    }
    std::int64_t below[2], above[2];
    for (std::size_t a = 0; a < 2; ++a) {  // a cell of room on either side for rounding
      below[a] = static_cast<std::int64_t>(std::floor(low[a] + skew * (low[0] + low[1]))) - 1;
      above[a] = static_cast<std::int64_t>(std::floor(high[a] + skew * (high[0] + high[1]))) + 2;
    }
    if (!prepare(below, above)) return false;
    for (std::uint32_t j = 0; j < part_.size[1]; ++j) fill_displaced_row(j, metres.from(j * stride));
    return true;
  }

 private:
  using Sum = typename Rows::Sum;
  static constexpr KD d{};
  static constexpr KDU du{};
  static constexpr KDI di{};
  static constexpr int fraction_bits = 22;
  static constexpr double most_cells = 10;

  static std::uint32_t fixed(double cells) {
    return static_cast<std::uint32_t>(static_cast<std::int64_t>(std::floor(cells * (1 << fraction_bits) + 0.5)));
  }
  std::uint32_t unskew_steps() const { return grid_.simplex.lattice.unskew_steps(); }

  /// Tables for samples whose cells lie between those of the region, `below` and `above`.
  bool prepare(const std::int64_t (&below)[2], const std::int64_t (&above)[2]) {
    std::int64_t count[2];
    for (int a = 0; a < 2; ++a) {
      first_[a] = region_.first.cell[static_cast<std::size_t>(a)] + below[a];
      start_[a] = std::max(region_.first.inside[static_cast<std::size_t>(a)], 0.0) - static_cast<double>(below[a]);
      count[a] = region_.reach[a] + above[a] - below[a] + 2;
      if (count[a] + 2 + 16 > SimplexKeys::capacity) return false;
      // One more on either side: hats have their vertices there.
      keys_[a].make(grid_.simplex.lattice, a, first_[a] - 1, static_cast<int>(count[a] + 2));
      const double step = grid_.simplex.cells_per_sample[0] * (grid_.simplex.lattice.skew() + (a == 0 ? 1 : 0));
      for (std::uint32_t i = 0; i < part_.size[0] + hn::Lanes(d); ++i)
        skewed_[a][i] = fixed(step * std::min(i, part_.size[0] - 1));  // lanes past the row stay at its last sample
    }
    if (octave_.hats) {
      if (!HatMap::fits(count[0], count[1])) return false;
      grid_.make_map({first_[0], first_[1]}, count[0], count[1], map_);
    }
    return true;
  }

  /// What a row's samples share: skewed place and steps of the first key's vertex from the row.
  struct RowStart {
    std::uint32_t skewed[2], home[2];
  };
  RowStart row_start(std::uint32_t j) const {
    RowStart row;
    const std::uint32_t cell_sum = static_cast<std::uint32_t>(first_[0]) + static_cast<std::uint32_t>(first_[1]);
    for (std::size_t a = 0; a < 2; ++a) {
      row.skewed[a] =
          fixed(start_[a] + j * grid_.simplex.cells_per_sample[1] * (grid_.simplex.lattice.skew() + (a == 1 ? 1 : 0)));
      const std::uint32_t sample = a == 0 ? 0 : grid_.simplex.place[1][part_.begin[1] + j];
      row.home[a] = sample - (static_cast<std::uint32_t>(first_[a]) << simplex_step_bits) + cell_sum * unskew_steps();
    }
    return row;
  }

  HWY_INLINE void fill_row(std::uint32_t j) const {
    const RowStart row = row_start(j);
    const std::uint32_t* place_x = grid_.simplex.place[0].data() + part_.begin[0];
    for (std::uint32_t i = 0; i < part_.size[0]; i += static_cast<std::uint32_t>(hn::Lanes(d))) {
      KVU skewed[2], place[2];
      std::uint32_t lowest[2];
      unrolled<2>([&](auto a) CRATON_INLINE_LAMBDA {
        skewed[a] = hn::Add(hn::Load(du, &skewed_[a][i]), hn::Set(du, row.skewed[a]));
        lowest[a] = (skewed_[a][i] + row.skewed[a]) >> fraction_bits;
        place[a] = hn::Set(du, row.home[a]);
      });
      place[0] = hn::Add(place[0], hn::LoadU(du, place_x + i));
      const auto keys_of = [&](int a, KVU index, KiteKeys& keys) CRATON_INLINE_LAMBDA {
        const KVU beyond = hn::Sub(index, hn::Set(du, lowest[a]));
        const auto lanes = hn::IndicesFromVec(du, hn::Min(beyond, hn::Set(du, static_cast<std::uint32_t>(hn::Lanes(d) - 1))));
        unrolled<2>([&](auto side) CRATON_INLINE_LAMBDA {
          keys.low[side] = hn::TableLookupLanes(hn::LoadU(du, &keys_[a].low[lowest[a] + 1 + side]), lanes);
          keys.high[side] = hn::TableLookupLanes(hn::LoadU(du, &keys_[a].high[lowest[a] + 1 + side]), lanes);
        });
      };
      rows_.store(sum(skewed, place, keys_of), i, j);
    }
  }

  HWY_INLINE void fill_displaced_row(std::uint32_t j, const Displacement& metres) const {
    const RowStart row = row_start(j);
    const double skew = grid_.simplex.lattice.skew();
    const KV to_fine = hn::Set(d, grid_.simplex.lattice.cells_per_metre() * 0x1p24F);
    const std::uint32_t* place_x = grid_.simplex.place[0].data() + part_.begin[0];
    const auto lanes = static_cast<std::uint32_t>(hn::Lanes(d));
    for (std::uint32_t i = 0; i < part_.size[0]; i += lanes) {
      const std::uint32_t used = std::min(lanes, part_.size[0] - i);
      hn::Vec<KDI> moved[2];  // in 2^-24 cells
      unrolled<2>([&](auto a) CRATON_INLINE_LAMBDA {
        const float* from = metres.metres[a] + i;
        HWY_ALIGN float last[hn::MaxLanes(d)];
        if (HWY_UNLIKELY(used < lanes)) {
          for (std::uint32_t lane = 0; lane < lanes; ++lane) last[lane] = from[std::min(lane, used - 1)];
          from = last;
        }
        moved[a] = nearest_small_int(hn::Mul(hn::LoadU(d, from), to_fine));
      });
      // F times the sum of both: whole cells with 26 bits of F, the rest in floating point.
      const auto both = hn::Add(moved[0], moved[1]);
      const KV rest = hn::ConvertTo(d, hn::And(both, hn::Set(di, 0xffffff)));
      const auto skew_26 = hn::Set(di, static_cast<std::int32_t>(skew * 0x1p26 + 0.5));
      const auto shared = hn::Add(hn::ShiftRight<4>(hn::Mul(hn::ShiftRight<24>(both), skew_26)),
                                  nearest_small_int(hn::Mul(rest, hn::Set(d, static_cast<float>(skew * 0x1p-2)))));
      KVU skewed[2], place[2];
      unrolled<2>([&](auto a) CRATON_INLINE_LAMBDA {
        skewed[a] = hn::Add(hn::Add(hn::Load(du, &skewed_[a][i]), hn::Set(du, row.skewed[a])),
                            hn::BitCast(du, hn::Add(hn::ShiftRight<2>(moved[a]), shared)));
        place[a] = hn::Add(hn::Set(du, row.home[a]), hn::BitCast(du, hn::ShiftLeft<simplex_step_bits - 24>(moved[a])));
      });
      place[0] = hn::Add(place[0], hn::LoadU(du, place_x + i));
      const auto keys_of = [&](int a, KVU index, KiteKeys& keys) CRATON_INLINE_LAMBDA {
        const auto at = hn::BitCast(di, index);
        unrolled<2>([&](auto side) CRATON_INLINE_LAMBDA {
          keys.low[side] = hn::GatherIndex(du, &keys_[a].low[1 + side], at);
          keys.high[side] = hn::GatherIndex(du, &keys_[a].high[1 + side], at);
        });
      };
      rows_.store(sum(skewed, place, keys_of), i, j);
    }
  }

  /// `place`: steps of the samples from the first key's vertex.
  template <class KeysOf>
  HWY_INLINE Sum sum(const KVU (&skewed)[2], KVU (&place)[2], const KeysOf& keys_of) const {
    KVU index[2], inside[2];
    KiteKeys keys[2];
    unrolled<2>([&](auto a) CRATON_INLINE_LAMBDA {
      inside[a] = hn::And(skewed[a], hn::Set(du, (1U << fraction_bits) - 1));
      index[a] = hn::ShiftRight<fraction_bits>(skewed[a]);
      keys_of(a, index[a], keys[a]);
    });
    const KVU unskewed = hn::Mul(hn::Add(index[0], index[1]), hn::Set(du, unskew_steps()));
    unrolled<2>([&](auto a) CRATON_INLINE_LAMBDA {
      place[a] = hn::Add(hn::Sub(place[a], hn::ShiftLeft<simplex_step_bits>(index[a])), unskewed);
    });
    const KMask by_0 = hn::RebindMask(d, hn::Not(hn::Lt(hn::BitCast(di, inside[0]), hn::BitCast(di, inside[1]))));
    return kite_sum<StepPlaces, Sum>(octave_, place[0], place[1], by_0, KiteVertexKeys{keys[0], keys[1]},
                                     [&](const KiteChoice& choice, KVU& hash, KVU& direction)
                                         CRATON_INLINE_LAMBDA { find_hats(choice, index, hash, direction); });
  }

  /// The hat of each lane's kite, from the map.
  HWY_INLINE void find_hats(const KiteChoice& choice, const KVU (&index)[2], KVU& hash, KVU& direction) const {
    const KVU one = hn::Set(du, 1U);
    const auto step = [&](KMask mask) CRATON_INLINE_LAMBDA { return hn::IfThenElseZero(hn::RebindMask(du, mask), one); };
    const KVU a = hn::Add(index[0], step(hn::Or(choice.third, hn::And(choice.second, choice.by_0))));
    const KVU b = hn::Add(index[1], step(hn::Or(choice.third, hn::AndNot(choice.by_0, choice.second))));
    const KVU at = hn::Add(a, hn::Mul(b, hn::Set(du, static_cast<std::uint32_t>(map_.width))));
    const KVU code = hn::GatherIndex(du, map_.code.data, hn::BitCast(di, at));
    // Of the kite's two long sides, directions k and k + 1, the one that is as odd as the code says.
    const KVU k = choice.kite();
    const KVU next = hn::Add(k, hn::And(hn::Xor(k, code), one));
    direction = hn::IfThenZeroElse(hn::Eq(next, hn::Set(du, 6U)), next);
    const auto pair = hn::Add(hn::ShiftRight<1>(direction), hn::And(direction, hn::Set(du, 6U)));  // three bits each
    const KVU owner = hn::And(hn::Shr(hn::ShiftRight<1>(code), pair), hn::Set(du, 7U));
    const auto owner_index = hn::BitCast(di, owner);
    const auto hat_a = hn::Add(hn::BitCast(di, a), hn::GatherIndex(di, owner_a, owner_index));
    const auto hat_b = hn::Add(hn::BitCast(di, b), hn::GatherIndex(di, owner_b, owner_index));
    const KVU low = hn::Add(hn::GatherIndex(du, &keys_[0].low[0], hat_a), hn::GatherIndex(du, &keys_[1].low[0], hat_b));
    const KVU high = hn::Add(hn::GatherIndex(du, &keys_[0].high[0], hat_a), hn::GatherIndex(du, &keys_[1].high[0], hat_b));
    hash =
        lattice_point_hash(du, hn::Add(low, hn::Set(du, octave_.hat_key.low)), hn::Add(high, hn::Set(du, octave_.hat_key.high)));
  }

  /// hat_vertex_of_code, counted from the first key, which is one before the first cell.
  static constexpr std::int32_t owner_a[8] = {1, 2, 2, 1, 0, 0, 1, 1};
  static constexpr std::int32_t owner_b[8] = {1, 1, 2, 2, 1, 0, 0, 1};

  const KiteOctave& octave_;
  const KiteGrid& grid_;
  const Chunk& part_;
  const Rows rows_;
  const SimplexRegion<2> region_;
  std::int64_t first_[2];
  double start_[2];
  SimplexKeys keys_[2];
  AlignedArray<std::uint32_t, max_chunk_width + 16> skewed_[2];
  HatMap map_;
};

}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
