#pragma once

#include <craton/base/params.h>

#include "noise/blend.h"
#include "noise/gradients.h"
#include "noise/kinds.h"

/// Parameters that several kinds share, declared once.
namespace craton {

/// Those of a noise on the square lattice, of one that blends between its corners, and of one with gradients there.
struct LatticeParams {
  double frequency = 0.01;
  std::vector<double> period;
};
struct BlendParams {
  double frequency = 0.01;
  int smoothness = 2;
  std::vector<double> period;
};
struct GradientParams : BlendParams {
  GradientSet gradients = GradientSet::circle;
};
template <>
std::span<const ParamInfo> params_of<LatticeParams>();
template <>
std::span<const ParamInfo> params_of<BlendParams>();
template <>
std::span<const ParamInfo> params_of<GradientParams>();

inline constexpr double min_frequency = 0x1p-48, max_frequency = 512;

template <auto Member>
ParamInfo frequency_param() {
  return number_param<Member>("frequency", min_frequency, max_frequency, "1/m", "Lattice cells per metre.");
}

/// Another noise may stand in place of the number.
inline ParamInfo or_noise(ParamInfo info) {
  info.may_be_noise = true;
  return info;
}

template <auto Member>
ParamInfo period_param() {
  return numbers_param<Member>(
      "period", 0, 0x1p31, max_dimensions, "cells",
      "After how many cells the noise repeats along x, y, …; 0 or nothing: not at all. The period's length is rounded to whole "
      "units of 1/1024 m, and the frequency along that axis with it.");
}

template <auto Member>
ParamInfo smoothness_param() {
  return integer_param<Member>(
      "smoothness", 0, max_smoothness, "",
      "Order n of the blend between corners: 0 is linear, 1 smooth, 2 also smooth in slope; high orders show the lattice.");
}

}  // namespace craton
