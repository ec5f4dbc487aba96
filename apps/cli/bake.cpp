// Every tile of an area, for several levels, into a folder: a bake that can be ended at any moment and goes on.
#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>

#include <unistd.h>

#include <craton/files/endless_world.h>
#include <craton/files/text_file.h>
#include <craton/requests/request.h>

#include "bake_mpi.h"
#include "command.h"
#include "declared.h"
#include "runtime.h"
#include "text.h"
#include "world_input.h"

namespace craton::cli {
namespace {

struct BakeOptions {
  std::string world, memory;
  std::vector<std::string> settings;
  MachineOptions machine;
  DeclaredOptions declared{"bake"};
};

/// Tells how far it is: on a terminal always, elsewhere (in the log of a cluster) each minute.
class BakeTold : public BakeHooks {
 public:
  void state(const BakeState& state) override {
    const Clock::time_point now = Clock::now();
    using namespace std::chrono_literals;
    if (now - told_ < (terminal_ ? 200ms : 60s)) return;
    told_ = now;
    const double seconds = std::chrono::duration<double>(now - start_).count();
    const double rate = static_cast<double>(state.made) / seconds;
    const std::string left = rate > 0 ? fmt::format("{:.0f} s left", static_cast<double>(state.tiles - state.done) / rate) : "";
    const std::string line =
        fmt::format("{} of {} tiles, {:.1f} a second, {}, {}", state.done, state.tiles, rate, bytes_text(state.bytes), left);
    if (terminal_) {
      fmt::print(stderr, "\r\033[K{}", line);
      std::fflush(stderr);
    } else {
      say("{}\n", line);
      std::fflush(stdout);
    }
    drawn_ = terminal_;
  }
  ~BakeTold() override {
    if (drawn_) fmt::print(stderr, "\r\033[K");
  }
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  using Clock = std::chrono::steady_clock;
  bool terminal_ = ::isatty(STDERR_FILENO) != 0, drawn_ = false;
  Clock::time_point start_ = Clock::now(), told_ = start_;
};

/// A recipe by its name or file, an endless world or a finished map by its file.
Result<void> name_ground(const BakeOptions& options, DeclaredOptions& declared) {
  if (options.world.empty()) return {};
  std::error_code failed;
  if (!options.world.ends_with(".json")) {
    const std::string world = world_path(options.world);
    if (!world.ends_with(".craton")) {
      declared.set("recipe", options.world);
      return {};
    }
    if (!std::filesystem::exists(world, failed)) return Error{ErrorCode::io, world, "there is no such file"};
    if (is_endless_world(world)) {
      declared.set("file", world);
      return {};
    }
    const std::filesystem::path file(world);
    declared.set("ground", file.filename().string());
    declared.set("folder", file.parent_path().empty() ? "." : file.parent_path().string());
    return {};
  }
  CRATON_TRY(std::string text, read_text_file(options.world, 1 << 20));
  declared.set("recipe", std::move(text));
  const std::string folder = std::filesystem::path(options.world).parent_path().string();
  declared.set("folder", folder.empty() ? "." : folder);
  return {};
}

/// {"a.b": value, …} of "a.b=value", …
std::string settings_json(const std::vector<std::string>& settings) {
  std::string json;
  for (const std::string& each : settings) {
    const std::size_t equals = each.find('=');
    const std::string value = equals == each.npos ? "" : each.substr(equals + 1);
    const bool plain = parse_number(value, "") || value == "true" || value == "false";
    json += fmt::format("{}{}: {}", json.empty() ? "{" : ", ", json_string(each.substr(0, equals)),
                        plain ? value : json_string(value));
  }
  return json.empty() ? "" : json + "}";
}

std::int64_t told_number(const Answer& answer, std::string_view column) {
  return answer.tables().front().values<std::int64_t>(column)->front();
}

/// What is wrong with the ground is told with the name that it was given.
Error of_world_named(Error error, const std::string& world) {
  for (const std::string_view option : {"--recipe", "--ground", "--file"})
    if (error.path.starts_with(option)) error.path.replace(0, option.size(), world);
  return error;
}

Result<void> run_bake(BakeOptions options) {
  RequestContext context;
  CRATON_TRY(context.execution.threads, options.machine.thread_count());
  CRATON_TRY(options.machine.force_isa());
  context.execution.cancel = &cancel_token();
  if (!options.memory.empty()) {
    CRATON_TRY(context.memory_limit, parse_bytes(options.memory, "--memory"));
    if (context.memory_limit == 0) return invalid("--memory", "a bake needs some");
  }
  CRATON_TRY(name_ground(options, options.declared));
  if (const std::string set = settings_json(options.settings); !set.empty()) options.declared.set("set", set);
  if (!options.declared.given("output")) return invalid("bake", "where to? name a folder with --output out/tiles");
  BakeTold told;
  std::unique_ptr<BakeHooks> processes = bake_processes(told);
  context.bake = processes ? processes.get() : &told;
  Result<Answer> answer = options.declared.ask(context);
  if (!answer) answer = of_world_named(answer.error(), options.world.empty() ? "land" : options.world);
  const bool first = context.bake->own_number() == 0;
  if (answer) processes.reset();  // all of them together; where one failed the others may never come
  if (!answer) {
    if (processes) {
      print_error(answer.error().to_string());
      end_processes(true);
    }
    return answer.error();
  }
  end_processes(false);
  if (!first) return {};
  const double seconds = told.seconds();
  const std::int64_t tiles = told_number(*answer, "tiles"), made = told_number(*answer, "made"),
                     bytes = told_number(*answer, "bytes"), damaged = told_number(*answer, "damaged");
  if (damaged > 0) say("{} tiles were damaged or missing\n", damaged);
  say("{} of {} tiles made in {:.1f} s ({:.1f} a second), {}\n", made, tiles, seconds,
      seconds > 0 ? static_cast<double>(made) / seconds : 0.0, bytes_text(static_cast<std::uint64_t>(bytes)));
  const bool finished = told_number(*answer, "finished") == 1;
  say("{}\n", finished ? "the set is finished" : "this share is finished; when all are, --merge puts them together");
  return {};
}

}  // namespace

Command add_bake_command(CommandLine& parent) {
  Arguments args = parent.command("bake", "Bakes every tile of an area into a folder; what was ended goes on.");
  auto options = std::make_shared<BakeOptions>();
  args.option("world", options->world,
              "What is baked: a recipe's name or .json file, or the .craton file of an endless terrain or of a finished map. "
              "Default: land.");
  DeclaredOptions& declared = options->declared;
  for (const std::string_view form :
       {"--output FOLDER", "--at X,Y", "--area WIDTH,HEIGHT", "--levels FINEST-COARSEST", "--layers NAMES", "--cells N",
        "--step METRES", "--format NAME", "--colours NAME", "--range LOW,HIGH", "--seed SEED", "--share I/N"})
    declared.add(args, form);
  declared.add_flag(args, "--merge");
  declared.add_flag(args, "--verify");
  args.option("-s,--set NAME=VALUE", options->settings, "Changes one value of the recipe. May be repeated.");
  args.option("--memory SIZE", options->memory, "Make only so many tiles at once as this has room for: 2G.");
  options->machine.add_to(args);
  args.footer(
      "The finished set is the same bytes however it was baked: threads, shares, kills. docs/scale.md tells of clusters.\n\n"
      "Examples:\n"
      "  craton bake --area 8192,8192 --levels 0-4 --range=-500,2500 --output out/land\n"
      "  craton bake out/map/world.craton --area 65536,65536 --step 16 --format pmtiles --levels 0-5 --output out/web\n"
      "  craton bake --area 8128,8128 --cells 8128 --step 1 --range=-500,2500 --memory 2G --output out/unreal\n"
      "  craton bake --area 8192,8192 --format r32 --share 1/2 --output out/far     (and 2/2 elsewhere)\n"
      "  craton bake --area 8192,8192 --format r32 --merge --output out/far\n"
      "  craton bake --area 8192,8192 --format r32 --verify --output out/far");
  return {args, [options] { return run_bake(*options); }};
}

}  // namespace craton::cli
