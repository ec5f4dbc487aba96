#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include <craton/files/text_file.h>
#include <craton/files/world_check.h>
#include <craton/files/world_file.h>
#include <craton/worlds/kinds.h>

#include "command.h"
#include "runtime.h"
#include "text.h"
#include "world_input.h"
#include "world_text.h"

namespace craton::cli {
namespace {

namespace fs = std::filesystem;

constexpr int exit_damaged = 1;
constexpr std::size_t most_report = 1 << 24;

struct Options {
  std::string world, repair;
  bool json = false;
};

/// All world files in a folder and below it, in order; links are not followed.
Result<std::vector<std::string>> worlds_in(const std::string& folder) {
  std::vector<std::string> paths;
  std::error_code failed;
  fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied, failed);
  for (; !failed && entry != fs::recursive_directory_iterator(); entry.increment(failed))
    if (entry->path().extension() == ".craton" && entry->is_regular_file(failed)) paths.push_back(entry->path().string());
  if (failed) return Error{ErrorCode::io, folder, failed.message()};
  if (paths.empty()) return Error{ErrorCode::io, folder, "holds no world (.craton)"};
  std::sort(paths.begin(), paths.end());
  return paths;
}

/// The report that commands write last tells the hashes of the layers: another one lies beside a world whose pictures are not
/// its.
Result<void> check_report(WorldCheck& check) {
  const std::string report = (fs::path(check.path).parent_path() / "report.json").string();
  std::error_code failed;
  if (fs::path(check.path).filename() != "world.craton" || !fs::exists(report, failed)) return {};
  const Result<WorldFileInfo> info = read_world_info(check.path);
  if (!info) return {};  // said already
  CRATON_TRY(const std::string text, read_text_file(report, most_report));
  for (const StoredLayer& layer : info->layers)
    if (text.find(hash_text(layer.hash)) == std::string::npos) {
      check.damages.push_back(
          {"report.json", fmt::format("tells of another world: it has not the hash of layer \"{}\"", layer.info.name)});
      return {};
    }
  return {};
}

/// One layer after the other, with those of the waters; all of them where they are written again.
Result<void> check_memory_for(const std::string& path, bool all) {
  if (all) return check_memory_of_world(path, 4);
  const Result<WorldFileInfo> info = read_world_info(path);
  return info ? check_memory(info->cells * 18 + 10'000'000, path, "there is no smaller way to check it") : Result<void>();
}

void print_text(const WorldCheck& check, const std::string& repair) {
  const std::string_view what = check.kind == "finite" ? "layers and tables" : "edits";
  if (check.is_whole())
    say("{}: whole, {} {}\n", check.path, check.whole.size(), what);
  else
    say("{}: damaged; {} {} are whole\n", check.path, check.whole.size(), what);
  for (const Damage& damage : check.damages) say("  {}: {}\n", damage.where, damage.what);
  for (const std::string& unchecked : check.unchecked) say("  not looked at: {}\n", unchecked);
  if (!repair.empty()) say("{}: what is whole\n", repair);
}

template <class T, class Text>
std::string list_text(const std::vector<T>& items, Text text) {
  std::string list;
  for (const T& item : items) list += (list.empty() ? "" : ", ") + text(item);
  return "[" + list + "]";
}

std::string json_of(const WorldCheck& check) {
  const auto word = [](const std::string& text) { return json_string(text); };
  const auto damage = [](const Damage& each) {
    return fmt::format("{{\"where\": {}, \"what\": {}}}", json_string(each.where), json_string(each.what));
  };
  return fmt::format("{{\"path\": {}, \"kind\": {}, \"is_whole\": {}, \"damages\": {}, \"whole\": {}, \"unchecked\": {}}}",
                     json_string(check.path), json_string(check.kind), check.is_whole(), list_text(check.damages, damage),
                     list_text(check.whole, word), list_text(check.unchecked, word));
}

Result<void> run(const Options& options, int& exit_code) {
  std::error_code failed;
  std::vector<std::string> paths{options.world};
  if (fs::is_directory(options.world, failed)) {
    CRATON_TRY(paths, worlds_in(options.world));
    if (!options.repair.empty() && paths.size() > 1)
      return invalid("--repair", fmt::format("there are {} worlds in {}; name one of them", paths.size(), options.world));
  }
  TerminalProgress progress("checking");
  const Execution execution{.progress = &progress, .cancel = &cancel_token()};
  std::vector<std::string> texts;
  for (const std::string& path : paths) {
    CRATON_TRY(check_memory_for(path, !options.repair.empty()));
    CRATON_TRY(WorldCheck check, options.repair.empty() ? check_world(path, all_terms(), execution)
                                                        : rescue_world(path, options.repair, all_terms(), execution));
    CRATON_TRY(check_report(check));
    progress.wipe();
    if (!check.is_whole()) exit_code = exit_damaged;
    if (options.json)
      texts.push_back(json_of(check));
    else
      print_text(check, options.repair);
  }
  if (options.json) say("{{\"worlds\": {}}}\n", list_text(texts, [](const std::string& text) { return "\n  " + text; }));
  return {};
}

}  // namespace

Command add_check_command(CommandLine& parent) {
  Arguments args = parent.command("check", "Tells whether world files are what was written, and what of them is damaged.");
  auto options = std::make_shared<Options>();
  auto exit_code = std::make_shared<int>(0);
  args.option("world", options->world, "A .craton file, or a folder: all that lie in it and below.").required();
  args.option("--repair FILE", options->repair, "Save what is whole as another world; the damaged file stays as it is.");
  args.flag("--json", options->json, "Print one JSON object.");
  args.footer(
      "All checksums, layers, objects and edits are looked at, and the laws of waters. Ends with status 0 where all is whole,\n"
      "1 where something is damaged, 2 where it could not be told.\n\n"
      "Examples:\n  craton check out/torus\n  craton check old.craton --repair saved.craton");
  return {args, [options, exit_code] { return run(*options, *exit_code); }, exit_code};
}

}  // namespace craton::cli
