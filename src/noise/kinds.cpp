#include "noise/kinds.h"

namespace craton {

std::span<const GeneratorKind* const> generator_kinds() {
  static const GeneratorKind* const kinds[] = {&white_noise(),          &value_noise(),    &perlin_noise(), &quick_perlin_noise(),
                                               &simplex_noise(),        &gradient_noise(), &cubic_noise(),  &wavelet_noise(),
                                               &tiling_simplex_noise(), &cellular_noise(), &kite_noise(),   &hat_noise()};
  return kinds;
}

std::span<const NodeKind* const> node_kinds() {
  static const NodeKind* const kinds[] = {
      &fbm_noise(),
      &ridged_noise(),
      &billow_noise(),
      &turbulence_noise(),
      &ping_pong_noise(),
      &eroded_noise(),
      &wrapped_turbulence_noise(),
      &abs_noise(),
      &clamp_noise(),
      &power_noise(),
      &remap_noise(),
      &terrace_noise(),
      &curve_noise(),
      &wave_noise(),
      &constant_noise(),
      &add_noise(),
      &multiply_noise(),
      &min_noise(),
      &max_noise(),
      &mix_noise(),
      &select_noise(),
      &warp_noise(),
  };
  return kinds;
}

}  // namespace craton
