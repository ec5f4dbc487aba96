#include "noise/octaves.h"

#include <algorithm>
#include <cmath>

#include <craton/base/hash.h>

namespace craton {

std::string path_of(std::string_view path, std::string_view name) {
  if (path.empty() || path == "--") return std::string(path) + std::string(name);
  return std::string(path) + "/" + std::string(name);
}

namespace {

/// The value of a parameter that the kind declares; its default where none is given.
Result<ParamValue> checked(const NoiseKind& kind, const ParamValues& values, std::string_view path, std::string_view name) {
  for (const ParamInfo& info : kind.params) {
    if (info.name != name) continue;
    const ParamValue* given = values.find(name);
    return info.check(given ? *given : info.default_value, path_of(path, name));
  }
  return ParamValue{std::vector<double>{}};
}

/// The length of each axis' period in units, or 0.
using Lengths = std::array<std::uint64_t, max_dimensions>;
constexpr double longest = 0x1p40;

Result<Lengths> period_lengths(std::span<const double> period, double frequency, const std::string& path) {
  Lengths lengths{};
  for (std::size_t a = 0; a < period.size(); ++a) {
    if (period[a] == 0) continue;
    if (period[a] != std::floor(period[a]))
      return Error{ErrorCode::invalid_value, path,
                   "a period is a whole number of cells, found " + to_string(ParamValue{period[a]})};
    const double units = std::floor(period[a] / frequency * units_per_metre + 0.5);
    if (units < 2 * period[a] || units > longest)
      return Error{ErrorCode::invalid_value, path,
                   "a period must be 2^30 m long at most and its cells 2/1024 m wide at least; " +
                       to_string(ParamValue{period[a]}) + " cells at this frequency are not"};
    lengths[a] = static_cast<std::uint64_t>(units);
  }
  return lengths;
}

/// Axes that must repeat, and have no period of their own, get one.
Result<void> fit_repeat(const NoiseRepeat& repeat, Lengths& lengths, const std::string& path) {
  for (std::size_t a = 0; a < max_dimensions; ++a) {
    if (repeat[a] == 0) continue;
    if (lengths[a] == 0 && static_cast<double>(repeat[a]) > longest)
      return Error{ErrorCode::invalid_value, path, "noise repeats after 2^30 m at most; this domain is longer"};
    if (lengths[a] == 0) lengths[a] = repeat[a];
    if (repeat[a] % lengths[a] != 0)
      return Error{ErrorCode::invalid_value, path,
                   "the period must fit into the length after which this domain repeats, a whole number of times; without one of "
                   "its own, a noise repeats as the domain does"};
  }
  return {};
}

}  // namespace

Result<std::vector<OctaveSpec>> make_octaves(const NoiseKind& kind, const ParamValues& source, std::string_view path, Seed seed,
                                             double finer, double lacunarity, std::span<const double> weights,
                                             const NoiseRepeat& repeat) {
  CRATON_TRY(const ParamValue frequency_value, checked(kind, source, path, "frequency"));
  CRATON_TRY(const ParamValue period_value, checked(kind, source, path, "period"));
  const double frequency = std::get<double>(frequency_value);
  const auto& period = std::get<std::vector<double>>(period_value);
  CRATON_TRY(Lengths lengths, period_lengths(period, frequency, path_of(path, "period")));
  const Lengths own = lengths;
  CRATON_TRY(fit_repeat(repeat, lengths, path_of(path, "period")));

  std::vector<OctaveSpec> octaves;
  double cells_per_metre = frequency * finer;
  for (std::size_t i = 0; i < weights.size(); ++i, cells_per_metre *= lacunarity, finer *= lacunarity) {
    OctaveSpec octave;
    octave.seed = i == 0 ? seed : seed.child("octave " + std::to_string(i));
    octave.weight = static_cast<float>(weights[i]);
    const Result<Frequency> per_metre = Frequency::per_metre(cells_per_metre);
    if (!per_metre)
      return Error{ErrorCode::invalid_value, i == 0 ? path_of(path, "frequency") : "octaves",
                   "octave " + std::to_string(i + 1) + " is out of range: " + per_metre.error().message};
    octave.frequency = *per_metre;
    for (std::size_t a = 0; a < max_dimensions; ++a) {
      AxisLattice& axis = octave.axis[a];
      if (lengths[a] == 0) {
        axis = AxisLattice::endless(octave.frequency);
      } else {
        const double wanted = own[a] != 0 ? period[a] * finer : cells_per_metre * metres_from_units(std::int64_t(lengths[a]));
        const double cells = std::max(1.0, std::floor(wanted + 0.5));
        if (cells * 2 > static_cast<double>(lengths[a]))
          return Error{ErrorCode::invalid_value, "octaves",
                       "octave " + std::to_string(i + 1) + " has cells narrower than 2/1024 m"};
        axis = AxisLattice::repeating(static_cast<std::uint64_t>(cells), lengths[a]);
      }
      if (i > 0) axis.offset = mix64(octave.seed.value + a);
    }
    octaves.push_back(octave);
  }
  return octaves;
}

}  // namespace craton
