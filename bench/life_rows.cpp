// Climate and life of a planet whose relief is there already: what the stages cost a cell.
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
  CRATON_TRY(Domain domain, make_domain(spec, Seed{7}, 0, "/domain"));
  auto surface = std::make_shared<Surface>(std::move(domain));
  const auto& sphere = std::get<CubeSphere>(surface->domain());
  const auto add = [&](const char* name, const auto& value) -> Result<void> {
    CRATON_TRY(const auto layer, surface->add_layer({.name = name}));
    for (Cell c = 0; c < surface->cell_count(); ++c) layer->numbers()[c] = value(sphere.sites()[c]);
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

/// Runs these stages one after the other, again and again.
Result<Work> prepare(const std::vector<StageSpec>& specs, unsigned threads) {
  const Result<std::shared_ptr<Surface>> surface = planet();
  if (!surface) return surface.error();
  const auto stages = std::make_shared<StageList>();
  std::vector<const StageEntry*> entries;
  for (const StageSpec& spec : specs) {
    CRATON_TRY(const StageEntry* entry, stages->find(spec.stage, 1, ""));
    entries.push_back(entry);
  }
  const auto run = [surface = *surface, stages, entries, specs, threads] {
    for (std::size_t i = 0; i < specs.size(); ++i) {
      StageContext context(Seed{7}.child(specs[i].id), "");
      context.execution.threads = threads;
      const Result<void> done = entries[i]->run(*surface, specs[i], context);
      keep(done ? surface->layers().back().get() : nullptr);
    }
  };
  return Work{{(*surface)->cell_count(), run, {}, {}}, {}};
}

}  // namespace

std::vector<Row> life_rows(unsigned threads) {
  std::vector<Row> all;
  const auto add = [&](const std::string& name, const std::vector<StageSpec>& specs) {
    all.push_back({fmt::format("{}/R{}/{}t", name, resolution, threads), [specs, threads] { return prepare(specs, threads); }});
  };
  for (const char* scheme : {"whittaker", "koppen", "holdridge"}) {
    StageSpec spec{.stage = "biomes", .id = "biomes"};
    spec.params.set("scheme", std::string(scheme));
    add(fmt::format("life/biomes/{}", scheme), {spec});
  }
  std::vector<StageSpec> climate;
  for (const char* stage : {"temperature", "wind", "rain", "biomes"}) climate.push_back({.stage = stage, .id = stage});
  add("air/climate+biomes", climate);
  return all;
}

}  // namespace craton::bench
