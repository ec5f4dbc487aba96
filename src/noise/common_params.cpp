#include "noise/common_params.h"

namespace craton {

template <>
std::span<const ParamInfo> params_of<LatticeParams>() {
  static const ParamInfo list[] = {
      frequency_param<&LatticeParams::frequency>(),
      period_param<&LatticeParams::period>(),
  };
  return list;
}
template <>
std::span<const ParamInfo> params_of<BlendParams>() {
  static const ParamInfo list[] = {
      frequency_param<&BlendParams::frequency>(),
      smoothness_param<&BlendParams::smoothness>(),
      period_param<&BlendParams::period>(),
  };
  return list;
}
template <>
std::span<const ParamInfo> params_of<GradientParams>() {
  static const ParamInfo list[] = {
      frequency_param<&GradientParams::frequency>(),
      smoothness_param<&GradientParams::smoothness>(),
      choice_param<&GradientParams::gradients>("gradients", gradient_set_doc),
      period_param<&GradientParams::period>(),
  };
  return list;
}

}  // namespace craton
