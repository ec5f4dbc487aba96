#include "stages/air/latitudes.h"

#include <algorithm>
#include <cmath>

#include "base/smooth_step.h"

namespace craton::air {
namespace {

constexpr double degree = 3.14159265358979323846 / 180;
constexpr double turn = 10;            // degrees over which soft latitudes turn back
constexpr double least_range = 0.001;  // degrees: where a map has no extent from south to north, it still has a size

template <class Value>
const Value* first_of(const ObjectTable& table, std::string_view name) {
  const std::vector<Value>* values = table.values<Value>(name);
  return values && !values->empty() ? values->data() : nullptr;
}

}  // namespace

Latitudes::Latitudes(const Domain& domain, const LatitudeParams& params) : params_(params) {
  if (const auto* sphere = std::get_if<CubeSphere>(&domain)) radians_ = 1 / sphere->radius();
  if (const auto* torus = std::get_if<Torus>(&domain)) {
    map_ = true;
    rows_ = torus->size().height;
    closes_ = torus->wraps_y();
    const double ways = folds() ? 2 : 1;
    radians_ = ways * std::max(params.north - params.south, least_range) * degree / (rows_ * torus->spacing());
  }
}

double Latitudes::way_down(double y) const {
  const double down = (y + 0.5) / rows_;
  return std::clamp(folds() ? 1 - std::abs(1 - 2 * (down - std::floor(down))) : down, 0.0, 1.0);
}

double Latitudes::of_row(double y) const {
  if (!map_) return params_.latitude;
  const double down = way_down(y), range = params_.north - params_.south;
  const bool soft = params_.latitudes == MapLatitudes::soft_band || (params_.latitudes == MapLatitudes::soft_range && closes_);
  if (!soft) return params_.north - down * range;
  // A parabola that ends level: first differences across the edge are as small as those beside it.
  const double width = std::min(turn, range / 2);
  const auto from_end = [&](double degrees) { return degrees < width ? width / 2 + degrees * degrees / (2 * width) : degrees; };
  return down < 0.5 ? params_.north - from_end(down * range) : params_.south + from_end((1 - down) * range);
}

bool Latitudes::mirrored_row(double y) const {
  const double down = (y + 0.5) / rows_;
  return params_.latitudes == MapLatitudes::soft_band && down - std::floor(down) > 0.5;
}

double Latitudes::room_to_shift(double y) const {
  if (!map_ || !closes_ || folds()) return 1;
  constexpr double share = 0.25;  // of the way from an edge to the other
  const double down = way_down(y);
  return smooth_step(0.0, share, std::min(down, 1 - down));
}

Result<void> check_latitudes(const LatitudeParams& params, const DomainSpec& domain, const std::string& path) {
  if (domain.kind != "torus") return {};
  if (params.south >= params.north) return Error{ErrorCode::invalid_value, path + "/south", "must lie south of north"};
  const ParamValue* wrap = domain.params.find("wrap");
  const auto* name = wrap ? std::get_if<std::string>(wrap) : nullptr;
  const bool folded = params.latitudes == MapLatitudes::band || params.latitudes == MapLatitudes::soft_band;
  const bool closes = !name || *name == "both" || *name == "y";
  if (closes && !folded && params.south != -params.north)
    return Error{ErrorCode::invalid_value, path + "/south",
                 "this map closes from north to south: take south = −north, latitudes = band or soft_band, or a map that does "
                 "not wrap along y"};
  return {};
}

ObjectTable climate_to_keep(const LatitudeParams& params, double tilt) {
  const std::string by(choice_names<MapLatitudes>()[static_cast<std::size_t>(params.latitudes)]);
  return {climate_table,
          "Where on its planet the world lies, as `temperature` was told.",
          {{"latitudes", "", "How maps have them, as in `temperature`.", std::vector<std::string>{by}},
           {"south", "°", "Of a map.", std::vector<double>{params.south}},
           {"north", "°", "Of a map.", std::vector<double>{params.north}},
           {"latitude", "°", "Of an endless plane.", std::vector<double>{params.latitude}},
           {"tilt", "°", "Of the planet's axis.", std::vector<double>{tilt}}}};
}

Result<KeptClimate> kept_climate(const ObjectTable* table, const std::string& path) {
  if (!table) return Error{ErrorCode::unknown_name, path, "no table `climate`: the stage `temperature` must come before"};
  const auto* by = first_of<std::string>(*table, "latitudes");
  const double* numbers[] = {first_of<double>(*table, "south"), first_of<double>(*table, "north"),
                             first_of<double>(*table, "latitude"), first_of<double>(*table, "tilt")};
  if (!by || std::any_of(std::begin(numbers), std::end(numbers), [](const double* n) { return n == nullptr; }))
    return Error{ErrorCode::invalid_value, path, "the table `climate` is not one of the stage `temperature`"};
  const auto names = choice_names<MapLatitudes>();
  const auto found = std::find(names.begin(), names.end(), std::string_view(*by));
  if (found == names.end())
    return Error{ErrorCode::invalid_value, path, "the table `climate` has latitudes of no kind that is known"};
  return KeptClimate{{static_cast<MapLatitudes>(found - names.begin()), *numbers[0], *numbers[1], *numbers[2]}, *numbers[3]};
}

}  // namespace craton::air
