#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <craton/base/export.h>
#include <craton/base/params.h>
#include <craton/base/result.h>
#include <craton/base/seed.h>
#include <craton/surface/coords.h>

/// Where a world lies. Three domains share one shape, the concept Topology below, so that a stage is written once.
namespace craton {

/// Cells from some cell on whose eight links go to cell + offset in reading order (NW N NE W E SW S SE), or a single cell
/// whose links are told by for_each_link alone.
struct CellRun {
  Cell end = 0;
  bool regular = false;
};

/// What stages know of a domain. Links come in a fixed order (reading order around the cell, in the frame of its own row and
/// column), and they are mutual: where a has a link to b, b has one to a, of the same length.
template <class T>
concept Topology = requires(const T& t, Cell c) {
  { t.cell_count() } -> std::same_as<Cell>;
  { t.area(c) } -> std::same_as<double>;    // m²
  { t.centre(c) } -> std::same_as<Vec3d>;   // metres
  { t.spacing() } -> std::same_as<double>;  // metres between neighbours: the step, or on the sphere its mean
  { T::max_degree } -> std::convertible_to<int>;
  { T::even_links } -> std::convertible_to<bool>;  // the length of a regular link depends on its number alone
  { t.regular_offsets() } -> std::same_as<std::array<std::int32_t, 8>>;
  { t.run_from(c) } -> std::same_as<CellRun>;
  t.for_each_link(c, [](Link) {});
};

/// A rectangle of samples.
struct GridSize {
  std::uint32_t width = 0, height = 0;
};

namespace detail {

/// Links on a grid of `width` columns; `wrap_*` closes it onto itself. Sides that wrap are at least 3 long.
struct GridLinks {
  std::uint32_t width = 0, height = 0;
  bool wrap_x = false, wrap_y = false;
  float straight = 0, diagonal = 0;  ///< lengths in metres

  template <class F>
  void for_each(Cell cell, F&& f) const {
    const std::uint32_t row = cell / width, column = cell % width;
    for (int down = -1; down <= 1; ++down) {
      std::uint32_t r = row + static_cast<std::uint32_t>(down);
      if (r >= height) {
        if (!wrap_y) continue;
        r = down < 0 ? height - 1 : 0;
      }
      for (int right = -1; right <= 1; ++right) {
        if (down == 0 && right == 0) continue;
        std::uint32_t c = column + static_cast<std::uint32_t>(right);
        if (c >= width) {
          if (!wrap_x) continue;
          c = right < 0 ? width - 1 : 0;
        }
        f(Link{r * width + c, down != 0 && right != 0 ? diagonal : straight});
      }
    }
  }

  CellRun run_from(Cell cell) const {
    const std::uint32_t row = cell / width, column = cell % width;
    const bool inside = row > 0 && row + 1 < height && column > 0 && column + 1 < width;
    return inside ? CellRun{row * width + width - 1, true} : CellRun{cell + 1, false};
  }

  std::array<std::int32_t, 8> offsets() const {
    const auto w = static_cast<std::int32_t>(width);
    return {-w - 1, -w, -w + 1, -1, 1, w - 1, w, w + 1};
  }
};

}  // namespace detail

/// A window onto an endless plane: the samples at origin + (column, row) · step, and around them a margin of `halo` samples that
/// stencils need. Layers hold the margin too: stored_width() columns a row.
class CRATON_API PlaneTile {
 public:
  struct Params {
    double x = 0, y = 0;  ///< metres, of the first sample
    double step = 1;
    int width = 512, height = 512;
  };
  static Result<PlaneTile> make(const Params& params, std::uint32_t halo = 0);

  Point2 origin() const { return origin_; }    ///< of the first sample, without the margin
  std::int64_t step() const { return step_; }  ///< units
  GridSize size() const { return size_; }      ///< without the margin
  std::uint32_t halo() const { return halo_; }
  std::uint32_t stored_width() const { return links_.width; }
  std::uint32_t stored_height() const { return links_.height; }

  Point2 position(Cell cell) const;  ///< exact
  Cell cell(std::uint32_t column, std::uint32_t row) const { return (row + halo_) * links_.width + column + halo_; }
  std::optional<Cell> nearest(Point2 position) const;  ///< among the stored samples

  static constexpr int max_degree = 8;
  static constexpr bool even_links = true;
  Cell cell_count() const { return links_.width * links_.height; }
  double area(Cell) const { return area_; }
  Vec3d centre(Cell cell) const;
  double spacing() const { return spacing_; }
  std::array<std::int32_t, 8> regular_offsets() const { return links_.offsets(); }
  CellRun run_from(Cell cell) const { return links_.run_from(cell); }
  template <class F>
  void for_each_link(Cell cell, F&& f) const {
    links_.for_each(cell, f);
  }

 private:
  Point2 origin_;
  std::int64_t step_ = units_per_metre;
  GridSize size_;
  std::uint32_t halo_ = 0;
  double spacing_ = 1, area_ = 1;
  detail::GridLinks links_;
};

/// A map that closes onto itself along x, y, both or neither (then it is a map with borders). Its first sample is at (0, 0).
class CRATON_API Torus {
 public:
  enum class Wrap { both, x, y, none };
  struct Params {
    int width = 512, height = 512;
    double step = 100;
    Wrap wrap = Wrap::both;
  };
  static Result<Torus> make(const Params& params);

  std::int64_t step() const { return step_; }  ///< units
  GridSize size() const { return {links_.width, links_.height}; }
  bool wraps_x() const { return links_.wrap_x; }
  bool wraps_y() const { return links_.wrap_y; }
  /// After how many units the map repeats along each axis; 0 where it does not.
  std::array<std::uint64_t, 2> period() const;

  Point2 position(Cell cell) const;  ///< exact
  Cell cell(std::uint32_t column, std::uint32_t row) const { return row * links_.width + column; }
  std::optional<Cell> nearest(Point2 position) const;  ///< any position along axes that wrap

  static constexpr int max_degree = 8;
  static constexpr bool even_links = true;
  Cell cell_count() const { return links_.width * links_.height; }
  double area(Cell) const { return area_; }
  Vec3d centre(Cell cell) const;
  double spacing() const { return spacing_; }
  std::array<std::int32_t, 8> regular_offsets() const { return links_.offsets(); }
  CellRun run_from(Cell cell) const { return links_.run_from(cell); }
  template <class F>
  void for_each_link(Cell cell, F&& f) const {
    links_.for_each(cell, f);
  }

 private:
  std::int64_t step_ = units_per_metre;
  double spacing_ = 1, area_ = 1;
  detail::GridLinks links_;
};

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
  static Result<CubeSphere> make(const Params& params, Seed seed);

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
  Cell nearest(const Vec3d& direction)
      const;  ///< the cell of the nearest site, in constant time; the lower cell where two are equally near
  /// The cell `right` columns and `down` rows away from (column, row) of a face, each step at most R: beyond one edge it lies on
  /// the neighbouring face, beyond two at once nowhere.
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
  struct Tables;
  int links_of(Cell cell, std::array<Link, max_degree>& links) const;

  std::uint32_t resolution_ = 0;
  double radius_ = 1, theta_ = 0, jitter_ = 0, spacing_ = 1;
  std::span<const Vec3f> sites_;          // in *tables_
  std::shared_ptr<const Tables> tables_;  // sites and areas
};

using Domain = std::variant<PlaneTile, Torus, CubeSphere>;

/// A domain as a recipe writes it: {"kind": "torus", "width": 512, …}.
struct DomainSpec {
  std::string kind = "torus";
  ParamValues params{};
};

struct DomainKind {
  std::string_view id, title, doc;
  std::span<const ParamInfo> params;
};

/// plane, torus, sphere.
CRATON_API std::span<const DomainKind> all_domain_kinds();

/// `halo` is the margin of a plane; the others have none. The sphere's jitter comes from `seed.child("sites")`.
CRATON_API Result<Domain> make_domain(const DomainSpec& spec, Seed seed, std::uint32_t halo, std::string_view path);

/// Its number of cells and their spacing in metres, without making its tables: for plans.
struct DomainExtent {
  std::uint64_t cells = 0;
  double spacing = 0;
  bool endless = false;  ///< a window onto something without borders: stages that need the whole are refused
};
CRATON_API Result<DomainExtent> extent_of(const DomainSpec& spec, std::uint32_t halo, std::string_view path);

CRATON_API Cell cell_count(const Domain& domain);
CRATON_API double spacing(const Domain& domain);

}  // namespace craton
