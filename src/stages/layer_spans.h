#pragma once

#include <initializer_list>
#include <span>
#include <string>

#include <craton/surface/surface.h>

/// Several layers of numbers at once, for stages that read or write many.
namespace craton {

struct NewLayer {
  std::string name, unit, doc;
  std::span<float>* values;
};
Result<void> make_layers(Surface& surface, std::initializer_list<NewLayer> wanted);

/// `param` is where errors point to. A layer that need not be there may have no name (optional_layer.h): then the span stays
/// empty.
struct NeededLayer {
  std::string name, param;
  std::span<const float>* values;
};
Result<void> find_layers(Surface& surface, std::initializer_list<NeededLayer> wanted, const std::string& path);

}  // namespace craton
