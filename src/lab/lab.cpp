#include <craton/lab/lab.h>

#include <algorithm>
#include <thread>

#include "base/parallel.h"
#include "base/text.h"
#include "lab/measurements.h"
#include "lab/realisations.h"
#include "lab/svg.h"

namespace craton {
namespace {

using namespace lab;

constexpr double near_cells = 6, far_cells = 32, fractal_cells = 4;

Result<LabView> view_of(std::string title, const LabSubject& subject, const NoiseSpec& spec, double cells, std::uint32_t side,
                        Seed seed, const Execution& execution) {
  CRATON_TRY(const Noise noise, Noise::make(spec, seed));
  LabView view{std::move(title), cells, side, std::vector<float>(std::size_t{side} * side)};
  const Realisations realisations(subject, seed);
  CRATON_TRY(noise.grid(realisations.grid({0, cells}, side), view.values, {execution.threads, nullptr, execution.cancel}));
  return view;
}

/// The fractal of source 001: four octaves, each three times finer and weaker.
NoiseSpec fractal_of(const NoiseSpec& source) {
  NoiseSpec sum{.kind = "fbm"};
  sum.params.set("octaves", std::int64_t{4});
  sum.params.set("lacunarity", 3.0);
  sum.params.set("persistence", 1.0 / 3);
  sum.inputs.push_back({"source", source});
  return sum;
}

bool can_be_summed(const NoiseSpec& spec) {
  for (const NoiseKind& kind : all_noise_kinds())
    if (kind.id == spec.kind) return kind.plain;
  return false;
}

Result<void> take_views(LabFinding& found, Seed seed, const Execution& execution) {
  const LabSubject& subject = found.subject;
  const std::uint32_t side = found.effort.view_side;
  CRATON_TRY(LabView near, view_of("near", subject, subject.spec, near_cells, side, seed, execution));
  found.near = std::move(near);
  CRATON_TRY(LabView far, view_of("from afar", subject, subject.spec, far_cells, side, seed, execution));
  found.far = std::move(far);
  if (!can_be_summed(subject.spec)) return {};
  CRATON_TRY(LabView fractal, view_of("fractal sum", subject, fractal_of(subject.spec), fractal_cells, side, seed, execution));
  found.fractal = std::move(fractal);
  return {};
}

Result<void> check_effort(const LabEffort& effort) {
  const auto wrong = [](const char* path, const char* message) { return Error{ErrorCode::invalid_value, path, message}; };
  if (effort.field_side < 2 || effort.field_side > 4096) return wrong("field_side", "allowed 2 … 4096");
  if (effort.field_realisations < 100) return wrong("field_realisations", "at least 100 are needed");
  if (effort.histogram_realisations < 100) return wrong("histogram_realisations", "at least 100 are needed");
  if (effort.plane_side < 64 || effort.plane_side > 8192 || effort.plane_side % 2)
    return wrong("plane_side", "allowed are even numbers from 64 to 8192");
  if (!(effort.plane_cells >= 4) || effort.plane_realisations < 2) return wrong("plane_cells", "too few cells or realisations");
  if (effort.slices < 20 || effort.slice_samples < 64 || effort.slice_samples > 65536 || effort.slice_samples % 2)
    return wrong("slices", "at least 20 slices of 64 … 65536 samples, an even number, are needed");
  if (!(effort.slice_cells >= 4)) return wrong("slice_cells", "at least 4");
  if (effort.view_side < 8 || effort.view_side > 4096) return wrong("view_side", "allowed 8 … 4096");
  return {};
}

/// What the largest of the measurements holds at once, nearly.
double bytes_of(const LabSubject& subject, const LabEffort& effort, unsigned threads) {
  const double field =
      20.0 * effort.field_side * effort.field_side * 8 * (2 + static_cast<double>(subject.places.anchors.size()));
  const double histograms = 4.0 * effort.histogram_realisations * static_cast<double>(subject.places.histograms.size());
  // Of each part of the plane the sums of half its frequencies; in each thread values and half a transform.
  const double side = effort.plane_side, reach = std::min(5 * effort.plane_cells, side / 2);
  const double plane = 19 * 8 * 2 * reach * reach + threads * side * (4 * side + 8 * reach);
  const double slices = 10.0 * 13 * 3 * 8 * (effort.slice_samples / 2.0 + 1);
  return std::max({field, histograms, plane, slices});
}

}  // namespace

Result<void> check_lab_effort(const LabSubject& subject, const LabEffort& effort, unsigned threads, std::uint64_t most_bytes) {
  CRATON_TRY(check_effort(effort));
  if (threads == 0) threads = std::max(1U, std::thread::hardware_concurrency());
  const double bytes = bytes_of(subject, effort, threads);
  if (bytes <= static_cast<double>(most_bytes)) return {};
  const auto in_gib = [](double number) { return number_text(number / 0x1p30, 1); };
  return Error{ErrorCode::invalid_value, "effort",
               concat({"measuring ", subject.name, " would take ", in_gib(bytes), " GiB of memory, more than the ",
                       in_gib(static_cast<double>(most_bytes)), " GiB allowed; fewer samples or realisations take less"})};
}

Result<LabFinding> measure_noise(const LabSubject& subject, const LabEffort& effort, Seed seed, const Execution& execution) {
  CRATON_TRY(check_lab_effort(subject, effort, execution.threads));
  CRATON_TRY(const Noise noise, Noise::make(subject.spec, seed));
  if (!noise.has_dimension(2)) return Error{ErrorCode::unsupported, subject.name, "the noise has no 2D form"};
  if (subject.places.vertices.empty()) return Error{ErrorCode::invalid_value, subject.name, "the subject names no vertex"};
  LabFinding found{.subject = subject, .effort = effort, .range = noise.range()};
  CRATON_TRY(take_views(found, seed, execution));

  // Shares of the time that each part takes, roughly.
  const double ends[] = {0, 0.1, 0.2, 0.45, 0.72, 1};
  int part = 0;
  const auto next = [&] {
    PartOfProgress progress(execution.progress, ends[part], ends[part + 1]);
    ++part;
    return progress;
  };
  PartOfProgress progress = next();
  const auto with = [&] { return Execution{execution.threads, &progress, execution.cancel}; };
  CRATON_TRY(FieldFindings fields, measure_fields(subject, effort, seed.child("fields"), with()));
  found.field = std::move(fields.field);
  found.correlations = std::move(fields.correlations);
  progress = next();
  CRATON_TRY(std::vector<LabHistogram> histograms, measure_histograms(subject, effort, seed.child("histograms"), with()));
  found.histograms = std::move(histograms);
  progress = next();
  CRATON_TRY(LabPlaneSpectrum plane, measure_plane(subject, effort, seed.child("plane"), with()));
  found.plane = std::move(plane);
  progress = next();
  CRATON_TRY(LabSlices slices, measure_slices(subject, effort, false, seed.child("slices"), with()));
  found.slices = std::move(slices);
  progress = next();
  CRATON_TRY(LabSlices through_vertex, measure_slices(subject, effort, true, seed.child("slices through a vertex"), with()));
  found.vertex_slices = std::move(through_vertex);
  return found;
}

}  // namespace craton
