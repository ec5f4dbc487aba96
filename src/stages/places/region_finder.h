#pragma once

#include <string_view>
#include <vector>

#include <craton/base/result.h>
#include <craton/surface/objects.h>
#include <craton/surface/surface.h>

#include "stages/places/connected_pieces.h"
#include "stages/places/ground_covers.h"
#include "stages/places/region_axis.h"

/// What on a world deserves a name: lands and waters, ranges, and what covers the ground.
namespace craton {

struct GeographyRules {
  double least = 2e-5;      ///< part of the world that an island covers at least; a sea ten times that
  double continent = 0.06;  ///< part of the land
  double ocean = 0.06;      ///< part of the world
  double least_ocean = 0;   ///< m²; smaller ones are seas
  double largest_sea = 0.25;
  double land_neck = 0.3, sea_neck = 0.6;
  double gulf = 0.09, bay = 0.03;                 ///< how wide, as a part of the world's side
  double mountains = 0.15;                        ///< part of the land at most
  double least_rise = 150;                        ///< m
  double hills = 700;                             ///< m; lower ranges are hills, where others rise three times as far
  double least_range = 5e-4, least_cover = 2e-3;  ///< parts of the world
};

struct Region {
  std::string_view kind, group;
  RegionAxis axis;
  double area = 0;
  Cell extreme = no_cell;  ///< the highest cell, or the deepest
};

/// What the mesh knows of the world beneath it.
struct MeshGround {
  std::vector<float> mean, highest, deepest;        ///< heights, m; the mean takes the sea for 0
  std::vector<Cell> top, bottom;                    ///< where those are
  std::vector<std::uint8_t> land;                   ///< 1 where at least half is land
  std::vector<std::int32_t> land_piece, sea_piece;  ///< which one most cells belong to; −1: none
  std::vector<std::uint8_t> cover;                  ///< of most of its land
};

struct MeshInput {
  std::span<const float> heights;
  std::span<const std::int32_t> pieces;  ///< of cells, by connected_pieces
  CoverLayers covers{};
};
Result<MeshGround> mesh_ground(const PlaceMesh& mesh, const MeshInput& input, const Execution& execution);

/// Regions, and for each cell of the mesh the number of its region from 1 (0: none), of land and of water.
struct LandAndWater {
  std::vector<Region> regions;
  std::vector<std::int32_t> piece;  ///< of each region
  std::vector<std::uint32_t> land, water;
};
LandAndWater find_land_and_water(const PlaceMesh& mesh, const MeshGround& ground, const std::vector<Piece>& pieces,
                                 const GeographyRules& rules);
Result<std::vector<Region>> find_ranges(const Domain& domain, const PlaceMesh& mesh, const MeshGround& ground,
                                        const GeographyRules& rules);
std::vector<Region> find_covers(const PlaceMesh& mesh, const MeshGround& ground, const GeographyRules& rules);

/// The cells of each of the regions 1 … count.
std::vector<std::vector<std::uint32_t>> cells_of(const std::vector<std::uint32_t>& numbers, std::uint32_t count);

}  // namespace craton
