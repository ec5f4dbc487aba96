#include "stages/compute/evaluate.h"

#include <algorithm>
#include <cassert>
#include <optional>

#include <craton/surface/layer.h>

#include "base/parallel.h"
#include "stages/noise_on.h"

namespace craton {

Result<void> evaluate(const Formula& formula, std::span<const Field> values, std::span<float> out, const Execution& execution) {
  constexpr std::uint64_t block_cells = 1 << 15;
  const std::vector<const float*> rows(values.size());
  return parallel_blocks(out.size(), block_cells, execution, [&](std::uint64_t begin, std::uint64_t end) {
    formula.evaluate(static_cast<Cell>(begin), end - begin, values, rows, out.data() + begin);
  });
}

Result<void> evaluate(const Formula& formula, std::span<const Field> values, std::string_view name, const Noise& noise,
                      const Domain& domain, std::span<float> out, const Execution& execution) {
  const auto names = formula.names();
  const auto place = static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
  // Where the layer is read too, the noise must not overwrite it before.
  const bool read =
      std::any_of(values.begin(), values.end(), [&](const Field& field) { return field.values().data() == out.data(); });
  std::optional<Layer> scratch;
  if (read) scratch.emplace(LayerInfo{.name = "scratch"}, out.size());
  return noise_in_runs(domain, noise, scratch ? scratch->numbers() : out, execution,
                       [&](std::uint64_t first, std::span<float> run) {
                         std::vector<const float*> rows(values.size());
                         rows[place] = run.data();
                         formula.evaluate(static_cast<Cell>(first), run.size(), values, rows, out.data() + first);
                       });
}

Result<void> evaluate(std::string_view text, std::initializer_list<std::pair<std::string_view, Field>> values,
                      std::span<float> out, const Execution& execution) {
  CRATON_TRY(const Formula formula, Formula::parse(text, ""));
  std::vector<Field> fields;
  for (const std::string& name : formula.names()) {
    const auto* found = std::find_if(values.begin(), values.end(), [&](const auto& value) { return value.first == name; });
    assert(found != values.end());
    fields.push_back(found->second);
  }
  return evaluate(formula, fields, out, execution);
}

}  // namespace craton
