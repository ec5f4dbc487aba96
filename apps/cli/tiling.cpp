#include <fmt/format.h>

#include <memory>

#include <craton/files/new_file.h>

#include "command.h"
#include "declared.h"
#include "runtime.h"
#include "text.h"

namespace craton::cli {
namespace {

struct Options {
  std::string output;
  DeclaredOptions picture{"tiling"};
};

Result<void> run(Options& o) {
  const std::string name = lower(o.output);
  if (!name.ends_with(".svg") && !name.ends_with(".png"))
    return invalid("--output", fmt::format("\"{}\" ends neither in .svg nor in .png", o.output));
  CRATON_TRY(check_writable(o.output));
  o.picture.set("format", name.ends_with(".svg") ? "svg" : "png");
  CRATON_TRY(const Answer answer, o.picture.ask({.execution = {.cancel = &cancel_token()}}));
  return write_answer_file(o.output, answer);
}

}  // namespace

Command add_tiling_command(CommandLine& parent) {
  Arguments args = parent.command("tiling", "Draws a piece of the endless hat tiling that hat noise stands on.");
  auto options = std::make_shared<Options>();
  DeclaredOptions& picture = options->picture;
  args.option("-o,--output FILE.svg|png", options->output, "File to write.").required();
  for (const char* form : {"--at X,Y", "--size WxH", "--cells N", "--frequency 1/M", "--seed SEED", "--colour WHAT"})
    picture.add(args, form);
  for (const char* flag : {"--kites", "--numbers"}) picture.add_flag(args, flag);
  picture.add(args, "--ground FILE.png");
  picture.add_flag(args, "--no-legend");
  args.footer(
      "Examples:\n  craton tiling -o tiling.svg\n  craton tiling --at 1e12,-1e12 --cells 12 --numbers -o far.png\n"
      "  craton tiling --colour turn --cells 60 --seed 7 -o turns.png");
  return {args, [options] { return run(*options); }};
}

}  // namespace craton::cli
