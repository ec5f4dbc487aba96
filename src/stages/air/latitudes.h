#pragma once

#include <cstdint>
#include <string>

#include <craton/stages/stage.h>

/// Where on a planet a world lies. Spheres have latitudes of their own; maps and planes are given them.
namespace craton::air {

enum class MapLatitudes : std::uint8_t { range, band, soft_range, soft_band };

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
  /// Where north is down: on the way back of soft_band. (band, which is older, has its winds blow as if it were up.)
  bool mirrored_row(double y) const;
  /// 1, and less towards edges at which a map closes from one hemisphere to the other: what moves climates to the north must be
  /// nothing there, since it would move them towards the pole on one side and away from it on the other.
  double room_to_shift(double y) const;
  double constant() const { return params_.latitude; }
  /// Radians in a metre.
  double radians() const { return radians_; }

 private:
  double way_down(double y) const;  // 0 at the north, 1 at the south
  bool folds() const { return params_.latitudes == MapLatitudes::band || params_.latitudes == MapLatitudes::soft_band; }
  LatitudeParams params_;
  double rows_ = 1, radians_ = 1 / 6'371'000.0;
  bool map_ = false, closes_ = false;
};

/// A map that closes from north to south must have the same climate on both edges.
Result<void> check_latitudes(const LatitudeParams& params, const DomainSpec& domain, const std::string& path);

/// The table `climate`.
ObjectTable climate_to_keep(const LatitudeParams& params, double tilt);
struct KeptClimate {
  LatitudeParams latitudes;
  double tilt = 23.44;
};
/// An error with `path` where no stage has kept it (null).
Result<KeptClimate> kept_climate(const ObjectTable* table, const std::string& path);

inline constexpr const char* climate_table = "climate";

inline constexpr std::string_view latitudes_doc =
    "Latitudes of maps: range, from the south edge to the north edge; band, from north to south and back again, so that a map "
    "that closes onto itself has no seam; soft_range and soft_band turn back softly over 10° where the map closes, without a "
    "kink: the outermost latitudes are 5° short of what is said here.";

}  // namespace craton::air

namespace craton {
template <>
inline std::span<const std::string_view> choice_names<air::MapLatitudes>() {
  static constexpr std::string_view names[] = {"range", "band", "soft_range", "soft_band"};
  return names;
}
}  // namespace craton
