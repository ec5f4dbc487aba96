#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <craton/base/progress.h>
#include <craton/base/result.h>

#include "budget.h"
#include "json_body.h"
#include "message.h"
#include "pool.h"

namespace craton::server {

enum class JobState : std::uint8_t { queued, running, paused, done, failed, cancelled };

/// Long work that somebody follows. Safe from many threads.
class Job final : public Progress, public std::enable_shared_from_this<Job> {
 public:
  explicit Job(std::string id) : id_(std::move(id)) {}
  ~Job() override;

  const std::string& id() const { return id_; }
  CancelToken cancel;

  // What the work tells.
  void report(double share_done) override;
  void begin_stage(std::string id);
  /// A stage that is done, with a picture where there is one ("": none).
  void end_stage(std::size_t index, std::size_t count, const std::string& stage, std::string title, std::string png);
  /// One of a stage's iterations.
  void end_iteration(std::size_t index, const std::string& stage, std::string title, std::uint32_t iteration,
                     std::uint32_t iterations, std::string png);
  /// Between steps: waits while the job is paused. True where the stage that runs shall end here.
  bool rest();
  void clear_finish();
  /// Forgets pictures of an attempt that was given up.
  void start_anew();
  void set_world(std::string world);
  /// `owned`: the file ends with the job.
  void set_file(std::string path, std::string name, std::string type, bool owned);

  // What others ask.
  JobState state() const;
  Json json() const;
  Bytes picture(std::size_t index, std::uint32_t iteration = 0) const;  ///< null where there is none
  void drop_pictures();                                                 ///< of a job that is long over
  struct File {
    std::string path, name, type;
    bool owned = false;
  };
  std::optional<File> file() const;
  std::shared_ptr<EventFeed> events();
  bool resume();  ///< false where it is not paused
  bool step();    ///< one step, then it rests again; false where it is not paused
  bool finish();  ///< false where it does not run

 private:
  friend class Jobs;
  friend class JobFeed;
  struct Stage {
    std::size_t index = 0, count = 0;
    std::string id, title;
    Bytes picture;
    std::uint32_t iteration = 0, iterations = 0;  ///< 0: the whole stage
  };
  bool rests() const;  ///< or will after a step
  void start();
  bool pause();
  void add_stage(Stage stage);
  void end(const Result<void>& result);
  void tell();  // locked
  Json locked_json() const;

  std::string id_;
  mutable std::mutex mutex_;
  JobState state_ = JobState::queued;
  double progress_ = 0;
  std::string stage_, world_, file_url_;
  std::optional<File> file_;
  std::optional<Error> error_;
  std::vector<Stage> stages_;
  std::uint64_t picture_bytes_ = 0;
  bool finish_ = false, one_step_ = false;
  std::condition_variable goes_on_;
  std::uint64_t version_ = 0, anew_ = 0;  // of what changes all the time; of the list of stages
  std::chrono::steady_clock::time_point told_{};
  std::vector<std::weak_ptr<class JobFeed>> feeds_;
};

/// Work in the queue, running, and done not long ago.
class Jobs {
 public:
  using Run = std::function<Result<void>(Job&)>;

  Jobs(unsigned threads, std::size_t most_waiting)
      : most_paused_(threads > 1 ? threads - 1 : 1), unfinished_(threads + most_waiting), pool_(threads, most_waiting) {}
  ~Jobs() { stop(); }

  /// Null where the queue is full, or holds enough of this client's. `run` is let go of also where it never ran.
  std::shared_ptr<Job> start(const std::string& client, Run run);
  std::shared_ptr<Job> find(const std::string& id) const;
  std::vector<std::shared_ptr<Job>> list() const;
  /// False where it does not run, or so many rest already that nobody else's work would be done.
  bool pause(Job& job);
  void stop();  ///< cancels all, and waits for what runs

 private:
  static Result<void> outcome_of(const Run& run, Job& job);
  void forget_old();

  mutable std::mutex mutex_;
  std::map<std::string, std::shared_ptr<Job>> jobs_;
  std::vector<std::string> order_;
  std::uint64_t next_ = 1;
  std::size_t most_paused_ = 1;
  Budget unfinished_;
  Pool pool_;
};

}  // namespace craton::server
