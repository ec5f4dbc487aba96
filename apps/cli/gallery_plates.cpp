#include "gallery_plates.h"

#include <fmt/format.h>

#include <algorithm>

#include <craton/recipe/noise_json.h>

#include "noise_options.h"
#include "presets.h"
#include "text.h"

namespace craton::cli {
namespace {

constexpr RampStop sky_stops[] = {{0, {52, 92, 138}}, {0.25, {96, 140, 182}}, {0.6, {196, 210, 222}}, {1, {252, 251, 248}}};
constexpr RampStop sand_stops[] = {{0, {128, 84, 52}}, {0.4, {190, 140, 90}}, {0.75, {224, 186, 132}}, {1, {248, 228, 186}}};
constexpr RampStop timber_stops[] = {{0, {84, 50, 28}}, {0.35, {140, 92, 54}}, {0.7, {188, 138, 88}}, {1, {220, 180, 128}}};
constexpr RampStop flame_stops[] = {
    {0, {12, 8, 10}}, {0.3, {92, 14, 12}}, {0.55, {206, 66, 14}}, {0.78, {250, 168, 40}}, {1, {255, 246, 198}}};
constexpr RampStop space_stops[] = {
    {0, {8, 8, 22}}, {0.3, {38, 26, 74}}, {0.55, {116, 48, 110}}, {0.78, {214, 112, 112}}, {1, {255, 232, 196}}};

// Of things, not of data: too particular for all_ramps().
constexpr Ramp own_ramps[] = {
    {"sky", "Blue sky to cloud.", sky_stops},        {"sand", "Shaded to sunlit sand.", sand_stops},
    {"timber", "Dark to light wood.", timber_stops}, {"flame", "Soot, red, yellow, white.", flame_stops},
    {"space", "Night, violet, rose.", space_stops},
};

/// Kinds that their defaults show badly. Others are shown with 8 cells across, on a plain fractal where they need an input.
struct KindRow {
  std::string_view kind;
  const char* spec;
};

constexpr KindRow kind_rows[] = {
    {"white", R"({"kind": "white", "frequency": 0.0625})"},
    {"constant", R"({"kind": "constant", "value": 0.5})"},
    {"wave", R"({"kind": "wave", "frequency": 0.015625, "phase": {"kind": "perlin", "frequency": 0.008}})"},
    {"clamp", R"({"kind": "clamp", "low": -0.1, "high": 0.2,
        "source": {"kind": "fbm", "octaves": 4, "source": {"kind": "perlin", "frequency": 0.008}}})"},
    {"curve", R"({"kind": "curve", "points": [-1, -1, -0.1, -0.6, 0, 0.4, 0.15, 0.5, 0.2, 0.9, 1, 1],
        "source": {"kind": "fbm", "octaves": 4, "source": {"kind": "perlin", "frequency": 0.008}}})"},
    {"terrace", R"({"kind": "terrace", "steps": 12,
        "source": {"kind": "fbm", "octaves": 4, "source": {"kind": "perlin", "frequency": 0.006}}})"},
    {"select",
     R"({"kind": "select", "a": {"kind": "fbm", "octaves": 6, "source": {"kind": "perlin", "frequency": 0.02}}, "b": 0.2,
        "selector": {"kind": "perlin", "frequency": 0.01}, "width": 0.1})"},
    {"remap", R"({"kind": "remap", "from_low": -1, "from_high": 1, "to_low": 1, "to_high": -1,
        "source": {"kind": "fbm", "octaves": 4, "source": {"kind": "perlin", "frequency": 0.008}}})"},
    {"mix", R"({"kind": "mix", "a": {"kind": "fbm", "octaves": 6, "source": {"kind": "perlin", "frequency": 0.02}},
        "b": {"kind": "perlin", "frequency": 0.02},
        "share": {"kind": "clamp", "low": 0, "high": 1, "source": {"kind": "wave", "frequency": 0.001953125}}})"},
    {"warp",
     R"({"kind": "warp", "amplitude": 60, "source": {"kind": "fbm", "octaves": 5, "source": {"kind": "perlin", "frequency": 0.01}},
        "by": {"kind": "perlin", "frequency": 0.008}})"},
};

struct PresetRow {
  std::string_view preset;
  Look look;
};

// Specifications hold no colours: they are values. What suits them in a picture is told here.
constexpr PresetRow preset_rows[] = {
    {"archipelago", {"relief", 40, true}},
    {"canyon", {"sand", 70}},
    {"clouds", {"sky"}},
    {"cracked_mud", {"timber", 16}},
    {"dunes", {"sand", 30}},
    {"eroded_mountains", {"slate", 110}},
    {"fire", {"flame"}},
    {"islands", {"relief", 60, true}},
    {"lava", {"flame"}},
    {"marble", {"slate"}},
    {"nebula", {"space"}},
    {"ridges", {"moss", 60}},
    {"wood", {"timber"}},
};

bool has_param(const NoiseKind& kind, std::string_view name) {
  return std::any_of(kind.params.begin(), kind.params.end(), [&](const ParamInfo& param) { return param.name == name; });
}

NoiseSpec perlin(double frequency) {
  NoiseSpec spec{.kind = "perlin"};
  spec.params.set("frequency", frequency);
  return spec;
}

NoiseSpec plain_fractal(double frequency) {
  NoiseSpec spec{.kind = "fbm", .inputs = {{"source", perlin(frequency)}}};
  spec.params.set("octaves", std::int64_t{4});
  return spec;
}

Result<NoiseSpec> example_of(const NoiseKind& kind) {
  for (const KindRow& row : kind_rows)
    if (row.kind == kind.id) return noise_spec_from_json(row.spec);
  NoiseSpec spec{.kind = std::string(kind.id)};
  if (has_param(kind, "frequency")) spec.params.set("frequency", 1.0 / 64);
  double frequency = 1.0 / 128;
  for (const NoiseInputInfo& input : kind.inputs) {
    spec.inputs.push_back({std::string(input.name), is_fractal(kind) ? perlin(frequency) : plain_fractal(frequency)});
    frequency *= 2;
  }
  // The second of two noises may be declared as a parameter that may be a noise.
  if (has_param(kind, "b")) spec.inputs.push_back({"b", plain_fractal(frequency)});
  return spec;
}

}  // namespace

Result<const Ramp*> find_gallery_ramp(std::string_view id) {
  for (const Ramp& ramp : own_ramps)
    if (ramp.id == id) return &ramp;
  return find_ramp(id, "gallery");
}

std::string picture_of_kind(std::string_view kind) { return std::string(kind); }
std::string picture_of_preset(std::string_view preset) { return fmt::format("preset_{}", preset); }

std::string title_of_preset(std::string_view preset) {
  std::string title(preset);
  std::replace(title.begin(), title.end(), '_', ' ');
  if (!title.empty() && title[0] >= 'a' && title[0] <= 'z') title[0] = static_cast<char>(title[0] - 'a' + 'A');
  return title;
}

Result<std::vector<Plate>> kind_plates() {
  std::vector<Plate> plates;
  for (const NoiseKind& kind : all_noise_kinds()) {
    if ((kind.dimensions >> 1 & 1) == 0) continue;
    Result<NoiseSpec> spec = example_of(kind);
    if (!spec) return in_file(fmt::format("picture of {}", kind.id), spec.error());
    plates.push_back({picture_of_kind(kind.id), std::string(kind.title), std::string(kind.id), *std::move(spec), {}});
  }
  return plates;
}

Result<std::vector<Plate>> preset_plates() {
  std::vector<Plate> plates;
  for (const std::string& preset : preset_names()) {
    CRATON_TRY(NoiseSpec spec, load_noise(preset));
    const auto row =
        std::find_if(std::begin(preset_rows), std::end(preset_rows), [&](const PresetRow& r) { return r.preset == preset; });
    plates.push_back({picture_of_preset(preset), title_of_preset(preset), fmt::format("--spec {}", preset), std::move(spec),
                      row == std::end(preset_rows) ? Look{} : row->look});
  }
  return plates;
}

}  // namespace craton::cli
