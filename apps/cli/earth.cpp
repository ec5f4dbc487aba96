#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>

#include <craton/files/folder.h>
#include <craton/files/new_file.h>
#include <craton/files/png.h>
#include <craton/files/real_earth.h>
#include <craton/files/world_file.h>
#include <craton/measure/class_agreement.h>
#include <craton/picture/category_colours.h>
#include <craton/picture/layer_raster.h>
#include <craton/picture/legend.h>
#include <craton/recipe/make.h>
#include <craton/worlds/kinds.h>

#include "command.h"
#include "make_output.h"
#include "presets.h"
#include "runtime.h"
#include "text.h"

namespace craton::cli {
namespace {

struct Options {
  std::string folder, recipe = "climate", output, resolution = "180";
  std::vector<std::string> settings;
  bool json = false;
  MachineOptions machine;
};

constexpr std::string_view heights_name = "the real earth", made_layer = "koppen";
constexpr std::string_view main_letters = "ABCDE";
constexpr std::uint32_t main_groups = 6;  // the sea before them

/// The relief of the Earth where a recipe asks for it, and beside it what lies in the recipe's folder.
class EarthAssets final : public AssetSource {
 public:
  EarthAssets(HeightMap heights, const std::string& folder) : heights_(std::move(heights)), others_(assets_in_folder(folder)) {}
  Result<HeightMap> height_map(std::string_view name, const RawLayout& layout) const override {
    if (name == heights_name) return heights_;
    return others_->height_map(name, layout);
  }
  Result<std::uint64_t> fingerprint(std::string_view name) const override {
    if (name == heights_name) return std::uint64_t{0};  // nothing is cached here
    return others_->fingerprint(name);
  }

 private:
  HeightMap heights_;
  std::unique_ptr<AssetSource> others_;
};

/// Heights over the samples of the real classes, land where they say land: else a thirteenth of it, coasts and islands, would
/// be sea. Great lakes are water in both.
HeightMap heights_of(const RealEarth& earth) {
  const std::uint32_t width = earth.koppen_width;
  HeightMap heights = area_means(earth.heights, width, static_cast<std::uint32_t>(earth.koppen.size() / width));
  for (std::size_t i = 0; i < heights.values.size(); ++i) {
    float& height = heights.values[i];
    height = earth.koppen[i] != 0 ? std::max(height, 1.0F) : std::min(height, -1.0F);
  }
  return heights;
}

/// The stages behind the last one that shapes heights: they make the climate.
Result<std::vector<StageSpec>> climate_stages(const Recipe& recipe, const RecipeTerms& terms) {
  std::vector<StageSpec> climate;
  for (const StageSpec& spec : recipe.stages) {
    if (!spec.enabled) continue;
    CRATON_TRY(const StageEntry* entry, terms.stages.find(spec.stage, recipe.version, "/stages"));
    const StageLayers layers = stage_layers(*entry, spec);
    const bool shapes = std::any_of(layers.begin(), layers.end(), [](const StageLayer& layer) {
      return layer.name == "height" && layer.access != LayerAccess::read;
    });
    if (shapes)
      climate.clear();
    else
      climate.push_back(spec);
  }
  if (climate.empty()) return Error{ErrorCode::invalid_value, "/stages", "no stage makes a climate: the last one shapes heights"};
  return climate;
}

/// The recipe's climate on the real Earth, and Köppen's classes of it.
Result<Recipe> earth_recipe(const LoadedRecipe& loaded, std::int64_t resolution, const RecipeTerms& terms) {
  Result<std::vector<StageSpec>> climate = climate_stages(loaded.recipe, terms);
  if (!climate) return in_file(loaded.file, climate.error());
  Recipe recipe = loaded.recipe;
  recipe.name = "earth";
  recipe.world = "planet";
  recipe.knobs.clear();
  recipe.keep.clear();
  if (recipe.domain.kind != "sphere") recipe.domain = {.kind = "sphere", .params = {}};
  recipe.domain.params.set("resolution", resolution);
  recipe.domain.params.set("radius", 6'371'000.0);
  StageSpec heights{.stage = "import_height", .id = "real_heights"};
  heights.params.set("file", std::string(heights_name));
  heights.params.set("sampling", std::string("nearest"));
  StageSpec classes{.stage = "biomes", .id = "real_koppen"};
  classes.params.set("scheme", std::string("koppen"));
  classes.params.set("biome", std::string(made_layer));
  recipe.stages = {heights};
  recipe.stages.insert(recipe.stages.end(), climate->begin(), climate->end());
  recipe.stages.push_back(classes);
  return recipe;
}

/// The made and the real classes side by side.
struct Comparison {
  std::vector<std::string> names;         // of the classes
  std::vector<std::uint8_t> group;        // of each class: 0 sea, 1 … 5 A … E
  std::vector<std::uint8_t> made, truth;  // rasters
  GridSize size;
  std::optional<ClassAgreement> thirty, five, thirty_by_latitude, five_by_latitude;
};

/// In each row the commonest real class: what a map knows that knows latitudes alone.
std::vector<std::uint8_t> commonest_of_rows(std::span<const std::uint8_t> truth, std::span<const std::uint8_t> group,
                                            std::uint32_t width, bool by_group) {
  std::vector<std::uint8_t> made(truth.begin(), truth.end());
  for (std::size_t start = 0; start < truth.size(); start += width) {
    std::array<std::uint32_t, 256> counts{};
    for (std::size_t i = start; i < start + width; ++i)
      if (truth[i] != 0) ++counts[by_group ? group[truth[i]] : truth[i]];
    const auto best = static_cast<std::uint8_t>(std::max_element(counts.begin(), counts.end()) - counts.begin());
    for (std::size_t i = start; i < start + width; ++i)
      if (truth[i] != 0) made[i] = best;
  }
  return made;
}

Result<void> compare_latitudes(Comparison& comparison) {
  const auto& [names, group, made, truth, size, thirty, five, all_by_latitude, main_by_latitude] = comparison;
  const auto classes = static_cast<std::uint32_t>(names.size());
  CRATON_TRY(const ClassAgreement all,
             ClassAgreement::compare(commonest_of_rows(truth, group, size.width, false), truth, size.width, classes));
  std::vector<std::uint8_t> groups(truth.size());
  std::transform(truth.begin(), truth.end(), groups.begin(), [&comparison](std::uint8_t c) { return comparison.group[c]; });
  CRATON_TRY(const ClassAgreement main,
             ClassAgreement::compare(commonest_of_rows(truth, group, size.width, true), groups, size.width, main_groups));
  comparison.thirty_by_latitude = all;
  comparison.five_by_latitude = main;
  return {};
}

Result<Comparison> compare(const World& world, const RealEarth& earth, const Execution& execution) {
  const Layer* layer = world.surface.layer(made_layer);
  Comparison comparison{.names = layer->info().categories,
                        .group = {},
                        .made = {},
                        .truth = earth.koppen,
                        .size = {earth.koppen_width, static_cast<std::uint32_t>(earth.koppen.size() / earth.koppen_width)}};
  for (const std::string& name : comparison.names) {
    const std::size_t letter = main_letters.find(name[0]);
    comparison.group.push_back(letter == std::string_view::npos ? 0 : static_cast<std::uint8_t>(letter + 1));
  }
  CRATON_TRY(const std::vector<Cell> cells,
             raster_of_cells(world.surface.domain(), comparison.size, Projection::equirectangular, execution));
  for (const Cell cell : cells) comparison.made.push_back(layer->categories()[cell]);
  CRATON_TRY(const ClassAgreement found, ClassAgreement::compare(comparison.made, comparison.truth, comparison.size.width,
                                                                 static_cast<std::uint32_t>(comparison.names.size())));
  comparison.thirty = found;
  comparison.five = found.grouped(comparison.group, main_groups);
  CRATON_TRY(compare_latitudes(comparison));
  return comparison;
}

std::string percent(double share) { return fmt::format("{:.1f}", 100 * share); }

void print_text(const Comparison& c) {
  say("Köppen's classes of the climate that was made, beside the real ones; % of land ({} of the real land is land here)\n\n",
      percent(c.thirty->land_in_both()));
  say("{}", table({{"", "agreement", "by latitude alone"},
                   {"five main classes", percent(c.five->agreement()), percent(c.five_by_latitude->agreement())},
                   {"thirty classes", percent(c.thirty->agreement()), percent(c.thirty_by_latitude->agreement())}},
                  "lrr"));
  std::vector<std::vector<std::string>> rows{{"real \\ made", "A", "B", "C", "D", "E", "real", "found"}};
  std::vector<std::string> last{"made"};
  for (std::uint32_t truth = 1; truth < main_groups; ++truth) {
    std::vector<std::string> row{std::string(1, main_letters[truth - 1])};
    for (std::uint32_t made = 1; made < main_groups; ++made) row.push_back(percent(c.five->share(truth, made)));
    const double real = c.five->truth_share(truth);
    row.push_back(percent(real));
    row.push_back(real > 0 ? percent(c.five->share(truth, truth) / real) : "–");
    rows.push_back(std::move(row));
    last.push_back(percent(c.five->made_share(truth)));
  }
  rows.push_back(std::move(last));
  say("\n{}\nLargest mistakes among the thirty:\n", table(rows, "lrrrrrrr"));
  const std::vector<Confusion> wrong = confusions(*c.thirty);
  std::vector<std::vector<std::string>> list;
  for (std::size_t i = 0; i < std::min<std::size_t>(wrong.size(), 20); ++i)
    list.push_back({"real " + c.names[wrong[i].truth], "made " + c.names[wrong[i].made], percent(wrong[i].share)});
  say("{}", table(list, "llr", "  "));
  std::vector<std::vector<std::string>> shares{{"class", "real", "made", "both"}};
  for (std::uint32_t k = 1; k < c.thirty->classes(); ++k)
    shares.push_back(
        {c.names[k], percent(c.thirty->truth_share(k)), percent(c.thirty->made_share(k)), percent(c.thirty->share(k, k))});
  say("\n{}", table(shares, "lrrr"));
}

void print_json(const Comparison& c) {
  say("{{\n  \"five\": {},\n  \"thirty\": {},\n  \"five_by_latitude\": {},\n  \"thirty_by_latitude\": {},\n  \"land\": {},\n",
      json_number(c.five->agreement()), json_number(c.thirty->agreement()), json_number(c.five_by_latitude->agreement()),
      json_number(c.thirty_by_latitude->agreement()), json_number(c.thirty->land_in_both()));
  say("  \"confusion\": [");
  for (std::uint32_t truth = 1; truth < main_groups; ++truth) {
    say("{}[", truth > 1 ? ", " : "");
    for (std::uint32_t made = 1; made < main_groups; ++made)
      say("{}{}", made > 1 ? ", " : "", json_number(c.five->share(truth, made)));
    say("]");
  }
  say("]\n}}\n");
}

Rgb8Image classes_image(const Comparison& c, std::span<const std::uint8_t> classes) {
  Rgb8Image image(c.size.width, c.size.height);
  const std::vector<Rgb8> colours = category_colours(c.names);
  std::transform(classes.begin(), classes.end(), image.pixels.begin(), [&](std::uint8_t each) { return colours[each]; });
  return image;
}

Legend classes_legend(const Comparison& c, std::string title) {
  Legend legend{.title = std::move(title)};
  const std::vector<Rgb8> colours = category_colours(c.names);
  for (std::size_t k = 1; k < c.names.size(); ++k) legend.swatches.push_back({colours[k], c.names[k]});
  return legend;
}

constexpr Rgb8 right{0xcf, 0xd8, 0xc4}, nearly{0xe3, 0xb4, 0x5c}, wrong_class{0xb0, 0x3a, 0x3a}, no_land{0xde, 0xe8, 0xee},
    other_coast{0x9f, 0xb6, 0xc6};

Rgb8Image difference_image(const Comparison& c) {
  Rgb8Image image(c.size.width, c.size.height);
  for (std::size_t i = 0; i < c.truth.size(); ++i) {
    const std::uint8_t made = c.made[i], truth = c.truth[i];
    image.pixels[i] = made == 0 && truth == 0           ? no_land
                      : made == 0 || truth == 0         ? other_coast
                      : made == truth                   ? right
                      : c.group[made] == c.group[truth] ? nearly
                                                        : wrong_class;
  }
  return image;
}

Result<void> write_pictures(const Options& options, const Comparison& c) {
  struct Page {
    std::string_view file;
    Rgb8Image image;
    Legend legend;
  };
  const Legend mistakes{.title = "agreement",
                        .swatches = {{right, "the same class"},
                                     {nearly, "the same main class"},
                                     {wrong_class, "another main class"},
                                     {other_coast, "land in one alone"}}};
  const Page pages[] = {{"koppen.png", classes_image(c, c.made), classes_legend(c, "made")},
                        {"truth.png", classes_image(c, c.truth), classes_legend(c, "real")},
                        {"difference.png", difference_image(c), mistakes}};
  for (const Page& page : pages) {
    CRATON_TRY(const Rgb8Image image, with_legend(page.image, page.legend));
    CRATON_TRY(write_png(fmt::format("{}/{}", options.output, page.file), image));
  }
  return {};
}

Result<void> run(const Options& options) {
  const Result<std::int64_t> resolution = parse_integer(options.resolution, "--resolution");
  if (!resolution || *resolution < 16 || *resolution > 1024)
    return invalid("--resolution", fmt::format("found \"{}\", allowed 16 … 1024", options.resolution));
  CRATON_TRY(const unsigned threads, options.machine.thread_count());
  CRATON_TRY(const RealEarth earth, read_real_earth(options.folder));
  CRATON_TRY(options.machine.force_isa());
  const RecipeTerms terms = all_terms();
  CRATON_TRY(LoadedRecipe loaded, load_recipe(options.recipe, terms));
  for (const std::string& setting : options.settings)
    if (Result<void> set = set_in_recipe(loaded.recipe, setting, terms); !set) return in_file("-s", set.error());
  CRATON_TRY(const Recipe recipe, earth_recipe(loaded, *resolution, terms));
  if (const Result<Plan> plan = plan_recipe(recipe, terms); !plan) return in_file(loaded.file, plan.error());
  std::optional<FolderLock> lock;
  if (!options.output.empty()) {
    CRATON_TRY(FolderLock taken, FolderLock::take(options.output));
    lock = std::move(taken);
  }

  TerminalProgress progress("earth");
  const Execution execution{.threads = threads, .progress = &progress, .cancel = &cancel_token()};
  const EarthAssets assets(heights_of(earth), loaded.folder);
  Result<World> world = make_world(recipe, terms, {.execution = execution, .assets = &assets});
  if (!world) return world.error().code == ErrorCode::cancelled ? world.error() : in_file(loaded.file, world.error());
  CRATON_TRY(options.machine.confirm_isa());
  CRATON_TRY(const Comparison comparison, compare(*world, earth, execution));
  if (!options.output.empty()) {
    CRATON_TRY(write_pictures(options, comparison));
    CRATON_TRY(write_world(options.output + "/world.craton", *world, terms, {.threads = threads}));
  }
  progress.wipe();
  options.json ? print_json(comparison) : print_text(comparison);
  return {};
}

}  // namespace

Command add_earth_test_command(CommandLine& parent) {
  Arguments args =
      parent.command("earth-test", "Runs the climate of a recipe on the real Earth and compares it with the real one.");
  auto options = std::make_shared<Options>();
  Options& o = *options;
  args.option("folder", o.folder,
              "Where height_1080x540.i16 and koppen_720x360.u8 lie: relief and climates of the real Earth (docs/climate.md).")
      .required();
  args.option("--recipe RECIPE", o.recipe,
              "The recipe whose climate is tested: its stages after the last one that shapes heights.")
      .show_default();
  args.option("-o,--output DIR", o.output, "Folder for koppen.png, truth.png, difference.png and world.craton.");
  args.option("-s,--set NAME=VALUE", o.settings, "Changes one value of the recipe, as in `make`. May be repeated.").repeatable();
  args.option("--resolution R", o.resolution, "Cells along an edge of the cube around the sphere.").show_default();
  args.flag("--json", o.json, "Print one JSON object.");
  o.machine.add_to(args);
  args.footer(
      "Examples:\n  craton earth-test earth -o out/earth\n  craton earth-test earth --recipe my.json -s rain.shadow=0.5 --json");
  return {args, [options] { return run(*options); }};
}

}  // namespace craton::cli
