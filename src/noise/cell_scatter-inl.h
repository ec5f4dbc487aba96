// Displaced samples on a square lattice. Included once per target.
//
// Neighbouring samples mostly stay neighbours when displaced. In 2D a vector of samples therefore looks first into a window
// of 4 × 4 lattice points, whose numbers are in registers and stay there from vector to vector; they come from a table of all
// lattice points that the part can reach, as long as these are few. Only where a window does not cover all samples (or vectors
// are too short to hold it) every sample hashes its own corners.
#if defined(CRATON_NOISE_CELL_SCATTER_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CRATON_NOISE_CELL_SCATTER_INL
#undef CRATON_NOISE_CELL_SCATTER_INL
#else
#define CRATON_NOISE_CELL_SCATTER_INL
#endif

#include <hwy/highway.h>

#include <algorithm>

#include "base/simd/nearest-inl.h"
#include "noise/cell_scatter.h"
#include "noise/cell_walk-inl.h"

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class Kernel, int Dimensions>
class ScatterFiller {
 public:
  using Octave = typename Kernel::Octave;

  ScatterFiller(const Octave& octave, const ScatterPart& part, const Chunk& chunk, const Displacement& displacement)
      : octave_(octave), part_(part), chunk_(chunk), displacement_(displacement) {}

  /// Not inlined, and one for all orders of smoothness, near and far: a branch per vector costs less than six copies of this.
  HWY_NOINLINE void fill() {
    for (std::size_t a = 0; a < Dimensions; ++a) far_ = far_ || part_.axis[a].far;
    if constexpr (has_window) make_table();
    Window window;
    for (std::uint32_t k = 0; k < part_.size[2]; ++k)
      for (std::uint32_t j = 0; j < part_.size[1]; ++j) fill_row(j, k, window);
  }

 private:
  static constexpr D32 d{};
  static constexpr hn::RebindToUnsigned<D32> du{};
  static constexpr hn::RebindToSigned<D32> di{};
  using V = hn::Vec<D32>;
  using VU = hn::Vec<hn::RebindToUnsigned<D32>>;
  using VI = hn::Vec<hn::RebindToSigned<D32>>;
  static constexpr int channels = Kernel::template channels<Dimensions>;
  static constexpr bool has_window = Dimensions == 2 && HWY_MAX_BYTES == 64 && HWY_TARGET != HWY_SCALAR;

  struct Place {
    VU cell[Dimensions];
    V f[Dimensions], u[Dimensions];

    // NOLINTNEXTLINE(modernize-use-equals-default): g++ compiles that one without the target that vectors need (NEON)
    HWY_INLINE Place() {}
  };

  /// Numbers of 4 × 4 lattice points, and of those one further along x, along y and along both: the corners of 4 × 4 cells.
  struct Window {
    V channel[4][channels];
    VU x, y;  ///< the first cell, in every lane

    HWY_INLINE Window() : x(hn::Set(du, 1U << 31)), y(x) {  // covers nothing yet
      for (auto& numbers : channel)
        for (V& number : numbers) number = hn::Zero(d);
    }
  };

  /// Samples that lie one after the other along x.
  struct Row {
    const float* metres[Dimensions];
    const std::int32_t* place_x;
    std::int32_t place_y, place_z;
    float* out;
    const float* addend;
  };

  void fill_row(std::uint32_t j, std::uint32_t k, Window& window) const {
    const std::size_t lanes = hn::Lanes(d), width = part_.size[0], whole = width / lanes * lanes;
    const std::uint32_t row_y = part_.begin[1] + j, slice = part_.begin[2] + k;
    const std::size_t first = (std::size_t{slice} * chunk_.size[1] + row_y) * chunk_.size[0] + part_.begin[0];
    const auto x = static_cast<std::ptrdiff_t>(part_.begin[0]);
    Row row;
    for (std::size_t a = 0; a < Dimensions; ++a) row.metres[a] = displacement_.metres[a] + first;
    row.place_x = part_.axis[0].places;
    row.place_y = Dimensions > 1 ? part_.axis[1].place(j) : 0;
    row.place_z = Dimensions > 2 ? part_.axis[2].place(k) : 0;
    row.out = chunk_.out + row_y * chunk_.row_stride + slice * chunk_.slice_stride + x;
    row.addend =
        chunk_.addend ? chunk_.addend + row_y * chunk_.addend_row_stride + slice * chunk_.addend_slice_stride + x : nullptr;
    fill_vectors(row, whole, window);
    if (whole == width) return;
    // The last samples of a row, by way of buffers that repeat the last, so that nothing past the row is touched.
    HWY_ALIGN float metres[Dimensions][hn::MaxLanes(d)];
    HWY_ALIGN std::int32_t places[hn::MaxLanes(d)];
    HWY_ALIGN float values[hn::MaxLanes(d)];
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const std::size_t i = std::min(whole + lane, width - 1);
      for (std::size_t a = 0; a < Dimensions; ++a) metres[a][lane] = row.metres[a][i];
      places[lane] = row.place_x[i];
    }
    Row rest = row;
    for (std::size_t a = 0; a < Dimensions; ++a) rest.metres[a] = metres[a];
    rest.place_x = places;
    rest.out = values;
    rest.addend = nullptr;
    fill_vectors(rest, lanes, window);
    for (std::size_t i = whole; i < width; ++i) row.out[i] = row.addend ? row.addend[i] + values[i - whole] : values[i - whole];
  }

  /// `count` samples, whole vectors.
  HWY_NOINLINE void fill_vectors(const Row& of, std::size_t count, Window& moving) const {
    // Copies: the compiler cannot know that writing values changes none of these.
    const Row row = of;
    Window window = moving;
    const bool far = far_;
    const int smoothness = part_.smoothness;
    const auto shift_x = hn::Set(di, part_.axis[0].shift);
    float cells_per_metre[Dimensions];
    for (std::size_t a = 0; a < Dimensions; ++a) cells_per_metre[a] = part_.axis[a].cells_per_metre;
    for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
      VI total[Dimensions];
      V metres[Dimensions];
      unrolled<Dimensions>([&](auto a) CRATON_INLINE_LAMBDA {
        total[a] = hn::Set(di, a == 1 ? row.place_y : row.place_z);
        if constexpr (a == 0) total[a] = hn::Add(hn::LoadU(di, row.place_x + i), shift_x);
        metres[a] = hn::LoadU(d, row.metres[a] + i);
      });
      // AxisLattice::displaced, modulo 2^32: whole cells and 2^-24 cells are one number.
      if (HWY_UNLIKELY(far)) {
        unrolled<Dimensions>([&](auto a) CRATON_INLINE_LAMBDA {
          const V cells = hn::Mul(metres[a], hn::Set(d, cells_per_metre[a]));
          const V whole = hn::Floor(cells);
          total[a] = hn::Add(total[a], hn::ShiftLeft<24>(hn::ConvertTo(di, whole)));
          total[a] = hn::Add(total[a], hn::NearestInt(hn::Mul(hn::Sub(cells, whole), hn::Set(d, 0x1p24F))));
        });
      } else {
        unrolled<Dimensions>([&](auto a) CRATON_INLINE_LAMBDA {
          total[a] = hn::Add(total[a], nearest_small_int(hn::Mul(metres[a], hn::Set(d, cells_per_metre[a] * 0x1p24F))));
        });
      }
      Place place;
      unrolled<Dimensions>([&](auto a) CRATON_INLINE_LAMBDA {
        place.cell[a] = hn::BitCast(du, hn::ShiftRight<24>(total[a]));
        place.f[a] = hn::Mul(hn::ConvertTo(d, hn::And(total[a], hn::Set(di, 0xffffff))), hn::Set(d, 0x1p-24F));
      });
      blend(place, smoothness);
      const V value = sample(place, window);
      hn::StoreU(row.addend ? hn::Add(hn::LoadU(d, row.addend + i), value) : value, d, row.out + i);
    }
    moving = window;
  }

  static HWY_INLINE void blend(Place& place, int smoothness) {
    if (HWY_LIKELY(smoothness == 2)) {
      unrolled<Dimensions>([&](auto a) CRATON_INLINE_LAMBDA {
        const V f = place.f[a];
        const V inner = hn::Sub(hn::Mul(f, hn::Set(d, 6.0F)), hn::Set(d, 15.0F));
        place.u[a] = hn::Mul(hn::Mul(hn::Mul(f, f), f), hn::Add(hn::Mul(f, inner), hn::Set(d, 10.0F)));
      });
    } else if (smoothness == 1) {
      unrolled<Dimensions>([&](auto a) CRATON_INLINE_LAMBDA {
        const V f = place.f[a];
        place.u[a] = hn::Mul(hn::Mul(f, f), hn::Sub(hn::Set(d, 3.0F), hn::Mul(hn::Set(d, 2.0F), f)));
      });
    } else {
      unrolled<Dimensions>([&](auto a) CRATON_INLINE_LAMBDA { place.u[a] = place.f[a]; });
    }
  }

  HWY_INLINE V sample(const Place& place, Window& window) const {
    if constexpr (has_window) {
      if (HWY_LIKELY(covers(place, window)) || move_window(place, window)) return from_window(place, window);
    }
    return from_hashes(place);
  }

  // ---- the window

  static HWY_INLINE bool covers(const Place& place, const Window& window) {
    const VU x = hn::Sub(place.cell[0], window.x), y = hn::Sub(place.cell[1], window.y);
    return hn::AllTrue(du, hn::Lt(hn::Max(x, y), hn::Set(du, 4U)));
  }

  void make_table() {
    const ScatterAxis &x = part_.axis[0], &y = part_.axis[1];
    stride_ = (x.count + 4 + 15) / 16 * 16;
    in_table_ = (y.count + 4) * stride_ <= table_size;
    if (!in_table_) return;
    for (std::uint32_t j = 0; j < y.count; ++j)
      for (std::uint32_t i = 0; i < x.count; i += static_cast<std::uint32_t>(hn::Lanes(d))) {
        const VU low = hn::Add(hn::LoadU(du, &x.low[i]), hn::Set(du, y.low[j]));
        const VU high = hn::Add(hn::LoadU(du, &x.high[i]), hn::Set(du, y.high[j]));
        V numbers[channels];
        Kernel::template corner<Dimensions>(d, lattice_point_hash(du, low, high), octave_, numbers);
        unrolled<channels>([&](auto c) CRATON_INLINE_LAMBDA { hn::StoreU(numbers[c], d, &table_[c][j * stride_ + i]); });
      }
  }

  /// Four rows of four numbers.
  static HWY_INLINE V load_window(const float* from, std::size_t stride) {
#if HWY_MAX_BYTES == 64
    const hn::Half<D32> half;
    const hn::Half<hn::Half<D32>> quarter;
    const auto upper = hn::Combine(half, hn::LoadU(quarter, from + 3 * stride), hn::LoadU(quarter, from + 2 * stride));
    const auto lower = hn::Combine(half, hn::LoadU(quarter, from + stride), hn::LoadU(quarter, from));
    return hn::Combine(d, upper, lower);
#else
    (void)stride;
    return hn::LoadU(d, from);  // never called: has_window
#endif
  }

  /// False where no window covers all samples.
  HWY_INLINE bool move_window(const Place& place, Window& window) const {
    if (!in_table_) return false;
    window.x = hn::BitCast(du, hn::MinOfLanes(di, hn::BitCast(di, place.cell[0])));
    window.y = hn::BitCast(du, hn::MinOfLanes(di, hn::BitCast(di, place.cell[1])));
    const std::size_t first = hn::GetLane(window.y) * stride_ + hn::GetLane(window.x);
    unrolled<channels>([&](auto c) CRATON_INLINE_LAMBDA {
      window.channel[0][c] = load_window(&table_[c][first], stride_);
      window.channel[1][c] = load_window(&table_[c][first + 1], stride_);
      window.channel[2][c] = load_window(&table_[c][first + stride_], stride_);
      window.channel[3][c] = load_window(&table_[c][first + stride_ + 1], stride_);
    });
    return covers(place, window);
  }

  HWY_INLINE V from_window(const Place& place, const Window& window) const {
    const VU x = hn::Sub(place.cell[0], window.x), y = hn::Sub(place.cell[1], window.y);
    const auto lanes = hn::IndicesFromVec(d, hn::Add(x, hn::ShiftLeft<2>(y)));
    return blended(place, [&](int side_x, int side_y, int, V(&out)[channels]) CRATON_INLINE_LAMBDA {
      unrolled<channels>(
          [&](auto c) CRATON_INLINE_LAMBDA { out[c] = hn::TableLookupLanes(window.channel[side_x + 2 * side_y][c], lanes); });
    });
  }

  // ---- corners of each sample

  HWY_INLINE V from_hashes(const Place& place) const {
    VU low[Dimensions][2], high[Dimensions][2];
    unrolled<Dimensions>([&](auto a) CRATON_INLINE_LAMBDA {
      const ScatterAxis& axis = part_.axis[a];
      const auto cell = hn::BitCast(di, place.cell[a]);
      unrolled<2>([&](auto side) CRATON_INLINE_LAMBDA {
        low[a][side] = hn::GatherIndex(du, &axis.low[side], cell);
        high[a][side] = axis.one_high ? hn::Set(du, axis.high[0]) : hn::GatherIndex(du, &axis.high[side], cell);
      });
    });
    return blended(place, [&](int x, int y, int z, V(&out)[channels]) CRATON_INLINE_LAMBDA {
      VU sum_low = low[0][x], sum_high = high[0][x];
      if constexpr (Dimensions > 1) {
        sum_low = hn::Add(sum_low, low[1][y]);
        sum_high = hn::Add(sum_high, high[1][y]);
      }
      if constexpr (Dimensions > 2) {
        sum_low = hn::Add(sum_low, low[2][z]);
        sum_high = hn::Add(sum_high, high[2][z]);
      }
      Kernel::template corner<Dimensions>(d, lattice_point_hash(du, sum_low, sum_high), octave_, out);
    });
  }

  /// The operations of CellPointFiller, in their order.
  template <class Corner>
  HWY_INLINE V blended(const Place& place, const Corner& corner) const {
    V before[Kernel::lines], after[Kernel::lines], t[Kernel::terms];
    line(place, 0, corner, before);
    line(place, 1, corner, after);
    Kernel::from_lines(before, after, t);
    return Kernel::value(t, place.f[0], place.u[0]);
  }

  template <class Corner>
  HWY_INLINE void line(const Place& place, int x, const Corner& corner, V (&out)[Kernel::lines]) const {
    if constexpr (Dimensions == 1) {
      V only[channels];
      corner(x, 0, 0, only);
      Kernel::line_1d(d, only, out);
    } else {
      V rows[2][channels];
      for (int y = 0; y < 2; ++y) {
        if constexpr (Dimensions == 2) {
          corner(x, y, 0, rows[y]);
        } else {
          V before[channels], after[channels];
          corner(x, y, 0, before);
          corner(x, y, 1, after);
          Kernel::collapse_z(d, before, after, place.f[2], place.u[2], rows[y]);
        }
      }
      Kernel::template collapse_y<Dimensions>(d, rows[0], rows[1], place.f[1], place.u[1], out);
    }
  }

  const Octave& octave_;
  const ScatterPart& part_;
  const Chunk& chunk_;
  const Displacement& displacement_;

  static constexpr std::size_t table_size = has_window ? 2048 : 0;
  AlignedArray<float, table_size> table_[channels];  ///< numbers of lattice points, row by row
  std::size_t stride_ = 0;
  bool in_table_ = false;
  bool far_ = false;
};

template <class Kernel>
void fill_scattered(const typename Kernel::Octave& octave, const ScatterPart& part, const Chunk& chunk,
                    const Displacement& displacement) {
  if (part.dimensions == 1) return ScatterFiller<Kernel, 1>(octave, part, chunk, displacement).fill();
  if (part.dimensions == 2) return ScatterFiller<Kernel, 2>(octave, part, chunk, displacement).fill();
  return ScatterFiller<Kernel, 3>(octave, part, chunk, displacement).fill();
}

}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
