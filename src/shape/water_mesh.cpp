#include <algorithm>
#include <vector>

#include <craton/shape/terrain_mesh.h>

#include "shape/plane_samples.h"

namespace craton {
namespace {

/// Cells with a corner below the sea, put together to rectangles.
class WetCells {
 public:
  WetCells(const PlaneSamples& samples, const TerrainPatch& patch)
      : columns_(patch.columns), rows_(patch.rows), wet_(std::size_t{columns_} * rows_) {
    const auto below = [&](std::uint32_t column, std::uint32_t row) {
      return samples.height(samples.place().cell(patch.column + column, patch.row + row)) < 0;
    };
    for (std::uint32_t row = 0; row < rows_; ++row)
      for (std::uint32_t column = 0; column < columns_; ++column)
        wet_[index(column, row)] =
            below(column, row) || below(column + 1, row) || below(column, row + 1) || below(column + 1, row + 1);
  }

  Mesh covered(double spacing) {
    Mesh mesh;
    for (std::uint32_t row = 0; row < rows_; ++row)
      for (std::uint32_t column = 0; column < columns_; ++column)
        if (wet_[index(column, row)]) add_rectangle(column, row, spacing, mesh);
    return mesh;
  }

 private:
  std::size_t index(std::uint32_t column, std::uint32_t row) const { return std::size_t{row} * columns_ + column; }
  bool all_wet(std::uint32_t column, std::uint32_t until, std::uint32_t row) const {
    while (column < until && wet_[index(column, row)]) ++column;
    return column == until;
  }

  /// As far to the east as it is wet, and then as far to the south as all of that is.
  void add_rectangle(std::uint32_t column, std::uint32_t row, double spacing, Mesh& mesh) {
    std::uint32_t east = column, south = row;
    while (east < columns_ && wet_[index(east, row)]) ++east;
    while (south < rows_ && all_wet(column, east, south)) ++south;
    for (std::uint32_t y = row; y < south; ++y)
      for (std::uint32_t x = column; x < east; ++x) wet_[index(x, y)] = false;
    const auto first = static_cast<std::uint32_t>(mesh.positions.size());
    const auto corner = [&](std::uint32_t x, std::uint32_t y) {
      mesh.positions.push_back({static_cast<float>(x * spacing), static_cast<float>(y * spacing), 0});
      mesh.normals.push_back({0, 0, 1});
    };
    corner(column, row);
    corner(east, row);
    corner(east, south);
    corner(column, south);
    for (const std::uint32_t vertex : {0U, 3U, 2U, 0U, 2U, 1U}) mesh.triangles.push_back(first + vertex);
  }

  std::uint32_t columns_, rows_;
  std::vector<bool> wet_;
};

/// Adds the water of rivers and lakes, a square over each cell with a wet corner. Its corners have the river's level; those on
/// land lie below the bank.
void add_rivers(const Surface& surface, const PlaneSamples& samples, const TerrainPatch& patch, Mesh& mesh) {
  const Layer *away = surface.layer("river_distance"), *level = surface.layer("river_level");
  if (!away || !level || away->type() != LayerType::number || level->type() != LayerType::number) return;
  const PlaneTile& place = samples.place();
  for (std::uint32_t row = 0; row < patch.rows; ++row)
    for (std::uint32_t column = 0; column < patch.columns; ++column) {
      constexpr std::uint32_t corners[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
      bool wet = false;
      for (const auto& corner : corners) {
        const Cell cell = place.cell(patch.column + column + corner[0], patch.row + row + corner[1]);
        wet = wet || (away->numbers()[cell] < 0 && level->numbers()[cell] > 0);
      }
      if (!wet) continue;
      const auto first = static_cast<std::uint32_t>(mesh.positions.size());
      for (const auto& corner : corners) {
        const std::uint32_t x = column + corner[0], y = row + corner[1];
        mesh.positions.push_back({static_cast<float>(x * place.spacing()), static_cast<float>(y * place.spacing()),
                                  level->numbers()[place.cell(patch.column + x, patch.row + y)]});
        mesh.normals.push_back({0, 0, 1});
      }
      for (const std::uint32_t vertex : {0U, 3U, 2U, 0U, 2U, 1U}) mesh.triangles.push_back(first + vertex);
    }
}

}  // namespace

Result<Mesh> water_mesh(const Surface& surface, const TerrainPatch& patch, const std::string& height) {
  CRATON_TRY(const PlaneSamples samples, plane_samples(surface, height, "surface"));
  CRATON_TRY(const TerrainPatch whole, within(patch, samples.place()));
  Mesh mesh = WetCells(samples, whole).covered(samples.place().spacing());
  add_rivers(surface, samples, whole, mesh);
  return mesh;
}

}  // namespace craton
