#pragma once

/// The sun's light above the air.
namespace craton::air {

inline constexpr double solar_constant = 1361;  ///< W/m² at the Earth (Kopp & Lean 2011)

/// The mean over a day, W/m², where the sun stands at `declination` (degrees, north positive).
double day_insolation(double latitude, double declination);

/// A day of a latitude and declination, for many slopes.
class SunDay {
 public:
  SunDay(double latitude, double declination);
  /// The mean over the day on a square metre of ground that rises by `east` and `north` (m/m) in these directions.
  double on_slope(double east, double north) const;

 private:
  double sin_latitude_, cos_latitude_, sin_declination_, cos_declination_;
  double sunset_;  // as an angle
};

/// The sun's declination, degrees, when it has gone `sine` of its way from the equinox: sin δ = sin tilt · sine.
double declination(double tilt, double sine);

/// Legendre's second coefficient of the year's insolation, as a share of its mean, for an axis tilted by `tilt` degrees
/// (Nadeau & McGehee 2017): −0.477 on Earth, 0 at 54.7°, above 0 where the poles get more than the equator.
double year_contrast(double tilt);

}  // namespace craton::air
