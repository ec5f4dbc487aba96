// What vector kernels over rows share. Included once per target.
#if defined(CRATON_STAGES_EROSION_ROWS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CRATON_STAGES_EROSION_ROWS_INL
#undef CRATON_STAGES_EROSION_ROWS_INL
#else
#define CRATON_STAGES_EROSION_ROWS_INL
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "base/simd/unroll-inl.h"
#include "stages/erosion/gravity.h"

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using FloatTag = hn::ScalableTag<float>;
using FloatVec = hn::Vec<FloatTag>;

/// Three rows of something around a cell, and steps between them.
struct RowsAround {
  const float *above, *here, *below;

  HWY_INLINE FloatVec at(std::int64_t x) const { return hn::LoadU(FloatTag(), here + x); }
  HWY_INLINE FloatVec beside(GridStep step, std::int64_t x) const {
    const float* row = step.down < 0 ? above : step.down > 0 ? below : here;
    return hn::LoadU(FloatTag(), row + x + step.right);
  }
};

template <std::size_t Rows>
RowsAround around(RowRing<Rows>& ring, std::int64_t row) {
  return {ring[row - 1], ring[row], ring[row + 1]};
}

/// Calls body(x) for vectors that cover the columns −margin … columns + margin − 1, on whole vectors from column 0 on.
template <class Body>
HWY_INLINE void for_each_vector(const GridStrip& strip, int margin, const Body& body) {
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(FloatTag()));
  const std::int64_t begin = -((margin + lanes - 1) / lanes) * lanes, end = std::int64_t{strip.columns} + margin;
  for (std::int64_t x = begin; x < end; x += lanes) body(x);
}

/// Writes a row of a strip into the map.
class RowWriter {
 public:
  RowWriter(const GridStrip& strip, float* map, std::int64_t row) : to_(map + strip.place(row)), columns_(strip.columns) {
    past_caches_ = strip.past_caches && reinterpret_cast<std::uintptr_t>(to_) % vector_alignment == 0;
  }

  /// The lanes that lie within the strip.
  HWY_INLINE void write(std::int64_t x, FloatVec value) const {
    const FloatTag d;
    const std::int64_t lanes = static_cast<std::int64_t>(hn::Lanes(d)), left = columns_ - x;
    if (left < lanes) {
      AlignedArray<float, 1> part;
      static_assert(sizeof part >= HWY_MAX_BYTES || HWY_MAX_BYTES > vector_alignment);
      hn::StoreU(value, d, part.data);
      std::memcpy(to_ + x, part.data, static_cast<std::size_t>(left) * sizeof(float));
    } else if (past_caches_) {
      hn::Stream(value, d, to_ + x);
    } else {
      hn::StoreU(value, d, to_ + x);
    }
  }

 private:
  float* to_;
  std::int64_t columns_;
  bool past_caches_;
};

/// Cells beyond the borders of the map do nothing: their values in this row become `nothing`.
inline void close_borders(const GridStrip& strip, int margin, float nothing, float* row) {
  for (int k = 0; k < margin; ++k) {
    if (!strip.open_west()) row[-1 - k] = nothing;
    if (!strip.open_east()) row[strip.columns + static_cast<std::uint32_t>(k)] = nothing;
  }
}

/// Talus and strength of the cells: one number everywhere …
struct EvenGround {
  float talus, strength;

  EvenGround(const GravityPass& pass, const GridStrip&) : talus(pass.talus[0]), strength(pass.strength[0]) {}
  void load(const GravityPass&, const GridStrip&, std::int64_t, int) {}

  struct Row {
    float talus_, strength_;
    HWY_INLINE FloatVec talus(std::int64_t) const { return hn::Set(FloatTag(), talus_); }
    HWY_INLINE FloatVec talus(GridStep, std::int64_t) const { return hn::Set(FloatTag(), talus_); }
    HWY_INLINE FloatVec strength(std::int64_t) const { return hn::Set(FloatTag(), strength_); }
    HWY_INLINE FloatVec let_there(FloatVec gift, GridStep, std::int64_t) const { return gift; }
    HWY_INLINE FloatVec let_here(FloatVec gift, GridStep, std::int64_t) const { return gift; }

    /// See UnevenGround: here there are only so many quotients, and choosing is quicker than dividing.
    template <int Links>
    struct GiverRate {
      float quotients[Links + 1];
      HWY_INLINE FloatVec operator()(FloatVec givers, std::int64_t) const {
        const FloatTag d;
        FloatVec rate = hn::Set(d, quotients[1]);
        unrolled<Links - 1>([&](auto before) CRATON_INLINE_LAMBDA {
          constexpr int k = before + 2;
          rate = hn::IfThenElse(hn::Eq(givers, hn::Set(d, static_cast<float>(k))), hn::Set(d, quotients[k]), rate);
        });
        return rate;
      }
    };
    template <int Links>
    GiverRate<Links> giver_rate(float share) const {
      GiverRate<Links> rate{};
      for (int k = 1; k <= Links; ++k) rate.quotients[k] = strength_ * 0.5F / static_cast<float>(k) * share;
      return rate;
    }
  };
  HWY_INLINE Row row(std::int64_t) { return {talus, strength}; }
};

/// … or from layers. The same operations as above, and multiplications by 1 where the strengths are equal.
struct UnevenGround {
  RowRing<8> taluses, strengths;  // the last step of a kernel still looks at the row above its own

  UnevenGround(const GravityPass&, const GridStrip& strip) : taluses(strip), strengths(strip) {}
  void load(const GravityPass& pass, const GridStrip& strip, std::int64_t row, int margin) {
    strip.load(pass.talus, row, margin, taluses[row]);
    strip.load(pass.strength, row, margin, strengths[row]);
  }

  struct Row {
    RowsAround talus_, strength_;
    HWY_INLINE FloatVec talus(std::int64_t x) const { return talus_.at(x); }
    HWY_INLINE FloatVec talus(GridStep step, std::int64_t x) const { return talus_.beside(step, x); }
    HWY_INLINE FloatVec strength(std::int64_t x) const { return strength_.at(x); }
    /// Of what its givers have to give, the part that a cell takes in a pass: half, shared by their number.
    struct GiverRate {
      RowsAround strength;
      float share;
      HWY_INLINE FloatVec operator()(FloatVec givers, std::int64_t x) const {
        const FloatTag d;
        const FloatVec half = hn::Mul(strength.at(x), hn::Set(d, 0.5F));
        return hn::Mul(hn::Div(half, hn::Max(givers, hn::Set(d, 1))), hn::Set(d, share));
      }
    };
    template <int Links>
    GiverRate giver_rate(float share) const {
      return {strength_, share};
    }
    /// `let_through` of gravity.h, from this cell's strength to the neighbour's.
    HWY_INLINE FloatVec let_there(FloatVec gift, GridStep step, std::int64_t x) const {
      return hn::Mul(gift, let_through(strength_.at(x), strength_.beside(step, x)));
    }
    /// And from the neighbour's strength to this cell's.
    HWY_INLINE FloatVec let_here(FloatVec gift, GridStep step, std::int64_t x) const {
      return hn::Mul(gift, let_through(strength_.beside(step, x), strength_.at(x)));
    }
    static HWY_INLINE FloatVec let_through(FloatVec here, FloatVec there) {
      const FloatTag d;
      return hn::Min(hn::Div(there, hn::Max(here, hn::Set(d, least_strength))), hn::Set(d, 1));
    }
  };
  HWY_INLINE Row row(std::int64_t r) { return {around(taluses, r), around(strengths, r)}; }
};

/// One strip by the kernel of a pass: Rows<neighbourhood, ground>.
template <template <Neighbourhood, class> class Rows, Neighbourhood N>
void run_rows_on(const GravityPass& pass, const GridStrip& strip) {
  if (pass.varies())
    Rows<N, UnevenGround>(pass, strip).run();
  else
    Rows<N, EvenGround>(pass, strip).run();
}
template <template <Neighbourhood, class> class Rows>
void run_rows(const GravityPass& pass, const GridStrip& strip) {
  switch (pass.neighbourhood) {
    case Neighbourhood::moore: return run_rows_on<Rows, Neighbourhood::moore>(pass, strip);
    case Neighbourhood::von_neumann: return run_rows_on<Rows, Neighbourhood::von_neumann>(pass, strip);
    case Neighbourhood::rotated_von_neumann: return run_rows_on<Rows, Neighbourhood::rotated_von_neumann>(pass, strip);
  }
}

}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
