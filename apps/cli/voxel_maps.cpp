#include "voxel_maps.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include <craton/base/floor_div.h>
#include <craton/base/position.h>
#include <craton/files/float_file.h>
#include <craton/files/height_file.h>
#include <craton/files/new_file.h>
#include <craton/files/png.h>
#include <craton/picture/layer_picture.h>
#include <craton/picture/legend.h>
#include <craton/worlds/voxel_map.h>

#include "runtime.h"
#include "show_pictures.h"
#include "terrain_input.h"
#include "text.h"

namespace craton::cli {
namespace {

struct Job {
  const VoxelMapChoice& choice;
  const VoxelWorld& world;
  VoxelGrid grid;
  Execution execution;
};

Rgb8 rgb(const std::array<std::uint8_t, 3>& colour) { return {colour[0], colour[1], colour[2]}; }

Rgb8 shaded(Rgb8 colour, float light) {
  const auto level = [&](std::uint8_t value) {
    return static_cast<std::uint8_t>(std::clamp(std::lround(static_cast<float>(value) * light), 0L, 255L));
  };
  return {level(colour.r), level(colour.g), level(colour.b)};
}

/// As maps show them: the ground of the biome, water where its land lies below the sea; two biomes never look alike.
std::vector<Rgb8> biome_colours(const VoxelWorld& world) {
  const VoxelTable& table = world.table();
  std::vector<Rgb8> colours;
  for (const VoxelTable::Biome& biome : table.biomes) {
    const bool sea = biome.base + 0.5 * biome.amplification * world.params().relief < 0;
    Rgb8 colour = rgb(table.grounds[sea ? table.water : biome.surface].colour);
    while (std::find(colours.begin(), colours.end(), colour) != colours.end() && colour != Rgb8{}) colour = shaded(colour, 0.8F);
    colours.push_back(colour);
  }
  return colours;
}

Result<Rgb8Image> draw_layer(const Job& job, const Surface& map, std::string_view layer, const char* ramp,
                             std::optional<ToneRange> range) {
  LayerPictureOptions how{.range = range, .legend = job.choice.legend};
  if (ramp) {
    CRATON_TRY(const Ramp* found, find_ramp(ramp, "ramp"));
    how.ramp = found;
    how.style = MapStyle::plain;
  }
  Result<Rgb8Image> image = picture_of_layer(map.domain(), *map.layer(layer), how, job.execution);
  if (!image) return picture_error(image.error());
  return image;
}

Result<Rgb8Image> draw_height(const Job& job, const Surface& map) { return draw_layer(job, map, "height", nullptr, {}); }
Result<Rgb8Image> draw_cells(const Job& job, const Surface& map) { return draw_layer(job, map, "cell", nullptr, {}); }
Result<Rgb8Image> draw_rain(const Job& job, const Surface& map) { return draw_layer(job, map, "rain", "rain", ToneRange{0, 1}); }
Result<Rgb8Image> draw_temperature(const Job& job, const Surface& map) {
  return draw_layer(job, map, "temperature", "temperature", ToneRange{0, 1});
}

Result<Rgb8Image> draw_biomes(const Job& job, const Surface& map) {
  const std::vector<Rgb8> colours = biome_colours(job.world);
  const std::span<const std::uint8_t> biomes = map.layer("biome")->categories();
  Rgb8Image image(job.grid.width, job.grid.height);
  std::transform(biomes.begin(), biomes.end(), image.pixels.begin(), [&](std::uint8_t biome) { return colours[biome]; });
  return image;
}

/// Plants of a species have a colour of their own, over pale biomes.
Result<Rgb8Image> draw_plants(const Job& job, const Surface& map) {
  CRATON_TRY(Rgb8Image image, draw_biomes(job, map));
  const std::span<const std::uint8_t> plants = map.layer("plant")->categories();
  for (std::size_t i = 0; i < image.pixels.size(); ++i) {
    Rgb8& pixel = image.pixels[i];
    const auto pale = [](std::uint8_t value) { return static_cast<std::uint8_t>(200 + value / 5); };
    pixel = plants[i] != 0 ? shaded(category_colour(plants[i]), 0.75F) : Rgb8{pale(pixel.r), pale(pixel.g), pale(pixel.b)};
  }
  return image;
}

/// The uppermost voxels, lit from the north-west.
Result<Rgb8Image> draw_ground(const Job& job, const Surface& map) {
  const std::vector<VoxelTable::Ground>& grounds = job.world.table().grounds;
  const std::span<const std::uint8_t> ground = map.layer("ground")->categories();
  const std::span<const float> top = map.layer("top")->numbers();
  const auto width = static_cast<std::int64_t>(job.grid.width), height = static_cast<std::int64_t>(job.grid.height);
  const double metres = job.world.params().step * static_cast<double>(job.grid.step);
  const auto top_at = [&](std::int64_t x, std::int64_t y) {
    return top[static_cast<std::size_t>(std::clamp<std::int64_t>(y, 0, height - 1) * width +
                                        std::clamp<std::int64_t>(x, 0, width - 1))];
  };
  Rgb8Image image(job.grid.width, job.grid.height);
  for (std::int64_t y = 0; y < height; ++y)
    for (std::int64_t x = 0; x < width; ++x) {
      const auto i = static_cast<std::size_t>(y * width + x);
      const float rise = (top_at(x + 1, y + 1) - top_at(x - 1, y - 1)) / static_cast<float>(metres);
      image.pixels[i] = shaded(rgb(grounds[ground[i]].colour), 0.94F + std::clamp(0.1F * rise, -0.4F, 0.3F));
    }
  return image;
}

/// The square of all climates: rain to the right, temperature upwards.
Result<Rgb8Image> draw_climates(const Job& job, const Surface&) {
  const std::vector<Rgb8> colours = biome_colours(job.world);
  Rgb8Image image(job.grid.width, job.grid.height);
  for (std::uint32_t y = 0; y < image.height; ++y)
    for (std::uint32_t x = 0; x < image.width; ++x) {
      const double rain = (x + 0.5) / image.width, temperature = 1 - (y + 0.5) / image.height;
      const std::vector<VoxelTable::Biome>& biomes = job.world.table().biomes;
      for (std::size_t b = 0; b < biomes.size(); ++b)
        if (rain >= biomes[b].rain[0] && rain < biomes[b].rain[1] && temperature >= biomes[b].temperature[0] &&
            temperature < biomes[b].temperature[1])
          image.at(x, y) = colours[b];
    }
  return image;
}

struct Kind {
  std::string_view name, layer;  ///< whose numbers may be written; "": none
  bool columns, voxels;          ///< what must be made
  Result<Rgb8Image> (*draw)(const Job& job, const Surface& map);
};
constexpr Kind kinds[] = {
    {"height", "height", true, false, draw_height},
    {"biome", "", true, false, draw_biomes},
    {"cells", "", true, false, draw_cells},
    {"rain", "rain", true, false, draw_rain},
    {"temperature", "temperature", true, false, draw_temperature},
    {"plants", "", true, true, draw_plants},
    {"ground", "top", false, true, draw_ground},
    {"climates", "", false, false, draw_climates},
};

std::vector<std::string_view> kind_names() {
  std::vector<std::string_view> names;
  for (const Kind& kind : kinds) names.push_back(kind.name);
  return names;
}

Result<const Kind*> kind_of(const std::string& name) {
  const auto* const found = std::find_if(std::begin(kinds), std::end(kinds), [&](const Kind& kind) { return kind.name == name; });
  if (found != std::end(kinds)) return found;
  const std::vector<std::string_view> names = kind_names();
  return invalid("--map", fmt::format("found \"{}\"{}, allowed {}", name, suggestion(name, names), joined(names, " | ")));
}

Result<VoxelGrid> grid_of(const VoxelMapChoice& choice, const VoxelWorld& world) {
  VoxelGrid grid;
  CRATON_TRY(const GridSize sides, parse_sides(choice.size.empty() ? "512" : choice.size, "--size"));
  grid.width = sides.width;
  grid.height = sides.height;
  const double voxel = world.params().step;
  const auto unit = static_cast<std::int64_t>(voxel * units_per_metre);
  if (!choice.step.empty()) {
    CRATON_TRY(const double step, parse_number(choice.step, "--step"));
    if (!(step >= voxel && step <= 1e6) || step / voxel != std::floor(step / voxel))
      return invalid("--step", fmt::format("found \"{}\", allowed whole voxels of {} m, up to 1000000 m", choice.step, voxel));
    grid.step = static_cast<std::int64_t>(step / voxel);
  }
  CRATON_TRY(const Point2 at, parse_place(choice.at, "--at"));
  const std::int64_t step = unit * grid.step;
  grid.x = (floor_div(at.x, step) - grid.width / 2) * grid.step;
  grid.y = (floor_div(at.y, step) - grid.height / 2) * grid.step;
  return grid;
}

Result<void> check_files(const VoxelMapChoice& choice, const Kind& kind) {
  if (!choice.picture.empty()) {
    if (!lower(choice.picture).ends_with(".png"))
      return invalid("--picture", fmt::format("\"{}\" does not end in .png", choice.picture));
    CRATON_TRY(check_writable(choice.picture));
  }
  if (choice.numbers.empty()) return {};
  const std::string name = lower(choice.numbers);
  if (!name.ends_with(".exr") && !name.ends_with(".f32"))
    return invalid("--output", fmt::format("\"{}\" ends in none of .exr, .f32: the numbers of a map; pictures are for --picture",
                                           choice.numbers));
  if (kind.layer.empty()) return invalid("--output", fmt::format("a map of {} has no numbers; name a --picture", kind.name));
  return check_writable(choice.numbers);
}

Result<void> write_numbers(const std::string& path, const Surface& map, std::string_view layer) {
  const GridSize size = std::get<PlaneTile>(map.domain()).size();
  const FloatView values{map.layer(layer)->numbers(), size.width, size.height};
  return lower(path).ends_with(".exr") ? write_exr(path, values) : write_f32(path, values.values);
}

}  // namespace

std::string voxel_map_kinds() { return joined(kind_names(), ", "); }

Result<void> write_voxel_map(const VoxelMapChoice& choice, const VoxelWorld& world, unsigned threads) {
  CRATON_TRY(const Kind* kind, kind_of(choice.kind));
  CRATON_TRY(const VoxelGrid grid, grid_of(choice, world));
  CRATON_TRY(check_files(choice, *kind));
  if (kind->draw == draw_plants && grid.step > 1)
    return invalid("--step", "plants are single columns: a map of them has a pixel a voxel");
  CRATON_TRY(check_memory(std::uint64_t{grid.width} * grid.height * 96));
  const Job job{choice, world, grid, {.threads = threads, .cancel = &cancel_token()}};
  const VoxelGrid made = kind->columns || kind->voxels ? grid : VoxelGrid{};
  const Result<Surface> map = voxel_map(world, made, {.climate = kind->columns, .voxels = kind->voxels}, job.execution);
  if (!map) {
    if (map.error().code == ErrorCode::cancelled) return map.error();
    return invalid(map.error().path == "chunk" ? "--at" : "--" + map.error().path, map.error().message);
  }
  if (!choice.picture.empty()) {
    CRATON_TRY(const Rgb8Image image, kind->draw(job, *map));
    CRATON_TRY(write_png(choice.picture, image, {.threads = threads}));
  }
  return choice.numbers.empty() ? Result<void>{} : write_numbers(choice.numbers, *map, kind->layer);
}

}  // namespace craton::cli
