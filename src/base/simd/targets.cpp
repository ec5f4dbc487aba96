// Which instruction set the kernels run on. Highway falls back silently when a target is missing; here a probe kernel,
// compiled and dispatched like every other one, tells what really runs.

#include <craton/base/targets.h>

#include <cstdint>

#include <craton/base/params.h>
#include "base/text.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "base/simd/targets.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace craton {
namespace HWY_NAMESPACE {

std::int64_t target_of_this_copy() { return HWY_TARGET; }

}  // namespace HWY_NAMESPACE
}  // namespace craton
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace craton {
namespace {

HWY_EXPORT(target_of_this_copy);

std::string_view name_of(std::int64_t target) {
  switch (target) {
    case HWY_SCALAR:
    case HWY_EMU128: return "scalar";
    case HWY_SSSE3: return "ssse3";
    case HWY_SSE4: return "sse4";
    case HWY_AVX2: return "avx2";
    case HWY_AVX3: return "avx512";
    case HWY_AVX3_DL: return "avx512dl";
    case HWY_NEON: return "neon";
    case HWY_SVE:
    case HWY_SVE_256: return "sve";
    case HWY_SVE2:
    case HWY_SVE2_128: return "sve2";
    case HWY_WASM:
    case HWY_WASM_EMU256: return "wasm";
    default: return "unknown";
  }
}

std::int64_t running_target() { return HWY_DYNAMIC_DISPATCH(target_of_this_copy)(); }

// Better targets have lower bits.
std::vector<std::int64_t> targets_in(std::int64_t mask) {
  std::vector<std::int64_t> targets;
  for (; mask != 0; mask &= mask - 1) targets.push_back(mask & -mask);
  return targets;
}

std::vector<std::string_view> names_in(std::int64_t mask) {
  std::vector<std::string_view> names;
  for (std::int64_t target : targets_in(mask)) names.push_back(name_of(target));
  return names;
}

#if (HWY_TARGETS & (HWY_TARGETS - 1)) == 0

// A build for one instruction set needs nothing of Highway's library: there is nothing to choose.
std::int64_t machine_targets() { return HWY_TARGETS; }
void restrict_to(std::int64_t) {}

#else

/// What the processor can run, whatever has been forced. Asked once, before anything could be forced: Highway's own answer
/// follows the restriction.
std::int64_t machine_targets() {
  static const std::int64_t targets = (hwy::SupportedTargets() | HWY_STATIC_TARGET) & HWY_TARGETS;
  return targets;
}

/// 0 lifts the restriction.
void restrict_to(std::int64_t target) {
  machine_targets();
  hwy::SetSupportedTargetsForTest(target);
  // Dispatch tables look at the chosen target alone: unless it is set anew they keep the former one.
  hwy::GetChosenTarget().Update(target == 0 ? machine_targets() : target);
}

#endif

Error missing_target(std::string_view name) {
  constexpr std::string_view known[] = {"best", "scalar", "sse4", "avx2", "avx512", "neon", "wasm"};
  const std::string quoted = concat({"\"", name, "\""});
  const std::string allowed = concat({"; allowed here: best | ", joined(available_targets())});
  for (std::string_view compiled : compiled_targets())
    if (compiled == name) return {ErrorCode::unsupported, "isa", concat({"this machine cannot run ", quoted, allowed})};
  for (std::string_view other : known)
    if (other == name) return {ErrorCode::unsupported, "isa", concat({"this build has no ", quoted, allowed})};
  return {ErrorCode::unknown_name, "isa",
          concat({"unknown instruction set ", quoted, allowed, suggestion(nearest_name(name, known))})};
}

}  // namespace

std::vector<std::string_view> compiled_targets() { return names_in(HWY_TARGETS); }

std::vector<std::string_view> available_targets() { return names_in(machine_targets()); }

std::string_view chosen_target() { return name_of(running_target()); }

Result<void> force_target(std::string_view name) {
  const std::vector<std::int64_t> available = targets_in(machine_targets());
  std::int64_t wanted = 0;
  for (std::int64_t target : available)
    if (name_of(target) == name) wanted = target;
  if (name == "best") wanted = available.front();
  if (wanted == 0) return missing_target(name);

  restrict_to(name == "best" ? 0 : wanted);
  if (const std::int64_t running = running_target(); running != wanted) {
    restrict_to(0);
    return Error{ErrorCode::unsupported, "isa",
                 concat({"asked for \"", name, "\", but \"", name_of(running), "\" is what runs"})};
  }
  return {};
}

}  // namespace craton

#endif  // HWY_ONCE
