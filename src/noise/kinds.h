#pragma once

#include "noise/generator.h"

/// The explicit lists of all kinds.
namespace craton {

class Compiler;
struct Place;
struct Value;

/// A kind that is made of other noises.
struct NodeKind {
  NoiseKind info;
  Result<Value> (*compile)(Compiler& compiler, const Place& place);
};

std::span<const GeneratorKind* const> generator_kinds();
std::span<const NodeKind* const> node_kinds();

// Plain noises
const GeneratorKind& white_noise();
const GeneratorKind& value_noise();
const GeneratorKind& perlin_noise();
const GeneratorKind& quick_perlin_noise();
const GeneratorKind& simplex_noise();
const GeneratorKind& gradient_noise();
const GeneratorKind& cubic_noise();
const GeneratorKind& wavelet_noise();
const GeneratorKind& tiling_simplex_noise();
const GeneratorKind& cellular_noise();
const GeneratorKind& kite_noise();
const GeneratorKind& hat_noise();

// Fractals
const NodeKind& fbm_noise();
const NodeKind& ridged_noise();
const NodeKind& billow_noise();
const NodeKind& turbulence_noise();
const NodeKind& ping_pong_noise();
const NodeKind& eroded_noise();
const NodeKind& wrapped_turbulence_noise();

// Shaping
const NodeKind& abs_noise();
const NodeKind& clamp_noise();
const NodeKind& power_noise();
const NodeKind& remap_noise();
const NodeKind& terrace_noise();
const NodeKind& curve_noise();
const NodeKind& wave_noise();

// Combining
const NodeKind& constant_noise();
const NodeKind& add_noise();
const NodeKind& multiply_noise();
const NodeKind& min_noise();
const NodeKind& max_noise();
const NodeKind& mix_noise();
const NodeKind& select_noise();

// Displacing
const NodeKind& warp_noise();

}  // namespace craton
