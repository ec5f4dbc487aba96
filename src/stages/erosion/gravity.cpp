#include "stages/erosion/gravity.h"

#include <optional>

#include "stages/frozen_fields.h"
#include "surface/unset_memory.h"

namespace craton {
namespace {

template <class T>
Result<void> one_pass(const T& topology, const GravityPass& pass, const GravityKernels& kernels, const Execution& execution) {
  if constexpr (T::even_links)
    return for_each_strip(grid_frame(topology), execution, [&](const GridStrip& strip) { kernels.strip(pass, strip); });
  else
    return kernels.sphere(topology, pass, execution);
}

}  // namespace

Result<void> run_gravity(Surface& surface, const std::string& name, const ErosionPasses& passes, GravityPass pass,
                         const GravityKernels& kernels, StageContext& context) {
  const Result<Layer*> layer = surface.need_layer(name, LayerType::number, context.path + "/layer");
  if (!layer) return layer.error();
  FrozenFields frozen({*layer});
  pass.talus = frozen(pass.talus);
  pass.strength = frozen(pass.strength);
  pass.share = static_cast<float>(passes.share);
  std::optional<UnsetMemory> unset(std::in_place);
  Layer scratch((*layer)->info(), (*layer)->size());
  unset.reset();
  for (std::uint32_t i = 0; i < passes.count; ++i) {
    context.begin_iteration(i, passes.count);
    pass.in = (*layer)->numbers().data();
    pass.out = scratch.numbers().data();
    CRATON_TRY(
        std::visit([&](const auto& topology) { return one_pass(topology, pass, kernels, context.execution); }, surface.domain()));
    (*layer)->swap_values(scratch);
    CRATON_TRY(context.end_iteration(surface));
  }
  return {};
}

Result<void> check_diffusive(int iterations, double reference_step, const DomainSpec& domain, const std::string& path) {
  const Result<DomainExtent> extent = extent_of(domain, 0, "/domain");
  if (!extent) return extent.error();
  const Result<ErosionPasses> passes = diffusive_passes(iterations, reference_step, extent->spacing, path);
  return passes ? Result<void>() : passes.error();
}

Reach diffusive_reach(int iterations, double reference_step, double spacing, std::uint32_t cells) {
  const Result<ErosionPasses> passes = diffusive_passes(iterations, reference_step, spacing, "");
  return Reach::stencil(cells * (passes ? passes->count : most_erosion_passes));  // too many are refused by the check
}

}  // namespace craton
