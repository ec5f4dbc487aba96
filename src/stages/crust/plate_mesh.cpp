#include "stages/crust/plate_mesh.h"

#include <algorithm>
#include <cmath>

#include "surface/cube_faces.h"

namespace craton::crust {
namespace {

constexpr std::uint32_t steps_of_u = 1024;

}  // namespace

Vec3d unit(const Vec3d& v) {
  const double size = length(v);
  return size > 0 ? v * (1 / size) : Vec3d{};
}

Ground::Ground(const Domain& domain) {
  if (const auto* sphere = std::get_if<CubeSphere>(&domain)) {
    sphere_ = true;
    metres_ = sphere->radius() / earth_radius;
    return;
  }
  if (const auto* torus = std::get_if<Torus>(&domain)) {
    const double wide = torus->spacing() * torus->size().width, high = torus->spacing() * torus->size().height;
    metres_ = std::sqrt(wide * high / earth_area);
    width_ = wide / metres_;
    height_ = high / metres_;
    wrap_x_ = torus->wraps_x();
    wrap_y_ = torus->wraps_y();
  }
}

Vec3d Ground::onto(const Vec3d& place) const {
  if (sphere_) return place * (earth_radius / length(place));
  const auto along = [](double value, double size, bool wraps) {
    if (!wraps) return std::clamp(value, 0.0, size * (1 - 0x1p-40));
    const double turned = value - size * std::floor(value / size);
    return turned < size ? turned : 0.0;
  };
  return {along(place.x, width_, wrap_x_), along(place.y, height_, wrap_y_), 0};
}

Result<PlateMesh> PlateMesh::make(const Domain& domain, int size) {
  PlateMesh mesh{Ground(domain)};
  if (mesh.ground_.is_sphere())
    CRATON_TRY(mesh.fill_sphere(size));
  else
    mesh.fill_map(size);
  mesh.number_corners();
  mesh.total_area_ = 0;
  for (const double area : mesh.areas_) mesh.total_area_ += area;
  mesh.spacing_ = std::sqrt(mesh.total_area_ / mesh.count());
  return mesh;
}

void PlateMesh::add_side(Cell cell, Cell other, std::uint64_t from, std::uint64_t to) {
  sides_.push_back({cell, other, 0, 0});
  side_keys_.push_back(from);
  side_keys_.push_back(to);
}

namespace {

/// A corner of the cells on the cube is a point with whole coordinates 0 … size: the same one from all faces that meet in it.
std::uint64_t corner_key(std::uint32_t face, int column, int row, int size) {
  const Vec3d place = from_frame_of(cube_faces[face], {2.0 * column - size, 2.0 * row - size, double(size)});
  const auto whole = [&](double value) { return static_cast<std::uint64_t>(value + size); };
  return (whole(place.x) << 40) | (whole(place.y) << 20) | whole(place.z);
}

Vec3d corner_place(std::uint64_t key, int size, double theta) {
  const auto warp = [&](std::uint64_t whole) { return warped((static_cast<double>(whole) - size) / size, theta); };
  return unit({warp(key >> 40), warp((key >> 20) & 0xFFFFF), warp(key & 0xFFFFF)}) * earth_radius;
}

}  // namespace

Result<void> PlateMesh::fill_sphere(int size) {
  CRATON_TRY(const CubeSphere sphere, CubeSphere::make({.resolution = size, .radius = earth_radius, .jitter = 0}, Seed{}));
  const CubeSphere& s = sphere;
  size_ = s.resolution();
  theta_ = s.theta();
  for (std::uint32_t column = 0; column < size_; ++column) planes_.push_back(warped(2.0 * column / size - 1, theta_));
  for (std::uint32_t step = 0; step <= steps_of_u; ++step) {
    const double u = 2.0 * step / steps_of_u - 1;
    const auto after = std::upper_bound(planes_.begin(), planes_.end(), u);
    near_plane_.push_back(static_cast<std::uint16_t>(after == planes_.begin() ? 0 : after - planes_.begin() - 1));
  }
  first_link_.push_back(0);
  for (Cell cell = 0; cell < s.cell_count(); ++cell) {
    centres_.push_back(unit(s.direction(cell)) * earth_radius);
    areas_.push_back(s.area(cell));
    s.for_each_link(cell, [&](Link link) { links_.push_back({link.to, double{link.length}}); });
    first_link_.push_back(static_cast<std::uint32_t>(links_.size()));
  }
  struct Side {
    int right, down, x0, y0, x1, y1;
  };
  constexpr Side around[4] = {{1, 0, 1, 0, 1, 1}, {0, 1, 0, 1, 1, 1}, {-1, 0, 0, 0, 0, 1}, {0, -1, 0, 0, 1, 0}};
  for (std::uint32_t face = 0; face < face_count; ++face)
    for (int row = 0; row < size; ++row)
      for (int column = 0; column < size; ++column)
        for (const Side& side : around) {
          const Cell cell = s.cell(face, static_cast<std::uint32_t>(column), static_cast<std::uint32_t>(row));
          const std::optional<Cell> other = s.folded(face, column + side.right, row + side.down);
          if (other && cell < *other)
            add_side(cell, *other, corner_key(face, column + side.x0, row + side.y0, size),
                     corner_key(face, column + side.x1, row + side.y1, size));
        }
  return {};
}

void PlateMesh::fill_map(int size) {
  const double side = std::sqrt(earth_area / (6.0 * size * size));
  const auto cells_along = [&](double extent) {
    return static_cast<std::uint32_t>(std::clamp(std::floor(extent / side + 0.5), 4.0, 4096.0));
  };
  columns_ = cells_along(ground_.width());
  rows_ = cells_along(ground_.height());
  const double wide = ground_.width() / columns_, high = ground_.height() / rows_;
  const detail::GridLinks grid{columns_, rows_, ground_.wraps_x(), ground_.wraps_y(), 1, 1};
  first_link_.push_back(0);
  for (std::uint32_t row = 0; row < rows_; ++row)
    for (std::uint32_t column = 0; column < columns_; ++column)
      centres_.push_back({(column + 0.5) * wide, (row + 0.5) * high, 0});
  for (Cell cell = 0; cell < columns_ * rows_; ++cell) {
    areas_.push_back(wide * high);
    grid.for_each(cell, [&](Link link) { links_.push_back({link.to, ground_.distance(centres_[cell], centres_[link.to])}); });
    first_link_.push_back(static_cast<std::uint32_t>(links_.size()));
  }
  const auto corner = [&](std::uint32_t column, std::uint32_t row) {
    const std::uint64_t x = ground_.wraps_x() ? column % columns_ : column, y = ground_.wraps_y() ? row % rows_ : row;
    return (x << 40) | (y << 20);
  };
  const auto link = [&](Cell cell, Cell other, std::uint64_t from, std::uint64_t to) {
    add_side(std::min(cell, other), std::max(cell, other), from, to);
  };
  for (std::uint32_t row = 0; row < rows_; ++row)
    for (std::uint32_t column = 0; column < columns_; ++column) {
      const Cell cell = row * columns_ + column;
      if (column + 1 < columns_ || ground_.wraps_x())
        link(cell, row * columns_ + (column + 1) % columns_, corner(column + 1, row), corner(column + 1, row + 1));
      if (row + 1 < rows_ || ground_.wraps_y())
        link(cell, (row + 1) % rows_ * columns_ + column, corner(column, row + 1), corner(column + 1, row + 1));
    }
}

void PlateMesh::number_corners() {
  std::vector<std::uint64_t> keys = side_keys_;
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  const auto number = [&](std::uint64_t key) {
    return static_cast<std::uint32_t>(std::lower_bound(keys.begin(), keys.end(), key) - keys.begin());
  };
  for (std::size_t i = 0; i < sides_.size(); ++i) {
    sides_[i].from = number(side_keys_[2 * i]);
    sides_[i].to = number(side_keys_[2 * i + 1]);
  }
  for (const std::uint64_t key : keys) {
    if (ground_.is_sphere()) {
      corners_.push_back(corner_place(key, static_cast<int>(size_), theta_));
    } else {
      corners_.push_back({static_cast<double>(key >> 40) * ground_.width() / columns_,
                          static_cast<double>((key >> 20) & 0xFFFFF) * ground_.height() / rows_, 0});
    }
  }
  side_keys_ = {};
}

std::uint32_t PlateMesh::column_of(double u) const {
  const double step = std::clamp((u + 1) * (0.5 * steps_of_u), 0.0, double{steps_of_u});
  std::uint32_t column = near_plane_[static_cast<std::size_t>(step)];
  while (column + 1 < size_ && planes_[column + 1] <= u) ++column;
  return column;
}

Cell PlateMesh::cell_on_sphere(const Vec3d& place) const {
  const std::uint32_t face = face_of(place);
  const FaceVector vector = in_frame_of(cube_faces[face], place);
  return (face * size_ + column_of(vector.down / vector.out)) * size_ + column_of(vector.right / vector.out);
}

Cell PlateMesh::cell_at(const Vec3d& place) const {
  if (ground_.is_sphere()) return cell_on_sphere(place);
  const auto column = static_cast<std::uint32_t>(place.x / ground_.width() * columns_);
  const auto row = static_cast<std::uint32_t>(place.y / ground_.height() * rows_);
  return std::min(row, rows_ - 1) * columns_ + std::min(column, columns_ - 1);
}

}  // namespace craton::crust
