#include "recipe_shelf.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <tuple>
#include <vector>

#include <craton/files/new_file.h>
#include <craton/files/text_file.h>

namespace craton::server {
namespace {

namespace fs = std::filesystem;

bool is_hash(std::string_view text) {
  return text.size() == 16 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

}  // namespace

RecipeShelf::RecipeShelf(std::string folder) : folder_(std::move(folder)) {
  if (folder_.empty()) return;
  std::error_code error;
  fs::create_directories(folder_, error);
  struct Found {
    fs::file_time_type time;
    std::string hash;
    std::uint64_t bytes;
  };
  std::vector<Found> found;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_, error)) {
    const std::string hash = entry.path().stem().string();
    if (entry.path().extension() != ".json" || !is_hash(hash) || !entry.is_regular_file(error)) continue;
    found.push_back({entry.last_write_time(error), hash, entry.file_size(error)});
  }
  std::sort(found.begin(), found.end(),
            [](const Found& a, const Found& b) { return std::tie(a.time, a.hash) < std::tie(b.time, b.hash); });
  for (Found& each : found) remember(std::move(each.hash), each.bytes);
  make_room();
}

std::string RecipeShelf::path_of(std::string_view hash) const { return fmt::format("{}/{}.json", folder_, hash); }

void RecipeShelf::remember(std::string hash, std::uint64_t bytes) {
  entries_.push_front({std::move(hash), bytes});
  places_[entries_.front().hash] = entries_.begin();
  bytes_ += bytes;
}

void RecipeShelf::make_room() {
  while (entries_.size() > most_recipes || bytes_ > most_bytes) {
    std::error_code error;
    fs::remove(path_of(entries_.back().hash), error);
    bytes_ -= entries_.back().bytes;
    places_.erase(entries_.back().hash);
    entries_.pop_back();
  }
}

void RecipeShelf::put(const std::string& hash, std::string_view text) {
  if (folder_.empty() || !is_hash(hash) || text.size() > most_bytes / 4) return;
  const std::lock_guard lock(mutex_);
  if (const auto found = places_.find(hash); found != places_.end()) {
    entries_.splice(entries_.begin(), entries_, found->second);
    return;
  }
  Result<NewFile> file = NewFile::create(path_of(hash));
  if (!file || !file->write(std::as_bytes(std::span(text))) || !file->commit()) return;
  remember(hash, text.size());
  make_room();
}

std::optional<std::string> RecipeShelf::get(std::string_view hash) const {
  {
    const std::lock_guard lock(mutex_);
    if (!places_.contains(hash)) return {};
  }
  Result<std::string> text = read_text_file(path_of(hash), most_bytes);
  if (!text) return {};
  return *std::move(text);
}

std::size_t RecipeShelf::count() const {
  const std::lock_guard lock(mutex_);
  return entries_.size();
}

}  // namespace craton::server
