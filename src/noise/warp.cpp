// Domain warping (Perlin 1985; Quilez 2002): a noise is asked at places that another noise has displaced. Step by step each
// displacement starts where the one before has led (progressive warp).
#include <algorithm>

#include "noise/common_params.h"
#include "noise/steps.h"

namespace craton {
namespace {

struct WarpParams {
  double amplitude = 30;
  int steps = 1;
  double lacunarity = 2;
  double persistence = 0.5;
};

constexpr std::string_view axis_names[max_dimensions] = {"x", "y", "z", "w"};

Value constant(double number) {
  Value value;
  value.constant = static_cast<float>(number);
  value.range = {value.constant, value.constant};
  return value;
}

/// The vectors of gradient noise, all components in one pass.
class VectorStep final : public OctaveStep {
 public:
  VectorStep(std::vector<std::size_t> generators, const DomainRegisters& domain, const std::array<Register, 3>& out)
      : OctaveStep(std::move(generators), domain), out_(out) {}

  void run(Block& block) const override {
    std::array<float*, 3> places{};
    for (std::size_t a = 0; a < 3; ++a)
      if (out_[a] != no_register) places[a] = block.values(out_[a]);
    block.octave_vectors(generators_.front(), domain_, places);
  }
  void writes(FunctionRef<void(Register&)> visit) override {
    for (Register& r : out_) visit(r);
  }

 private:
  std::array<Register, 3> out_;
};

class WarpCompiler {
 public:
  WarpCompiler(Compiler& compiler, const Place& place, const Place& by) : compiler_(compiler), place_(place), by_(by) {}

  /// Displaces domain `from` by the noise `finer` times finer, `amplitude` metres at most; gives the new domain.
  Result<std::size_t> step(std::size_t from, double finer, const Value& amplitude) {
    DomainRegisters metres;
    metres.fill(no_register);
    Jacobian jacobian = compiler_.jacobian(from);
    Place by = by_;
    by.domain = from;
    by.finer = by_.finer * finer;
    CRATON_TRY(std::vector<Value> vectors, components(by, amplitude));
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(compiler_.dimensions()); ++axis) {
      const Value* metre = &vectors[axis];
      CRATON_TRY(const Register total, sum(*metre, compiler_.domain(from)[axis]));
      metres[axis] = total;
      for (std::size_t along = 0; along < max_dimensions; ++along)
        if (metre->slope[along] != no_register)
          CRATON_TRY(compiler_.accumulate(place_, jacobian[axis][along], metre->slope[along]));
    }
    return compiler_.add_domain(metres, jacobian);
  }

  Result<Value> product(const Value& a, const Value& b) {
    double low = 1e300, high = -1e300;
    for (const float x : {a.range.low, a.range.high})
      for (const float y : {b.range.low, b.range.high}) {
        low = std::min(low, double{x} * double{y});
        high = std::max(high, double{x} * double{y});
      }
    if (std::max(-low, high) > 1e30)
      return compiler_.error(place_, "amplitude", ErrorCode::invalid_value, "displacements could reach beyond 1e30 m");
    return compiler_.element(place_, Element::multiply, {a, b}, {}, {static_cast<float>(low), static_cast<float>(high)});
  }

 private:
  /// The displacement along each axis: the components of gradient noise, or one noise for each.
  Result<std::vector<Value>> components(const Place& by, const Value& amplitude) {
    const auto dimensions = static_cast<std::size_t>(compiler_.dimensions());
    std::vector<Value> list(dimensions);
    if (by.spec->kind == gradient_noise().info.id && dimensions <= 3 && !compiler_.wants_slopes()) {
      CRATON_TRY(const GeneratorKind* kind, compiler_.leaf_kind(by));
      const double length = amplitude.varies() ? 1 : double{amplitude.constant};
      CRATON_TRY(const std::vector<std::size_t> generators, compiler_.store().octaves(by, *kind, 1, std::array{length}));
      std::array<Register, 3> registers{no_register, no_register, no_register};
      for (std::size_t axis = 0; axis < dimensions; ++axis) list[axis].value = registers[axis] = compiler_.new_register();
      CRATON_TRY(compiler_.add(std::make_unique<VectorStep>(generators, compiler_.domain(by.domain), registers), place_));
      for (Value& component : list) {
        const auto reach = static_cast<float>(length < 0 ? -length : length);
        component.range = {-reach, reach};
        if (!amplitude.varies()) continue;
        CRATON_TRY(const Value metres, product(component, amplitude));
        component = metres;
      }
      return list;
    }
    for (std::size_t axis = 0; axis < dimensions; ++axis) {
      Place along = by;
      along.seed = by.seed.child(axis_names[axis]);
      CRATON_TRY(const Value noise, compiler_.node(along));
      CRATON_TRY(const Value metres, product(noise, amplitude));
      list[axis] = metres;
    }
    return list;
  }

  /// A register with the displacement and what it adds to, if anything.
  Result<Register> sum(const Value& metres, Register before) {
    if (before == no_register && metres.varies()) return metres.value;
    Value other = constant(0);
    other.value = before;
    const Register total = compiler_.new_register();
    CRATON_TRY(compiler_.add(std::make_unique<ElementStep>(Element::add, std::vector{metres, other}, std::vector<float>{}, total),
                             place_));
    return total;
  }

  Compiler& compiler_;
  const Place& place_;
  Place by_;
};

Result<Value> compile_warp(Compiler& compiler, const Place& place) {
  CRATON_TRY(const WarpParams params, params_from<WarpParams>(place.spec->params, place.path));
  CRATON_TRY(const Value amplitude, compiler.number(place, "amplitude", params.amplitude));
  WarpCompiler warp(compiler, place, *compiler.place_of_input(place, "by"));
  Place source = *compiler.place_of_input(place, "source");
  double finer = 1, share = 1 / place.finer;
  for (int k = 0; k < params.steps; ++k, finer *= params.lacunarity, share *= params.persistence) {
    CRATON_TRY(const Value metres, warp.product(amplitude, constant(share)));
    CRATON_TRY(const std::size_t domain, warp.step(source.domain, finer, metres));
    source.domain = domain;
  }
  return compiler.node(source);
}

constexpr NoiseInputInfo inputs[] = {
    {"source", "The noise to warp."},
    {"by", "The noise that displaces: the vectors of gradient noise, or any other with a seed of its own for each axis."},
};

}  // namespace

template <>
std::span<const ParamInfo> params_of<WarpParams>() {
  static const ParamInfo list[] = {
      or_noise(
          number_param<&WarpParams::amplitude>("amplitude", -1e6, 1e6, "m", "Displacement where the displacing noise is 1.")),
      integer_param<&WarpParams::steps>("steps", 1, 16, "",
                                        "Displacements one after the other; each starts where the one before has led."),
      number_param<&WarpParams::lacunarity>("lacunarity", 1, 16, "", "How much finer a step's noise is than the one before."),
      number_param<&WarpParams::persistence>("persistence", 0, 16, "", "Amplitude of a step relative to the one before."),
  };
  return list;
}

const NodeKind& warp_noise() {
  static const NodeKind kind{
      {"warp", "Domain warp",
       "Asks a noise at displaced places: swirls, folds and frayed edges. Any noise can displace: gradient noise is "
       "the fastest, a fractal sum gives the finest detail.",
       "Perlin 1985; Quilez 2002", 0b1111, params_of<WarpParams>(), inputs},
      compile_warp};
  return kind;
}

}  // namespace craton
