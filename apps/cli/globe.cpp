#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>

#include <craton/files/world_file.h>
#include <craton/worlds/kinds.h>

#include "command.h"
#include "declared.h"
#include "film_file.h"
#include "runtime.h"
#include "text.h"
#include "world_input.h"

namespace craton::cli {
namespace {

/// An option that some styles alone obey.
struct StyleOption {
  Option option;
  std::string name;
  std::string_view style;
};

struct Options {
  std::string world, output;
  DeclaredOptions globe{"globe"};
  std::vector<StyleOption> of_styles;
  MachineOptions machine;
};

Result<void> check(const Options& o) {
  if (o.output.empty()) return invalid("globe", "where to? name a file with -o globe.png, or with --turn a folder");
  CRATON_TRY(const ParamValues values, o.globe.values());
  const std::string style = o.globe.text("style");
  for (const StyleOption& each : o.of_styles)
    if (each.option.given() && each.style != style)
      return invalid(each.name, fmt::format("does nothing with --style {}; it is for {}", style, each.style));
  if (o.globe.given("turn")) {
    if (const std::int64_t frames = std::get<std::int64_t>(*values.find("turn")); frames < 2)
      return invalid("--turn", fmt::format("found \"{}\", allowed 2 … 3600 frames", frames));
  } else if (!lower(o.output).ends_with(".png")) {
    return invalid("--output", "a picture is a .png; with --turn frames go into a folder");
  }
  return {};
}

/// The world and, but for regions, a map of it that is finer than the picture up to a limit, with what lights it.
Result<void> check_memory_for(const Options& o) {
  const Result<WorldFileInfo> info = read_world_info(world_path(o.world));
  const Result<GridSize> size = parse_sides(o.globe.text("size"), "--size");
  if (!info || !size) return {};
  const std::uint64_t pixels = std::uint64_t{size->width} * size->height;
  const std::uint64_t texels = std::min<std::uint64_t>(8 * pixels, std::uint64_t{4096} * 2048);
  const std::uint64_t a_texel = o.globe.text("style") == "space" ? 42 : o.globe.text("style") == "desk" ? 32 : 0;
  return check_memory(info->cells * 100 + texels * a_texel + pixels * 3 + 16'000'000, "--size", "ask for fewer pixels");
}

/// Frames in the folder, and what plays them.
Result<void> write_film(const Options& o, std::uint32_t count, const Execution& execution) {
  std::vector<FilmFrame> frames;
  for (std::uint32_t i = 0; i < count; ++i)
    frames.push_back({.file = frame_name(i), .stage = "turn", .iteration = i, .count = count, .milliseconds = 80});
  CRATON_TRY(write_frame_list(o.output, frames));
  return write_apng_film(o.output, "turning.png", frames,
                         {.threads = execution.threads, .progress = nullptr, .cancel = execution.cancel});
}

Result<void> run(const Options& o) {
  CRATON_TRY(check(o));
  CRATON_TRY(const unsigned threads, o.machine.thread_count());
  CRATON_TRY(o.machine.force_isa());
  CRATON_TRY(check_memory_for(o));
  TerminalProgress progress(o.output);
  const Execution execution{.threads = threads, .progress = &progress, .cancel = &cancel_token()};
  CRATON_TRY(World world, read_world(world_path(o.world), all_terms(), {.layers = {}, .execution = execution}));
  const Answer planet = Answer::of_world(std::move(world), false);
  const bool turns = o.globe.given("turn");
  std::uint32_t count = 0;
  const std::function<Result<void>(AnswerFile)> write = [&](const AnswerFile& file) -> Result<void> {
    if (turns && count++ == 0 && std::filesystem::is_directory(o.output)) remove_frames(o.output);
    return turns ? write_file_below(o.output, file) : write_file(o.output, file);
  };
  CRATON_TRY(o.globe.ask({.execution = execution, .of = {&planet, 1}, .take_file = &write}, o.world));
  return turns ? write_film(o, count, execution) : Result<void>{};
}

constexpr char examples[] =
    R"(Styles: space (sun, night, air, clouds, the glint of the sea), desk (a printed map around a ball, in a brass ring) and regions (the
regions that carry a layer, as the viewer of source 002 shows them).

Examples:
  craton globe out/planet --centre 20,30 -o globe.png
  craton globe out/planet --sun 70,-10 --no-clouds --size 2048x2048 -o evening.png
  craton globe out/planet --style desk -o desk.png
  craton globe out/planet --turn 72 --size 480x480 -o out/turning          # frames, and turning.png that plays
  craton globe out/fusek --style regions --sites --faces -o regions.png
  craton globe out/fusek --style regions --layer plate --cube --no-warp -o cube.png)";

}  // namespace

Command add_globe_command(CommandLine& parent) {
  Arguments args = parent.command("globe", "Draws a planet as a ball: from space, on a desk, or as its regions.");
  auto options = std::make_shared<Options>();
  Options& o = *options;
  args.option("world", o.world, "A .craton file, or the folder that `planet` or `make` wrote.").required();
  args.option("-o,--output FILE", o.output, "File to write (.png); with --turn a folder.");
  for (const char* form : {"--style NAME", "--centre LAT,LON", "--size WxH", "--turn N"}) o.globe.add(args, form);
  const auto only = [&](std::string_view style, const std::string& form) {
    const std::string name = form.substr(0, form.find(' '));
    o.of_styles.push_back({name == form ? o.globe.add_flag(args, form) : o.globe.add(args, form), name, style});
  };
  for (const char* form : {"--sun RIGHT,UP", "--distance RADII", "--palette NAME", "--no-clouds", "--no-air", "--no-glint"})
    only("space", form);
  for (const char* form : {"--layer NAME", "--no-borders", "--plates", "--sites", "--faces", "--cube", "--no-warp"})
    only("regions", form);
  o.machine.add_to(args);
  args.footer(examples);
  return {args, [options] { return run(*options); }};
}

}  // namespace craton::cli
