#pragma once

#include <vector>

#include "picture/view/camera.h"
#include "picture/view/skin.h"
#include "picture/view/tracer.h"

namespace craton::view {

/// The ground of a scene as rays meet it, in the frame of the view (vec.h).
class Land {
 public:
  Land() = default;
  Land(const Land&) = delete;
  Land& operator=(const Land&) = delete;
  virtual ~Land() = default;

  /// Distance to the ground between `from` and `to`, in lengths of `direction`; no_hit where there is none.
  virtual float hit(Vec origin, Vec direction, float from = 0, float to = no_hit) const = 0;
  virtual bool blocked(Vec origin, Vec direction) const = 0;

  struct Met {
    Vec normal;
    Colour albedo;
    float water = 0;  ///< how much of it is river or lake
  };
  /// What a ray met that has gone `distance`; a pixel is `footprint` metres wide there.
  virtual Met met(Vec origin, Vec direction, float distance, float footprint) const = 0;

  struct Bed {
    float height = 0;
    Colour albedo;
  };
  /// The ground below a place of the water.
  virtual Bed bed(Vec place, float footprint) const = 0;
  /// Whether there is water at a place at the height of the sea, which a ray reaches before the ground.
  virtual bool wet(Vec place) const = 0;

  virtual bool has_water() const = 0;
  virtual bool plain() const = 0;   ///< light and form alone
  virtual Colour mean() const = 0;  ///< for light that bounces
};

/// Cells made smooth.
class SmoothLand final : public Land {
 public:
  /// `waters`: of each sample of the ground the share of rivers and lakes; null: there are none.
  SmoothLand(const Ground& ground, const Skin& skin, const Stand& stand, const Tracer& tracer, const std::vector<float>* waters)
      : ground_(ground), skin_(skin), stand_(stand), tracer_(tracer), waters_(waters) {}

  float hit(Vec origin, Vec direction, float from, float to) const override { return tracer_.hit(origin, direction, from, to); }
  bool blocked(Vec origin, Vec direction) const override { return tracer_.blocked(origin, direction); }
  Met met(Vec origin, Vec direction, float distance, float footprint) const override;
  Bed bed(Vec place, float footprint) const override;
  bool wet(Vec place) const override { return ground_.under_water(x_of(place), y_of(place), -1); }
  bool has_water() const override { return ground_.has_water(); }
  bool plain() const override { return skin_.plain(); }
  Colour mean() const override { return skin_.mean(); }

  const Ground& ground() const { return ground_; }
  double x_of(Vec place) const { return stand_.x + double{place.x}; }  ///< in the frame of the ground
  double y_of(Vec place) const { return stand_.y + double{place.y}; }

 private:
  float water_at(double x, double y) const;

  const Ground& ground_;
  const Skin& skin_;
  const Stand& stand_;
  const Tracer& tracer_;
  const std::vector<float>* waters_;
};

}  // namespace craton::view
