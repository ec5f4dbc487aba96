#pragma once

#include <unordered_map>
#include <vector>

#include <craton/shape/voxel_surfaces.h>

#include "shape/point_grid.h"

namespace craton::shape {

/// A place where the surface cuts a line of voxels: between two that touch.
struct Crossing {
  Corner twice{};   ///< their sum: twice the middle between them
  Corner normal{};  ///< how solidity falls there
  GroundId ground = 0;
};

/// A chunk among chunks of other levels. Its points are every 2^level-th voxel of the world, those of a coarser chunk are among
/// them, and lines between points are cut where their voxels are: borders of two levels have the same cuts wherever both look at
/// the same points.
class LevelPoints {
 public:
  LevelPoints(const VoxelChunk& chunk, const VoxelTable& table, const VoxelLevels& levels);

  int side() const { return side_; }      ///< voxels
  int height() const { return height_; }  ///< voxels
  int stride() const { return stride_; }  ///< voxels from point to point
  /// Below the world all is solid, above it nothing is.
  bool solid(const Corner& at) const { return at[2] < 0 || (at[2] < height_ && points_[place(at)] != 0); }
  GroundId ground(const Corner& at) const { return at[2] < 0 ? GroundId{1} : points_[place(at)]; }

  /// Where the line from a solid point to another one is cut first.
  Crossing crossing(const Corner& solid_point, const Corner& other) const;

  /// Whether a point's coordinates, counted in points of this stride over the whole world, have an even sum.
  bool is_even(const Corner& at, int stride) const {
    return ((at[0] / stride + at[1] / stride + at[2] / stride + side_ / stride * odd_chunk_) & 1) == 0;
  }

  /// The levels of all chunks that a line between two points belongs to: least and greatest.
  struct LevelRange {
    int least, greatest;
  };
  LevelRange levels_of(const Corner& from, const Corner& to) const;
  /// Whether levels meet along a line, and whether its points are those of a coarser one.
  bool is_cut(const Corner& from, const Corner& to) const {
    const LevelRange range = levels_of(from, to);
    return range.least != range.greatest;
  }
  bool is_coarse(const Corner& from, const Corner& to) const { return levels_of(from, to).greatest > level_; }
  /// Whether one of the four upright edges of a square of columns is coarse: then eight cells are one.
  bool is_joined(int x, int y) const;

 private:
  std::size_t place(const Corner& at) const {
    const auto pitch = static_cast<std::size_t>(side_ + 2 * border_);
    return (static_cast<std::size_t>(at[2]) * pitch + static_cast<std::size_t>(at[1] + border_)) * pitch +
           static_cast<std::size_t>(at[0] + border_);
  }
  /// Differences of a voxel's neighbours, those that are not known left out.
  Corner fall(const Corner& at) const;

  int side_, height_, border_, level_, stride_;
  int odd_chunk_;  ///< whether the numbers of the chunk have an odd sum
  VoxelLevels levels_;
  std::vector<GroundId> points_;  // 0: not solid
};

/// Vertices at crossings, each there once.
class CrossingVertices {
 public:
  CrossingVertices(const LevelPoints& points, VoxelMesh& mesh) : points_(points), mesh_(mesh) {}
  std::uint32_t between(const Corner& solid_point, const Corner& other);

 private:
  const LevelPoints& points_;
  VoxelMesh& mesh_;
  std::unordered_map<std::uint64_t, std::uint32_t> index_;
};

/// Whole numbers between −2^15 and 2^15 as a key.
std::uint64_t key_of(const Corner& place, int more = 0);

void add_level_marching(const LevelPoints& points, bool tetrahedra, VoxelMesh& mesh);
void add_level_nets(const LevelPoints& points, VoxelMesh& mesh);

}  // namespace craton::shape
