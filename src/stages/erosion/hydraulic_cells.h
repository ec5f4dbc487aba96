#pragma once

#include <algorithm>
#include <cmath>
#include <span>

#include "stages/erosion/hydraulic.h"

/// Hydraulic erosion cell by cell, for any links: how spheres do it, and what the vectors of grids are compared with. The
/// formulas are explained in hydraulic.cpp. `links(cell, f)` calls f for each link of a cell.
namespace craton {

struct HydraulicCell {
  float height, water, load, deposit;
};

/// Where water leaves a cell, and how fast.
struct Outflow {
  float rate = 0;           ///< metres that go for a metre of weighted drop
  float concentration = 0;  ///< load in a metre of water
  float water = 0;          ///< metres that leave
  float load = 0;           ///< and the load in them
  float slope = 0;          ///< of the water's surface, the steepest down
};

inline float over_time(float share, float time) { return std::min(share * time, 1.0F); }

inline float rained_on(const HydraulicPass& pass, Cell cell) { return pass.water_in[cell] + pass.rain[cell] * pass.time; }

/// How far the water's surface falls over a link, less for a longer one: flow goes by slope. Sites of a sphere may almost touch:
/// links shorter than the spacing count as that.
inline float weighted_drop(const HydraulicPass& pass, Cell from, Cell to, float length) {
  const float drop = (pass.height_in[from] - pass.height_in[to]) + (rained_on(pass, from) - rained_on(pass, to));
  return drop * std::min(pass.spacing / length, 1.0F);
}

template <class Links>
Outflow outflow_of(const HydraulicPass& pass, Cell cell, const Links& links) {
  float total = 0, open = 0, most = 0;
  links(cell, [&](Link link) {
    const float drop = std::max(weighted_drop(pass, cell, link.to, link.length), 0.0F);
    total += drop;
    most = std::max(most, drop);
    open += pass.strength[link.to] > 0 ? drop : 0;
  });
  const float water = rained_on(pass, cell);
  Outflow flow;
  flow.rate = total > 0 ? std::min(water / total, pass.bound()) * pass.share : 0;
  flow.concentration = pass.load_in[cell] / std::max(water, water_film);
  flow.water = flow.rate * total;
  flow.load = flow.concentration * (flow.rate * open);
  flow.slope = most / pass.spacing;
  return flow;
}

/// The ground around a cell.
struct Surroundings {
  float fall = 0;  ///< to the lowest neighbour
  float rise = 0;  ///< to the highest one
  float room = 0;  ///< how deep it can be cut until a bank is too steep
};

/// The ground gives and takes, for water and load that have flowed together.
inline HydraulicCell settled(const HydraulicPass& pass, Cell cell, const Outflow& flow, float water, float load,
                             const Surroundings& around) {
  const float height = pass.height_in[cell], moving = flow.water / pass.share;
  const float power = pass.capacity[cell] * (moving * std::min(std::sqrt(moving), 1.0F)), carried = power * flow.slope;
  const float swing = response * power / pass.spacing;
  const float dissolving = over_time(pass.solubility[cell], pass.time), resting = over_time(pass.settling[cell], pass.time);
  const float taken = std::min(dissolving * (carried - load) / (1 + dissolving * swing),
                               std::min(deepest_cut * around.fall, std::max(around.room, 0.0F)));
  const float laid =
      std::min(resting * (load - carried) / (1 + resting * swing), highest_fill * around.rise + highest_fill_of_water * water);
  const float wanted = height + pass.strength[cell] * (carried > load ? -taken : laid);
  const float change = wanted - height > load ? 0 : wanted - height;
  return {height + change, water - over_time(pass.evaporation[cell], pass.time) * water, load - change,
          std::max(pass.deposit[cell] + change, 0.0F)};
}

/// A cell after a pass; `rates` and `concentrations` are those of all outflows, `area(cell)` is in square metres.
template <class Links, class Area>
HydraulicCell after_pass(const HydraulicPass& pass, Cell cell, std::span<const float> rates,
                         std::span<const float> concentrations, const Links& links, const Area& area) {
  const Outflow flow = outflow_of(pass, cell, links);
  float water = 0, load = 0;
  Surroundings around{.room = beyond_the_border};
  links(cell, [&](Link link) {
    const float step = pass.height_in[link.to] - pass.height_in[cell];
    around.fall = std::max(around.fall, -step);
    around.rise = std::max(around.rise, step);
    around.room = std::min(around.room, pass.banks[cell] * link.length - step);
    const float drop = std::max(weighted_drop(pass, link.to, cell, link.length), 0.0F);
    const float part = rates[link.to] * drop * static_cast<float>(area(link.to) / area(cell));
    water += part;
    load += pass.strength[cell] > 0 ? concentrations[link.to] * part : 0;
  });
  water = std::max(rained_on(pass, cell) - flow.water, 0.0F) + water;
  load = std::max(pass.load_in[cell] - flow.load, 0.0F) + load;
  return settled(pass, cell, flow, water, load, around);
}

}  // namespace craton
