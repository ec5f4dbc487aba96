#include "stages/erosion/gravity.h"

#include <algorithm>
#include <optional>

#include "surface/unset_memory.h"

namespace craton {
namespace {

/// `rim` cells at the borders stay as they are.
void copy_rim(const GridFrame& frame, std::uint32_t rim, const float* in, float* out) {
  const std::size_t width = frame.width, height = frame.height;
  std::copy_n(in, rim * width, out);
  for (std::size_t row = rim; row < height - rim; ++row) {
    std::copy_n(in + row * width, rim, out + row * width);
    std::copy_n(in + (row + 1) * width - rim, rim, out + (row + 1) * width - rim);
  }
  std::copy_n(in + (height - rim) * width, rim * width, out + (height - rim) * width);
}

template <class T>
Result<void> one_pass(const T& topology, const GravityPass& pass, const GravityKernels& kernels, std::uint32_t rim,
                      const Execution& execution) {
  if constexpr (T::even_links) {
    const GridFrame frame = grid_frame(topology);
    if (rim > 0) copy_rim(frame, rim, pass.in, pass.out);
    return for_each_strip(frame, rim, execution, [&](const GridStrip& strip) { kernels.strip(pass, strip); });
  } else {
    return kernels.sphere(topology, pass, execution);
  }
}

/// The outermost cells of a margin that is as wide as all passes look need what lies beyond; nobody will see them.
std::uint32_t unseen_rim(const Domain& domain, std::uint32_t reach, std::uint32_t pass, std::uint32_t count) {
  const auto* tile = std::get_if<PlaneTile>(&domain);
  return tile && tile->halo() >= std::uint64_t{reach} * count ? reach * (pass + 1) : 0;
}

}  // namespace

Result<void> run_gravity(Layer& layer, const ErosionPasses& passes, GravityPass pass, const GravityKernels& kernels,
                         StageContext& context) {
  pass.share = static_cast<float>(passes.share);
  std::optional<UnsetMemory> unset(std::in_place);
  Layer scratch(layer.info(), layer.size());
  unset.reset();
  for (std::uint32_t i = 0; i < passes.count; ++i) {
    context.begin_iteration(i, passes.count);
    pass.in = layer.numbers().data();
    pass.out = scratch.numbers().data();
    const std::uint32_t rim = unseen_rim(context.domain(), kernels.reach, i, passes.count);
    CRATON_TRY(std::visit([&](const auto& topology) { return one_pass(topology, pass, kernels, rim, context.execution); },
                          context.domain()));
    layer.swap_values(scratch);
    CRATON_TRY(context.end_iteration(*context.surface));
  }
  return {};
}

Result<void> check_diffusive(int iterations, double reference_step, const DomainSpec& domain, const std::string& path) {
  CRATON_TRY(const DomainExtent extent, extent_of(domain, 0, "/domain"));
  const Result<ErosionPasses> passes = diffusive_passes(iterations, reference_step, extent.spacing, path);
  return passes ? Result<void>() : passes.error();
}

Reach diffusive_reach(int iterations, double reference_step, double spacing, std::uint32_t cells) {
  const Result<ErosionPasses> passes = diffusive_passes(iterations, reference_step, spacing, "");
  return Reach::stencil(cells * (passes ? passes->count : most_erosion_passes));  // too many are refused by the check
}

}  // namespace craton
