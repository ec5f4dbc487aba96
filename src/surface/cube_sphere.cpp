#include <craton/surface/cube_sphere.h>

#include <cmath>

#include "base/fp_mode.h"
#include "surface/checked_param.h"
#include "surface/cube_faces.h"
#include "surface/link_slots.h"
#include "surface/site_search.h"
#include "surface/sphere_tables.h"

namespace craton {
namespace {

/// Nearest whole unit, halves away from zero.
std::int64_t unit_of(double metres) {
  const double units = metres * units_per_metre;
  return static_cast<std::int64_t>(units < 0 ? units - 0.5 : units + 0.5);
}

float chord(const Vec3f& a, const Vec3f& b, double radius) {
  const double x = double{a.x} - b.x, y = double{a.y} - b.y, z = double{a.z} - b.z;
  return static_cast<float>(std::sqrt(x * x + y * y + z * z) * radius);
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<CubeSphere::Params>() {
  using Params = CubeSphere::Params;
  static const ParamInfo list[] = {
      // 26 000: six faces then still have fewer than 2^32 − 1 cells.
      integer_param<&Params::resolution>("resolution", 4, 26000, "", "Cells along an edge of each of the cube's six faces."),
      number_param<&Params::radius>("radius", 1, 1e9, "m", "From the centre of the sphere to its surface."),
      number_param<&Params::jitter>("jitter", 0, 1, "",
                                    "How far sites stray from the middle of their cells: 1 is anywhere in the cell."),
      number_param<&Params::theta>(
          "theta", 0.01, 1.5, "rad",
          "Warp of the cube's faces: 0.8687 makes cells nearly equal, small angles leave the bare cube."),
  };
  return list;
}

Result<CubeSphere> CubeSphere::make(const Params& params, Seed seed, const Execution& execution) {
  CRATON_TRY(check_param<Params>("resolution", std::int64_t{params.resolution}));
  CRATON_TRY(check_param<Params>("radius", params.radius));
  CRATON_TRY(check_param<Params>("jitter", params.jitter));
  CRATON_TRY(check_param<Params>("theta", params.theta));
  CRATON_TRY(std::shared_ptr<const SphereTables> tables, SphereTables::make(params, seed, execution));

  CubeSphere sphere;
  sphere.resolution_ = static_cast<std::uint32_t>(params.resolution);
  sphere.radius_ = params.radius;
  sphere.theta_ = params.theta;
  sphere.jitter_ = params.jitter;
  sphere.spacing_ = sphere_spacing(sphere.resolution_, params.radius);
  sphere.sites_ = tables->sites;
  sphere.tables_ = std::move(tables);
  return sphere;
}

Point3 CubeSphere::position(Cell cell) const {
  const Vec3d place = centre(cell);
  return {unit_of(place.x), unit_of(place.y), unit_of(place.z)};
}

LatLon CubeSphere::lat_lon(Cell cell) const { return lat_lon_of(direction(cell)); }

Vec3d CubeSphere::centre(Cell cell) const {
  const Vec3f& site = sites_[cell];
  return {site.x * radius_, site.y * radius_, site.z * radius_};
}

double CubeSphere::area(Cell cell) const {
  return tables_->area(resolution_, cell % resolution_, cell / resolution_ % resolution_) * (radius_ * radius_);
}

float CubeSphere::distance(Cell from, Cell to) const { return chord(sites_[from], sites_[to], radius_); }

std::optional<Cell> CubeSphere::folded(std::uint32_t face, std::int64_t column, std::int64_t row) const {
  const std::optional<FaceCell> there = folded_cell(face, column, row, resolution_);
  return there ? std::optional(cell(there->face, there->column, there->row)) : std::nullopt;
}

int CubeSphere::links_of(Cell from, std::array<Link, max_degree>& links) const {
  const Vec3f& site = sites_[from];
  if (run_from(from).regular) {
    const std::array<std::int32_t, 8> offsets = regular_offsets();
    for (std::size_t i = 0; i < 8; ++i) {
      const Cell to = from + static_cast<Cell>(offsets[i]);
      links[i] = {to, chord(site, sites_[to], radius_)};
    }
    return 8;
  }
  const std::uint32_t column = from % resolution_, row = from / resolution_ % resolution_;
  const std::uint32_t face = from / resolution_ / resolution_;
  std::size_t count = 0;
  for (const GridStep step : slot_steps) {
    const std::optional<Cell> to = folded(face, std::int64_t{column} + step.right, std::int64_t{row} + step.down);
    if (to) links[count++] = {*to, chord(site, sites_[*to], radius_)};
  }
  return static_cast<int>(count);
}

Cell CubeSphere::cell_at(const Vec3d& direction) const {
  FloatingPointMode ieee;
  const PlaceOnCube place = SiteSearch(*this).place_of(direction);
  return cell(place.face, static_cast<std::uint32_t>(place.column), static_cast<std::uint32_t>(place.row));
}

Cell CubeSphere::nearest(const Vec3d& direction) const {
  FloatingPointMode ieee;
  const SiteSearch search(*this);
  return search.nearest(search.place_of(unit_vector(direction))).cell;
}

}  // namespace craton
