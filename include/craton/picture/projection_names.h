#pragma once

#include <span>
#include <string_view>

#include <craton/base/export.h>
#include <craton/base/params.h>
#include <craton/picture/layer_raster.h>

namespace craton {

template <>
CRATON_API std::span<const std::string_view> choice_names<Projection>();
/// By one of these names; "equal_earth" is another one of equal-earth. Errors name `path`.
CRATON_API Result<Projection> find_projection(std::string_view name, std::string_view path);

}  // namespace craton
