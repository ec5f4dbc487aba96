#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <system_error>
#include <vector>

#include "command.h"
#include "make_output.h"
#include "presets.h"
#include "runtime.h"
#include "text.h"

#if defined(CRATON_HAS_LAB)
#include <craton/lab/lab.h>
#include <craton/lab/report.h>
#endif

namespace craton::cli {
namespace {

struct Options {
  std::string output, kinds, seed = "0", realisations, samples, size;
  std::vector<std::string> specs;
  bool quick = false, full = false, data = false;
  MachineOptions machine;
};

#if defined(CRATON_HAS_LAB)
Result<std::vector<LabSubject>> subjects_of(const Options& o) {
  std::vector<LabSubject> subjects;
  const std::string kinds = o.kinds.empty() && o.specs.empty() ? "perlin,simplex,kite,hat" : o.kinds;
  for (const std::string_view kind : split(kinds, ',')) {
    if (kinds.empty()) break;
    Result<LabSubject> subject = lab_subject_of_kind(kind);
    if (!subject) return Error{subject.error().code, "--kinds", subject.error().message};
    subjects.push_back(*std::move(subject));
  }
  for (const std::string& file : o.specs) {
    CRATON_TRY(const NoiseSpec spec, load_noise(file));
    Result<LabSubject> subject = lab_subject_of_spec(std::filesystem::path(file).stem().string(), spec);
    if (!subject) return in_file(file, subject.error());
    subjects.push_back(*std::move(subject));
  }
  for (std::size_t i = 0; i < subjects.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (subjects[i].name == subjects[j].name) return invalid("--kinds", fmt::format("\"{}\" is named twice", subjects[i].name));
  return subjects;
}

Result<void> write_report(const Options& o, const std::vector<LabFinding>& findings, Seed seed, const Execution& execution) {
  CRATON_TRY(const std::vector<LabData> files, lab_report(findings, seed, o.data, execution));
  for (const LabData& file : files) {
    const std::filesystem::path path = std::filesystem::path(o.output) / file.name;
    std::error_code failed;
    std::filesystem::create_directories(path.parent_path(), failed);
    if (failed) return Error{ErrorCode::io, path.parent_path().string(), failed.message()};
    CRATON_TRY(write_text(path.string(), file.bytes));
  }
  return {};
}

void print_table(const std::vector<LabFinding>& findings) {
  std::vector<std::vector<std::string>> rows{{"noise", "anisotropy index", "±", "through a vertex", "deviation", "modes"}};
  for (const LabFinding& f : findings) {
    std::string modes;
    for (const LabHistogram& h : f.histograms) modes += fmt::format("{}{}", modes.empty() ? "" : " ", h.modes);
    rows.push_back({f.subject.name, fmt::format("{:.4f}", f.slices.index), fmt::format("{:.4f}", f.slices.index_error),
                    fmt::format("{:.3f}", f.vertex_slices.index_all), fmt::format("{:.3f}", std::sqrt(f.field.mean_variance)),
                    modes});
  }
  say("{}", table(rows, "lrrrrr"));
}

Result<LabEffort> effort_of(const Options& o) {
  LabEffortChoice choice{.full = o.full};
  if (!o.realisations.empty()) { CRATON_TRY(choice.realisations, parse_integer(o.realisations, "--realisations")); }
  if (!o.samples.empty()) { CRATON_TRY(choice.samples, parse_integer(o.samples, "--samples")); }
  if (!o.size.empty()) { CRATON_TRY(choice.cells, parse_number(o.size, "--size")); }
  Result<LabEffort> effort = lab_effort(choice);
  return effort ? effort : Error{effort.error().code, "--" + effort.error().path, effort.error().message};
}

Result<void> run(const Options& o) {
  if (o.quick && o.full) return invalid("--quick", "not together with --full");
  CRATON_TRY(const Seed seed, parse_seed(o.seed, "--seed"));
  CRATON_TRY(const unsigned threads, o.machine.thread_count());
  CRATON_TRY(const std::vector<LabSubject> subjects, subjects_of(o));
  CRATON_TRY(const LabEffort effort, effort_of(o));
  for (const LabSubject& subject : subjects)
    if (const Result<void> fits = check_lab_effort(subject, effort, threads); !fits) return fits.error();
  CRATON_TRY(o.machine.force_isa());
  const Result<OutputFolder> lock = OutputFolder::open(o.output, "report.html");
  if (!lock) return lock.error();
  std::vector<LabFinding> findings;
  for (const LabSubject& subject : subjects) {
    TerminalProgress progress(fmt::format("measuring {} ({} of {})", subject.name, findings.size() + 1, subjects.size()));
    CRATON_TRY(check_memory(28'000'000, "--kinds", "measure one at a time"));
    CRATON_TRY(LabFinding finding, measure_noise(subject, effort, seed, {threads, &progress, &cancel_token()}));
    findings.push_back(std::move(finding));
  }
  CRATON_TRY(o.machine.confirm_isa());
  CRATON_TRY(write_report(o, findings, seed, {threads, nullptr, &cancel_token()}));
  print_table(findings);
  say("{}/report.html\n", o.output);
  return {};
}
#else
Result<void> run(const Options&) { return Error{ErrorCode::unsupported, "lab", "this build has no lab"}; }
#endif

}  // namespace

Command add_lab_command(CommandLine& parent) {
  Arguments args = parent.command("lab", "Measures what noises are like, over many seeds, and writes a report.");
  auto options = std::make_shared<Options>();
  args.option("-o,--output FOLDER", options->output, "Folder for report.html, metrics.json and pictures.").required();
  args.option("--kinds NAME,NAME,…", options->kinds,
              "Noises to measure and compare; perlin,simplex,kite,hat where neither this nor --spec is given.");
  args.option("--spec FILE", options->specs, "A noise that is written as JSON: FILE.json, or a preset; may be given again.");
  args.flag("--quick", options->quick, "Few realisations: some seconds a noise. The default.");
  args.flag("--full", options->full, "As many realisations as source 001 took: a minute or two a noise.");
  args.option(
      "--realisations N", options->realisations,
      "Seeds of means and variances, 100 … 1000000; histograms take 100 N, the plane N/100, lines 2 N in each direction.");
  args.option("--samples N", options->samples, "Samples along a side of the plane and along lines: an even number, 64 … 8192.");
  args.option("--size CELLS", options->size, "How long the plane and lines are, in cells of the noise: 4 … 4096.");
  args.flag("--data", options->data, "Writes what was measured to data/, too: maps as .npy, curves as .csv.");
  args.option("--seed SEED", options->seed, "A 64-bit number, decimal or 0x…; or a word.").show_default();
  options->machine.add_to(args);
  args.footer(
      "Examples:\n  craton lab -o out/lab\n  craton lab --kinds perlin,simplex,kite,hat --full -o out/lab\n"
      "  craton lab --kinds kite,hat --realisations 3000 --samples 1600 --size 80 -o out/lab1\n"
      "  craton lab --kinds value,wavelet,cellular --spec ridges -o out/lab2");
  return {args, [options] { return run(*options); }};
}

}  // namespace craton::cli
