// How measures and times of a world follow from its parameters.
#include "sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include <craton/files/folder.h>
#include <craton/measure/measure.h>
#include <craton/worlds/kinds.h>

#include "make_output.h"
#include "presets.h"
#include "runtime.h"
#include "text.h"

#if defined(CRATON_HAS_LAB)
#include <craton/lab/sweep.h>
#endif

namespace craton::cli {
namespace {

struct Options {
  std::string recipe, seeds, repeat = "1", measures = "erosion_score", layer = "height", output, sea_level;
  std::vector<std::string> vary, settings;
  MachineOptions machine;
};

#if defined(CRATON_HAS_LAB)
std::string shortest(double value) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  return {text.data(), end};
}

/// "0:3:4" is 0, 1, 2, 3; "0,0.1,1" and "moore,von_neumann" are what they say.
Result<std::vector<std::string>> values_of(std::string_view text, std::string_view option) {
  std::vector<std::string> values;
  const std::vector<std::string_view> parts = split(text, ':');
  if (parts.size() == 1) {
    for (const std::string_view value : split(text, ',')) values.emplace_back(value);
    if (std::any_of(values.begin(), values.end(), [](const std::string& value) { return value.empty(); }))
      return invalid(option, fmt::format("found \"{}\", write values like 0,0.5,1 or FROM:TO:COUNT", text));
    return values;
  }
  if (parts.size() != 3) return invalid(option, fmt::format("found \"{}\", write FROM:TO:COUNT, like 0:20:11", text));
  CRATON_TRY(const double from, parse_number(parts[0], option));
  CRATON_TRY(const double to, parse_number(parts[1], option));
  CRATON_TRY(const std::int64_t count, parse_integer(parts[2], option));
  if (count < 2 || count > 10'000) return invalid(option, fmt::format("{} values; allowed: 2 … 10000", count));
  for (std::int64_t i = 0; i < count; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(count - 1), value = from + (to - from) * share;
    // Steps of tenths are no tenths exactly; twelve digits are all that anybody meant.
    values.push_back(shortest(value == 0 ? 0 : std::stod(fmt::format("{:.12g}", value))));
  }
  return values;
}

Result<std::vector<SweepAxis>> axes_of(const Options& options) {
  std::vector<SweepAxis> axes;
  for (const std::string& text : options.vary) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
      return invalid("--vary", fmt::format("found \"{}\", write STAGE.PARAMETER=FROM:TO:COUNT, or values with commas", text));
    CRATON_TRY(std::vector<std::string> values, values_of(std::string_view(text).substr(equals + 1), "--vary"));
    axes.push_back({text.substr(0, equals), std::move(values)});
  }
  return axes;
}

/// "1:10" are ten seeds; "7,99,word" are those.
Result<std::vector<std::uint64_t>> seeds_of(const std::string& text) {
  std::vector<std::uint64_t> seeds;
  if (text.empty()) return seeds;
  if (const std::vector<std::string_view> ends = split(text, ':'); ends.size() == 2) {
    CRATON_TRY(const std::int64_t first, parse_integer(ends[0], "--seeds"));
    CRATON_TRY(const std::int64_t last, parse_integer(ends[1], "--seeds"));
    if (first < 0 || last < first || last - first >= 10'000)
      return invalid("--seeds", fmt::format("found \"{}\", allowed FIRST:LAST, up to 10000 of them", text));
    for (std::int64_t seed = first; seed <= last; ++seed) seeds.push_back(static_cast<std::uint64_t>(seed));
    return seeds;
  }
  for (const std::string_view word : split(text, ',')) {
    CRATON_TRY(const std::uint64_t seed, seed_from_text(word, "--seeds"));
    seeds.push_back(seed);
  }
  return seeds;
}

Result<void> write_all(const std::string& folder, const SweepTable& table) {
  CRATON_TRY(write_text(folder + "/sweep.csv", sweep_csv(table)));
  CRATON_TRY(write_text(folder + "/sweep.json", sweep_json(table)));
  for (const LabFigure& figure : sweep_figures(table))
    CRATON_TRY(write_text(fmt::format("{}/{}.svg", folder, figure.name), lab_figure_file(figure)));
  return {};
}

void print_table(const SweepTable& table) {
  std::vector<std::vector<std::string>> rows{{}};
  for (const SweepAxis& axis : table.axes) rows[0].push_back(axis.name);
  for (const std::string& measure : table.measures) rows[0].insert(rows[0].end(), {measure, "±"});
  rows[0].insert(rows[0].end(), {"ms", "±"});
  const std::vector<SweepPoint> times = sweep_times(table, table.stages.size());
  for (const SweepPoint& time : times) {
    std::vector<std::string> row;
    for (std::size_t a = 0; a < time.point.size(); ++a) row.push_back(table.axes[a].values[time.point[a]]);
    for (std::size_t m = 0; m < table.measures.size(); ++m) {
      const std::vector<SweepPoint> points = sweep_points(table, m);
      const auto found =
          std::find_if(points.begin(), points.end(), [&](const SweepPoint& each) { return each.point == time.point; });
      if (found == points.end())
        row.insert(row.end(), {"–", ""});
      else
        row.insert(row.end(), {fmt::format("{:.4f}", found->mean), fmt::format("{:.4f}", found->deviation)});
    }
    row.insert(row.end(), {fmt::format("{:.1f}", time.mean), fmt::format("{:.1f}", time.deviation)});
    rows.push_back(std::move(row));
  }
  say("{}", cli::table(rows, std::string(rows[0].size(), 'r')));
}

Result<void> run(const Options& options) {
  SweepRequest request;
  const RecipeTerms terms = all_terms();
  CRATON_TRY(LoadedRecipe loaded, load_recipe(options.recipe, terms));
  for (const std::string& setting : options.settings)
    if (Result<void> set = set_in_recipe(loaded.recipe, setting, terms); !set) return in_file("-s", set.error());
  request.recipe = loaded.recipe;
  request.layer = options.layer;
  CRATON_TRY(request.axes, axes_of(options));
  CRATON_TRY(request.seeds, seeds_of(options.seeds));
  CRATON_TRY(const std::int64_t repeats, parse_integer(options.repeat, "--repeat"));
  if (repeats < 1 || repeats > 1000) return invalid("--repeat", fmt::format("{} is out of range; allowed: 1 … 1000", repeats));
  request.repeats = static_cast<std::uint32_t>(repeats);
  for (const std::string_view name : split(options.measures, ',')) request.measures.emplace_back(name);
  if (!options.sea_level.empty()) {
    CRATON_TRY(const double level, parse_number(options.sea_level, "--sea-level"));
    request.sea_level = level;
  }
  CRATON_TRY(const unsigned threads, options.machine.thread_count());
  CRATON_TRY(options.machine.force_isa());
  // Bad values are told before the first world is made.
  for (const SweepAxis& axis : request.axes)
    for (const std::string& value : axis.values) {
      Recipe recipe = request.recipe;
      if (Result<void> set = set_in_recipe(recipe, axis.name + "=" + value, terms); !set) return in_file("--vary", set.error());
    }
  const Result<OutputFolder> lock = OutputFolder::open(options.output, "sweep.csv");
  if (!lock) return lock.error();
  const std::unique_ptr<AssetSource> assets = assets_in_folder(loaded.folder);
  Result<SweepTable> table = Error{};
  {
    TerminalProgress progress("sweep");
    table = run_sweep(request, terms, assets.get(), {.threads = threads, .progress = &progress, .cancel = &cancel_token()});
  }
  if (!table) {
    if (table.error().code == ErrorCode::cancelled) return table.error();
    for (const char* option : {"measure", "runs"})
      if (table.error().path == option)
        return invalid(std::string(option) == "runs" ? "--vary" : "--measure", table.error().message);
    return in_file(loaded.file, table.error());
  }
  CRATON_TRY(options.machine.confirm_isa());
  CRATON_TRY(write_all(options.output, *table));
  print_table(*table);
  say("{0}/sweep.csv, {0}/sweep.json: {1} worlds\n", options.output, table->runs.size());
  return {};
}
#else
Result<void> run(const Options&) { return Error{ErrorCode::unsupported, "sweep", "this build has no lab"}; }
#endif

}  // namespace

Command add_sweep_command(CommandLine& parent) {
  Arguments args = parent.command("sweep", "Makes a world for many values of its parameters, and tables and plots its measures.");
  auto options = std::make_shared<Options>();
  args.option("recipe", options->recipe, "A recipe: a file that ends in .json, or the name of one that comes with Craton.")
      .required();
  args.option(
          "--vary STAGE.PARAMETER=FROM:TO:COUNT", options->vary,
          "What is varied, as `-s` names it: COUNT values from FROM to TO, or values with commas between them. May be repeated: "
          "all combinations are made.")
      .repeatable();
  args.option("--seeds FIRST:LAST", options->seeds,
              "Seeds, each with every value: 1:10, or 7,99,word. Default: the recipe's own.");
  args.option("--repeat N", options->repeat, "How often each world is made, for its times.").show_default();
  args.option("--measure KEY,KEY,…", options->measures, "What is measured; `craton measure --help` lists all.").show_default();
  args.option("--layer NAME", options->layer, "What is measured of.").show_default();
  args.option("--sea-level METRES", options->sea_level,
              "What lies lower is sea. A world with a sea has it at 0, all else has none.");
  args.option("-s,--set NAME=VALUE", options->settings, "Changes one value of the recipe for all worlds. May be repeated.")
      .repeatable();
  args.option("-o,--output FOLDER", options->output,
              "Folder for sweep.csv (a line a world), sweep.json and a figure for each measure and for the milliseconds.")
      .required();
  options->machine.add_to(args);
  args.footer(
      "Means and standard deviations are over seeds; those of milliseconds over repeats too. Times are those of stages, without "
      "reading\nand measuring; --threads 1 makes them comparable.\n\nExamples:\n"
      "  craton sweep strazdins --vary inverse_thermal.iterations=0:10:11 --seeds 1:10 --repeat 3 -o out/iterations\n"
      "  craton sweep strazdins --vary perturb.distance=0:50:26 --seeds 1:10 -o out/distance\n"
      "  craton sweep strazdins --vary inverse_thermal.neighbourhood=moore,von_neumann --seeds 1:10 --repeat 3 -o "
      "out/neighbours\n"
      "  craton sweep river-land --vary knobs.mountains=0:1:5 --measure mean_slope,pit_share -s domain.step=30 -o out/mountains");
  return {args, [options] { return run(*options); }};
}

}  // namespace craton::cli
