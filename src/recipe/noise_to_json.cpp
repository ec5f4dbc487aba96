#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <vector>

#include <craton/recipe/noise_json.h>

#include "base/text.h"
#include "recipe/json_value.h"

namespace craton {
namespace {

using recipe::json_number;
using recipe::json_text;

constexpr std::size_t line_length = 100;

std::string json_of(const ParamValue& value) {
  struct Visitor {
    std::string operator()(bool truth) const { return truth ? "true" : "false"; }
    std::string operator()(std::int64_t integer) const { return std::to_string(integer); }
    std::string operator()(double number) const { return json_number(number); }
    std::string operator()(const std::string& text) const { return json_text(text); }
    std::string operator()(const std::vector<double>& numbers) const {
      std::vector<std::string> texts;
      for (const double number : numbers) texts.push_back(json_number(number));
      return concat({"[", joined(texts, ", "), "]"});
    }
  };
  return std::visit(Visitor{}, value);
}

struct Item {
  std::string key, text;
};

/// {"key": text, …} on one line where that is short enough, else a line each, as if it began in column `indent`.
std::string object_of(const std::vector<Item>& items, std::size_t indent) {
  std::size_t length = indent + 2;
  bool flat = true;
  for (const Item& item : items) {
    length += item.key.size() + item.text.size() + 6;
    flat = flat && item.text.find('\n') == std::string::npos;
  }
  const bool one_line = flat && length <= line_length;
  const std::string begin = one_line ? "" : concat({"\n", std::string(indent + 2, ' ')});
  std::string text = "{";
  for (std::size_t i = 0; i < items.size(); ++i)
    text += concat({i == 0 ? "" : one_line ? ", " : ",", begin, json_text(items[i].key), ": ", items[i].text});
  return text + (one_line ? "}" : concat({"\n", std::string(indent, ' '), "}"}));
}

class Writer {
 public:
  explicit Writer(const NoiseSpec& root) : root_(root) {
    count_uses(root);
    for (const NoiseSpec* node : order_)
      if (uses_[node] > 1) name_node(*node);
  }

  std::string write() const {
    std::vector<Item> items = items_of(root_, 2, root_.seed.empty());
    std::vector<Item> nodes;
    for (const auto& [node, name] : shared_) nodes.push_back({name, object_of(items_of(*node, 6, node->seed == name), 4)});
    if (!nodes.empty()) items.push_back({"nodes", object_of(nodes, 2)});
    return object_of(items, 0) + "\n";
  }

 private:
  // Each noise is entered once, however many share it.
  void count_uses(const NoiseSpec& spec) {
    for (const NoiseInput& input : spec.inputs) {
      if (uses_[input.noise.get()]++ > 0) continue;
      order_.push_back(input.noise.get());
      count_uses(*input.noise);
    }
  }

  void name_node(const NoiseSpec& node) {
    const std::string wish = node.seed.empty() ? node.kind : node.seed;
    std::string name = wish;
    for (int number = 2; !names_.insert(name).second; ++number) name = concat({wish, "_", std::to_string(number)});
    name_of_[&node] = name;
    shared_.emplace_back(&node, name);
  }

  std::vector<Item> items_of(const NoiseSpec& spec, std::size_t indent, bool seed_is_clear) const {
    std::vector<Item> items{{"kind", json_text(spec.kind)}};
    for (const auto& [name, value] : spec.params.items()) items.push_back({name, json_of(value)});
    for (const NoiseInput& input : spec.inputs) items.push_back({input.name, input_text(*input.noise, indent)});
    if (!seed_is_clear) items.push_back({"seed", json_text(spec.seed)});
    return items;
  }

  std::string input_text(const NoiseSpec& noise, std::size_t indent) const {
    if (const auto named = name_of_.find(&noise); named != name_of_.end()) return json_text(named->second);
    return object_of(items_of(noise, indent + 2, noise.seed.empty()), indent);
  }

  const NoiseSpec& root_;
  std::map<const NoiseSpec*, int> uses_;  // only looked up, never walked: addresses have no order that lasts
  std::vector<const NoiseSpec*> order_;   // as first met
  std::set<std::string> names_;
  std::map<const NoiseSpec*, std::string> name_of_;
  std::vector<std::pair<const NoiseSpec*, std::string>> shared_;
};

}  // namespace

std::string noise_spec_to_json(const NoiseSpec& spec) { return Writer(spec).write(); }

}  // namespace craton
