#include <fmt/format.h>

#include <memory>

#include <craton/base/position.h>
#include <craton/files/new_file.h>
#include <craton/files/png.h>
#include <craton/picture/hat_picture.h>

#include "command.h"
#include "runtime.h"
#include "text.h"

namespace craton::cli {
namespace {

struct Options {
  std::string output, ground, at = "0,0", size = "1200x900", cells = "24", frequency = "1", seed = "0", colour = "metatile";
  bool kites = false, numbers = false, no_legend = false;
};

Result<void> read_place(const Options& o, HatPictureOptions& picture) {
  CRATON_TRY(const std::vector<double> at, parse_numbers(o.at, "--at"));
  if (at.size() != 2) return invalid("--at", fmt::format("\"{}\" is no place; write X,Y in metres", o.at));
  std::int64_t* const axes[] = {&picture.centre.x, &picture.centre.y};
  for (std::size_t a = 0; a < 2; ++a) {
    const Result<std::int64_t> units = units_from_metres(at[a]);
    if (!units) return invalid("--at", units.error().message);
    *axes[a] = *units;
  }
  CRATON_TRY(const double per_metre, parse_number(o.frequency, "--frequency"));
  const Result<Frequency> frequency = Frequency::per_metre(per_metre);
  if (!frequency) return invalid("--frequency", frequency.error().message);
  picture.frequency = *frequency;
  CRATON_TRY(const Seed seed, parse_seed(o.seed, "--seed"));
  picture.seed = seed;
  return {};
}

Result<void> read_picture(const Options& o, HatPictureOptions& picture) {
  CRATON_TRY(const GridSize sides, parse_sides(o.size, "--size"));
  picture.width = sides.width;
  picture.height = sides.height;
  CRATON_TRY(const double cells, parse_number(o.cells, "--cells"));
  picture.cells_across = cells;
  if (o.colour == "turn")
    picture.colours = HatColours::turn;
  else if (o.colour != "metatile")
    return invalid("--colour", fmt::format("found \"{}\", allowed metatile | turn", o.colour));
  picture.kites = o.kites;
  picture.numbers = o.numbers;
  picture.legend = !o.no_legend;
  return {};
}

/// The option that an error of the picture comes from.
Error explained(Error error) {
  if (error.code != ErrorCode::cancelled) error.path = "--" + error.path;
  return error;
}

Result<void> write_svg(const std::string& path, const HatPictureOptions& picture) {
  const Result<std::string> text = hats_as_svg(picture, {.cancel = &cancel_token()});
  if (!text) return explained(text.error());
  CRATON_TRY(NewFile file, NewFile::create(path));
  CRATON_TRY(file.write(std::as_bytes(std::span(*text))));
  return file.commit();
}

Result<void> run(const Options& o) {
  HatPictureOptions picture;
  CRATON_TRY(read_place(o, picture));
  CRATON_TRY(read_picture(o, picture));
  const std::string ending = lower(o.output.size() > 4 ? o.output.substr(o.output.size() - 4) : "");
  if (ending == ".svg") {
    CRATON_TRY(check_writable(o.output));
    return write_svg(o.output, picture);
  }
  if (ending != ".png") return invalid("--output", fmt::format("\"{}\" ends neither in .svg nor in .png", o.output));
  CRATON_TRY(check_writable(o.output));
  if (!o.ground.empty()) {
    CRATON_TRY(AnyImage ground, read_png(o.ground));
    Rgb8Image* const rgb = std::get_if<Rgb8Image>(&ground);
    if (!rgb || rgb->width != picture.width || rgb->height != picture.height || picture.legend)
      return invalid("--ground", "must be a picture in colours of the same --size, and goes with --no-legend");
    picture.ground = std::move(*rgb);
  }
  const Result<Rgb8Image> image = draw_hats(picture, {.cancel = &cancel_token()});
  if (!image) return explained(image.error());
  return write_png(o.output, *image);
}

}  // namespace

Command add_tiling_command(CommandLine& parent) {
  Arguments args = parent.command("tiling", "Draws a piece of the endless hat tiling that hat noise stands on.");
  auto options = std::make_shared<Options>();
  args.option("-o,--output FILE.svg|png", options->output, "File to write.").required();
  args.option("--at X,Y", options->at, "The picture's centre, in metres.").show_default();
  args.option("--size WxH", options->size, "Size in pixels.").show_default();
  args.option("--cells N", options->cells, "How many cells of the lattice the picture is wide.").show_default();
  args.option("--frequency 1/M", options->frequency, "Lattice cells per metre: that of the hat noise whose tiling is drawn.")
      .show_default();
  args.option("--seed SEED", options->seed, "A 64-bit number, decimal or 0x…; or a word.").show_default();
  args.option("--colour WHAT", options->colour, "What colours tell: metatile | turn. Mirrored hats are dark.").show_default();
  args.flag("--kites", options->kites, "Draw the borders of kites, eight to a hat.");
  args.flag("--numbers", options->numbers, "Number the kites of each hat.");
  args.option("--ground FILE.png", options->ground,
              "Of a .png: a picture of the same place that is drawn below the outlines, in place of colours.");
  args.flag("--no-legend", options->no_legend, "Leave out the line that explains colours.");
  args.footer(
      "Examples:\n  craton tiling -o tiling.svg\n  craton tiling --at 1e12,-1e12 --cells 12 --numbers -o far.png\n"
      "  craton tiling --colour turn --cells 60 --seed 7 -o turns.png");
  return {args, [options] { return run(*options); }};
}

}  // namespace craton::cli
