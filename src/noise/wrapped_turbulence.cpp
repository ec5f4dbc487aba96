// Turbulence on a torus (Erstu): octaves of one random field that all repeat after the same width. The largest cells are
// width / cells wide; each octave halves them, down to a metre; an octave's weight is the size of its cells. The field can be
// read with linear or with cubic interpolation: two maps of the same world, one rough, one smooth.
#include <craton/base/hash.h>

#include "noise/common_params.h"
#include "noise/steps.h"

namespace craton {
namespace {

enum class Interpolation { linear, cubic };

struct WrappedTurbulenceParams {
  double width = 512;
  int cells = 4;
  Interpolation interpolation = Interpolation::linear;
};

/// One octave whose lattice repeats after `period` units in `cells` cells, along each axis.
OctaveSpec repeating_octave(Seed seed, std::size_t index, std::uint64_t cells, std::uint64_t period, double weight) {
  OctaveSpec octave;
  octave.seed = index == 0 ? seed : seed.child("octave " + std::to_string(index));
  octave.weight = static_cast<float>(weight);
  const AxisLattice axis = AxisLattice::repeating(cells, period);
  octave.frequency = {axis.cells_per_wrap};
  octave.axis.fill(axis);
  for (std::size_t a = 0; index > 0 && a < max_dimensions; ++a) octave.axis[a].offset = mix64(octave.seed.value + a);
  return octave;
}

/// How far cubic interpolation leaves the range of its corners: 5/4 along each axis.
double overshoot_of(int dimensions) {
  double overshoot = 1;
  for (int a = 0; a < dimensions; ++a) overshoot *= 1.25;
  return overshoot;
}

Result<Value> compile_wrapped_turbulence(Compiler& compiler, const Place& place) {
  CRATON_TRY(const WrappedTurbulenceParams params, params_from<WrappedTurbulenceParams>(place.spec->params, place.path));
  const Result<std::int64_t> units = units_from_metres(params.width / place.finer);
  if (!units) return compiler.error(place, "width", units.error().code, units.error().message);
  if (params.width < params.cells)
    return compiler.error(place, "cells", ErrorCode::invalid_value, "cells must be a metre wide at least");
  if (static_cast<double>(*units) < 4 * params.width)
    return compiler.error(place, "width", ErrorCode::invalid_value, "the noise has become too fine here");
  for (const std::uint64_t repeat : compiler.store().repeat())
    if (repeat % static_cast<std::uint64_t>(*units) != 0)
      return compiler.error(place, "width", ErrorCode::invalid_value,
                            "must fit into the length after which this domain repeats, a whole number of times");

  std::vector<double> sizes;
  double sum = 0;
  for (double size = params.width / params.cells; size >= 1; size /= 2) {
    sizes.push_back(size);
    sum += size;
  }
  const bool cubic = params.interpolation == Interpolation::cubic;
  const GeneratorKind& kind = cubic ? cubic_noise() : value_noise();
  // Cubic noise is normalised for its overshoot; undone, both interpolations pass through the same corners.
  const double overshoot = cubic ? overshoot_of(compiler.dimensions()) : 1;
  ParamValues source;
  if (!cubic) source.set("smoothness", std::int64_t{0});
  std::vector<OctaveSpec> octaves;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const auto cells = static_cast<std::uint64_t>(params.width / sizes[i]);
    octaves.push_back(repeating_octave(place.seed, i, cells, static_cast<std::uint64_t>(*units), sizes[i] / sum * overshoot));
  }
  return compile_octaves(compiler, place, kind, source, octaves);
}

}  // namespace

template <>
inline std::span<const std::string_view> choice_names<Interpolation>() {
  static constexpr std::string_view names[] = {"linear", "cubic"};
  return names;
}

template <>
std::span<const ParamInfo> params_of<WrappedTurbulenceParams>() {
  static const ParamInfo list[] = {
      number_param<&WrappedTurbulenceParams::width>("width", 2, 0x1p24, "m", "After how many metres the noise repeats."),
      integer_param<&WrappedTurbulenceParams::cells>("cells", 1, 65536, "", "Cells of the coarsest octave in this width."),
      choice_param<&WrappedTurbulenceParams::interpolation>("interpolation",
                                                            "Between the corners of cells; both pass through the same corners."),
  };
  return list;
}

const NodeKind& wrapped_turbulence_noise() {
  static const NodeKind kind{
      {"wrapped_turbulence",
       "Wrapped turbulence",
       "Octaves of one random field on a torus, each half as large as the one before, down to a metre. Linear and cubic "
       "interpolation of the same field are twins, which a mix can cross.",
       "Erstu",
       0b0111,
       params_of<WrappedTurbulenceParams>(),
       {}},
      compile_wrapped_turbulence};
  return kind;
}

}  // namespace craton
