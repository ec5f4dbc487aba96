#include "make_cache.h"

#include <cstdlib>

#include <craton/files/folder.h>

#include "text.h"

namespace craton::cli {
namespace {

/// $CRATON_CACHE, $XDG_CACHE_HOME/craton or ~/.cache/craton; empty where there is no home.
std::string usual_cache() {
  const auto variable = [](const char* name) {
    const char* text = std::getenv(name);
    return std::string(text ? text : "");
  };
  if (std::string folder = variable("CRATON_CACHE"); !folder.empty()) return folder;
  if (std::string folder = variable("XDG_CACHE_HOME"); !folder.empty()) return folder + "/craton";
  if (std::string folder = variable("HOME"); !folder.empty()) return folder + "/.cache/craton";
  return "";
}

}  // namespace

void CacheOptions::add_to(Arguments& args) {
  args.option("--cache DIR", folder,
              "Folder that keeps what stages gave. Default: $CRATON_CACHE, $XDG_CACHE_HOME/craton or ~/.cache/craton.");
  args.flag("--no-cache", none, "Make all stages anew and keep nothing.");
  limit_option = args.option("--cache-limit SIZE", limit, "How large the cache may grow; what was used longest ago goes first.")
                     .show_default();
}

Result<void> CacheOptions::check() const {
  if (none && !folder.empty()) return invalid("--no-cache", "contradicts --cache");
  const Result<std::uint64_t> bytes = parse_bytes(limit, "--cache-limit");
  if (!bytes) return bytes.error();
  if (none && limit_option.given()) return invalid("--cache-limit", "does nothing with --no-cache");
  return {};
}

Result<std::unique_ptr<BlobStore>> CacheOptions::open() const {
  const std::string path = folder.empty() ? usual_cache() : folder;
  if (none || path.empty()) return std::unique_ptr<BlobStore>();
  CRATON_TRY(const std::uint64_t bytes, parse_bytes(limit, "--cache-limit"));
  Result<std::unique_ptr<BlobStore>> cache = cache_in_folder(path, bytes);
  if (!cache && folder.empty()) return std::unique_ptr<BlobStore>();
  if (!cache) return Error{cache.error().code, "--cache", cache.error().to_string()};
  return cache;
}

}  // namespace craton::cli
