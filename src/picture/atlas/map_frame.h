#pragma once

#include <optional>
#include <vector>

#include <craton/picture/layer_raster.h>
#include <craton/surface/objects.h>

#include "picture/atlas/drawing.h"
#include "picture/globe_map.h"

// Where things of a world lie on a page. Between both lies the flat map: an equirectangular raster of a sphere, or a plane or
// torus as it is, in pixels; the page shows it as it is or in a projection.
namespace craton::atlas {

class MapFrame {
 public:
  /// `room`: where on the page the map may lie; it takes as much of it as its shape allows.
  MapFrame(const Domain& domain, Projection projection, const LatLon& centre, const Rect& room);

  const Rect& map() const { return map_; }      ///< whole pixels
  GridSize map_size() const { return size_; }   ///< of that rectangle
  GridSize flat_size() const { return flat_; }  ///< of the flat map
  bool globe() const { return sphere_; }
  bool curved() const { return projected_; }                     ///< a projection that is no rectangle
  double metres_per_pixel() const { return metres_per_pixel_; }  ///< on the page, in its middle
  double pixels_per_flat() const { return metres_per_flat_ / metres_per_pixel_; }
  Shape outline() const;  ///< of the map: its frame, or the globe's edge

  Spot flat_of(const Vec3d& metres) const;
  /// A line goes on beyond the edges of the flat map where the world closes onto itself.
  Line flat_of(const ObjectColumn::Path& path) const;
  /// The copy of a place that lies on the flat map.
  Spot inside(Spot flat) const;
  std::optional<Spot> page_of(Spot flat) const;
  /// All parts of a flat line that the page shows, copies over borders too.
  std::vector<Line> page_lines(const Line& flat) const;
  std::optional<Spot> flat_at(Spot page) const;

 private:
  bool sphere_ = false, projected_ = false;
  bool wrap_x_ = false, wrap_y_ = false;
  Rect map_;
  GridSize size_, flat_;
  double start_x_ = 0, start_y_ = 0, per_metre_x_ = 1, per_metre_y_ = 1;
  double metres_per_pixel_ = 1, metres_per_flat_ = 1;
  std::optional<picture::GlobeMap> globe_;
};

}  // namespace craton::atlas
