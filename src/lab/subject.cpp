// Noises to be measured, and where on their lattices. Places are those of source 001, sections 3 and 6.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <variant>
#include <vector>

#include <craton/base/position.h>
#include <craton/lab/lab.h>
#include <craton/noise/hat_tiling.h>

#include "base/text.h"

namespace craton {
namespace {

constexpr double kind_cell_metres = 1024;
// Positions are whole units; a sample must not be moved by more than a thousandth of a cell.
constexpr double shortest_cell_metres = 1;
constexpr double longest_cell_metres = 0x1p40;

const NoiseKind* find_kind(std::string_view id) {
  for (const NoiseKind& kind : all_noise_kinds())
    if (kind.id == id) return &kind;
  return nullptr;
}

const ParamInfo* find_frequency(const NoiseKind& kind) {
  for (const ParamInfo& param : kind.params)
    if (param.name == "frequency") return &param;
  return nullptr;
}

bool on_triangles(std::string_view kind) { return kind == "simplex" || kind == "kite" || kind == "hat"; }

/// A vertex of the lattice of simplex noise.
LabPlace triangle_vertex(int a, int b) {
  const double g = (3 - std::numbers::sqrt3) / 6;
  return {a - g * (a + b), b - g * (a + b)};
}

/// The centre of gravity of the kite that holds a place: on its axis, at 7∕12 of the way from V to C.
LabPlace kite_middle(LabPlace place) {
  const Frequency frequency = *Frequency::per_metre(1 / kind_cell_metres);
  const double units = kind_cell_metres * units_per_metre;
  const KiteSite site = kite_site_of({std::llround(place.x * units), std::llround(place.y * units)}, frequency);
  const double angle = (60.0 * site.kite.k + 15) * std::numbers::pi / 180, reach = std::numbers::sqrt2 / 3 * 7 / 12;
  return {place.x - site.x + reach * std::cos(angle), place.y - site.y + reach * std::sin(angle)};
}

/// Triangles in rows one cell high, odd rows half a cell further: lattices that repeat along the axes.
bool in_rows(std::string_view kind, const ParamValues& params) {
  if (kind == "tiling_simplex") return true;
  const ParamValue* period = params.find("period");
  return kind == "kite" && period &&
         !(std::holds_alternative<std::vector<double>>(*period) && std::get<std::vector<double>>(*period).empty());
}

LabPlaces places_of(std::string_view kind, const ParamValues& params) {
  if (in_rows(kind, params)) {
    LabPlaces places = places_of("perlin", {});
    places.vertices = {{0, 0}, {1, 0}, {2.5, 1}, {3.5, 3}};
    return places;
  }
  if (!on_triangles(kind))
    return {.field = {0, 4},
            .correlations = {0, 4},
            .anchors = {{2.5, 2.5}, {2.1, 2.1}},
            .histograms = {{.5, .5}, {.05, .05}, {.05, .5}, {.25, .25}},
            .vertices = {{0, 0}, {1, 0}, {2, 1}, {3, 3}}};
  LabPlaces places{.field = {0, 4},
                   .correlations = {0, 4},
                   .anchors = {{1.86, 2.2}, {1.8, 2}},
                   .histograms = {{.07, .26}, {.007, .03}, {-.04, .23}, {.04, .15}},
                   .vertices = {triangle_vertex(0, 0), triangle_vertex(1, 0), triangle_vertex(2, 1), triangle_vertex(3, 3)}};
  if (kind == "simplex") return places;
  places.field = {0, 3};
  places.correlations = {1, 3};
  places.anchors = {kite_middle({2, 2}), kite_middle({1.8, 2.1})};
  return places;
}

struct Lattice {
  double frequency = 0;
  std::string kind;
  ParamValues params;
};

/// The coarsest lattice of a noise.
void find_lattice(const NoiseSpec& spec, std::optional<Lattice>& coarsest) {
  if (const NoiseKind* kind = find_kind(spec.kind))
    if (const ParamInfo* info = find_frequency(*kind)) {
      const ParamValue* given = spec.params.find("frequency");
      const Result<ParamValue> value = info->check(given ? *given : info->default_value, "frequency");
      if (value)
        if (const double frequency = std::get<double>(*value); !coarsest || frequency < coarsest->frequency)
          coarsest = Lattice{frequency, spec.kind, spec.params};
    }
  for (const NoiseInput& input : spec.inputs)
    if (input.noise) find_lattice(*input.noise, coarsest);
}

}  // namespace

Result<LabSubject> lab_subject_of_kind(std::string_view id) {
  const NoiseKind* kind = find_kind(id);
  if (!kind) {
    std::vector<std::string_view> ids;
    for (const NoiseKind& known : all_noise_kinds())
      if (known.inputs.empty() && find_frequency(known)) ids.push_back(known.id);
    std::string message = "no noise is called \"" + std::string(id) + "\"";
    if (const std::string_view near = nearest_name(id, ids); !near.empty())
      message += " (did you mean \"" + std::string(near) + "\"?)";
    message += "; there are ";
    for (std::size_t i = 0; i < ids.size(); ++i) message += (i ? ", " : "") + std::string(ids[i]);
    return Error{ErrorCode::unknown_name, "kind", message};
  }
  if (!kind->inputs.empty() || !find_frequency(*kind))
    return Error{ErrorCode::invalid_value, "kind",
                 "\"" + std::string(id) + "\" has no lattice of its own: it is made of other noises; write them as a file"};
  if (!(kind->dimensions & 0b10U)) return Error{ErrorCode::unsupported, "kind", "\"" + std::string(id) + "\" has no 2D form"};
  LabSubject subject{std::string(id), NoiseSpec{.kind = std::string(id)}, kind_cell_metres, places_of(id, {})};
  subject.spec.params.set("frequency", 1 / kind_cell_metres);
  return subject;
}

Result<LabSubject> lab_subject_of_spec(std::string name, NoiseSpec spec) {
  CRATON_TRY(const Noise noise, Noise::make(spec, Seed{}));
  if (!noise.has_dimension(2)) return Error{ErrorCode::unsupported, "spec", "the noise has no 2D form"};
  std::optional<Lattice> lattice;
  find_lattice(spec, lattice);
  if (!lattice)
    return Error{ErrorCode::invalid_value, "spec", "the noise has no frequency anywhere: there is nothing to measure"};
  const double cell = 1 / lattice->frequency;
  if (!(cell >= shortest_cell_metres && cell <= longest_cell_metres))
    return Error{ErrorCode::invalid_value, "frequency",
                 "a cell of " + std::to_string(cell) + " m; the lab measures noises with cells of 1 … 2^40 m"};
  return LabSubject{std::move(name), std::move(spec), cell, places_of(lattice->kind, lattice->params)};
}

LabEffort LabEffort::quick() {
  LabEffort effort;
  effort.field_side = 128;
  effort.field_realisations = 1000;
  effort.histogram_realisations = 100000;
  effort.plane_side = 1000;
  effort.plane_cells = 50;
  effort.plane_realisations = 16;
  effort.slices = 1000;
  effort.slice_samples = 1000;
  effort.slice_cells = 50;  // 20 samples a cell, as in full: kite and hat noise reach 10 cycles a cell
  return effort;
}

}  // namespace craton
