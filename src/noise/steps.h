#pragma once

#include "noise/compiler.h"

/// The steps that most kinds are made of.
namespace craton {

/// Octaves of a leaf, added up. `leaf` is where the octaves' noise stands, `place` the node that asks. `band_limit`: see
/// make_band_limited; 0: none.
Result<Value> compile_sum(Compiler& compiler, const Place& place, const Place& leaf, const GeneratorKind& kind, double lacunarity,
                          std::span<const double> weights, double band_limit = 0);

/// Octaves that a kind has laid out itself, added up.
Result<Value> compile_octaves(Compiler& compiler, const Place& place, const GeneratorKind& kind, const ParamValues& params,
                              std::span<const OctaveSpec> octaves);

class ElementStep : public Step {
 public:
  ElementStep(Element element, std::vector<Value> in, std::vector<float> constants, Register out)
      : element_(element), in_(std::move(in)), constants_(std::move(constants)), out_(out) {}

  void run(Block& block) const override;
  void reads(FunctionRef<void(Register&)> visit) override {
    for (Value& value : in_) visit(value.value);
  }
  void writes(FunctionRef<void(Register&)> visit) override { visit(out_); }

 protected:
  Operands operands(Block& block) const;

  Element element_;
  std::vector<Value> in_;
  std::vector<float> constants_;
  Register out_;
};

/// The derivative of an element with respect to one operand.
class PartialStep final : public ElementStep {
 public:
  PartialStep(Element element, std::size_t operand, std::vector<Value> in, std::vector<float> constants, Register out)
      : ElementStep(element, std::move(in), std::move(constants), out), operand_(operand) {}
  void run(Block& block) const override;

 private:
  std::size_t operand_;
};

/// Octaves of one generator list on one domain.
class OctaveStep : public Step {
 public:
  OctaveStep(std::vector<std::size_t> generators, const DomainRegisters& domain)
      : generators_(std::move(generators)), domain_(domain) {}
  void reads(FunctionRef<void(Register&)> visit) override {
    for (Register& r : domain_) visit(r);
  }
  void octaves(FunctionRef<void(std::size_t)> visit) const override {
    for (const std::size_t generator : generators_) visit(generator);
  }

 protected:
  std::vector<std::size_t> generators_;
  DomainRegisters domain_;
};

}  // namespace craton
