#include "make_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include <craton/base/targets.h>
#include <craton/files/new_file.h>
#include <craton/picture/layer_raster.h>

#include "runtime.h"
#include "text.h"

namespace craton::cli {
namespace {

namespace fs = std::filesystem;

double bytes_per_cell_of(const World& world) {
  double bytes = 0;
  for (const auto& layer : world.surface.layers()) bytes += static_cast<double>(bytes_per_cell(layer->type()));
  return bytes;
}

/// "land 40.0%, sea 60.0%": shares of the area.
std::string shares_text(const World& world, const Layer& layer) {
  std::array<double, 256> areas{};
  double whole = 0;
  const std::span<const std::uint8_t> categories = layer.categories();
  std::visit(
      [&](const auto& topology) {
        for (Cell cell = 0; cell < topology.cell_count(); ++cell) {
          const double area = topology.area(cell);
          areas[categories[cell]] += area;
          whole += area;
        }
      },
      world.surface.domain());
  std::string text;
  for (std::size_t i = 0; i < areas.size(); ++i) {
    if (areas[i] == 0) continue;
    const std::string name = i < layer.info().categories.size() ? layer.info().categories[i] : std::to_string(i);
    text += fmt::format("{}{} {:.1f}%", text.empty() ? "" : ", ", name, 100 * areas[i] / whole);
  }
  return text;
}

std::string range_text(const World& world, const LayerFacts& facts) {
  if (facts.info.type == LayerType::category)
    if (const Layer* layer = world.surface.layer(facts.info.name)) return shares_text(world, *layer);
  const std::string_view unit = facts.info.unit;
  return fmt::format("{} … {}{}{}", value_text(facts.range.min), value_text(facts.range.max), unit.empty() ? "" : " ", unit);
}

std::string stages_text(const World& world) {
  std::vector<std::vector<std::string>> rows;
  for (const StageReport& stage : world.reports)
    rows.push_back(
        {stage.id, stage.id == stage.stage ? "" : stage.stage, stage.reused ? "reused" : fmt::format("{:.2f} s", stage.seconds)});
  return table(rows, "llr", "  ");
}

/// "continents": 2, "biomes.tundra": 0.03
std::string checks_json(const World& world) {
  std::string text;
  for (const RequirementCheck& check : world.checks)
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", json_string(requirement_name(world.recipe.require[check.index])),
                        json_number(check.value));
  return text;
}

std::string checks_text(const World& world) {
  std::vector<std::vector<std::string>> rows;
  for (const RequirementCheck& check : world.checks) {
    const Requirement& wanted = world.recipe.require[check.index];
    rows.push_back(
        {requirement_name(wanted), requirement_value(wanted, check.value), fmt::format("wanted {}", requirement_range(wanted))});
  }
  return table(rows, "lrl", "  ");
}

}  // namespace

std::string report_json(const World& world, const MakeReport& report) {
  const double cells = static_cast<double>(world.surface.cell_count());
  std::string json = "{\n";
  json += fmt::format("  \"craton\": {},\n  \"recipe\": {},\n", json_string(CRATON_VERSION), json_string(report.recipe));
  // A string, because many readers of JSON keep 53 bits of a number only.
  json += fmt::format("  \"seed\": \"{}\",\n  \"domain\": {},\n", world.recipe.seed, domain_json(world.recipe.domain));
  if (!world.recipe.require.empty())
    json += fmt::format("  \"asked_seed\": \"{}\",\n  \"attempts\": {},\n  \"required\": {{{}}},\n", world.asked_seed,
                        world.attempts, checks_json(world));
  json += fmt::format("  \"cells\": {},\n", world.surface.cell_count());
  json += fmt::format("  \"isa\": {},\n  \"threads\": {},\n", json_string(chosen_target()), report.threads);
  json += fmt::format(
      "  \"memory\": {{\"layers_bytes_per_cell\": {}, \"planned_bytes\": {}, \"peak_bytes\": {}, \"peak_bytes_per_cell\": "
      "{:.1f}}},\n",
      json_number(bytes_per_cell_of(world)), report.planned_bytes, peak_memory(), static_cast<double>(peak_memory()) / cells);
  json += "  \"stages\": [";
  for (std::size_t i = 0; i < world.reports.size(); ++i) {
    const StageReport& stage = world.reports[i];
    json += fmt::format("{}\n    {{\"id\": {}, \"stage\": {}, \"seconds\": {:.4f}, \"reused\": {}}}", i ? "," : "",
                        json_string(stage.id), json_string(stage.stage), stage.seconds, stage.reused);
  }
  json += "\n  ],\n  \"layers\": [";
  for (std::size_t i = 0; i < report.layers.size(); ++i)
    json += fmt::format("{}\n    {{{}}}", i ? "," : "", layer_json(report.layers[i]));
  json += fmt::format("\n  ],\n  \"world_file_bytes\": {},\n  \"seconds\": {:.3f}\n}}\n", report.file_bytes, report.seconds);
  return json;
}

void print_summary(const World& world, const MakeReport& report) {
  say("{}, seed {}: {}\n", report.recipe, world.recipe.seed, domain_text(world.recipe.domain));
  say("{}", stages_text(world));
  if (!world.checks.empty()) {
    const std::string from = world.attempts > 1 ? fmt::format(", found from seed {}", world.asked_seed) : "";
    say("required (attempt {} of {}{})\n{}", world.attempts, world.recipe.attempts, from, checks_text(world));
  }
  std::vector<std::vector<std::string>> rows;
  for (const LayerFacts& facts : report.layers) rows.push_back({facts.info.name, range_text(world, facts)});
  say("layers\n{}", table(rows, "ll", "  "));
  say("{}/world.craton, {} for {} cells, in {:.2f} s\n", report.folder, bytes_text(report.file_bytes),
      count_text(world.surface.cell_count()), report.seconds);
}

GridSize picture_size(const Domain& domain, std::uint32_t longest) {
  const GridSize natural = natural_size(domain);
  const std::uint32_t side = std::max(natural.width, natural.height);
  if (longest == 0 || side <= longest) return natural;
  const auto shrunk = [&](std::uint32_t length) {
    return std::max(1u, static_cast<std::uint32_t>(std::uint64_t{length} * longest / side));
  };
  return {shrunk(natural.width), shrunk(natural.height)};
}

Result<OutputFolder> OutputFolder::open(const std::string& path, const std::string& file) {
  std::error_code error;
  const bool existed = fs::exists(path, error);
  CRATON_TRY(FolderLock lock, FolderLock::take(path));
  OutputFolder folder(path, std::move(lock));
  folder.created_ = !existed;
  CRATON_TRY(check_writable(path + "/" + file));
  return folder;
}

OutputFolder::OutputFolder(OutputFolder&& other) noexcept
    : path_(std::move(other.path_)), lock_(std::move(other.lock_)), created_(std::exchange(other.created_, false)) {}

OutputFolder::~OutputFolder() {
  std::error_code error;
  if (created_) fs::remove(path_, error);  // refused where it holds something
}

Result<void> write_text(const std::string& path, std::string_view text) {
  CRATON_TRY(NewFile file, NewFile::create(path));
  CRATON_TRY(file.write(std::as_bytes(std::span(text))));
  return file.commit();
}

}  // namespace craton::cli
