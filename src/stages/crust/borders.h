#pragma once

#include <array>

#include "stages/crust/blend_nearby.h"
#include "stages/crust/crust_plan.h"
#include "stages/crust/nearby_lists.h"

/// Borders of plates as chains of short arcs, smoothed, with what happens along them.
namespace craton::crust {

enum class BorderKind : std::uint8_t { interior, ridge, rift, transform, collision, active_margin, island_arc };
inline constexpr std::array<std::string_view, 7> border_kind_names{"interior",  "ridge",         "rift",      "transform",
                                                                   "collision", "active margin", "island arc"};

struct Arc {
  Vec3d from, along;         ///< its first end, and the way to the other
  Vec3d across;              ///< unit vector from the plate on one side to the other one, along the ground
  Cell cell = 0, other = 0;  ///< of the mesh, on both sides
  std::int32_t label = 0, other_label = 0;
  double inverse_square = 0;  ///< 1 / length²
  float weight = 0;           ///< length
  // Along today's borders, kilometres in a million years, smoothed along the border:
  float closing = 0, shear = 0;              ///< towards each other; past each other
  float continent = 0, other_continent = 0;  ///< 0 … 1: what the two sides are made of
  float overriding = 0;                      ///< −1: the side of `cell` overrides, 1: that of `other`
  BorderKind kind = BorderKind::interior;
  std::array<float, 3> facing{};  ///< `across`, smoothed along the border
  Vec3d bands;                    ///< of fracture zones: RidgeSteps::axis_of
  // Strengths of what it does, times its length.
  double sinks = 0, meets = 0, ridge = 0, rift = 0, slides = 0, spreads = 0;
};

/// What a place knows of the borders around it; strengths from 0 to about 1, blended over the arcs near it.
struct BorderSample {
  float distance = 0;         ///< kilometres to the nearest arc
  std::int32_t label = 0;     ///< on which side of it
  std::uint32_t nearest = 0;  ///< which arc; no_arc where none is near
  float over = 0, under = 0;  ///< subduction: this side overrides; sinks
  float collision_over = 0, collision_under = 0;
  float ridge = 0, rift = 0, shear = 0;
  float spreading = 0;    ///< kilometres in a million years to each side
  float scar = 0;         ///< 0 … 1: on a fracture zone, or on the transform fault that makes it
  bool on_fault = false;  ///< the nearest border is a transform fault between two segments of a ridge
};
inline constexpr std::uint32_t no_arc = 0xFFFFFFFFu;

class Borders {
 public:
  /// Borders between plates.
  static Borders between_plates(const PlateMesh& mesh, const CrustPlan& plan, bool to_be_asked = true);
  /// Seams between the cores of continents, away from today's borders.
  static Borders between_provinces(const PlateMesh& mesh, const CrustPlan& plan);

  /// Kilometres: farther from all arcs nothing is known of them.
  static constexpr double reach_of_borders = 1200, reach_of_seams = 560;

  std::span<const Arc> arcs() const { return arcs_; }
  double reach() const { return reach_; }

  /// Arcs near a cell of the mesh, for `blend_arcs` and `nearest_arcs`.
  void list_nearby(Cell cell, std::vector<ArcNearby>& arcs) const;
  /// What they found at place i of the cell.
  BorderSample sample(Cell cell, const ArcValues& values, std::size_t i) const;
  /// The same at one place; `cell` is the mesh's cell of it.
  BorderSample at(Cell cell, const Vec3d& place) const;

 private:
  Borders(const PlateMesh& mesh, double reach) : mesh_(mesh), reach_(reach) {}
  template <class Joins>
  void trace(std::span<const std::int32_t> label, Joins&& joins);
  void list_arcs();

  const PlateMesh& mesh_;
  double reach_;
  std::vector<Arc> arcs_;
  NearbyLists near_;                 // arcs
  std::vector<std::int32_t> label_;  // of cells, far from arcs
};

}  // namespace craton::crust
