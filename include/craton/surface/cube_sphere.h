#pragma once

#include <memory>
#include <optional>
#include <span>

#include <craton/base/export.h>
#include <craton/base/params.h>
#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/base/seed.h>
#include <craton/surface/topology.h>

namespace craton {

struct SphereTables;  // of Craton itself

/// A sphere under a cube of R × R cells a face, one site in each, moved off the cell's middle by jitter: cell = face · R² +
/// row · R + column. Links go to the up to eight cells around a cell (not to Voronoi neighbours); a step over two edges of a face
/// at once leads nowhere, so the cells at the cube's corners have seven. Areas are those of the cells, not of Voronoi regions.
/// Cheap to copy: the sites are shared.
class CRATON_API CubeSphere {
 public:
  struct Params {
    int resolution = 128;       ///< R
    double radius = 6'371'000;  ///< metres
    double jitter = 0.8;        ///< 0: sites in the middle of their cells; 1: anywhere in them
    double theta = 0.8687;
  };
  /// Errors name the parameter.
  static Result<CubeSphere> make(const Params& params, Seed seed, const Execution& execution = {});

  std::uint32_t resolution() const { return resolution_; }
  double radius() const { return radius_; }
  double theta() const { return theta_; }
  double jitter() const { return jitter_; }

  std::span<const Vec3f> sites() const { return sites_; }  ///< directions, one a cell
  Vec3d direction(Cell cell) const {
    const Vec3f& site = sites_[cell];
    return {site.x, site.y, site.z};
  }
  Point3 position(Cell cell) const;  ///< of the site, in units from the centre
  LatLon lat_lon(Cell cell) const;

  Cell cell(std::uint32_t face, std::uint32_t column, std::uint32_t row) const {
    return (face * resolution_ + row) * resolution_ + column;
  }
  Cell cell_at(const Vec3d& direction) const;  ///< the cell of the cube that the direction falls into
  /// The cell of the nearest site, in constant time; the lower cell where two are equally near.
  Cell nearest(const Vec3d& direction) const;
  /// The cell at (column, row) of a face, where both may lie up to R outside: beyond one edge it lies on the neighbouring face,
  /// beyond two at once nowhere.
  std::optional<Cell> folded(std::uint32_t face, std::int64_t column, std::int64_t row) const;

  static constexpr int max_degree = 8;
  static constexpr bool even_links = false;
  Cell cell_count() const { return 6 * resolution_ * resolution_; }
  double area(Cell cell) const;
  Vec3d centre(Cell cell) const;
  double spacing() const { return spacing_; }  ///< the root of the mean area
  std::array<std::int32_t, 8> regular_offsets() const {
    const auto r = static_cast<std::int32_t>(resolution_);
    return {-r - 1, -r, -r + 1, -1, 1, r - 1, r, r + 1};
  }
  CellRun run_from(Cell cell) const {
    const std::uint32_t row = cell / resolution_ % resolution_, column = cell % resolution_;
    const bool inside = row > 0 && row + 1 < resolution_ && column > 0 && column + 1 < resolution_;
    return inside ? CellRun{cell - column + resolution_ - 1, true} : CellRun{cell + 1, false};
  }
  template <class F>
  void for_each_link(Cell cell, F&& f) const {
    std::array<Link, max_degree> links;
    const int count = links_of(cell, links);
    for (int i = 0; i < count; ++i) f(links[static_cast<std::size_t>(i)]);
  }
  /// Metres between two sites: the straight line (chord).
  float distance(Cell from, Cell to) const;

 private:
  friend class SiteSearch;
  int links_of(Cell cell, std::array<Link, max_degree>& links) const;

  std::uint32_t resolution_ = 0;
  double radius_ = 1, theta_ = 0, jitter_ = 0, spacing_ = 1;
  std::span<const Vec3f> sites_;                // in *tables_
  std::shared_ptr<const SphereTables> tables_;  // sites and areas
};

template <>
CRATON_API std::span<const ParamInfo> params_of<CubeSphere::Params>();

}  // namespace craton
