#pragma once

#include <string>
#include <vector>

#include <craton/surface/surface.h>

#include "stages/places/name_parts.h"
#include "stages/places/place_mesh.h"

namespace craton {

/// Something that wants a name, with where it comes from.
struct PlaceToName {
  const PlaceKind* kind = nullptr;
  Vec3d place{};
  ObjectColumn::Path line{};
  double size = 0;  ///< m² of areas, m of lines, 0 of points
  std::string_view table;
  std::size_t row = 0;
  int rank = 1;
  Vec3d key_place{};  ///< what lies about here at every resolution,
  int key_level = 0;  ///< in a square of this level (PlaceKeys)
};

/// All that the tables regions, rivers, lakes and landmarks hold, at most `most` of each kind: the largest; by rank, and within a
/// rank by kind and size. Tables that are not there are left out.
/// Tables whose objects have names; null where there are none.
struct NamedTables {
  const ObjectTable *regions = nullptr, *rivers = nullptr, *lakes = nullptr, *landmarks = nullptr;
};
std::vector<PlaceToName> places_to_name(const NamedTables& tables, const PlaceMesh& mesh, std::size_t most);

}  // namespace craton
