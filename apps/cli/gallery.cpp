#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <system_error>

#include <craton/files/png.h>
#include <craton/files/text_file.h>
#include <craton/picture/sheet.h>

#include "command.h"
#include "gallery_file.h"
#include "make_output.h"
#include "presets.h"
#include "runtime.h"
#include "text.h"

namespace craton::cli {
namespace {

namespace fs = std::filesystem;

struct Options {
  std::string gallery, output, only;
  bool draft = false, check = false;
};

// In the source tree pictures go where the pages look for them.
std::string default_folder(const std::string& gallery) {
  const std::string name = fs::path(gallery).stem().string();
  std::error_code error;
  const bool sources = fs::is_directory("docs", error) && fs::is_directory("recipes/galleries", error);
  return fmt::format("{}/gallery{}", sources ? "docs" : "out", name == "noise" ? "" : "-" + name);
}

/// Where commands run: in a folder of their own, which is removed at the end.
class Workshop {
 public:
  static Result<Workshop> open() {
    std::string path = (fs::temp_directory_path() / "craton-gallery-XXXXXX").string();
    if (!::mkdtemp(path.data())) return Error{ErrorCode::io, path, "cannot make this folder"};
    return Workshop(std::move(path));
  }
  Workshop(Workshop&& other) noexcept : path_(std::exchange(other.path_, "")) {}
  Workshop& operator=(Workshop&&) = delete;
  ~Workshop() {
    std::error_code error;
    if (!path_.empty()) fs::remove_all(path_, error);
  }
  const std::string& path() const { return path_; }

 private:
  explicit Workshop(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

/// As long as this lives work goes on in the workshop, and what it prints is lost: it was pictures that were asked for.
class Backstage {
 public:
  explicit Backstage(const Workshop& workshop) : folder_(fs::current_path()), output_(::dup(STDOUT_FILENO)) {
    fs::current_path(workshop.path());
    std::fflush(stdout);
    const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    ::dup2(nowhere, STDOUT_FILENO);
    ::close(nowhere);
  }
  ~Backstage() {
    std::fflush(stdout);
    ::dup2(output_, STDOUT_FILENO);
    ::close(output_);
    fs::current_path(folder_);
  }
  Backstage(const Backstage&) = delete;
  Backstage& operator=(const Backstage&) = delete;

 private:
  fs::path folder_;
  int output_;
};

/// The words of a draft take the place of the same options; lists grow.
std::vector<std::string> with_draft(std::vector<std::string> words, const std::vector<std::string>& draft) {
  for (std::size_t i = 0; i < draft.size(); ++i) {
    const auto same = std::find(words.begin(), words.end(), draft[i]);
    if (draft[i].starts_with("--") && same != words.end() && i + 1 < draft.size())
      *std::next(same) = draft[++i];
    else
      words.push_back(draft[i]);
  }
  return words;
}

class Painter {
 public:
  Painter(const Options& options, std::string folder, const Workshop& workshop)
      : options_(options), folder_(std::move(folder)), workshop_(workshop) {}

  Result<void> paint(const GallerySheet& sheet) {
    const std::string& only = options_.only;
    const bool whole = !sheet.name.empty() && (only.empty() || only == sheet.name);
    Sheet page{.title = sheet.title,
               .subtitle = sheet.subtitle,
               .footer = sheet.footer.empty() ? "" : fmt::format("Craton {} · {}", CRATON_VERSION, sheet.footer),
               .inner_width = 1,
               .type_size = sheet.type_size,
               .rows = {}};
    for (const GalleryRow& row : sheet.rows) {
      page.rows.push_back({row.heading, row.note, {}});
      for (const GalleryTile& tile : row.tiles) {
        if (!whole && (tile.name.empty() || (!only.empty() && only != tile.name))) continue;
        CRATON_TRY(Rgb8Image picture, picture_of(tile));
        if (!tile.name.empty()) CRATON_TRY(write(tile.name, picture, tile.colours, tile.dithered));
        page.rows.back().tiles.push_back({smaller(picture, sheet.shrink), tile.title, tile.note});
      }
      page.inner_width = std::max(page.inner_width, width_of(page.rows.back(), sheet));
    }
    if (!whole) return {};
    if (options_.check) return write(sheet.name, {}, 0, false);
    CRATON_TRY(const Rgb8Image drawn, draw_sheet(page));
    return write(sheet.name, drawn, sheet.colours, sheet.dithered);
  }

 private:
  static std::uint32_t width_of(const SheetRow& row, const GallerySheet& sheet) {
    const auto gap = static_cast<std::uint32_t>(std::lround(1.6 * sheet.type_size));  // as draw_sheet leaves it
    std::uint32_t width = 0;
    for (std::size_t i = 0; i < row.tiles.size() && i < sheet.columns; ++i) width += row.tiles[i].picture.width + (i ? gap : 0);
    return width;
  }

  /// Each pixel the mean of a square.
  static Rgb8Image smaller(const Rgb8Image& image, std::uint32_t shrink) {
    if (shrink <= 1) return image;
    Rgb8Image small(image.width / shrink, image.height / shrink);
    const auto count = std::max(std::uint64_t{1}, std::uint64_t{shrink} * shrink);
    for (std::uint32_t y = 0; y < small.height; ++y)
      for (std::uint32_t x = 0; x < small.width; ++x) {
        std::uint64_t r = count / 2, g = r, b = r;
        for (std::uint32_t i = 0; i < count; ++i) {
          const Rgb8 c = image.at(x * shrink + i % shrink, y * shrink + i / shrink);
          r += c.r;
          g += c.g;
          b += c.b;
        }
        small.at(x, y) = {static_cast<std::uint8_t>(r / count), static_cast<std::uint8_t>(g / count),
                          static_cast<std::uint8_t>(b / count)};
      }
    return small;
  }

  Result<void> obey(const GalleryCommand& command, const std::vector<std::string>& words) {
    const Result<ReadLine> read = read_command_line(words);
    if (!read) return in_file(command.place, read.error());
    const Backstage backstage(workshop_);
    const Result<void> ran = read->command.run();
    if (!ran) return ran.error().code == ErrorCode::cancelled ? ran.error() : in_file(command.place, ran.error());
    return {};
  }

  /// A world that several tiles show is made once: what a command made, by its last word, is there until another makes it anew.
  Result<Rgb8Image> picture_of(const GalleryTile& tile) {
    if (options_.check) return Rgb8Image{};
    bool anew = false;
    for (const GalleryCommand& command : tile.commands) {
      const std::string& target = command.words.back();
      const std::vector<std::string> words = options_.draft ? with_draft(command.words, command.draft) : command.words;
      anew = anew || made_[target] != words || target == tile.picture;
      if (anew) CRATON_TRY(obey(command, words));
      made_[target] = words;
    }
    CRATON_TRY(AnyImage image, read_png(workshop_.path() + "/" + tile.picture));
    if (Rgb8Image* rgb = std::get_if<Rgb8Image>(&image)) return std::move(*rgb);
    return Error{ErrorCode::invalid_value, tile.picture, "is not a picture in colours"};
  }

  Result<void> write(const std::string& name, const Rgb8Image& picture, unsigned colours, bool dither) {
    const std::string path = fmt::format("{}/{}.png", folder_, name);
    if (!options_.check) CRATON_TRY(write_png(path, dither ? dithered(picture, colours) : indexed(picture, colours)));
    say("{}\n", path);
    std::fflush(stdout);
    return {};
  }

  const Options& options_;
  std::string folder_;
  const Workshop& workshop_;
  std::map<std::string, std::vector<std::string>> made_;
};

/// All that can be known to be wrong is told before the first picture is drawn.
Result<void> check(const std::vector<GallerySheet>& sheets, const std::string& only) {
  std::vector<std::string_view> names;
  for (const GallerySheet& sheet : sheets) {
    if (!sheet.name.empty()) names.push_back(sheet.name);
    for (const GalleryRow& row : sheet.rows)
      for (const GalleryTile& tile : row.tiles) {
        if (!tile.name.empty()) names.push_back(tile.name);
        for (const GalleryCommand& command : tile.commands) {
          const Result<ReadLine> read = read_command_line(command.words);
          if (!read) return in_file(command.place, read.error());
          if (!read->command.run) return invalid(command.place, "this is no command that draws");
        }
      }
  }
  if (only.empty() || std::find(names.begin(), names.end(), only) != names.end()) return {};
  return invalid("--only",
                 fmt::format("no picture is called \"{}\"{}; there are {}", only, suggestion(only, names), joined(names)));
}

Result<void> run(const Options& options) {
  CRATON_TRY(const std::string file, gallery_file(options.gallery));
  CRATON_TRY(const std::string text, read_text_file(file, 1 << 20));
  CRATON_TRY(const std::vector<GallerySheet> sheets, parse_gallery(text, fs::path(file).filename().string()));
  CRATON_TRY(check(sheets, options.only));
  const std::string target = options.output.empty() ? default_folder(options.gallery) : options.output;
  CRATON_TRY(const Workshop workshop, Workshop::open());
  Painter painter(options, target, workshop);
  std::optional<OutputFolder> folder;
  if (!options.check) {
    CRATON_TRY(OutputFolder opened, OutputFolder::open(target, "sheet.png"));
    folder.emplace(std::move(opened));
  }
  for (const GallerySheet& sheet : sheets) CRATON_TRY(painter.paint(sheet));
  return {};
}

}  // namespace

Command add_gallery_command(CommandLine& parent) {
  Arguments args =
      parent.command("gallery", "Draws pictures and sheets of them from a list of commands: those of the documentation.");
  auto options = std::make_shared<Options>();
  args.option("gallery", options->gallery,
              fmt::format("A list of pictures: {}; or a file that ends in .gallery.", fmt::join(gallery_names(), ", ")))
      .required();
  args.option(
      "-o,--output FOLDER", options->output,
      "Folder to write; it is made. Default: in the source tree the folder in docs that pages show, out/gallery-… elsewhere.");
  args.option("--only NAME", options->only, "This sheet or picture alone.");
  args.flag("--draft", options->draft, "Small and quick, to see that all can be drawn.");
  args.flag("--check", options->check, "Read the list and its commands, print the files that it makes, and draw nothing.");
  args.footer(
      "Examples:\n  craton gallery noise\n  craton gallery worlds --only maps\n  craton gallery stages --draft -o out/stages\n  "
      "craton gallery my.gallery -o out/mine");
  return {args, [options] { return run(*options); }};
}

}  // namespace craton::cli
