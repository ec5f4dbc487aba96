#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include <craton/base/seed.h>
#include <craton/surface/field.h>
#include <craton/surface/surface.h>

#include "stages/places/ground_covers.h"
#include "stages/places/place_mesh.h"

/// Lone things that are seen from afar, each where it makes sense.
namespace craton {

enum class LandmarkKind : std::uint8_t {
  volcano,
  waterfall,
  lone_peak,
  oasis,
  arch,
  cave_mouth,
  confluence,
  river_fork,
  fissure,
  islet,
  big_tree,
  monument,
  spring,
  boulder,
  pond,
  hillock,
};
inline constexpr std::size_t landmark_kind_count = 16;
/// "volcano", "waterfall", "lone peak", …: the kinds of places in name_parts.h.
std::string_view landmark_name(LandmarkKind kind);

/// A place that could carry a landmark.
struct Candidate {
  LandmarkKind kind = LandmarkKind::volcano;
  Cell cell = 0;
  float score = 0;           ///< among those of its kind
  std::string_view table{};  ///< where it comes from; "" where it was found on the ground
  std::int64_t row = -1;
};

struct LandmarkGround {
  std::span<const float> heights;
  std::span<const std::int32_t> lakes;  ///< empty: none
  std::span<const float> volcanoes;     ///< how much a cell is part of one, 0 … 1; empty: not known
  CoverLayers covers{};
  std::vector<bool> rivers{};  ///< whether a river runs through a cell; empty: none does
};

/// Tables of objects, null where there are none.
struct WaterTables {
  const ObjectTable *rivers = nullptr, *waterfalls = nullptr, *springs = nullptr, *distributaries = nullptr;
};

/// The best of each kind in each cell of the mesh, found on the ground.
Result<std::vector<Candidate>> ground_candidates(const Domain& domain, const PlaceMesh& mesh, const LandmarkGround& ground,
                                                 Seed seed, const Execution& execution);
/// Waterfalls, springs, confluences and forks, from the tables that there are.
std::vector<Candidate> water_candidates(const Domain& domain, const PlaceMesh& mesh, const WaterTables& waters,
                                        const LandmarkGround& ground, Seed seed);
/// Which cells rivers run through, by their table; empty where there is none.
std::vector<bool> river_cells(const ObjectTable* rivers, Cell cells);

struct Landmark {
  Candidate from;
  double striking = 0;
};
struct LandmarkSpacing {
  double apart = 0;  ///< metres between any two at least
  Field density = 1.0;
};
/// The most striking first, and then those that keep their distance: apart / √density where they stand.
std::vector<Landmark> choose_landmarks(const PlaceMesh& mesh, const Domain& domain, std::vector<Candidate> candidates,
                                       const LandmarkSpacing& spacing, Seed seed);

}  // namespace craton
