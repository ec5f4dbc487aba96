#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <craton/base/export.h>
#include <craton/base/result.h>

namespace craton {

/// Instruction sets by name: "scalar", "sse4", "avx2", "avx512", "neon", "wasm". All give the same bits.
CRATON_API std::vector<std::string_view> compiled_targets();   ///< built into this library, best first
CRATON_API std::vector<std::string_view> available_targets();  ///< of these, the ones this machine can run
CRATON_API std::string_view chosen_target();                   ///< the one that kernels run on now

/// Makes every kernel of this process run on `name` ("best" lifts it again). An error when the machine or the build
/// lacks it; never falls back silently. Not to be called while other threads are evaluating.
CRATON_API Result<void> force_target(std::string_view name);

}  // namespace craton
