// Thermal erosion on rows of grids; the formulas are in thermal.cpp. Two steps roll down a strip: `give_row` finds for each cell
// of a row what it gives for a metre of drop, `take_row`, a row behind, adds up what each cell gets.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "stages/erosion/thermal_rows.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "stages/erosion/rows-inl.h"
#include "stages/erosion/thermal.h"

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace {

template <Neighbourhood N, class Ground>
class ThermalRows {
 public:
  ThermalRows(const GravityPass& pass, const GridStrip& strip)
      : pass_(pass), strip_(strip), ground_(pass, strip), height_(strip), rate_(strip), given_(strip) {}

  void run() {
    for (std::int64_t row = -2; row < std::int64_t{strip_.rows} + 2; ++row) {
      strip_.load(pass_.in, row, 2, beyond_the_border, height_[row]);
      ground_.load(pass_, strip_, row, 2);
      if (row >= 0) give_row(row - 1);
      if (row >= 2) take_row(row - 2);
    }
    hwy::FlushStream();
  }

 private:
  static constexpr auto steps = steps_of<N>();
  static constexpr int links = static_cast<int>(steps.size());

  void give_row(std::int64_t row) {
    const FloatTag d;
    float *rate = rate_[row], *given = given_[row];
    if (!strip_.row_exists(row)) {
      std::fill(rate - 1, rate + strip_.columns + 1, 0.0F);
      return;
    }
    const RowsAround height = around(height_, row);
    const auto ground = ground_.row(row);
    const FloatVec straight = hn::Set(d, strip_.frame.straight), diagonal = hn::Set(d, strip_.frame.diagonal);
    const FloatVec bound = hn::Set(d, thermal_bound(N)), share = hn::Set(d, pass_.share), none = hn::Zero(d);
    for_each_vector(strip_, 1, [&](std::int64_t x) CRATON_INLINE_LAMBDA {
      const FloatVec here = height.at(x);
      const FloatVec level = hn::Mul(ground.talus(x), straight), across = hn::Mul(ground.talus(x), diagonal);
      FloatVec level_drop = none, across_drop = none, total = none, gift = none;
      unrolled<links>([&](auto k) CRATON_INLINE_LAMBDA {
        constexpr GridStep step = steps[k];
        const FloatVec drop = hn::Sub(here, height.beside(step, x));
        const FloatVec over = hn::IfThenElseZero(hn::Gt(drop, step.diagonal() ? across : level), drop);
        FloatVec& largest = step.diagonal() ? across_drop : level_drop;
        largest = hn::Max(largest, drop);
        total = hn::Add(total, over);
        gift = hn::Add(gift, ground.let_there(over, step, x));
      });
      const FloatVec most = hn::Max(hn::Sub(level_drop, level), hn::Sub(across_drop, across));  // the larger excess
      const FloatVec part = hn::Mul(ground.strength(x), hn::Div(most, total));
      const FloatVec giving = hn::IfThenElseZero(hn::Gt(most, none), hn::Mul(hn::Min(part, bound), share));
      hn::StoreU(giving, d, rate + x);
      hn::StoreU(hn::Mul(giving, gift), d, given + x);
    });
    close_borders(strip_, 1, 0, rate);
  }

  void take_row(std::int64_t row) {
    const FloatTag d;
    const RowsAround height = around(height_, row), rate = around(rate_, row);
    const float* given = given_[row];
    const RowWriter out(strip_, pass_.out, row);
    const auto ground = ground_.row(row);
    const FloatVec straight = hn::Set(d, strip_.frame.straight), diagonal = hn::Set(d, strip_.frame.diagonal), none = hn::Zero(d);
    for_each_vector(strip_, 0, [&](std::int64_t x) CRATON_INLINE_LAMBDA {
      const FloatVec here = height.at(x);
      FloatVec got = none;
      unrolled<links>([&](auto k) CRATON_INLINE_LAMBDA {
        constexpr GridStep step = steps[k];
        const FloatVec drop = hn::Sub(height.beside(step, x), here);
        const FloatVec talus = hn::Mul(ground.talus(step, x), step.diagonal() ? diagonal : straight);
        const FloatVec gift = hn::Mul(ground.let_here(drop, step, x), rate.beside(step, x));
        got = hn::Add(got, hn::IfThenElseZero(hn::Gt(drop, talus), gift));
      });
      const FloatVec change = hn::Sub(got, hn::LoadU(d, given + x));
      out.write(x, hn::Add(here, change));
    });
  }

  const GravityPass& pass_;
  const GridStrip& strip_;
  Ground ground_;
  RowRing<4> height_, rate_, given_;
};

void strip_kernel(const GravityPass& pass, const GridStrip& strip) { run_rows<ThermalRows>(pass, strip); }

}  // namespace
}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace craton {
namespace {

HWY_EXPORT(strip_kernel);

}  // namespace

void thermal_strip(const GravityPass& pass, const GridStrip& strip) { HWY_DYNAMIC_DISPATCH(strip_kernel)(pass, strip); }

}  // namespace craton
#endif
