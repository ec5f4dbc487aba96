#include "picture/view/levelled_land.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <craton/picture/patch_view.h>
#include <craton/picture/waters.h>
#include <craton/shape/terrain_morph.h>

namespace craton {
namespace {

constexpr std::uint64_t tile_bytes = std::uint64_t{3} << 30;

/// What lies beside the picture throws shadows into it.
constexpr double beside_degrees = 25;

bool in_view(const PlaneTile& place, std::uint32_t cells, const StreamCamera& camera) {
  const double side = metres_from_units(place.step() * cells);
  const double x = metres_from_units(place.origin().x - camera.place.x) + side / 2;
  const double y = metres_from_units(place.origin().y - camera.place.y) + side / 2;
  const double away = std::hypot(x, y), radius = side * 0.71;
  if (away < 2 * radius + camera.altitude) return true;
  const double turn = std::abs(std::remainder(std::atan2(y, x) - std::atan2(camera.look_y, camera.look_x), 2 * std::numbers::pi));
  return turn < camera.field_of_view / 2 * std::numbers::pi / 180 + std::asin(std::min(1.0, radius / away));
}

}  // namespace

struct LevelledLand::Patch {
  Mesh mesh;
  ViewPlace place;
  std::vector<float> water;
};

namespace {

/// Of each vertex; empty where the land tells of no rivers.
Result<std::vector<float>> waters_of_vertices(const Mesh& mesh, const TerrainTile& tile) {
  CRATON_TRY(const std::vector<float> shares, river_shares(tile.surface, {.threads = 1}));
  if (shares.empty() || std::none_of(shares.begin(), shares.end(), [](float share) { return share > 0; }))
    return std::vector<float>{};
  const PlaneTile& place = tile.place();
  const double spacing = place.spacing();
  std::vector<float> water;
  water.reserve(mesh.positions.size());
  for (const std::array<float, 3>& at : mesh.positions) {
    const auto sample = [&](float metres, std::uint32_t most) {
      return static_cast<std::uint32_t>(
          std::clamp(std::floor(double{metres} / spacing + 0.5), 0.0, static_cast<double>(most) - 1));
    };
    water.push_back(shares[place.cell(sample(at[0], place.size().width), sample(at[1], place.size().height))]);
  }
  return water;
}

}  // namespace

LevelledLand::LevelledLand(const Terrain& terrain, const Options& options)
    : terrain_(terrain),
      options_(options),
      stream_(std::make_unique<TerrainStream>(
          terrain, StreamOptions{.threads = options.threads, .tile_bytes = tile_bytes, .detail = options.detail})) {}

Result<void> LevelledLand::gather(const StreamCamera& camera, const Execution& execution) {
  stream_->set_camera(0, camera);
  while (!stream_->wait(std::chrono::milliseconds(50)))
    if (execution.cancel && execution.cancel->cancelled()) return Error{ErrorCode::cancelled, "", "stopped on request"};
  for (const StreamEvent& event : stream_->poll())
    if (event.kind == StreamEvent::Kind::failed) return event.error;
  shown_.clear();
  for (const StreamTile& each : stream_->tiles(0))
    if (each.tile) shown_[each.id] = each.tile;
  return {};
}

Result<const TerrainTile*> LevelledLand::parent_of(const TileId& id, const Execution& execution) {
  const TileId parent{id.level + 1, id.x >> 1, id.y >> 1};
  std::shared_ptr<const TerrainTile>& kept = parents_[parent];
  if (!kept) {
    CRATON_TRY(TerrainTile made, terrain_.tile(parent, execution));
    kept = std::make_shared<const TerrainTile>(std::move(made));
  }
  return kept.get();
}

/// Neighbours are at most one level coarser.
std::array<const Surface*, 8> LevelledLand::coarser_than(const TerrainTile& tile) const {
  constexpr int beside[8][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}, {-1, -1}, {1, -1}, {-1, 1}, {1, 1}};  // as PatchRim
  std::array<const Surface*, 8> result{};
  for (std::size_t rim = 0; rim < 8; ++rim) {
    const TileId other{tile.id.level + 1, (tile.id.x + beside[rim][0]) >> 1, (tile.id.y + beside[rim][1]) >> 1};
    if (const auto found = shown_.find(other); found != shown_.end()) result[rim] = &found->second->surface;
  }
  return result;
}

Result<LevelledLand::Patch> LevelledLand::patch_of(const TerrainTile& tile, const StreamCamera& camera,
                                                   const Execution& execution) {
  const TerrainMeshOptions options{.cut = CellCut::alternate, .coarser = coarser_than(tile)};
  CRATON_TRY(Mesh mesh, terrain_mesh(tile.surface, {}, options));
  const Point2 corner = tile.place().origin();
  CRATON_TRY(std::vector<float> water, waters_of_vertices(mesh, tile));
  Patch patch{std::move(mesh), {metres_from_units(corner.x), metres_from_units(corner.y)}, std::move(water)};
  const MorphRange range = stream_->morph_range(tile.id.level);
  const double x = metres_from_units(corner.x - camera.place.x), y = metres_from_units(corner.y - camera.place.y);
  std::vector<float> shares;
  bool any = false;
  for (const std::array<float, 3>& at : patch.mesh.positions) {
    const double away = std::max({std::abs(x + double{at[0]}), std::abs(y + double{at[1]}), camera.altitude});
    shares.push_back(static_cast<float>(range.share(away)));
    any = any || shares.back() > 0;
  }
  if (!any || !options_.morphing) return patch;
  CRATON_TRY(const TerrainTile* parent, parent_of(tile.id, execution));
  CRATON_TRY(const TerrainMorph morph, terrain_morph(patch.mesh, tile.surface, {}, parent->surface, options));
  apply_morph(morph, shares, patch.mesh);
  return patch;
}

Result<Rgb8Image> LevelledLand::draw(Point2 eye, double altitude, const ViewOptions& view, const Execution& execution) {
  const double azimuth = *view.azimuth * std::numbers::pi / 180;
  const StreamCamera camera{.place = eye,
                            .altitude = altitude,
                            .distance = options_.distance,
                            .look_x = std::sin(azimuth),
                            .look_y = -std::cos(azimuth),
                            .field_of_view = std::min(360.0, (view.fov > 0 ? view.fov : 52) + 2 * beside_degrees)};
  CRATON_TRY(gather(camera, execution));
  std::vector<Patch> patches;
  for (const auto& [id, tile] : shown_) {
    if (!in_view(tile->place(), terrain_.options().tile_cells, camera)) continue;
    CRATON_TRY(Patch patch, patch_of(*tile, camera, execution));
    patches.push_back(std::move(patch));
  }
  std::erase_if(parents_, [&](const auto& each) {  // those of no tile that is shown
    const TileId& id = each.first;
    for (std::int64_t k = 0; k < 4; ++k)
      if (id.level > 0 && shown_.contains({id.level - 1, 2 * id.x + k % 2, 2 * id.y + k / 2})) return false;
    return true;
  });
  std::vector<ViewPatch> seen;
  for (const Patch& patch : patches) seen.push_back({&patch.mesh, patch.place, patch.water.empty() ? nullptr : &patch.water});
  return draw_patches(seen, view, execution);
}

double detail_for(double pixel_angle, const Terrain& terrain) {
  constexpr double pixels = 4;
  return std::clamp(1 / (pixels * pixel_angle * terrain.options().tile_cells), 1.5, 8.0);
}

}  // namespace craton
