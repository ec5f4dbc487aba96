#include <algorithm>
#include <memory>
#include <vector>

#include <craton/recipe/noise_json.h>

#include "base/text.h"
#include "recipe/json_value.h"
#include "recipe/noise_reader.h"
#include "recipe/param_json.h"

namespace craton::recipe {
namespace {

constexpr std::string_view kind_key = "kind", seed_key = "seed", nodes_key = "nodes";
constexpr std::string_view a_noise = "a noise: {\"kind\": …}";
constexpr std::string_view constant_kind = "constant", constant_value = "value";

/// A noise, and how many noises lie within each other in it, itself included.
struct Read {
  std::shared_ptr<const NoiseSpec> noise;
  int height = 1;
};

class Reader {
 public:
  /// `path` is that of the noise in its text.
  Reader(std::span<const NoiseKind> kinds, std::string path) : kinds_(kinds), path_(std::move(path)) {}

  Result<NoiseSpec> read(const JsonValue& root) {
    const auto* object = root.get<JsonObject>();
    if (!object) return refused(path_, root, a_noise);
    if (const JsonValue* nodes = find_key(*object, nodes_key)) CRATON_TRY(declare_nodes(*nodes));
    NoiseSpec spec;
    int height = 1;
    CRATON_TRY(read_object(*object, {.path = path_, .depth = 1, .outermost = true}, spec, height));
    for (const Node& node : nodes_)
      if (node.state == Node::State::unread) return invalid(path_of(node), "no noise uses this node; use it or take it away");
    return spec;
  }

 private:
  /// Where a noise stands.
  struct Place {
    std::string path;
    int depth = 1;
    bool outermost = false;
  };

  /// An entry of "nodes", read when it is first named.
  struct Node {
    std::string name;
    const JsonObject* object = nullptr;
    enum class State { unread, being_read, read } state = State::unread;
    Read read;
  };

  std::string path_of(const Node& node) const { return path_below(path_below(path_, nodes_key), node.name); }

  Result<void> declare_nodes(const JsonValue& value) {
    const std::string path = path_below(path_, nodes_key);
    const auto* nodes = value.get<JsonObject>();
    if (!nodes) return refused(path, value, "an object of noises by name");
    for (const auto& [name, noise] : *nodes) {
      if (name.empty()) return invalid(concat({path, "/"}), "a node needs a name");
      const auto* object = noise.get<JsonObject>();
      if (!object) return refused(path_below(path, name), noise, a_noise);
      nodes_.push_back({.name = name, .object = object});
    }
    return {};
  }

  Result<const NoiseKind*> kind_of(const JsonObject& object, const Place& place) const {
    const std::string path = path_below(place.path, kind_key);
    const JsonValue* value = find_key(object, kind_key);
    if (!value) return invalid(path, "missing: every noise needs a \"kind\"");
    const auto* id = value->get<std::string>();
    if (!id) return refused(path, *value, "the name of a kind");
    std::vector<std::string_view> names;
    for (const NoiseKind& kind : kinds_) {
      if (kind.id == *id) return &kind;
      names.push_back(kind.id);
    }
    return unknown_name(path, *id, names);
  }

  static Error no_such_key(const NoiseKind& kind, const Place& place, const std::string& key) {
    std::vector<std::string_view> names{kind_key};
    for (const NoiseInputInfo& input : kind.inputs) names.push_back(input.name);
    for (const ParamInfo& param : kind.params) names.push_back(param.name);
    names.push_back(seed_key);
    if (place.outermost) names.push_back(nodes_key);
    Error error = unknown_key(path_below(place.path, key), kind.id, key, names);
    if (key == nodes_key) error.message += "; nodes stand in the outermost noise";
    if (key == "period" && kind.plain) error.message += "; this noise never repeats: kite, tiling_simplex, perlin and others can";
    return error;
  }

  Result<void> read_object(const JsonObject& object, const Place& place, NoiseSpec& spec, int& height) {
    if (place.depth > most_noise_depth) return too_deep(place.path);
    if (++noises_ > most_noises) return Error{ErrorCode::unsupported, place.path, "more than 1000 noises"};
    CRATON_TRY(const NoiseKind* kind, kind_of(object, place));
    spec.kind = kind->id;
    for (const auto& [key, value] : object) CRATON_TRY(read_key(*kind, key, value, place, spec, height));
    for (const NoiseInputInfo& input : kind->inputs)
      if (!find_key(object, input.name) && !find_named(kind->params, input.name))
        return invalid(path_below(place.path, input.name),
                       concat({"missing: \"", spec.kind, "\" is made of a noise here; ", input.doc}));
    return {};
  }

  Result<void> read_key(const NoiseKind& kind, const std::string& key, const JsonValue& value, const Place& place,
                        NoiseSpec& spec, int& height) {
    if (key == kind_key || (key == nodes_key && place.outermost)) return {};
    const std::string path = path_below(place.path, key);
    if (key == seed_key) {
      const auto* name = value.get<std::string>();
      if (!name) return refused(path, value, "a name");
      spec.seed = *name;
      return {};
    }
    const ParamInfo* param = find_named(kind.params, key);
    const NoiseInputInfo* input = find_named(kind.inputs, key);
    if (!param && !input) return no_such_key(kind, place, key);
    const bool reference = value.get<std::string>() && (input || param->may_be_noise);
    if (param && !value.get<JsonObject>() && !reference) return set_param(*param, value, path, spec);
    if (param && !param->may_be_noise && !input)
      return invalid(path, concat({"found a noise, but this parameter may be none; allowed ", param->allowed()}));
    // The first input gives a kind its seed and often its cost: a number there is a mistake.
    const bool may_be_number = input && input != kind.inputs.data();
    CRATON_TRY(Read read, read_input(value, {.path = path, .depth = place.depth + 1}, may_be_number));
    height = std::max(height, read.height + 1);
    spec.inputs.push_back({key, std::move(read.noise)});
    return {};
  }

  static Result<void> set_param(const ParamInfo& param, const JsonValue& value, const std::string& path, NoiseSpec& spec) {
    CRATON_TRY(ParamValue read, read_param(param, value, path));
    spec.params.set(std::string(param.name), std::move(read));
    return {};
  }

  Result<Read> read_input(const JsonValue& value, const Place& place, bool may_be_number) {
    if (const auto* object = value.get<JsonObject>()) {
      auto spec = std::make_shared<NoiseSpec>();
      Read read;
      CRATON_TRY(read_object(*object, place, *spec, read.height));
      read.noise = std::move(spec);
      return read;
    }
    if (const auto* name = value.get<std::string>()) return read_reference(*name, place);
    if (may_be_number && is_number(value))
      if (const auto kind = std::find_if(kinds_.begin(), kinds_.end(), [](const auto& k) { return k.id == constant_kind; });
          kind != kinds_.end())
        return read_constant(*kind, value, place);
    return refused(place.path, value, "a noise ({\"kind\": …}) or the name of a node");
  }

  /// A number that stands for the noise that is this number everywhere.
  Result<Read> read_constant(const NoiseKind& kind, const JsonValue& value, const Place& place) {
    if (++noises_ > most_noises) return Error{ErrorCode::unsupported, place.path, "more than 1000 noises"};
    auto spec = std::make_shared<NoiseSpec>(NoiseSpec{.kind = std::string(constant_kind)});
    const ParamInfo* param = find_named(kind.params, constant_value);
    if (!param) return refused(place.path, value, "a noise");
    CRATON_TRY(set_param(*param, value, place.path, *spec));
    return Read{std::move(spec)};
  }

  Error unknown_node(const std::string& name, std::string path) const {
    std::vector<std::string_view> names;
    for (const Node& node : nodes_) names.push_back(node.name);
    const bool many = names.size() > 20;
    const std::string known = names.empty() ? std::string("there are no \"nodes\"")
                              : many        ? concat({"there are ", std::to_string(names.size()), " others"})
                                            : concat({"there are ", joined(names)});
    return {ErrorCode::unknown_name, std::move(path),
            concat({"no node is called ", shown(std::string_view(name)), "; ", known, suggestion(nearest_name(name, names))})};
  }

  static Error too_deep(std::string path) {
    return {ErrorCode::unsupported, std::move(path),
            concat({"more than ", std::to_string(most_noise_depth), " noises within each other"})};
  }

  Result<Read> read_reference(const std::string& name, const Place& place) {
    const auto node = std::find_if(nodes_.begin(), nodes_.end(), [&](const Node& n) { return n.name == name; });
    if (node == nodes_.end()) return unknown_node(name, place.path);
    if (node->state == Node::State::being_read) return contains_itself(*node, place.path);
    if (node->state == Node::State::read) {
      // Errors within are told at the node itself; only the depth depends on who asks.
      if (place.depth + node->read.height - 1 > most_noise_depth) return too_deep(place.path);
      return node->read;
    }
    node->state = Node::State::being_read;
    reading_.push_back(&*node);
    auto spec = std::make_shared<NoiseSpec>();
    spec->seed = node->name;
    CRATON_TRY(read_object(*node->object, {.path = path_of(*node), .depth = place.depth}, *spec, node->read.height));
    reading_.pop_back();
    node->read.noise = std::move(spec);
    node->state = Node::State::read;
    return node->read;
  }

  Error contains_itself(const Node& node, std::string path) const {
    std::string chain;
    const auto first = std::find(reading_.begin(), reading_.end(), &node);
    for (auto each = first; each != reading_.end(); ++each) chain += concat({shown(std::string_view((*each)->name)), " → "});
    return invalid(std::move(path), concat({"this node contains itself: ", chain, shown(std::string_view(node.name))}));
  }

  std::span<const NoiseKind> kinds_;
  std::string path_;
  std::vector<Node> nodes_;           // of the text; never grows while noises are read
  std::vector<const Node*> reading_;  // from the outermost to the innermost
  int noises_ = 0;
};

}  // namespace

Result<NoiseSpec> read_noise_spec(const JsonValue& value, std::span<const NoiseKind> kinds, const std::string& path) {
  return Reader(kinds, path).read(value);
}

Result<NoiseSpec> read_noise_spec(std::string_view text, std::span<const NoiseKind> kinds) {
  // One object more than noises, for "nodes", and one level more for each of "nodes" and a list of numbers.
  constexpr JsonLimits limits{.depth = most_noise_depth + 2,
                              .objects = most_noises + 1,
                              .too_deep = "nested deeper than 32 noises",
                              .too_many = "more than 1000 noises"};
  CRATON_TRY(const JsonValue value, parse_json(text, limits));
  return read_noise_spec(value, kinds, "");
}

}  // namespace craton::recipe

namespace craton {

Result<NoiseSpec> noise_spec_from_json(std::string_view text) { return recipe::read_noise_spec(text, all_noise_kinds()); }

}  // namespace craton
