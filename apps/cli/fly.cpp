// A flight over endless terrain: a camera on a straight way, a view that scrolls under it, a picture a frame.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <craton/files/folder.h>
#include <craton/files/new_file.h>
#include <craton/files/png.h>
#include <craton/picture/layer_picture.h>
#include <craton/picture/view.h>
#include <craton/worlds/kinds.h>
#include <craton/worlds/scroll_window.h>

#include "command.h"
#include "film_file.h"
#include "runtime.h"
#include "show_pictures.h"
#include "terrain_input.h"
#include "text.h"

namespace craton::cli {
namespace {

struct Options {
  TerrainChoice choice;
  std::string from, to, count, altitude = "250", distance = "8000", size, samples, sun, haze = "2.5", fov, frames, output;
  MachineOptions machine;
};

#ifdef CRATON_HAS_VIEW

struct Job {
  Point2 from, to;
  std::uint32_t count = 12;
  double altitude = 250, distance = 8000;
  ViewOptions view{.width = 480, .height = 270, .samples = 8};
  unsigned threads = 0;

  double length() const {
    const double x = metres_from_units(to.x - from.x), y = metres_from_units(to.y - from.y);
    return std::sqrt(x * x + y * y);
  }
  /// So many metres after the start, as units; beyond both ends too.
  Point2 at(double metres) const {
    const double share = metres / length();
    return {from.x + static_cast<std::int64_t>(share * static_cast<double>(to.x - from.x)),
            from.y + static_cast<std::int64_t>(share * static_cast<double>(to.y - from.y))};
  }
  double azimuth() const {  // from north over east; y is south
    const double degrees =
        std::atan2(static_cast<double>(to.x - from.x), -static_cast<double>(to.y - from.y)) * 180 / 3.14159265358979;
    return degrees;
  }
};

// ---- what is seen

constexpr std::uint32_t window_cells = 1280;
constexpr double behind_share = 0.16;  // of the window that lies behind the camera

/// The land around the camera, scrolled along.
class Land {
 public:
  static Result<Land> make(const Terrain& terrain, const Job& job) {
    std::uint32_t level = 0;
    const double wanted = job.distance / ((1 - behind_share) * window_cells);
    while (level + 1 < terrain.options().levels && metres_from_units(terrain.step(level)) < wanted) ++level;
    Result<ScrollWindow> window = ScrollWindow::make(terrain, {.level = level, .width = window_cells, .height = window_cells});
    if (!window) return window.error();
    return Land(*std::move(window), terrain.step(level), job);
  }

  /// The camera lies towards the back.
  Result<void> move_to(double metres, const Execution& execution) {
    const double ahead = (0.5 - behind_share) * window_cells * metres_from_units(step_);
    const Point2 middle = job_.at(metres + ahead * 0.9);
    const auto first = [&](std::int64_t place) { return place / step_ - (place % step_ < 0 ? 1 : 0) - window_cells / 2; };
    return window_.move_to(first(middle.x), first(middle.y), execution);
  }

  double height(Point2 at) const {
    const auto sample = [&](std::int64_t place) { return place / step_ - (place % step_ < 0 ? 1 : 0); };
    const std::int64_t x = std::clamp(sample(at.x), window_.x(), window_.x() + window_cells - 1);
    const std::int64_t y = std::clamp(sample(at.y), window_.y(), window_.y() + window_cells - 1);
    return double{window_.layer("height")->numbers()[window_.slot(x, y)]};
  }

  Result<Surface> surface() const {
    PlaneTile::Params params{.x = metres_from_units(window_.x() * step_), .y = metres_from_units(window_.y() * step_)};
    params.step = metres_from_units(step_);
    params.width = params.height = window_cells;
    const Result<PlaneTile> tile = PlaneTile::make(params);
    if (!tile) return tile.error();
    Surface result{Domain(*tile)};
    for (const auto& layer : window_.layers()) {
      const Result<Layer*> copy = result.add_layer(layer->info());
      if (!copy) return copy.error();
      const std::size_t cell = bytes_per_cell(layer->type());
      for (std::uint32_t row = 0; row < window_cells; ++row)
        for (std::uint32_t column = 0; column < window_cells;) {
          const std::size_t slot = window_.slot(window_.x() + column, window_.y() + row);
          const auto to_edge = static_cast<std::uint32_t>(window_.columns() - slot % window_.columns());
          const std::uint32_t run = std::min(window_cells - column, to_edge);
          std::memcpy((*copy)->bytes().data() + (std::size_t{row} * window_cells + column) * cell,
                      layer->bytes().data() + slot * cell, run * cell);
          column += run;
        }
    }
    return result;
  }

 private:
  Land(ScrollWindow window, std::int64_t step, const Job& job) : window_(std::move(window)), step_(step), job_(job) {}
  ScrollWindow window_;
  std::int64_t step_;
  Job job_;
};

/// How high the camera flies: over the highest ground a little before and ahead, taken evenly along the way.
double eye_height(const Land& land, const Job& job, double metres) {
  constexpr int around = 12;
  const double stride = std::max(20.0, 0.35 * job.altitude);
  const auto highest = [&](double middle) {
    double most = 0;
    for (int i = -3; i <= 8; ++i) most = std::max(most, land.height(job.at(middle + i * stride)));
    return most;
  };
  double sum = 0, weights = 0;
  for (int i = -around; i <= around; ++i) {
    const double weight = around + 1 - std::abs(i);
    sum += weight * highest(metres + i * stride);
    weights += weight;
  }
  return sum / weights + job.altitude;
}

Result<Rgb8Image> draw_frame(const Land& land, const Job& job, double metres, const Execution& execution) {
  const Result<Surface> surface = land.surface();
  if (!surface) return surface.error();
  ViewOptions view = job.view;
  view.exaggeration = 1;
  const Point2 eye = job.at(metres);
  view.eye = ViewPlace{metres_from_units(eye.x), metres_from_units(eye.y)};
  view.eye_height = eye_height(land, job, metres);
  view.azimuth = job.azimuth();
  if (!view.pitch) view.pitch = -7;
  if (!view.sun_azimuth) view.sun_azimuth = *view.azimuth > 110 ? *view.azimuth - 430 : *view.azimuth - 70;
  LayerPictureOptions how;
  how.natural = natural_layers_of(*surface);
  how.waters = waters_of(*surface);
  Result<Rgb8Image> colours = Rgb8Image{};
  if (how.natural.complete()) {
    how.style = MapStyle::natural;
    how.relief.strength = how.relief.sky = how.relief.texture = 0;  // the view has a light of its own
    colours = picture_of_layer(surface->domain(), *surface->layer("height"), how, execution);
    if (!colours) return picture_error(colours.error());
    view.colours = &*colours;
  }
  return draw_view(*surface, "height", view, execution);
}

// ---- what is written

void put(const Rgb8Image& image, std::uint32_t column, std::uint32_t row, Rgb8Image& sheet) {
  for (std::uint32_t y = 0; y < image.height; ++y) std::copy_n(&image.at(0, y), image.width, &sheet.at(column, row + y));
}

/// About as wide as high.
Rgb8Image sheet_of(const std::vector<Rgb8Image>& images) {
  constexpr std::uint32_t gap = 4;
  const auto count = static_cast<std::uint32_t>(images.size());
  std::uint32_t columns = 1;
  while (columns * images[0].width < (count + columns - 1) / columns * images[0].height) ++columns;
  const std::uint32_t rows = (count + columns - 1) / columns;
  Rgb8Image sheet(columns * (images[0].width + gap) - gap, rows * (images[0].height + gap) - gap, {255, 255, 255});
  for (std::uint32_t i = 0; i < count; ++i)
    put(images[i], i % columns * (images[0].width + gap), i / columns * (images[0].height + gap), sheet);
  return sheet;
}

Result<void> fly(const Options& options, const Job& job, const Terrain& terrain) {
  std::optional<FolderLock> lock;
  if (!options.frames.empty()) {
    Result<FolderLock> taken = FolderLock::take(options.frames);
    if (!taken) return taken.error();
    lock = *std::move(taken);
    remove_frames(options.frames);
  }
  Result<Land> land = Land::make(terrain, job);
  if (!land) return land.error();
  TerminalProgress progress("fly");
  const Execution quiet{.threads = job.threads, .cancel = &cancel_token()};
  std::vector<Rgb8Image> images;
  for (std::uint32_t i = 0; i < job.count; ++i) {
    const double metres = job.count == 1 ? 0 : job.length() * i / (job.count - 1);
    CRATON_TRY(land->move_to(metres, quiet));
    Result<Rgb8Image> image = draw_frame(*land, job, metres, quiet);
    if (!image) return image.error();
    progress.report((i + 1.0) / job.count);
    if (lock) CRATON_TRY(write_png(options.frames + "/" + frame_name(i), *image));
    if (!options.output.empty()) images.push_back(*std::move(image));
  }
  if (options.output.empty()) return {};
  return write_png(options.output, sheet_of(images));
}

// ---- options

Result<double> number_in(const std::string& text, std::string_view option, double low, double high) {
  const Result<double> number = parse_number(text, option);
  if (!number) return number.error();
  if (!(*number >= low && *number <= high)) return invalid(option, fmt::format("found {}, allowed {:g} … {:g}", text, low, high));
  return number;
}

Result<void> read_view(const Options& options, Job& job) {
  if (!options.size.empty()) {
    const Result<GridSize> sides = parse_sides(options.size, "--size");
    if (!sides) return sides.error();
    job.view.width = sides->width;
    job.view.height = sides->height;
  }
  if (!options.samples.empty()) {
    const Result<double> samples = number_in(options.samples, "--samples", 1, 4096);
    if (!samples) return samples.error();
    job.view.samples = static_cast<std::uint32_t>(*samples);
  }
  const Result<double> haze = number_in(options.haze, "--haze", 0, 100);
  if (!haze) return haze.error();
  job.view.haze = *haze;
  if (!options.fov.empty()) {
    const Result<double> fov = number_in(options.fov, "--fov", 1, 140);
    if (!fov) return fov.error();
    job.view.fov = *fov;
  }
  if (options.sun.empty()) return {};
  const Result<std::vector<double>> sun = parse_numbers(options.sun, "--sun");
  if (!sun) return sun.error();
  if (sun->size() != 2) return invalid("--sun", fmt::format("found \"{}\"; write AZIMUTH,ELEVATION", options.sun));
  job.view.sun_azimuth = (*sun)[0];
  job.view.sun_elevation = (*sun)[1];
  return {};
}

Result<Job> prepare(const Options& options) {
  Job job;
  if (options.output.empty() == options.frames.empty())
    return invalid("fly", "say where to: -o sheet.png for all frames on one sheet, or --frames DIR for a picture each");
  if (!options.output.empty() && !lower(options.output).ends_with(".png"))
    return invalid("--output", fmt::format("\"{}\" does not end in .png", options.output));
  const Result<Point2> from = parse_place(options.from, "--from");
  if (!from) return from.error();
  const Result<Point2> to = parse_place(options.to, "--to");
  if (!to) return to.error();
  job.from = *from;
  job.to = *to;
  if (!(job.length() >= 1)) return invalid("--to", "must lie at least a metre away from --from");
  if (!options.count.empty()) {
    const Result<double> count = number_in(options.count, "--count", 1, 100'000);
    if (!count) return count.error();
    job.count = static_cast<std::uint32_t>(*count);
  }
  const Result<double> altitude = number_in(options.altitude, "--altitude", 2, 20'000);
  if (!altitude) return altitude.error();
  job.altitude = *altitude;
  const Result<double> distance = number_in(options.distance, "--distance", 200, 500'000);
  if (!distance) return distance.error();
  job.distance = *distance;
  CRATON_TRY(read_view(options, job));
  const Result<unsigned> threads = options.machine.thread_count();
  if (!threads) return threads.error();
  job.threads = *threads;
  if (!options.output.empty()) CRATON_TRY(check_writable(options.output));
  return job;
}

Result<void> run(const Options& options) {
  const Result<Job> job = prepare(options);
  if (!job) return job.error();
  const RecipeTerms terms = all_terms();
  const Result<LoadedTerrain> loaded = load_terrain(options.choice, terms);
  if (!loaded) return loaded.error();
  const std::unique_ptr<AssetSource> assets = assets_in_folder(loaded->loaded.folder);
  const Result<Terrain> terrain = make_terrain(*loaded, terms, {.levels = 8, .assets = assets.get()});
  if (!terrain) return terrain.error();
  CRATON_TRY(options.machine.force_isa());
  return fly(options, *job, *terrain);
}

#else

Result<void> run(const Options&) {
  return Error{ErrorCode::unsupported, "fly", "this program was built without views (CRATON_VIEW)"};
}

#endif

}  // namespace

Command add_fly_command(CLI::App& parent) {
  CLI::App* app = parent.add_subcommand("fly", "Flies over endless terrain: a picture a frame, or all on one sheet.");
  auto options = std::make_shared<Options>();
  Options& o = *options;
  app->add_option("world", o.choice.world, "The .craton file of an endless terrain, with its edits; none: the recipe.")
      ->type_name("");
  app->add_option("--recipe", o.choice.recipe, "A recipe on a plane.")->capture_default_str()->type_name("RECIPE");
  app->add_option("--seed", o.choice.seed, "Another seed.")->type_name("SEED");
  app->add_option("-s,--set", o.choice.settings, "Changes one value of the recipe. May be repeated.")->type_name("NAME=VALUE");
  app->add_option("--from", o.from, "Where the flight begins, in metres.")->type_name("X,Y")->required();
  app->add_option("--to", o.to, "Where it ends.")->type_name("X,Y")->required();
  app->add_option("--count", o.count, "How many frames. Default: 12.")->type_name("N");
  app->add_option("--altitude", o.altitude, "Metres above the ground.")->capture_default_str()->type_name("METRES");
  app->add_option("--distance", o.distance, "How far one sees, in metres.")->capture_default_str()->type_name("METRES");
  app->add_option("--size", o.size, "Pixels of a frame. Default: 480x270.")->type_name("WxH");
  app->add_option("--samples", o.samples, "Rays a pixel: more are less grainy and take longer. Default: 8.")->type_name("N");
  app->add_option("--fov", o.fov, "How much a frame spans across, in degrees. Default: 52.")->type_name("DEGREES");
  app->add_option("--sun", o.sun, "Where the sun stands, in degrees. Default: to the left, 25 high.")
      ->type_name("AZIMUTH,ELEVATION");
  app->add_option("--haze", o.haze, "0: none; more hides more of the distance.")->capture_default_str()->type_name("NUMBER");
  app->add_option("--frames", o.frames, "Folder for frame_0001.png, ….")->type_name("DIR");
  app->add_option("-o,--output", o.output, "A sheet of all frames: .png.")->type_name("FILE");
  o.machine.add_to(*app);
  app->footer(
      "Examples:\n  craton fly --from 0,0 --to 9000,4000 -o sheet.png\n"
      "  craton fly w.craton --from 0,0 --to 3000,0 --count 90 --size 1280x720 --frames out/flight\n"
      "  craton fly --from 0,0 --to 60000,0 --altitude 1500 --distance 40000 -o far.png");
  return {app, [options] { return run(*options); }};
}

}  // namespace craton::cli
