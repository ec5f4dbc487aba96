// Points on a square lattice, one per lane: the corners and blends of cell_walk-inl.h. Included once per target.
#if defined(CRATON_NOISE_CELL_POINTS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CRATON_NOISE_CELL_POINTS_INL
#undef CRATON_NOISE_CELL_POINTS_INL
#else
#define CRATON_NOISE_CELL_POINTS_INL
#endif

#include <hwy/highway.h>

#include "base/simd/two_tables-inl.h"
#include "noise/cell_walk-inl.h"

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Whether two vectors hold enough lattice points.
inline constexpr bool has_windows = HWY_TARGET == HWY_AVX3;

/// The numbers of 8 × 4 lattice points, in registers: neighbouring points of two dimensions mostly lie between them, so that they
/// are made once for many vectors.
template <class Kernel>
class CellWindow {
 public:
  using V = hn::Vec<D32>;
  using VU = hn::Vec<hn::RebindToUnsigned<D32>>;
  static constexpr int channels = Kernel::template channels<2>;

  HWY_INLINE CellWindow(const typename Kernel::Octave& octave, const KeyRuns::Run& x, const KeyRuns::Run& y)
      : octave_(octave), run_x_(x), run_y_(y), x_(hn::Set(du, 1U << 31)), y_(x_) {  // covers nothing yet
    for (auto& number : numbers_)
      for (V& half : number) half = hn::Zero(d);
  }

  HWY_INLINE bool covers(VU x, VU y) const {
    return hn::AllTrue(du,
                       hn::And(hn::Lt(hn::Sub(x, x_), hn::Set(du, width - 1)), hn::Lt(hn::Sub(y, y_), hn::Set(du, height - 1))));
  }
  /// Whether it covers the points afterwards.
  HWY_INLINE bool move(VU x, VU y) {
    x_ = hn::BitCast(du, hn::MinOfLanes(di, hn::BitCast(di, x)));
    y_ = hn::BitCast(du, hn::MinOfLanes(di, hn::BitCast(di, y)));
    if (!covers(x, y)) {
      x_ = y_ = hn::Set(du, 1U << 31);
      return false;
    }
    const VU lane = hn::Iota(du, 0);
    const VU at_x = hn::Add(x_, hn::And(lane, hn::Set(du, width - 1))), at_y = hn::Add(y_, hn::ShiftRight<3>(lane));
    V half[channels];
    for (std::uint32_t h = 0; h < 2; ++h) {
      make(at_x, hn::Add(at_y, hn::Set(du, h * height / 2)), half);
      for (int c = 0; c < channels; ++c) numbers_[c][h] = half[c];
    }
    return true;
  }
  HWY_INLINE VU index(VU x, VU y) const { return hn::Add(hn::Sub(x, x_), hn::ShiftLeft<3>(hn::Sub(y, y_))); }
  HWY_INLINE void look_up(VU index, int side_x, int side_y, V (&out)[channels]) const {
    const VU at = hn::Add(index, hn::Set(du, static_cast<std::uint32_t>(side_x) + width * static_cast<std::uint32_t>(side_y)));
    for (int c = 0; c < channels; ++c) out[c] = look_up_in_two(d, numbers_[c][0], numbers_[c][1], at);
  }
  /// The numbers of any lattice points.
  HWY_INLINE void make(VU x, VU y, V (&out)[channels]) const {
    const VU low = hn::Add(key_low<0>(run_x_, x), key_low<1>(run_y_, y));
    Kernel::template corner<2>(d, lattice_point_hash(du, low, hn::Set(du, run_x_.high + run_y_.high)), octave_, out);
  }

 private:
  static constexpr D32 d{};
  static constexpr hn::RebindToUnsigned<D32> du{};
  static constexpr hn::RebindToSigned<D32> di{};
  static constexpr std::uint32_t width = 8, height = 4;

  template <int Axis>
  static HWY_INLINE VU key_low(const KeyRuns::Run& run, VU cell) {
    return axis_key_low<Axis>(du, hn::Add(cell, hn::Set(du, run.cell)), run.low);
  }

  const typename Kernel::Octave& octave_;
  const KeyRuns::Run run_x_, run_y_;
  VU x_, y_;  ///< its first cell, in every lane
  V numbers_[channels][2];
};

template <class Kernel>
class CellPointFiller {
 public:
  using Octave = typename Kernel::Octave;

  CellPointFiller(const Octave& octave, const CellPoints& points) : octave_(octave), points_(points) {}

  template <int Dimensions>
  HWY_INLINE void fill(float* out, bool add) const {
    for (std::size_t i = 0; i < points_.count; i += hn::Lanes(d))
      fill_vector<Dimensions>(i, out, add,
                              [&](const int(&side)[4], V(&number)[Kernel::template channels<Dimensions>]) CRATON_INLINE_LAMBDA {
                                auto low = hn::Zero(du);
                                auto high = hn::Zero(du);
                                for (int a = 0; a < Dimensions; ++a) {
                                  low = hn::Add(low, of_axis(points_.axis[a].keys.low[side[a]], a, i));
                                  high = hn::Add(high, of_axis(points_.axis[a].keys.high[side[a]], a, i));
                                }
                                Kernel::template corner<Dimensions>(d, lattice_point_hash(du, low, high), octave_, number);
                              });
  }

  /// In two dimensions, where points that follow each other share cells.
  HWY_INLINE void fill_by_window(float* out, bool add) const {
    using Window = CellWindow<Kernel>;
    Window window(octave_, points_.axis[0].run, points_.axis[1].run);
    for (std::size_t i = 0; i < points_.count; i += hn::Lanes(d)) {
      const auto x = hn::BitCast(du, hn::Load(di, &points_.axis[0].places.cell[i]));
      const auto y = hn::BitCast(du, hn::Load(di, &points_.axis[1].places.cell[i]));
      if (HWY_LIKELY(window.covers(x, y) || window.move(x, y))) {
        const auto at = window.index(x, y);
        fill_vector<2>(i, out, add, [&](const int(&side)[4], V(&number)[Window::channels]) CRATON_INLINE_LAMBDA {
          window.look_up(at, side[0], side[1], number);
        });
      } else {
        fill_vector<2>(i, out, add, [&](const int(&side)[4], V(&number)[Window::channels]) CRATON_INLINE_LAMBDA {
          window.make(hn::Add(x, hn::Set(du, static_cast<std::uint32_t>(side[0]))),
                      hn::Add(y, hn::Set(du, static_cast<std::uint32_t>(side[1]))), number);
        });
      }
    }
  }

 private:
  static constexpr D32 d{};
  static constexpr hn::RebindToUnsigned<D32> du{};
  static constexpr hn::RebindToSigned<D32> di{};
  using V = hn::Vec<D32>;

  /// Points i …; corner(side, number) makes the numbers of the corners that lie there.
  template <int Dimensions, class Corner>
  HWY_INLINE void fill_vector(std::size_t i, float* out, bool add, const Corner& corner) const {
    V before[Kernel::lines], after[Kernel::lines], t[Kernel::terms];
    line<Dimensions>(i, 0, corner, before);
    line<Dimensions>(i, 1, corner, after);
    Kernel::from_lines(before, after, t);
    const V value = Kernel::value(t, fraction(0, i), blend(0, i));
    hn::Store(add ? hn::Add(hn::Load(d, out + i), value) : value, d, out + i);
  }

  template <class T>
  HWY_INLINE hn::Vec<hn::Rebind<T, D32>> of_axis(const CellPoints::Values<T>& values, int axis, std::size_t i) const {
    return hn::Load(hn::Rebind<T, D32>(), &values[points_.axis[axis].at(i)]);
  }
  HWY_INLINE V fraction(int axis, std::size_t i) const { return of_axis(points_.axis[axis].fraction, axis, i); }
  HWY_INLINE V blend(int axis, std::size_t i) const { return of_axis(points_.axis[axis].blend, axis, i); }

  /// A corner of three dimensions: as it is, or what two of four leave.
  template <int Dimensions, class Corner>
  HWY_INLINE void plane(std::size_t i, int x, int y, int z, const Corner& corner,
                        V (&out)[Kernel::template channels<Dimensions>]) const {
    if constexpr (Dimensions == 3) {
      corner({x, y, z, 0}, out);
    } else {
      V before[Kernel::template channels<4>], after[Kernel::template channels<4>];
      corner({x, y, z, 0}, before);
      corner({x, y, z, 1}, after);
      Kernel::collapse_w(d, before, after, fraction(3, i), blend(3, i), out);
    }
  }

  /// What the corners on side `x` leave.
  template <int Dimensions, class Corner>
  HWY_INLINE void line(std::size_t i, int x, const Corner& corner, V (&out)[Kernel::lines]) const {
    if constexpr (Dimensions == 1) {
      V only[Kernel::template channels<1>];
      corner({x, 0, 0, 0}, only);
      Kernel::line_1d(d, only, out);
    } else {
      constexpr int flat = Dimensions == 2 ? 2 : 3;  // dimensions whose channels are left once z and w are gone
      V rows[2][Kernel::template channels<flat>];
      for (int y = 0; y < 2; ++y) {
        if constexpr (Dimensions == 2) {
          corner({x, y, 0, 0}, rows[y]);
        } else {
          V before[Kernel::template channels<Dimensions>], after[Kernel::template channels<Dimensions>];
          plane<Dimensions>(i, x, y, 0, corner, before);
          plane<Dimensions>(i, x, y, 1, corner, after);
          Kernel::collapse_z(d, before, after, fraction(2, i), blend(2, i), rows[y]);
        }
      }
      Kernel::template collapse_y<flat>(d, rows[0], rows[1], fraction(1, i), blend(1, i), out);
    }
  }

  const Octave& octave_;
  const CellPoints& points_;
};

template <class Kernel>
void fill_cell_points(const typename Kernel::Octave& octave, int dimensions, const CellPoints& points, float* out, bool add) {
  const CellPointFiller<Kernel> filler(octave, points);
  if constexpr (has_windows)
    if (points.by_cells) return filler.fill_by_window(out, add);
  if (dimensions == 1) return filler.template fill<1>(out, add);
  if (dimensions == 2) return filler.template fill<2>(out, add);
  if constexpr (HasFourDimensions<Kernel>)
    if (dimensions == 4) return filler.template fill<4>(out, add);
  return filler.template fill<3>(out, add);
}

}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
