#include "shape/plant_ground.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace craton::shape {
namespace {

/// A triangle seen from above.
class Patch {
 public:
  Patch(const VoxelMesh& mesh, std::size_t first) {
    for (std::size_t k = 0; k < 3; ++k) corners_[k] = &mesh.vertices[mesh.triangles[first + k]];
    twice_area_ = cross(*corners_[0], *corners_[1], corners_[2]->x, corners_[2]->y);
  }

  /// Counter-clockwise from outside is clockwise from above where y runs to the south.
  bool faces_up() const { return twice_area_ < -1e-9; }

  /// The columns whose middles it may cover, of so many along an axis.
  std::array<int, 2> columns(float VoxelVertex::*axis, int side) const {
    const auto [low, high] =
        std::minmax({corners_[0]->*axis, corners_[1]->*axis, corners_[2]->*axis}, [](float a, float b) { return a < b; });
    return {std::max(static_cast<int>(std::floor(low - 0.5F - 1e-4F)), 0),
            std::min(static_cast<int>(std::floor(high - 0.5F + 1e-4F)), side - 1)};
  }

  /// Its height over a place, if it covers it; borders count.
  bool height_at(double x, double y, double& z) const {
    double sum = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const double share = cross(*corners_[(k + 1) % 3], *corners_[(k + 2) % 3], x, y) / twice_area_;
      if (share < -1e-5) return false;
      sum += share * double{corners_[k]->z};
    }
    z = sum;
    return true;
  }

 private:
  static double cross(const VoxelVertex& a, const VoxelVertex& b, double x, double y) {
    return (double{b.x} - double{a.x}) * (y - double{a.y}) - (double{b.y} - double{a.y}) * (x - double{a.x});
  }

  std::array<const VoxelVertex*, 3> corners_{};
  double twice_area_ = 0;
};

}  // namespace

std::vector<PlantGround> grounds_of(const VoxelChunk& chunk, const VoxelMesh& mesh, const VoxelTable& table) {
  const auto plants = chunk.plants();
  const int side = chunk.side();
  std::vector<PlantGround> grounds(plants.size());
  std::vector<float> waters(plants.size(), -1);
  std::vector<int> plant_at(static_cast<std::size_t>(side) * static_cast<std::size_t>(side), -1);
  for (std::size_t i = 0; i < plants.size(); ++i)
    plant_at[static_cast<std::size_t>(plants[i].y) * static_cast<std::size_t>(side) + plants[i].x] = static_cast<int>(i);
  const auto meet = [&](std::size_t plant, float z, bool liquid) {
    PlantGround& ground = grounds[plant];
    const auto own = static_cast<float>(plants[plant].z);
    if (liquid)
      waters[plant] = std::max(waters[plant], z);
    else if (!ground.found || std::abs(z - own) < std::abs(ground.z - own))
      ground = {z, true, false};
  };
  for (std::size_t t = 0; t + 2 < mesh.triangles.size(); t += 3) {
    const Patch patch(mesh, t);
    if (!patch.faces_up()) continue;
    const bool liquid = table.grounds[mesh.vertices[mesh.triangles[t]].ground].liquid;
    const auto [x0, x1] = patch.columns(&VoxelVertex::x, side);
    const auto [y0, y1] = patch.columns(&VoxelVertex::y, side);
    for (int y = y0; y <= y1; ++y)
      for (int x = x0; x <= x1; ++x) {
        const int plant = plant_at[static_cast<std::size_t>(y * side + x)];
        double z = 0;
        if (plant >= 0 && patch.height_at(x + 0.5, y + 0.5, z))
          meet(static_cast<std::size_t>(plant), static_cast<float>(z), liquid);
      }
  }
  for (std::size_t i = 0; i < grounds.size(); ++i) grounds[i].drowned = grounds[i].found && waters[i] > grounds[i].z;
  return grounds;
}

}  // namespace craton::shape
