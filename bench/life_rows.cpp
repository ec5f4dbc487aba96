// Classes of life on a planet whose climate is there already: what one stage costs a cell.
#include <fmt/format.h>

#include <memory>

#include <craton/stages/stage.h>
#include <craton/surface/surface.h>

#include "bench/harness.h"

namespace craton::bench {
namespace {

constexpr int resolution = 512;

/// Climates in bands, with some of everything; a third is sea.
Result<std::shared_ptr<Surface>> planet() {
  DomainSpec spec{.kind = "sphere"};
  spec.params.set("resolution", std::int64_t{resolution});
  Result<Domain> domain = make_domain(spec, Seed{7}, 0, "/domain");
  if (!domain) return domain.error();
  auto surface = std::make_shared<Surface>(*std::move(domain));
  const auto& sphere = std::get<CubeSphere>(surface->domain());
  const auto add = [&](const char* name, const auto& value) -> Result<void> {
    const Result<Layer*> layer = surface->add_layer({.name = name});
    if (!layer) return layer.error();
    for (Cell c = 0; c < surface->cell_count(); ++c) (*layer)->numbers()[c] = value(sphere.sites()[c]);
    return {};
  };
  // Waves of a few hundred kilometres, as of continents and ranges.
  const auto wave = [](const Vec3f& at, float by) {
    const float x = 9 * at.x + by, y = 7 * at.y - by;
    return (x - static_cast<float>(static_cast<int>(x))) * (y - static_cast<float>(static_cast<int>(y)));
  };
  const auto mean = [&](const Vec3f& at) { return 27 - 45 * at.z * at.z + 6 * wave(at, 0); };
  CRATON_TRY(add("height", [&](const Vec3f& at) { return 3000 * wave(at, 3) + 400; }));
  CRATON_TRY(add("temperature", mean));
  CRATON_TRY(add("temperature_warmest", [&](const Vec3f& at) { return mean(at) + 3 + 12 * at.z * at.z; }));
  CRATON_TRY(add("temperature_coldest", [&](const Vec3f& at) { return mean(at) - 3 - 14 * at.z * at.z; }));
  CRATON_TRY(add("rain", [&](const Vec3f& at) { return 120 + 180 * wave(at, 5); }));
  CRATON_TRY(add("rain_summer", [&](const Vec3f& at) { return 70 + 110 * wave(at, 5); }));
  CRATON_TRY(add("rain_winter", [&](const Vec3f& at) { return 50 + 70 * wave(at, 5); }));
  return surface;
}

Result<Work> prepare(const std::string& scheme, unsigned threads) {
  const Result<std::shared_ptr<Surface>> surface = planet();
  if (!surface) return surface.error();
  const auto stages = std::make_shared<StageList>();
  const Result<const StageEntry*> entry = stages->find("biomes", 1, "");
  if (!entry) return entry.error();
  StageSpec spec{.stage = "biomes", .id = "biomes"};
  spec.params.set("scheme", scheme);
  const auto run = [surface = *surface, stages, entry = *entry, spec, threads] {
    StageContext context(Seed{7}, "");
    context.execution.threads = threads;
    const Result<void> done = entry->run(*surface, spec, context);
    keep(done ? surface->layer("biome") : nullptr);
  };
  return Work{{(*surface)->cell_count(), run, {}, {}}, {}};
}

}  // namespace

std::vector<Row> life_rows(unsigned threads) {
  std::vector<Row> all;
  for (const char* scheme : {"whittaker", "koppen", "holdridge"})
    all.push_back({fmt::format("life/biomes/{}/R{}/{}t", scheme, resolution, threads),
                   [scheme, threads] { return prepare(scheme, threads); }});
  return all;
}

}  // namespace craton::bench
