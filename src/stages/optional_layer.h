#pragma once

#include <craton/stages/stage.h>

namespace craton {

/// What a recipe may say in place of a layer's name: that there is none.
inline constexpr std::string_view no_layer[] = {""};

/// A layer that need not be there: "" means none.
template <auto Member>
ParamInfo optional_layer_param(std::string_view name, LayerAccess access, std::string_view doc,
                               LayerType type = LayerType::number) {
  ParamInfo info = layer_param<Member>(name, access, doc, type);
  info.choices = no_layer;
  return info;
}

/// The numbers of a layer that a recipe names; nothing where it names none.
inline Result<std::span<const float>> optional_numbers(Surface& surface, const std::string& name, std::string_view param,
                                                       const StageContext& context) {
  if (name.empty()) return std::span<const float>{};
  const Result<Layer*> layer = surface.need_layer(name, LayerType::number, context.path + "/" + std::string(param));
  if (!layer) return layer.error();
  return std::span<const float>((*layer)->numbers());
}

}  // namespace craton
