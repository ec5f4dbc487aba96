#include "height_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include <craton/files/height_file.h>
#include <craton/files/world_file.h>
#include <craton/worlds/kinds.h>

#include "runtime.h"
#include "text.h"
#include "world_input.h"

namespace craton::cli {
namespace {

constexpr std::string_view height_endings[] = {".png", ".exr", ".r16", ".raw", ".i16", ".r32", ".f32"};

/// Whether ground below 0 is sea to one of the stages that made a world.
bool knows_the_sea(const WorldFileInfo& info, const StageList& stages) {
  return std::any_of(info.stages.begin(), info.stages.end(), [&](const StageVersion& each) {
    const Result<const StageEntry*> entry = stages.find(each.stage, each.version, "");
    return entry && (*entry)->info.sea;
  });
}

Result<HeightInput> read_from_world(const std::string& file_or_folder, const HeightFileOptions& options,
                                    const Execution& execution, const std::vector<std::string>& also) {
  const std::string path = world_path(file_or_folder);
  CRATON_TRY(const WorldFileInfo info, read_world_info(path));
  CRATON_TRY(const std::string layer, choose_layer(info, options.layer, "--layer"));
  CRATON_TRY(check_memory(info.cells * 16, path, "there is no smaller way to read it"));
  WorldReadOptions wanted{.layers = {layer}, .execution = execution};
  for (const StoredLayer& each : info.layers)
    if (each.info.name != layer && std::find(also.begin(), also.end(), each.info.name) != also.end())
      wanted.layers.push_back(each.info.name);
  const RecipeTerms terms = all_terms();
  CRATON_TRY(World world, read_world(path, terms, wanted));
  if (world.surface.layer(layer)->type() != LayerType::number)
    return invalid("--layer", fmt::format("\"{}\" does not hold heights, but integers or categories", layer));
  const bool has_sea = knows_the_sea(info, terms.stages);
  return HeightInput{.surface = std::move(world.surface), .layer = layer, .has_sea = has_sea};
}

/// Metres from 0 … 1.
Result<void> scale_levels(std::span<float> values, const std::string& levels) {
  CRATON_TRY(const std::vector<double> ends, parse_numbers(levels, "--levels"));
  if (ends.size() != 2 || !(ends[0] < ends[1]))
    return invalid("--levels", fmt::format("\"{}\" is no range; write LOW,HIGH in metres", levels));
  for (float& value : values) value = static_cast<float>(ends[0] + (ends[1] - ends[0]) * double{value});
  return {};
}

Result<Surface> flat_surface(const HeightMap& map, double step) {
  DomainSpec spec{.kind = "plane"};
  spec.params.set("width", std::int64_t{map.width});
  spec.params.set("height", std::int64_t{map.height});
  spec.params.set("step", step);
  const Result<Domain> domain = make_domain(spec, Seed{}, 0, "--cell-size");
  if (!domain) return invalid("--cell-size", domain.error().message);
  return Surface(*domain);
}

Result<HeightInput> read_from_file(const std::string& path, const HeightFileOptions& options) {
  if (!options.layer.empty()) return invalid("--layer", "is for worlds; a height file has one layer");
  RawLayout layout;
  if (!options.raw_size.empty()) {
    CRATON_TRY(const GridSize sides, parse_sides(options.raw_size, "--raw-size"));
    layout = {sides.width, sides.height};
  }
  double step = 1;
  if (!options.cell_size.empty()) {
    CRATON_TRY(const double size, parse_number(options.cell_size, "--cell-size"));
    step = size;
  }
  CRATON_TRY(HeightMap map, read_height_map(path, layout));
  if (map.metres && !options.levels.empty()) return invalid("--levels", "is for files of levels; this one holds metres");
  if (!map.metres && !options.levels.empty()) CRATON_TRY(scale_levels(map.values, options.levels));
  CRATON_TRY(Surface surface, flat_surface(map, step));
  HeightInput input{.surface = std::move(surface), .layer = "height"};
  CRATON_TRY(const auto layer, input.surface.add_layer({.name = "height", .unit = "m"}));
  std::copy(map.values.begin(), map.values.end(), layer->numbers().begin());
  input.assumed_cell_size = options.cell_size.empty();
  input.assumed_levels = !map.metres && options.levels.empty();
  return input;
}

}  // namespace

void HeightFileOptions::add_to(Arguments& args) {
  args.option("--layer NAME", layer, "Which layer of a world; `height`, or the only one, where none is named.");
  add_file_to(args);
}

void HeightFileOptions::add_file_to(Arguments& args) {
  args.option("--cell-size METRES", cell_size, "Metres between the samples of a height file.");
  args.option("--levels LOW,HIGH", levels, "Metres that the darkest and the brightest level of a height file stand for.");
  args.option("--raw-size WxH", raw_size, "Size of a file of raw numbers that is not square.");
}

bool is_height_file(const std::string& path) {
  const std::string name = lower(path);
  return std::any_of(std::begin(height_endings), std::end(height_endings),
                     [&](std::string_view ending) { return name.ends_with(ending); });
}

Result<void> check_heights(const std::vector<std::string>& inputs, const HeightFileOptions& options) {
  if (std::any_of(inputs.begin(), inputs.end(), is_height_file)) return {};
  for (const auto& [text, option] :
       {std::pair{&options.cell_size, "--cell-size"}, {&options.levels, "--levels"}, {&options.raw_size, "--raw-size"}})
    if (!text->empty()) return invalid(option, "is for height files; a world knows this itself");
  return {};
}

Result<HeightInput> read_heights(const std::string& path, const HeightFileOptions& options, const Execution& execution,
                                 const std::vector<std::string>& also) {
  return is_height_file(path) ? read_from_file(path, options) : read_from_world(path, options, execution, also);
}

}  // namespace craton::cli
