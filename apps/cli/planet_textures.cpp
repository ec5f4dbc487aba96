#include "planet_textures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numbers>
#include <vector>

#include <craton/files/height_file.h>
#include <craton/files/png.h>
#include <craton/files/sidecar.h>
#include <craton/picture/category_colours.h>
#include <craton/picture/layer_picture.h>
#include <craton/worlds/kinds.h>

#include "show_pictures.h"
#include "text.h"

namespace craton::cli {
namespace {

namespace fs = std::filesystem;

constexpr double normal_exaggeration = 12;
constexpr std::uint32_t most_cloud_rows = 1024;  // clouds are soft: finer ones show no more
constexpr std::string_view texture_files[] = {"height16.png", "height.exr",        "ocean.png",  "normal.png", "colour.png",
                                              "biome.png",    "temperature16.png", "rain16.png", "plate.png",  "clouds.png"};

/// Textures of an earlier planet would show another world; what is not ours stays.
void remove_old(const std::string& folder) {
  const auto remove = [&](const std::string& file) {
    std::error_code error;
    fs::remove(folder + "/" + file, error);
    fs::remove(folder + "/" + file + ".json", error);
  };
  for (const std::string_view file : texture_files) {
    remove(std::string(file));
    const std::size_t dot = file.find('.');
    for (std::size_t face = 0; face < cube_face_names().size(); ++face)
      remove(fmt::format("{}_{}_{}{}", file.substr(0, dot), face, cube_face_names()[face], file.substr(dot)));
  }
}

/// Files of one layout. Six faces are six files; what is written is a part of the rows of the whole.
class TextureWriter {
 public:
  TextureWriter(std::string folder, const World& world, const TextureShape& shape, const Execution& execution)
      : folder_(std::move(folder)),
        world_(world),
        shape_(shape),
        execution_(execution),
        sphere_(std::get<CubeSphere>(world.surface.domain())),
        recipe_(recipe_to_json(world.recipe, all_terms())) {}

  Result<void> write_all() {
    CRATON_TRY(heights());
    CRATON_TRY(colours());
    CRATON_TRY(numbers("temperature", "temperature16"));
    CRATON_TRY(numbers("rain", "rain16"));
    CRATON_TRY(cells("biome"));
    CRATON_TRY(cells("plate"));
    return sky();
  }

 private:
  std::uint32_t parts() const { return shape_.layout == TextureLayout::cube ? 6 : 1; }
  std::string path(std::string_view name, std::uint32_t part, std::string_view ending) const {
    if (parts() == 1) return fmt::format("{}/{}.{}", folder_, name, ending);
    return fmt::format("{}/{}_{}_{}.{}", folder_, name, part, cube_face_names()[part], ending);
  }
  template <class Value>
  std::span<const Value> rows_of(const std::vector<Value>& all, std::uint32_t part) const {
    const std::size_t count = all.size() / parts();
    return std::span(all).subspan(part * count, count);
  }

  Result<void> sidecar(const std::string& file, std::string_view format, std::string_view layer, std::string_view unit,
                       ToneRange range, std::uint32_t levels, const std::vector<std::string>& categories = {}) const {
    Sidecar about;
    about.file = fs::path(file).filename().string();
    about.format = format;
    about.layer = layer;
    about.unit = unit;
    about.width = shape_.width();
    about.height = shape_.height() / parts();
    about.projection =
        parts() == 1 ? "equirectangular" : "cube face (u, v even, without a warp; order front, right, back, left, top, bottom)";
    about.metres_per_sample = 2 * std::numbers::pi * sphere_.radius() / (parts() == 1 ? 2.0 * shape_.side : 4.0 * shape_.side);
    about.min = range.low;
    about.max = range.high;
    about.levels = levels;
    about.categories = categories;
    about.seed = world_.recipe.seed;
    about.recipe = recipe_;
    return write_sidecar(file, about);
  }

  Result<void> write_levels(std::string_view name, std::string_view layer, std::string_view unit,
                            const std::vector<float>& values) const {
    const ToneRange range = tone_range_of({values, shape_.width(), shape_.height()});  // one for all faces: they must fit
    for (std::uint32_t part = 0; part < parts(); ++part) {
      const std::string file = path(name, part, "png");
      CRATON_TRY(write_png(file, grey16({rows_of(values, part), shape_.width(), shape_.height() / parts()}, range), quiet()));
      CRATON_TRY(sidecar(file, "png16", layer, unit, range, 65535));
    }
    return {};
  }

  Result<void> write_colours(std::string_view name, std::string_view what, const Rgb8Image& image,
                             const std::vector<std::string>& categories = {}) const {
    for (std::uint32_t part = 0; part < parts(); ++part) {
      Rgb8Image face(shape_.width(), shape_.height() / parts());
      const std::span<const Rgb8> rows = rows_of(image.pixels, part);
      std::copy(rows.begin(), rows.end(), face.pixels.begin());
      const std::string file = path(name, part, "png");
      CRATON_TRY(write_png(file, face, quiet()));
      CRATON_TRY(sidecar(file, "png", what, "", {0, 255}, 255, categories));
    }
    return {};
  }

  /// 0 … 1 as 8 bits.
  Result<void> write_shares(std::string_view name, std::string_view what, const std::vector<float>& values) const {
    for (std::uint32_t part = 0; part < parts(); ++part) {
      const std::string file = path(name, part, "png");
      CRATON_TRY(write_png(file, grey8({rows_of(values, part), shape_.width(), shape_.height() / parts()}, {0, 1}), quiet()));
      CRATON_TRY(sidecar(file, "png", what, "", {0, 1}, 255));
    }
    return {};
  }

  Result<void> heights() const {
    const Layer& layer = *world_.surface.layer(ground_layer);
    const Result<std::vector<float>> values = texture_of_numbers(sphere_, layer.numbers(), shape_, quiet());
    if (!values) return values.error();
    CRATON_TRY(write_levels("height16", "height", "m", *values));
    const ToneRange range = tone_range_of({*values, shape_.width(), shape_.height()});
    for (std::uint32_t part = 0; part < parts(); ++part) {
      const std::string file = path("height", part, "exr");
      CRATON_TRY(write_exr(file, {rows_of(*values, part), shape_.width(), shape_.height() / parts()}));
      CRATON_TRY(sidecar(file, "exr", "height", "m", range, 0));
    }
    std::vector<float> ocean(values->size());
    std::transform(values->begin(), values->end(), ocean.begin(), [](float height) { return height < 0 ? 1.0F : 0.0F; });
    CRATON_TRY(write_shares("ocean", "1 where the ground lies below the sea", ocean));
    const Result<Rgb8Image> normals = normal_texture(sphere_, layer.numbers(), normal_exaggeration, shape_, quiet());
    if (!normals) return normals.error();
    return write_colours("normal",
                         fmt::format("normals, 128 for 0, slopes {:g} times steeper: {}", normal_exaggeration,
                                     parts() == 1 ? "to the east, to the north, up" : "x, y, z of the planet"),
                         *normals);
  }

  Result<void> colours() const {
    if (!natural_layers_of(world_.surface).complete()) return {};
    const std::uint32_t rows = parts() == 1 ? shape_.side : 2 * shape_.side;
    const Result<Rgb8Image> flat = planet_colours(world_.surface, rows, {.strength = 0}, quiet());
    if (!flat) return flat.error();
    if (parts() == 1) return write_colours("colour", "natural colours without light", *flat);
    const Result<Rgb8Image> faces = texture_of_picture(*flat, shape_, quiet());
    if (!faces) return faces.error();
    return write_colours("colour", "natural colours without light", *faces);
  }

  Result<void> numbers(std::string_view name, std::string_view file) const {
    const Layer* layer = world_.surface.layer(name);
    if (!layer || layer->type() != LayerType::number) return {};
    const Result<std::vector<float>> values = texture_of_numbers(sphere_, layer->numbers(), shape_, quiet());
    if (!values) return values.error();
    return write_levels(file, name, layer->info().unit, *values);
  }

  Result<void> cells(std::string_view name) {
    const Layer* layer = world_.surface.layer(name);
    if (!layer || layer->type() == LayerType::number) return {};
    if (nearest_.empty()) {
      Result<std::vector<Cell>> found = texture_of_cells(sphere_, shape_, quiet());
      if (!found) return found.error();
      nearest_ = *std::move(found);
    }
    const std::vector<Rgb8> known = category_colours(layer->info().categories);
    Rgb8Image image(shape_.width(), shape_.height());
    for (std::size_t i = 0; i < nearest_.size(); ++i)
      image.pixels[i] = layer->type() == LayerType::category ? known[layer->categories()[nearest_[i]]]
                                                             : integer_colour(layer->integers()[nearest_[i]]);
    return write_colours(name, name, image, layer->info().categories);
  }

  Result<void> sky() const {
    const Layer* rain = world_.surface.layer("rain");
    if (!rain || rain->type() != LayerType::number) return {};
    const TextureShape flat{TextureLayout::equirectangular,
                            std::min(parts() == 1 ? shape_.side : 2 * shape_.side, most_cloud_rows)};
    const Result<std::vector<float>> clouds = cloud_texture(sphere_, rain->numbers(), world_.recipe.seed, flat, quiet());
    if (!clouds) return clouds.error();
    const Result<std::vector<float>> texels = texture_of_raster({*clouds, flat.width(), flat.height()}, shape_, quiet());
    if (!texels) return texels.error();
    return write_shares("clouds", "how much of the sky is clouds", *texels);
  }

  Execution quiet() const { return {.threads = execution_.threads, .progress = nullptr, .cancel = execution_.cancel}; }

  std::string folder_;
  const World& world_;
  TextureShape shape_;
  Execution execution_;
  const CubeSphere& sphere_;
  std::string recipe_;
  std::vector<Cell> nearest_;
};

}  // namespace

Result<void> write_textures(const std::string& folder, const World& world, std::span<const TextureLayout> layouts,
                            std::uint32_t side, const Execution& execution) {
  for (const auto& [layout, name] :
       {std::pair{TextureLayout::equirectangular, "equirectangular"}, {TextureLayout::cube, "cube"}}) {
    const std::string into = fmt::format("{}/{}", folder, name);
    std::error_code error;
    remove_old(into);
    if (std::find(layouts.begin(), layouts.end(), layout) == layouts.end()) continue;
    fs::create_directories(into, error);
    if (error) return Error{ErrorCode::io, into, "cannot make this folder: " + error.message()};
    const TextureShape shape{layout, layout == TextureLayout::cube ? side : 2 * side};
    CRATON_TRY(TextureWriter(into, world, shape, execution).write_all());
  }
  return {};
}

}  // namespace craton::cli
