#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace craton {

/// Things that threads need while they work (room, contexts), made when all others are taken and kept for the next thread.
template <class T>
class Pool {
 public:
  class Lease {
   public:
    explicit Lease(Pool& pool) : pool_(pool), thing_(pool.take()) {}
    ~Lease() { pool_.give_back(std::move(thing_)); }
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    T& operator*() { return *thing_; }
    T* operator->() { return thing_.get(); }

   private:
    Pool& pool_;
    std::unique_ptr<T> thing_;
  };

 private:
  std::unique_ptr<T> take() {
    {
      const std::lock_guard lock(guard_);
      if (!idle_.empty()) {
        std::unique_ptr<T> thing = std::move(idle_.back());
        idle_.pop_back();
        return thing;
      }
    }
    return std::make_unique<T>();
  }
  void give_back(std::unique_ptr<T> thing) {
    const std::lock_guard lock(guard_);
    idle_.push_back(std::move(thing));
  }

  std::mutex guard_;
  std::vector<std::unique_ptr<T>> idle_;
};

}  // namespace craton
