#include "services.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <thread>

namespace craton::server {

static_assert(std::endian::native == std::endian::little, "numbers are sent as they lie in memory");

namespace {

bool is_loopback(const std::string& address) { return address == "localhost" || address == "::1" || address.starts_with("127."); }

Json value_json(const ParamValue& value) {
  return std::visit([](const auto& held) { return Json(held); }, value);
}

}  // namespace

Services::Services(ServerOptions given)
    : options(std::move(given)),
      threads(options.threads ? options.threads : std::max(1U, std::thread::hardware_concurrency())),
      remote(!is_loopback(options.address)),
      own(options.folder),
      book(options.recipes, all_terms(), own.recipes()),
      heights(own, book.assets()),
      terrains(std::uint64_t{768} << 20),
      voxels(std::uint64_t{64} << 20),
      plants(std::uint64_t{64} << 20),
      answers(std::uint64_t{512} << 20),
      previews(std::uint64_t{192} << 20),
      worlds(options.folder, options.world_bytes / 2, all_terms()),
      endless(worlds, book),
      pictures(worlds, options.world_bytes / 2, threads),
      jobs(threads, options.most_jobs) {}

RouteParam recipe_param() {
  return {.name = "recipe",
          .kind = ParamKind::text,
          .doc = "Id of a preset, or hash of a recipe that was registered (POST /api/v1/recipes).",
          .max = 64};
}
RouteParam seed_param() {
  return {.name = "seed", .kind = ParamKind::text, .doc = "A 64-bit number, decimal or 0x…; or a word.", .max = 64};
}

std::variant<Named, Response> named_of(Services& services, const Call& call) {
  Named named{.entry = services.book.find(call.text("recipe"))};
  if (!named.entry)
    return error_response(404, "unknown_recipe", "recipe",
                          "no recipe of this name or hash is known; register it with POST /api/v1/recipes");
  const Result<std::uint64_t> seed = seed_from_text(call.text("seed"), "seed");
  if (!seed) return error_response(400, "bad_parameter", "seed", seed.error().message);
  named.seed = *seed;
  return named;
}

std::string hex_colour(std::uint8_t r, std::uint8_t g, std::uint8_t b) { return fmt::format("#{:02x}{:02x}{:02x}", r, g, b); }

Json param_json(const ParamInfo& param) {
  constexpr std::string_view types[] = {"boolean", "integer", "number", "choice", "numbers", "text", "layer", "noise"};
  constexpr std::string_view access[] = {"read", "write", "change"};
  constexpr std::string_view layer_types[] = {"number", "integer", "category"};
  Json json = {{"name", param.name},
               {"type", types[static_cast<std::size_t>(param.type)]},
               {"default", param.type == ParamType::noise ? Json() : value_json(param.default_value)},
               {"unit", param.unit},
               {"help", param.doc}};
  if (param.type == ParamType::integer || param.type == ParamType::number || param.type == ParamType::numbers) {
    json["min"] = param.min;
    json["max"] = param.max;
  }
  if (param.max_length) json["max_length"] = param.max_length;
  if (!param.choices.empty()) json["choices"] = std::vector<std::string_view>(param.choices.begin(), param.choices.end());
  if (param.may_be_layer()) json["may_be_layer"] = true;
  if (param.may_be_noise) json["may_be_noise"] = true;
  if (param.type == ParamType::layer) {
    json["access"] = access[static_cast<std::size_t>(param.access)];
    json["layer_type"] = layer_types[static_cast<std::size_t>(param.layer_type)];
  }
  return json;
}

Json params_json(std::span<const ParamInfo> params) {
  Json list = Json::array();
  for (const ParamInfo& param : params) list.push_back(param_json(param));
  return list;
}

Response numbers_response(std::string bytes, const Json& about) {
  Response response = bytes_response(std::move(bytes), "application/octet-stream");
  response.headers.emplace_back("X-Craton-Tile", about.dump(-1, ' ', true, Json::error_handler_t::replace));
  return response;
}

void append_floats(std::string& bytes, std::span<const float> values) {
  bytes.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
}

void append_levels(std::string& bytes, std::span<const float> values, double min, double max) {
  const double scale = max > min ? 65535 / (max - min) : 0;
  for (const float value : values) {
    const double level = std::isnan(value) ? 0 : std::clamp((static_cast<double>(value) - min) * scale, 0.0, 65535.0);
    const auto rounded = static_cast<std::uint16_t>(std::lround(level));
    bytes += static_cast<char>(rounded & 0xFF);
    bytes += static_cast<char>(rounded >> 8);
  }
}

}  // namespace craton::server
