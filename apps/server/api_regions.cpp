// The true (Voronoi) regions of planets, for those who draw them: polygons in patches of cells, and borders between what differs.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include <craton/surface/voronoi_regions.h>

#include "api_world.h"
#include "services.h"

namespace craton::server {
namespace {

constexpr std::uint32_t patch_side = 32;  // cells to a side

void append_words(std::string& bytes, std::span<const std::uint32_t> words) {
  for (const std::uint32_t word : words)
    for (int byte = 0; byte < 4; ++byte) bytes += static_cast<char>(word >> (8 * byte) & 0xFF);
}
void append_direction(std::string& bytes, const Vec3d& direction) {
  append_floats(bytes,
                std::array{static_cast<float>(direction.x), static_cast<float>(direction.y), static_cast<float>(direction.z)});
}

/// A planet with what is asked of its cells; `values` may be none.
struct Regions {
  std::shared_ptr<const World> world;
  const CubeSphere* sphere = nullptr;
  const Layer* values = nullptr;

  std::uint32_t value_of(Cell cell) const {
    if (!values) return 0;
    return static_cast<std::uint32_t>(values->type() == LayerType::category ? values->categories()[cell]
                                                                            : values->integers()[cell]);
  }

  /// Whether a cell within two has another value: neighbours of a region may lie beyond the eight cells around.
  bool others_near(Cell cell, std::uint32_t own) const {
    const std::uint32_t side = sphere->resolution(), column = cell % side, row = cell / side % side;
    bool found = false;
    if (column >= 2 && row >= 2 && column + 2 < side && row + 2 < side) {
      for (Cell first = cell - 2 * side - 2; first <= cell + 2 * side - 2; first += side)
        for (Cell other = first; other < first + 5; ++other) found = found || value_of(other) != own;
      return found;
    }
    sphere->for_each_link(cell, [&](const Link& link) {
      found = found || value_of(link.to) != own;
      sphere->for_each_link(link.to, [&](const Link& next) { found = found || value_of(next.to) != own; });
    });
    return found;
  }
};

Result<Regions> regions_of(Services& services, const WorldRecord& record, const std::string& layer) {
  Regions regions;
  if (layer.empty()) {
    CRATON_TRY(regions.world, services.worlds.objects(record));
  } else {
    CRATON_TRY(const std::shared_ptr<const WorldFileInfo> info, services.worlds.info(record));
    const auto found =
        std::find_if(info->layers.begin(), info->layers.end(), [&](const StoredLayer& each) { return each.info.name == layer; });
    if (found == info->layers.end() || found->info.type == LayerType::number)
      return Error{ErrorCode::unknown_name, "layer",
                   fmt::format("\"{}\" is no layer of whole numbers or categories of this world", layer.substr(0, 64))};
    CRATON_TRY(regions.world, services.worlds.world(record, {layer}));
    regions.values = regions.world->surface.layer(layer);
  }
  regions.sphere = std::get_if<CubeSphere>(&regions.world->surface.domain());
  if (!regions.sphere) return Error{ErrorCode::unsupported, "id", "is a map; regions are those of planets"};
  return regions;
}

struct PatchOrder {
  std::string layer;
  std::int64_t face = 0, column = 0, row = 0;
};

Result<Response> regions_response(Services& services, const WorldRecord& record, const PatchOrder& order) {
  CRATON_TRY(const Regions regions, regions_of(services, record, order.layer));
  const CubeSphere& sphere = *regions.sphere;
  const std::uint32_t side = sphere.resolution();
  const auto column = static_cast<std::uint64_t>(order.column) * patch_side,
             row = static_cast<std::uint64_t>(order.row) * patch_side;
  if (column >= side || row >= side)
    return error_response(404, "not_found", column >= side ? "column" : "row",
                          fmt::format("there are 0 … {}", (side - 1) / patch_side));
  std::string sites, corners;
  std::uint32_t count = 0, corner_count = 0;
  VoronoiRegion region;
  for (auto y = static_cast<std::uint32_t>(row); y < std::min<std::uint64_t>(side, row + patch_side); ++y)
    for (auto x = static_cast<std::uint32_t>(column); x < std::min<std::uint64_t>(side, column + patch_side); ++x) {
      const Cell cell = sphere.cell(static_cast<std::uint32_t>(order.face), x, y);
      find_region(sphere, cell, region);
      ++count;
      corner_count += static_cast<std::uint32_t>(region.sides.size());
      append_words(sites, std::array{cell, regions.value_of(cell), static_cast<std::uint32_t>(region.sides.size())});
      append_direction(sites, sphere.direction(cell));
      for (const RegionSide& edge : region.sides) {
        append_direction(corners, edge.corner);
        append_words(corners, std::array{edge.neighbour, regions.value_of(edge.neighbour)});
      }
    }
  std::string bytes = "CRG1";
  append_words(bytes, std::array{count, corner_count});
  return bytes_response(bytes + sites + corners, "application/octet-stream");
}

Result<Response> borders_response(Services& services, const WorldRecord& record, const std::string& layer,
                                  const CancelToken& cancel) {
  CRATON_TRY(const Regions regions, regions_of(services, record, layer));
  const CubeSphere& sphere = *regions.sphere;
  std::string bytes = "CRB1";
  VoronoiRegion region;
  for (Cell cell = 0; cell < sphere.cell_count(); ++cell) {
    if (cell % 4096 == 0 && cancel.cancelled()) return Error{ErrorCode::cancelled, "", "nobody waits for it any more"};
    const std::uint32_t own = regions.value_of(cell);
    if (!regions.others_near(cell, own)) continue;
    find_region(sphere, cell, region);
    for (std::size_t i = 0; i < region.sides.size(); ++i) {
      const RegionSide& edge = region.sides[i];
      if (edge.neighbour < cell || regions.value_of(edge.neighbour) == own) continue;  // each side once
      append_words(bytes, std::array{own, regions.value_of(edge.neighbour)});
      append_direction(bytes, edge.corner);
      append_direction(bytes, region.sides[(i + 1) % region.sides.size()].corner);
    }
  }
  return bytes_response(std::move(bytes), "application/octet-stream");
}

}  // namespace

void add_region_routes(Router& router, Services& services) {
  router.add({.pattern = "/api/v1/worlds/{id}/regions/{face}/{column}/{row}",
              .summary = "True (Voronoi) regions of a planet: those of 32 × 32 cells of a face of its cube.",
              .params = {world_param(),
                         {.name = "face", .kind = ParamKind::integer, .doc = "Of the cube.", .min = 0, .max = 5},
                         {.name = "column", .kind = ParamKind::integer, .doc = "Patches of 32 cells.", .min = 0, .max = 1 << 20},
                         {.name = "row", .kind = ParamKind::integer, .doc = "Patches of 32 cells.", .min = 0, .max = 1 << 20},
                         {.name = "layer",
                          .kind = ParamKind::text,
                          .doc = "Whole numbers or categories that are told of each region and of its neighbours.",
                          .standard = "",
                          .max = 64}},
              .gives = "Sites and polygons (docs/server.md).",
              .types = {"application/octet-stream"},
              .handler = [&services](const Call& call) {
                const PatchOrder order{call.text("layer"), call.integer("face"), call.integer("column"), call.integer("row")};
                return of_world(services, call, services.remote,
                                [&services, order](const WorldRecord& record, const CancelToken&) {
                                  return regions_response(services, record, order);
                                });
              }});
  router.add(
      {.pattern = "/api/v1/worlds/{id}/borders/{layer}",
       .summary = "Sides of the true regions of a planet that lie between different values of a layer, as of plates.",
       .params = {world_param(), {.name = "layer", .kind = ParamKind::text, .doc = "Of whole numbers or categories.", .max = 64}},
       .gives = "Pieces of great circles (docs/server.md).",
       .types = {"application/octet-stream"},
       .handler = [&services](const Call& call) {
         return of_world(services, call, services.remote,
                         [&services, layer = call.text("layer")](const WorldRecord& record, const CancelToken& cancel) {
                           return borders_response(services, record, layer, cancel);
                         });
       }});
}

}  // namespace craton::server
