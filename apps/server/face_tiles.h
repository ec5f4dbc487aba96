#pragma once

#include <cstdint>
#include <vector>

#include <craton/picture/image.h>

#include "json_body.h"
#include "world_pictures.h"

/// Tiles of the six faces of a planet's cube. The deepest level has a sample for each cell, each coarser one half as many to a
/// side; tiles are up to 256 × 256, less at the right and lower border.
namespace craton::server {

struct FaceLevels {
  std::uint32_t side = 0;  ///< cells along a face
  std::uint32_t deepest = 0;

  explicit FaceLevels(std::uint32_t cells);
  std::uint32_t side_of(std::uint32_t level) const;
  Json json() const;
};

/// A tile as cells of the raster of all faces (one below the other): samples are `factor` × `factor` of them.
struct FaceWindow {
  std::uint32_t x = 0, y = 0, width = 0, height = 0, factor = 1;  ///< x and y in samples, on the face
  std::uint32_t face = 0;
};
/// An error (unknown_name) where there is no such tile.
Result<FaceWindow> face_window(const FaceLevels& levels, std::int64_t face, std::int64_t z, std::int64_t x, std::int64_t y);

/// Means of the cells that a sample covers; of categories and integers the first of them.
std::vector<float> cut_face(const Raster& raster, const FaceWindow& window, bool means);
Rgb8Image cut_face(const Rgb8Image& image, const FaceWindow& window);

}  // namespace craton::server
