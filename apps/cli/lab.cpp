#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <vector>

#include <craton/recipe/noise_json.h>

#include "command.h"
#include "declared.h"
#include "make_output.h"
#include "presets.h"
#include "runtime.h"
#include "text.h"

namespace craton::cli {
namespace {

struct Options {
  std::string output;
  std::vector<std::string> specs;
  bool quick = false;
  DeclaredOptions study{"lab"};
  MachineOptions machine;
};

/// Noises in files, by their names, as the request takes them.
Result<std::string> noises_in(const std::vector<std::string>& specs) {
  std::string noises;
  for (const std::string& file : specs) {
    CRATON_TRY(const NoiseSpec spec, load_noise(file));
    noises += fmt::format("{}{}: {}", noises.empty() ? "{" : ", ", json_string(std::filesystem::path(file).stem().string()),
                          noise_spec_to_json(spec));
  }
  return noises.empty() ? noises : noises + "}";
}

void print_findings(const ObjectTable& noises) {
  const auto number = [&](std::string_view column, std::size_t row) { return (*noises.values<double>(column))[row]; };
  const auto text = [&](std::string_view column, std::size_t row) { return (*noises.values<std::string>(column))[row]; };
  std::vector<std::vector<std::string>> rows{{"noise", "anisotropy index", "±", "through a vertex", "deviation", "modes"}};
  for (std::size_t i = 0; i < noises.rows(); ++i)
    rows.push_back({text("noise", i), fmt::format("{:.4f}", number("anisotropy", i)),
                    fmt::format("{:.4f}", number("anisotropy_error", i)), fmt::format("{:.3f}", number("vertex_anisotropy", i)),
                    fmt::format("{:.3f}", number("deviation", i)), text("modes", i)});
  say("{}", table(rows, "lrrrrr"));
}

Result<void> run(Options& o) {
  if (o.quick && o.study.given("full")) return invalid("--quick", "not together with --full");
  CRATON_TRY(const unsigned threads, o.machine.thread_count());
  CRATON_TRY(std::string noises, noises_in(o.specs));
  if (!noises.empty()) o.study.set("noises", std::move(noises));
  o.study.call("noises", "--spec");
  CRATON_TRY(o.machine.force_isa());
  const Result<OutputFolder> lock = OutputFolder::open(o.output, "report.html");
  if (!lock) return lock.error();
  CRATON_TRY(check_memory(28'000'000, "--kinds", "measure one at a time"));
  TerminalProgress progress("measuring");
  const std::function<Result<void>(AnswerFile)> write = [&](const AnswerFile& file) { return write_file_below(o.output, file); };
  CRATON_TRY(const Answer study, o.study.ask({.execution = {threads, &progress, &cancel_token()}, .take_file = &write}));
  progress.wipe();
  CRATON_TRY(o.machine.confirm_isa());
  print_findings(study.tables().front());
  say("{}/report.html\n", o.output);
  return {};
}

}  // namespace

Command add_lab_command(CommandLine& parent) {
  Arguments args = parent.command("lab", "Measures what noises are like, over many seeds, and writes a report.");
  auto options = std::make_shared<Options>();
  args.option("-o,--output FOLDER", options->output, "Folder for report.html, metrics.json and pictures.").required();
  options->study.add(args, "--kinds NAME,NAME,…");
  args.option("--spec FILE", options->specs, "A noise that is written as JSON: FILE.json, or a preset; may be given again.");
  args.flag("--quick", options->quick, "Few realisations: some seconds a noise. The default.");
  options->study.add_flag(args, "--full");
  for (const char* form : {"--realisations N", "--samples N", "--size CELLS"}) options->study.add(args, form);
  options->study.add_flag(args, "--data");
  options->study.add(args, "--seed SEED");
  options->machine.add_to(args);
  args.footer(
      "Examples:\n  craton lab -o out/lab\n  craton lab --kinds perlin,simplex,kite,hat --full -o out/lab\n"
      "  craton lab --kinds kite,hat --realisations 3000 --samples 1600 --size 80 -o out/lab1\n"
      "  craton lab --kinds value,wavelet,cellular --spec ridges -o out/lab2");
  return {args, [options] { return run(*options); }};
}

}  // namespace craton::cli
