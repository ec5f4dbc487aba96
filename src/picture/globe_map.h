#pragma once

#include <optional>
#include <vector>

#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/picture/image.h>
#include <craton/picture/layer_raster.h>

// Where the places of a sphere lie on a picture of it, and the other way round.
namespace craton::picture {

class GlobeMap {
 public:
  /// All but faces.
  GlobeMap(Projection projection, GridSize size, const LatLon& centre);

  struct Spot {
    double x = 0, y = 0;  ///< pixels: the middle of the first is at (½, ½)
  };
  /// Of length 1; nothing beside the globe.
  std::optional<Vec3d> direction(Spot spot) const;
  /// Of maps whose parallels are straight: the latitude of a row of spots, and how its longitudes run; nothing above the poles.
  struct MapRow {
    double latitude = 0;              ///< radians
    double middle = 0;                ///< x of the central meridian
    double central = 0, a_pixel = 0;  ///< longitude there, and how much a pixel to the right adds, radians
  };
  bool has_straight_parallels() const { return projection_ != Projection::orthographic; }
  std::optional<MapRow> row(double y) const;
  /// Nothing on the far side of the globe.
  std::optional<Spot> spot(const Vec3d& direction) const;

  /// At the middle of the picture.
  double pixels_per_radian() const;
  /// How wide an equirectangular picture must be that has all details of this one.
  std::uint32_t width_around() const;

 private:
  std::optional<Vec3d> along_parallel(double x, double y) const;
  double latitude_at(double y) const;

  Projection projection_;
  GridSize size_;
  double longitude_;                   // radians, of the middle
  double middle_x_, middle_y_, half_;  // of the globe or ellipse: half of its width, in pixels
  Vec3d east_, north_, out_;           // of an orthographic globe
  double high_ = 0.5;                  // of Robinson and Equal Earth: height of the pole, in halves of the width
  std::vector<double> latitudes_;      // of theirs: at even steps from the equator to the pole
};

/// A picture in another projection, from an equirectangular one; what lies beside the globe is `beside`. Orthographic globes
/// darken a little towards their edge.
Result<Rgb8Image> projected(const Rgb8Image& equirectangular, Projection projection, GridSize size, const LatLon& centre,
                            Rgb8 beside, const Execution& execution);

}  // namespace craton::picture
