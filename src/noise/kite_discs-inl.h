// Kite and hat noise on grids with wide cells: every corner adds its disc or ellipse, row by row, kind by kind. Included once per
// target.
#if defined(CRATON_NOISE_KITE_DISCS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CRATON_NOISE_KITE_DISCS_INL
#undef CRATON_NOISE_KITE_DISCS_INL
#else
#define CRATON_NOISE_KITE_DISCS_INL
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cmath>

#include "noise/kite_grid.h"
#include "noise/kite_sum-inl.h"
#include "noise/simplex_region.h"

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Parts that are filled together: larger ones share the work per corner, smaller ones keep their sums in the first cache levels.
inline constexpr std::uint32_t kite_disc_width = 512, kite_disc_rows = 32;

class KiteDiscFiller {
 public:
  KiteDiscFiller(const KiteOctave& octave, const KiteGrid& grid, const Chunk& part)
      : octave_(octave),
        grid_(grid),
        part_(part),
        region_(grid.simplex, part),
        padded_width_((part.size[0] + hn::Lanes(d) - 1) / hn::Lanes(d) * hn::Lanes(d)),
        stride_(padded_width_ + stride_pad),
        samples_per_cell_(static_cast<float>(1 / grid.simplex.cells_per_sample[0])),
        rows_per_cell_(static_cast<float>(1 / grid.simplex.cells_per_sample[1])) {}

  HWY_INLINE void fill() {
    std::fill_n(sum_.data, stride_ * part_.size[1], 0.0F);
    // All corners of samples' triangles belong to their vertices, and hats have theirs one further.
    for (int a = 0; a < 2; ++a) {
      count_[a] = region_.reach[a] + 2;
      keys_[a].make(grid_.simplex.lattice, a, region_.first.cell[static_cast<std::size_t>(a)] - 1, count_[a] + 2);
    }
    if (octave_.hats) grid_.make_map({region_.first.cell[0], region_.first.cell[1]}, count_[0], count_[1], map_);
    for (int corner = kite_m0; corner <= kite_m2; ++corner) add_kind<true>(corner);
    add_kind<false>(kite_v);
    for (int corner = kite_c0; corner <= kite_c1; ++corner) add_kind<false>(corner);
    if (octave_.hats)
      for (int pair = 0; pair < 3; ++pair)
        for (int j = 0; j < count_[1]; ++j) add_hats(pair, j);
    copy_out();
  }

 private:
  static constexpr KD d{};
  static constexpr KDU du{};
  static constexpr KDI di{};
  static constexpr std::size_t most_corners = 64;
  /// Keeps rows from being a power of two apart: a load whose address agrees with a recent store's in its lower 12 bits waits.
  static constexpr std::size_t stride_pad = 16;
  static constexpr float reach_v = 0.4083F, reach_m = 0.3850F, reach_c = 0.2358F, reach_e = 0.2711F;

  /// Corners of one kind whose vertices differ in their first index alone.
  struct CornerRow {
    AlignedArray<float, most_corners> gradient_x, gradient_y;
    AlignedArray<std::uint32_t, most_corners> steps_x, steps_y;
    AlignedArray<float, most_corners> from_x, from_y;  ///< from the part's first sample, in cells
    AlignedArray<float, most_corners> outside;         ///< squared distance from the part
  };

  /// One ellipse or disc: everything about it but its place.
  struct Disc {
    KiteForm form;
    float room;
    float reach;  ///< no part of it is further from its centre
  };

  template <bool Oval>
  HWY_INLINE void add_kind(int corner) {
    const float reach = corner == kite_v ? reach_v : Oval ? reach_m : reach_c;
    const Disc disc{Oval ? kite_shape_in_steps.m_form[Oval ? corner - kite_m0 : 0] : KiteForm{1, 0, 1},
                    corner == kite_v ? kite_room_v : kite_room_side, reach};
    const GradientMaker& maker = corner == kite_v ? octave_.at_v : octave_.at_side;
    for (int j = 0; j < count_[1]; ++j) {
      CornerRow row;
      int begin, end;
      if (!row_range(j, begin, end)) continue;
      for (int i = begin; i < end; i += static_cast<int>(hn::Lanes(d))) {
        const KVU low = hn::Add(hn::LoadU(du, &keys_[0].low[i + 1]), hn::Set(du, keys_[1].low[j + 1] + octave_.key[corner].low));
        const KVU high =
            hn::Add(hn::LoadU(du, &keys_[0].high[i + 1]), hn::Set(du, keys_[1].high[j + 1] + octave_.key[corner].high));
        place_corners(i, j, begin, hn::Set(du, kite_shape_in_steps.corner[corner].x),
                      hn::Set(du, kite_shape_in_steps.corner[corner].y), row);
        const Gradient2<KV> g = gradient2(d, lattice_point_hash(du, low, high), maker);
        hn::Store(g.x, d, &row.gradient_x[static_cast<std::size_t>(i - begin)]);
        hn::Store(g.y, d, &row.gradient_y[static_cast<std::size_t>(i - begin)]);
      }
      for (std::size_t i = 0; i < static_cast<std::size_t>(end - begin); ++i)
        if (row.outside[i] < reach * reach) add_disc<Oval>(row, i, disc);
    }
  }

  /// One of three E of each vertex in row j.
  HWY_INLINE void add_hats(int pair, int j) {
    int begin, end;
    if (!row_range(j, begin, end)) return;
    CornerRow row;
    AlignedArray<std::uint32_t, most_corners> low, high, e_x, e_y;
    for (int i = begin; i < end; ++i) {
      const std::uint32_t code = map_.at(i, j);
      const std::size_t direction = 2 * static_cast<std::size_t>(pair) + (code & 1U);
      const std::int8_t(&owner)[2] = hat_vertex_of_code[code >> (1 + 3 * pair) & 7U];
      const auto at = static_cast<std::size_t>(i - begin);
      low[at] = keys_[0].low[i + 1 + owner[0]] + keys_[1].low[j + 1 + owner[1]] + octave_.hat_key.low;
      high[at] = keys_[0].high[i + 1 + owner[0]] + keys_[1].high[j + 1 + owner[1]] + octave_.hat_key.high;
      e_x[at] = kite_shape_in_steps.e[direction].x;
      e_y[at] = kite_shape_in_steps.e[direction].y;
    }
    low.pad_from(static_cast<std::size_t>(end - begin));
    high.pad_from(static_cast<std::size_t>(end - begin));
    e_x.pad_from(static_cast<std::size_t>(end - begin));
    e_y.pad_from(static_cast<std::size_t>(end - begin));
    for (int i = begin; i < end; i += static_cast<int>(hn::Lanes(d))) {
      const auto at = static_cast<std::size_t>(i - begin);
      place_corners(i, j, begin, hn::Load(du, &e_x[at]), hn::Load(du, &e_y[at]), row);
      const Gradient2<KV> g =
          gradient2(d, lattice_point_hash(du, hn::Load(du, &low[at]), hn::Load(du, &high[at])), octave_.at_side);
      hn::Store(g.x, d, &row.gradient_x[at]);
      hn::Store(g.y, d, &row.gradient_y[at]);
    }
    for (int i = begin; i < end; ++i) {
      const auto at = static_cast<std::size_t>(i - begin);
      if (row.outside[at] >= reach_e * reach_e) continue;
      const std::size_t direction = 2 * static_cast<std::size_t>(pair) + (map_.at(i, j) & 1U);
      add_disc<true>(row, at, {kite_shape_in_steps.e_form[direction % 3], kite_room_side, reach_e});
    }
  }

  /// Which vertices of row j have corners near the part; false where none has.
  bool row_range(int j, int& begin, int& end) const {
    // x = (1 − G)·i − G·j and y = (1 − G)·j − G·i, and no corner is further than 0.5 from its vertex.
    constexpr double beyond = 0.95;
    const double g = grid_.simplex.lattice.unskew();
    const double x = region_.first.offset[0], y = region_.first.offset[1];  // of the first sample
    double low = (x - beyond + g * j) / (1 - g), high = (x + region_.extent[0] + beyond + g * j) / (1 - g);
    low = std::max(low, ((1 - g) * j - (y + region_.extent[1] + beyond)) / g);
    high = std::min(high, ((1 - g) * j - (y - beyond)) / g);
    begin = std::max(0, static_cast<int>(std::ceil(std::clamp(low, -1e6, 1e6))));
    end = std::min(count_[0], static_cast<int>(std::floor(std::clamp(high, -1e6, 1e6))) + 1);
    return begin < end;
  }

  /// Where the corners of vertices (i …, j) lie that are `away` from their vertices.
  HWY_INLINE void place_corners(int i, int j, int begin, KVU away_x, KVU away_y, CornerRow& row) const {
    const SimplexLattice& lattice = grid_.simplex.lattice;
    const std::array<std::int64_t, max_dimensions>& first = region_.first.cell;
    const KVU index = hn::Iota(du, static_cast<std::uint32_t>(i));
    const KVU index_sum = hn::Add(index, hn::Set(du, static_cast<std::uint32_t>(j)));
    const auto first_sum = static_cast<std::uint32_t>(first[0]) + static_cast<std::uint32_t>(first[1]);
    const KVU unskewed = hn::Mul(hn::Add(index_sum, hn::Set(du, first_sum)), hn::Set(du, lattice.unskew_steps()));
    const auto at = static_cast<std::size_t>(i - begin);
    const KVU cell_x = hn::Add(index, hn::Set(du, static_cast<std::uint32_t>(first[0])));
    const KVU steps_x = hn::Add(hn::Sub(hn::ShiftLeft<simplex_step_bits>(cell_x), unskewed), away_x);
    const KVU steps_y =
        hn::Add(hn::Sub(hn::Set(du, (static_cast<std::uint32_t>(first[1]) + static_cast<std::uint32_t>(j)) << simplex_step_bits),
                        unskewed),
                away_y);
    hn::Store(steps_x, du, &row.steps_x[at]);
    hn::Store(steps_y, du, &row.steps_y[at]);
    // The same in cells from the first sample, roughly.
    const KV g = hn::Mul(hn::ConvertTo(d, hn::BitCast(di, index_sum)), hn::Set(d, static_cast<float>(lattice.unskew())));
    const KV x = hn::Add(hn::Sub(hn::ConvertTo(d, hn::BitCast(di, index)), g),
                         hn::Sub(kite_offset(away_x), hn::Set(d, static_cast<float>(region_.first.offset[0]))));
    const KV y = hn::Add(hn::Sub(hn::Set(d, static_cast<float>(j)), g),
                         hn::Sub(kite_offset(away_y), hn::Set(d, static_cast<float>(region_.first.offset[1]))));
    const auto past = [&](KV place, double extent) CRATON_INLINE_LAMBDA {
      return hn::Sub(place, hn::Min(hn::Max(place, hn::Zero(d)), hn::Set(d, static_cast<float>(extent))));
    };
    const KV past_x = past(x, region_.extent[0]), past_y = past(y, region_.extent[1]);
    hn::Store(x, d, &row.from_x[at]);
    hn::Store(y, d, &row.from_y[at]);
    hn::Store(hn::Add(hn::Mul(past_x, past_x), hn::Mul(past_y, past_y)), d, &row.outside[at]);
  }

  /// What a corner does to each row: what is left of t and of gradient · offset without x, and which samples it reaches.
  struct Rows {
    AlignedArray<float, kite_disc_rows> room, cross, slope;
    AlignedArray<std::int32_t, kite_disc_rows> begin, end;
  };

  template <bool Oval>
  HWY_INLINE void add_disc(const CornerRow& corners, std::size_t i, const Disc& disc) {
    // Rows that it may reach, and none before the part or behind it.
    const float middle_row = corners.from_y[i] * rows_per_cell_, reach_rows = disc.reach * rows_per_cell_ + 1;
    const auto last = static_cast<float>(part_.size[1]);
    auto r = static_cast<std::uint32_t>(std::clamp(middle_row - reach_rows, 0.0F, last));
    const auto count = static_cast<std::uint32_t>(std::clamp(middle_row + reach_rows + 1, 0.0F, last));
    Rows rows;
    const KV gradient_y = hn::Set(d, corners.gradient_y[i]);
    const KV centre = hn::Set(d, corners.from_x[i]);
    const KV b = hn::Set(d, disc.form.b), c = hn::Set(d, disc.form.c);
    const KV per_a = hn::Set(d, 1 / disc.form.a), middle = hn::Set(d, -0.5F / disc.form.a);
    for (std::size_t row = r; row < count; row += hn::Lanes(d)) {
      const KV y =
          kite_offset(hn::Sub(hn::LoadU(du, &grid_.simplex.place[1][part_.begin[1] + row]), hn::Set(du, corners.steps_y[i])));
      const KV room = Oval ? oval_room(hn::Set(d, disc.room), y, c) : round_room(hn::Set(d, disc.room), y);
      hn::StoreU(room, d, &rows.room[row]);
      hn::StoreU(hn::Mul(gradient_y, y), d, &rows.slope[row]);
      // t = room − b·y·x − a·x² is not negative within ±√(room/a + (b·y/2a)²) of −b·y/2a. A little more on either side than
      // needed is taken: outside the contribution is nothing anyway. An empty row ends before it begins.
      KV half = room, shift = centre;
      if constexpr (Oval) {
        const KV cross = hn::Mul(b, y), from = hn::Mul(cross, middle);
        hn::StoreU(cross, d, &rows.cross[row]);
        half = hn::Add(hn::Mul(room, per_a), hn::Mul(from, from));
        shift = hn::Add(centre, from);
      }
      const auto empty = hn::Le(half, hn::Zero(d));
      const KV scale = hn::Set(d, samples_per_cell_), far = hn::Set(d, 4 * max_chunk_width);
      const KV reach =
          hn::Add(hn::Mul(hn::Sqrt(hn::Max(half, hn::Zero(d))), scale), hn::Set(d, 0.01F + 1e-6F * samples_per_cell_));
      const KV begin = hn::Sub(hn::Mul(shift, scale), reach),
               end = hn::Add(hn::Mul(shift, scale), hn::Add(reach, hn::Set(d, 1.0F)));
      hn::StoreU(hn::ConvertTo(di, hn::IfThenElse(empty, far, hn::Max(begin, hn::Zero(d)))), di, &rows.begin[row]);
      hn::StoreU(hn::ConvertTo(di, hn::IfThenElse(empty, hn::Zero(d), hn::Max(hn::Min(end, far), hn::Zero(d)))), di,
                 &rows.end[row]);
    }
    // Many rows at once where neighbouring rows are cut alike and registers suffice.
    if (HWY_TARGET <= HWY_AVX3 && samples_per_cell_ > 40)
      for (; r + 8 <= count; r += 8) add_rows<Oval, 8>(corners, i, disc, rows, r);
    for (; r + 4 <= count; r += 4) add_rows<Oval, 4>(corners, i, disc, rows, r);
    for (; r < count; ++r) add_rows<Oval, 1>(corners, i, disc, rows, r);
  }

  template <bool Oval, int Count>
  HWY_INLINE void add_rows(const CornerRow& corners, std::size_t corner, const Disc& disc, const Rows& rows,
                           std::uint32_t first) {
    std::int32_t begin = rows.begin[first], end = rows.end[first];
    for (std::uint32_t r = 1; r < Count; ++r) {
      begin = std::min(begin, rows.begin[first + r]);
      end = std::max(end, rows.end[first + r]);
    }
    end = std::min(end, static_cast<std::int32_t>(padded_width_));
    if (begin >= end) return;
    begin &= -static_cast<std::int32_t>(hn::Lanes(d));
    const std::uint32_t* place = grid_.simplex.place[0].data() + part_.begin[0];
    const KVU steps = hn::Set(du, corners.steps_x[corner]);
    const KV gradient = hn::Set(d, corners.gradient_x[corner]), a = hn::Set(d, disc.form.a);
    float* sum = sum_.data + stride_ * first;
    const std::size_t stride = stride_;
    KV room[Count], slope[Count], cross[Count];
    unrolled<Count>([&](auto r) CRATON_INLINE_LAMBDA {
      room[r] = hn::Set(d, rows.room[first + r]);
      slope[r] = hn::Set(d, rows.slope[first + r]);
      if constexpr (Oval) cross[r] = hn::Set(d, rows.cross[first + r]);
    });
    for (std::int32_t i = begin; i < end; i += static_cast<std::int32_t>(hn::Lanes(d))) {
      const KV x = kite_offset(hn::Sub(hn::LoadU(du, place + i), steps));
      const KV slope_x = hn::Mul(gradient, x), squared = Oval ? hn::Mul(a, x) : hn::Mul(x, x);
      unrolled<Count>([&](auto r) CRATON_INLINE_LAMBDA {
        float* at = sum + stride * r + i;
        const KV t = Oval ? oval_t(room[r], x, squared, cross[r]) : round_t(room[r], squared);
        hn::Store(hn::Add(hn::Load(d, at), hn::Mul(fourth_power(t), hn::Add(slope_x, slope[r]))), d, at);
      });
    }
  }

  void copy_out() const {
    for (std::uint32_t j = 0; j < part_.size[1]; ++j) {
      const float* sum = sum_.data + stride_ * j;
      float* out = part_.out + j * part_.row_stride;
      const float* addend = part_.addend ? part_.addend + j * part_.addend_row_stride : nullptr;
      std::size_t i = 0;
      for (; i + hn::Lanes(d) <= part_.size[0]; i += hn::Lanes(d)) {
        const KV value = hn::Load(d, sum + i);
        hn::StoreU(addend ? hn::Add(hn::LoadU(d, addend + i), value) : value, d, out + i);
      }
      for (; i < part_.size[0]; ++i) out[i] = addend ? addend[i] + sum[i] : sum[i];
    }
  }

  const KiteOctave& octave_;
  const KiteGrid& grid_;
  const Chunk& part_;
  const SimplexRegion<2> region_;
  const std::size_t padded_width_, stride_;
  const float samples_per_cell_, rows_per_cell_;
  int count_[2];
  SimplexKeys keys_[2];
  HatMap map_;
  AlignedArray<float, (kite_disc_width + 2 * stride_pad) * kite_disc_rows> sum_;
};

}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
