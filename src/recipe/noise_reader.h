#pragma once

#include <span>
#include <string_view>

#include <craton/base/result.h>
#include <craton/noise/noise.h>

namespace craton::recipe {

inline constexpr int most_noise_depth = 32;

/// noise_spec_from_json for any list of kinds.
Result<NoiseSpec> read_noise_spec(std::string_view text, std::span<const NoiseKind> kinds);

}  // namespace craton::recipe
