#include <craton/base/math.h>

#include "base/fp_mode.h"
#include "base/math_kernels.h"

namespace craton::math {
namespace {

template <class Real>
Real guarded(Real (*function)(Real), Real x) {
  FloatingPointMode ieee;
  return function(x);
}

template <class Real>
Real guarded(Real (*function)(Real, Real), Real a, Real b) {
  FloatingPointMode ieee;
  return function(a, b);
}

}  // namespace

double sin(double x) { return guarded<double>(kernel::sin, x); }
double cos(double x) { return guarded<double>(kernel::cos, x); }
double tan(double x) { return guarded<double>(kernel::tan, x); }
double atan2(double y, double x) { return guarded<double>(kernel::atan2, y, x); }
double exp(double x) { return guarded<double>(kernel::exp, x); }
double log(double x) { return guarded<double>(kernel::log, x); }
double pow(double x, double y) { return guarded<double>(kernel::pow, x, y); }

float sin(float x) { return guarded<float>(kernel::sin, x); }
float cos(float x) { return guarded<float>(kernel::cos, x); }
float tan(float x) { return guarded<float>(kernel::tan, x); }
float atan2(float y, float x) { return guarded<float>(kernel::atan2, y, x); }
float exp(float x) { return guarded<float>(kernel::exp, x); }
float log(float x) { return guarded<float>(kernel::log, x); }
float pow(float x, float y) { return guarded<float>(kernel::pow, x, y); }

}  // namespace craton::math
