#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <craton/recipe/recipe.h>
#include <craton/surface/layer.h>

namespace craton::cli {

/// "torus, 512 × 512 samples 100 m apart", "sphere of radius 6371000 m, 6 × 128 × 128 cells".
std::string domain_text(const DomainSpec& domain);
/// As {"kind": …}, with every parameter.
std::string domain_json(const DomainSpec& domain);

std::string_view type_name(LayerType type);

/// What is said of a layer beside its name, wherever layers are listed.
struct LayerFacts {
  LayerInfo info;
  LayerRange range;
  std::uint64_t hash = 0;
};
/// The members of a JSON object, without its braces: "name": …, "type": …, …
std::string layer_json(const LayerFacts& facts);

std::string hash_text(std::uint64_t hash);    ///< 16 hexadecimal digits
std::string count_text(std::uint64_t count);  ///< 98 304
std::string value_text(double value);         ///< six digits, without a tail of zeros
std::string place_text(double coordinate);    ///< all digits that make a difference

}  // namespace craton::cli
