#pragma once

#include <memory>
#include <string>
#include <vector>

#include <craton/base/assets.h>
#include <craton/picture/image.h>
#include <craton/requests/request.h>
#include <craton/worlds/terrain.h>

#include "files/tile_archive.h"

/// What a bake makes: every tile of an area, for some levels.
namespace craton::requests {

enum class BakeFormat { r16, png16, r32, mbtiles, pmtiles };
enum class BakeColours { terrarium, terrain_rgb };

struct BakeRequest {
  std::string recipe = "land", seed, knobs, set, folder, of, file;
  std::vector<double> at{0, 0}, area;
  double step = 0;
  std::string levels = "0", layers = "height";
  int cells = 256;
  BakeFormat format = BakeFormat::r16;
  BakeColours colours = BakeColours::terrarium;
  std::vector<double> range;
  std::string output, share;
  bool merge = false, verify = false;
};

struct BakeLevel {
  std::uint32_t level = 0;
  std::uint64_t first = 0;  ///< the number of its first tile
  std::uint64_t columns = 0, rows = 0;

  std::uint64_t tiles() const { return columns * rows; }
};

struct BakePlace {
  std::uint32_t level = 0;
  std::uint64_t column = 0, row = 0;
};

/// Everything checked, nothing made yet. Tiles have numbers: level by level, the coarsest first, along Hilbert's curve within
/// each; and each layer of a tile has one, after the other.
struct BakePlan {
  std::unique_ptr<AssetSource> assets;
  std::unique_ptr<Terrain> terrain;
  std::string name;  ///< of the recipe
  std::vector<LayerInfo> layers;
  std::vector<ToneRange> ranges;  ///< one a layer
  std::vector<BakeLevel> levels;
  Point2 at{};  ///< units: the corner of all levels
  std::uint32_t cells = 256;
  BakeFormat format = BakeFormat::r16;
  BakeColours colours = BakeColours::terrarium;
  std::uint32_t zoom = 0;  ///< of level 0 in an archive
  std::string text;        ///< all of it as JSON: what two bakes must agree on

  bool archive() const { return format >= BakeFormat::mbtiles; }
  std::uint32_t side() const { return archive() ? cells : cells + 1; }
  std::uint64_t places() const { return levels.back().first + levels.back().tiles(); }
  std::uint64_t tiles() const { return places() * layers.size(); }
  BakePlace place(std::uint64_t number) const;  ///< of a place, not of a tile
  /// Of a tile that is a file of its own: "height_x0_y0.r16".
  std::string file_name(std::uint64_t tile) const;
  std::string archive_name() const;
  files::ArchivePlace archive_place(std::uint64_t tile) const;
  files::ArchiveInfo archive_info() const;
};

Result<BakePlan> plan_of(const BakeRequest& request, const RequestContext& context);

/// "2/4": the second of four.
struct BakeShare {
  std::uint64_t number = 1, count = 1;
};
Result<BakeShare> share_of(const std::string& text);

/// The bytes of all layers of a place; bit for bit the same whatever `execution` is.
Result<std::vector<std::string>> bake_place(const BakePlan& plan, std::uint64_t number, const Execution& execution);
/// Of memory for one at a time, and what of it the bytes are that remain.
std::uint64_t memory_of_place(const BakePlan& plan, unsigned threads);
std::uint64_t bytes_of_place(const BakePlan& plan);

Result<Answer> bake_request(const BakeRequest& request, const RequestContext& context);

}  // namespace craton::requests
