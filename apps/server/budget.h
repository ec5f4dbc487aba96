#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <unordered_map>

#include "message.h"

namespace craton::server {

/// Bytes that many may hold together. Safe from many threads.
class Budget {
 public:
  explicit Budget(std::uint64_t most) : most_(most) {}
  bool take(std::uint64_t bytes) {
    if (held_.fetch_add(bytes) + bytes <= most_) return true;
    held_.fetch_sub(bytes);
    return false;
  }
  void give(std::uint64_t bytes) { held_.fetch_sub(bytes); }

 private:
  const std::uint64_t most_;
  std::atomic<std::uint64_t> held_{0};
};

/// One holder's part of it, given back at the end.
class Share {
 public:
  explicit Share(Budget& budget) : budget_(budget) {}
  ~Share() { budget_.give(bytes_); }
  Share(const Share&) = delete;
  Share& operator=(const Share&) = delete;
  /// False where that is more than there is left.
  bool grow_to(std::uint64_t bytes) {
    if (bytes <= bytes_) return true;
    if (!budget_.take(bytes - bytes_)) return false;
    bytes_ = bytes;
    return true;
  }

 private:
  Budget& budget_;
  std::uint64_t bytes_ = 0;
};

/// Answers that are being sent: bytes that several readers get count once.
class AnswerBudget {
 public:
  explicit AnswerBudget(std::uint64_t most) : budget_(most) {}
  bool take(const Bytes& body) {
    const std::lock_guard lock(mutex_);
    const auto found = readers_.find(body.get());
    if (found == readers_.end() && !budget_.take(body->size())) return false;
    ++readers_[body.get()];
    return true;
  }
  void give(const Bytes& body) {
    const std::lock_guard lock(mutex_);
    const auto found = readers_.find(body.get());
    if (--found->second > 0) return;
    budget_.give(body->size());
    readers_.erase(found);
  }

 private:
  Budget budget_;
  std::mutex mutex_;
  std::unordered_map<const std::string*, std::uint32_t> readers_;
};

/// One reader's hold on an answer.
class Sending {
 public:
  explicit Sending(AnswerBudget& budget) : budget_(budget) {}
  ~Sending() {
    if (body_) budget_.give(body_);
  }
  Sending(const Sending&) = delete;
  Sending& operator=(const Sending&) = delete;
  bool take(const Bytes& body) {
    if (!budget_.take(body)) return false;
    body_ = body;
    return true;
  }

 private:
  AnswerBudget& budget_;
  Bytes body_;
};

}  // namespace craton::server
