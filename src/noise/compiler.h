#pragma once

#include <map>
#include <string>
#include <tuple>

#include "noise/kinds.h"
#include "noise/plan.h"

/// From specification to plan.
namespace craton {

using Slopes = std::array<Register, max_dimensions>;  ///< derivatives along each axis; no register: zero
using Jacobian = std::array<Slopes, max_dimensions>;  ///< [axis][along]: how a displacement along an axis changes along another
inline constexpr Slopes no_slopes{no_register, no_register, no_register, no_register};

/// What a node gives: a register, or one number everywhere; with its derivatives where they are asked for.
struct Value {
  Register value = no_register;
  float constant = 0;  ///< where there is no register
  Slopes slope = no_slopes;
  ValueRange range;

  bool varies() const { return value != no_register; }
};

/// Where a node stands: with which seed, on which domain, how much finer than it says.
struct Place {
  const NoiseSpec* spec;
  std::string path;
  Seed seed;
  std::size_t domain = 0;
  double finer = 1;  ///< multiplies every frequency
};

/// Generators, made once for all plans of a noise.
class GeneratorStore {
 public:
  using Key = std::tuple<const NoiseSpec*, std::uint64_t, double, std::string>;

  explicit GeneratorStore(const NoiseRepeat& repeat = {}) : repeat_(repeat) {}
  const NoiseRepeat& repeat() const { return repeat_; }

  /// Octaves of a leaf, made once for all that ask for the same.
  /// `band_limit`: see make_band_limited; 0: none.
  Result<std::vector<std::size_t>> octaves(const Place& leaf, const GeneratorKind& kind, double lacunarity,
                                           std::span<const double> weights, double band_limit = 0);
  /// Octaves whose lattices a kind lays out itself; `leaf` is its own place.
  Result<std::vector<std::size_t>> octaves(const Place& leaf, const GeneratorKind& kind, const ParamValues& params,
                                           std::span<const OctaveSpec> specs, std::string layout, double band_limit = 0);
  std::span<const std::unique_ptr<Generator>> generators() const { return generators_; }
  double frequency(std::size_t generator) const { return specs_[generator].frequency.cells_per_metre(); }
  ValueRange range(std::size_t generator) const;

 private:
  NoiseRepeat repeat_;
  std::map<Key, std::vector<std::size_t>> made_;
  std::vector<std::unique_ptr<Generator>> generators_;
  std::vector<OctaveSpec> specs_;  ///< of each generator
};

class Compiler {
 public:
  Compiler(GeneratorStore& store, const NoiseSpec& root, Seed seed, int dimensions, bool slopes);

  Result<NoisePlan> compile();
  ValueRange range() const { return range_; }

  // ---- for kinds

  int dimensions() const { return dimensions_; }
  bool wants_slopes() const { return slopes_; }
  GeneratorStore& store() { return store_; }

  /// A node; the same one in the same place is computed once.
  Result<Value> node(const Place& place);
  /// An input that must be given.
  Result<Value> input(const Place& place, std::string_view name);
  /// A parameter that may be a noise: its number, or the input in its place.
  Result<Value> number(const Place& place, std::string_view name, double value);
  /// Where an input stands, or nothing where it is not given.
  std::optional<Place> place_of_input(const Place& place, std::string_view name) const;
  /// A leaf as input: what fractals are made of.
  Result<const GeneratorKind*> leaf_kind(const Place& leaf) const;

  Register new_register() { return next_register_++; }
  Result<void> add(std::unique_ptr<Step> step, const Place& place);
  /// An elementwise operation with its derivatives.
  Result<Value> element(const Place& place, Element element, std::vector<Value> in, std::vector<float> constants,
                        ValueRange range);

  // Domains: 0 is the samples themselves.
  std::size_t add_domain(const DomainRegisters& metres, const Jacobian& jacobian);
  const DomainRegisters& domain(std::size_t index) const { return domains_[index].metres; }
  const Jacobian& jacobian(std::size_t index) const { return domains_[index].jacobian; }
  /// From derivatives along displaced axes to derivatives along the samples' own axes.
  Result<Slopes> slopes_in_domain(const Place& place, const Slopes& slopes);
  /// Adds a register to a sum of registers.
  Result<void> accumulate(const Place& place, Register& sum, Register term);

  Error error(const Place& place, std::string_view name, ErrorCode code, std::string message) const;

  /// Says that the whole noise is nothing but a sum of octaves, if this place is the root.
  void is_plain_sum(const Place& place, const std::vector<std::size_t>& generators) {
    if (place.spec == root_ && place.domain == 0) sum_ = generators;
  }

 private:
  struct Domain {
    DomainRegisters metres;
    Jacobian jacobian;
  };
  using Key = std::tuple<const NoiseSpec*, std::uint64_t, std::size_t, double>;

  Result<Value> compile_node(const Place& place);
  Result<void> check_inputs(const Place& place, const NoiseKind& kind) const;

  GeneratorStore& store_;
  const NoiseSpec* root_;
  Seed root_seed_;
  int dimensions_;
  bool slopes_;
  int depth_ = 0;
  Register next_register_ = 0;
  std::vector<std::unique_ptr<Step>> steps_;
  std::vector<Domain> domains_;
  std::map<Key, Value> done_;
  std::vector<std::size_t> sum_;
  ValueRange range_;
};

}  // namespace craton
