#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/worlds/voxels.h>

namespace craton::picture {

struct Colour {
  float r = 0, g = 0, b = 0;

  friend Colour operator+(Colour a, Colour b) { return {a.r + b.r, a.g + b.g, a.b + b.b}; }
  friend Colour operator*(Colour a, Colour b) { return {a.r * b.r, a.g * b.g, a.b * b.b}; }
  friend Colour operator*(Colour a, float s) { return {a.r * s, a.g * s, a.b * s}; }
};
inline Colour mixed(Colour a, Colour b, float share) { return a * (1 - share) + b * share; }
Colour linear_from_srgb(std::array<std::uint8_t, 3> colour);

/// A part of a voxel, in its own coordinates from 0 to 1.
struct SmallBox {
  std::array<float, 3> low, high;
  Colour colour;
};

struct Material {
  enum class Kind : std::uint8_t { none, full, liquid, small };
  Kind kind = Kind::none;
  Colour colour;
  float speckle = 0.05F;  ///< how much voxels of it differ
  std::vector<SmallBox> boxes;
};

/// Chunks of a world as one array of materials, plants included.
class VoxelScene {
 public:
  static Result<VoxelScene> make(const VoxelWorld& world, ChunkPlace centre, int radius, bool plants, const Execution& execution);

  int width() const { return width_; }    ///< along x and y
  int height() const { return height_; }  ///< along z
  int top() const { return top_; }        ///< the first level above which there is nothing
  int sea() const { return sea_; }
  bool contains(int x, int y, int z) const { return x >= 0 && y >= 0 && z >= 0 && x < width_ && y < width_ && z < height_; }
  std::uint8_t at(int x, int y, int z) const { return voxels_[place(x, y, z)]; }
  bool full(int x, int y, int z) const { return contains(x, y, z) && materials_[at(x, y, z)].kind == Material::Kind::full; }
  const Material& material(std::uint8_t id) const { return materials_[id]; }
  /// The level on which one could stand at a column.
  int ground(int x, int y) const;

 private:
  std::size_t place(int x, int y, int z) const {
    return (static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x)) *
               static_cast<std::size_t>(height_) +
           static_cast<std::size_t>(z);
  }
  void add_chunk(const VoxelChunk& chunk, int x0, int y0);
  friend class PlantStamps;

  int width_ = 0, height_ = 0, top_ = 0, sea_ = 0;
  std::vector<std::uint8_t> voxels_;
  std::vector<Material> materials_;
};

}  // namespace craton::picture
