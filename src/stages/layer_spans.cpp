#include "stages/layer_spans.h"

namespace craton {

Result<void> make_layers(Surface& surface, std::initializer_list<NewLayer> wanted) {
  for (const NewLayer& each : wanted) {
    const Result<Layer*> layer = surface.ensure_layer({.name = each.name, .unit = each.unit, .doc = each.doc});
    if (!layer) return layer.error();
    *each.values = (*layer)->numbers();
  }
  return {};
}

Result<void> find_layers(Surface& surface, std::initializer_list<NeededLayer> wanted, const std::string& path) {
  for (const NeededLayer& each : wanted) {
    if (each.name.empty()) continue;
    const Result<Layer*> layer = surface.need_layer(each.name, LayerType::number, path + "/" + each.param);
    if (!layer) return layer.error();
    *each.values = (*layer)->numbers();
  }
  return {};
}

}  // namespace craton
