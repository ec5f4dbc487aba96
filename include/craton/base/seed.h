#pragma once

#include <cstdint>
#include <string_view>

#include <craton/base/export.h>

namespace craton {

/// The root of all randomness. Children are named, never numbered by order, so that adding a stage moves no other:
///
///     Seed world{7};
///     Seed rivers = world.child("rivers");   // the same whatever else the world contains
struct Seed {
  std::uint64_t value = 0;

  CRATON_API Seed child(std::string_view name) const;

  friend bool operator==(const Seed&, const Seed&) = default;
};

}  // namespace craton
