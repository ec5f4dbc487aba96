#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>

#include "message.h"

namespace craton::server {

/// What one client may have of something that all share: a fourth of it is always there for others.
constexpr std::uint64_t part_of_one(std::uint64_t most) { return most - most / 4; }

/// Something of which all clients together have at most so much, and each alone: connections, bytes, places in a queue. Safe from
/// many threads.
class Budget {
 public:
  explicit Budget(std::uint64_t most) : Budget(most, part_of_one(most)) {}
  Budget(std::uint64_t most, std::uint64_t most_of_one) : most_(most), most_of_one_(most_of_one) {}

  /// False where that is more than there is left.
  bool take(const std::string& client, std::uint64_t amount) {
    const std::lock_guard lock(mutex_);
    const auto found = clients_.find(client);
    const std::uint64_t held = found == clients_.end() ? 0 : found->second;
    if (amount > most_ - held_ || held + amount > most_of_one_) return false;
    held_ += amount;
    clients_[client] = held + amount;
    return true;
  }
  void give(const std::string& client, std::uint64_t amount) {
    const std::lock_guard lock(mutex_);
    const auto found = clients_.find(client);
    held_ -= amount;
    found->second -= amount;
    if (found->second == 0) clients_.erase(found);
  }

 private:
  const std::uint64_t most_, most_of_one_;
  std::mutex mutex_;
  std::uint64_t held_ = 0;
  std::unordered_map<std::string, std::uint64_t> clients_;  // what each holds, above 0
};

/// One holder's part of it, given back at the end.
class Share {
 public:
  Share(Budget& budget, std::string client) : budget_(budget), client_(std::move(client)) {}
  ~Share() {
    if (held_ > 0) budget_.give(client_, held_);
  }
  Share(const Share&) = delete;
  Share& operator=(const Share&) = delete;
  /// False where that is more than there is left.
  bool grow_to(std::uint64_t amount) {
    if (amount <= held_) return true;
    if (!budget_.take(client_, amount - held_)) return false;
    held_ = amount;
    return true;
  }

 private:
  Budget& budget_;
  std::string client_;
  std::uint64_t held_ = 0;
};

/// Bytes of answers that are being sent. An answer that several readers get counts once, and once for each client.
class AnswerBudget {
 public:
  explicit AnswerBudget(std::uint64_t most) : most_(most) {}

  bool take(const std::string& client, const Bytes& body) {
    const std::lock_guard lock(mutex_);
    const std::uint64_t size = body->size();
    const auto found = readers_.find(body.get());
    const bool known = found != readers_.end(), known_to_client = known && found->second.contains(client);
    const auto one = clients_.find(client);
    const std::uint64_t held = one == clients_.end() ? 0 : one->second;
    if (!known && size > most_ - held_) return false;
    if (!known_to_client && held + size > part_of_one(most_)) return false;
    if (!known) held_ += size;
    if (!known_to_client) clients_[client] = held + size;
    ++readers_[body.get()][client];
    return true;
  }
  void give(const std::string& client, const Bytes& body) {
    const std::lock_guard lock(mutex_);
    const auto found = readers_.find(body.get());
    const auto reader = found->second.find(client);
    if (--reader->second > 0) return;
    found->second.erase(reader);
    const auto one = clients_.find(client);
    one->second -= body->size();
    if (one->second == 0) clients_.erase(one);
    if (!found->second.empty()) return;
    held_ -= body->size();
    readers_.erase(found);
  }

 private:
  const std::uint64_t most_;
  std::mutex mutex_;
  std::uint64_t held_ = 0;
  std::unordered_map<const std::string*, std::unordered_map<std::string, std::uint32_t>> readers_;  // by answer, then by client
  std::unordered_map<std::string, std::uint64_t> clients_;                                          // what each holds, above 0
};

/// One reader's hold on an answer.
class Sending {
 public:
  Sending(AnswerBudget& budget, const std::string& client) : budget_(budget), client_(client) {}
  ~Sending() {
    if (body_) budget_.give(client_, body_);
  }
  Sending(const Sending&) = delete;
  Sending& operator=(const Sending&) = delete;
  bool take(const Bytes& body) {
    if (!budget_.take(client_, body)) return false;
    body_ = body;
    return true;
  }

 private:
  AnswerBudget& budget_;
  const std::string& client_;
  Bytes body_;
};

}  // namespace craton::server
