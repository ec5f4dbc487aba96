#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <memory>
#include <system_error>

#include <craton/files/folder.h>
#include <craton/files/png.h>
#include <craton/picture/shade.h>
#include <craton/picture/sheet.h>

#include "command.h"
#include "gallery_aperiodic.h"
#include "gallery_plates.h"
#include "gallery_terrain.h"
#include "gallery_voxels.h"
#include "gallery_worlds.h"
#include "presets.h"
#include "runtime.h"
#include "text.h"

namespace craton::cli {
namespace {

namespace fs = std::filesystem;
constexpr std::uint32_t side = 512, shrink = 3, thumbnail = side / shrink, columns = 6;
constexpr double type_size = 13;
constexpr std::uint32_t gap = 21;  // of the sheet at this type size
// All pictures together stay small enough to be kept with the sources: those with fine detail get fewer colours, which show less
// in them.
constexpr unsigned colours_to_try[] = {128, 64, 32}, sheet_colours = 160;
constexpr std::uintmax_t good_size = 50'000;  // bytes

struct Options {
  std::string what, output, seed = "7";
  bool draft = false;
  std::string only;
  MachineOptions machine;
};

// In the source tree pictures go where the pages look for them.
std::string default_folder(std::string_view what) {
  std::error_code error;
  const bool sources = fs::is_directory("docs", error) && fs::is_directory("recipes/noise", error);
  return fmt::format("{}/gallery{}", sources ? "docs" : "out", what == "noise" ? "" : fmt::format("-{}", what));
}

// All but the rarest half percent of values at each end; noises seldom come near the ends of their range.
ToneRange tones_of(std::vector<float> values, bool zero_centred) {
  if (zero_centred)
    for (float& value : values) value = std::abs(value);
  const auto rank = [&](double share) {
    const auto place = values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), place, values.end());
    return *place;
  };
  const float high = rank(0.995);
  return {zero_centred ? -high : rank(0.005), high};
}

Result<Rgb8Image> draw(const Plate& plate, Seed seed, const Execution& execution) {
  const Result<Noise> noise = Noise::make(plate.spec, seed);
  if (!noise) return in_file(plate.file, noise.error());
  std::vector<float> values(std::size_t{side} * side);
  if (Result<void> filled = noise->grid(Grid2{.width = side, .height = side}, values, execution); !filled)
    return in_file(plate.file, filled.error());
  CRATON_TRY(const Ramp* ramp, find_gallery_ramp(plate.look.ramp));
  const ToneRange tones = tones_of(values, plate.look.zero_centred);
  const FloatView view{values, side, side};
  if (plate.look.relief == 0) return coloured(view, tones, *ramp);
  return shaded(view, tones, *ramp, {.relief = plate.look.relief, .strength = 0.6, .flat_low = plate.look.zero_centred});
}

Rgb8Image small_copy(const Rgb8Image& image) {
  Rgb8Image small(thumbnail, thumbnail);
  for (std::uint32_t y = 0; y < thumbnail; ++y)
    for (std::uint32_t x = 0; x < thumbnail; ++x) {
      std::array<unsigned, 3> sum{};
      for (std::uint32_t i = 0; i < shrink * shrink; ++i) {
        const Rgb8 c = image.at(x * shrink + i % shrink, y * shrink + i / shrink);
        sum[0] += c.r;
        sum[1] += c.g;
        sum[2] += c.b;
      }
      const auto mean = [&](unsigned total) {
        return static_cast<std::uint8_t>((total + shrink * shrink / 2) / (shrink * shrink));
      };
      small.at(x, y) = {mean(sum[0]), mean(sum[1]), mean(sum[2])};
    }
  return small;
}

struct Studio {
  std::string folder;
  Seed seed;
  Execution execution;
  bool draft = false;
};

Result<void> write_small(const std::string& path, const Rgb8Image& picture, bool draft) {
  for (const unsigned colours : colours_to_try) {
    CRATON_TRY(write_png(path, indexed(picture, colours)));
    std::error_code error;
    if (draft || fs::file_size(path, error) <= good_size) break;
  }
  return {};
}

Result<SheetRow> draw_row(const Studio& studio, std::string heading, std::string note, const std::vector<Plate>& plates) {
  SheetRow row{std::move(heading), std::move(note), {}};
  for (const Plate& plate : plates) {
    CRATON_TRY(const Rgb8Image picture, draw(plate, studio.seed, studio.execution));
    CRATON_TRY(write_small(fmt::format("{}/{}.png", studio.folder, plate.file), picture, studio.draft));
    row.tiles.push_back({small_copy(picture), plate.title, plate.note});
  }
  return row;
}

Result<void> draw_noise_gallery(const Studio& studio, const std::string& seed_text) {
  CRATON_TRY(const std::vector<Plate> kinds, kind_plates());
  CRATON_TRY(const std::vector<Plate> presets, preset_plates());

  CRATON_TRY(const FolderLock lock, FolderLock::take(studio.folder));
  Sheet sheet{.title = "Noises",
              .subtitle = "Every kind, and the presets made of them",
              .footer = fmt::format("Craton {} · seed {} · one sample a metre, {} m across · made by craton gallery noise",
                                    CRATON_VERSION, seed_text, side),
              .inner_width = columns * thumbnail + (columns - 1) * gap,
              .type_size = type_size,
              .rows = {}};
  Result<SheetRow> rows[] = {draw_row(studio, "Kinds", "each alone, or on a plain fractal sum", kinds),
                             draw_row(studio, "Presets", "recipes/noise", presets)};
  for (Result<SheetRow>& row : rows) {
    if (!row) return row.error();
    sheet.rows.push_back(*std::move(row));
  }
  CRATON_TRY(const Rgb8Image page, draw_sheet(sheet));
  const std::string path = fmt::format("{}/sheet.png", studio.folder);
  CRATON_TRY(write_png(path, indexed(page, sheet_colours)));
  say("{}\n", path);
  return {};
}

Result<void> run(const Options& options) {
  constexpr std::string_view galleries[] = {"noise", "worlds", "planets", "stages", "terrain", "voxels", "aperiodic"};
  if (std::find(std::begin(galleries), std::end(galleries), options.what) == std::end(galleries))
    return invalid("gallery", fmt::format("no gallery is called \"{}\"{}; there are {}", options.what,
                                          suggestion(options.what, galleries), joined(galleries)));
  CRATON_TRY(const Seed seed, parse_seed(options.seed, "--seed"));
  CRATON_TRY(const unsigned threads, options.machine.thread_count());
  CRATON_TRY(options.machine.force_isa());
  const Studio studio{options.output.empty() ? default_folder(options.what) : options.output,
                      seed,
                      {.threads = threads, .cancel = &cancel_token()},
                      options.draft};
  if (options.what == "noise") return draw_noise_gallery(studio, options.seed);
  CRATON_TRY(const FolderLock lock, FolderLock::take(studio.folder));
  if (options.what == "voxels") return draw_voxel_gallery(studio.folder, options.draft, studio.execution);
  if (options.what == "terrain") return draw_terrain_gallery(studio.folder, options.only, options.draft, studio.execution);
  if (options.what == "aperiodic") return draw_aperiodic_gallery(studio.folder, studio.seed, studio.execution);
  WorldStudio worlds{studio.folder, studio.seed, studio.execution, options.draft, options.only};
  if (options.what == "planets") return draw_planet_gallery(worlds);
  return options.what == "stages" ? draw_stage_gallery(worlds) : draw_world_gallery(worlds);
}

}  // namespace

Command add_gallery_command(CommandLine& parent) {
  Arguments args = parent.command("gallery",
                                  "Draws the pictures of the documentation: noises and presets, worlds, planets, stages, "
                                  "terrain, voxels, or aperiodic noises.");
  auto options = std::make_shared<Options>();
  args.option("what", options->what, "What is shown: noise, worlds, planets, stages, terrain, voxels or aperiodic.").required();
  args.option("-o,--output FOLDER", options->output,
              "Folder to write; it is made. Default: docs/gallery, docs/gallery-worlds or docs/gallery-stages in the source "
              "tree, out/… elsewhere.");
  args.option("--seed SEED", options->seed, "A 64-bit number, decimal or 0x…; or a word.").show_default();
  args.option("--only SHEET", options->only,
              "Of worlds and terrain this sheet alone: maps, maps-natural, pages, planets, …; scales, kinds, flight, …");
  args.flag("--draft", options->draft,
            "Worlds and stages from a sixteenth of the cells, files larger than need be: quick, to see that all can be drawn.");
  options->machine.add_to(args);
  args.footer(
      "Examples:\n  craton gallery noise\n  craton gallery noise -o out/pictures --seed 42\n  craton gallery worlds\n  craton "
      "gallery stages --draft -o out/stages");
  return {args, [options] { return run(*options); }};
}

}  // namespace craton::cli
