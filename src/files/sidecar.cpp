#include <craton/files/sidecar.h>

#include <nlohmann/json.hpp>
#include <span>

#include <craton/files/new_file.h>

namespace craton {

Result<std::string> sidecar_text(const Sidecar& sidecar) {
  using Json = nlohmann::ordered_json;
  const Json recipe = Json::parse(sidecar.recipe, nullptr, false, true);
  if (!recipe.is_object()) return Error{ErrorCode::invalid_value, sidecar.file, "its recipe is not a JSON object"};
  // Numbers that every reader of JSON keeps, JavaScript's included; larger ones as text, as in recipes.
  constexpr std::uint64_t largest_exact = std::uint64_t{1} << 53;
  const Json seed = sidecar.seed <= largest_exact ? Json(sidecar.seed) : Json(std::to_string(sidecar.seed));
  Json json{{"file", sidecar.file},   {"format", sidecar.format}, {"layer", sidecar.layer},       {"unit", sidecar.unit},
            {"width", sidecar.width}, {"height", sidecar.height}, {"row_order", "north to south"}};
  if (!sidecar.projection.empty()) json["projection"] = sidecar.projection;
  json["metres_per_sample"] = sidecar.metres_per_sample;
  if (sidecar.origin) json["origin"] = *sidecar.origin;
  json["min"] = sidecar.min;
  json["max"] = sidecar.max;
  if (sidecar.levels > 0) json["levels"] = sidecar.levels;
  if (!sidecar.categories.empty()) json["categories"] = sidecar.categories;
  json["sea_level"] = sidecar.sea_level;
  json["seed"] = seed;
  json["craton"] = sidecar.craton_version.empty() ? CRATON_VERSION : sidecar.craton_version;
  json["recipe"] = recipe;
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<void> write_sidecar(const std::string& raster_path, const Sidecar& sidecar) {
  CRATON_TRY(const std::string text, sidecar_text(sidecar));
  CRATON_TRY(NewFile file, NewFile::create(raster_path + ".json"));
  CRATON_TRY(file.write(std::as_bytes(std::span(text))));
  return file.commit();
}

}  // namespace craton
