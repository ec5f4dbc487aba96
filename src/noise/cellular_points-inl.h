// Cellular noise at points: one point per lane, each with the window of cells around it. Included once per target.
#if defined(CRATON_NOISE_CELLULAR_POINTS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CRATON_NOISE_CELLULAR_POINTS_INL
#undef CRATON_NOISE_CELLULAR_POINTS_INL
#else
#define CRATON_NOISE_CELLULAR_POINTS_INL
#endif

#include <hwy/highway.h>

#include "noise/cellular_axis.h"
#include "noise/cellular_sum-inl.h"

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

namespace cellular {

template <class Metric, class Pick, bool Border>
class PointFiller {
 public:
  PointFiller(const CellularOctave& octave, int dimensions, const CellularPoints& points)
      : octave_(octave),
        scale_(octave.scale[dimensions - 2]),
        dimensions_(dimensions),
        radius_{scale_.radius, scale_.radius, dimensions == 3 ? scale_.radius : 0},
        points_(points) {}

  void fill(float* out, bool add) {
    for (std::size_t i = 0; i < points_.count; i += hn::Lanes(d)) {
      const V value = Border ? border_at(i) : value_at(i);
      hn::Store(add ? hn::Add(hn::Load(d, out + i), value) : value, d, out + i);
    }
  }

 private:
  static constexpr D d{};
  static constexpr DU du{};

  struct Cell {
    int axis[3];
  };

  struct Feature {
    VU hash;
    V place[3], away[3];  ///< in cells from the sample's own cell, and from the sample
    HWY_INLINE Feature() {}
    HWY_INLINE V distance() const {
      return Metric::join(Metric::part(away[0]), Metric::join(Metric::part(away[1]), Metric::part(away[2])));
    }
  };

  HWY_INLINE V fraction(int axis, std::size_t i) const { return hn::Load(d, &points_.axis[axis].fraction[i]); }

  HWY_INLINE Feature feature(std::size_t i, const Cell& cell) const {
    VU low = hn::Zero(du), high = hn::Zero(du);
    for (int a = 0; a < dimensions_; ++a) {
      const int k = cell.axis[a] + radius_[a];
      low = hn::Add(low, hn::Load(du, &points_.axis[a].low[k][i]));
      high = hn::Add(high, hn::Load(du, &points_.axis[a].high[k][i]));
    }
    Feature feature;
    feature.hash = lattice_point_hash(du, low, high);
    const FeatureOffset offset = feature_offset(feature.hash, hn::Set(d, octave_.jitter), dimensions_);
    feature.place[2] = feature.away[2] = hn::Zero(d);
    for (int a = 0; a < dimensions_; ++a) {
      feature.place[a] = hn::Add(offset.axis[a], hn::Set(d, static_cast<float>(cell.axis[a])));
      feature.away[a] = hn::Sub(feature.place[a], fraction(a, i));
    }
    return feature;
  }

  /// No point of a cell is nearer than this, nor is its distance when rounded.
  HWY_INLINE V nearest_spot(std::size_t i, const Cell& cell) const {
    V distance[3];
    for (int a = 0; a < 3; ++a) {
      distance[a] = hn::Zero(d);
      if (cell.axis[a] == 0) continue;
      const auto side = static_cast<float>(cell.axis[a] + (cell.axis[a] < 0 ? 1 : 0));
      distance[a] = Metric::part(hn::Sub(hn::Set(d, side), fraction(a, i)));
    }
    return Metric::join(distance[0], Metric::join(distance[1], distance[2]));
  }

  /// Cells in the order of z, y and x, but for those whose points are beyond `limit` of all lanes.
  template <class Body>
  HWY_INLINE void for_cells(std::size_t i, V limit, const Body& body) const {
    Cell cell;
    for (cell.axis[2] = -radius_[2]; cell.axis[2] <= radius_[2]; ++cell.axis[2])
      for (cell.axis[1] = -radius_[1]; cell.axis[1] <= radius_[1]; ++cell.axis[1])
        for (cell.axis[0] = -radius_[0]; cell.axis[0] <= radius_[0]; ++cell.axis[0])
          if (!hn::AllTrue(d, hn::Gt(nearest_spot(i, cell), limit))) body(feature(i, cell));
  }

  V value_at(std::size_t i) const {
    // The own cell's point is a first limit to the nearest.
    const V limit = Pick::nearest == 1 ? feature(i, Cell{}).distance() : hn::Set(d, infinitely_far);
    Pick pick;
    pick.start(hn::Set(d, infinitely_far), hn::Zero(d));
    for_cells(i, limit, [&](const Feature& feature) CRATON_INLINE_LAMBDA {
      pick.add(feature.distance(), Pick::faces ? face_of(feature.hash, octave_) : hn::Zero(d));
    });
    return pick.value(octave_, scale_);
  }

  V border_at(std::size_t i) const {
    BorderSearch search;
    for_cells(i, feature(i, Cell{}).distance(),
              [&](const Feature& feature) CRATON_INLINE_LAMBDA { search.find_nearest(feature.place, feature.away); });
    for_cells(i, hn::Set(d, scale_.reach * scale_.reach),
              [&](const Feature& feature) CRATON_INLINE_LAMBDA { search.add_border(feature.place, feature.away); });
    return search.value(scale_);
  }

  const CellularOctave& octave_;
  const CellularScale& scale_;
  int dimensions_, radius_[3];
  const CellularPoints& points_;
};

}  // namespace cellular
}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
