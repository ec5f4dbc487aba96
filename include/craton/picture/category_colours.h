#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <craton/base/export.h>
#include <craton/picture/image.h>

namespace craton {

/// The colours of a layer of categories, by their names: Köppen's climates have those of atlases (Peel et al. 2007), biomes quiet
/// ones of their own. Names that are not known have the fixed colours of their numbers (category_colour).
CRATON_API std::vector<Rgb8> category_colours(const std::vector<std::string>& names);

/// One of Köppen's climates ("Cfb"), or the sea.
CRATON_API Rgb8 koppen_colour(std::string_view name);

}  // namespace craton
