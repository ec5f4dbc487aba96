// Kite noise (source 001, "Kite noise"; its slips mended): gradients at the corners of the kites that triangles are cut into. The
// kernels are in kite_generator.cpp and kite_periodic.cpp.
#include "noise/common_params.h"
#include "noise/even_lattice.h"
#include "noise/kite_generator.h"

namespace craton {

struct KiteParams {
  double frequency = 0.01;
  GradientSet gradients = GradientSet::circle;
  std::vector<double> period;
};

template <>
std::span<const ParamInfo> params_of<KiteParams>() {
  static const ParamInfo list[] = {
      frequency_param<&KiteParams::frequency>(),
      choice_param<&KiteParams::gradients>("gradients", gradient_set_doc),
      period_param<&KiteParams::period>(),
  };
  return list;
}

namespace {

Result<std::unique_ptr<Generator>> make_kite(const ParamValues& values, std::string_view path, const OctaveSpec& spec) {
  CRATON_TRY(KiteParams params, params_from<KiteParams>(values, path));
  if (params.period.size() > 1)
    CRATON_TRY(check_even_period(params.period[1], "every other row of triangles is shifted, so that a period along y", path));
  return make_kite_generator(spec, params.gradients, false);
}

}  // namespace

const GeneratorKind& kite_noise() {
  static const GeneratorKind kind{{"kite",
                                   "Kite noise",
                                   "Gradients at the corners of kites, three to a triangle of the lattice of simplex noise: "
                                   "finer grained than simplex noise of "
                                   "the same frequency, zero at the vertices of triangles. With a period, triangles lie in rows "
                                   "along the x axis, one cell wide "
                                   "and high; along y a period is an even number of cells.",
                                   "source 001: kite noise",
                                   0b10,
                                   params_of<KiteParams>(),
                                   {}},
                                  make_kite};
  return kind;
}

}  // namespace craton
