#include "desk.h"

#include <algorithm>
#include <exception>
#include <iterator>
#include <new>
#include <utility>

namespace craton::server {

struct Desk::Ticket::Flight {
  struct Waiter {
    std::uint64_t number = 0;
    Done done;
  };
  std::string key;
  std::function<Response(const CancelToken&)> run;
  CancelToken cancel;
  std::vector<Waiter> waiters;
  bool over = false;
};

Desk::Ticket Desk::ask(const std::string& key, std::function<Response(const CancelToken&)> run, Done done, Load load) {
  std::shared_ptr<Ticket::Flight> flight;
  std::uint64_t number = 0;
  {
    const std::lock_guard lock(mutex_);
    number = next_++;
    if (!key.empty()) {
      const auto found = flights_.find(key);
      // A flight that was given up ends without an answer: a new one takes its place.
      if (found != flights_.end() && !found->second->cancel.cancelled()) {
        found->second->waiters.push_back({number, std::move(done)});
        shared_.fetch_add(1, std::memory_order_relaxed);
        return {found->second, number};
      }
    }
    flight = std::make_shared<Ticket::Flight>();
    flight->key = key;
    flight->run = std::move(run);
    flight->waiters.push_back({number, std::move(done)});
    if (!key.empty())
      flights_[key] = flight;
    else
      alone_.push_back(flight);
  }
  if (pool_.try_run([this, flight] { this->run(flight); }, load)) return {flight, number};
  refused_.fetch_add(1, std::memory_order_relaxed);
  // Whoever joined in between must hear of it too.
  std::vector<Ticket::Flight::Waiter> waiters;
  {
    const std::lock_guard lock(mutex_);
    flight->over = true;
    const auto found = flights_.find(key);
    if (found != flights_.end() && found->second == flight) flights_.erase(found);
    waiters.swap(flight->waiters);
  }
  const auto full =
      std::make_shared<const Response>(error_response(503, "busy", "", "too much is being computed; try again soon"));
  for (const Ticket::Flight::Waiter& waiter : waiters)
    if (waiter.number != number) waiter.done(full);
  return {};
}

void Desk::leave(const Ticket& ticket) {
  if (!ticket.flight) return;
  const std::lock_guard lock(mutex_);
  std::erase_if(ticket.flight->waiters, [&](const auto& waiter) { return waiter.number == ticket.number; });
  if (ticket.flight->waiters.empty() && !ticket.flight->over) {
    ticket.flight->cancel.cancel();
    cancelled_.fetch_add(1, std::memory_order_relaxed);
  }
}

void Desk::cancel_all() {
  const std::lock_guard lock(mutex_);
  for (const auto& entry : flights_) entry.second->cancel.cancel();
  for (const auto& flight : alone_)
    if (const auto alive = flight.lock()) alive->cancel.cancel();
}

void Desk::forget_all() {
  std::vector<Ticket::Flight::Waiter> waiters;  // destroyed without the lock: they hold whole connections
  const std::lock_guard lock(mutex_);
  for (const auto& entry : flights_) {
    std::move(entry.second->waiters.begin(), entry.second->waiters.end(), std::back_inserter(waiters));
    entry.second->waiters.clear();
  }
  flights_.clear();
}

void Desk::run(const std::shared_ptr<Ticket::Flight>& flight) {
  Answer answer;
  if (!flight->cancel.cancelled()) {
    computed_.fetch_add(1, std::memory_order_relaxed);
    try {
      answer = std::make_shared<const Response>(flight->run(flight->cancel));
    } catch (const std::bad_alloc&) {
      answer = std::make_shared<const Response>(error_response(503, "memory", "", "not enough memory; ask for less"));
    } catch (const std::exception& error) {
      answer = std::make_shared<const Response>(error_response(500, "internal", "", error.what()));
    }
  } else {
    answer = std::make_shared<const Response>(error_response(503, "cancelled", "", "cancelled"));
  }
  flight->run = nullptr;
  if (!flight->key.empty() && answer->status == 200 && answer->keep != Keep::never)
    cache_.put(flight->key, answer, answer->bytes());
  std::vector<Ticket::Flight::Waiter> waiters;
  {
    const std::lock_guard lock(mutex_);
    flight->over = true;
    const auto found = flights_.find(flight->key);
    if (found != flights_.end() && found->second == flight) flights_.erase(found);
    std::erase_if(alone_, [&](const auto& each) { return each.expired() || each.lock() == flight; });
    waiters.swap(flight->waiters);
  }
  for (const Ticket::Flight::Waiter& waiter : waiters) waiter.done(answer);
}

Desk::Counts Desk::counts() const { return {computed_.load(), kept_.load(), shared_.load(), cancelled_.load(), refused_.load()}; }

}  // namespace craton::server
