#pragma once

#include <vector>

#include <craton/picture/layer_raster.h>

#include "picture/river_lines.h"
#include "picture/strokes.h"

// From places in metres to places on a picture.
namespace craton::picture {

class MapPlaces {
 public:
  MapPlaces(const Domain& domain, GridSize size, Projection projection);

  /// Adds a line's pieces, once for each place where the picture shows it: a line over the border of a map that closes onto
  /// itself shows on both sides, one from face to face of a cube is cut between them.
  void add_strokes(const RiverLine& line, std::vector<Stroke>& strokes) const;

 private:
  struct Place {
    double x = 0, y = 0;
    std::uint32_t face = 0;
  };
  Place place_of(const Vec3d& metres) const;
  void add_piece(const Vec3d& from, const Vec3d& to, double width0, double width1, double strength,
                 std::vector<Stroke>& strokes) const;
  void add_copies(Stroke stroke, std::vector<Stroke>& strokes) const;

  const Domain& domain_;
  GridSize size_;
  bool globe_ = false, faces_ = false;
  double period_x_ = 0, period_y_ = 0;                                    // pixels; 0: does not repeat
  double start_x_ = 0, start_y_ = 0, per_metre_x_ = 1, per_metre_y_ = 1;  // of planes and maps
};

}  // namespace craton::picture
