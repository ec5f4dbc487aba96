// Fractals: octaves of one noise, each finer and weaker than the one before, shaped and added up (Mandelbrot & Van Ness 1968;
// Musgrave 1998, "Procedural Fractal Terrains").
#include "noise/common_params.h"
#include "noise/kinds.h"
#include "noise/octave_shape.h"
#include "noise/steps.h"

namespace craton {
namespace {

/// What all fractals have.
struct OctaveParams {
  int octaves = 6;
  double lacunarity = 2;
  double persistence = 0.5;
};
struct FbmParams : OctaveParams {
  std::vector<double> amplitudes;
  bool normalise = true;
  double band_limit = 0;
};
struct RidgedParams : OctaveParams {
  double gain = 2;
};
struct PingPongParams : OctaveParams {
  double strength = 2;
};
struct ErodedParams : OctaveParams {
  double strength = 0.25;
};

std::vector<double> falling_weights(const OctaveParams& params) {
  std::vector<double> weights;
  double weight = 1;
  for (int i = 0; i < params.octaves; ++i, weight *= params.persistence) weights.push_back(weight);
  return weights;
}

void normalise(std::vector<double>& weights) {
  double sum = 0;
  for (const double w : weights) sum += w < 0 ? -w : w;
  for (double& w : weights)
    if (sum > 0) w /= sum;
}

/// A step that shapes octaves; registers that it does not need are none.
class ShapedStep final : public OctaveStep {
 public:
  struct Registers {
    Register sum = no_register, octave = no_register, state = no_register, persistence = no_register, weights = no_register;
    Slopes slope_sum = no_slopes, octave_slope = no_slopes, slope_state = no_slopes;
  };

  ShapedStep(std::vector<std::size_t> generators, const DomainRegisters& domain, const ShapedOctave& shape,
             std::vector<double> weights, std::vector<float> cell_widths, const Registers& registers)
      : OctaveStep(std::move(generators), domain),
        shape_(shape),
        octave_weights_(std::move(weights)),
        cell_widths_(std::move(cell_widths)),
        r_(registers) {}

  void run(Block& block) const override {
    const auto at = [&](Register r) { return r == no_register ? nullptr : block.values(r); };
    ShapedOctave o = shape_;
    o.count = block.count();
    o.sum = at(r_.sum);
    o.state = at(r_.state);
    o.value = at(r_.octave);
    o.weights = at(r_.weights);
    std::array<float*, max_dimensions> slopes{};
    for (std::size_t a = 0; a < max_dimensions; ++a) {
      o.slope[a] = slopes[a] = at(r_.octave_slope[a]);
      o.slope_sum[a] = at(r_.slope_sum[a]);
      o.slope_state[a] = at(r_.slope_state[a]);
    }
    if (o.weights) start_weights(at(r_.persistence), static_cast<int>(generators_.size()), at(r_.weights), o.count);
    for (std::size_t i = 0; i < generators_.size(); ++i) {
      if (i > 0 && o.weights) next_weights(at(r_.persistence), at(r_.weights), o.count);
      if (slopes[0])
        block.octave_slopes(generators_[i], domain_, at(r_.octave), slopes);
      else
        block.octave(generators_[i], domain_, r_.octave, false);
      o.first = i == 0;
      o.slope_unit = cell_widths_[i];
      o.weight = o.weights ? 1.0F : static_cast<float>(octave_weights_[i]);
      add_shaped_octave(o);
    }
  }
  void reads(FunctionRef<void(Register&)> visit) override {
    OctaveStep::reads(visit);
    visit(r_.persistence);
  }
  void writes(FunctionRef<void(Register&)> visit) override {
    for (Register* r : {&r_.sum, &r_.octave, &r_.state, &r_.weights}) visit(*r);
    for (Slopes* slopes : {&r_.slope_sum, &r_.octave_slope, &r_.slope_state})
      for (Register& r : *slopes) visit(r);
  }

 private:
  ShapedOctave shape_;
  std::vector<double> octave_weights_;
  std::vector<float> cell_widths_;  ///< metres
  Registers r_;
};

Result<Value> compile_shaped(Compiler& compiler, const Place& place, const OctaveParams& params, OctaveShape shape,
                             double strength) {
  const Place leaf = *compiler.place_of_input(place, "source");
  CRATON_TRY(const GeneratorKind* kind, compiler.leaf_kind(leaf));
  const std::vector<double> ones(static_cast<std::size_t>(params.octaves), 1.0);
  CRATON_TRY(const std::vector<std::size_t> generators, compiler.store().octaves(leaf, *kind, params.lacunarity, ones));
  const auto dimensions = static_cast<std::size_t>(compiler.dimensions());
  if ((kind->info.dimensions >> (dimensions - 1) & 1U) == 0)
    return compiler.error(leaf, "kind", ErrorCode::unsupported,
                          "\"" + leaf.spec->kind + "\" has no " + std::to_string(dimensions) + "D form");
  if (compiler.store().range(generators.front()).high > 1)
    return compiler.error(leaf, "kind", ErrorCode::invalid_value,
                          "its values do not lie between -1 and 1, as those of octaves must");
  CRATON_TRY(const Value persistence, compiler.number(place, "persistence", params.persistence));

  const bool needs_slopes = compiler.wants_slopes() || shape == OctaveShape::eroded;
  if (needs_slopes && !compiler.store().generators()[generators.front()]->has_slopes())
    return compiler.error(leaf, "kind", ErrorCode::unsupported, "\"" + leaf.spec->kind + "\" has no analytic derivatives");
  if (needs_slopes && compiler.dimensions() > max_slope_dimensions)
    return compiler.error(place, "kind", ErrorCode::unsupported, "there are no analytic derivatives in 4D");
  if (compiler.wants_slopes() && (shape == OctaveShape::eroded || persistence.varies()))
    return compiler.error(place, "kind", ErrorCode::unsupported, "this noise has no analytic derivatives");

  ShapedStep::Registers r;
  r.sum = compiler.new_register();
  r.octave = compiler.new_register();
  if (shape == OctaveShape::ridged) r.state = compiler.new_register();
  if (persistence.varies()) {
    r.persistence = persistence.value;
    r.weights = compiler.new_register();
  }
  for (std::size_t a = 0; needs_slopes && a < dimensions; ++a) {
    r.octave_slope[a] = compiler.new_register();
    r.slope_sum[a] = compiler.new_register();
    if (shape == OctaveShape::ridged) r.slope_state[a] = compiler.new_register();
  }
  ShapedOctave description{};
  description.shape = shape;
  description.strength = static_cast<float>(strength);
  description.dimensions = compiler.dimensions();
  std::vector<float> cell_widths;
  for (const std::size_t generator : generators)
    cell_widths.push_back(static_cast<float>(1 / compiler.store().frequency(generator)));
  std::vector<double> weights = falling_weights(params);
  normalise(weights);
  CRATON_TRY(compiler.add(std::make_unique<ShapedStep>(generators, compiler.domain(leaf.domain), description, std::move(weights),
                                                       std::move(cell_widths), r),
                          place));

  Value value;
  value.value = r.sum;
  constexpr float rounding = 1 + 0x1p-19F;
  value.range = {shape == OctaveShape::turbulence ? 0 : -rounding, rounding};
  if (compiler.wants_slopes()) {
    CRATON_TRY(const Slopes own, compiler.slopes_in_domain(leaf, r.slope_sum));
    value.slope = own;
  }
  return value;
}

template <class P>
Result<P> params_at(const Place& place) {
  return params_from<P>(place.spec->params, place.path);
}

Result<Value> compile_fbm(Compiler& compiler, const Place& place) {
  CRATON_TRY(const FbmParams params, params_at<FbmParams>(place));
  if (compiler.place_of_input(place, "persistence")) {
    if (params.band_limit > 0)
      return compiler.error(place, "band_limit", ErrorCode::invalid_value, "a noise as persistence goes with no band limit");
    if (!params.amplitudes.empty() || !params.normalise)
      return compiler.error(place, "persistence", ErrorCode::invalid_value,
                            "a noise as persistence goes with neither amplitudes nor \"normalise\": false");
    return compile_shaped(compiler, place, params, OctaveShape::plain, 0);
  }
  const Place leaf = *compiler.place_of_input(place, "source");
  CRATON_TRY(const GeneratorKind* kind, compiler.leaf_kind(leaf));
  std::vector<double> weights = params.amplitudes.empty() ? falling_weights(params) : params.amplitudes;
  if (params.normalise) normalise(weights);
  return compile_sum(compiler, place, leaf, *kind, params.lacunarity, weights, params.band_limit);
}

template <class P, OctaveShape shape>
Result<Value> compile_fractal(Compiler& compiler, const Place& place) {
  CRATON_TRY(const P params, params_at<P>(place));
  double strength = 0;
  if constexpr (shape == OctaveShape::ridged) strength = params.gain;
  if constexpr (shape == OctaveShape::ping_pong || shape == OctaveShape::eroded) strength = params.strength;
  return compile_shaped(compiler, place, params, shape, strength);
}

template <class P>
std::vector<ParamInfo> octave_params(std::vector<ParamInfo> own) {
  std::vector<ParamInfo> list{
      integer_param<&P::octaves>("octaves", 1, 32, "", "Number of octaves."),
      number_param<&P::lacunarity>("lacunarity", 1, 16, "", "Frequency of an octave relative to the one before."),
      or_noise(number_param<&P::persistence>("persistence", 0, 16, "", "Weight of an octave relative to the one before.")),
  };
  list.insert(list.end(), own.begin(), own.end());
  return list;
}

constexpr NoiseInputInfo source_input[] = {{"source", "The plain noise that octaves are made of."}};

template <class P, OctaveShape shape>
NodeKind fractal_kind(std::string_view id, std::string_view title, std::string_view doc, std::string_view cite) {
  return {{id, title, doc, cite, 0b1111, params_of<P>(), source_input}, compile_fractal<P, shape>};
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<OctaveParams>() {
  static const std::vector<ParamInfo> list = octave_params<OctaveParams>({});
  return list;
}
template <>
std::span<const ParamInfo> params_of<FbmParams>() {
  static const std::vector<ParamInfo> list = octave_params<FbmParams>({
      numbers_param<&FbmParams::amplitudes>("amplitudes", -1e6, 1e6, 32, "",
                                            "Weight of each octave, in place of persistence; sets the number of octaves too."),
      boolean_param<&FbmParams::normalise>("normalise",
                                           "Divide the weights by their sum, so that the result stays in the source's range."),
      number_param<&FbmParams::band_limit>(
          "band_limit", 0, 64, "samples",
          "On grids, octaves fade whose cells hold fewer than twice so many samples along an "
          "axis, and are left out where they hold no more than that: 2 keeps coarse levels from "
          "aliasing and from paying for what they cannot show. Points get all octaves. 0: none."),
  });
  return list;
}
template <>
std::span<const ParamInfo> params_of<RidgedParams>() {
  static const std::vector<ParamInfo> list = octave_params<RidgedParams>({
      number_param<&RidgedParams::gain>("gain", 0, 16, "", "How strongly an octave lets finer ridges grow on its own."),
  });
  return list;
}
template <>
std::span<const ParamInfo> params_of<PingPongParams>() {
  static const std::vector<ParamInfo> list = octave_params<PingPongParams>({
      number_param<&PingPongParams::strength>("strength", 0, 64, "", "How often values are folded: 1 not at all, 2 once."),
  });
  return list;
}
template <>
std::span<const ParamInfo> params_of<ErodedParams>() {
  static const std::vector<ParamInfo> list = octave_params<ErodedParams>({
      number_param<&ErodedParams::strength>("strength", 0, 1000, "", "How much steep ground keeps finer octaves away."),
  });
  return list;
}

const NodeKind& fbm_noise() {
  static const NodeKind kind{{"fbm", "Fractal sum",
                              "Octaves of one source noise, each finer and weaker than the one before; by default the weights "
                              "add up to 1. Octaves after "
                              "the first have their own seed and a shifted lattice, so that their lattices never coincide.",
                              "Mandelbrot & Van Ness 1968; Musgrave 1989", 0b1111, params_of<FbmParams>(), source_input},
                             compile_fbm};
  return kind;
}
const NodeKind& ridged_noise() {
  static const NodeKind kind = fractal_kind<RidgedParams, OctaveShape::ridged>(
      "ridged", "Ridged fractal", "Sharp crests where octaves cross zero; finer ridges grow where the coarser ones are high.",
      "Musgrave 1998");
  return kind;
}
const NodeKind& billow_noise() {
  static const NodeKind kind = fractal_kind<OctaveParams, OctaveShape::billow>(
      "billow", "Billow fractal", "Sums of absolute values: rounded hills between sharp valleys.", "Perlin 1985; Musgrave 1998");
  return kind;
}
const NodeKind& turbulence_noise() {
  static const NodeKind kind = fractal_kind<OctaveParams, OctaveShape::turbulence>(
      "turbulence", "Turbulence", "The sum of absolute values itself, from 0 to 1: what marble, fire and clouds are made of.",
      "Perlin 1985");
  return kind;
}
const NodeKind& ping_pong_noise() {
  static const NodeKind kind = fractal_kind<PingPongParams, OctaveShape::ping_pong>(
      "ping_pong", "Ping-pong fractal", "Octaves folded back and forth between -1 and 1: contour-like bands.", "");
  return kind;
}
const NodeKind& eroded_noise() {
  static const NodeKind kind = fractal_kind<ErodedParams, OctaveShape::eroded>(
      "eroded", "Eroded fractal",
      "A fractal sum whose finer octaves fade where the ground is steep: smooth flanks and rough heights, as if eroded. "
      "Needs a source with analytic derivatives.",
      "Quilez 2008, after Musgrave");
  return kind;
}

}  // namespace craton
