#pragma once

#include <cstdint>
#include <memory>

#include <craton/base/export.h>
#include <craton/base/position.h>
#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/picture/view.h>
#include <craton/worlds/terrain.h>

namespace craton {

/// Frames of films are small.
inline ViewOptions flight_frame() {
  ViewOptions view;
  view.width = 480;
  view.height = 270;
  return view;
}

/// A straight way over endless terrain, and how it is looked at.
struct CRATON_API FlightPlan {
  Point2 from, to;
  std::uint32_t count = 12;
  double altitude = 250, distance = 8000;
  ViewOptions view = flight_frame();
  bool levels = false, sudden = false;  ///< tiles of many levels; without morphing
  unsigned threads = 0;

  double length() const;
  Point2 at(double metres) const;  ///< so many metres after the start, as units; beyond both ends too
  double azimuth() const;          ///< from north over east
};

/// Draws frames of a flight. A frame does not depend on those before it.
class CRATON_API Flight {
 public:
  /// Both must outlive it.
  static Result<Flight> begin(const Terrain& terrain, const FlightPlan& plan);
  Flight(Flight&&) noexcept;
  Flight& operator=(Flight&&) noexcept;
  ~Flight();

  /// So many metres after the start.
  Result<Rgb8Image> frame(double metres, const Execution& execution);

 private:
  class Impl;
  explicit Flight(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// Levels and tiles that a terrain for a flight needs.
CRATON_API TerrainOptions flight_terrain(const FlightPlan& plan);

}  // namespace craton
