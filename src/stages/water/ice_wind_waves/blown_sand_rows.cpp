// Sand in the wind on rows of grids; what it means is told in wind_erosion.cpp.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "stages/water/ice_wind_waves/blown_sand_rows.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "stages/erosion/rows-inl.h"
#include "stages/water/ice_wind_waves/blown_sand.h"
#include "stages/water/ice_wind_waves/wind_steps.h"

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace {

/// Wind and strength are the same everywhere …
struct EvenWind {
  float shares[8];  ///< of what the neighbour over step k sends off
  float power_, strength_;

  EvenWind(const SandPass& pass, const GridStrip&)
      : power_(carrying_power(pass.wind_east[0], pass.wind_north[0])), strength_(pass.strength[0]) {
    for (int k = 0; k < slot_count; ++k) shares[k] = sent_along(7 - k, pass.wind_east[0], pass.wind_north[0]);
  }
  void load(const SandPass&, const GridStrip&, std::int64_t) {}
  void go_to(std::int64_t) {}

  HWY_INLINE bool may_come(std::size_t k) const { return shares[k] > 0; }
  HWY_INLINE FloatVec coming(std::size_t k, std::int64_t) const { return hn::Set(FloatTag(), shares[k]); }
  HWY_INLINE FloatVec power(std::int64_t) const { return hn::Set(FloatTag(), power_); }
  HWY_INLINE FloatVec strength(std::int64_t) const { return hn::Set(FloatTag(), strength_); }
  HWY_INLINE FloatVec strength_beside(std::size_t, std::int64_t) const { return hn::Set(FloatTag(), strength_); }
};

/// … or from layers: the same operations as `sent_along` and `carrying_power`.
struct UnevenWind {
  RowRing<4> easts, norths, strengths;
  RowsAround east{}, north{}, strength_{};

  UnevenWind(const SandPass&, const GridStrip& strip) : easts(strip), norths(strip), strengths(strip) {}
  void load(const SandPass& pass, const GridStrip& strip, std::int64_t row) {
    strip.load(pass.wind_east, row, 1, easts[row]);
    strip.load(pass.wind_north, row, 1, norths[row]);
    strip.load(pass.strength, row, 1, strengths[row]);
  }
  void go_to(std::int64_t row) {
    east = around(easts, row);
    north = around(norths, row);
    strength_ = around(strengths, row);
  }

  HWY_INLINE bool may_come(std::size_t) const { return true; }
  HWY_INLINE FloatVec coming(std::size_t k, std::int64_t x) const {
    const FloatTag d;
    const GridStep step = slot_steps[k], way = slot_steps[7 - k];
    const FloatVec e = east.beside(step, x), n = north.beside(step, x);
    const FloatVec right = hn::Set(d, static_cast<float>(way.right)), down = hn::Set(d, static_cast<float>(way.down));
    const FloatVec length = hn::Set(d, way.diagonal() ? 0.70710678F : 1.0F);
    const FloatVec along = hn::Mul(hn::Sub(hn::Mul(right, e), hn::Mul(down, n)), length);
    const FloatVec speed = hn::Add(hn::Mul(e, e), hn::Mul(n, n));
    const FloatVec share = hn::Mul(hn::Set(d, 0.5F), hn::Div(hn::Mul(along, along), speed));
    return hn::IfThenElseZero(hn::Gt(along, hn::Zero(d)), share);
  }
  HWY_INLINE FloatVec power(std::int64_t x) const {
    const FloatTag d;
    const FloatVec e = east.at(x), n = north.at(x);
    const FloatVec speed = hn::Div(hn::Sqrt(hn::Add(hn::Mul(e, e), hn::Mul(n, n))), hn::Set(d, usual_wind));
    return hn::Min(hn::Mul(hn::Mul(speed, speed), speed), hn::Set(d, 2.0F));
  }
  HWY_INLINE FloatVec strength(std::int64_t x) const { return strength_.at(x); }
  HWY_INLINE FloatVec strength_beside(std::size_t k, std::int64_t x) const { return strength_.beside(slot_steps[k], x); }
};

/// What comes to the cells of a vector from their neighbours.
struct Coming {
  FloatVec air, roof, mean, total, slides;
};

template <class Wind>
class SandRows {
 public:
  SandRows(const SandPass& pass, const GridStrip& strip)
      : pass_(pass),
        strip_(strip),
        wind_(pass, strip),
        bed_(strip),
        fastest_(strip),
        kept_(strip),
        height_(strip),
        sand_(strip),
        air_(strip),
        roof_(strip),
        mean_(strip) {}

  void run() {
    for (std::int64_t row = -1; row < std::int64_t{strip_.rows} + 1; ++row) {
      load(row);
      if (row >= 1) make_row(row - 1);
    }
    hwy::FlushStream();
  }

 private:
  void load(std::int64_t row) {
    const FloatTag d;
    const SandArrays& a = pass_.arrays;
    strip_.load(a.bed, row, 1, beyond_the_border, bed_.row());
    strip_.load(a.sand, row, 1, 0, sand_[row]);
    strip_.load(a.air, row, 1, 0, air_[row]);
    strip_.load(a.roof, row, 1, 0, roof_[row]);
    strip_.load(a.mean, row, 1, 0, mean_[row]);
    wind_.load(pass_, strip_, row);
    const float *bed = bed_.row(), *sand = sand_[row];
    float* height = height_[row];
    for_each_vector(strip_, 1, [&](std::int64_t x) CRATON_INLINE_LAMBDA {
      hn::StoreU(hn::Add(hn::LoadU(d, bed + x), hn::LoadU(d, sand + x)), d, height + x);
    });
  }

  void make_row(std::int64_t row) {
    const SandArrays& a = pass_.arrays;
    const RowWriter sand(strip_, a.next_sand, row), air(strip_, a.next_air, row), roof(strip_, a.next_roof, row),
        mean(strip_, a.next_mean, row);
    const Rows rows{around(height_, row), around(sand_, row), around(air_, row), around(roof_, row), around(mean_, row)};
    wind_.go_to(row);
    strip_.load(a.fastest, row, 0, 0, fastest_.row());
    if (a.kept) strip_.load(a.kept, row, 0, 0, kept_.row());
    for_each_vector(strip_, 0, [&](std::int64_t x) CRATON_INLINE_LAMBDA {
      const Coming coming = coming_to(rows, x);
      settle(rows, coming, x, sand, air, roof, mean);
    });
  }

  struct Rows {
    RowsAround height, sand, air, roof, mean;
  };

  HWY_INLINE Coming coming_to(const Rows& rows, std::int64_t x) const {
    const FloatTag d;
    const FloatVec none = hn::Zero(d), inside = hn::Set(d, 0.5F * beyond_the_border);
    const FloatVec here = rows.height.at(x), sand_here = rows.sand.at(x), air_here = rows.air.at(x), strength = wind_.strength(x);
    Coming coming{none, none, none, none, none};
    unrolled<8>([&](auto k) CRATON_INLINE_LAMBDA {
      constexpr GridStep step = slot_steps[k];
      const FloatVec there = rows.height.beside(step, x), air = rows.air.beside(step, x);
      if (wind_.may_come(k)) {
        const FloatVec share = hn::IfThenElseZero(hn::Lt(there, inside), wind_.coming(k, x));
        coming.air = hn::Add(coming.air, hn::Mul(share, air));
        coming.roof = hn::Add(coming.roof, hn::Mul(share, rows.roof.beside(step, x)));
        coming.mean = hn::Add(coming.mean, hn::Mul(share, rows.mean.beside(step, x)));
        coming.total = hn::Add(coming.total, share);
      }
      const float length = step.diagonal() ? strip_.frame.diagonal : strip_.frame.straight;
      const FloatVec rise = hn::Sub(there, here), height = hn::Abs(rise);
      const auto down_here = hn::Gt(rise, none);
      const FloatVec sand = hn::IfThenElse(down_here, rows.sand.beside(step, x), sand_here);
      const FloatVec excess = hn::Max(hn::Sub(height, hn::Set(d, pass_.rates.repose * length)), none);
      const FloatVec part = hn::Set(d, step.diagonal() ? slides_over_corner : slides_over_side);
      const FloatVec slides = hn::Min(hn::Mul(part, excess), hn::Mul(hn::Set(d, most_slides), sand));
      const FloatVec grains = hn::Mul(hn::Set(d, 0.5F * rolling / length), hn::Add(air_here, air));
      const FloatVec rolls = hn::Min(hn::Mul(grains, height), hn::Mul(hn::Set(d, most_rolls), sand));
      const FloatVec source = hn::Max(there, here);
      const FloatVec moved = hn::IfThenElseZero(hn::Ge(source, none), hn::Add(slides, rolls));
      const FloatVec gain = hn::IfThenElse(down_here, moved, hn::Neg(moved));
      coming.slides = hn::Add(coming.slides, hn::Mul(gain, hn::Mul(strength, wind_.strength_beside(k, x))));
    });
    return coming;
  }

  HWY_INLINE void settle(const Rows& rows, const Coming& coming, std::int64_t x, const RowWriter& next_sand,
                         const RowWriter& next_air, const RowWriter& next_roof, const RowWriter& next_mean) {
    const FloatTag d;
    const SandRates& rates = pass_.rates;
    const FloatVec none = hn::Zero(d), one = hn::Set(d, 1.0F);
    const FloatVec height = rows.height.at(x), sand = rows.sand.at(x), strength = wind_.strength(x);
    const auto upwind = hn::Gt(coming.total, none);
    const FloatVec total = hn::IfThenElse(upwind, coming.total, one);
    const FloatVec mean_there = hn::IfThenElse(upwind, hn::Div(coming.mean, total), height);
    const FloatVec mean = hn::Add(mean_there, hn::Mul(hn::Set(d, rates.forget), hn::Sub(height, mean_there)));
    const FloatVec sunk = hn::Sub(hn::Div(coming.roof, total), hn::Set(d, rates.sink));
    const FloatVec roof = hn::Max(height, hn::IfThenElse(upwind, sunk, height));
    next_mean.write(x, mean);
    next_roof.write(x, roof);

    const FloatVec still = hn::Min(hn::Div(hn::Sub(roof, height), hn::Set(d, rates.shade)), one);
    const FloatVec faster = hn::Add(one, hn::Mul(hn::Set(d, rates.gain), hn::Sub(height, mean)));
    const FloatVec speed = hn::Min(hn::Max(faster, none), hn::LoadU(d, fastest_.row() + x));
    const FloatVec most = hn::Mul(hn::Mul(hn::Set(d, rates.carried), wind_.power(x)), hn::Mul(hn::Mul(speed, speed), speed));
    const auto land = hn::Ge(height, none);
    FloatVec carried = none;
    const FloatVec dry = hn::Min(hn::Max(hn::Sub(hn::Div(height, hn::Set(d, rates.dry)), one), none), one);
    if (pass_.wind == WindNow::blows) carried = hn::Mul(hn::Mul(most, hn::Sub(one, still)), dry);
    const auto held = hn::Or(hn::Gt(still, none), hn::Lt(dry, one));
    const auto takes_up = hn::AndNot(held, hn::Gt(most, coming.air));
    const FloatVec usual = hn::IfThenElse(takes_up, hn::Set(d, rates.pick_up), hn::Set(d, rates.settle));
    const FloatVec rate =
        pass_.wind == WindNow::is_over ? one : hn::IfThenElse(land, hn::Mul(usual, strength), hn::Set(d, rates.settle));
    const auto open = hn::Gt(strength, none);
    const FloatVec wanted = hn::Mul(rate, hn::Sub(carried, coming.air));
    const FloatVec taken = hn::IfThenElseZero(open, hn::Min(wanted, hn::Mul(hn::Set(d, 0.5F), sand)));
    const FloatVec air = hn::IfThenElseZero(open, hn::Add(coming.air, taken));
    FloatVec stays = none;
    if (pass_.arrays.kept) stays = hn::Mul(hn::LoadU(d, kept_.row() + x), air);
    next_air.write(x, air);
    next_sand.write(x, hn::Max(hn::Add(hn::Sub(sand, taken), hn::Add(coming.slides, stays)), none));
  }

  const SandPass& pass_;
  const GridStrip& strip_;
  Wind wind_;
  RowBuffer bed_, fastest_, kept_;
  RowRing<4> height_, sand_, air_, roof_, mean_;
};

void strip_kernel(const SandPass& pass, const GridStrip& strip) {
  if (pass.even())
    SandRows<EvenWind>(pass, strip).run();
  else
    SandRows<UnevenWind>(pass, strip).run();
}

}  // namespace
}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace craton {
namespace {

HWY_EXPORT(strip_kernel);

}  // namespace

void blow_strip(const SandPass& pass, const GridStrip& strip) { HWY_DYNAMIC_DISPATCH(strip_kernel)(pass, strip); }

}  // namespace craton
#endif
