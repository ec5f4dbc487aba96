#include "layer_files.h"

#include <algorithm>
#include <filesystem>
#include <numbers>
#include <string_view>
#include <vector>

#include <craton/files/float_file.h>
#include <craton/files/height_file.h>
#include <craton/files/png.h>
#include <craton/files/sidecar.h>
#include <craton/worlds/kinds.h>

#include "text.h"

namespace craton::cli {
namespace {

/// The layer as floats, whatever its type.
Result<std::vector<float>> values_of(const Domain& domain, const Layer& layer, const LayerFile& file, GridSize size,
                                     const Execution& execution) {
  if (layer.type() == LayerType::number) return raster_of_numbers(domain, layer.numbers(), size, file.projection, execution);
  CRATON_TRY(const std::vector<Cell> cells, raster_of_cells(domain, size, file.projection, execution));
  std::vector<float> values(cells.size());
  std::transform(cells.begin(), cells.end(), values.begin(), [&](Cell cell) { return static_cast<float>(layer.value(cell)); });
  return values;
}

/// What 0 and 65535 stand for: whole numbers that fit are written as they are, all else from the smallest to the largest.
ToneRange level_range(const Layer& layer, FloatView values, const LayerFile& file) {
  if (file.range) return *file.range;
  const ToneRange found = tone_range_of(values);
  if (file.format != LayerFormat::png16 && file.format != LayerFormat::r16) return found;
  const bool whole = layer.type() != LayerType::number && found.low >= 0 && found.high <= 65535;
  return whole ? ToneRange{0, 65535} : found;
}

// Of an equirectangular map it holds at the equator.
double metres_per_sample(const Domain& domain, Projection projection, GridSize size) {
  const auto* sphere = std::get_if<CubeSphere>(&domain);
  if (sphere && projection == Projection::equirectangular) return 2 * std::numbers::pi * sphere->radius() / size.width;
  return spacing(domain) * natural_size(domain, projection).width / size.width;
}

std::string_view format_name(LayerFormat format, std::string_view output) {
  switch (format) {
    case LayerFormat::png16: return "png16";
    case LayerFormat::r16: return "r16";
    case LayerFormat::exr: return "exr";
    case LayerFormat::f32: return output.ends_with('2') && lower(std::string(output)).ends_with(".r32") ? "r32" : "f32";
  }
  return "";
}

Result<void> write_beside(const LayerFile& file, const World& world, const Layer& layer, FloatView values, ToneRange range) {
  const Domain& domain = world.surface.domain();
  Sidecar sidecar;
  sidecar.file = std::filesystem::path(file.path).filename().string();
  sidecar.format = format_name(file.format, file.path);
  sidecar.layer = layer.name();
  sidecar.unit = layer.info().unit;
  sidecar.width = values.width;
  sidecar.height = values.height;
  if (std::holds_alternative<CubeSphere>(domain)) sidecar.projection = file.projection_name;
  sidecar.metres_per_sample = metres_per_sample(domain, file.projection, {values.width, values.height});
  sidecar.min = range.low;
  sidecar.max = range.high;
  if (file.format == LayerFormat::png16 || file.format == LayerFormat::r16) sidecar.levels = 65535;
  sidecar.categories = layer.info().categories;
  sidecar.seed = world.recipe.seed;
  sidecar.recipe = recipe_to_json(world.recipe, all_terms());
  return write_sidecar(file.path, sidecar);
}

Result<void> write_values(const LayerFile& file, FloatView values, ToneRange range) {
  switch (file.format) {
    case LayerFormat::png16: return write_png(file.path, grey16(values, range));
    case LayerFormat::r16: return write_r16(file.path, values, range);
    case LayerFormat::exr: return write_exr(file.path, values);
    case LayerFormat::f32: return write_r32(file.path, values);
  }
  return {};
}

}  // namespace

Result<void> write_layer_file(const World& world, const Layer& layer, const LayerFile& file, const Execution& execution) {
  const Domain& domain = world.surface.domain();
  const GridSize size = file.size == GridSize{} ? natural_size(domain, file.projection) : file.size;
  const Result<std::vector<float>> raster = values_of(domain, layer, file, size, execution);
  if (!raster) return invalid("--size", raster.error().message);
  const FloatView values{*raster, size.width, size.height};
  const ToneRange range = level_range(layer, values, file);
  CRATON_TRY(write_values(file, values, range));
  return write_beside(file, world, layer, values, range);
}

}  // namespace craton::cli
