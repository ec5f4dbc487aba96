#include "noise/compiler.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "noise/band_limit.h"
#include "noise/octaves.h"
#include "noise/steps.h"

namespace craton {
namespace {

constexpr int max_depth = 64;
constexpr std::size_t max_steps = 4096;

std::string quoted(std::string_view text) { return "\"" + std::string(text) + "\""; }

const GeneratorKind* find_generator(std::string_view id) {
  for (const GeneratorKind* kind : generator_kinds())
    if (kind->info.id == id) return kind;
  return nullptr;
}

const NodeKind* find_node(std::string_view id) {
  for (const NodeKind* kind : node_kinds())
    if (kind->info.id == id) return kind;
  return nullptr;
}

std::string with_suggestion(std::string message, std::string_view name, std::span<const std::string_view> known) {
  const std::string_view near = nearest_name(name, known);
  if (!near.empty()) message += "; did you mean " + quoted(near) + "?";
  return message;
}

Error unknown_kind(const std::string& path, std::string_view kind, std::string_view wanted, bool leaves_only) {
  std::vector<std::string_view> names;
  for (const GeneratorKind* known : generator_kinds()) names.push_back(known->info.id);
  if (!leaves_only)
    for (const NodeKind* known : node_kinds()) names.push_back(known->info.id);
  std::string message = with_suggestion("unknown noise " + quoted(kind), kind, names) + " (" + std::string(wanted) + ":";
  for (const std::string_view name : names) message += " " + std::string(name);
  return {ErrorCode::unknown_name, path, message + ")"};
}

}  // namespace

// ---- generators

Result<std::vector<std::size_t>> GeneratorStore::octaves(const Place& leaf, const GeneratorKind& kind, double lacunarity,
                                                         std::span<const double> weights, double band_limit) {
  std::string layout;
  for (const double number : {lacunarity, band_limit}) layout += std::to_string(std::bit_cast<std::uint64_t>(number));
  for (const double weight : weights) layout += "," + std::to_string(std::bit_cast<std::uint64_t>(weight));
  if (!kind.repeats && repeat_ != NoiseRepeat{})
    return Error{ErrorCode::invalid_value, path_of(leaf.path, "kind"),
                 quoted(kind.info.id) + " noise cannot repeat, as this domain needs; tiling_simplex or perlin can"};
  CRATON_TRY(const std::vector<OctaveSpec> specs,
             make_octaves(kind.info, leaf.spec->params, leaf.path, leaf.seed, leaf.finer, lacunarity, weights, repeat_));
  return octaves(leaf, kind, leaf.spec->params, specs, std::move(layout), band_limit);
}

Result<std::vector<std::size_t>> GeneratorStore::octaves(const Place& leaf, const GeneratorKind& kind, const ParamValues& params,
                                                         std::span<const OctaveSpec> specs, std::string layout,
                                                         double band_limit) {
  const Key key{leaf.spec, leaf.seed.value, leaf.finer, std::move(layout)};
  if (const auto found = made_.find(key); found != made_.end()) return found->second;
  std::vector<std::size_t> indices;
  for (const OctaveSpec& spec : specs) {
    CRATON_TRY(std::unique_ptr<Generator> generator, band_limit > 0 ? make_band_limited(kind, params, leaf.path, spec, band_limit)
                                                                    : kind.make(params, leaf.path, spec));
    indices.push_back(generators_.size());
    specs_.push_back(spec);
    generators_.push_back(std::move(generator));
  }
  made_.emplace(key, indices);
  return indices;
}

ValueRange GeneratorStore::range(std::size_t generator) const {
  const float weight = specs_[generator].weight;
  const auto [low, high] = generators_[generator]->range();
  return weight < 0 ? ValueRange{weight * high, weight * low} : ValueRange{weight * low, weight * high};
}

// ---- nodes

Compiler::Compiler(GeneratorStore& store, const NoiseSpec& root, Seed seed, int dimensions, bool slopes)
    : store_(store), root_(&root), root_seed_(seed), dimensions_(dimensions), slopes_(slopes) {
  Domain samples;
  samples.metres.fill(no_register);
  for (auto& axis : samples.jacobian) axis.fill(no_register);
  domains_.push_back(samples);
}

Result<NoisePlan> Compiler::compile() {
  Seed seed = root_seed_;
  if (!root_->seed.empty()) seed = seed.child(root_->seed);
  CRATON_TRY(const Value result, node({root_, "", seed}));
  range_ = result.range;
  NoisePlan plan;
  plan.steps = std::move(steps_);
  plan.registers = next_register_;
  plan.sum = sum_;
  plan.results.push_back(result.value);
  plan.constants.push_back(result.constant);
  for (int a = 0; slopes_ && a < dimensions_; ++a) {
    plan.results.push_back(result.slope[static_cast<std::size_t>(a)]);
    plan.constants.push_back(0);
  }
  plan.finish();
  return plan;
}

Error Compiler::error(const Place& place, std::string_view name, ErrorCode code, std::string message) const {
  return {code, path_of(place.path, name), std::move(message)};
}

Result<Value> Compiler::node(const Place& place) {
  const Key key{place.spec, place.seed.value, place.domain, place.finer};
  if (const auto found = done_.find(key); found != done_.end()) return found->second;
  if (depth_ >= max_depth)
    return error(place, "kind", ErrorCode::invalid_value,
                 "noises are nested deeper than " + std::to_string(max_depth) + " levels");
  ++depth_;
  Result<Value> value = compile_node(place);
  --depth_;
  if (value) done_.emplace(key, *value);
  return value;
}

Result<Value> Compiler::compile_node(const Place& place) {
  if (const GeneratorKind* leaf = find_generator(place.spec->kind)) {
    CRATON_TRY(check_inputs(place, leaf->info));
    return compile_sum(*this, place, place, *leaf, 1, std::array{1.0});
  }
  const NodeKind* kind = find_node(place.spec->kind);
  if (!kind) return unknown_kind(path_of(place.path, "kind"), place.spec->kind, "known", false);
  CRATON_TRY(check_inputs(place, kind->info));
  return kind->compile(*this, place);
}

Result<void> Compiler::check_inputs(const Place& place, const NoiseKind& kind) const {
  std::vector<std::string_view> names;
  for (const NoiseInputInfo& input : kind.inputs) names.push_back(input.name);
  for (const ParamInfo& param : kind.params)
    if (param.may_be_noise) names.push_back(param.name);
  const auto& inputs = place.spec->inputs;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const std::string& name = inputs[i].name;
    if (!inputs[i].noise) return error(place, name, ErrorCode::invalid_value, "this input is empty");
    if (names.empty()) return error(place, name, ErrorCode::unknown_name, quoted(kind.id) + " takes no input noise");
    if (std::find(names.begin(), names.end(), name) == names.end())
      return error(place, name, ErrorCode::unknown_name,
                   with_suggestion(quoted(kind.id) + " takes no input noise of this name", name, names));
    for (std::size_t j = 0; j < i; ++j)
      if (inputs[j].name == name) return error(place, name, ErrorCode::invalid_value, "this input is given twice");
    if (place.spec->params.find(name))
      return error(place, name, ErrorCode::invalid_value, "given both as a number and as a noise");
  }
  for (const NoiseInputInfo& input : kind.inputs)
    if (!place_of_input(place, input.name) && !place.spec->params.find(input.name))
      return error(place, input.name, ErrorCode::invalid_value, quoted(kind.id) + " needs an input noise " + quoted(input.name));
  return {};
}

std::optional<Place> Compiler::place_of_input(const Place& place, std::string_view name) const {
  for (const NoiseInput& input : place.spec->inputs) {
    if (input.name != name) continue;
    const NodeKind* kind = find_node(place.spec->kind);
    const bool first = kind && !kind->info.inputs.empty() && kind->info.inputs[0].name == name;
    Seed seed = first ? place.seed : place.seed.child(name);
    if (!input.noise->seed.empty()) seed = root_seed_.child(input.noise->seed);
    return Place{input.noise.get(), path_of(place.path, name), seed, place.domain, place.finer};
  }
  return std::nullopt;
}

Result<Value> Compiler::input(const Place& place, std::string_view name) {
  const std::optional<Place> input = place_of_input(place, name);
  assert(input && "check_inputs has seen it");
  return node(*input);
}

Result<Value> Compiler::number(const Place& place, std::string_view name, double value) {
  if (const std::optional<Place> input = place_of_input(place, name)) return node(*input);
  Value constant;
  constant.constant = static_cast<float>(value);
  constant.range = {constant.constant, constant.constant};
  return constant;
}

Result<const GeneratorKind*> Compiler::leaf_kind(const Place& leaf) const {
  const GeneratorKind* kind = find_generator(leaf.spec->kind);
  if (!kind) {
    if (find_node(leaf.spec->kind))
      return error(leaf, "kind", ErrorCode::unknown_name,
                   quoted(leaf.spec->kind) + " is made of other noises; octaves are made of one plain noise");
    return unknown_kind(path_of(leaf.path, "kind"), leaf.spec->kind, "octaves are made of one of", true);
  }
  CRATON_TRY(check_inputs(leaf, kind->info));
  return kind;
}

Result<void> Compiler::add(std::unique_ptr<Step> step, const Place& place) {
  if (steps_.size() >= max_steps)
    return error(place, "kind", ErrorCode::invalid_value, "this noise needs more than " + std::to_string(max_steps) + " steps");
  steps_.push_back(std::move(step));
  return {};
}

// ---- elements

Result<Value> Compiler::element(const Place& place, Element element, std::vector<Value> in, std::vector<float> constants,
                                ValueRange range) {
  Value out;
  out.range = range;
  if (std::none_of(in.begin(), in.end(), [](const Value& value) { return value.varies(); })) {
    Operands operands{};
    for (std::size_t i = 0; i < in.size(); ++i) operands[i].constant = in[i].constant;
    AlignedArray<float, 64> one;
    run_element(element, operands, constants, one.data, 1);
    out.constant = one[0];
    return out;
  }
  out.value = new_register();
  CRATON_TRY(add(std::make_unique<ElementStep>(element, in, constants, out.value), place));
  if (!slopes_) return out;

  for (std::size_t i = 0; i < in.size(); ++i) {
    if (!in[i].varies()) continue;
    if (!has_partial(element, i)) return error(place, "kind", ErrorCode::unsupported, "this noise has no analytic derivatives");
    Value factor;
    factor.value = new_register();
    CRATON_TRY(add(std::make_unique<PartialStep>(element, i, in, constants, factor.value), place));
    for (std::size_t a = 0; a < static_cast<std::size_t>(dimensions_); ++a) {
      if (in[i].slope[a] == no_register) continue;
      Value slope;
      slope.value = in[i].slope[a];
      const Register product = new_register();
      CRATON_TRY(add(std::make_unique<ElementStep>(Element::multiply, std::vector{factor, slope}, std::vector<float>{}, product),
                     place));
      CRATON_TRY(accumulate(place, out.slope[a], product));
    }
  }
  return out;
}

Result<void> Compiler::accumulate(const Place& place, Register& sum, Register term) {
  if (sum == no_register) {
    sum = term;
    return {};
  }
  Value a, b;
  a.value = sum;
  b.value = term;
  sum = new_register();
  return add(std::make_unique<ElementStep>(Element::add, std::vector{a, b}, std::vector<float>{}, sum), place);
}

// ---- domains

std::size_t Compiler::add_domain(const DomainRegisters& metres, const Jacobian& jacobian) {
  domains_.push_back({metres, jacobian});
  return domains_.size() - 1;
}

Result<Slopes> Compiler::slopes_in_domain(const Place& place, const Slopes& slopes) {
  if (place.domain == 0) return slopes;
  const Jacobian& jacobian = domains_[place.domain].jacobian;
  Slopes result = slopes;  // the displaced place moves with the sample itself …
  for (std::size_t along = 0; along < static_cast<std::size_t>(dimensions_); ++along)
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(dimensions_); ++axis) {
      if (jacobian[axis][along] == no_register) continue;
      Value slope, factor;  // … and with its displacement
      slope.value = slopes[axis];
      factor.value = jacobian[axis][along];
      const Register product = new_register();
      CRATON_TRY(add(std::make_unique<ElementStep>(Element::multiply, std::vector{slope, factor}, std::vector<float>{}, product),
                     place));
      CRATON_TRY(accumulate(place, result[along], product));
    }
  return result;
}

}  // namespace craton
