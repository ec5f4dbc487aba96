#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <variant>

#include "budget.h"
#include "desk.h"
#include "guard.h"
#include "message.h"
#include "route.h"
#include "static_files.h"

namespace craton::server {

/// What the server does with requests: guard, router, desk and the files of the page. Safe from many threads once it is set up.
class Application {
 public:
  struct Options {
    Guard::Options guard{};
    std::string page{};    ///< folder of the studio's page
    bool remote = false;   ///< others than this machine may ask: then numbers are compressed too
    unsigned threads = 2;  ///< that compute
    std::size_t most_waiting = 512;
    std::uint64_t cache_bytes = std::uint64_t{256} << 20;
    std::uint64_t body_bytes = std::uint64_t{256} << 20;    ///< of bodies that are being read and answered
    std::uint64_t answer_bytes = std::uint64_t{512} << 20;  ///< of answers that are being sent, but for small ones
  };
  explicit Application(Options options);

  Router& router() { return router_; }
  const Router& router() const { return router_; }
  Desk& desk() { return desk_; }
  bool remote() const { return options_.remote; }

  /// A request whose head is read: how many bytes of a body may follow, or why none may.
  struct Admission {
    std::optional<Response> refusal{};
    std::uint64_t most_body = 0;
  };
  Admission admit(Request& request) const;

  /// Of bodies while they are read and answered, and of answers while they are sent.
  Budget& bodies() { return bodies_; }
  AnswerBudget& answers() { return answers_; }

  /// The answer at once, or null and a ticket: then `done` is called later. Reads nothing of the request once it returns.
  Desk::Answer answer(const Request& request, Desk::Done done, Desk::Ticket& ticket);

  /// Ends what is being computed, and waits for it.
  void stop();

 private:
  Outcome outcome_of(const Request& request, std::string& key, bool& tagged) const;
  Desk::Answer begin(const Request& request, Work work, std::string key, bool tagged, Desk::Done done, Desk::Ticket& ticket);

  Options options_;
  Budget waiting_;  // answers that somebody asked for first and that are not made yet
  Budget bodies_;
  AnswerBudget answers_;
  Guard guard_;
  StaticFiles page_;
  Router router_;
  Desk desk_;
  Pool pool_;  // after the desk, so that it ends first: what runs uses the desk
};

/// Status line and header fields of a response. `length` < 0: the body ends with the connection's chunks.
std::string head_text(const Response& response, std::int64_t length, bool keep_alive);

}  // namespace craton::server
