#pragma once

#include <vector>

#include "stages/air/climate_mesh.h"

namespace craton::air {

/// A field on the mesh, with a ring of cells around each panel, ready to be read at the middles of fine cells.
///
/// Values are those of a quadratic B-spline over 3 × 3 cells: smooth, between the least and the greatest of them, exact for
/// constants. On the edge of a panel they are a mean over both sides, so that faces of the cube and the seams of maps agree. At
/// the corners of the cube, where the ring has no cell, it holds the mean of the three that meet.
class MeshField {
 public:
  MeshField(const ClimateMesh& mesh, std::span<const float> values);

  /// Three rows of the ring weighted for a fine row: width + 2 numbers.
  void blend(std::uint32_t panel, std::uint32_t fine_row, float* line) const;
  const ClimateMesh& mesh() const { return *mesh_; }

 private:
  const ClimateMesh* mesh_;
  std::vector<float> padded_;
};

/// Reads several fields at a row of fine cells.
class MeshRows {
 public:
  MeshRows(const ClimateMesh& mesh, std::vector<MeshField> fields);

  struct Work {
    std::vector<float> line;
    std::vector<std::vector<float>> values;  ///< of each field, one a fine column
  };
  Work work() const;
  /// Row `row` counts through all panels: its first cell is row · fine width.
  void read(std::uint64_t row, Work& work) const;
  std::uint64_t rows() const { return std::uint64_t{mesh_->panels()} * mesh_->fine_height(); }

 private:
  void read_line(const float* line, float* out) const;

  const ClimateMesh* mesh_;
  std::vector<MeshField> fields_;
  std::vector<float> weight_left_, weight_right_;  // of each fine column
  std::vector<std::uint32_t> begin_;               // first fine column of each coarse one, and the end
};

inline constexpr std::uint64_t rows_at_once = 16;

}  // namespace craton::air
