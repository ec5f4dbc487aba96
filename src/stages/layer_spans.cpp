#include "stages/layer_spans.h"

namespace craton {

Result<void> make_layers(Surface& surface, std::initializer_list<NewLayer> wanted) {
  for (const NewLayer& each : wanted) {
    CRATON_TRY(const auto layer, surface.ensure_layer({.name = each.name, .unit = each.unit, .doc = each.doc}));
    *each.values = layer->numbers();
  }
  return {};
}

Result<void> find_layers(Surface& surface, std::initializer_list<NeededLayer> wanted, const std::string& path) {
  for (const NeededLayer& each : wanted) {
    if (each.name.empty()) continue;
    CRATON_TRY(const auto layer, surface.need_layer(each.name, LayerType::number, path + "/" + each.param));
    *each.values = layer->numbers();
  }
  return {};
}

}  // namespace craton
