// Hydraulic erosion on rows of grids: the operations of hydraulic_cells.h, in the same order. Two steps roll down a strip:
// `flow_row` finds where the water of a row goes, `settle_row`, a row behind, gathers it and lets the ground give and take.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "stages/erosion/hydraulic_rows.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "stages/erosion/hydraulic.h"
#include "stages/erosion/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace {

template <Neighbourhood N>
class HydraulicRows {
 public:
  HydraulicRows(const HydraulicPass& pass, const GridStrip& strip)
      : pass_(pass),
        strip_(strip),
        diagonal_(std::min(pass.spacing / strip.frame.diagonal, 1.0F)),
        straight_(std::min(pass.spacing / strip.frame.straight, 1.0F)),
        height_(strip),
        water_(strip),
        load_(strip),
        strength_(strip),
        rate_(strip),
        concentration_(strip),
        flow_(strip),
        load_out_(strip),
        slope_(strip),
        rain_(strip),
        solubility_(strip),
        settling_(strip),
        capacity_(strip),
        banks_(strip),
        evaporation_(strip),
        deposit_(strip) {}

  void run() {
    for (std::int64_t row = -2; row < std::int64_t{strip_.rows} + 2; ++row) {
      load_row(row);
      if (row >= 0) flow_row(row - 1);
      if (row >= 2) settle_row(row - 2);
    }
    hwy::FlushStream();
  }

 private:
  static constexpr auto steps = steps_of<N>();
  static constexpr int links = static_cast<int>(steps.size());

  void load_row(std::int64_t row) {
    strip_.load(pass_.height_in, row, 2, beyond_the_border, height_[row]);
    strip_.load(pass_.water_in, row, 2, 0, water_[row]);
    strip_.load(pass_.load_in, row, 2, 0, load_[row]);
    strip_.load(pass_.strength, row, 2, strength_[row]);
    strip_.load(pass_.rain, row, 2, rain_.row());
    const FloatTag d;
    float *water = water_[row], *rain = rain_.row();
    for_each_vector(strip_, 2, [&](std::int64_t x) CRATON_INLINE_LAMBDA {
      const FloatVec fallen = hn::Mul(hn::LoadU(d, rain + x), hn::Set(d, pass_.time));
      hn::StoreU(hn::Add(hn::LoadU(d, water + x), fallen), d, water + x);
    });
  }

  HWY_INLINE FloatVec weighted(GridStep step, FloatVec drop) const {
    return hn::Mul(drop, hn::Set(FloatTag(), step.diagonal() ? diagonal_ : straight_));
  }

  void flow_row(std::int64_t row) {
    const FloatTag d;
    float *rates = rate_[row], *concentrations = concentration_[row];
    if (!strip_.row_exists(row)) {
      std::fill(rates - 1, rates + strip_.columns + 1, 0.0F);
      return;
    }
    const RowsAround height = around(height_, row), water = around(water_, row), strength = around(strength_, row);
    float *flowing = flow_[row], *loads = load_out_[row], *slopes = slope_[row], *load_in = load_[row];
    const FloatVec none = hn::Zero(d), bound = hn::Set(d, pass_.bound()), share = hn::Set(d, pass_.share);
    const FloatVec spacing = hn::Set(d, pass_.spacing), film = hn::Set(d, water_film);
    for_each_vector(strip_, 1, [&](std::int64_t x) CRATON_INLINE_LAMBDA {
      const FloatVec ground = height.at(x), wet = water.at(x);
      FloatVec total = none, open = none, most = none;
      unrolled<links>([&](auto k) CRATON_INLINE_LAMBDA {
        constexpr GridStep step = steps[k];
        const FloatVec fall = hn::Add(hn::Sub(ground, height.beside(step, x)), hn::Sub(wet, water.beside(step, x)));
        const FloatVec drop = hn::Max(weighted(step, fall), none);
        total = hn::Add(total, drop);
        most = hn::Max(most, drop);
        open = hn::Add(open, hn::IfThenElseZero(hn::Gt(strength.beside(step, x), none), drop));
      });
      const FloatVec part = hn::Mul(hn::Min(hn::Div(wet, total), bound), share);
      const FloatVec rate = hn::IfThenElseZero(hn::Gt(total, none), part);
      const FloatVec concentration = hn::Div(hn::LoadU(d, load_in + x), hn::Max(wet, film));
      hn::StoreU(rate, d, rates + x);
      hn::StoreU(concentration, d, concentrations + x);
      hn::StoreU(hn::Mul(rate, total), d, flowing + x);
      hn::StoreU(hn::Mul(concentration, hn::Mul(rate, open)), d, loads + x);
      hn::StoreU(hn::Div(most, spacing), d, slopes + x);
    });
    close_borders(strip_, 1, 0, rates);
    close_borders(strip_, 1, 0, concentrations);
  }

  void settle_row(std::int64_t row) {
    const FloatTag d;
    const RowsAround height = around(height_, row), water = around(water_, row);
    const RowsAround rate = around(rate_, row), concentration = around(concentration_, row);
    const float *strengths = strength_[row], *flowing = flow_[row], *loads_out = load_out_[row], *loads = load_[row];
    load_ground(row);
    const FloatVec none = hn::Zero(d);
    for_each_vector(strip_, 0, [&](std::int64_t x) CRATON_INLINE_LAMBDA {
      const FloatVec ground = height.at(x), wet = water.at(x);
      const auto open = hn::Gt(hn::LoadU(d, strengths + x), none);
      FloatVec got = none, got_load = none, fall = none, rise = none, room = hn::Set(d, beyond_the_border);
      const FloatVec banks = at(banks_, x);
      unrolled<links>([&](auto k) CRATON_INLINE_LAMBDA {
        constexpr GridStep step = steps[k];
        const FloatVec up = hn::Sub(height.beside(step, x), ground);
        const FloatVec bank =
            hn::Sub(hn::Mul(banks, hn::Set(d, step.diagonal() ? strip_.frame.diagonal : strip_.frame.straight)), up);
        const auto inside = hn::Lt(up, hn::Set(d, 0.5F * beyond_the_border));
        fall = hn::Max(fall, hn::Neg(up));
        rise = hn::Max(rise, hn::IfThenElseZero(inside, up));
        room = hn::IfThenElse(inside, hn::Min(room, bank), room);
        const FloatVec drop = hn::Max(weighted(step, hn::Add(up, hn::Sub(water.beside(step, x), wet))), none);
        const FloatVec part = hn::Mul(rate.beside(step, x), drop);
        got = hn::Add(got, part);
        got_load = hn::Add(got_load, hn::IfThenElseZero(open, hn::Mul(concentration.beside(step, x), part)));
      });
      const FloatVec left = hn::Max(hn::Sub(wet, hn::LoadU(d, flowing + x)), none);
      const FloatVec load_left = hn::Max(hn::Sub(hn::LoadU(d, loads + x), hn::LoadU(d, loads_out + x)), none);
      settle(row, x, ground, hn::Add(left, got), hn::Add(load_left, got_load), fall, rise, room);
    });
  }

  /// Fields that only the cell itself needs; rows of one number each, or of a layer.
  void load_ground(std::int64_t row) {
    strip_.load(pass_.solubility, row, 0, solubility_.row());
    strip_.load(pass_.settling, row, 0, settling_.row());
    strip_.load(pass_.capacity, row, 0, capacity_.row());
    strip_.load(pass_.banks, row, 0, banks_.row());
    strip_.load(pass_.evaporation, row, 0, evaporation_.row());
    strip_.load(pass_.deposit, row, 0, 0, deposit_.row());
  }

  HWY_INLINE FloatVec at(RowBuffer& row, std::int64_t x) { return hn::LoadU(FloatTag(), row.row() + x); }
  HWY_INLINE FloatVec over_time(RowBuffer& row, std::int64_t x) {
    const FloatTag d;
    return hn::Min(hn::Mul(at(row, x), hn::Set(d, pass_.time)), hn::Set(d, 1));
  }

  HWY_INLINE void settle(std::int64_t row, std::int64_t x, FloatVec ground, FloatVec water, FloatVec load, FloatVec fall,
                         FloatVec rise, FloatVec room) {
    const FloatTag d;
    const FloatVec none = hn::Zero(d), one = hn::Set(d, 1);
    const FloatVec moving = hn::Div(hn::LoadU(d, flow_[row] + x), hn::Set(d, pass_.share));
    const FloatVec power = hn::Mul(at(capacity_, x), hn::Mul(moving, hn::Min(hn::Sqrt(moving), one)));
    const FloatVec carried = hn::Mul(power, hn::LoadU(d, slope_[row] + x));
    const FloatVec swing = hn::Div(hn::Mul(hn::Set(d, response), power), hn::Set(d, pass_.spacing));
    const auto damped = [&](FloatVec part, FloatVec wish)
                            CRATON_INLINE_LAMBDA { return hn::Div(hn::Mul(part, wish), hn::Add(one, hn::Mul(part, swing))); };
    const FloatVec deepest = hn::Min(hn::Mul(hn::Set(d, deepest_cut), fall), hn::Max(room, none));
    const FloatVec taken = hn::Min(damped(over_time(solubility_, x), hn::Sub(carried, load)), deepest);
    const FloatVec highest = hn::Add(hn::Mul(hn::Set(d, highest_fill), rise), hn::Mul(hn::Set(d, highest_fill_of_water), water));
    const FloatVec laid = hn::Min(damped(over_time(settling_, x), hn::Sub(load, carried)), highest);
    const FloatVec change = hn::IfThenElse(hn::Gt(carried, load), hn::Neg(taken), laid);
    const FloatVec wanted = hn::Sub(hn::Add(ground, hn::Mul(hn::LoadU(d, strength_[row] + x), change)), ground);
    const FloatVec done = hn::IfThenElse(hn::Gt(wanted, load), none, wanted);
    RowWriter(strip_, pass_.height_out, row).write(x, hn::Add(ground, done));
    RowWriter(strip_, pass_.water_out, row).write(x, hn::Sub(water, hn::Mul(over_time(evaporation_, x), water)));
    RowWriter(strip_, pass_.load_out, row).write(x, hn::Sub(load, done));
    RowWriter(strip_, pass_.deposit, row).write(x, hn::Max(hn::Add(at(deposit_, x), done), none));
  }

  const HydraulicPass& pass_;
  const GridStrip& strip_;
  float diagonal_, straight_;
  RowRing<4> height_, water_, load_, strength_, rate_, concentration_, flow_, load_out_, slope_;
  RowBuffer rain_, solubility_, settling_, capacity_, banks_, evaporation_, deposit_;
};

void strip_kernel(const HydraulicPass& pass, const GridStrip& strip) {
  switch (pass.neighbourhood) {
    case Neighbourhood::moore: return HydraulicRows<Neighbourhood::moore>(pass, strip).run();
    case Neighbourhood::von_neumann: return HydraulicRows<Neighbourhood::von_neumann>(pass, strip).run();
    case Neighbourhood::rotated_von_neumann: return HydraulicRows<Neighbourhood::rotated_von_neumann>(pass, strip).run();
  }
}

}  // namespace
}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace craton {
namespace {

HWY_EXPORT(strip_kernel);

}  // namespace

void hydraulic_strip(const HydraulicPass& pass, const GridStrip& strip) { HWY_DYNAMIC_DISPATCH(strip_kernel)(pass, strip); }

}  // namespace craton
#endif
