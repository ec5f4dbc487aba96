#pragma once

#include <span>
#include <string>
#include <string_view>

#include <craton/base/result.h>
#include <craton/noise/noise.h>

#include "recipe/json_value.h"

namespace craton::recipe {

inline constexpr int most_noise_depth = 32;
inline constexpr int most_noises = 1000;

/// noise_spec_from_json for any list of kinds.
Result<NoiseSpec> read_noise_spec(std::string_view text, std::span<const NoiseKind> kinds);
/// A noise within another text, where it stands at `path`.
Result<NoiseSpec> read_noise_spec(const JsonValue& value, std::span<const NoiseKind> kinds, const std::string& path);

/// noise_spec_to_json as if it began in column `indent`, without a line's end.
std::string noise_spec_text(const NoiseSpec& spec, std::size_t indent);

}  // namespace craton::recipe
