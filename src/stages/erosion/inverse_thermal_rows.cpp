// Inverse thermal erosion on rows of grids; the formulas are in inverse_thermal.cpp. Three steps roll down a strip, each a row
// behind the one before: `choose_row` finds to which neighbour a cell gives, `count_row` what each cell gets and for how many
// givers, `change_row` makes the new heights.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "stages/erosion/inverse_thermal_rows.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "stages/erosion/inverse_thermal.h"
#include "stages/erosion/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace {

template <Neighbourhood N, class Ground>
class InverseThermalRows {
 public:
  InverseThermalRows(const GravityPass& pass, const GridStrip& strip)
      : pass_(pass),
        strip_(strip),
        ground_(pass, strip),
        height_(strip),
        taker_(strip),
        drop_(strip),
        rate_(strip),
        gain_(strip) {}

  void run() {
    for (std::int64_t row = -3; row < std::int64_t{strip_.rows} + 3; ++row) {
      if (!strip_.lies_around(row, 3)) strip_.load(pass_.in, row, 3, beyond_the_border, height_[row]);
      ground_.load(pass_, strip_, row, 3);
      if (row >= -1) choose_row(row - 1);
      if (row >= 1) count_row(row - 2);
      if (row >= 3) change_row(row - 3);
    }
    hwy::FlushStream();
  }

 private:
  static constexpr auto steps = steps_of<N>();
  static constexpr int links = static_cast<int>(steps.size());
  static constexpr float nobody = -1;

  /// Numbers of steps are kept as floats, beside the heights that they came from.
  static HWY_INLINE FloatVec number(int k) { return hn::Set(FloatTag(), static_cast<float>(k)); }

  /// Rows of the map itself where it has all that kernels look at, and copies with what lies beyond the border elsewhere.
  const float* heights(std::int64_t row) { return strip_.lies_around(row, 3) ? pass_.in + strip_.place(row) : height_[row]; }
  RowsAround heights_around(std::int64_t row) { return {heights(row - 1), heights(row), heights(row + 1)}; }

  void choose_row(std::int64_t row) {
    const FloatTag d;
    float *taker = taker_[row], *drops = drop_[row];
    if (!strip_.row_exists(row)) {
      std::fill(taker - 2, taker + strip_.columns + 2, nobody);
      return;
    }
    const RowsAround height = heights_around(row);
    const auto ground = ground_.row(row);
    const FloatVec straight = hn::Set(d, strip_.frame.straight), diagonal = hn::Set(d, strip_.frame.diagonal);
    for_each_vector(strip_, 2, [&](std::int64_t x) CRATON_INLINE_LAMBDA {
      FloatVec lowest = height.beside(steps[0], x), which = number(0);
      FloatVec length = steps[0].diagonal() ? diagonal : straight;
      unrolled<links - 1>([&](auto before) CRATON_INLINE_LAMBDA {
        constexpr int k = before + 1;
        const FloatVec other = height.beside(steps[k], x);
        const auto lower = hn::Lt(other, lowest);
        lowest = hn::IfThenElse(lower, other, lowest);
        which = hn::IfThenElse(lower, number(k), which);
        if (N == Neighbourhood::moore) length = hn::IfThenElse(lower, steps[k].diagonal() ? diagonal : straight, length);
      });
      const FloatVec drop = hn::Sub(height.at(x), lowest);
      const auto gives = hn::And(hn::Gt(drop, hn::Zero(d)), hn::Le(drop, hn::Mul(ground.talus(x), length)));
      hn::StoreU(hn::IfThenElse(gives, which, hn::Set(d, nobody)), d, taker + x);
      hn::StoreU(drop, d, drops + x);
    });
    close_borders(strip_, 2, nobody, taker);
  }

  void count_row(std::int64_t row) {
    const FloatTag d;
    const RowsAround height = heights_around(row), taker = around(taker_, row);
    float *rates = rate_[row], *gains = gain_[row];
    const auto ground = ground_.row(row);
    const FloatVec one = hn::Set(d, 1), none = hn::Zero(d);
    const auto rate_for = ground.template giver_rate<links>(pass_.share);
    for_each_vector(strip_, 1, [&](std::int64_t x) CRATON_INLINE_LAMBDA {
      const FloatVec here = height.at(x);
      FloatVec givers = none, drops = none;
      unrolled<links>([&](auto k) CRATON_INLINE_LAMBDA {
        constexpr GridStep step = steps[k];
        const auto gives = hn::Eq(taker.beside(step, x), number(links - 1 - k));
        const FloatVec drop = hn::Sub(height.beside(step, x), here);
        givers = hn::Add(givers, hn::IfThenElseZero(gives, one));
        drops = hn::Add(drops, hn::IfThenElseZero(gives, ground.let_there(drop, step, x)));
      });
      const FloatVec rate = rate_for(givers, x);
      hn::StoreU(rate, d, rates + x);
      hn::StoreU(hn::Mul(rate, drops), d, gains + x);
    });
  }

  void change_row(std::int64_t row) {
    const FloatTag d;
    const RowsAround rate = around(rate_, row);
    const float *here = heights(row), *taker = taker_[row], *drops = drop_[row], *gains = gain_[row];
    const RowWriter out(strip_, pass_.out, row);
    const auto ground = ground_.row(row);
    for_each_vector(strip_, 0, [&](std::int64_t x) CRATON_INLINE_LAMBDA {
      const FloatVec to = hn::LoadU(d, taker + x), drop = hn::LoadU(d, drops + x);
      FloatVec given = hn::Zero(d);
      unrolled<links>([&](auto k) CRATON_INLINE_LAMBDA {
        constexpr GridStep step = steps[k];
        const FloatVec gift = hn::Mul(ground.let_here(drop, step, x), rate.beside(step, x));
        given = hn::IfThenElse(hn::Eq(to, number(k)), gift, given);
      });
      const FloatVec change = hn::Sub(hn::LoadU(d, gains + x), given);
      out.write(x, hn::Add(hn::LoadU(d, here + x), change));
    });
  }

  const GravityPass& pass_;
  const GridStrip& strip_;
  Ground ground_;
  RowRing<4> height_, taker_, drop_, rate_, gain_;
};

void strip_kernel(const GravityPass& pass, const GridStrip& strip) { run_rows<InverseThermalRows>(pass, strip); }

}  // namespace
}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace craton {
namespace {

HWY_EXPORT(strip_kernel);

}  // namespace

void inverse_thermal_strip(const GravityPass& pass, const GridStrip& strip) { HWY_DYNAMIC_DISPATCH(strip_kernel)(pass, strip); }

}  // namespace craton
#endif
