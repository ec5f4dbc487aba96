#include "gallery_plates.h"

#include <fmt/format.h>

#include <algorithm>

#include <craton/recipe/noise_json.h>

#include "noise_options.h"
#include "presets.h"
#include "text.h"

namespace craton::cli {
namespace {

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
        "source": {"kind": "fbm", "octaves": 6, "source": {"kind": "perlin", "frequency": 0.008}}})"},
    {"curve", R"({"kind": "curve", "points": [-1, -1, -0.1, -0.6, 0, 0.4, 0.15, 0.5, 0.2, 0.9, 1, 1],
        "source": {"kind": "fbm", "octaves": 6, "source": {"kind": "perlin", "frequency": 0.008}}})"},
    {"terrace", R"({"kind": "terrace", "steps": 12,
        "source": {"kind": "fbm", "octaves": 5, "source": {"kind": "perlin", "frequency": 0.006}}})"},
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
    {"archipelago", {"relief", 60, true}},
    {"canyon", {"ember", 130}},
    {"clouds", {"ice"}},
    {"cracked_mud", {"moss", 20}},
    {"dunes", {"ember", 50}},
    {"eroded_mountains", {"slate", 170}},
    {"fire", {"ember"}},
    {"islands", {"relief", 90, true}},
    {"marble", {"slate"}},
    {"nebula", {"dusk"}},
    {"ridges", {"slate", 110}},
    {"wood", {"ember"}},
};

bool has_param(const NoiseKind& kind, std::string_view name) {
  return std::any_of(kind.params.begin(), kind.params.end(), [&](const ParamInfo& param) { return param.name == name; });
}

NoiseSpec perlin(double frequency) {
  NoiseSpec spec{.kind = "perlin"};
  spec.params.set("frequency", frequency);
  return spec;
}

NoiseSpec plain_fractal(double frequency) { return {.kind = "fbm", .inputs = {{"source", perlin(frequency)}}}; }

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
  return spec;
}

}  // namespace

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
    Result<NoiseSpec> spec = load_noise(preset);
    if (!spec) return spec.error();
    const auto row =
        std::find_if(std::begin(preset_rows), std::end(preset_rows), [&](const PresetRow& r) { return r.preset == preset; });
    plates.push_back({picture_of_preset(preset), title_of_preset(preset), fmt::format("--spec {}", preset), *std::move(spec),
                      row == std::end(preset_rows) ? Look{} : row->look});
  }
  return plates;
}

}  // namespace craton::cli
