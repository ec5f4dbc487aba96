#include "planet_options.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include <craton/worlds/planet.h>

#include "cube_heights.h"
#include "text.h"

namespace craton::cli {
namespace {

constexpr const char* usual_recipe = "earth";

/// "200km", "1500m" or "1500".
Result<double> metres_of(const std::string& text, std::string_view option) {
  std::string_view number = text;
  double unit = 1;
  if (number.ends_with("km")) {
    unit = 1000;
    number.remove_suffix(2);
  } else if (number.ends_with("m")) {
    number.remove_suffix(1);
  }
  const Result<double> value = parse_number(number, option);
  if (!value || !(*value > 0)) return invalid(option, fmt::format("found \"{}\"; write a length, as 200km or 1500m", text));
  return *value * unit;
}

}  // namespace

void PlanetOptions::add_to(Arguments& args) {
  declared.add(args, "--resolution R");
  declared.add(args, "--radius LENGTH");
  declared.add(args, "--preset NAME");
  args.option("--recipe RECIPE", make.recipe,
              "Another recipe: a file that ends in .json, or the name of one that comes with Craton.");
  args.option("--from FILE", heights,
              "Heights of your own instead of plates: an equirectangular picture (.png, .exr, .r16, .r32), longitude 0 in the "
              "middle; six faces, one below the other, as `craton show --projection faces` writes the cells; or the first of six "
              "faces, NAME_0_front.exr. Climate, lakes, rivers, biomes and names follow from it.");
  args.option("--levels LOW,HIGH", levels,
              "With --from: metres of the darkest and the brightest level of a .png or .r16. The sea is at 0.");
  args.option("--zoom LAT,LON", zoom,
              "Makes a region of the planet as a world of its own, with detail: its middle in degrees north and east.");
  span_given_ = args.option("--span LENGTH", span, "With --zoom: how long a side of the region is, 1km … 4000km.").show_default();
  samples_given_ = args.option("--samples N", samples, "With --zoom: along each side.").show_default();
  args.option("--of WORLD", of,
              "With --zoom: a planet that is there already (a .craton file or its folder). Default: it is made first.");
  make.add_to(args);
}

Result<void> PlanetOptions::read_heights() {
  if (heights.empty()) return levels.empty() ? Result<void>{} : invalid("--levels", "belongs to --from");
  ImportedHeights import{.file = std::filesystem::path(heights).filename().string()};
  if (is_first_face(import.file)) {
    CRATON_TRY(HeightMap put_together, heights_of_faces(heights, levels));
    faces_ = std::move(put_together);
    import.file = faces_file;
  } else if (!levels.empty()) {
    CRATON_TRY(const std::vector<double> ends, parse_numbers(levels, "--levels"));
    if (ends.size() != 2 || !(ends[0] < ends[1]))
      return invalid("--levels", fmt::format("\"{}\" is no range; write LOW,HIGH, as -8000,8000", levels));
    import.low = ends[0];
    import.high = ends[1];
  }
  CRATON_TRY(LoadedRecipe loaded, load_recipe(make.recipe, all_terms()));
  if (const Result<void> taken = take_planet_heights(loaded.recipe, import); !taken)
    return invalid("--from", taken.error().message);
  const std::string folder = std::filesystem::path(heights).parent_path().string();
  loaded.folder = folder.empty() ? "." : folder;
  make.loaded = std::move(loaded);
  return {};
}

Result<void> PlanetOptions::read_region() {
  if (zoom.empty()) {
    if (span_given_.given()) return invalid("--span", "belongs to --zoom");
    if (samples_given_.given()) return invalid("--samples", "belongs to --zoom");
    return of.empty() ? Result<void>{} : invalid("--of", "belongs to --zoom");
  }
  CRATON_TRY(const std::vector<double> at, parse_numbers(zoom, "--zoom"));
  if (at.size() != 2) return invalid("--zoom", fmt::format("found \"{}\"; write LATITUDE,LONGITUDE in degrees", zoom));
  CRATON_TRY(const double length, metres_of(span, "--span"));
  const Result<std::int64_t> count = parse_integer(samples, "--samples");
  if (!count || *count < 64 || *count > 8192)
    return invalid("--samples", fmt::format("found \"{}\", allowed 64 … 8192", samples));
  region_ = ZoomOptions{{at[0], at[1]}, length, static_cast<std::uint32_t>(*count)};
  return {};
}

Result<void> PlanetOptions::read() {
  if (make.recipe.empty()) make.recipe = usual_recipe;
  CRATON_TRY(read_region());
  if (has_planet() && (declared.given("preset") || declared.given("resolution") || declared.given("radius") || !heights.empty()))
    return invalid("--of", "the planet is what it is; leave out --preset, --resolution, --radius and --from");
  CRATON_TRY(read_heights());
  CRATON_TRY(ParamValues values, declared.values());
  make.change = [this, values = std::move(values)](Recipe& recipe) { return declared.change(recipe, values, all_terms()); };
  return {};
}

}  // namespace craton::cli
