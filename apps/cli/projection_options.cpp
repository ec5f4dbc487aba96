#include "projection_options.h"

#include <fmt/format.h>

#include <cmath>

#include <craton/picture/projection_names.h>

#include "runtime.h"
#include "text.h"

namespace craton::cli {

void ProjectionOptions::add_to(Arguments& args) {
  args.option("--size WxH", size,
              "Samples, between cells or over several. Default: one a cell; 4R × 2R of a sphere; at most 560 wide or high on a "
              "sheet.");
  projection_option =
      args.option(
              "--projection NAME", projection,
              "Of a sphere: equirectangular, faces (six of R × R, one below the other: the cells' own values), or in pictures "
              "orthographic (a globe), mollweide (the whole in an ellipse, areas as they are), equal-earth (the same with "
              "straight "
              "poles), robinson (a compromise) and mercator (to 85°, directions as they are).")
          .show_default();
  args.option("--centre LAT,LON", centre,
              "The middle of a globe in degrees, north and east positive; of an ellipse its longitude. Default: 0,0.");
}

Result<void> ProjectionOptions::refuse(std::string_view why) const {
  if (projection_option.given()) return invalid("--projection", std::string(why));
  if (!centre.empty()) return invalid("--centre", std::string(why));
  return {};
}

Result<void> ProjectionOptions::read(bool picture, LayerPictureOptions& into) const {
  CRATON_TRY(into.projection, find_projection(projection, "--projection"));
  const bool globe = is_rounded(into.projection);
  if (globe && !picture)
    return invalid("--projection", "globes and ellipses are pictures (.png); data are equirectangular or faces");
  if (!centre.empty()) {
    CRATON_TRY(const std::vector<double> at, parse_numbers(centre, "--centre"));
    if (at.size() != 2 || !(std::abs(at[0]) <= 90) || !(std::abs(at[1]) <= 360))
      return invalid("--centre", fmt::format("\"{}\" is no place; write LATITUDE,LONGITUDE in degrees", centre));
    if (!globe) return invalid("--centre", "is for --projection orthographic, mollweide, robinson, equal-earth and mercator");
    into.centre = {at[0], at[1]};
  }
  if (size.empty()) return {};
  CRATON_TRY(const std::vector<std::uint32_t> sides, parse_size(size, "--size"));
  if (sides.size() != 2) return invalid("--size", fmt::format("\"{}\" is no size; write WxH", size));
  into.size = {sides[0], sides[1]};
  return check_memory(std::uint64_t{into.size.width} * into.size.height * 16, "--size", "ask for fewer samples");
}

}  // namespace craton::cli
