// Reports of the lab: what noises are like, measured over many seeds, as one page.
#include "services.h"

#ifdef CRATON_HAS_LAB

#include <fmt/format.h>

#include <craton/files/new_file.h>
#include <craton/lab/report.h>
#include <craton/recipe/noise_json.h>

namespace craton::server {
namespace {

constexpr std::size_t most_subjects = 6;

struct ReportOrder {
  std::vector<LabSubject> subjects;
  Seed seed{1};
};

/// Progress of one of several measurements.
class Part final : public Progress {
 public:
  Part(Job& job, double begin, double length) : job_(job), begin_(begin), length_(length) {}
  void report(double share_done) override { job_.report(begin_ + length_ * share_done); }

 private:
  Job& job_;
  double begin_, length_;
};

Result<void> add_kinds(const Json& kinds, ReportOrder& order) {
  if (!kinds.is_array()) return Error{ErrorCode::invalid_value, "/kinds", "wants a list of kinds"};
  for (std::size_t i = 0; i < kinds.size() && i <= most_subjects; ++i) {
    const std::string path = fmt::format("/kinds/{}", i);
    if (!kinds[i].is_string()) return Error{ErrorCode::invalid_value, path, "wants the name of a kind"};
    Result<LabSubject> subject = lab_subject_of_kind(kinds[i].get_ref<const std::string&>());
    if (!subject) return Error{subject.error().code, path, subject.error().message};
    order.subjects.push_back(*std::move(subject));
  }
  return {};
}

Result<void> add_noises(const Json& noises, ReportOrder& order) {
  if (!noises.is_array()) return Error{ErrorCode::invalid_value, "/noises", "wants a list of {name, spec}"};
  for (std::size_t i = 0; i < noises.size() && i <= most_subjects; ++i) {
    const std::string path = fmt::format("/noises/{}", i);
    Result<JsonBody> body = JsonBody::part(noises[i]);
    if (!body) return Error{body.error().code, path, body.error().message};
    const Result<std::string> name = body->text("name", fmt::format("noise {}", i + 1), 64);
    if (!name) return Error{name.error().code, path + name.error().path, name.error().message};
    const Json* given = body->find("spec");
    if (Result<void> end = body->end(); !end) return Error{end.error().code, path + end.error().path, end.error().message};
    if (!given) return Error{ErrorCode::invalid_value, path + "/spec", "is missing"};
    Result<NoiseSpec> spec = noise_spec_from_json(dumped(*given));
    if (!spec) return Error{spec.error().code, path + "/spec" + spec.error().path, spec.error().message};
    Result<LabSubject> subject = lab_subject_of_spec(*name, *std::move(spec));
    if (!subject) return Error{subject.error().code, path + "/spec", subject.error().message};
    order.subjects.push_back(*std::move(subject));
  }
  return {};
}

Result<ReportOrder> read_order(std::string_view text) {
  CRATON_TRY(JsonBody body, JsonBody::read(text));
  ReportOrder order;
  if (const Json* kinds = body.find("kinds")) CRATON_TRY(add_kinds(*kinds, order));
  if (const Json* noises = body.find("noises")) CRATON_TRY(add_noises(*noises, order));
  if (const Json* seed = body.find("seed")) {
    CRATON_TRY(const std::uint64_t number, seed_of(*seed, "/seed"));
    order.seed = Seed{number};
  }
  CRATON_TRY(body.end());
  if (order.subjects.empty() || order.subjects.size() > most_subjects)
    return Error{ErrorCode::invalid_value, "/kinds", fmt::format("wants 1 … {} kinds and noises together", most_subjects)};
  return order;
}

Result<void> run(const Services& services, const ReportOrder& order, Job& job) {
  std::vector<LabFinding> findings;
  std::vector<std::vector<LabFigure>> figures;
  const auto count = static_cast<double>(order.subjects.size());
  for (std::size_t i = 0; i < order.subjects.size(); ++i) {
    job.begin_stage(order.subjects[i].name);
    Part progress(job, static_cast<double>(i) / count, 1 / count);
    CRATON_TRY(LabFinding finding, measure_noise(order.subjects[i], LabEffort::quick(), order.seed,
                                                 {.threads = services.threads, .progress = &progress, .cancel = &job.cancel}));
    CRATON_TRY(std::vector<LabFigure> drawn, lab_figures(finding, {.threads = services.threads, .cancel = &job.cancel}));
    findings.push_back(std::move(finding));
    figures.push_back(std::move(drawn));
    (void)job.rest();
  }
  const std::string page = lab_page(findings, figures, order.seed);
  const std::string path = services.own.passing_name("html");
  CRATON_TRY(write_passing(path, page));
  job.set_file(path, "report.html", "text/html; charset=utf-8", true);
  return {};
}

Response start(Services& services, const std::string& client, const std::string& text) {
  Result<ReportOrder> order = read_order(text);
  if (!order && order.error().path == "body") return error_response(400, "bad_json", "body", order.error().message);
  if (!order) return error_response(order.error());
  const std::shared_ptr<Job> job =
      services.jobs.start(client, [&services, order = *std::move(order)](Job& running) { return run(services, order, running); });
  if (job) return json_response(dumped({{"job", job->json()}}), 202);
  Response busy = error_response(503, "busy", "", "too many jobs wait; try again later");
  busy.headers.emplace_back("Retry-After", "5");
  return busy;
}

}  // namespace

void add_lab_routes(Router& router, Services& services) {
  router.add({.method = Method::post,
              .pattern = "/api/v1/noise/report",
              .summary = "Measures noises over many seeds: a job begins, whose `file` is the report.",
              .body = "{kinds?: [name], noises?: [{name, spec}], seed?}: 1 … 6 together",
              .gives = "{job}",
              .handler = [&services](const Call& call) -> Outcome {
                Work work;
                work.keep = Keep::never;
                work.run = [&services, client = call.request->client, text = call.request->body](const CancelToken&) {
                  return start(services, client, text);
                };
                return work;
              }});
}

}  // namespace craton::server

#else

namespace craton::server {
void add_lab_routes(Router&, Services&) {}
}  // namespace craton::server

#endif
