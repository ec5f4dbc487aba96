#include "stages/air/climate_mesh.h"

#include <algorithm>

#include "base/math_kernels.h"
#include "base/parallel.h"
#include "stages/air/mesh_rows.h"
#include "surface/cube_faces.h"
#include "surface/warp.h"

namespace craton::air {
namespace {

constexpr double degrees = 180 / 3.14159265358979323846;

Vec3f to_float(const Vec3d& v) { return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)}; }

/// Two steps around a cell: right and down the way the panel's columns and rows grow.
constexpr std::array<std::array<std::int32_t, 2>, 4> steps{{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}};

std::uint32_t grid_cells_along(double extent, double side, std::uint32_t fine) {
  const double cells = std::floor(extent / side + 0.5);
  return static_cast<std::uint32_t>(std::clamp(cells, std::min<double>(3, fine), static_cast<double>(fine)));
}

}  // namespace

AxisOverlap::AxisOverlap(std::uint32_t fine, std::uint32_t coarse) {
  // A fine cell is `coarse` long and a coarse one `fine`, in whole units.
  for (std::uint64_t i = 0; i < fine; ++i) {
    const std::uint64_t middle = (2 * i + 1) * coarse, period = 2 * std::uint64_t{fine};
    cell_.push_back(static_cast<std::uint32_t>(middle / period));
    share_.push_back(static_cast<float>(middle % period) / static_cast<float>(period));
  }
  for (std::uint64_t j = 0; j < coarse; ++j) {
    const std::uint64_t begin = j * fine, end = begin + fine;
    const std::uint64_t first = begin / coarse, last = (end + coarse - 1) / coarse;
    first_.push_back(static_cast<std::uint32_t>(first));
    last_.push_back(static_cast<std::uint32_t>(last));
    const auto part = [&](std::uint64_t i) {
      const std::uint64_t from = std::max(begin, i * coarse), to = std::min(end, (i + 1) * coarse);
      return static_cast<float>(to - from) / static_cast<float>(coarse);
    };
    first_weight_.push_back(part(first));
    last_weight_.push_back(part(last - 1));
  }
  weights_ = static_cast<float>(fine) / static_cast<float>(coarse);
}

Result<ClimateMesh> ClimateMesh::make(const Domain& domain, int size, const Latitudes& latitudes) {
  ClimateMesh mesh;
  const auto wanted = static_cast<std::uint32_t>(size);
  if (const auto* sphere = std::get_if<CubeSphere>(&domain)) {
    mesh.sphere_ = true;
    mesh.panels_ = face_count;
    mesh.theta_ = sphere->theta();
    mesh.fine_width_ = mesh.fine_height_ = sphere->resolution();
    mesh.width_ = mesh.height_ = std::min(wanted, sphere->resolution());
  } else {
    if (const auto* torus = std::get_if<Torus>(&domain)) {
      mesh.fine_width_ = torus->size().width;
      mesh.fine_height_ = torus->size().height;
      mesh.wrap_x_ = torus->wraps_x();
      mesh.wrap_y_ = torus->wraps_y();
    } else {
      const auto& tile = std::get<PlaneTile>(domain);
      mesh.fine_width_ = tile.stored_width();
      mesh.fine_height_ = tile.stored_height();
    }
    mesh.step_ = craton::spacing(domain);
    mesh.latitudes_ = latitudes;
    const double wide = mesh.fine_width_, high = mesh.fine_height_;
    const double side = std::sqrt(wide * high / (6.0 * wanted * wanted));
    mesh.width_ = grid_cells_along(wide, side, mesh.fine_width_);
    mesh.height_ = grid_cells_along(high, side, mesh.fine_height_);
  }
  mesh.finish();
  return mesh;
}

ClimateMesh ClimateMesh::coarser(float times) const {
  ClimateMesh mesh;
  mesh.sphere_ = sphere_;
  mesh.panels_ = panels_;
  mesh.wrap_x_ = wrap_x_;
  mesh.wrap_y_ = wrap_y_;
  mesh.theta_ = theta_;
  mesh.latitudes_ = latitudes_;
  mesh.fine_width_ = width_;
  mesh.fine_height_ = height_;
  mesh.fine_columns_ = fine_columns_ * fine_width_ / width_;
  mesh.fine_rows_ = fine_rows_ * fine_height_ / height_;
  mesh.step_ = step_;
  const auto fewer = [&](std::uint32_t cells) {
    const double wanted = std::floor(static_cast<double>(cells) / times + 0.5);
    return static_cast<std::uint32_t>(std::clamp(wanted, std::min<double>(3, cells), static_cast<double>(cells)));
  };
  mesh.width_ = fewer(width_);
  mesh.height_ = fewer(height_);
  mesh.finish();
  if (!shift_.empty()) {
    std::vector<float> means(mesh.count());
    mesh.means_in_order(shift_, means);
    mesh.shift_climates(means);
  }
  return mesh;
}

void ClimateMesh::shift_climates(std::span<const float> shift) {
  shift_.assign(shift.begin(), shift.end());
  for (std::size_t cell = 0; cell < latitude_.size(); ++cell) {
    const std::size_t line = cell / width_;
    const double row = (static_cast<double>(line) + 0.5) * fine_rows_ * fine_height_ / height_ - 0.5;
    const auto room = sphere_ ? 1.0F : static_cast<float>(latitudes_.room_to_shift(row));
    latitude_[cell] = std::clamp(latitude_[cell] - shift[cell] * room, -90.0F, 90.0F);
  }
}

void ClimateMesh::finish() {
  if (sphere_)
    fill_sphere();
  else
    fill_map();
  columns_ = AxisOverlap(fine_width_, width_);
  rows_ = AxisOverlap(fine_height_, height_);
  double area = 0;
  for (const float each : area_) area += each;
  spacing_ = static_cast<float>(std::sqrt(area / static_cast<double>(count())));
}

std::int32_t ClimateMesh::at(std::uint32_t panel, std::int32_t column, std::int32_t row) const {
  const auto wide = static_cast<std::int32_t>(width_), high = static_cast<std::int32_t>(height_);
  const bool beside = column < 0 || column >= wide, above_or_below = row < 0 || row >= high;
  const auto cell = [&](std::uint32_t face, std::int32_t c, std::int32_t r) {
    return (static_cast<std::int32_t>(face) * high + r) * wide + c;
  };
  if (!sphere_) {
    if ((beside && !wrap_x_) || (above_or_below && !wrap_y_)) return beyond;
    return cell(0, (column + wide) % wide, (row + high) % high);
  }
  const std::optional<FaceCell> there = folded_cell(panel, column, row, wide);
  return there ? cell(there->face, static_cast<std::int32_t>(there->column), static_cast<std::int32_t>(there->row)) : beyond;
}

void ClimateMesh::join(std::size_t cell, std::uint32_t side, std::int32_t other, Vec3f normal, float way) {
  across_[4 * cell + side] = other;
  normal_[4 * cell + side] = normal;
  way_[4 * cell + side] = way;
}

void ClimateMesh::fill_sphere() {
  const std::size_t cells = std::size_t{face_count} * width_ * width_;
  for (auto* list : {&latitude_, &area_}) list->resize(cells);
  for (auto* list : {&east_, &north_}) list->resize(cells);
  across_.resize(4 * cells);
  normal_.resize(4 * cells);
  way_.resize(4 * cells);
  std::vector<Vec3d> centres(cells);
  place_cells(centres);
  for (std::uint32_t face = 0; face < face_count; ++face) join_face(face, centres);
}

void ClimateMesh::place_cells(std::span<Vec3d> centres) {
  const std::size_t face_cells = std::size_t{width_} * width_;
  std::vector<double> middles;
  for (std::uint32_t i = 0; i < width_; ++i) middles.push_back(warp_of((2.0 * i + 1) / width_ - 1, theta_));
  for (std::uint32_t face = 0; face < face_count; ++face)
    for (std::uint32_t row = 0; row < width_; ++row)
      for (std::uint32_t column = 0; column < width_; ++column) {
        const std::size_t on_face = std::size_t{row} * width_ + column, cell = face * face_cells + on_face;
        const Vec3d at = direction_on_face(face, middles[column], middles[row]);
        centres[cell] = at;
        const double flat = std::sqrt(at.x * at.x + at.y * at.y);
        // The four faces around the equator have the same latitudes, and the bottom those of the top.
        latitude_[cell] = face == 0 || face == 4 ? static_cast<float>(math::kernel::atan2(at.z, flat) * degrees)
                          : face < 4             ? latitude_[on_face]
                                                 : -latitude_[4 * face_cells + on_face];
        const Vec3d east = flat > 0 ? Vec3d{-at.y / flat, at.x / flat, 0} : Vec3d{0, 1, 0};
        east_[cell] = to_float(east);
        north_[cell] = to_float(cross(at, east));
      }
}

void ClimateMesh::join_face(std::uint32_t face, std::span<const Vec3d> centres) {
  const std::size_t line = width_ + std::size_t{1};
  std::vector<double> planes;
  for (std::uint32_t i = 0; i <= width_; ++i) planes.push_back(warp_of(2.0 * i / width_ - 1, theta_));
  std::vector<Vec3d> corners(line * line);
  for (std::size_t row = 0; row < line; ++row)
    for (std::size_t column = 0; column < line; ++column)
      corners[row * line + column] = direction_on_face(face, planes[column], planes[row]);
  for (std::uint32_t row = 0; row < width_; ++row)
    for (std::uint32_t column = 0; column < width_; ++column) {
      const std::size_t cell = (std::size_t{face} * width_ + row) * width_ + column;
      const std::size_t nw = row * line + column, sw = nw + line;
      // Half the cross product of the diagonals; what the sphere bulges is below 10⁻⁴ of it at usual sizes.
      const Vec3d a = (corners[sw + 1] - corners[nw]), b = (corners[sw] - corners[nw + 1]);
      area_[cell] = static_cast<float>(0.5 * length(cross(a, b)) * (earth_radius * earth_radius));
      const std::array<std::array<std::size_t, 2>, 4> ends{{{sw + 1, nw + 1}, {sw, sw + 1}, {nw, sw}, {nw + 1, nw}}};
      for (std::uint32_t side = 0; side < 4; ++side) {
        const std::int32_t to =
            at(face, static_cast<std::int32_t>(column) + steps[side][0], static_cast<std::int32_t>(row) + steps[side][1]);
        const auto other = static_cast<std::size_t>(to);
        if (other < cell) {
          mirror_side(cell, side, other);
          continue;
        }
        // Across the side, along the ground: around a cell these add up to nothing, so that a steady wind neither meets nor
        // parts.
        const Vec3d out = cross(corners[ends[side][1]], corners[ends[side][0]]);
        const double way = length((centres[other] - centres[cell]));
        join(cell, side, to, to_float({out.x * earth_radius, out.y * earth_radius, out.z * earth_radius}),
             static_cast<float>(way * earth_radius));
      }
    }
}

void ClimateMesh::mirror_side(std::size_t cell, std::uint32_t side, std::size_t other) {
  for (std::uint32_t back = 0; back < 4; ++back)
    if (across_[4 * other + back] == static_cast<std::int32_t>(cell))
      join(cell, side, static_cast<std::int32_t>(other), normal(other, back) * -1, way(other, back));
}

void ClimateMesh::fill_map() {
  const double side_of_cell = step_ * latitudes_.radians() * earth_radius;  // of the world
  const double wide = side_of_cell * fine_columns_ * fine_width_ / width_,
               high = side_of_cell * fine_rows_ * fine_height_ / height_;
  const std::size_t cells = std::size_t{width_} * height_;
  latitude_.resize(cells);
  area_.assign(cells, static_cast<float>(wide * high));
  east_.assign(cells, Vec3f{1, 0, 0});
  north_.assign(cells, Vec3f{0, -1, 0});
  across_.resize(4 * cells);
  normal_.resize(4 * cells);
  way_.resize(4 * cells);
  for (std::uint32_t row = 0; row < height_; ++row) {
    const double middle = (row + 0.5) * fine_rows_ * fine_height_ / height_ - 0.5;
    const double latitude = latitudes_.of_row(middle);
    const bool mirrored = latitudes_.mirrored_row(middle);
    for (std::uint32_t column = 0; column < width_; ++column) {
      const std::size_t cell = std::size_t{row} * width_ + column;
      latitude_[cell] = static_cast<float>(latitude);
      if (mirrored) north_[cell] = Vec3f{0, 1, 0};
      for (std::uint32_t side = 0; side < 4; ++side) {
        const bool sideways = steps[side][0] != 0;
        const Vec3d normal{steps[side][0] * high, steps[side][1] * wide, 0};
        join(cell, side,
             at(0, static_cast<std::int32_t>(column) + steps[side][0], static_cast<std::int32_t>(row) + steps[side][1]),
             to_float(normal), static_cast<float>(sideways ? wide : high));
      }
    }
  }
}

void ClimateMesh::means_of_rows(FineRow row, std::span<float> means, std::uint64_t begin, std::uint64_t end) const {
  const float scale = 1 / (columns_.weights() * rows_.weights());
  std::vector<float> line(fine_width_), sums(fine_width_);
  for (std::uint64_t at = begin; at < end; ++at) {
    const auto panel = static_cast<std::uint32_t>(at / height_), coarse = static_cast<std::uint32_t>(at % height_);
    // Down the columns first: whole rows at a time.
    std::fill(sums.begin(), sums.end(), 0.0F);
    const std::uint32_t last = rows_.last(coarse);
    for (std::uint32_t r = rows_.first(coarse); r < last; ++r) {
      row((panel * fine_height_ + r) * fine_width_, fine_width_, line.data());
      float weight = scale;
      if (r == rows_.first(coarse))
        weight *= rows_.first_weight(coarse);
      else if (r + 1 == last)
        weight *= rows_.last_weight(coarse);
      for (std::uint32_t i = 0; i < fine_width_; ++i) sums[i] += weight * line[i];
    }
    float* out = means.data() + at * width_;
    for (std::uint32_t j = 0; j < width_; ++j) {
      const std::uint32_t from = columns_.first(j), to = columns_.last(j);
      float sum = columns_.first_weight(j) * sums[from];
      for (std::uint32_t i = from + 1; i + 1 < to; ++i) sum += sums[i];
      if (to > from + 1) sum += columns_.last_weight(j) * sums[to - 1];
      out[j] = sum;
    }
  }
}

void ClimateMesh::means_in_order(std::span<const float> values, std::span<float> means) const {
  means_of_rows([&](Cell first, std::uint32_t count, float* out) { std::copy_n(values.data() + first, count, out); }, means, 0,
                std::uint64_t{panels_} * height_);
}

Result<void> ClimateMesh::means_of(FineRow row, std::span<float> means, const Execution& execution) const {
  return parallel_blocks(std::uint64_t{panels_} * height_, 4, execution,
                         [&](std::uint64_t begin, std::uint64_t end) { means_of_rows(row, means, begin, end); });
}

Result<void> ClimateMesh::means_of(std::span<const float> layer, std::span<float> means, const Execution& execution) const {
  return means_of([&](Cell first, std::uint32_t count, float* out) { std::copy_n(layer.data() + first, count, out); }, means,
                  execution);
}

std::vector<float> ClimateMesh::read(const ClimateMesh& coarse, std::span<const float> values) const {
  const MeshRows rows(coarse, {MeshField(coarse, values)});
  MeshRows::Work work = rows.work();
  std::vector<float> all;
  all.reserve(count());
  for (std::uint64_t row = 0; row < rows.rows(); ++row) {
    rows.read(row, work);
    all.insert(all.end(), work.values[0].begin(), work.values[0].end());
  }
  return all;
}

std::vector<float> ClimateMesh::spread(std::span<const float> values, float radius) const {
  // Means and their reading each have a radius of about half a cell.
  const ClimateMesh coarse = coarser(std::max(1.0F, 1.4F * radius / spacing_));
  std::vector<float> means(coarse.count());
  coarse.means_in_order(values, means);
  return read(coarse, means);
}

void ClimateMesh::gradient(std::span<const float> values, std::span<Vec3f> rise) const {
  // By Gauss: the mean of values times normals around the cell.
  for (std::size_t cell = 0; cell < values.size(); ++cell) {
    Vec3f sum;
    for (std::uint32_t side = 0; side < 4; ++side) {
      const std::int32_t other = across(cell, side);
      if (other != beyond) sum = sum + normal(cell, side) * (0.5F * (values[static_cast<std::size_t>(other)] - values[cell]));
    }
    rise[cell] = sum * (1 / area_[cell]);
  }
}

}  // namespace craton::air
