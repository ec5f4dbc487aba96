#include "gallery_aperiodic.h"
#include "text.h"

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include <craton/files/png.h>
#include <craton/noise/noise.h>
#include <craton/picture/hat_picture.h>
#include <craton/picture/indexed.h>
#include <craton/picture/ramp.h>
#include <craton/picture/shade.h>
#include <craton/picture/sheet.h>

namespace craton::cli {
namespace {

constexpr unsigned flat_colours = 48, sheet_colours = 64;
constexpr std::uint32_t tile = 280;
constexpr std::uint32_t gap = 24;  // of the sheet at its type size

struct Studio {
  const std::string& folder;
  Seed seed;
  const Execution& execution;
};

Result<std::vector<float>> field(const Studio& studio, const NoiseSpec& spec, std::uint32_t width, std::uint32_t height) {
  CRATON_TRY(const Noise noise, Noise::make(spec, studio.seed));
  std::vector<float> values(std::size_t{width} * height);
  const Point2 origin{-std::int64_t{width} / 2 * units_per_metre, -std::int64_t{height} / 2 * units_per_metre};
  CRATON_TRY(noise.grid(Grid2{.origin = origin, .width = width, .height = height}, values, studio.execution));
  return values;
}

/// Mean ± 2½ deviations.
ToneRange tones_of(const std::vector<float>& values) {
  double sum = 0, squares = 0;
  for (const float v : values) sum += double{v};
  const double mean = sum / static_cast<double>(values.size());
  for (const float v : values) squares += (double{v} - mean) * (double{v} - mean);
  const double reach = 2.5 * std::sqrt(squares / static_cast<double>(values.size()));
  return {static_cast<float>(mean - reach), static_cast<float>(mean + reach)};
}

NoiseSpec plain(std::string_view kind, double frequency) {
  NoiseSpec spec{.kind = std::string(kind)};
  spec.params.set("frequency", frequency);
  return spec;
}

/// The fractal of source 001: four octaves, each three times finer and weaker.
NoiseSpec fractal(std::string_view kind, double frequency) {
  NoiseSpec sum{.kind = "fbm"};
  sum.params.set("octaves", std::int64_t{4});
  sum.params.set("lacunarity", 3.0);
  sum.params.set("persistence", 1.0 / 3);
  sum.inputs.push_back({"source", plain(kind, frequency)});
  return sum;
}

Result<void> draw_tiling(const Studio& studio, const std::string& name, HatPictureOptions options) {
  options.seed = studio.seed;
  CRATON_TRY(const Rgb8Image picture, draw_hats(options));
  return write_png(fmt::format("{}/{}.png", studio.folder, name), indexed(picture, flat_colours));
}

/// Hat noise with its hats drawn over it.
Result<void> draw_noise_with_hats(const Studio& studio) {
  constexpr std::uint32_t width = 1000, height = 640;
  constexpr double metres_per_cell = 125;
  CRATON_TRY(const std::vector<float> values, field(studio, plain("hat", 1 / metres_per_cell), width, height));
  CRATON_TRY(const Ramp* ramp, find_ramp("ice", "gallery"));
  HatPictureOptions options{
      .seed = studio.seed, .cells_across = width / metres_per_cell, .width = width, .height = height, .legend = false};
  options.frequency = *Frequency::per_metre(1 / metres_per_cell);
  options.ground = coloured({values, width, height}, tones_of(values), *ramp);
  CRATON_TRY(const Rgb8Image picture, draw_hats(options));
  return write_png(fmt::format("{}/hat-noise.png", studio.folder), indexed(picture, 48));
}

Result<SheetRow> draw_row(const Studio& studio, std::string heading, std::string note,
                          NoiseSpec (*make)(std::string_view, double), double frequency, bool lit) {
  CRATON_TRY(const Ramp* ramp, find_ramp(lit ? "moon" : "slate", "gallery"));
  SheetRow row{std::move(heading), std::move(note), {}};
  for (const std::string_view kind : {"perlin", "simplex", "kite", "hat"}) {
    CRATON_TRY(const std::vector<float> values, field(studio, make(kind, frequency), tile, tile));
    const ToneRange tones = tones_of(values);
    SheetTile picture{{}, std::string(kind), ""};
    picture.picture = lit ? shaded({values, tile, tile}, tones, *ramp, {.relief = 60, .strength = 0.8})
                          : coloured({values, tile, tile}, tones, *ramp);
    row.tiles.push_back(std::move(picture));
  }
  return row;
}

Result<void> draw_comparison(const Studio& studio) {
  Sheet sheet{.title = "Four gradient noises",
              .subtitle = "at the same frequency",
              .footer = fmt::format("Craton {} · made by craton gallery aperiodic", CRATON_VERSION),
              .inner_width = 4 * tile + 3 * gap,
              .type_size = 15,
              .rows = {}};
  Result<SheetRow> rows[] = {draw_row(studio, "One octave", "8 cells across", plain, 8.0 / tile, false),
                             draw_row(studio, "Far away", "24 cells across", plain, 24.0 / tile, false),
                             draw_row(studio, "Fractal sums", "4 octaves, each three times finer and weaker, lit from above left",
                                      fractal, 4.0 / tile, true)};
  for (Result<SheetRow>& row : rows) {
    if (!row) return row.error();
    sheet.rows.push_back(*std::move(row));
  }
  CRATON_TRY(const Rgb8Image page, draw_sheet(sheet));
  const std::string path = fmt::format("{}/noises.png", studio.folder);
  CRATON_TRY(write_png(path, indexed(page, sheet_colours)));
  say("{}\n", path);
  return {};
}

}  // namespace

Result<void> draw_aperiodic_gallery(const std::string& folder, Seed seed, const Execution& execution) {
  const Studio studio{folder, seed, execution};
  HatPictureOptions options{.cells_across = 22, .width = 1200, .height = 800};
  options.frequency = *Frequency::per_metre(1);
  CRATON_TRY(draw_tiling(studio, "tiling", options));
  options.cells_across = 46;
  options.colours = HatColours::turn;
  options.centre = {std::int64_t{1} << 50, -(std::int64_t{1} << 50)};  // 2^40 m
  CRATON_TRY(draw_tiling(studio, "far", options));
  HatPictureOptions kites{.cells_across = 4.6, .width = 900, .height = 600, .numbers = true};
  kites.frequency = options.frequency;
  CRATON_TRY(draw_tiling(studio, "kites", kites));
  CRATON_TRY(draw_noise_with_hats(studio));
  return draw_comparison(studio);
}

}  // namespace craton::cli
