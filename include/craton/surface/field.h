#pragma once

#include <span>

#include <craton/surface/coords.h>

namespace craton {

/// A parameter that is one number everywhere, or a layer with a number for each cell.
class Field {
 public:
  Field(double constant = 0) : constant_(constant), number_(static_cast<float>(constant)) {}
  Field(std::span<const float> values) : values_(values) {}

  bool varies() const { return values_.data() != nullptr; }
  double constant() const { return constant_; }
  std::span<const float> values() const { return values_; }
  float operator[](Cell cell) const { return varies() ? values_[cell] : number_; }

 private:
  double constant_ = 0;
  float number_ = 0;
  std::span<const float> values_;
};

}  // namespace craton
