#include "show_objects.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include <craton/files/cells_table.h>
#include <craton/files/geojson.h>
#include <craton/files/new_file.h>
#include <craton/worlds/kinds.h>

#include "height_input.h"
#include "text.h"
#include "world_input.h"

namespace craton::cli {
namespace {

Result<GeoJsonOptions> options_of(const ObjectsJob& job) {
  GeoJsonOptions options;
  if (!job.layer.empty()) options.heights = job.layer;
  if (job.objects.empty()) return options;
  for (const std::string_view name : split(job.objects, ',')) {
    if (name.empty()) return invalid("--objects", fmt::format("\"{}\" names nothing between two commas", job.objects));
    options.objects.emplace_back(name);
  }
  return options;
}

/// The areas of plates and regions follow from their numbers, others from classes.
void add_layers_of_areas(const WorldFileInfo& info, const GeoJsonOptions& options, std::vector<std::string>& layers) {
  const auto is_table = [&](const std::string& name) {
    return name == "coast" || std::find(info.objects.begin(), info.objects.end(), name) != info.objects.end();
  };
  const bool classes = !std::all_of(options.objects.begin(), options.objects.end(), is_table);
  for (const StoredLayer& layer : info.layers) {
    const std::string& name = layer.info.name;
    const bool areas = name == "plate" || name == "region" || (classes && layer.info.type == LayerType::category);
    if (areas && std::find(layers.begin(), layers.end(), name) == layers.end()) layers.push_back(name);
  }
}

}  // namespace

Result<void> write_objects(const ObjectsJob& job, const Execution& execution) {
  if (is_height_file(job.world)) return invalid("--output", "a height file has no objects; name a world");
  CRATON_TRY(const GeoJsonOptions options, options_of(job));
  if (lower(job.output).ends_with(".csv") && (options.objects.size() != 1 || options.objects[0] != "cells"))
    return invalid("--objects", "a .csv holds the regions of a planet: ask for --objects cells");
  const std::string path = world_path(job.world);
  CRATON_TRY(const WorldFileInfo info, read_world_info(path));
  const auto has_coast = [&](const StoredLayer& layer) { return layer.info.name == options.heights; };
  if (!job.layer.empty()) {
    const Result<std::string> layer = choose_layer(info, job.layer, "--layer");
    if (!layer) return layer.error();
  }
  CRATON_TRY(check_writable(job.output));
  WorldReadOptions reading{.layers = {}, .execution = execution};
  const bool cells = std::find(options.objects.begin(), options.objects.end(), "cells") != options.objects.end();
  if (cells)
    reading.layers.clear();  // all: cells tell the values of each
  else if (std::any_of(info.layers.begin(), info.layers.end(), has_coast))
    reading.layers.push_back(options.heights);
  else if (!info.layers.empty())
    reading.layers.push_back(info.layers.front().info.name);  // none would mean all
  if (!cells) add_layers_of_areas(info, options, reading.layers);
  CRATON_TRY(const World world, read_world(path, all_terms(), reading));
  if (lower(job.output).ends_with(".csv")) {
    Result<void> table = write_cells_table(job.output, world);
    return !table && table.error().path == "objects" ? invalid("--objects", table.error().message) : table;
  }
  Result<void> written = write_geojson(job.output, world, options);
  if (!written && written.error().path == "objects") return invalid("--objects", written.error().message);
  return written;
}

}  // namespace craton::cli
