#include "noise/steps.h"

namespace craton {

Operands ElementStep::operands(Block& block) const {
  Operands operands{};
  for (std::size_t i = 0; i < in_.size(); ++i) {
    if (in_[i].varies()) operands[i].values = block.values(in_[i].value);
    operands[i].constant = in_[i].constant;
  }
  return operands;
}

void ElementStep::run(Block& block) const {
  run_element(element_, operands(block), constants_, block.values(out_), block.count());
}

void PartialStep::run(Block& block) const {
  run_partial(element_, operand_, operands(block), constants_, block.values(out_), block.count());
}

namespace {

class SumStep final : public OctaveStep {
 public:
  SumStep(std::vector<std::size_t> generators, const DomainRegisters& domain, Register out)
      : OctaveStep(std::move(generators), domain), out_(out) {}

  void run(Block& block) const override {
    for (std::size_t i = 0; i < generators_.size(); ++i) block.octave(generators_[i], domain_, out_, i > 0);
  }
  void writes(FunctionRef<void(Register&)> visit) override { visit(out_); }
  bool is_one_octave() const override { return generators_.size() == 1; }

 private:
  Register out_;
};

/// The same with derivatives: octaves one after the other go to `octave_`, and are added to `sum_`.
class SlopeSumStep final : public OctaveStep {
 public:
  using Registers = std::vector<Register>;  ///< the value, then its derivatives

  SlopeSumStep(std::vector<std::size_t> generators, const DomainRegisters& domain, Registers sum, Registers octave)
      : OctaveStep(std::move(generators), domain), sum_(std::move(sum)), octave_(std::move(octave)) {}

  void run(Block& block) const override {
    for (std::size_t i = 0; i < generators_.size(); ++i) {
      const Registers& into = i == 0 ? sum_ : octave_;
      std::array<float*, max_dimensions> slopes{};
      for (std::size_t a = 0; a + 1 < into.size(); ++a) slopes[a] = block.values(into[a + 1]);
      block.octave_slopes(generators_[i], domain_, block.values(into[0]), slopes);
      for (std::size_t k = 0; i > 0 && k < sum_.size(); ++k)
        run_element(Element::add, {Operand{block.values(sum_[k])}, Operand{block.values(octave_[k])}}, {}, block.values(sum_[k]),
                    block.count());
    }
  }
  void writes(FunctionRef<void(Register&)> visit) override {
    for (Register& r : sum_) visit(r);
    for (Register& r : octave_) visit(r);
  }

 private:
  Registers sum_, octave_;
};

/// `leaf` is where the octaves' noise stands, `place` the node that asks.
Result<Value> add_up(Compiler& compiler, const Place& place, const Place& leaf, const GeneratorKind& kind,
                     const std::vector<std::size_t>& generators) {
  const auto dimensions = static_cast<std::size_t>(compiler.dimensions());
  if ((kind.info.dimensions >> (dimensions - 1) & 1U) == 0)
    return compiler.error(leaf, "kind", ErrorCode::unsupported,
                          "\"" + leaf.spec->kind + "\" has no " + std::to_string(dimensions) + "D form");
  Value value;
  double low = 0, high = 0;
  for (const std::size_t generator : generators) {
    const ValueRange range = compiler.store().range(generator);
    low += double{range.low};
    high += double{range.high};
  }
  value.range = {static_cast<float>(low), static_cast<float>(high)};
  value.value = compiler.new_register();
  const DomainRegisters& domain = compiler.domain(leaf.domain);
  if (!compiler.wants_slopes()) {
    compiler.is_plain_sum(place, generators);
    CRATON_TRY(compiler.add(std::make_unique<SumStep>(generators, domain, value.value), place));
    return value;
  }
  if (!compiler.store().generators()[generators.front()]->has_slopes())
    return compiler.error(leaf, "kind", ErrorCode::unsupported, "\"" + leaf.spec->kind + "\" has no analytic derivatives");
  SlopeSumStep::Registers sum{value.value}, octave{compiler.new_register()};
  Slopes slopes = no_slopes;
  for (std::size_t a = 0; a < dimensions; ++a) {
    slopes[a] = compiler.new_register();
    sum.push_back(slopes[a]);
    octave.push_back(compiler.new_register());
  }
  CRATON_TRY(compiler.add(std::make_unique<SlopeSumStep>(generators, domain, sum, octave), place));
  CRATON_TRY(const Slopes own, compiler.slopes_in_domain(leaf, slopes));
  value.slope = own;
  return value;
}

}  // namespace

Result<Value> compile_sum(Compiler& compiler, const Place& place, const Place& leaf, const GeneratorKind& kind, double lacunarity,
                          std::span<const double> weights, double band_limit) {
  CRATON_TRY(const std::vector<std::size_t> generators, compiler.store().octaves(leaf, kind, lacunarity, weights, band_limit));
  return add_up(compiler, place, leaf, kind, generators);
}

Result<Value> compile_octaves(Compiler& compiler, const Place& place, const GeneratorKind& kind, const ParamValues& params,
                              std::span<const OctaveSpec> octaves) {
  // Weights may depend on the dimension.
  const std::string layout = std::string(kind.info.id) + std::to_string(compiler.dimensions());
  CRATON_TRY(const std::vector<std::size_t> generators, compiler.store().octaves(place, kind, params, octaves, layout));
  return add_up(compiler, place, place, kind, generators);
}

}  // namespace craton
