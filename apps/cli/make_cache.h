#pragma once

#include <memory>
#include <string>

#include <craton/base/assets.h>
#include <craton/base/result.h>

#include "arguments.h"

namespace craton::cli {

/// --cache, --no-cache and --cache-limit: where stages that did not change are kept.
struct CacheOptions {
  std::string folder, limit = "4G";
  bool none = false;
  Option limit_option{};

  void add_to(Arguments& args);
  Result<void> check() const;
  /// Nothing where none is wanted. A usual cache that cannot be used is no reason not to make a world; one that was asked for is.
  Result<std::unique_ptr<BlobStore>> open() const;
};

}  // namespace craton::cli
