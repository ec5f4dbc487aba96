// libFuzzer: whatever orders come over HTTP, each gets an answer that is no error of the server; jobs go from state to state only
// as they may, end when they are told to, and what they held is free again.
//   jobs_fuzz [libFuzzer options] CORPUS SEEDS          seeds are the files in jobs_seeds/
// A line is a request: method, target and, after a space, the body; " " in front: the jobs of before are
// waited for first, for two seconds; "\t" in front: until none of them is in the queue.
#include <stdlib.h>

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <future>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "apps/server/application.h"
#include "apps/server/services.h"
#include "json_fuzz.h"

namespace {

using namespace craton;
using namespace craton::server;
using namespace std::chrono_literals;
using fuzz::expect;
namespace fs = std::filesystem;

constexpr char torus[] = R"({"craton": 1, "name": "torus", "world": "map", "seed": 7,
  "domain": {"kind": "torus", "width": 32, "height": 16, "step": 1000},
  "knobs": {"hills": {"value": 0.5, "doc": "How high.", "sets": {"hills.scale": [100, 900]}}},
  "stages": [{"stage": "noise", "id": "hills", "noise": {"kind": "wrapped_turbulence", "width": 32000, "cells": 4}},
             {"stage": "noise", "id": "target", "layer": "target", "noise": {"kind": "wrapped_turbulence", "width": 32000, "cells": 3}},
             {"stage": "shaping", "id": "shape", "iterations": 20}]})";
constexpr char sphere[] = R"({"craton": 1, "name": "sphere", "world": "planet",
  "domain": {"kind": "sphere", "resolution": 8, "radius": 100000},
  "stages": [{"stage": "noise", "id": "hills", "scale": 500, "noise": {"kind": "perlin", "frequency": 0.00002}}]})";

/// A folder with two small recipes, and one for worlds.
class Folder {
 public:
  Folder() {
    std::string name = (fs::temp_directory_path() / "craton-fuzz-XXXXXX").string();
    expect(::mkdtemp(name.data()) != nullptr);
    path_ = name;
    fs::create_directories(path_ / "recipes");
    std::ofstream(path_ / "recipes/torus.json") << torus;
    std::ofstream(path_ / "recipes/sphere.json") << sphere;
  }
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  ServerOptions options() const {
    ServerOptions options;
    options.folder = path_ / "worlds";
    options.recipes = path_ / "recipes";
    options.threads = 2;
    options.making_bytes = 2 << 20;
    options.world_bytes = 8 << 20;
    options.tile_bytes = 1 << 20;
    options.most_jobs = 3;
    return options;
  }
  void clear() const {
    fs::remove_all(path_ / "worlds");
    fs::create_directories(path_ / "worlds");
  }

 private:
  fs::path path_;
};

/// All of the server but its sockets.
class Desktop {
 public:
  explicit Desktop(const ServerOptions& options) : services_(options), application_({.threads = 2, .cache_bytes = 1 << 20}) {
    expect(services_.book.preset("torus") && services_.book.preset("sphere"));  // or nothing is ever made
    add_job_routes(application_.router(), services_);
    add_export_routes(application_.router(), services_);
    add_world_routes(application_.router(), services_);
  }
  ~Desktop() {
    services_.jobs.stop();
    application_.stop();
  }

  Services& services() { return services_; }

  /// Null where the line is no request at all.
  Desk::Answer ask(std::string_view line) {
    const std::size_t first = line.find(' '), second = std::min(line.find(' ', first + 1), line.size());
    if (first == std::string_view::npos || second < first) return nullptr;
    const std::string_view method = line.substr(0, first);
    const Result<Target> target = parse_target(line.substr(first + 1, second - first - 1));
    if (!target) return nullptr;
    Request request{.method = method == "GET"      ? Method::get
                              : method == "POST"   ? Method::post
                              : method == "DELETE" ? Method::del
                                                   : Method::other,
                    .target = *target};
    request.host = "localhost";
    request.client = "somebody";
    request.content_type = "application/json";
    if (second < line.size()) request.body = line.substr(second + 1);
    request.has_body = !request.body.empty();
    Application::Admission admission = application_.admit(request);
    if (admission.refusal) return std::make_shared<const Response>(*std::move(admission.refusal));
    auto told = std::make_shared<std::promise<Desk::Answer>>();
    std::future<Desk::Answer> later = told->get_future();
    Desk::Ticket ticket;
    if (Desk::Answer now = application_.answer(
            request, [told](Desk::Answer answer) { told->set_value(std::move(answer)); }, ticket))
      return now;
    expect(later.wait_for(60s) == std::future_status::ready);
    return later.get();
  }

 private:
  Services services_;
  Application application_;
};

bool is_over(JobState state) { return state >= JobState::done; }

/// What a job may become from what it was when it was last seen.
bool may_become(JobState before, JobState now) {
  if (is_over(before)) return now == before;
  return before == JobState::queued || now != JobState::queued;
}

class Watch {
 public:
  explicit Watch(Services& services) : services_(services) {}
  void look() {
    for (const auto& job : services_.jobs.list()) {
      const JobState now = job->state();
      const auto [place, fresh] = states_.try_emplace(job->id(), now);
      expect(fresh || may_become(place->second, now));
      place->second = now;
    }
  }
  /// All jobs end once they are told to.
  void end_all() {
    for (const auto& job : services_.jobs.list()) job->cancel.cancel();
    wait(30s, [](JobState state) { return is_over(state); });
    look();
    for (const auto& job : services_.jobs.list()) expect(is_over(job->state()));
  }
  template <class Good>
  void wait(std::chrono::seconds patience, Good good) const {
    const auto last = std::chrono::steady_clock::now() + patience;
    for (const auto& job : services_.jobs.list())
      while (!good(job->state()) && std::chrono::steady_clock::now() < last) std::this_thread::sleep_for(100us);
  }

 private:
  Services& services_;
  std::map<std::string, JobState> states_;
};

void check_events(EventFeed& feed) {
  const std::string text = feed.take();
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find("\n\n", begin), data = text.find("\ndata: ", begin);
    expect(end != std::string::npos && data < end && text.compare(begin, 7, "event: ") == 0);
    expect(Json::accept(text.substr(data + 7, end - data - 7)));
    begin = end + 2;
  }
}

void check(const Response& response) {
  expect(response.status != 500 && status_text(response.status) != "Unknown");
  if (response.events) check_events(*response.events);
  if (!response.body) return;
  if (response.type == "application/json" && response.encoding.empty()) expect(Json::accept(*response.body));
  if (response.status < 400) return;
  const Json json = Json::parse(*response.body);
  expect(!json["error"]["code"].get<std::string>().empty() && !json["error"]["message"].get<std::string>().empty());
}

const std::vector<std::string>& words() {
  static const std::vector<std::string> all{"\n",
                                            "\n ",
                                            "GET /api/v1/jobs",
                                            "GET /api/v1/jobs/job-1",
                                            "GET /api/v1/jobs/job-1/events",
                                            "GET /api/v1/jobs/job-1/file",
                                            "GET /api/v1/jobs/job-2/steps/0.png",
                                            "GET /api/v1/jobs/job-1/steps/2/3.png",
                                            "POST /api/v1/jobs/job-1/pause {}",
                                            "POST /api/v1/jobs/job-1/resume {}",
                                            "POST /api/v1/jobs/job-1/finish {}",
                                            "DELETE /api/v1/jobs/job-1",
                                            "DELETE /api/v1/worlds/torus",
                                            "GET /api/v1/worlds",
                                            "GET /api/v1/worlds/torus",
                                            "GET /api/v1/worlds/torus/at?x=1&y=2",
                                            "GET /api/v1/worlds/sphere/at?lat=1&lon=2",
                                            "GET /api/v1/worlds/torus/objects/coast.geojson",
                                            "POST /api/v1/worlds {\"preset\":\"torus\"}",
                                            "POST /api/v1/worlds {\"preset\":\"sphere\"}",
                                            "POST /api/v1/worlds/torus/exports {\"kind\":\"heights\",\"format\":\"exr\"}",
                                            "\"preset\":",
                                            "\"recipe\":",
                                            "\"seed\":",
                                            "\"size\":",
                                            "\"name\":",
                                            "\"steps\":",
                                            "\"history\":true",
                                            "\"heightmap\":",
                                            "\"upload-0123456789abcdef.png\"",
                                            "\"low\":",
                                            "\"zoom\":{\"world\":\"sphere\",\"lat\":1,\"lon\":2}",
                                            "\"span_km\":",
                                            "\"kind\":",
                                            "\"world\"",
                                            "\"picture\"",
                                            "\"heights\"",
                                            "\"objects\"",
                                            "\"bundle\"",
                                            "\"style\":",
                                            "\"relief\"",
                                            "\"layer\":",
                                            "\"format\":",
                                            "\"png\"",
                                            "\"r16\"",
                                            "\"projection\":",
                                            "64",
                                            "-1",
                                            "1e300",
                                            "null",
                                            "{}",
                                            "[]",
                                            ","};
  return all;
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size, unsigned seed) {
  return fuzz::mutate(words(), data, size, max_size, seed);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Folder folder;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  folder.clear();
  Desktop desktop(folder.options());
  Watch watch(desktop.services());
  constexpr int most_lines = 20;
  int lines = 0;
  for (std::size_t begin = 0; begin < text.size() && lines < most_lines; ++lines) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view line = text.substr(begin, end - begin);
    begin = end + 1;
    if (line.starts_with(' '))
      watch.wait(2s, [](JobState state) { return is_over(state) || state == JobState::paused; });
    else if (line.starts_with('\t'))
      watch.wait(2s, [](JobState state) { return state != JobState::queued; });
    if (line.starts_with(' ') || line.starts_with('\t')) line.remove_prefix(1);
    if (const Desk::Answer answer = desktop.ask(line)) check(*answer);
    watch.look();
  }
  watch.end_all();
  // No name is taken any more but by a world.
  for (const std::string name : {"torus", "sphere"})
    if (!desktop.services().worlds.find(name)) expect(desktop.services().worlds.reserve(name) == name);
  return 0;
}
