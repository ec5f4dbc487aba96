#pragma once

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <vector>

#include <craton/surface/field.h>
#include <craton/surface/layer.h>

namespace craton {

/// Keeps fields as they were when the stage began, where they are the very layers that it changes.
class FrozenFields {
 public:
  explicit FrozenFields(std::initializer_list<const Layer*> changed) : changed_(changed) {}

  Field operator()(const Field& field) {
    if (!field.varies()) return field;
    for (const Layer* layer : changed_)
      if (field.values().data() == layer->numbers().data()) return copy_of(*layer);
    return field;
  }

 private:
  Field copy_of(const Layer& layer) {
    copies_.push_back(std::make_unique<Layer>(layer.info(), layer.size()));
    std::copy_n(layer.numbers().data(), layer.size(), copies_.back()->numbers().data());
    return std::span<const float>(copies_.back()->numbers());
  }

  std::vector<const Layer*> changed_;
  std::vector<std::unique_ptr<Layer>> copies_;
};

}  // namespace craton
