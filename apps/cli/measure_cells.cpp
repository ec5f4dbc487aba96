#include "measure_cells.h"

#include <fmt/format.h>

#include <craton/files/world_file.h>
#include <craton/measure/cell_measures.h>
#include <craton/worlds/kinds.h>

#include "height_input.h"
#include "runtime.h"
#include "text.h"
#include "world_input.h"

namespace craton::cli {

Result<void> print_cell_measures(const std::vector<std::string>& worlds, bool json, const Execution& execution) {
  std::vector<std::vector<CellMeasure>> all;
  for (const std::string& name : worlds) {
    if (is_height_file(name)) return invalid("--cells", "is for planets; a height file has no regions");
    const std::string path = world_path(name);
    CRATON_TRY(const WorldFileInfo info, read_world_info(path));
    WorldReadOptions reading{.layers = {}, .execution = execution};
    if (!info.layers.empty()) reading.layers.push_back(info.layers.front().info.name);  // none would mean all
    CRATON_TRY(const World world, read_world(path, all_terms(), reading));
    const auto* sphere = std::get_if<CubeSphere>(&world.surface.domain());
    if (!sphere) return invalid("--cells", fmt::format("is for planets; {} lies on no sphere", name));
    all.push_back(measure_cells(*sphere));
  }
  if (json) {
    say("[");
    for (std::size_t i = 0; i < all.size(); ++i) {
      say("{}\n  {{\"path\": {}", i ? "," : "", json_string(worlds[i]));
      for (const CellMeasure& figure : all[i]) say(", \"{}\": {}", figure.key, json_number(figure.value));
      say("}}");
    }
    say("\n]\n");
    return {};
  }
  std::vector<std::vector<std::string>> rows{{""}};
  for (const std::string& name : worlds) rows[0].push_back(name);
  rows[0].emplace_back("what");
  for (std::size_t k = 0; k < all.front().size(); ++k) {
    rows.push_back({std::string(all.front()[k].key)});
    for (const std::vector<CellMeasure>& figures : all) rows.back().push_back(fmt::format("{:.4f}", figures[k].value));
    rows.back().emplace_back(all.front()[k].doc);
  }
  say("{}", table(rows, "l" + std::string(worlds.size(), 'r') + "l", "  "));
  return {};
}

}  // namespace craton::cli
