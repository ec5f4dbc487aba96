#include "gallery_voxels.h"
#include "text.h"

#ifdef CRATON_HAS_VIEW
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include <craton/files/png.h>
#include <craton/picture/indexed.h>
#include <craton/picture/sheet.h>
#include <craton/picture/voxel_view.h>
#endif

namespace craton::cli {

#ifdef CRATON_HAS_VIEW
namespace {

struct Studio {
  const std::string& folder;
  bool draft;
  const Execution& execution;
};

Result<Rgb8Image> drawn(const Studio& studio, const VoxelParams& params, std::uint64_t seed, VoxelViewOptions view) {
  CRATON_TRY(const VoxelWorld world, VoxelWorld::make(params, Seed{seed}));
  if (studio.draft) {
    view.width = std::max(view.width / 5, 1U);
    view.height = std::max(view.height / 5, 1U);
    view.samples = 1;
    view.radius = std::min(view.radius, 3);
  }
  return draw_voxels(world, view, studio.execution);
}

Result<void> write(const Studio& studio, const char* name, const Rgb8Image& picture, unsigned colours) {
  const std::string path = fmt::format("{}/{}.png", studio.folder, name);
  CRATON_TRY(write_png(path, dithered(picture, colours)));
  say("{}\n", path);
  return {};
}

/// A bay between a savanna, a wood and a hill with snow, the sun low on the right.
Result<void> draw_view(const Studio& studio) {
  CRATON_TRY(const Rgb8Image picture, drawn(studio, {}, 3,
                                            {.width = 1200,
                                             .height = 640,
                                             .samples = 24,
                                             .projection = VoxelProjection::perspective,
                                             .radius = 26,
                                             .azimuth = 232,
                                             .pitch = -5,
                                             .eye_height = 6,
                                             .fov = 75,
                                             .sun_azimuth = 310,
                                             .sun_elevation = 24}));
  return write(studio, "view", picture, 256);
}

/// The same bay as a surface without steps.
Result<void> draw_smooth(const Studio& studio) {
  CRATON_TRY(const Rgb8Image picture, drawn(studio, {}, 3,
                                            {.width = 1000,
                                             .height = 520,
                                             .samples = 24,
                                             .projection = VoxelProjection::perspective,
                                             .radius = 26,
                                             .surface = VoxelSurface::surface_nets,
                                             .azimuth = 232,
                                             .pitch = -5,
                                             .fov = 75,
                                             .sun_azimuth = 310,
                                             .sun_elevation = 24}));
  return write(studio, "smooth", picture, 256);
}

Result<void> draw_block(const Studio& studio) {
  CRATON_TRY(const Rgb8Image picture,
             drawn(studio, {}, 5, {.width = 1040, .height = 652, .samples = 24, .sun_azimuth = 250, .sun_elevation = 46}));
  return write(studio, "block", picture, 256);
}

/// What figures 36 to 45 of source 000 show: borders, cells, plants; and what it leaves to others: overhangs and caves.
Result<void> draw_kinds(const Studio& studio) {
  struct Kind {
    const char *title, *note;
    VoxelParams params;
  };
  const Kind kinds[] = {
      {"blended", "the default", {}},
      {"not blended", "blend_width 0", {.blend_width = 0}},
      {"square cells", "cells square", {.cells = VoxelCells::square}},
      {"like neighbours", "like_neighbours", {.like_neighbours = true}},
      {"overhangs", "overhangs noise, overhang_reach 14", {.overhangs = VoxelOverhangs::noise, .overhang_reach = 14}},
      {"ravines and caves", "caves 0.6, ravines 0.6", {.caves = 0.6, .ravines = 0.6}},
  };
  constexpr std::uint32_t width = 460, height = 300, gap = 21, columns = 3;
  SheetRow row{"Voxel worlds", "one seed, with other parameters", {}};
  for (const Kind& kind : kinds) {
    CRATON_TRY(Rgb8Image picture, drawn(studio, kind.params, 12,
                                        {.width = width, .height = height, .samples = 12, .radius = 5, .sun_elevation = 38}));
    row.tiles.push_back({std::move(picture), kind.title, kind.note});
  }
  const std::uint32_t wide = row.tiles[0].picture.width;
  Sheet sheet{.title = "", .subtitle = "", .footer = "", .inner_width = columns * wide + 2 * gap, .type_size = 13, .rows = {}};
  sheet.rows.push_back(std::move(row));
  CRATON_TRY(const Rgb8Image page, draw_sheet(sheet));
  return write(studio, "kinds", page, 200);
}

}  // namespace

Result<void> draw_voxel_gallery(const std::string& folder, bool draft, const Execution& execution) {
  const Studio studio{folder, draft, execution};
  CRATON_TRY(draw_view(studio));
  CRATON_TRY(draw_smooth(studio));
  CRATON_TRY(draw_block(studio));
  return draw_kinds(studio);
}
#else
Result<void> draw_voxel_gallery(const std::string&, bool, const Execution&) {
  return Error{ErrorCode::unsupported, "gallery", "this program was built without views (CRATON_VIEW)"};
}
#endif

}  // namespace craton::cli
