#include <craton/picture/planet_textures.h>
#include <craton/surface/surface.h>

#include "base/parallel.h"
#include "picture/sphere_sampler.h"
#include "picture/texel_rows.h"
#include "worlds/planet_bends.h"

namespace craton {
namespace {

constexpr std::uint64_t rows_at_once = 8;
constexpr double most_theta = 1.1;  // beyond it cells are so long that the nearest site may lie more than two cells away

/// Fills rows of a sheet. Arrays that nobody asked for are empty.
class SheetFiller {
 public:
  SheetFiller(const CubeSphere& sphere, const TextureShape& shape)
      : sphere_(sphere), shape_(shape), sampler_(sphere), rows_(shape) {}

  std::vector<std::span<const float>> layers{};
  std::span<const float> heights{};  ///< of slopes
  const zoom::PlanetBends* bends = nullptr;

  Result<void> fill(PlanetSheet& sheet, const Execution& execution) const {
    return parallel_blocks(shape_.height(), rows_at_once, execution, [&](std::uint64_t begin, std::uint64_t end) {
      std::vector<Vec3d> places(shape_.width());
      for (auto y = static_cast<std::uint32_t>(begin); y < end; ++y) {
        rows_.row(y, places);
        if (bends) places = bends->moved(places);
        fill_row(std::size_t{y} * shape_.width(), places, sheet);
      }
    });
  }

 private:
  void fill_row(std::size_t first, std::span<const Vec3d> places, PlanetSheet& sheet) const {
    picture::SphereTaps taps;
    const bool exact = sphere_.theta() > most_theta;
    for (std::size_t x = 0; x < places.size(); ++x) {
      sampler_.find(places[x], taps);
      for (std::size_t i = 0; i < layers.size(); ++i) sheet.numbers[i].values[first + x] = taps.value(layers[i]);
      if (!sheet.cells.empty()) sheet.cells[first + x] = exact ? sphere_.nearest(places[x]) : taps.nearest;
      if (sheet.slopes.empty()) continue;
      const bool land = taps.value(heights) >= 0;
      sheet.slopes[first + x] = land ? taps.land_slope(heights) : std::array<float, 2>{};
    }
  }

  const CubeSphere& sphere_;
  TextureShape shape_;
  picture::SphereSampler sampler_;
  picture::TexelRows rows_;
};

const Layer* numbers_of(const Surface& surface, std::string_view name) {
  const Layer* layer = surface.layer(name);
  return layer && layer->type() == LayerType::number ? layer : nullptr;
}

/// Whether there is anything between the cells that texels could show.
bool finer_than_cells(const CubeSphere& sphere, const TextureShape& shape) {
  const std::uint32_t around = shape.layout == TextureLayout::cube ? 4 * shape.side : 2 * shape.side;
  return around > 5 * sphere.resolution();
}

}  // namespace

FloatView PlanetSheet::values(std::string_view layer) const {
  for (const Numbers& each : numbers)
    if (each.layer == layer) return {each.values, shape.width(), shape.height()};
  return {};
}

Result<PlanetSheet> planet_sheet(const Surface& planet, const TextureShape& shape, const PlanetSheetOptions& options,
                                 const Execution& execution) {
  const auto* sphere = std::get_if<CubeSphere>(&planet.domain());
  if (!sphere) return Error{ErrorCode::unsupported, "", "the world is no planet: it lies on no sphere"};
  SheetFiller filler(*sphere, shape);
  PlanetSheet sheet{.shape = shape, .numbers = {}, .cells = {}, .slopes = {}};
  for (const std::string& name : options.layers) {
    const Layer* layer = numbers_of(planet, name);
    if (!layer) continue;
    filler.layers.push_back(layer->numbers());
    sheet.numbers.push_back({name, std::vector<float>(sheet.size())});
  }
  if (options.cells) sheet.cells.resize(sheet.size());
  if (const Layer* heights = numbers_of(planet, "height"); options.slopes && heights) {
    filler.heights = heights->numbers();
    sheet.slopes.resize(sheet.size());
  }
  std::optional<zoom::PlanetBends> bends;
  if (options.bends && finer_than_cells(*sphere, shape)) {
    CRATON_TRY(zoom::PlanetBends made, zoom::PlanetBends::make(*sphere, zoom::detail_seed(*options.bends)));
    bends = std::move(made);
    filler.bends = &*bends;
  }
  CRATON_TRY(filler.fill(sheet, execution));
  return sheet;
}

Result<std::vector<float>> texture_of_numbers(const CubeSphere& sphere, std::span<const float> values, const TextureShape& shape,
                                              const Execution& execution) {
  SheetFiller filler(sphere, shape);
  filler.layers.push_back(values);
  PlanetSheet sheet{.shape = shape, .numbers = {}, .cells = {}, .slopes = {}};
  sheet.numbers.push_back({"", std::vector<float>(sheet.size())});
  CRATON_TRY(filler.fill(sheet, execution));
  return std::move(sheet.numbers.front().values);
}

Result<std::vector<Cell>> texture_of_cells(const CubeSphere& sphere, const TextureShape& shape, const Execution& execution) {
  const SheetFiller filler(sphere, shape);
  PlanetSheet sheet{.shape = shape, .numbers = {}, .cells = {}, .slopes = {}};
  sheet.cells.resize(sheet.size());
  CRATON_TRY(filler.fill(sheet, execution));
  return std::move(sheet.cells);
}

}  // namespace craton
