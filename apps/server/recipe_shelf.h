#pragma once

#include <cstdint>
#include <list>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace craton::server {

/// Texts of recipes in a folder, by their hashes, so that addresses hold when the server starts again. The newest ones, up to a
/// number and to a sum of bytes. What cannot be written is not kept: pages register it again. Safe from many threads.
class RecipeShelf {
 public:
  explicit RecipeShelf(std::string folder);  ///< "": nothing is kept

  void put(const std::string& hash, std::string_view text);
  std::optional<std::string> get(std::string_view hash) const;
  std::size_t count() const;

  static constexpr std::size_t most_recipes = 1000;
  static constexpr std::uint64_t most_bytes = std::uint64_t{16} << 20;

 private:
  std::string path_of(std::string_view hash) const;
  void remember(std::string hash, std::uint64_t bytes);  // locked
  void make_room();                                      // locked

  std::string folder_;
  mutable std::mutex mutex_;
  struct Entry {
    std::string hash;
    std::uint64_t bytes = 0;
  };
  std::list<Entry> entries_;  // the newest first
  std::map<std::string, std::list<Entry>::iterator, std::less<>> places_;
  std::uint64_t bytes_ = 0;
};

}  // namespace craton::server
