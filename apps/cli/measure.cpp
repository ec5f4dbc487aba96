#include <fmt/format.h>

#include <memory>

#include <craton/measure/measure.h>

#include "command.h"
#include "height_input.h"
#include "measure_cells.h"
#include "runtime.h"
#include "text.h"
#include "window_input.h"

namespace craton::cli {
namespace {

struct Options {
  std::vector<std::string> inputs;
  std::string sea_level;
  HeightFileOptions heights;
  WindowChoice window;
  bool json = false, cells = false;
  MachineOptions machine;
};

/// What one input gave.
struct Report {
  std::string path;
  std::vector<Measured> measured;
  std::optional<double> sea_level;
  bool assumed_cell_size = false, assumed_levels = false;
};

Result<Report> measure(const std::string& path, const Options& options, const std::optional<double>& sea_level,
                       const Execution& execution) {
  CRATON_TRY(const HeightInput input, read_heights(path, options.heights, execution));
  // Heights in order, slopes, waters and a spectrum.
  CRATON_TRY(
      check_memory(std::uint64_t{input.surface.cell_count()} * 35 + 3'000'000, path, "there is no smaller way to measure it"));
  Report report{.path = path,
                .measured = {},
                .sea_level = sea_level,
                .assumed_cell_size = input.assumed_cell_size,
                .assumed_levels = input.assumed_levels};
  if (!report.sea_level && options.sea_level.empty() && input.has_sea) report.sea_level = 0;
  Result<std::vector<Measured>> found = measure_relief(input.surface, input.layer, {.sea_level = report.sea_level}, execution);
  if (!found) return Error{found.error().code, path + ": " + found.error().path, found.error().message};
  report.measured = *std::move(found);
  return report;
}

/// A window of an endless world.
Result<Report> measure_window(const Options& options, const std::optional<double>& sea_level, const Execution& execution) {
  if (!options.inputs.empty()) return invalid("--recipe", "names an endless world, but inputs are named too");
  CRATON_TRY(check_heights({}, options.heights));
  CRATON_TRY(const World world, load_window(options.window, execution.threads));
  const std::string layer = options.heights.layer.empty() ? "height" : options.heights.layer;
  Report report{.path = options.window.recipe, .measured = {}, .sea_level = sea_level};
  if (!report.sea_level && options.sea_level.empty()) report.sea_level = 0;  // of all endless worlds the sea lies there
  Result<std::vector<Measured>> found = measure_relief(world.surface, layer, {.sea_level = report.sea_level}, execution);
  if (!found) return Error{found.error().code, report.path + ": " + found.error().path, found.error().message};
  report.measured = *std::move(found);
  return report;
}

std::string json_of(const Report& report, std::string_view indent) {
  std::string text = fmt::format("{{\n{0}  \"path\": {1},\n{0}  \"sea_level\": {2}", indent, json_string(report.path),
                                 report.sea_level ? json_number(*report.sea_level) : "null");
  for (const Measured& each : report.measured)
    text += fmt::format(",\n{}  \"{}\": {}", indent, each.info->key, each.value ? json_number(*each.value) : "null");
  return text + fmt::format("\n{}}}", indent);
}

void print_json(const std::vector<Report>& reports) {
  if (reports.size() == 1) {
    say("{}\n", json_of(reports.front(), ""));
    return;
  }
  say("[");
  for (std::size_t i = 0; i < reports.size(); ++i) say("{}\n  {}", i ? "," : "", json_of(reports[i], "  "));
  say("\n]\n");
}

std::string earth_text(const MeasureInfo& info) {
  if (!info.earth) return "";
  return info.earth->low == info.earth->high ? fmt::format("{:g}", info.earth->low)
                                             : fmt::format("{:g} – {:g}", info.earth->low, info.earth->high);
}

std::string figure_text(const MeasureInfo& info, double value) {
  return info.unit == "m" || info.key == "river_count" ? fmt::format("{:.0f}", value) : fmt::format("{:.4f}", value);
}

void print_text(const std::vector<Report>& reports) {
  std::vector<std::string> head{""};
  for (const Report& report : reports) head.push_back(report.path);
  head.push_back("real land");
  std::vector<std::vector<std::string>> rows{head};
  std::vector<std::string> notes;
  for (std::size_t i = 0; i < all_measures().size(); ++i) {
    const MeasureInfo& info = all_measures()[i];
    std::vector<std::string> row{std::string(info.key)};
    for (const Report& report : reports) {
      const Measured& each = report.measured[i];
      row.push_back(each.value ? figure_text(info, *each.value) : "–");
      if (!each.value) notes.push_back(fmt::format("{}: no {}: {}", report.path, info.key, each.note));
    }
    row.push_back(earth_text(info));
    rows.push_back(std::move(row));
  }
  say("{}", table(rows, "l" + std::string(reports.size(), 'r') + "r", ""));
  for (const Report& report : reports) {
    if (report.assumed_cell_size) notes.push_back(report.path + ": cells of 1 m assumed; tell with --cell-size");
    if (report.assumed_levels) notes.push_back(report.path + ": levels read as 0 … 1 m; tell with --levels");
  }
  if (!notes.empty()) say("\n");
  for (const std::string& note : notes) say("{}\n", note);
}

std::string measures_text() {
  std::string text = "Measures:\n";
  for (const MeasureInfo& info : all_measures()) {
    const std::string cite = info.cite.empty() ? "" : fmt::format(" ({})", info.cite);
    text += fmt::format("  {}\n", info.key);
    const std::string doc = wrapped(fmt::format("{}{}", info.doc, cite), 96);
    for (const std::string_view line : split(doc, '\n')) text += fmt::format("      {}\n", line);
  }
  return text;
}

Result<void> run(const Options& options) {
  Execution execution{.cancel = &cancel_token()};
  CRATON_TRY(const unsigned threads, options.machine.thread_count());
  execution.threads = threads;
  CRATON_TRY(options.machine.force_isa());
  if (options.cells) {
    if (options.window.any()) return invalid("--cells", "is for planets in files, not for windows of endless worlds");
    if (options.inputs.empty()) return invalid("measure", "which inputs? name the planets whose cells are measured");
    if (!options.sea_level.empty()) return invalid("--sea-level", "does nothing with --cells, which looks at no heights");
    CRATON_TRY(check_heights(options.inputs, options.heights));
    if (!options.heights.layer.empty()) return invalid("--layer", "does nothing with --cells, which looks at no heights");
    return print_cell_measures(options.inputs, options.json, execution);
  }
  std::optional<double> sea_level;
  if (!options.sea_level.empty() && options.sea_level != "none") {
    CRATON_TRY(const double level, parse_number(options.sea_level, "--sea-level"));
    sea_level = level;
  }
  std::vector<Report> reports;
  if (options.window.any()) {
    CRATON_TRY(Report report, measure_window(options, sea_level, execution));
    reports.push_back(std::move(report));
  } else if (options.inputs.empty()) {
    return invalid("measure", "which inputs? name worlds or height files, or a window of an endless world with --recipe");
  }
  CRATON_TRY(check_heights(options.inputs, options.heights));
  for (const std::string& path : options.inputs) {
    CRATON_TRY(Report report, measure(path, options, sea_level, execution));
    reports.push_back(std::move(report));
  }
  options.json ? print_json(reports) : print_text(reports);
  return {};
}

}  // namespace

Command add_measure_command(CommandLine& parent) {
  Arguments args = parent.command("measure", "Measures the relief of worlds and height files, beside that of real land.");
  auto options = std::make_shared<Options>();
  args.option("inputs", options->inputs,
              "Worlds (.craton, or the folder that `make` wrote) or height files (.png, .exr, .r16, .raw, .r32, .f32).");
  options->heights.add_to(args);
  options->window.add_to(args);
  args.option("--sea-level METRES", options->sea_level,
              "What lies lower is sea; `none`: all is land. A world with a sea has it at 0, all else has none.");
  args.flag("--json", options->json, "Print one JSON object, or a list where there are several inputs; null: no value.");
  args.flag("--cells", options->cells,
            "Of planets, instead of their relief: how even cells and regions are, and how neighbours and links differ.");
  options->machine.add_to(args);
  args.footer(
      fmt::format("{}\nExamples:\n  craton measure out/torus\n  craton measure dem.png --cell-size 30 --levels 0,3200 --json\n"
                  "  craton measure before.exr after.exr --cell-size 10\n  craton measure out/fusek --cells\n"
                  "  craton measure --recipe terrain --at 5000,-2000 --size 1024 --step 4",
                  measures_text()));
  return {args, [options] { return run(*options); }};
}

}  // namespace craton::cli
