// Where the sites of a planet's regions lie, as a stage: jitter that may differ from place to place, and regions made rounder by
// moving each site to the middle of its region (Lloyd 1982, "Least squares quantization in PCM"). It may set the radius too.
#include <algorithm>
#include <cmath>
#include <vector>

#include <craton/surface/sites.h>
#include <craton/surface/voronoi_regions.h>

#include "base/parallel.h"
#include "base/text.h"
#include "stages/all_stages.h"
#include "stages/crust/plate_growth.h"
#include "surface/vectors.h"

namespace craton {
namespace {

struct SitesParams {
  WriteTable sites = "sites", globe = "globe";
  Field jitter = 1.0;
  int relax = 0;
  double radius = 0;
};

/// The middle of a region: of the triangles between its site and its sides, by their areas.
Vec3d middle_of(const CubeSphere& sphere, const VoronoiRegion& region) {
  const Vec3d site = sphere.direction(region.cell);
  Vec3d sum;
  for (std::size_t i = 0; i < region.sides.size(); ++i) {
    const Vec3d &a = region.sides[i].corner, &b = region.sides[(i + 1) % region.sides.size()].corner;
    sum = sum + (site + a + b) * length(cross(a - site, b - site));
  }
  return length(sum) > 0 ? sum : site;
}

/// One step: offsets of the middles of all regions, kept in the sites' own cells.
Result<void> relax(const CubeSphere& sphere, const Execution& execution, std::vector<SiteOffset>& offsets) {
  const std::uint32_t side = sphere.resolution();
  return parallel_blocks(offsets.size(), 1024, execution, [&](std::uint64_t begin, std::uint64_t end) {
    VoronoiRegion region;
    for (auto c = static_cast<Cell>(begin); c < static_cast<Cell>(end); ++c) {
      find_region(sphere, c, region);
      const FacePlace place = face_place_of(middle_of(sphere, region), sphere.theta());
      if (place.face != c / side / side) continue;  // beyond the edge of the face: it stays
      offsets[c] = {std::clamp(place.a * side - c % side, 0.0, 1.0), std::clamp(place.b * side - c / side % side, 0.0, 1.0)};
    }
  });
}

Result<void> run(const SitesParams& params, StageContext& context) {
  Surface& surface = *context.surface;
  if (!std::holds_alternative<CubeSphere>(surface.domain()))
    return Error{ErrorCode::invalid_value, context.path, "only spheres have sites that can be moved"};
  if (params.radius > 0) CRATON_TRY(set_radius(surface, params.radius));
  std::vector<SiteOffset> offsets(surface.cell_count());
  for (Cell c = 0; c < offsets.size(); ++c) {
    const double jitter = std::clamp(double{params.jitter[c]}, 0.0, 1.0);
    const auto offset = [&](std::uint64_t axis) {
      return 0.5 + jitter * (unit_of_bits(counted_random(context.seed, c, axis)) - 0.5);
    };
    offsets[c] = {offset(0), offset(1)};
  }
  CRATON_TRY(set_sites(surface, offsets));
  const auto rounds = static_cast<std::uint32_t>(params.relax);
  for (std::uint32_t i = 0; i < rounds; ++i) {
    context.begin_iteration(i, rounds);
    CRATON_TRY(relax(std::get<CubeSphere>(surface.domain()), context.execution, offsets));
    CRATON_TRY(set_sites(surface, offsets));
    CRATON_TRY(context.end_iteration(surface));
  }
  return {};
}

Reach reach(const SitesParams&, double) { return Reach::whole(); }

Result<void> check(const SitesParams& params, const StageSpec&, const DomainSpec& domain, const std::string& path) {
  if (domain.kind != "sphere")
    return Error{ErrorCode::invalid_value, path, concat({"found a domain \"", domain.kind, "\"; only spheres have sites"})};
  if (params.radius > 0 && params.radius < 1)
    return Error{ErrorCode::invalid_value, path + "/radius", "allowed: 0, or 1 m and more"};
  return {};
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<SitesParams>() {
  using P = SitesParams;
  static const ParamInfo list[] = {
      field_param<&P::jitter>("jitter", 0, 1, "",
                              "How far sites stray from the middle of their cells: 1 is anywhere in the cell."),
      integer_param<&P::relax>(
          "relax", 0, 100, "",
          "How often each site then moves to the middle of its region, in its cell: regions become rounder."),
      number_param<&P::radius>("radius", 0, 1e9, "m", "The planet's radius from here on; 0: that of the domain."),
  };
  return list;
}

template <>
std::span<const TableUse> tables_of<SitesParams>() {
  static const TableUse list[] = {table_use<&SitesParams::sites>(), table_use<&SitesParams::globe>()};
  return list;
}

const StageEntry& sites_stage() {
  static const StageEntry entry = stage_of<run, reach, check>({
      .id = "sites",
      .title = "Sites of regions",
      .doc = "Moves the sites of a planet's regions, in place of the jitter of the domain, and may set the planet's radius. What "
             "other stages made before it stays with its cells: put it first.",
      .cite = "Lloyd 1982",
      .reach_doc = "whole",
  });
  return entry;
}

}  // namespace craton
