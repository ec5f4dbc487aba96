#pragma once

#include <cstdint>

#include "picture/atlas/climate_tints.h"

namespace craton::atlas {

/// Old paper: where its pulp lies thicker, its fibres, the stains of a few centuries. For pictures alone; it repeats nowhere.
class Paper {
 public:
  explicit Paper(double unit) : scale_(1 / unit) {}
  struct Touch {
    float grain = 1;  ///< how much of the light comes back, about 1
    float blot = 0;   ///< −1 … 1: where a wash lies thinner or thicker
  };
  Touch at(double x, double y) const;
  Tint ground() const;  ///< the colour of clean paper

 private:
  double scale_;
};

/// 0 … 1, scattered, of two whole numbers and a salt: for what differs from sign to sign.
double scattered(std::int64_t x, std::int64_t y, std::uint32_t salt);

}  // namespace craton::atlas
