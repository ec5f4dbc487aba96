#pragma once

#include <string>

#include <craton/stages/stage.h>

#include "base/function_ref.h"
#include "stages/erosion/grid_strip.h"
#include "stages/erosion/neighbourhood.h"
#include "stages/erosion/passes.h"

/// What erosions by gravity share: passes in which every cell of a new array is made from the old one.
namespace craton {

/// Of one pass.
struct GravityPass {
  Field talus;      ///< of the giver, m/m
  Field strength;   ///< over a link the smaller one of its two cells counts
  float share = 1;  ///< of a whole pass
  Neighbourhood neighbourhood = Neighbourhood::von_neumann;
  const float* in = nullptr;
  float* out = nullptr;

  bool varies() const { return talus.varies() || strength.varies(); }
};

/// Below any strength that moves anything: keeps ratios of strengths from dividing by 0.
inline constexpr float least_strength = 1e-30F;

/// The part of what a giver hands out that a link of this other strength lets through: 1 where both are equal, to the bit.
inline float let_through(float strength_here, float strength_there) {
  const float ratio = strength_there / (strength_here > least_strength ? strength_here : least_strength);
  return ratio < 1 ? ratio : 1;
}

/// One pass over a domain: a kernel for strips of grids, a loop for spheres. A cell depends on those up to `reach` cells around.
struct GravityKernels {
  void (*strip)(const GravityPass& pass, const GridStrip& strip);
  Result<void> (*sphere)(const CubeSphere& sphere, const GravityPass& pass, const Execution& execution);
  std::uint32_t reach;
};

/// All passes on a layer. `pass` brings fields and neighbourhood.
Result<void> run_gravity(Layer& layer, const ErosionPasses& passes, GravityPass pass, const GravityKernels& kernels,
                         StageContext& context);

/// Checks of iterations before anything runs.
Result<void> check_diffusive(int iterations, double reference_step, const DomainSpec& domain, const std::string& path);
/// The margin: `cells` for each pass.
Reach diffusive_reach(int iterations, double reference_step, double spacing, std::uint32_t cells);

}  // namespace craton
