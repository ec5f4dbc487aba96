#include <fmt/format.h>

#include <cmath>
#include <memory>

#include <craton/files/world_file.h>
#include <craton/measure/measure.h>
#include <craton/worlds/kinds.h>

#include "command.h"
#include "declared.h"
#include "height_input.h"
#include "runtime.h"
#include "text.h"
#include "window_input.h"
#include "world_input.h"

namespace craton::cli {
namespace {

struct Options {
  std::vector<std::string> inputs;
  HeightFileOptions heights;
  WindowChoice window;
  DeclaredOptions measure{"measure"};
  bool json = false;
  MachineOptions machine;

  bool cells() const { return measure.given("cells"); }
};

/// What one input gave.
struct Report {
  std::string path;
  Answer answer;
  std::string sea_level;  ///< metres, or none
  bool assumed_cell_size = false, assumed_levels = false;

  const ObjectTable& table() const { return answer.tables().front(); }
  const std::string& text(std::string_view column, std::size_t row) const { return (*table().values<std::string>(column))[row]; }
  double number(std::string_view column, std::size_t row) const { return (*table().values<double>(column))[row]; }
};

Result<Answer> ask(Options& o, const std::string& path, const Answer& of, const Execution& execution) {
  Result<Answer> answer = o.measure.ask({.execution = execution, .of = {&of, 1}}, path);
  if (answer || answer.error().path != "--layer") return answer;
  return Error{answer.error().code, path + ": layer", answer.error().message};
}

/// Cells of a planet: no layer is needed, and one is read.
Result<Report> measure_cells_of(Options& o, const std::string& name, const Execution& execution) {
  if (is_height_file(name)) return invalid("--cells", "is for planets; a height file has no regions");
  const std::string path = world_path(name);
  CRATON_TRY(const WorldFileInfo info, read_world_info(path));
  WorldReadOptions reading{.layers = {}, .execution = execution};
  if (!info.layers.empty()) reading.layers.push_back(info.layers.front().info.name);  // none would mean all
  CRATON_TRY(World world, read_world(path, all_terms(), reading));
  if (!std::holds_alternative<CubeSphere>(world.surface.domain()))
    return invalid("--cells", fmt::format("is for planets; {} lies on no sphere", name));
  CRATON_TRY(Answer answer, ask(o, name, Answer::of_world(std::move(world), false), execution));
  return Report{.path = name, .answer = std::move(answer), .sea_level = "none"};
}

Result<Report> measure(Options& o, const std::string& path, const Execution& execution) {
  if (o.cells()) return measure_cells_of(o, path, execution);
  CRATON_TRY(HeightInput input, read_heights(path, o.heights, execution));
  // Heights in order, slopes, waters and a spectrum.
  CRATON_TRY(
      check_memory(std::uint64_t{input.surface.cell_count()} * 35 + 3'000'000, path, "there is no smaller way to measure it"));
  const std::string said = o.measure.text("sea_level"), sea = !said.empty() ? said : input.has_sea ? "0" : "none";
  o.measure.set("layer", input.layer);
  o.measure.set("sea_level", sea);
  const Answer of = Answer::of_world(World{.recipe = {}, .surface = std::move(input.surface), .reports = {}}, false);
  Result<Answer> answer = ask(o, path, of, execution);
  o.measure.set("sea_level", said);
  if (!answer) return answer.error();
  return Report{path, *std::move(answer), sea, input.assumed_cell_size, input.assumed_levels};
}

/// A window of an endless world; of all endless worlds the sea lies at 0.
Result<Report> measure_window(Options& o, const Execution& execution) {
  if (!o.inputs.empty()) return invalid("--recipe", "names an endless world, but inputs are named too");
  CRATON_TRY(check_heights({}, o.heights));
  CRATON_TRY(World world, load_window(o.window, execution.threads));
  if (!o.heights.layer.empty()) o.measure.set("layer", o.heights.layer);
  CRATON_TRY(Answer answer, ask(o, o.window.recipe, Answer::of_world(std::move(world), true), execution));
  const std::string said = o.measure.text("sea_level");
  return Report{.path = o.window.recipe, .answer = std::move(answer), .sea_level = said.empty() ? "0" : said};
}

std::string number_or_null(double number) { return std::isnan(number) ? "null" : json_number(number); }

/// `space` stands before each member: a line of its own, or not.
std::string json_of(const Report& report, bool cells, std::string_view space) {
  std::string text = fmt::format("{{{}\"path\": {}", cells ? "" : space, json_string(report.path));
  const auto add = [&](std::string_view key, const std::string& value) {
    text += fmt::format(",{}\"{}\": {}", space, key, value);
  };
  if (!cells) add("sea_level", report.sea_level == "none" ? "null" : json_number(*parse_number(report.sea_level, "--sea-level")));
  for (std::size_t i = 0; i < report.table().rows(); ++i)
    add(report.text("measure", i), number_or_null(report.number("value", i)));
  return text + (cells ? "}" : fmt::format("{}}}", space.substr(0, space.size() - 2)));
}

void print_json(const std::vector<Report>& reports, bool cells) {
  if (reports.size() == 1 && !cells) {
    say("{}\n", json_of(reports.front(), false, "\n  "));
    return;
  }
  say("[");
  for (std::size_t i = 0; i < reports.size(); ++i)
    say("{}\n  {}", i ? "," : "", json_of(reports[i], cells, cells ? " " : "\n    "));
  say("\n]\n");
}

std::string figure_text(const Report& report, std::size_t row, bool cells) {
  const double value = report.number("value", row);
  if (std::isnan(value)) return "–";
  const bool whole = !cells && (report.text("unit", row) == "m" || report.text("measure", row) == "river_count");
  return whole ? fmt::format("{:.0f}", value) : fmt::format("{:.4f}", value);
}

/// Of real land; nothing where it is not known.
std::string earth_text(const Report& report, std::size_t row) {
  const double low = report.number("earth_low", row), high = report.number("earth_high", row);
  if (std::isnan(low)) return "";
  return low == high ? fmt::format("{:g}", low) : fmt::format("{:g} – {:g}", low, high);
}

void print_text(const std::vector<Report>& reports, bool cells) {
  std::vector<std::vector<std::string>> rows{{""}};
  for (const Report& report : reports) rows[0].push_back(report.path);
  rows[0].emplace_back(cells ? "what" : "real land");
  std::vector<std::string> notes;
  const Report& first = reports.front();
  for (std::size_t i = 0; i < first.table().rows(); ++i) {
    rows.push_back({first.text("measure", i)});
    for (const Report& report : reports) {
      rows.back().push_back(figure_text(report, i, cells));
      if (std::isnan(report.number("value", i)))
        notes.push_back(fmt::format("{}: no {}: {}", report.path, report.text("measure", i), report.text("note", i)));
    }
    rows.back().push_back(cells ? first.text("doc", i) : earth_text(first, i));
  }
  say("{}", table(rows, "l" + std::string(reports.size(), 'r') + (cells ? "l" : "r"), cells ? "  " : ""));
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

Result<void> check(const Options& o) {
  if (o.cells()) {
    if (o.window.any()) return invalid("--cells", "is for planets in files, not for windows of endless worlds");
    if (o.inputs.empty()) return invalid("measure", "which inputs? name the planets whose cells are measured");
    if (o.measure.given("sea_level")) return invalid("--sea-level", "does nothing with --cells, which looks at no heights");
  } else if (!o.window.any() && o.inputs.empty()) {
    return invalid("measure", "which inputs? name worlds or height files, or a window of an endless world with --recipe");
  }
  if (const std::string sea = o.measure.text("sea_level"); !sea.empty() && sea != "none")
    CRATON_TRY(parse_number(sea, "--sea-level"));
  CRATON_TRY(check_heights(o.inputs, o.heights));
  if (o.cells() && !o.heights.layer.empty()) return invalid("--layer", "does nothing with --cells, which looks at no heights");
  return {};
}

Result<void> run(Options& o) {
  CRATON_TRY(const unsigned threads, o.machine.thread_count());
  const Execution execution{.threads = threads, .cancel = &cancel_token()};
  CRATON_TRY(o.machine.force_isa());
  CRATON_TRY(check(o));
  std::vector<Report> reports;
  if (o.window.any()) {
    CRATON_TRY(Report report, measure_window(o, execution));
    reports.push_back(std::move(report));
  }
  for (const std::string& path : o.inputs) {
    CRATON_TRY(Report report, measure(o, path, execution));
    reports.push_back(std::move(report));
  }
  o.json ? print_json(reports, o.cells()) : print_text(reports, o.cells());
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
  options->measure.add(args, "--sea-level METRES", "sea_level");
  args.flag("--json", options->json, "Print one JSON object, or a list where there are several inputs; null: no value.");
  options->measure.add_flag(args, "--cells");
  options->machine.add_to(args);
  args.footer(
      fmt::format("{}\nExamples:\n  craton measure out/torus\n  craton measure dem.png --cell-size 30 --levels 0,3200 --json\n"
                  "  craton measure before.exr after.exr --cell-size 10\n  craton measure out/fusek --cells\n"
                  "  craton measure --recipe terrain --at 5000,-2000 --size 1024 --step 4",
                  measures_text()));
  return {args, [options] { return run(*options); }};
}

}  // namespace craton::cli
