// Hat noise (source 001, "Hat noise"; its slips mended): kite noise with a gradient for each hat of an aperiodic tiling, which
// 001 takes from a table of a finite patch. Here the tiling is endless (craton/noise/hat_tiling.h; Smith, Myers, Kaplan &
// Goodman-Strauss 2024). The kernels are in kite_generator.cpp.
#include "noise/common_params.h"
#include "noise/kite_generator.h"
#include "noise/octaves.h"

namespace craton {

struct HatParams {
  double frequency = 0.01;
  GradientSet gradients = GradientSet::circle;
};

template <>
std::span<const ParamInfo> params_of<HatParams>() {
  static const ParamInfo list[] = {
      frequency_param<&HatParams::frequency>(),
      choice_param<&HatParams::gradients>("gradients", gradient_set_doc),
  };
  return list;
}

namespace {

Result<std::unique_ptr<Generator>> make_hat(const ParamValues& values, std::string_view path, const OctaveSpec& spec) {
  if (values.find("period"))
    return Error{ErrorCode::unsupported, path_of(path, "period"),
                 "the tiling of hat noise never repeats; kite, tiling_simplex and perlin noise can have a period"};
  CRATON_TRY(HatParams params, params_from<HatParams>(values, path));
  return make_kite_generator(spec, params.gradients, true);
}

}  // namespace

const GeneratorKind& hat_noise() {
  static const GeneratorKind kind{{"hat",
                                   "Hat noise",
                                   "Kite noise on an endless aperiodic tiling: eight kites are a hat, and every hat has a "
                                   "gradient of its own. No part of the "
                                   "plane ever repeats, and so the noise can have no period.",
                                   "source 001: hat noise; Smith, Myers, Kaplan & Goodman-Strauss 2024",
                                   0b10,
                                   params_of<HatParams>(),
                                   {}},
                                  make_hat,
                                  false};
  return kind;
}

}  // namespace craton
