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

}  // namespace craton
