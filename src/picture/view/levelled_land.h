#pragma once

#include <map>
#include <memory>
#include <vector>

#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/picture/view.h>
#include <craton/worlds/terrain_stream.h>

namespace craton {

/// Endless terrain around a camera as a game shows it: tiles of many levels as meshes, finer the nearer.
class LevelledLand {
 public:
  struct Options {
    double distance = 8000;  ///< metres that one sees
    double detail = 1.5;     ///< see StreamOptions
    bool morphing = true;    ///< levels turn into each other; without it they change at once
    unsigned threads = 0;
  };
  LevelledLand(const Terrain& terrain, const Options& options);

  /// What a camera sees, whose place and azimuth are told.
  Result<Rgb8Image> draw(Point2 eye, double altitude, const ViewOptions& view, const Execution& execution);

 private:
  struct Patch;
  Result<void> gather(const StreamCamera& camera, const Execution& execution);
  Result<Patch> patch_of(const TerrainTile& tile, const StreamCamera& camera, const Execution& execution);
  std::array<const Surface*, 8> coarser_than(const TerrainTile& tile) const;
  Result<const TerrainTile*> parent_of(const TileId& id, const Execution& execution);

  Terrain terrain_;
  Options options_;
  std::unique_ptr<TerrainStream> stream_;
  std::map<TileId, std::shared_ptr<const TerrainTile>> shown_;
  std::map<TileId, std::shared_ptr<const TerrainTile>> parents_;  ///< for morphing
};

/// How fine tiles must be for pictures with so many radians a pixel: cells of a level are a few pixels wide where it begins.
double detail_for(double pixel_angle, const Terrain& terrain);

}  // namespace craton
