#include "stages/places/place_mesh.h"

#include <algorithm>
#include <cmath>

#include "surface/vectors.h"

namespace craton {
namespace {

std::uint32_t at_most(double wanted, std::uint32_t most) {
  const double rounded = std::floor(wanted + 0.5);
  return rounded < 1 ? 1 : rounded < most ? static_cast<std::uint32_t>(rounded) : most;
}

/// The part of a row of `mesh` cells in which each of `fine` cells lies.
std::vector<std::uint32_t> parts_of(std::uint32_t fine, std::uint32_t mesh) {
  std::vector<std::uint32_t> parts(fine);
  for (std::uint32_t i = 0; i < fine; ++i) parts[i] = static_cast<std::uint32_t>(std::uint64_t{i} * mesh / fine);
  return parts;
}

/// Where each of the parts begins, and where the last ends.
std::vector<std::uint32_t> starts_of(const std::vector<std::uint32_t>& parts) {
  std::vector<std::uint32_t> starts;
  for (std::uint32_t i = 0; i < parts.size(); ++i)
    if (i == 0 || parts[i] != parts[i - 1]) starts.push_back(i);
  starts.push_back(static_cast<std::uint32_t>(parts.size()));
  return starts;
}

}  // namespace

/// Rows and columns, on one sheet or on the six of a cube.
void PlaceMesh::add_grid(std::uint32_t width, std::uint32_t height, std::uint32_t mesh_width, std::uint32_t mesh_height,
                         std::uint32_t sheets) {
  width_ = width;
  column_of_ = parts_of(width, mesh_width);
  const std::vector<std::uint32_t> rows = parts_of(height, mesh_height);
  const std::vector<std::uint32_t> row_starts = starts_of(rows), column_starts = starts_of(column_of_);
  for (std::uint32_t sheet = 0; sheet < sheets; ++sheet) {
    for (std::uint32_t row = 0; row < height; ++row) row_start_.push_back((sheet * mesh_height + rows[row]) * mesh_width);
    for (std::uint32_t row = 0; row < mesh_height; ++row) {
      first_row_.push_back(sheet * height + row_starts[row]);
      const std::uint32_t middle = sheet * height + (row_starts[row] + row_starts[row + 1]) / 2;
      for (std::uint32_t column = 0; column < mesh_width; ++column)
        middles_.push_back(middle * width + (column_starts[column] + column_starts[column + 1]) / 2);
    }
  }
  first_row_.push_back(sheets * height);
}

void PlaceMesh::add_flat_links(std::uint32_t mesh_width, std::uint32_t mesh_height, bool wrap_x, bool wrap_y) {
  // A side of less than three cells does not go round: a cell would be its own neighbour.
  const detail::GridLinks grid{mesh_width, mesh_height, wrap_x && mesh_width > 2, wrap_y && mesh_height > 2, 1, 1};
  for (std::uint32_t cell = 0; cell < size(); ++cell) {
    first_link_.push_back(static_cast<std::uint32_t>(links_.size()));
    grid.for_each(cell, [&](Link link) {
      links_.push_back({link.to, static_cast<float>(distance(centres_[cell], centres_[link.to]))});
    });
  }
  first_link_.push_back(static_cast<std::uint32_t>(links_.size()));
}

Result<PlaceMesh> PlaceMesh::make(const Domain& domain, std::uint32_t cells) {
  PlaceMesh mesh;
  if (const auto* sphere = std::get_if<CubeSphere>(&domain)) {
    const std::uint32_t side = at_most(std::sqrt(cells / 6.0), sphere->resolution());
    CRATON_TRY(
        const CubeSphere coarse,
        CubeSphere::make(
            {.resolution = static_cast<int>(side), .radius = sphere->radius(), .jitter = 0, .theta = sphere->theta()}, Seed{0}));
    mesh.radius_ = sphere->radius();
    mesh.add_grid(sphere->resolution(), sphere->resolution(), coarse.resolution(), coarse.resolution(), 6);
    for (Cell cell = 0; cell < coarse.cell_count(); ++cell) {
      mesh.centres_.push_back(coarse.centre(cell));
      mesh.areas_.push_back(coarse.area(cell));
      mesh.first_link_.push_back(static_cast<std::uint32_t>(mesh.links_.size()));
      coarse.for_each_link(cell, [&](Link link) { mesh.links_.push_back(link); });
    }
    mesh.first_link_.push_back(static_cast<std::uint32_t>(mesh.links_.size()));
  } else {
    const auto* torus = std::get_if<Torus>(&domain);
    const auto* tile = std::get_if<PlaneTile>(&domain);
    const std::uint32_t width = torus ? torus->size().width : tile->stored_width();
    const std::uint32_t height = torus ? torus->size().height : tile->stored_height();
    const double step = metres_from_units(torus ? torus->step() : tile->step());
    const std::uint32_t mesh_width = at_most(std::sqrt(double(cells) * width / height), width);
    const std::uint32_t mesh_height = at_most(std::sqrt(double(cells) * height / width), height);
    mesh.add_grid(width, height, mesh_width, mesh_height, 1);
    mesh.periods_ = Periods(domain);
    const Vec3d origin = torus ? torus->centre(0) : tile->centre(0);
    mesh.origin_x_ = origin.x;
    mesh.origin_y_ = origin.y;
    const std::vector<std::uint32_t> columns = starts_of(mesh.column_of_);
    for (std::uint32_t row = 0; row < mesh_height; ++row)
      for (std::uint32_t column = 0; column < mesh_width; ++column) {
        const std::uint32_t left = columns[column], right = columns[column + 1];
        const std::uint32_t top = mesh.first_row_[row], bottom = mesh.first_row_[row + 1];
        mesh.centres_.push_back({origin.x + (left + right - 1) * 0.5 * step, origin.y + (top + bottom - 1) * 0.5 * step, 0});
        mesh.areas_.push_back(double(right - left) * (bottom - top) * step * step);
      }
    mesh.add_flat_links(mesh_width, mesh_height, torus && torus->wraps_x(), torus && torus->wraps_y());
  }
  for (const double area : mesh.areas_) mesh.whole_area_ += area;
  mesh.spacing_ = std::sqrt(mesh.whole_area_ / mesh.size());
  return mesh;
}

Vec3d PlaceMesh::home(const Vec3d& place) const {
  const auto inside = [](double at, double origin, double period) {
    return period > 0 ? at - period * std::floor((at - origin) / period) : at;
  };
  return {inside(place.x, origin_x_, periods_.x), inside(place.y, origin_y_, periods_.y), place.z};
}

double PlaceMesh::distance(const Vec3d& a, const Vec3d& b) const { return length(beside(a, b) - b); }

Vec3d PlaceMesh::on_ground(const Vec3d& place) const {
  if (!sphere()) return place;
  const double far = length(place);
  return far > 0 ? place * (radius_ / far) : place;
}

}  // namespace craton
