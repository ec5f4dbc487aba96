#include "jobs.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <new>
#include <utility>

namespace craton::server {
namespace {

constexpr std::size_t most_remembered = 128, most_with_pictures = 16;
constexpr std::uint64_t most_picture_bytes = std::uint64_t{32} << 20;  // of a job
constexpr std::chrono::hours longest_rest{1};
constexpr std::string_view state_names[] = {"queued", "running", "paused", "done", "failed", "cancelled"};

bool is_over(JobState state) { return state >= JobState::done; }

std::string event_text(std::string_view name, const Json& data) {
  return fmt::format("event: {}\ndata: {}\n\n", name, dumped(data));
}

Json error_json(const Error& error) {
  const Response response = error_response(error);
  return Json::parse(*response.body)["error"];
}

}  // namespace

/// What one reader has not heard yet. A reader who is slow hears the latest state, not every step to it.
class JobFeed final : public EventFeed {
 public:
  explicit JobFeed(std::shared_ptr<Job> job) : job_(std::move(job)) {}

  std::string take() override {
    const std::lock_guard lock(job_->mutex_);
    std::string text;
    if (anew_ != job_->anew_) {
      anew_ = job_->anew_;
      stages_ = 0;
    }
    for (; stages_ < job_->stages_.size(); ++stages_) {
      const Job::Stage& stage = job_->stages_[stages_];
      Json json = {{"index", stage.index}, {"count", stage.count}, {"id", stage.id}, {"title", stage.title}};
      const bool whole = stage.iteration == 0;
      if (!whole) {
        json["iteration"] = stage.iteration;
        json["iterations"] = stage.iterations;
      }
      if (stage.picture)
        json["picture"] = whole ? fmt::format("/api/v1/jobs/{}/steps/{}.png", job_->id_, stage.index)
                                : fmt::format("/api/v1/jobs/{}/steps/{}/{}.png", job_->id_, stage.index, stage.iteration);
      text += event_text(whole ? "stage" : "iteration", json);
    }
    if (version_ != job_->version_) {
      version_ = job_->version_;
      text += event_text("progress", job_->locked_json());
    }
    if (is_over(job_->state_) && !told_end_) {
      told_end_ = true;
      text += event_text(job_->state_ == JobState::done ? "done" : "error", job_->locked_json());
    }
    return text;
  }
  bool ended() const override {
    const std::lock_guard lock(job_->mutex_);
    return told_end_;
  }
  void set_listener(std::function<void()> listener) override {
    const std::lock_guard lock(job_->mutex_);
    listener_ = std::move(listener);
  }

 private:
  friend class Job;
  std::shared_ptr<Job> job_;
  std::function<void()> listener_;
  std::size_t stages_ = 0;
  std::uint64_t version_ = ~std::uint64_t{0}, anew_ = 0;
  bool told_end_ = false;
};

Job::~Job() {
  std::error_code error;
  if (file_ && file_->owned) std::filesystem::remove(file_->path, error);
}

void Job::tell() {
  ++version_;
  std::erase_if(feeds_, [](const auto& feed) { return feed.expired(); });
  for (const auto& feed : feeds_)
    if (const auto alive = feed.lock(); alive && alive->listener_) alive->listener_();
}

void Job::report(double share_done) {
  const std::lock_guard lock(mutex_);
  progress_ = share_done;
  const auto now = std::chrono::steady_clock::now();
  if (now - told_ < std::chrono::milliseconds(100)) return;
  told_ = now;
  tell();
}

void Job::begin_stage(std::string id) {
  const std::lock_guard lock(mutex_);
  stage_ = std::move(id);
  tell();
}

void Job::end_stage(std::size_t index, std::size_t count, const std::string& stage, std::string title, std::string png) {
  add_stage({index, count, stage, std::move(title), png.empty() ? nullptr : std::make_shared<const std::string>(std::move(png))});
}

void Job::end_iteration(std::size_t index, const std::string& stage, std::string title, std::uint32_t iteration,
                        std::uint32_t iterations, std::string png) {
  add_stage({index, 0, stage, std::move(title), png.empty() ? nullptr : std::make_shared<const std::string>(std::move(png)),
             iteration, iterations});
}

void Job::add_stage(Stage stage) {
  const std::lock_guard lock(mutex_);
  if (stage.picture && picture_bytes_ + stage.picture->size() > most_picture_bytes) stage.picture = nullptr;
  if (stage.picture) picture_bytes_ += stage.picture->size();
  stages_.push_back(std::move(stage));
  tell();
}

bool Job::rest() {
  std::unique_lock lock(mutex_);
  const auto last = std::chrono::steady_clock::now() + longest_rest;
  if (one_step_ && state_ == JobState::running) {
    state_ = JobState::paused;
    tell();
  }
  one_step_ = false;
  while (state_ == JobState::paused && !cancel.cancelled()) {
    goes_on_.wait_for(lock, std::chrono::milliseconds(100));
    if (std::chrono::steady_clock::now() > last) cancel.cancel();
  }
  return finish_;
}

void Job::clear_finish() {
  const std::lock_guard lock(mutex_);
  finish_ = false;
}

bool Job::pause() {
  const std::lock_guard lock(mutex_);
  if (state_ != JobState::running && state_ != JobState::paused) return false;
  state_ = JobState::paused;
  tell();
  return true;
}

bool Job::resume() {
  const std::lock_guard lock(mutex_);
  if (state_ != JobState::paused) return false;
  one_step_ = false;
  state_ = JobState::running;
  goes_on_.notify_all();
  tell();
  return true;
}

bool Job::step() {
  const std::lock_guard lock(mutex_);
  if (state_ != JobState::paused) return false;
  one_step_ = true;
  state_ = JobState::running;
  goes_on_.notify_all();
  tell();
  return true;
}

bool Job::rests() const {
  const std::lock_guard lock(mutex_);
  return state_ == JobState::paused || (one_step_ && state_ == JobState::running);
}

bool Job::finish() {
  const std::lock_guard lock(mutex_);
  if (state_ != JobState::running && state_ != JobState::paused) return false;
  finish_ = true;
  state_ = JobState::running;
  goes_on_.notify_all();
  tell();
  return true;
}

void Job::drop_pictures() {
  const std::lock_guard lock(mutex_);
  if (!is_over(state_)) return;
  for (Stage& stage : stages_) stage.picture = nullptr;
  picture_bytes_ = 0;
}

void Job::start_anew() {
  const std::lock_guard lock(mutex_);
  stages_.clear();
  picture_bytes_ = 0;
  ++anew_;
}

void Job::set_world(std::string world) {
  const std::lock_guard lock(mutex_);
  world_ = std::move(world);
}

void Job::set_file(std::string path, std::string name, std::string type, bool owned) {
  const std::lock_guard lock(mutex_);
  file_url_ = fmt::format("/api/v1/jobs/{}/file", id_);
  file_ = File{std::move(path), std::move(name), std::move(type), owned};
}

void Job::start() {
  const std::lock_guard lock(mutex_);
  state_ = JobState::running;
  tell();
}

void Job::end(const Result<void>& result) {
  const std::lock_guard lock(mutex_);
  if (result) {
    state_ = JobState::done;
    progress_ = 1;
  } else {
    state_ = result.error().code == ErrorCode::cancelled ? JobState::cancelled : JobState::failed;
    error_ = result.error();
  }
  stage_.clear();
  tell();
}

JobState Job::state() const {
  const std::lock_guard lock(mutex_);
  return state_;
}

Json Job::locked_json() const {
  Json json = {{"id", id_}, {"state", state_names[static_cast<std::size_t>(state_)]}, {"progress", progress_}};
  if (!stage_.empty()) json["stage"] = stage_;
  if (!world_.empty()) json["world"] = world_;
  if (!file_url_.empty()) json["file"] = file_url_;
  if (error_) json["error"] = error_json(*error_);
  return json;
}

Json Job::json() const {
  const std::lock_guard lock(mutex_);
  return locked_json();
}

Bytes Job::picture(std::size_t index, std::uint32_t iteration) const {
  const std::lock_guard lock(mutex_);
  for (const Stage& stage : stages_)
    if (stage.index == index && stage.iteration == iteration) return stage.picture;
  return nullptr;
}

std::optional<Job::File> Job::file() const {
  const std::lock_guard lock(mutex_);
  return state_ == JobState::done ? file_ : std::nullopt;
}

std::shared_ptr<EventFeed> Job::events() {
  auto feed = std::make_shared<JobFeed>(shared_from_this());
  const std::lock_guard lock(mutex_);
  // A job that is over tells nobody any more: this is where readers who left are forgotten then.
  std::erase_if(feeds_, [](const auto& other) { return other.expired(); });
  feeds_.push_back(feed);
  return feed;
}

Result<void> Jobs::outcome_of(const Run& run, Job& job) {
  if (job.cancel.cancelled()) return Error{ErrorCode::cancelled, "", "cancelled"};
  job.start();
  try {
    return run(job);
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::unsupported, "", "not enough memory; ask for less"};
  } catch (const std::exception& error) { return Error{ErrorCode::io, "", error.what()}; }
}

std::shared_ptr<Job> Jobs::start(const std::string& client, Run run) {
  auto place = std::make_shared<Share>(unfinished_, client);
  if (!place->grow_to(1)) return nullptr;
  std::shared_ptr<Job> job;
  {
    const std::lock_guard lock(mutex_);
    job = std::make_shared<Job>(fmt::format("job-{}", next_++));
    jobs_[job->id()] = job;
    order_.push_back(job->id());
    forget_old();
  }
  const bool taken = pool_.try_run([job, run = std::move(run), place = std::move(place)]() mutable {
    const Result<void> result = outcome_of(run, *job);
    run = nullptr;  // whoever hears of the end finds what it held free
    place = nullptr;
    job->end(result);
  });
  if (taken) return job;
  const std::lock_guard lock(mutex_);
  jobs_.erase(job->id());
  std::erase(order_, job->id());
  return nullptr;
}

std::shared_ptr<Job> Jobs::find(const std::string& id) const {
  const std::lock_guard lock(mutex_);
  const auto found = jobs_.find(id);
  return found == jobs_.end() ? nullptr : found->second;
}

bool Jobs::pause(Job& job) {
  const std::lock_guard lock(mutex_);
  std::size_t resting = 0;
  for (const auto& entry : jobs_) resting += entry.second->rests() && entry.second.get() != &job;
  return resting < most_paused_ && job.pause();
}

std::vector<std::shared_ptr<Job>> Jobs::list() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::shared_ptr<Job>> all;
  for (const std::string& id : order_) all.push_back(jobs_.at(id));
  return all;
}

void Jobs::forget_old() {
  for (std::size_t i = 0; i + most_with_pictures < order_.size(); ++i) jobs_.at(order_[i])->drop_pictures();
  for (std::size_t i = 0; order_.size() > most_remembered && i < order_.size();) {
    if (!is_over(jobs_.at(order_[i])->state())) {
      ++i;
      continue;
    }
    jobs_.erase(order_[i]);
    order_.erase(order_.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

void Jobs::stop() {
  {
    const std::lock_guard lock(mutex_);
    for (const auto& entry : jobs_) entry.second->cancel.cancel();
  }
  pool_.stop();
  pool_.join();
}

}  // namespace craton::server
