#include "planet_textures.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <filesystem>
#include <numbers>
#include <system_error>
#include <thread>
#include <utility>

#include <craton/files/height_file.h>
#include <craton/files/new_file.h>
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
constexpr Execution alone{.threads = 1};         // many files are written at once
constexpr std::uint32_t most_cloud_rows = 1024;  // clouds are soft: finer ones show no more
constexpr std::string_view texture_files[] = {"height16.png", "height.exr",        "ocean.png",  "normal.png", "colour.png",
                                              "biome.png",    "temperature16.png", "rain16.png", "plate.png",  "clouds.png"};

void remove_old(const std::string& folder) {
  const auto remove = [&](const std::string& file) {
    remove_old_file(folder + "/" + file);
    remove_old_file(folder + "/" + file + ".json");
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
  TextureWriter(std::string folder, const World& world, TextureLayout layout, std::shared_ptr<const FlatPlanet> flat)
      : folder_(std::move(folder)),
        world_(world),
        flat_(std::move(flat)),
        shape_{layout, layout == TextureLayout::cube ? flat_->sheet.shape.side / 2 : flat_->sheet.shape.side},
        sphere_(std::get<CubeSphere>(world.surface.domain())),
        recipe_(recipe_to_json(world.recipe, all_terms())) {}

  /// What faces do not share with the flat planet.
  Result<void> prepare(const Execution& execution) {
    if (parts() == 1) {
      CRATON_TRY(const Rgb8Image normals, normal_texture(flat_->sheet, normal_exaggeration, execution));
      normals_ = normals;
      return {};
    }
    PlanetSheetOptions wants{
        .layers = {"height", "temperature", "rain"}, .cells = true, .slopes = true, .bends = world_.recipe.seed};
    CRATON_TRY(PlanetSheet faces, planet_sheet(world_.surface, shape_, wants, execution));
    faces_ = std::move(faces);
    CRATON_TRY(Rgb8Image normals, normal_texture(faces_, normal_exaggeration, execution));
    normals_ = std::move(normals);
    if (!flat_->colours.plain.pixels.empty()) {
      CRATON_TRY(Rgb8Image colours, texture_of_picture(flat_->colours.plain, shape_, execution));
      colours_ = std::move(colours);
    }
    if (flat_->clouds.empty()) return {};
    CRATON_TRY(std::vector<float> clouds,
               texture_of_raster({flat_->clouds, 2 * flat_->cloud_rows, flat_->cloud_rows}, shape_, execution));
    clouds_ = std::move(clouds);
    return {};
  }

  void plan(const std::shared_ptr<const TextureWriter>& self, FileJobs& jobs) const {
    for (std::uint32_t part = 0; part < parts(); ++part) {
      const auto add = [&](auto write) { jobs.emplace_back([self, part, write] { return write(*self, part); }); };
      add([](const TextureWriter& w, std::uint32_t k) { return w.heights(k); });
      add([](const TextureWriter& w, std::uint32_t k) { return w.raw_heights(k); });
      add([](const TextureWriter& w, std::uint32_t k) { return w.ocean(k); });
      add([](const TextureWriter& w, std::uint32_t k) { return w.normals(k); });
      add([](const TextureWriter& w, std::uint32_t k) { return w.colours(k); });
      add([](const TextureWriter& w, std::uint32_t k) { return w.climate("temperature", "temperature16", k); });
      add([](const TextureWriter& w, std::uint32_t k) { return w.climate("rain", "rain16", k); });
      add([](const TextureWriter& w, std::uint32_t k) { return w.cells("biome", k); });
      add([](const TextureWriter& w, std::uint32_t k) { return w.cells("plate", k); });
      add([](const TextureWriter& w, std::uint32_t k) { return w.clouds(k); });
    }
  }

 private:
  std::uint32_t parts() const { return shape_.layout == TextureLayout::cube ? 6 : 1; }
  std::string path(std::string_view name, std::uint32_t part, std::string_view ending) const {
    if (parts() == 1) return fmt::format("{}/{}.{}", folder_, name, ending);
    return fmt::format("{}/{}_{}_{}.{}", folder_, name, part, cube_face_names()[part], ending);
  }
  const PlanetSheet& sheet() const { return parts() == 1 ? flat_->sheet : faces_; }
  std::uint32_t part_rows() const { return shape_.height() / parts(); }
  template <class Value>
  std::span<const Value> rows_of(std::span<const Value> all, std::uint32_t part) const {
    const std::size_t count = all.size() / parts();
    return all.subspan(part * count, count);
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

  Result<void> write_levels(std::string_view name, std::string_view layer, std::string_view unit, FloatView values,
                            std::uint32_t part) const {
    const ToneRange range = tone_range_of(values);  // one for all faces: they must fit
    const std::string file = path(name, part, "png");
    CRATON_TRY(write_png(file, grey16({rows_of(values.values, part), shape_.width(), part_rows()}, range), alone));
    return sidecar(file, "png16", layer, unit, range, 65535);
  }

  Result<void> write_colours(std::string_view name, std::string_view what, std::span<const Rgb8> rows, std::uint32_t part,
                             const std::vector<std::string>& categories = {}) const {
    Rgb8Image face(shape_.width(), part_rows());
    std::copy(rows.begin(), rows.end(), face.pixels.begin());
    const std::string file = path(name, part, "png");
    CRATON_TRY(write_png(file, face, alone));
    return sidecar(file, "png", what, "", {0, 255}, 255, categories);
  }

  /// 0 … 1 as 8 bits.
  Result<void> write_shares(std::string_view name, std::string_view what, std::span<const float> rows, std::uint32_t part) const {
    const std::string file = path(name, part, "png");
    CRATON_TRY(write_png(file, grey8({rows, shape_.width(), part_rows()}, {0, 1}), alone));
    return sidecar(file, "png", what, "", {0, 1}, 255);
  }

  Result<void> heights(std::uint32_t part) const {
    return write_levels("height16", "height", "m", sheet().values("height"), part);
  }

  Result<void> raw_heights(std::uint32_t part) const {
    const FloatView values = sheet().values("height");
    const std::string file = path("height", part, "exr");
    CRATON_TRY(write_exr(file, {rows_of(values.values, part), shape_.width(), part_rows()}));
    return sidecar(file, "exr", "height", "m", tone_range_of(values), 0);
  }

  Result<void> ocean(std::uint32_t part) const {
    const std::span<const float> rows = rows_of(sheet().values("height").values, part);
    std::vector<float> ocean(rows.size());
    std::transform(rows.begin(), rows.end(), ocean.begin(), [](float height) { return height < 0 ? 1.0F : 0.0F; });
    return write_shares("ocean", "1 where the ground lies below the sea", ocean, part);
  }

  Result<void> normals(std::uint32_t part) const {
    return write_colours("normal",
                         fmt::format("normals, 128 for 0, slopes {:g} times steeper: {}", normal_exaggeration,
                                     parts() == 1 ? "to the east, to the north, up" : "x, y, z of the planet"),
                         rows_of(std::span<const Rgb8>(normals_.pixels), part), part);
  }

  Result<void> colours(std::uint32_t part) const {
    const Rgb8Image& image = parts() == 1 ? flat_->colours.plain : colours_;
    if (image.pixels.empty()) return {};
    return write_colours("colour", "natural colours without light", rows_of(std::span<const Rgb8>(image.pixels), part), part);
  }

  Result<void> climate(std::string_view name, std::string_view file, std::uint32_t part) const {
    const FloatView values = sheet().values(name);
    return values.values.empty() ? Result<void>{}
                                 : write_levels(file, name, world_.surface.layer(name)->info().unit, values, part);
  }

  Result<void> cells(std::string_view name, std::uint32_t part) const {
    const Layer* layer = world_.surface.layer(name);
    if (!layer || layer->type() == LayerType::number) return {};
    const std::vector<Rgb8> known = category_colours(layer->info().categories);
    const std::span<const Cell> nearest = rows_of(std::span<const Cell>(sheet().cells), part);
    std::vector<Rgb8> colours(nearest.size());
    for (std::size_t i = 0; i < nearest.size(); ++i)
      colours[i] = layer->type() == LayerType::category ? known[layer->categories()[nearest[i]]]
                                                        : integer_colour(layer->integers()[nearest[i]]);
    return write_colours(name, name, colours, part, layer->info().categories);
  }

  /// As large as the others, though clouds are soft.
  Result<void> clouds(std::uint32_t part) const {
    if (flat_->clouds.empty()) return {};
    constexpr std::string_view what = "how much of the sky is clouds";
    if (parts() > 1) return write_shares("clouds", what, rows_of(std::span<const float>(clouds_), part), part);
    if (flat_->cloud_rows == shape_.side) return write_shares("clouds", what, flat_->clouds, part);
    CRATON_TRY(const std::vector<float> texels,
               texture_of_raster({flat_->clouds, 2 * flat_->cloud_rows, flat_->cloud_rows}, shape_));
    return write_shares("clouds", what, texels, part);
  }

  std::string folder_;
  const World& world_;
  std::shared_ptr<const FlatPlanet> flat_;
  TextureShape shape_;
  const CubeSphere& sphere_;
  std::string recipe_;
  PlanetSheet faces_;
  Rgb8Image normals_, colours_;
  std::vector<float> clouds_;
};

}  // namespace

Result<FlatPlanet> flat_planet(const World& world, const FlatPlanetWants& wants, const Execution& execution) {
  PlanetSheetOptions sheet{.layers = {}, .cells = wants.cells, .slopes = true, .bends = world.recipe.seed};
  for (const std::string_view layer : planet_colour_layers()) sheet.layers.emplace_back(layer);
  CRATON_TRY(PlanetSheet made, planet_sheet(world.surface, {TextureLayout::equirectangular, wants.rows}, sheet, execution));
  FlatPlanet flat{.sheet = std::move(made), .colours = {}, .clouds = {}, .cloud_rows = 0};
  CRATON_TRY(NaturalPictures colours, planet_colours(world.surface, flat.sheet, wants.palette, execution));
  flat.colours = std::move(colours);
  const FloatView rain = flat.sheet.values("rain");
  if (!wants.clouds || rain.values.empty()) return flat;
  flat.cloud_rows = std::min(wants.rows, most_cloud_rows);
  CRATON_TRY(std::vector<float> clouds, cloud_texture({rain, flat.sheet.values("height")}, world.recipe.seed,
                                                      {TextureLayout::equirectangular, flat.cloud_rows}, execution));
  flat.clouds = std::move(clouds);
  return flat;
}

Result<void> write_files(const FileJobs& jobs, const Execution& execution) {
  std::vector<Result<void>> done(jobs.size());
  std::vector<std::exception_ptr> thrown(jobs.size());
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < jobs.size(); i = next++) {
      const bool stop = execution.cancel && execution.cancel->cancelled();
      try {
        done[i] = stop ? Error{ErrorCode::cancelled, "", "cancelled"} : jobs[i]();
      } catch (...) { thrown[i] = std::current_exception(); }
    }
  };
  const std::size_t wanted = execution.threads ? execution.threads : std::max(std::thread::hardware_concurrency(), 1U);
  {
    std::vector<std::jthread> others;
    try {
      for (std::size_t i = 1; i < std::min(wanted, jobs.size()); ++i) others.emplace_back(work);
    } catch (const std::system_error&) {  // so many threads are not to be had: those that are do it all
    }
    work();
  }
  for (const std::exception_ptr& each : thrown)
    if (each) std::rethrow_exception(each);
  for (const Result<void>& each : done) CRATON_TRY(each);
  return {};
}

void remove_old_textures(const std::string& folder) {
  for (const char* layout : {"equirectangular", "cube"}) remove_old(fmt::format("{}/{}", folder, layout));
}

Result<void> plan_textures(const std::string& folder, const World& world, const std::shared_ptr<const FlatPlanet>& flat,
                           std::span<const TextureLayout> layouts, const Execution& execution, FileJobs& jobs) {
  for (const TextureLayout layout : layouts) {
    const std::string into = fmt::format("{}/{}", folder, layout == TextureLayout::cube ? "cube" : "equirectangular");
    std::error_code error;
    fs::create_directories(into, error);
    if (error) return Error{ErrorCode::io, into, "cannot make this folder: " + error.message()};
    const auto writer = std::make_shared<TextureWriter>(into, world, layout, flat);
    CRATON_TRY(writer->prepare(execution));
    writer->plan(writer, jobs);
  }
  return {};
}

}  // namespace craton::cli
