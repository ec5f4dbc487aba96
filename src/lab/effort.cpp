#include <algorithm>

#include <craton/base/params.h>
#include <craton/lab/lab.h>

#include "base/text.h"

namespace craton {
namespace {

Error wrong(std::string_view path, std::string message) {
  return {ErrorCode::invalid_value, std::string(path), std::move(message)};
}

std::string text_of(double number) { return to_string(ParamValue{number}); }
std::string text_of(std::int64_t number) { return std::to_string(number); }

template <class Number>
Result<void> check_range(const std::optional<Number>& given, Number low, Number high, std::string_view path) {
  if (!given || (*given >= low && *given <= high)) return {};
  return wrong(path, concat({"allowed are ", text_of(low), " … ", text_of(high), ", found ", text_of(*given)}));
}

}  // namespace

Result<LabEffort> lab_effort(const LabEffortChoice& choice) {
  CRATON_TRY(check_range<std::int64_t>(choice.realisations, 100, 1'000'000, "realisations"));
  CRATON_TRY(check_range<std::int64_t>(choice.samples, 64, 8192, "samples"));
  CRATON_TRY(check_range<double>(choice.cells, 4, 4096, "size"));
  LabEffort effort = choice.full ? LabEffort{} : LabEffort::quick();
  if (choice.realisations) {
    const auto n = static_cast<std::uint32_t>(*choice.realisations);
    effort.field_realisations = n;
    effort.histogram_realisations = 100 * n;
    effort.plane_realisations = std::max(2U, n / 100);
    effort.slices = 2 * n;
  }
  if (choice.samples) {
    if (*choice.samples % 2) return wrong("samples", concat({"allowed are even numbers, found ", text_of(*choice.samples)}));
    effort.plane_side = effort.slice_samples = static_cast<std::uint32_t>(*choice.samples);
  }
  if (choice.cells) effort.plane_cells = effort.slice_cells = *choice.cells;
  // The spectra are looked at up to 5 cycles a cell; fewer samples would fold what lies above back into them.
  if (effort.plane_side / effort.plane_cells < 10)
    return wrong(choice.cells ? "size" : "samples",
                 concat({std::to_string(effort.plane_side), " samples over ", text_of(effort.plane_cells),
                         " cells; at least 10 are needed a cell"}));
  return effort;
}

}  // namespace craton
