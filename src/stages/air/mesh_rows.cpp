#include "stages/air/mesh_rows.h"

#include <algorithm>

namespace craton::air {
namespace {

/// How much of its neighbours a place takes, `share` of the way through its cell; the cell itself has the rest.
float weight_before(float share) { return 0.5F * (1 - share) * (1 - share); }
float weight_after(float share) { return 0.5F * share * share; }

}  // namespace

MeshField::MeshField(const ClimateMesh& mesh, std::span<const float> values) : mesh_(&mesh) {
  const auto wide = static_cast<std::int32_t>(mesh.width()), high = static_cast<std::int32_t>(mesh.height());
  padded_.resize(std::size_t{mesh.panels()} * (mesh.width() + 2) * (mesh.height() + 2));
  float* out = padded_.data();
  const auto value = [&](std::uint32_t panel, std::int32_t column, std::int32_t row) {
    return values[static_cast<std::size_t>(mesh.at(panel, column, row))];
  };
  for (std::uint32_t panel = 0; panel < mesh.panels(); ++panel)
    for (std::int32_t row = -1; row <= high; ++row)
      for (std::int32_t column = -1; column <= wide; ++column) {
        const std::int32_t c = std::clamp(column, 0, wide - 1), r = std::clamp(row, 0, high - 1);
        const bool inside = c == column && r == row;
        const std::int32_t cell = mesh.at(panel, column, row);
        if (inside || cell != ClimateMesh::beyond) {
          *out++ = values[static_cast<std::size_t>(cell)];
        } else if (mesh.is_sphere()) {
          *out++ = (value(panel, c, r) + value(panel, column, r) + value(panel, c, row)) / 3;
        } else {  // the border's own values go on
          const std::int32_t near = mesh.at(panel, mesh.wraps_x() ? column : c, mesh.wraps_y() ? row : r);
          *out++ = values[static_cast<std::size_t>(near)];
        }
      }
}

void MeshField::blend(std::uint32_t panel, std::uint32_t fine_row, float* line) const {
  const std::size_t wide = mesh_->width() + 2;
  const std::uint32_t row = mesh_->rows().cell(fine_row);
  const float* above = padded_.data() + (std::size_t{panel} * (mesh_->height() + 2) + row) * wide;
  const float *middle = above + wide, *below = middle + wide;
  const float before = weight_before(mesh_->rows().share(fine_row)), after = weight_after(mesh_->rows().share(fine_row));
  for (std::size_t i = 0; i < wide; ++i) line[i] = middle[i] + (before * (above[i] - middle[i]) + after * (below[i] - middle[i]));
}

MeshRows::MeshRows(const ClimateMesh& mesh, std::vector<MeshField> fields) : mesh_(&mesh), fields_(std::move(fields)) {
  for (const float share : mesh.columns().shares()) {
    weight_left_.push_back(weight_before(share));
    weight_right_.push_back(weight_after(share));
  }
  begin_.assign(mesh.width() + std::size_t{1}, mesh.fine_width());
  for (std::uint32_t i = mesh.fine_width(); i-- > 0;) begin_[mesh.columns().cell(i)] = i;
}

MeshRows::Work MeshRows::work() const {
  Work work;
  work.line.resize(3 * (mesh_->width() + std::size_t{2}));
  work.values.assign(fields_.size(), std::vector<float>(mesh_->fine_width()));
  return work;
}

void MeshRows::read_line(const float* line, float* out) const {
  const float *left = weight_left_.data(), *right = weight_right_.data();
  // Columns of one coarse cell lie together and share three numbers; the ring's first column lies before the panel's.
  for (std::uint32_t j = 0; j < mesh_->width(); ++j) {
    const float here = line[j + 1], before = line[j] - here, after = line[j + 2] - here;
    const std::uint32_t end = begin_[j + 1];
    for (std::uint32_t i = begin_[j]; i < end; ++i) out[i] = here + (left[i] * before + right[i] * after);
  }
}

void MeshRows::read(std::uint64_t row, Work& work) const {
  const auto panel = static_cast<std::uint32_t>(row / mesh_->fine_height()),
             down = static_cast<std::uint32_t>(row % mesh_->fine_height());
  for (std::size_t f = 0; f < fields_.size(); ++f) {
    fields_[f].blend(panel, down, work.line.data());
    read_line(work.line.data(), work.values[f].data());
  }
}

}  // namespace craton::air
