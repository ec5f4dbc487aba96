#pragma once

#include <span>
#include <string_view>
#include <vector>

#include <craton/base/seed.h>
#include <craton/surface/field.h>
#include <craton/surface/surface.h>

#include "stages/places/ground_covers.h"
#include "stages/places/place_mesh.h"

/// Small things of a landscape: many, none of them remarkable.
namespace craton {

enum class SmallKind : std::uint8_t { dune, beaver_dam, windthrow, swamp_island, clearing };
/// "dune", "beaver dam", …
std::string_view small_name(SmallKind kind);

struct SmallFeature {
  SmallKind kind = SmallKind::dune;
  Cell cell = 0;
};

struct SmallGround {
  std::span<const float> heights;
  std::span<const std::int32_t> lakes;  ///< empty: none
  CoverLayers covers{};
  Field density = 1.0;
};

/// How much of each kind a cell has room for, 0 … 1, in the order of the kinds; beaver dams are asked of rivers instead.
struct SmallShares {
  float dune = 0, windthrow = 0, swamp_island = 0, clearing = 0;

  float most() const;
};
SmallShares small_shares(Cover cover, float slope, float above_mean);

/// Fills `shares` with what the cells have room for, and picks at most one feature for a cell of the mesh: chance is its share.
Result<std::vector<SmallFeature>> find_small_features(const Domain& domain, const ObjectTable* rivers, const PlaceMesh& mesh,
                                                      const SmallGround& ground, std::span<float> shares, Seed seed,
                                                      const Execution& execution);

struct Trail {
  std::size_t from = 0, to = 0;  ///< features
  std::vector<Cell> cells;
};
/// Ways of animals between features, over easy ground and where others have gone before.
std::vector<Trail> find_trails(const Domain& domain, const PlaceMesh& mesh, const SmallGround& ground,
                               const std::vector<SmallFeature>& features, std::size_t count, Seed seed);

}  // namespace craton
