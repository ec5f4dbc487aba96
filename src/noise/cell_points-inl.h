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
    Kernel::template corner<2>(d, lattice_point_hash<mix_of<Kernel>().point>(du, low, hn::Set(du, run_x_.high + run_y_.high)),
                               octave_, out);
  }

 private:
  static constexpr D32 d{};
  static constexpr hn::RebindToUnsigned<D32> du{};
  static constexpr hn::RebindToSigned<D32> di{};
  static constexpr std::uint32_t width = 8, height = 4;

  template <int Axis>
  static HWY_INLINE VU key_low(const KeyRuns::Run& run, VU cell) {
    return axis_key_low<mix_of<Kernel>().axis[Axis]>(du, hn::Add(cell, hn::Set(du, run.cell)), hn::Set(du, run.low));
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
  HWY_INLINE void fill(float* out, const float* addend) const {
    for (std::size_t i = 0; i < points_.count; i += hn::Lanes(d))
      fill_vector<Dimensions>(i, out, addend,
                              [&](const int(&side)[4], V(&number)[Kernel::template channels<Dimensions>]) CRATON_INLINE_LAMBDA {
                                const auto hash = corner_hash<Dimensions, mix_of<Kernel>().point>(du, points_, i, side);
                                Kernel::template corner<Dimensions>(d, hash, octave_, number);
                              });
  }

  /// In two dimensions, where points that follow each other share cells.
  HWY_INLINE void fill_by_window(float* out, const float* addend) const {
    using Window = CellWindow<Kernel>;
    Window window(octave_, points_.axis[0].run, points_.axis[1].run);
    for (std::size_t i = 0; i < points_.count; i += hn::Lanes(d)) {
      const auto x = hn::BitCast(du, hn::Load(di, &points_.axis[0].places.cell[i]));
      const auto y = hn::BitCast(du, hn::Load(di, &points_.axis[1].places.cell[i]));
      if (HWY_LIKELY(window.covers(x, y) || window.move(x, y))) {
        const auto at = window.index(x, y);
        fill_vector<2>(i, out, addend, [&](const int(&side)[4], V(&number)[Window::channels]) CRATON_INLINE_LAMBDA {
          window.look_up(at, side[0], side[1], number);
        });
      } else {
        fill_vector<2>(i, out, addend, [&](const int(&side)[4], V(&number)[Window::channels]) CRATON_INLINE_LAMBDA {
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
  HWY_INLINE void fill_vector(std::size_t i, float* out, const float* addend, const Corner& corner) const {
    V before[Kernel::lines], after[Kernel::lines], t[Kernel::terms];
    line<Dimensions>(i, 0, corner, before);
    line<Dimensions>(i, 1, corner, after);
    Kernel::from_lines(before, after, t);
    const V value = Kernel::value(t, fraction(0, i), blend(0, i));
    hn::StoreU(addend ? hn::Add(hn::LoadU(d, addend + i), value) : value, d, out + i);
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

/// A single point: its corners side by side, x in the lowest bit of their numbers, so that each axis halves what is left, from
/// the last to the first.
template <class Kernel>
class CellPointValue {
 public:
  using Octave = typename Kernel::Octave;

  template <int Dimensions>
  static float at(const Octave& octave, const CellPoint& point) {
    constexpr int corners = 1 << Dimensions;
    Numbers<Dimensions, corners> all;
    make_corners<Dimensions>(octave, point, all);
    if constexpr (Dimensions == 4) {
      Numbers<4, 8> cubes;
      collapse<8>(all, cubes, [&](auto d, const auto& before, const auto& after, auto& out) CRATON_INLINE_LAMBDA {
        Kernel::collapse_w(d, before, after, set(d, point.axis[3].fraction), set(d, point.axis[3].blend), out);
      });
      Numbers<3, 4> rows;
      collapse<4>(cubes, rows, [&](auto d, const auto& before, const auto& after, auto& out) CRATON_INLINE_LAMBDA {
        Kernel::collapse_z(d, before, after, set(d, point.axis[2].fraction), set(d, point.axis[2].blend), out);
      });
      return value_of_rows<3>(rows, point);
    } else if constexpr (Dimensions == 3) {
      Numbers<3, 4> rows;
      collapse<4>(all, rows, [&](auto d, const auto& before, const auto& after, auto& out) CRATON_INLINE_LAMBDA {
        Kernel::collapse_z(d, before, after, set(d, point.axis[2].fraction), set(d, point.axis[2].blend), out);
      });
      return value_of_rows<3>(rows, point);
    } else if constexpr (Dimensions == 2) {
      return value_of_rows<2>(all, point);
    } else {
      using D1 = hn::CappedTag<float, 1>;
      const D1 d;
      hn::Vec<D1> channels[Kernel::template channels<1>], line[Kernel::lines];
      Lines lines;
      for (std::size_t side = 0; side < 2; ++side) {
        for (int c = 0; c < Kernel::template channels<1>; ++c) channels[c] = hn::Set(d, all.channel[c][side]);
        Kernel::line_1d(d, channels, line);
        for (int k = 0; k < Kernel::lines; ++k) lines.line[k][side] = hn::GetLane(line[k]);
      }
      return value_of_lines(lines, point);
    }
  }

 private:
  /// Channels of lattice points next to each other.
  template <int Dimensions, int Count>
  struct Numbers {
    static constexpr int count = Kernel::template channels<Dimensions>;
    HWY_ALIGN float channel[count][std::max(Count, 4)];
  };
  struct Lines {
    HWY_ALIGN float line[Kernel::lines][4];
  };

  template <class D>
  static HWY_INLINE hn::Vec<D> set(D d, float x) {
    return hn::Set(d, x);
  }

  template <int Dimensions, int Count>
  static HWY_INLINE void make_corners(const Octave& octave, const CellPoint& point, Numbers<Dimensions, Count>& out) {
    using D = hn::CappedTag<float, Count>;
    constexpr D d;
    constexpr hn::RebindToUnsigned<D> du;
    constexpr LatticeMix mix = mix_of<Kernel>();
    for (std::size_t i = 0; i < Count; i += hn::Lanes(d)) {
      const auto corner = hn::Iota(du, static_cast<std::uint32_t>(i));
      auto low = hn::Zero(du), high = hn::Zero(du);
      unrolled<Dimensions>([&](auto a) CRATON_INLINE_LAMBDA {
        const auto before = hn::Eq(hn::And(corner, hn::Set(du, 1U << a)), hn::Zero(du));
        const CellPoint::Axis& axis = point.axis[a];
        low = hn::Add(low, mixed<mix.axis[a]>(du, hn::IfThenElse(before, hn::Set(du, axis.low[0]), hn::Set(du, axis.low[1]))));
        high = hn::Add(high, hn::IfThenElse(before, hn::Set(du, axis.high[0]), hn::Set(du, axis.high[1])));
      });
      hn::Vec<D> number[Kernel::template channels<Dimensions>];
      Kernel::template corner<Dimensions>(d, lattice_point_hash<mix.point>(du, low, high), octave, number);
      for (int c = 0; c < Kernel::template channels<Dimensions>; ++c) hn::Store(number[c], d, &out.channel[c][i]);
    }
  }

  /// The first and the second half of 2·Count numbers. What was stored as one vector is read as one: halves of it would have to
  /// wait until it is in the cache.
  template <int Count, class D, class V = hn::Vec<D>>
  static HWY_INLINE void halves(D d, const float* numbers, std::size_t i, V& before, V& after) {
#if HWY_TARGET != HWY_SCALAR  // which knows no halves
    using Both = hn::CappedTag<float, 2 * Count>;
    if constexpr (hn::MaxLanes(Both()) == 2 * Count) {
      const auto both = hn::LoadU(Both(), numbers);
      before = hn::LowerHalf(d, both);
      after = hn::UpperHalf(d, both);
      return;
    }
#endif
    before = hn::LoadU(d, numbers + i);
    after = hn::LoadU(d, numbers + i + Count);
  }

  /// Halves what there is: lattice points i and i + Count become i.
  template <int Count, class From, class To, class Blend>
  static HWY_INLINE void collapse(const From& from, To& to, const Blend& blend) {
    using D = hn::CappedTag<float, Count>;
    constexpr D d;
    for (std::size_t i = 0; i < Count; i += hn::Lanes(d)) {
      hn::Vec<D> before[From::count], after[From::count], out[To::count];
      for (int c = 0; c < From::count; ++c) halves<Count>(d, from.channel[c], i, before[c], after[c]);
      blend(d, before, after, out);
      for (int c = 0; c < To::count; ++c) hn::StoreU(out[c], d, &to.channel[c][i]);
    }
  }

  /// From the four corners of a cell in x and y.
  template <int Dimensions, class Rows>
  static HWY_INLINE float value_of_rows(const Rows& rows, const CellPoint& point) {
    using D = hn::CappedTag<float, 2>;
    constexpr D d;
    Lines lines;
    for (std::size_t i = 0; i < 2; i += hn::Lanes(d)) {
      hn::Vec<D> before[Rows::count], after[Rows::count], line[Kernel::lines];
      for (int c = 0; c < Rows::count; ++c) halves<2>(d, rows.channel[c], i, before[c], after[c]);
      Kernel::template collapse_y<Dimensions>(d, before, after, hn::Set(d, point.axis[1].fraction),
                                              hn::Set(d, point.axis[1].blend), line);
      for (int k = 0; k < Kernel::lines; ++k) hn::StoreU(line[k], d, &lines.line[k][i]);
    }
    return value_of_lines(lines, point);
  }

  static HWY_INLINE float value_of_lines(const Lines& lines, const CellPoint& point) {
    using D = hn::CappedTag<float, 1>;
    constexpr D d;
    hn::Vec<D> before[Kernel::lines], after[Kernel::lines], terms[Kernel::terms];
    for (int k = 0; k < Kernel::lines; ++k) halves<1>(d, lines.line[k], 0, before[k], after[k]);
    Kernel::from_lines(before, after, terms);
    return hn::GetLane(Kernel::value(terms, hn::Set(d, point.axis[0].fraction), hn::Set(d, point.axis[0].blend)));
  }
};

template <class Kernel>
float cell_value_at(const typename Kernel::Octave& octave, int dimensions, const CellPoint& point) {
  using Value = CellPointValue<Kernel>;
  if (dimensions == 1) return Value::template at<1>(octave, point);
  if (dimensions == 2) return Value::template at<2>(octave, point);
  if constexpr (HasFourDimensions<Kernel>)
    if (dimensions == 4) return Value::template at<4>(octave, point);
  return Value::template at<3>(octave, point);
}

template <class Kernel>
void fill_cell_points(const typename Kernel::Octave& octave, int dimensions, const CellPoints& points, float* out,
                      const float* addend) {
  const CellPointFiller<Kernel> filler(octave, points);
  if constexpr (has_windows)
    if (points.by_cells) return filler.fill_by_window(out, addend);
  if (dimensions == 1) return filler.template fill<1>(out, addend);
  if (dimensions == 2) return filler.template fill<2>(out, addend);
  if constexpr (HasFourDimensions<Kernel>)
    if (dimensions == 4) return filler.template fill<4>(out, addend);
  return filler.template fill<3>(out, addend);
}

}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
