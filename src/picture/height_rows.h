#pragma once

#include <craton/picture/ground.h>
#include <craton/picture/image.h>

namespace craton::picture {

/// Rows of a raster of heights as shading wants them: continued beyond its borders, without holes, the sea lowered.
class HeightRows {
 public:
  HeightRows(FloatView view, const Ground& ground, double sea) : view_(view), ground_(ground), sea_(static_cast<float>(sea)) {}

  int width() const { return static_cast<int>(view_.width); }
  int height() const { return static_cast<int>(view_.height); }
  const Ground& ground() const { return ground_; }

  /// Fills out[−margin … width + margin). Beyond a border that does not wrap heights go on point-symmetrically, so that slopes do
  /// not break off there; beyond a pole comes the far side. Rows up to half a raster beyond it, margins likewise.
  void fill(int row, int margin, float* out) const;

 private:
  void fill_inner(int row, float* out) const;
  FloatView view_;
  Ground ground_;
  float sea_;
};

}  // namespace craton::picture
