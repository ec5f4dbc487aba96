#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <vector>

#include <craton/recipe/noise_json.h>

#include "base/text.h"
#include "recipe/json_value.h"
#include "recipe/json_writer.h"
#include "recipe/noise_reader.h"

namespace craton {
namespace {

using recipe::json_of;
using recipe::json_text;
using recipe::JsonText;
using recipe::object_text;

class Writer {
 public:
  Writer(const NoiseSpec& root, std::size_t indent) : root_(root), indent_(indent) {
    count_uses(root);
    for (const NoiseSpec* node : order_)
      if (uses_[node] > 1) name_node(*node);
  }

  std::string write() const {
    std::vector<JsonText> items = items_of(root_, indent_ + 2, root_.seed.empty());
    std::vector<JsonText> nodes;
    for (const auto& [node, name] : shared_)
      nodes.push_back({name, object_text(items_of(*node, indent_ + 6, node->seed == name), indent_ + 4)});
    if (!nodes.empty()) items.push_back({"nodes", object_text(nodes, indent_ + 2)});
    return object_text(items, indent_);
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

  std::vector<JsonText> items_of(const NoiseSpec& spec, std::size_t indent, bool seed_is_clear) const {
    std::vector<JsonText> items{{"kind", json_text(spec.kind)}};
    for (const auto& [name, value] : spec.params.items()) items.push_back({name, json_of(value)});
    for (const NoiseInput& input : spec.inputs) items.push_back({input.name, input_text(*input.noise, indent)});
    if (!seed_is_clear) items.push_back({"seed", json_text(spec.seed)});
    return items;
  }

  std::string input_text(const NoiseSpec& noise, std::size_t indent) const {
    if (const auto named = name_of_.find(&noise); named != name_of_.end()) return json_text(named->second);
    return object_text(items_of(noise, indent + 2, noise.seed.empty()), indent);
  }

  const NoiseSpec& root_;
  std::size_t indent_;
  std::map<const NoiseSpec*, int> uses_;  // only looked up, never walked: addresses have no order that lasts
  std::vector<const NoiseSpec*> order_;   // as first met
  std::set<std::string> names_;
  std::map<const NoiseSpec*, std::string> name_of_;
  std::vector<std::pair<const NoiseSpec*, std::string>> shared_;
};

}  // namespace

std::string recipe::noise_spec_text(const NoiseSpec& spec, std::size_t indent) { return Writer(spec, indent).write(); }

std::string noise_spec_to_json(const NoiseSpec& spec) { return recipe::noise_spec_text(spec, 0) + "\n"; }

}  // namespace craton
