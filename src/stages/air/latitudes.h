#pragma once

#include <string>

#include <craton/stages/stage.h>

/// Where on a planet a world lies. Spheres have latitudes of their own; maps and planes are given them.
namespace craton::air {

enum class MapLatitudes { range, band };

/// What a user says about latitudes; `temperature` keeps it in the table `climate`, where the stages after it find it.
struct LatitudeParams {
  MapLatitudes latitudes = MapLatitudes::range;
  double south = -90, north = 90;  ///< of a map's edges, degrees
  double latitude = 45;            ///< of endless planes
};

/// Latitudes of the rows of a domain, and the size of its degrees.
///
/// A climate is as large as its planet: lengths count in degrees of latitude. So a planet of half the Earth's radius has deserts
/// half as wide, and a map from pole to pole is a planet unrolled, however few metres it measures. Endless planes have the
/// Earth's degrees.
class Latitudes {
 public:
  Latitudes() = default;
  Latitudes(const Domain& domain, const LatitudeParams& params);

  /// On maps, of a place `y` rows below the middle of the first row.
  double of_row(double y) const;
  double constant() const { return params_.latitude; }
  /// Radians in a metre.
  double radians() const { return radians_; }

 private:
  LatitudeParams params_;
  double rows_ = 1, radians_ = 1 / 6'371'000.0;
  bool map_ = false;
};

/// A map that closes from north to south must have the same climate on both edges.
Result<void> check_latitudes(const LatitudeParams& params, const DomainSpec& domain, const std::string& path);

/// The table `climate`.
Result<void> keep_climate(Surface& surface, const LatitudeParams& params, double tilt);
struct KeptClimate {
  LatitudeParams latitudes;
  double tilt = 23.44;
};
Result<KeptClimate> kept_climate(const Surface& surface, const std::string& path);

inline constexpr std::string_view climate_table = "climate";

inline constexpr std::string_view latitudes_doc =
    "Latitudes of maps: range, from the south edge to the north edge; band, from north to south and back again, so that a map "
    "that "
    "closes onto itself has no seam.";

}  // namespace craton::air

namespace craton {
template <>
inline std::span<const std::string_view> choice_names<air::MapLatitudes>() {
  static constexpr std::string_view names[] = {"range", "band"};
  return names;
}
}  // namespace craton
