#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <system_error>
#include <vector>

#include <craton/files/new_file.h>
#include <craton/files/png.h>
#include <craton/noise/noise.h>
#include <craton/picture/shade.h>
#include <craton/picture/sheet.h>

#include "command.h"
#include "noise_options.h"
#include "runtime.h"
#include "text.h"

namespace craton::cli {
namespace {

constexpr std::uint32_t tile_side = 300, columns = 5;
constexpr double type_size = 18;
constexpr std::uint32_t gap = 29;  // of the sheet at this type size
constexpr std::uint32_t inner_width = columns * tile_side + (columns - 1) * gap;
constexpr double tile_frequency = 1.0 / 30;  // ten cells across a tile

struct Options {
  std::string output = "out/noises.png";
  std::string seed = "7";
  MachineOptions machine;
};

/// What the tiles share while they are made.
struct Studio {
  Seed seed;
  Execution execution;
};

struct Field {
  std::vector<float> values;
  ToneRange tones;  // mean ± 2½ standard deviations: noises seldom come near the ends of their range
  double deviation = 0;
  ValueRange range;
};

NoiseSpec source(std::string_view kind, double frequency = tile_frequency) {
  NoiseSpec spec{.kind = std::string(kind)};
  const NoiseKind* info = find_noise_kind(kind);
  if (!info) return spec;
  for (const ParamInfo& param : info->params)
    if (param.name == "frequency") spec.params.set("frequency", frequency);
  return spec;
}

NoiseSpec with(NoiseSpec spec, std::string name, ParamValue value) {
  spec.params.set(std::move(name), std::move(value));
  return spec;
}

NoiseSpec fractal(NoiseSpec of, std::int64_t octaves) {
  NoiseSpec sum{.kind = "fbm"};
  sum.params.set("octaves", octaves);
  sum.inputs.push_back({"source", std::move(of)});
  return sum;
}

Field field_of(std::vector<float> values, ValueRange range) {
  Field field{std::move(values), {}, 0, range};
  const double count = static_cast<double>(field.values.size());
  double sum = 0, squares = 0;
  for (float v : field.values) sum += double{v};
  const double mean = sum / count;
  for (float v : field.values) squares += (double{v} - mean) * (double{v} - mean);
  field.deviation = std::sqrt(squares / count);
  field.tones = {static_cast<float>(mean - 2.5 * field.deviation), static_cast<float>(mean + 2.5 * field.deviation)};
  return field;
}

Result<Field> evaluate(const Studio& studio, const NoiseSpec& spec, std::uint32_t width, std::uint32_t height, int dimensions,
                       double z) {
  CRATON_TRY(const Noise noise, Noise::make(spec, studio.seed));
  std::vector<float> values(std::size_t{width} * height);
  if (dimensions == 1) CRATON_TRY(noise.grid(Grid1{.width = width}, values, studio.execution));
  if (dimensions == 2) CRATON_TRY(noise.grid(Grid2{.width = width, .height = height}, values, studio.execution));
  if (dimensions == 3) {
    CRATON_TRY(const std::int64_t place, units_from_metres(z));
    const Grid3 slice{.origin = {0, 0, place}, .width = width, .height = height, .depth = 1};
    CRATON_TRY(noise.grid(slice, values, studio.execution));
  }
  return field_of(std::move(values), noise.range());
}

/// A tile of the plate, before it is drawn.
struct Plan {
  NoiseSpec spec;
  std::string title, note;
  int dimensions = 2;
  double z = 0;  // metres
};

// One dimension is drawn as a profile, filled from below.
Rgb8Image profile(const Field& field, const Ramp& ramp) {
  Rgb8Image image(tile_side, tile_side);
  auto mixed = [&](double share) { return ramp_colour(ramp, share); };
  const LinearColour sky = mixed(0.97), ground = mixed(0.42);
  for (std::uint32_t x = 0; x < tile_side; ++x) {
    const double share = (double{field.values[x]} - field.range.low) / (double{field.range.high} - field.range.low);
    const double top = (1 - share) * tile_side;
    for (std::uint32_t y = 0; y < tile_side; ++y) {
      const double covered = std::clamp(y + 1 - top, 0.0, 1.0);
      auto level = [&](double a, double b) {
        const double linear = a + (b - a) * covered;
        const double encoded = linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
        return static_cast<std::uint8_t>(std::clamp(255 * encoded + 0.5, 0.0, 255.0));
      };
      image.at(x, y) = {level(sky.r, ground.r), level(sky.g, ground.g), level(sky.b, ground.b)};
    }
  }
  return image;
}

Result<SheetTile> draw_tile(const Studio& studio, const Plan& plan, const Ramp& ramp) {
  CRATON_TRY(const Field field,
             evaluate(studio, plan.spec, tile_side, plan.dimensions == 1 ? 1 : tile_side, plan.dimensions, plan.z));
  const std::string measured = fmt::format("deviation {:.2f}", field.deviation);
  SheetTile tile{{}, plan.title, plan.note.empty() ? measured : plan.note + " · " + measured};
  tile.picture = plan.dimensions == 1 ? profile(field, ramp) : coloured({field.values, tile_side, tile_side}, field.tones, ramp);
  return tile;
}

Result<SheetRow> draw_row(const Studio& studio, std::string heading, std::string note, std::string_view ramp_id,
                          std::span<const Plan> plans) {
  CRATON_TRY(const Ramp* ramp, find_ramp(ramp_id, "sheet"));
  SheetRow row{std::move(heading), std::move(note), {}};
  for (const Plan& plan : plans) {
    CRATON_TRY(SheetTile tile, draw_tile(studio, plan, *ramp));
    row.tiles.push_back(std::move(tile));
  }
  return row;
}

// A wide piece of fractal noise, as the land it will become.
Result<SheetRow> draw_frieze(const Studio& studio) {
  constexpr std::uint32_t height = 400;
  CRATON_TRY(const Field field, evaluate(studio, fractal(source("perlin", 1.0 / 380), 10), inner_width, height, 2, 0));
  CRATON_TRY(const Ramp* ramp, find_ramp("relief", "sheet"));
  const float reach = static_cast<float>(2.9 * field.deviation);
  SheetTile tile{
      shaded({field.values, inner_width, height}, {-reach, reach}, *ramp, {.relief = 170, .strength = 0.55, .flat_low = true}),
      "Fractal sum of Perlin noise", "ten octaves, first lattice 380 m, one sample a metre; zero is the coast"};
  return SheetRow{"", "", {std::move(tile)}};
}

std::vector<Plan> kind_plans() {
  std::vector<Plan> plans;
  for (const NoiseKind& kind : all_noise_kinds())
    if (kind.plain && (kind.dimensions & 2)) {
      // White noise has no shapes to show: smaller cells look more like what it is.
      const double frequency = kind.id == "white" ? 5 * tile_frequency : tile_frequency;
      plans.push_back({source(kind.id, frequency), std::string(kind.title), kind.id == "white" ? "50 cells" : ""});
    }
  plans.push_back({source("perlin", 1.0 / 60), "Perlin noise in 1D", "5 cells", 1});
  return plans;
}

std::vector<Plan> smoothness_plans() {
  std::vector<Plan> plans;
  for (std::int64_t n : {0, 1, 2, 5, 10}) {
    const std::string_view note = n == 0 ? "linear" : n == 1 ? "original" : n == 2 ? "improved" : "";
    plans.push_back({with(source("perlin"), "smoothness", n), fmt::format("Smoothness {}", n), std::string(note)});
  }
  return plans;
}

std::vector<Plan> fractal_plans() {
  constexpr double coarse = 1.0 / 100;
  return {
      {fractal(source("perlin", coarse), 3), "Perlin", "3 octaves"},
      {fractal(source("perlin", coarse), 8), "Perlin", "8 octaves"},
      {with(fractal(source("perlin", coarse), 8), "persistence", 0.7), "Perlin", "persistence 0.7"},
      {fractal(source("simplex", coarse), 8), "Simplex", "8 octaves"},
      {with(fractal(source("value", coarse), 5), "amplitudes", std::vector<double>{20, 5, 3, 2, 0.5}), "Value",
       "amplitudes 20 5 3 2 ½"},
  };
}

std::vector<Plan> gradient_and_slice_plans() {
  std::vector<Plan> plans;
  if (const NoiseKind* perlin = find_noise_kind("perlin"))
    for (const ParamInfo& param : perlin->params)
      if (param.name == "gradients")
        for (std::string_view choice : param.choices)
          plans.push_back({with(source("perlin"), "gradients", std::string(choice)), fmt::format("Gradients: {}", choice), "2D"});
  for (double z : {0.0, 7.5, 15.0})
    plans.push_back({source("perlin"), fmt::format("3D slice at {} m", z),
                     z == 0     ? "on the lattice"
                     : z == 7.5 ? "¼ cell up"
                                : "½ cell up",
                     3, z});
  return plans;
}

Result<Sheet> compose(const Studio& studio, const std::string& seed_text) {
  Sheet sheet{.title = "Noises",
              .subtitle = "Every value is a function of seed and place, the same bits on every machine",
              .footer = {},
              .inner_width = inner_width,
              .type_size = type_size,
              .rows = {}};
  sheet.footer = fmt::format(
      "Craton {} · seed {} · one sample a metre, {} lattice cells across a tile unless told otherwise · tones span mean ± 2½ "
      "deviations",
      CRATON_VERSION, seed_text, std::lround(tile_side * tile_frequency));
  Result<SheetRow> rows[] = {
      draw_frieze(studio),
      draw_row(studio, "Kinds", "at the same scale", "slate", kind_plans()),
      draw_row(studio, "Smoothness", "the order of the blend between corners of the lattice; high orders show it", "ice",
               smoothness_plans()),
      draw_row(studio, "Fractal sums", "octaves of halved size and weight; the first lattice has 3 cells across", "dusk",
               fractal_plans()),
      draw_row(studio, "Gradients and slices", "two sets of gradients; one noise in space, cut at three heights", "moss",
               gradient_and_slice_plans()),
  };
  for (Result<SheetRow>& row : rows) {
    if (!row) return row.error();
    sheet.rows.push_back(*std::move(row));
  }
  return sheet;
}

Result<void> run(const Options& options) {
  CRATON_TRY(const Seed seed, parse_seed(options.seed, "--seed"));
  CRATON_TRY(const unsigned threads, options.machine.thread_count());
  CRATON_TRY(options.machine.force_isa());
  const std::filesystem::path path(options.output);
  if (path.extension() != ".png") return invalid("--output", fmt::format("\"{}\" does not end in .png", options.output));
  if (path.has_parent_path()) {
    std::error_code error;
    std::filesystem::create_directories(path.parent_path(), error);
    if (error) return Error{ErrorCode::io, path.parent_path().string(), "cannot make this folder: " + error.message()};
  }
  CRATON_TRY(check_writable(options.output));
  CRATON_TRY(const Sheet sheet, compose({seed, {.threads = threads, .cancel = &cancel_token()}}, options.seed));
  CRATON_TRY(const Rgb8Image image, draw_sheet(sheet));
  CRATON_TRY(write_png(options.output, image));
  say("{}\n", options.output);
  return {};
}

}  // namespace

Command add_sheet_command(CommandLine& parent) {
  Arguments args = parent.command("sheet", "Draws a plate of all noises, with captions.");
  auto options = std::make_shared<Options>();
  args.option("-o,--output FILE.png", options->output, "File to write; its folder is made.").show_default();
  args.option("--seed SEED", options->seed, "A 64-bit number, decimal or 0x…; or a word.").show_default();
  options->machine.add_to(args);
  args.footer("Examples:\n  craton sheet\n  craton sheet -o docs/noises.png --seed 42");
  return {args, [options] { return run(*options); }};
}

}  // namespace craton::cli
