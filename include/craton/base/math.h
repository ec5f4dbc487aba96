#pragma once

#include <craton/base/export.h>

/// Elementary functions that give the same bits on every machine: made of + − × ÷, floor, comparisons and bit operations only,
/// where every libm differs in the last place. std::sqrt, std::floor and std::abs are exact everywhere and need no twin here.
///
/// Errors are in units in the last place (ulp) of the true result, 0.5 being the best possible; tests measure them. A result
/// below the normal range is right to 0.76 of the smallest step. Every NaN that comes out is the same positive quiet NaN. The
/// float versions round the double result once more: at most 0.50001 ulp of float. Each call sets the IEEE floating-point mode
/// and restores the host's.
namespace craton::math {

/// All finite arguments, however large, at most 0.85 ulp; NaN for ±∞.
CRATON_API double sin(double x);
CRATON_API double cos(double x);
/// All finite arguments, at most 1 ulp; NaN for ±∞.
CRATON_API double tan(double x);

/// The angle of the point (x, y), in [−π, π], at most 0.51 ulp; signed zeros and infinities as in IEC 60559.
CRATON_API double atan2(double y, double x);

/// At most 0.52 ulp; 0 below −745.2, ∞ above 709.8.
CRATON_API double exp(double x);
/// Natural logarithm, at most 0.51 ulp; −∞ at 0, NaN below.
CRATON_API double log(double x);
/// x to the power y, at most 0.55 ulp; exact wherever the result is a double. Zeros, infinities, NaN and negative bases as in
/// IEC 60559: pow(x, 0) and pow(1, y) are 1 even for NaN, a negative base with a broken exponent is NaN.
CRATON_API double pow(double x, double y);

CRATON_API float sin(float x);
CRATON_API float cos(float x);
CRATON_API float tan(float x);
CRATON_API float atan2(float y, float x);
CRATON_API float exp(float x);
CRATON_API float log(float x);
CRATON_API float pow(float x, float y);

}  // namespace craton::math
