#include <fmt/format.h>

#include <memory>

#include <craton/files/endless_world.h>
#include <craton/files/world_file.h>
#include <craton/worlds/kinds.h>

#include "command.h"
#include "text.h"
#include "world_input.h"
#include "world_text.h"

namespace craton::cli {
namespace {

struct Options {
  std::string world;
  bool json = false;
};

LayerFacts facts_of(const StoredLayer& layer) { return {layer.info, {layer.min, layer.max, layer.not_numbers}, layer.hash}; }

// A world of stages that only another program knows still tells all the rest.
std::optional<Recipe> recipe_of(const WorldFileInfo& info) {
  Result<Recipe> recipe = recipe_from_json(info.recipe, all_terms());
  if (!recipe) return {};
  return *std::move(recipe);
}

void print_json(const WorldFileInfo& info, const std::optional<Recipe>& recipe) {
  say("{{\n  \"path\": {},\n  \"craton\": {},\n  \"format\": {},\n", json_string(info.path), json_string(info.craton_version),
      info.format);
  say("  \"recipe\": {},\n  \"seed\": \"{}\",\n", recipe ? json_string(recipe->name) : "null", info.seed);
  say("  \"asked_seed\": \"{}\",\n  \"attempts\": {},\n", info.asked_seed, info.attempts);
  say("  \"domain\": {},\n  \"cells\": {},\n", recipe ? domain_json(recipe->domain) : "null", info.cells);
  say("  \"layers\": [");
  for (std::size_t i = 0; i < info.layers.size(); ++i)
    say("{}\n    {{{}, \"stored_bytes\": {}}}", i ? "," : "", layer_json(facts_of(info.layers[i])), info.layers[i].stored_bytes);
  say("\n  ],\n  \"objects\": [");
  for (std::size_t i = 0; i < info.objects.size(); ++i) say("{}{}", i ? ", " : "", json_string(info.objects[i]));
  say("],\n  \"stages\": [");
  for (std::size_t i = 0; i < info.reports.size(); ++i) {
    const StageReport& stage = info.reports[i];
    say("{}\n    {{\"id\": {}, \"stage\": {}, \"seconds\": {:.4f}, \"reused\": {}}}", i ? "," : "", json_string(stage.id),
        json_string(stage.stage), stage.seconds, stage.reused);
  }
  say("\n  ]\n}}\n");
}

void print_text(const WorldFileInfo& info, const std::optional<Recipe>& recipe) {
  std::vector<std::vector<std::string>> head;
  if (recipe && !recipe->name.empty()) head.push_back({"recipe", recipe->name});
  head.push_back({"seed", std::to_string(info.seed)});
  if (info.attempts > 1) head.push_back({"found", fmt::format("from seed {} after {} attempts", info.asked_seed, info.attempts)});
  head.push_back({"domain", recipe ? domain_text(recipe->domain) : "of a recipe that this program cannot read"});
  head.push_back({"cells", count_text(info.cells)});
  head.push_back({"written by", fmt::format("craton {}", info.craton_version)});
  say("{}\n{}\n", info.path, table(head, "ll", "  "));
  std::vector<std::vector<std::string>> rows{{"layer", "type", "unit", "min", "max", "hash", "stored"}};
  for (const StoredLayer& layer : info.layers)
    rows.push_back({layer.info.name, std::string(type_name(layer.info.type)), layer.info.unit, value_text(layer.min),
                    value_text(layer.max), hash_text(layer.hash), bytes_text(layer.stored_bytes)});
  say("{}", table(rows, "lllrrlr", "  "));
  for (const std::string& objects : info.objects) say("  {}  objects\n", objects);
}

Result<void> run_endless(const Options& options) {
  CRATON_TRY(const EndlessWorldInfo info, read_endless_world(options.world));
  const Result<Recipe> recipe = recipe_from_json(info.recipe, all_terms());  // other kinds of world have other recipes
  if (options.json) {
    say("{{\n  \"path\": {},\n  \"craton\": {},\n  \"kind\": {},\n", json_string(info.path), json_string(info.craton_version),
        json_string(info.kind));
    say("  \"recipe\": {},\n  \"seed\": {},\n", recipe ? json_string(recipe->name) : "null",
        recipe ? fmt::format("\"{}\"", recipe->seed) : "null");
    say("  \"edits\": {},\n  \"undone\": {}\n}}\n", info.edits, info.undone);
    return {};
  }
  std::vector<std::vector<std::string>> rows{{"world", fmt::format("endless, of {}", info.kind)}};
  if (recipe && !recipe->name.empty()) rows.push_back({"recipe", recipe->name});
  if (recipe) rows.push_back({"seed", std::to_string(recipe->seed)});
  rows.push_back({"edits", fmt::format("{}, and {} undone", info.edits, info.undone)});
  rows.push_back({"made by", fmt::format("craton {}", info.craton_version)});
  say("{}\n{}", info.path, table(rows, "ll", "  "));
  return {};
}

Result<void> run(const Options& options) {
  if (is_endless_world(options.world)) return run_endless(options);
  CRATON_TRY(const WorldFileInfo info, read_world_info(world_path(options.world)));
  const std::optional<Recipe> recipe = recipe_of(info);
  options.json ? print_json(info, recipe) : print_text(info, recipe);
  return {};
}

}  // namespace

Command add_info_command(CommandLine& parent) {
  Arguments args = parent.command("info", "Tells what a world file holds: layers with ranges and hashes, seed, domain.");
  auto options = std::make_shared<Options>();
  args.option("world", options->world, "A .craton file, or the folder that `make` wrote.").required();
  args.flag("--json", options->json, "Print it as one JSON object.");
  args.footer("Examples:\n  craton info out/torus\n  craton info out/torus/world.craton --json | jq -r '.layers[].hash'");
  return {args, [options] { return run(*options); }};
}

}  // namespace craton::cli
