#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <craton/base/result.h>
#include <craton/surface/surface.h>

namespace craton::atlas {

/// Something that has a name: a row of the table `places`.
struct NamedPlace {
  std::string name, kind, group;
  Vec3d place;
  ObjectColumn::Path line;
  double size = 0;  ///< m² of areas, m of lines
  std::int64_t rank = 10;
};

/// The most important first; of no table: none.
Result<std::vector<NamedPlace>> named_places(const Surface& surface);

}  // namespace craton::atlas
