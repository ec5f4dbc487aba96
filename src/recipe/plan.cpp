// Checks a recipe's chain of stages: who writes what, who reads it, how far everybody looks.
#include <algorithm>
#include <limits>
#include <optional>

#include <craton/recipe/make.h>

#include "base/text.h"
#include "recipe/recipe_parts.h"
#include "stages/working_memory.h"

namespace craton {
namespace {

std::string stage_path(std::size_t index) { return concat({"/stages/", std::to_string(index)}); }

std::string layer_path(std::size_t index, const StageLayer& layer) { return concat({stage_path(index), "/", layer.param}); }

std::string_view type_name(LayerType type) {
  switch (type) {
    case LayerType::number: return "numbers";
    case LayerType::integer: return "whole numbers";
    case LayerType::category: return "categories";
  }
  return "";
}

/// A layer as it stands between two stages.
struct Known {
  std::string name;
  LayerType type;
  std::size_t first = 0, last = 0;  ///< places in the plan: first written, last used
};

/// What is required of whole lands is known before stages that only finish them: beds, deltas, cliffs, valleys of ice, dunes.
constexpr std::string_view known_early[] = {"land_share", "continents", "high_ranges"};
constexpr std::string_view finishing_stages[] = {"carve_rivers", "coastal_erosion", "deltas",      "glacial_erosion",
                                                 "path_lakes",   "river_courses",   "wind_erosion"};

bool is_one_of(std::string_view id, std::span<const std::string_view> ids) {
  return std::find(ids.begin(), ids.end(), id) != ids.end();
}

class Planner {
 public:
  Planner(const Recipe& recipe, const RecipeTerms& terms) : recipe_(recipe), terms_(terms) {}

  Result<Plan> plan() {
    CRATON_TRY(const DomainExtent extent, extent_of(recipe_.domain, 0, "/domain"));
    for (std::size_t i = 0; i < recipe_.stages.size(); ++i)
      if (recipe_.stages[i].enabled) CRATON_TRY(add_stage(i, extent));
    if (plan_.stages.empty()) return Error{ErrorCode::invalid_value, "/stages", "no stage is enabled: there would be no world"};
    CRATON_TRY(check_kept());
    CRATON_TRY(plan_requirements(extent.endless));
    CRATON_TRY(const DomainExtent whole, extent_of(recipe_.domain, plan_.halo, "/domain"));
    plan_drops();
    plan_.cells = whole.cells;
    plan_.bytes = count_bytes();
    return std::move(plan_);
  }

 private:
  Result<void> add_stage(std::size_t index, const DomainExtent& extent) {
    const StageSpec& spec = recipe_.stages[index];
    CRATON_TRY(const StageEntry* entry, terms_.stages.find(spec.stage, recipe_.version, concat({stage_path(index), "/stage"})));
    PlannedStage stage{.entry = entry, .index = index};
    if (entry->check) CRATON_TRY(entry->check(spec, recipe_.domain, stage_path(index)));
    if (entry->reach) stage.reach = entry->reach(spec, extent.spacing);
    CRATON_TRY(add_reach(spec, stage, extent.endless));
    const StageLayers layers = stage_layers(*entry, spec);
    CRATON_TRY(check_written_apart(index, layers));
    for (const StageLayer& layer : layers)
      if (layer.access != LayerAccess::write) CRATON_TRY(add_read(index, layer, stage));
    for (const StageLayer& layer : layers)
      if (layer.access != LayerAccess::read) CRATON_TRY(add_write(index, layer, stage));
    for (const TableUse& table : entry->info.tables) {
      if (table.access != LayerAccess::write) stage.tables_read.emplace_back(table.name);
      if (table.access != LayerAccess::read) stage.tables_written.emplace_back(table.name);
    }
    plan_.stages.push_back(std::move(stage));
    return {};
  }

  Result<void> add_reach(const StageSpec& spec, const PlannedStage& stage, bool endless) {
    if (!endless) return {};
    // Its objects name cells of the tile.
    if (stage.reach.alone() && !stage.entry->info.objects().empty())
      plan_.alone_from = std::min(plan_.alone_from, plan_.stages.size());
    if (stage.reach.kind == Reach::Kind::whole || stage.reach.kind == Reach::Kind::basin)
      return Error{ErrorCode::unsupported, stage_path(stage.index),
                   concat({"\"", spec.stage, "\" looks at ",
                           stage.reach.kind == Reach::Kind::whole ? "the whole world" : "whole river basins",
                           ", but an endless plane has no whole (reach: ", stage.entry->info.reach_doc,
                           "); use a torus, which may have borders (wrap: none), or leave the stage out"})};
    if (plan_.stages.size() >= plan_.alone_from) return {};
    constexpr std::uint32_t widest = 16384;
    if (stage.reach.cells > widest - plan_.halo)
      return Error{ErrorCode::unsupported, stage_path(stage.index),
                   concat({"the stages up to here look further than ", std::to_string(widest),
                           " cells: a tile would be all margin; take a coarser step, or smaller radii"})};
    plan_.halo += stage.reach.cells;
    return {};
  }

  Known* find(std::string_view name) {
    const auto found = std::find_if(known_.begin(), known_.end(), [&](const Known& known) { return known.name == name; });
    return found == known_.end() ? nullptr : &*found;
  }

  Result<void> add_read(std::size_t index, const StageLayer& layer, PlannedStage& stage) {
    Known* known = find(layer.name);
    if (!known) return nobody_writes(index, layer);
    if (known->type != layer.type) return other_type(index, layer, known->type);
    known->last = plan_.stages.size();
    if (std::find(stage.reads.begin(), stage.reads.end(), layer.name) == stage.reads.end()) stage.reads.push_back(layer.name);
    return {};
  }

  /// A stage does not write two things into one layer.
  static Result<void> check_written_apart(std::size_t index, const StageLayers& layers) {
    for (std::size_t i = 0; i < layers.size(); ++i)
      for (std::size_t k = 0; k < i; ++k)
        if (layers[i].name == layers[k].name && layers[i].access != LayerAccess::read && layers[k].access != LayerAccess::read)
          return Error{
              ErrorCode::invalid_value, layer_path(index, layers[i]),
              concat({"the stage already writes \"", layers[k].name, "\" as its ", layers[k].param, ": take another name"})};
    return {};
  }

  Result<void> add_write(std::size_t index, const StageLayer& layer, PlannedStage& stage) {
    const std::size_t place = plan_.stages.size();
    if (Known* known = find(layer.name)) {
      if (known->type != layer.type) return other_type(index, layer, known->type);
      known->last = place;
    } else {
      CRATON_TRY(check_name(layer.name, layer_path(index, layer)));
      known_.push_back({layer.name, layer.type, place, place});
    }
    if (std::find(stage.writes.begin(), stage.writes.end(), layer.name) == stage.writes.end()) stage.writes.push_back(layer.name);
    return {};
  }

  static Error other_type(std::size_t index, const StageLayer& layer, LayerType found) {
    return {ErrorCode::invalid_value, layer_path(index, layer),
            concat({"layer \"", layer.name, "\" holds ", type_name(found), ", but ", type_name(layer.type), " are needed here"})};
  }

  /// Whether a later or a disabled stage would have written it, and what else there is.
  Error nobody_writes(std::size_t index, const StageLayer& layer) const {
    std::string why = concat({"no stage before this one writes the layer \"", layer.name, "\""});
    for (std::size_t i = 0; i < recipe_.stages.size(); ++i) {
      const StageSpec& spec = recipe_.stages[i];
      const Result<const StageEntry*> entry = terms_.stages.find(spec.stage, recipe_.version, "");
      if (!entry || i == index) continue;
      const StageLayers layers = stage_layers(**entry, spec);
      const bool writes = std::any_of(layers.begin(), layers.end(), [&](const StageLayer& each) {
        return each.access != LayerAccess::read && each.name == layer.name;
      });
      if (writes && i > index) why += concat({"; \"", spec.id, "\" writes it, but only later"});
      if (writes && i < index && !spec.enabled) why += concat({"; \"", spec.id, "\" would, but is not enabled"});
    }
    std::vector<std::string_view> names;
    for (const Known& known : known_) names.push_back(known.name);
    why += names.empty() ? "; there are no layers yet" : concat({"; there are ", joined(names)});
    return {ErrorCode::unknown_name, layer_path(index, layer), concat({why, suggestion(nearest_name(layer.name, names))})};
  }

  Result<void> check_kept() {
    std::vector<std::string_view> names;
    for (const Known& known : known_) names.push_back(known.name);
    for (std::size_t i = 0; i < recipe_.keep.size(); ++i)
      if (!find(recipe_.keep[i]))
        return Error{ErrorCode::unknown_name, concat({"/keep/", std::to_string(i)}),
                     concat({"no stage writes the layer \"", recipe_.keep[i], "\"; there are ", joined(names),
                             suggestion(nearest_name(recipe_.keep[i], names))})};
    return {};
  }

  Result<void> plan_requirements(bool endless) {
    if (recipe_.require.empty()) return {};
    if (endless)
      return Error{ErrorCode::unsupported, "/require",
                   "an endless plane has no whole of which something could be required; use a torus, which may have borders "
                   "(wrap: none), or leave it out"};
    for (std::size_t i = 0; i < recipe_.require.size(); ++i) {
      CRATON_TRY(PlannedRequirement planned, plan_requirement(i));
      if (const std::optional<std::size_t> early = first_look(recipe_.require[i], planned)) {
        plan_.requirements.push_back(planned);
        plan_.requirements.back().place = *early;
      }
      plan_.requirements.push_back(std::move(planned));
    }
    // Kinds stand in the order of what is quick to ask.
    std::stable_sort(plan_.requirements.begin(), plan_.requirements.end(),
                     [](const PlannedRequirement& a, const PlannedRequirement& b) { return a.place < b.place; });
    return {};
  }

  Result<PlannedRequirement> plan_requirement(std::size_t index) {
    const Requirement& requirement = recipe_.require[index];
    const std::string path = recipe::requirement_path(requirement);
    const RequirementKind* kind = requirement_kind(requirement.kind);
    if (!kind) return Error{ErrorCode::unknown_name, path, "this cannot be required"};
    PlannedRequirement planned{.index = index, .place = 0, .layers = {}, .tables = {}};
    std::size_t first = 0;  // from where on all is there that it looks at
    for (const RequiredLayer& layer : required_layers(requirement)) {
      const Known* known = find(layer.name);
      if (!known)
        return Error{ErrorCode::unknown_name, path, concat({"no stage writes the layer \"", layer.name, "\" that it looks at"})};
      if (known->type != layer.type)
        return Error{ErrorCode::invalid_value, path,
                     concat({"the layer \"", layer.name, "\" holds ", type_name(known->type), ", but ", type_name(layer.type),
                             " are needed here"})};
      first = std::max(first, known->first);
      planned.place =
          std::max(planned.place, last_that([&](const PlannedStage& stage) {
                                    return std::find(stage.writes.begin(), stage.writes.end(), layer.name) != stage.writes.end();
                                  }).value_or(0));
      planned.layers.push_back(layer.name);
    }
    for (const std::string_view table : kind->objects) {
      const auto writes = [&](const PlannedStage& stage) {
        return std::find(stage.tables_written.begin(), stage.tables_written.end(), table) != stage.tables_written.end();
      };
      const std::optional<std::size_t> last = last_that(writes);
      if (!last)
        return Error{ErrorCode::unknown_name, path, concat({"no stage of this recipe makes ", table, ", which it looks at"})};
      const auto writer = std::find_if(plan_.stages.begin(), plan_.stages.end(), writes);
      first = std::max(first, static_cast<std::size_t>(writer - plan_.stages.begin()));
      planned.place = std::max(planned.place, *last);
      planned.tables.emplace_back(table);
    }
    if (!requirement.after.empty()) CRATON_TRY(ask_after(requirement.after, concat({path, "/after"}), first, planned.place));
    for (const std::string& layer : planned.layers) find(layer)->last = std::max(find(layer)->last, planned.place);
    return planned;
  }

  /// Where the answer is known already, but for what stages that finish the ground still change. The world is asked there, and
  /// again in the end.
  std::optional<std::size_t> first_look(const Requirement& requirement, const PlannedRequirement& planned) const {
    if (!requirement.after.empty() || planned.layers.size() != 1 || !is_one_of(requirement.kind, known_early)) return {};
    const auto shapes = [&](const PlannedStage& stage) {
      return std::find(stage.writes.begin(), stage.writes.end(), planned.layers[0]) != stage.writes.end() &&
             !is_one_of(stage.entry->info.id, finishing_stages);
    };
    const std::optional<std::size_t> early = last_that(shapes);
    return early && *early < planned.place ? early : std::nullopt;
  }

  template <class Does>
  std::optional<std::size_t> last_that(const Does& does) const {
    const auto found = std::find_if(plan_.stages.rbegin(), plan_.stages.rend(), does);
    if (found == plan_.stages.rend()) return std::nullopt;
    return static_cast<std::size_t>(plan_.stages.rend() - found) - 1;
  }

  Result<void> ask_after(const std::string& id, const std::string& path, std::size_t first, std::size_t& place) const {
    std::vector<std::string_view> ids;
    for (const PlannedStage& stage : plan_.stages) ids.push_back(recipe_.stages[stage.index].id);
    const auto found = std::find(ids.begin(), ids.end(), id);
    if (found == ids.end())
      return Error{
          ErrorCode::unknown_name, path,
          concat({"no stage that runs is called \"", id, "\"; there are ", joined(ids), suggestion(nearest_name(id, ids))})};
    place = static_cast<std::size_t>(found - ids.begin());
    if (place < first)
      return Error{ErrorCode::invalid_value, path,
                   concat({"after \"", id, "\" there is nothing to look at yet; \"", ids[first], "\" makes it"})};
    return {};
  }

  /// Layers that nobody keeps are given up after their last use.
  void plan_drops() {
    if (recipe_.keep.empty()) return;
    for (const Known& known : known_)
      if (std::find(recipe_.keep.begin(), recipe_.keep.end(), known.name) == recipe_.keep.end())
        plan_.stages[known.last].drops.push_back(known.name);
  }

  std::uint64_t count_bytes() const {
    std::uint64_t most = 0, now = 0;
    for (std::size_t place = 0; place < plan_.stages.size(); ++place) {
      for (const Known& known : known_)
        if (known.first == place) now += bytes_per_cell(known.type);
      const std::string_view stage = plan_.stages[place].entry->info.id;
      most = std::max(most, plan_.cells * now + working_bytes(stage, plan_.cells));
      for (const std::string& name : plan_.stages[place].drops)
        for (const Known& known : known_)
          if (known.name == name) now -= bytes_per_cell(known.type);
    }
    constexpr std::uint64_t site_bytes = sizeof(Vec3f);
    return most + (recipe_.domain.kind == "sphere" ? plan_.cells * site_bytes : 0);
  }

  const Recipe& recipe_;
  const RecipeTerms& terms_;
  Plan plan_;
  std::vector<Known> known_;
};

}  // namespace

Result<Plan> plan_recipe(const Recipe& recipe, const RecipeTerms& terms) { return Planner(recipe, terms).plan(); }

}  // namespace craton
