#include <fmt/format.h>

#include <memory>

#include <craton/files/world_diff.h>
#include <craton/files/world_file.h>

#include "command.h"
#include "runtime.h"
#include "text.h"
#include "world_input.h"

namespace craton::cli {
namespace {

constexpr int exit_differ = 1;

struct Options {
  std::string a, b;
  bool json = false;
};

std::string layer_text(const LayerDiff& layer) {
  std::string text = fmt::format("{{\"name\": {}, \"kind\": \"{}\"", json_string(layer.name), diff_kind_name(layer.kind));
  if (layer.kind == DiffKind::other_values)
    text += fmt::format(", \"unit\": {}, \"cells\": {}, \"first_cell\": {}, \"first_a\": {}, \"first_b\": {}, \"largest\": {}",
                        json_string(layer.unit), layer.cells, layer.first_cell, json_number(layer.first_a),
                        json_number(layer.first_b), json_number(layer.largest));
  return text + "}";
}

std::string objects_text(const ObjectsDiff& objects) {
  std::string text = fmt::format("{{\"name\": {}, \"kind\": \"{}\"", json_string(objects.name), diff_kind_name(objects.kind));
  if (!objects.column.empty()) text += fmt::format(", \"column\": {}", json_string(objects.column));
  return text + "}";
}

std::string reason_text(const DiffReason& reason) {
  return fmt::format("{{\"what\": {}, \"a\": {}, \"b\": {}}}", json_string(reason.what), json_string(reason.a),
                     json_string(reason.b));
}

template <class T, class Text>
void print_list(std::string_view name, const std::vector<T>& items, Text text, std::string_view after) {
  say("  \"{}\": [", name);
  for (std::size_t i = 0; i < items.size(); ++i) say("{}\n    {}", i ? "," : "", text(items[i]));
  say("{}]{}\n", items.empty() ? "" : "\n  ", after);
}

void print_json(const WorldDiff& diff) {
  say("{{\n  \"a\": {},\n  \"b\": {},\n  \"same\": {},\n", json_string(diff.path_a), json_string(diff.path_b), diff.same());
  say("  \"cells_a\": {},\n  \"cells_b\": {},\n  \"same_layers\": {},\n", diff.cells_a, diff.cells_b, diff.same_layers);
  print_list("layers", diff.layers, layer_text, ",");
  print_list("objects", diff.objects, objects_text, ",");
  print_list("reasons", diff.reasons, reason_text, "");
  say("}}\n");
}

Result<void> run(const Options& options, int& exit_code) {
  TerminalProgress progress("comparing");
  if (const Result<WorldFileInfo> info = read_world_info(world_path(options.a)); info)
    CRATON_TRY(check_memory(info->cells * 4, options.a, "there is no smaller way to compare it"));
  const Execution execution{.progress = &progress, .cancel = &cancel_token()};
  CRATON_TRY(const WorldDiff diff, diff_worlds(world_path(options.a), world_path(options.b), execution));
  progress.wipe();
  if (options.json)
    print_json(diff);
  else
    for (const std::string& line : diff_lines(diff)) say("{}\n", line);
  exit_code = diff.same() ? 0 : exit_differ;
  return {};
}

}  // namespace

Command add_diff_command(CommandLine& parent) {
  Arguments args = parent.command("diff", "Tells which layers of two worlds differ, and why.");
  auto options = std::make_shared<Options>();
  auto exit_code = std::make_shared<int>(0);
  args.option("a", options->a, "A .craton file, or the folder that `make` wrote.").required();
  args.option("b", options->b, "The other one.").required();
  args.flag("--json", options->json, "Print it as one JSON object.");
  args.footer(
      "Ends with status 0 where the worlds are the same, 1 where they differ, 2 where it could not be told.\n\n"
      "Examples:\n  craton diff out/torus out/other\n  craton diff old.craton new.craton --json");
  return {args, [options, exit_code] { return run(*options, *exit_code); }, exit_code};
}

}  // namespace craton::cli
