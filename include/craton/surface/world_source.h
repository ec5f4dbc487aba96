#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include <craton/base/result.h>
#include <craton/surface/surface.h>

namespace craton {

/// Finished worlds that a recipe names. A source of assets (base/assets.h) that has some is a WorldSource too.
class WorldSource {
 public:
  virtual ~WorldSource() = default;
  /// A world with all its tables, and of its layers those of these names that it has.
  virtual Result<Surface> world(std::string_view name, std::span<const std::string_view> layers) const = 0;
  virtual Result<std::uint64_t> world_seed(std::string_view name) const = 0;
  /// Found fast, and another one as soon as the world behind a name is another.
  virtual Result<std::uint64_t> world_key(std::string_view name) const = 0;
};

}  // namespace craton
