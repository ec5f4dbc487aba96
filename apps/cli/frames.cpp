#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>

#include <craton/files/folder.h>
#include <craton/files/new_file.h>
#include <craton/files/png.h>
#include <craton/recipe/make.h>
#include <craton/worlds/kinds.h>

#include "command.h"
#include "film_file.h"
#include "make_cache.h"
#include "make_output.h"
#include "presets.h"
#include "projection_options.h"
#include "runtime.h"
#include "show_pictures.h"
#include "text.h"

namespace craton::cli {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr std::int64_t most_frames = 9999;
constexpr std::string_view list_name = "frames.json";

struct Options {
  std::string recipe, output, seed, vary, count = "25", layer, range;
  std::vector<std::string> settings;
  PictureOptions picture;
  ProjectionOptions projection;
  CacheOptions cache;
  MachineOptions machine;
};

struct Frame {
  std::string name;    // of its file
  std::string number;  // of the parameter, as text
  Recipe recipe;
};

/// Everything checked, nothing computed yet.
struct Job {
  RecipeTerms terms = all_terms();
  LoadedRecipe loaded;
  std::string parameter;
  std::vector<Frame> frames;
  LayerPictureOptions how;
  WaterChoice waters;
  unsigned threads = 0;
};

struct Variation {
  std::string parameter;
  double from = 0, to = 0;
};

Result<Variation> read_variation(const std::string& text) {
  if (text.empty()) return invalid("--vary", "which number goes from where to where? Write --vary stage.param=FROM:TO");
  const std::size_t sign = text.find('=');
  const std::size_t colon = sign == std::string::npos ? sign : text.find(':', sign);
  if (colon == std::string::npos || sign == 0)
    return invalid("--vary", fmt::format("\"{}\" is no way from one number to another; write stage.param=FROM:TO", text));
  CRATON_TRY(const double from, parse_number(std::string_view(text).substr(sign + 1, colon - sign - 1), "--vary"));
  CRATON_TRY(const double to, parse_number(std::string_view(text).substr(colon + 1), "--vary"));
  return Variation{text.substr(0, sign), from, to};
}

/// Sets the number; the next whole one where the parameter takes no other.
Result<void> set_number(Recipe& recipe, const Variation& vary, double value, const RecipeTerms& terms, std::string& number) {
  number = fmt::format("{}", value);
  Result<void> set = set_in_recipe(recipe, vary.parameter + "=" + number, terms);
  if (set || value == std::floor(value)) return set;
  const std::string whole = fmt::format("{:.0f}", std::floor(value + 0.5));
  if (!set_in_recipe(recipe, vary.parameter + "=" + whole, terms)) return set;
  number = whole;
  return {};
}

/// Names of layers and choices are set as texts, and a number is a text too.
Result<void> check_is_number(const Recipe& recipe, const std::string& parameter, const RecipeTerms& terms) {
  const std::size_t dot = parameter.find('.');
  for (const StageSpec& stage : recipe.stages) {
    if (dot == std::string::npos || stage.id != parameter.substr(0, dot)) continue;
    CRATON_TRY(const StageEntry* entry, terms.stages.find(stage.stage, recipe.version, "--vary"));
    for (const ParamInfo& param : entry->info.params)
      if (param.name == parameter.substr(dot + 1) && param.type != ParamType::number && param.type != ParamType::integer)
        return invalid("--vary", fmt::format("{} is no number", parameter));
  }
  return {};
}

Result<void> list_frames(const Options& options, Job& job) {
  CRATON_TRY(const Variation vary, read_variation(options.vary));
  CRATON_TRY(check_is_number(job.loaded.recipe, vary.parameter, job.terms));
  job.parameter = vary.parameter;
  const Result<std::int64_t> count = parse_integer(options.count, "--count");
  if (!count || *count < 2 || *count > most_frames)
    return invalid("--count", fmt::format("found \"{}\", allowed 2 … {} frames", options.count, most_frames));
  for (std::int64_t i = 0; i < *count; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(*count - 1);
    Frame frame{frame_name(static_cast<std::size_t>(i)), "", job.loaded.recipe};
    // The last one is TO itself.
    const double value = i + 1 == *count ? vary.to : vary.from + (vary.to - vary.from) * share;
    if (const Result<void> set = set_number(frame.recipe, vary, value, job.terms, frame.number); !set)
      return in_file("--vary", set.error());
    const Result<Plan> plan = plan_recipe(frame.recipe, job.terms);
    if (!plan) return in_file(job.loaded.file, plan.error());
    CRATON_TRY(check_memory(plan->bytes + plan->cells * 24, job.loaded.file, "make fewer cells (-s domain.…)"));
    job.frames.push_back(std::move(frame));
  }
  return {};
}

Result<void> read_recipe(const Options& options, Job& job) {
  CRATON_TRY(LoadedRecipe loaded, load_recipe(options.recipe, job.terms));
  job.loaded = std::move(loaded);
  for (const std::string& setting : options.settings)
    if (Result<void> set = set_in_recipe(job.loaded.recipe, setting, job.terms); !set) return in_file("-s", set.error());
  if (options.seed.empty()) return {};
  CRATON_TRY(const std::uint64_t seed, seed_from_text(options.seed, "--seed"));
  job.loaded.recipe.seed = seed;
  return {};
}

Result<void> read_picture(const Options& options, Job& job) {
  CRATON_TRY(LayerPictureOptions how, options.picture.read());
  job.how = std::move(how);
  CRATON_TRY(options.projection.read(true, job.how));
  CRATON_TRY(const WaterChoice waters, options.picture.read_waters());
  job.waters = waters;
  if (options.layer.find(',') != std::string::npos) return invalid("--layer", "a frame shows one layer");
  if (options.range.empty()) return {};
  CRATON_TRY(const std::vector<double> ends, parse_numbers(options.range, "--range"));
  if (ends.size() != 2 || !(ends[0] < ends[1]))
    return invalid("--range", fmt::format("\"{}\" is no range; write LOW,HIGH", options.range));
  job.how.range = ToneRange{static_cast<float>(ends[0]), static_cast<float>(ends[1])};
  return {};
}

Result<Job> prepare(const Options& options) {
  Job job;
  if (options.output.empty()) return invalid("frames", "where to? name a folder with -o DIR");
  CRATON_TRY(const unsigned threads, options.machine.thread_count());
  job.threads = threads;
  CRATON_TRY(options.cache.check());
  CRATON_TRY(read_picture(options, job));
  CRATON_TRY(read_recipe(options, job));
  CRATON_TRY(list_frames(options, job));
  CRATON_TRY(options.machine.force_isa());
  return job;
}

/// What was asked for, and which frame shows what. Two runs that write the same draw the same pictures.
std::string list_json(const Options& options, const Job& job) {
  std::string picture;
  for (const std::string& text : {options.layer, options.range, options.picture.style, options.picture.ramp,
                                  options.picture.exaggeration, options.picture.contours, options.picture.waters,
                                  options.projection.size, options.projection.projection, options.projection.centre})
    picture += text + ";";
  for (const std::string& light : options.picture.lights) picture += light + ";";
  picture += fmt::format("{}{}", options.picture.legend ? "legend;" : "", options.picture.plates ? "plates;" : "");
  std::string json =
      fmt::format("{{\n  \"craton\": {},\n  \"recipe\": {},\n  \"picture\": {},\n  \"varies\": {},\n  \"frames\": [",
                  json_string(CRATON_VERSION), json_string(recipe_to_json(job.loaded.recipe, job.terms)), json_string(picture),
                  json_string(job.parameter));
  for (std::size_t i = 0; i < job.frames.size(); ++i)
    json += fmt::format("{}\n    {{\"file\": {}, \"value\": {}}}", i ? "," : "", json_string(job.frames[i].name),
                        job.frames[i].number);
  return json + "\n  ]\n}\n";
}

/// The list that tells which frame shows what. Frames of another film would be taken for those of this one: they go.
class FrameList {
 public:
  FrameList(const Options& options, const Job& job)
      : folder_(options.output), path_(folder_ + "/" + std::string(list_name)), text_(list_json(options, job)) {
    std::ifstream stream(path_, std::ios::binary);
    const std::string old{std::istreambuf_iterator<char>(stream), {}};
    written_ = old == text_;
  }
  /// Whether the folder holds frames of this film.
  bool written() const { return written_; }
  /// Before the first frame is written, and not before it is known that it can be.
  Result<void> write() {
    if (written_) return {};
    remove_frames(folder_);
    CRATON_TRY(write_text(path_, text_));
    written_ = true;
    return {};
  }

 private:
  std::string folder_, path_, text_;
  bool written_ = false;
};

Result<LayerView> view_of(const Options& options, const Job& job, const World& world) {
  WorldFileInfo info{.path = job.loaded.file};
  for (const auto& layer : world.surface.layers()) info.layers.push_back({.info = layer->info()});
  CRATON_TRY(const std::vector<LayerView> views,
             layer_views(info, job.loaded.file, options.layer, job.how, job.waters, options.picture.plates));
  return views.front();
}

class Film {
 public:
  Film(const Options& options, const Job& job, BlobStore* cache)
      : options_(options), job_(job), cache_(cache), list_(options, job) {}

  /// Frames that are there are kept. Colours mean the same in all: those of the first frame.
  Result<void> draw(std::size_t index) {
    const Frame& frame = job_.frames[index];
    const std::string path = options_.output + "/" + frame.name;
    std::error_code error;
    const bool there = list_.written() && fs::is_regular_file(path, error);
    const bool for_range = index == 0 && !job_.how.range;
    if (there && !for_range) {
      ++kept_;
      return {};
    }
    TerminalProgress progress(fmt::format("frame {} of {}", index + 1, job_.frames.size()));
    const Execution execution{.threads = job_.threads, .progress = &progress, .cancel = &cancel_token()};
    const std::unique_ptr<AssetSource> assets = assets_in_folder(job_.loaded.folder);
    const Result<World> world =
        make_world(frame.recipe, job_.terms, {.execution = execution, .assets = assets.get(), .cache = cache_});
    if (!world) return world.error().code == ErrorCode::cancelled ? world.error() : in_file(job_.loaded.file, world.error());
    CRATON_TRY(LayerView view, view_of(options_, job_, *world));
    if (for_range) find_range(*world->surface.layer(view.layer), view.options.style);
    kept_ += there;
    if (there) return {};
    if (!view.options.range) view.options.range = range_;
    CRATON_TRY(const Rgb8Image image, draw_view_of(*world, view, execution));
    CRATON_TRY(list_.write());
    return write_png(path, image, {.threads = job_.threads});
  }
  std::size_t kept() const { return kept_; }

 private:
  void find_range(const Layer& layer, MapStyle style) {
    const bool own_colours = style != MapStyle::automatic && style != MapStyle::relief && style != MapStyle::tints;
    if (layer.type() != LayerType::number || own_colours) return;
    const LayerRange found = layer.range({.threads = job_.threads});
    if (found.min < found.max) range_ = ToneRange{static_cast<float>(found.min), static_cast<float>(found.max)};
  }

  const Options& options_;
  const Job& job_;
  BlobStore* cache_;
  FrameList list_;
  std::optional<ToneRange> range_;
  std::size_t kept_ = 0;
};

Result<void> run(const Options& options) {
  const Clock::time_point start = Clock::now();
  CRATON_TRY(const Job job, prepare(options));
  CRATON_TRY(const std::unique_ptr<BlobStore> cache, options.cache.open());
  const Result<OutputFolder> folder = OutputFolder::open(options.output, std::string(list_name));
  if (!folder) return folder.error();
  Film film(options, job, cache.get());
  for (std::size_t i = 0; i < job.frames.size(); ++i) CRATON_TRY(film.draw(i));
  if (film.kept() < job.frames.size()) CRATON_TRY(options.machine.confirm_isa());
  const std::string kept = film.kept() ? fmt::format(", {} of them from before", film.kept()) : "";
  say("{}: {} frames{}, {} from {} to {}, in {:.1f} s\n", options.output, job.frames.size(), kept, job.parameter,
      job.frames.front().number, job.frames.back().number, std::chrono::duration<double>(Clock::now() - start).count());
  return {};
}

constexpr char examples[] =
    R"(Makes the world again and again while one number goes from FROM to TO, and writes DIR/frame_0001.png … and DIR/frames.json
(which frame shows what). A run that was stopped goes on where it was; stages before the one that changes come from the cache.

Examples:
  craton frames crust --vary knobs.time=0:200 --count 41 -s domain.resolution=96 -o out/drift
  craton frames crust --vary knobs.time=0:200 --count 81 --projection orthographic --centre 20,60 --size 512x512 -o out/globe
  craton frames crust --vary knobs.time=0:100 --count 21 --layer plate --plates -o out/plates
  craton frames crust --vary knobs.sea_share=0.3:0.9 --count 25 -o out/flood
  craton frames hello-torus --vary seed=1:20 --count 20 -o out/seeds
  ffmpeg -framerate 12 -i out/drift/frame_%04d.png drift.mp4)";

}  // namespace

Command add_frames_command(CommandLine& parent) {
  Arguments args = parent.command("frames", "Makes a world again and again while a number changes: frames of a film.");
  auto options = std::make_shared<Options>();
  Options& o = *options;
  args.option("recipe", o.recipe, "A recipe: a file that ends in .json, or the name of one that comes with Craton.").required();
  args.option("--vary NAME=FROM:TO", o.vary,
              "The number that changes, and its ends: stage.param=FROM:TO, domain.param=…, knobs.name=… or seed=….");
  args.option("--count N", o.count, "How many frames, both ends included: 2 … 9999.").show_default();
  args.option("-o,--output DIR", o.output, "Folder to write; it is made where there is none.");
  args.option("-s,--set NAME=VALUE", o.settings, "Changes one value of the recipe, as in `make`. May be repeated.").repeatable();
  args.option("--seed SEED", o.seed, "Another seed: a 64-bit number, decimal or 0x…; or a word.");
  args.option("--layer NAME", o.layer,
              "Which layer, or a style of the heights (slope, contours, …). Default: height, or the only one.");
  o.picture.add_to(args);
  args.option("--range LOW,HIGH", o.range,
              "Values at the ends of the colours. Default: the smallest and the largest of the first frame.");
  o.projection.add_to(args);
  o.cache.add_to(args);
  o.machine.add_to(args);
  args.footer(examples);
  return {args, [options] { return run(*options); }};
}

}  // namespace craton::cli
