#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <span>
#include <vector>

#include <craton/base/targets.h>
#include <craton/files/new_file.h>

#include "command.h"
#include "make_output.h"
#include "runtime.h"
#include "text.h"

#if defined(CRATON_HAS_BENCH)
#include "bench/harness.h"
#endif

namespace craton::cli {
namespace {

struct Options {
  std::string filter, json;
  MachineOptions machine;
  bool list = false, quick = false;
};

#if defined(CRATON_HAS_BENCH)
// One object for each yardstick, so that a line of any table tool is a pair of row and yardstick; a row without one has nulls.
std::string json_of(std::span<const bench::Measurement> measurements) {
  std::string out;
  const auto add = [&](const bench::Measurement& m, const std::string& yardstick, const std::string& ratio) {
    out += fmt::format("{}  {{\"name\": {}, \"ns_per_item\": {:.5g}, \"items_per_s\": {:.5g}, \"yardstick\": {}, \"ratio\": {}}}",
                       out.empty() ? "" : ",\n", json_string(m.name), m.ns_per_item, 1e9 / m.ns_per_item, yardstick, ratio);
  };
  for (const bench::Measurement& m : measurements) {
    if (m.comparisons.empty()) add(m, "null", "null");
    for (const bench::Comparison& c : m.comparisons) add(m, json_string(c.yardstick), fmt::format("{:.4g}", c.ratio));
  }
  return "[\n" + out + "\n]\n";
}

void print_header() { say("{:<36} {:>9} {:>11}   {}\n", "row", "ns/item", "items/s", "times faster than"); }

void print_measurement(const bench::Measurement& m) {
  if (m.ns_per_item >= 1e5)
    say("{:<36} {:>9} {:>11}", m.name, fmt::format("{:.2f} ms", m.ns_per_item / 1e6), fmt::format("{:.1f}", 1e9 / m.ns_per_item));
  else
    say("{:<36} {:>9.3f} {:>11}", m.name, m.ns_per_item, fmt::format("{:.1f} M", 1e3 / m.ns_per_item));
  for (const bench::Comparison& c : m.comparisons)
    if (c.as_cost)
      say("   costs {:.2f} × {}", 1 / c.ratio, c.yardstick);
    else
      say("   {} {:>7.1f}", c.yardstick, c.ratio);
  say("{}{}\n", m.note.empty() ? "" : "   ", m.note);
  std::fflush(stdout);
}

Result<void> run(const Options& options) {
  CRATON_TRY(const unsigned threads, options.machine.thread_count());
  std::vector<bench::Row> rows;
  const std::vector<unsigned> counts = threads         ? std::vector<unsigned>{threads}
                                       : options.quick ? std::vector<unsigned>{1}
                                                       : std::vector<unsigned>{1, 2};
  for (unsigned count : counts)
    for (bench::Row& row : bench::all_rows(count))
      if (bench::matches(row.name, options.filter) && (!options.quick || bench::is_quick(row.name)))
        rows.push_back(std::move(row));
  if (rows.empty())
    return invalid("bench", fmt::format("no {}row matches \"{}\"; `craton bench --list` tells them all",
                                        options.quick ? "quick " : "", options.filter));
  if (options.list) {
    for (const bench::Row& row : rows) say("{}\n", row.name);
    return {};
  }
  if (!options.json.empty()) CRATON_TRY(check_writable(options.json));
  CRATON_TRY(options.machine.force_isa());
  say("instruction set {}\n\n", chosen_target());
  print_header();
  bench::Settings settings = options.quick ? bench::quick_settings : bench::Settings{};
  settings.cancel = &cancel_token();
  std::vector<bench::Measurement> measurements;
  for (const bench::Row& row : rows) {
    CRATON_TRY(bench::Measurement measured, bench::measure(row, settings));
    CRATON_TRY(options.machine.confirm_isa());
    print_measurement(measured);
    measurements.push_back(std::move(measured));
  }
  return options.json.empty() ? Result<void>() : write_text(options.json, json_of(measurements));
}
#else
Result<void> run(const Options&) { return Error{ErrorCode::unsupported, "bench", "this build has no benchmarks"}; }
#endif

constexpr char examples[] = R"(Examples:
  craton bench
  craton bench --quick --json out/bench.json
  craton bench perlin/2d --threads 1
  craton bench noise-cost --threads 1
  craton bench 'fbm6*f0.01' --json out/bench.json)";

}  // namespace

Command add_bench_command(CommandLine& parent) {
  Arguments args = parent.command("bench", "Measures speed against yardsticks of the same run.");
  auto options = std::make_shared<Options>();
  args.option("filter", options->filter, "Rows whose name holds this text; * stands for anything.");
  args.option("--json FILE", options->json,
              "File for an array of {name, ns_per_item, items_per_s, yardstick, ratio}: a pair of row and yardstick each; a row "
              "without a yardstick has null for it.");
  args.flag("--quick", options->quick,
            "A row of each kind, measured roughly, on one thread unless --threads says otherwise: within two minutes.");
  args.flag("--list", options->list, "List the rows and stop.");
  options->machine.add_to(args);
  args.footer(examples);
  return {args, [options] { return run(*options); }};
}

}  // namespace craton::cli
