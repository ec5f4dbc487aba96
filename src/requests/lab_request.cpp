#include <algorithm>
#include <cmath>

#include <craton/recipe/noise_json.h>
#include <craton/recipe/recipe.h>

#include "base/text.h"
#include "requests/json.h"
#include "requests/of.h"
#include "requests/study_requests.h"
#include "requests/values.h"
#include "requests/world_requests.h"
#ifdef CRATON_HAS_LAB
#include <craton/lab/lab.h>
#include <craton/lab/report.h>
#endif

namespace craton {

using requests::LabRequest;

namespace requests {

#ifdef CRATON_HAS_LAB
namespace {

Result<std::vector<LabSubject>> subjects_of(const LabRequest& request) {
  std::vector<LabSubject> subjects;
  const std::string kinds = request.kinds.empty() && request.noises.empty() ? "perlin,simplex,kite,hat" : request.kinds;
  CRATON_TRY(const std::vector<std::string> names, names_in(kinds, "kinds"));
  for (const std::string& name : names) {
    Result<LabSubject> subject = lab_subject_of_kind(name);
    if (!subject) return Error{subject.error().code, "kinds", subject.error().message};
    subjects.push_back(*std::move(subject));
  }
  if (!request.noises.empty()) {
    CRATON_TRY(const Json noises, parsed(request.noises, "noises"));
    if (!noises.is_object()) return refused("noises", noises, "an object: {\"name\": noise, …}");
    for (const auto& [name, noise] : noises.items()) {
      CRATON_TRY(const std::string text,
                 recipe_text(noise.is_string() ? noise.get<std::string>() : noise.dump(), "noise", "noises"));
      const Result<NoiseSpec> spec = noise_spec_from_json(text);
      if (!spec) return inside("noises/" + name.substr(0, 64), spec.error());
      Result<LabSubject> subject = lab_subject_of_spec(name, *spec);
      if (!subject) return Error{subject.error().code, "noises/" + name.substr(0, 64), subject.error().message};
      subjects.push_back(*std::move(subject));
    }
  }
  for (std::size_t i = 0; i < subjects.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (subjects[i].name == subjects[j].name)
        return Error{ErrorCode::invalid_value, "kinds", concat({"\"", subjects[i].name, "\" is named twice"})};
  return subjects;
}

Result<LabEffort> effort_of(const LabRequest& request) {
  LabEffortChoice choice{.full = request.full};
  if (request.realisations > 0) choice.realisations = request.realisations;
  if (request.samples > 0) choice.samples = request.samples;
  if (request.size > 0) choice.cells = request.size;
  return lab_effort(choice);
}

ObjectTable noises_table(const std::vector<LabFinding>& findings) {
  std::vector<std::string> names;
  std::vector<double> index, error, vertex, deviation, peak, centroid;
  std::vector<std::string> modes;
  for (const LabFinding& each : findings) {
    names.push_back(each.subject.name);
    index.push_back(each.slices.index);
    error.push_back(each.slices.index_error);
    vertex.push_back(each.vertex_slices.index_all);
    deviation.push_back(std::sqrt(each.field.mean_variance));
    peak.push_back(each.plane.peak_frequency);
    centroid.push_back(each.plane.centroid_frequency);
    std::string numbers;
    for (const LabHistogram& histogram : each.histograms)
      numbers += (numbers.empty() ? "" : " ") + std::to_string(histogram.modes);
    modes.push_back(std::move(numbers));
  }
  return {"noises",
          "What was found, a row a noise.",
          {{"noise", "", "Which.", std::move(names)},
           {"anisotropy", "", "How much spectra of lines differ by their direction.", std::move(index)},
           {"anisotropy_error", "", "Of it.", std::move(error)},
           {"vertex_anisotropy", "", "The same of lines through a vertex of the lattice.", std::move(vertex)},
           {"deviation", "", "Of the values.", std::move(deviation)},
           {"peak", "cycles/cell", "Where the spectrum is largest.", std::move(peak)},
           {"centroid", "cycles/cell", "Its mean frequency.", std::move(centroid)},
           {"modes", "", "Of the histogram at each of the places that are looked at: how many peaks.", std::move(modes)}}};
}

ObjectTable spectra_table(const std::vector<LabFinding>& findings) {
  std::vector<std::string> names;
  std::vector<double> frequencies, moduli;
  for (const LabFinding& each : findings)
    for (std::size_t ring = 0; ring < each.plane.radial.size(); ++ring) {
      names.push_back(each.subject.name);
      frequencies.push_back(static_cast<double>(ring) * each.plane.ring_step);
      moduli.push_back(each.plane.radial[ring]);
    }
  return {"spectra",
          "Mean modulus of the Fourier transform by distance from frequency 0.",
          {{"noise", "", "Which.", std::move(names)},
           {"frequency", "cycles/cell", "Of a ring.", std::move(frequencies)},
           {"modulus", "", "Of the largest.", std::move(moduli)}}};
}

ObjectTable slices_table(const std::vector<LabFinding>& findings) {
  std::vector<std::string> names;
  std::vector<double> directions, frequencies, moduli;
  for (const LabFinding& each : findings)
    for (std::size_t d = 0; d < each.slices.directions.size(); ++d)
      for (std::size_t f = 0; f < each.slices.modulus[d].size(); ++f) {
        names.push_back(each.subject.name);
        directions.push_back(each.slices.directions[d]);
        frequencies.push_back(static_cast<double>(f) * each.slices.frequency_step);
        moduli.push_back(each.slices.modulus[d][f]);
      }
  return {"slices",
          "Spectra along straight lines.",
          {{"noise", "", "Which.", std::move(names)},
           {"direction", "°", "Of the line, from x towards y.", std::move(directions)},
           {"frequency", "cycles/cell", "Along it.", std::move(frequencies)},
           {"modulus", "", "The mean over many lines.", std::move(moduli)}}};
}

std::string type_of(std::string_view name) {
  if (name.ends_with(".svg")) return "image/svg+xml";
  if (name.ends_with(".html")) return "text/html";
  if (name.ends_with(".json")) return "application/json";
  return name.ends_with(".csv") ? "text/csv" : "application/octet-stream";
}

/// How far one noise of several is.
class NoiseProgress : public Progress {
 public:
  NoiseProgress(Progress* whole, std::size_t count) : whole_(whole), count_(static_cast<double>(count)) {}
  void report(double share_done) override {
    if (whole_) whole_->report((done_ + share_done) / count_);
  }
  void next() { ++done_; }

 private:
  Progress* whole_;
  double count_, done_ = 0;
};

}  // namespace

Result<Answer> lab_request(const LabRequest& request, const RequestContext& context) {
  CRATON_TRY(const std::uint64_t seed, seed_from_text(request.seed, "seed"));
  CRATON_TRY(const std::vector<LabSubject> subjects, subjects_of(request));
  CRATON_TRY(const LabEffort effort, effort_of(request));
  for (const LabSubject& subject : subjects) {
    const Result<void> fits = context.memory_limit != 0
                                  ? check_lab_effort(subject, effort, context.execution.threads, context.memory_limit)
                                  : check_lab_effort(subject, effort, context.execution.threads);
    if (!fits) return Error{fits.error().code, "realisations", fits.error().message};
  }
  std::vector<LabFinding> findings;
  NoiseProgress progress(context.execution.progress, subjects.size());
  for (const LabSubject& subject : subjects) {
    CRATON_TRY(LabFinding finding,
               measure_noise(subject, effort, Seed{seed}, {context.execution.threads, &progress, context.execution.cancel}));
    findings.push_back(std::move(finding));
    progress.next();
  }
  Answer::Parts parts{.seed = seed, .name = "lab"};
  parts.tables.push_back(noises_table(findings));
  parts.tables.push_back(spectra_table(findings));
  parts.tables.push_back(slices_table(findings));
  if (request.report || request.data) {
    const Execution quiet{.threads = context.execution.threads, .progress = nullptr, .cancel = context.execution.cancel};
    CRATON_TRY(std::vector<LabData> files, lab_report(findings, Seed{seed}, request.data, quiet));
    for (LabData& file : files) {
      std::string type = type_of(file.name);
      CRATON_TRY(give_file({std::move(file.name), std::move(type), std::move(file.bytes)}, parts.files, context));
    }
  }
  return Answer::of_values(std::move(parts));
}
#else
Result<Answer> lab_request(const LabRequest&, const RequestContext&) {
  return Error{ErrorCode::unsupported, "lab", "this library was built without the lab (CRATON_LAB)"};
}
#endif

}  // namespace requests

template <>
std::span<const ParamInfo> params_of<LabRequest>() {
  static const ParamInfo list[] = {
      text_param<&LabRequest::kinds>(
          "kinds", 1024, "Noises by their kinds, \"perlin,kite\"; perlin,simplex,kite,hat where nothing is named at all."),
      text_param<&LabRequest::noises>("noises", 1 << 20, "Noises of your own by name: {\"ridges\": {\"kind\": \"ridged\", …}}."),
      boolean_param<&LabRequest::full>("full",
                                       "Whether as many realisations are taken as source 001 took: a minute or two a noise."),
      integer_param<&LabRequest::realisations>(
          "realisations", 0, 1'000'000, "",
          "Seeds of means and variances, from 100 on; all else in proportion; 0: as a quick or full study has them."),
      integer_param<&LabRequest::samples>(
          "samples", 0, 8192, "",
          "Along a side of the plane and along lines: an even number from 64 on; 0: as the study has them."),
      number_param<&LabRequest::size>(
          "size", 0, 4096, "", "How long the plane and lines are, in cells of the noise, from 4 on; 0: as the study has it."),
      boolean_param<&LabRequest::report>("report", "Whether there are the files of a report, with figures."),
      boolean_param<&LabRequest::data>("data", "Whether there are files of what was measured, too: .npy and .csv."),
      text_param<&LabRequest::seed>("seed", 256, "A 64-bit number, 0x…, or a word."),
  };
  return list;
}

}  // namespace craton
