#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include <craton/stages/stage.h>

/// What tests of stages share: small domains of all three kinds, and a way to run one stage.
namespace craton::testing {

inline DomainSpec domain_spec(const std::string& kind) {
  DomainSpec spec{.kind = kind};
  if (kind == "sphere") {
    spec.params.set("resolution", std::int64_t{12});
    spec.params.set("radius", 50'000.0);
  } else {
    spec.params.set("width", std::int64_t{75});
    spec.params.set("height", std::int64_t{41});
    spec.params.set("step", 20.0);
  }
  return spec;
}

inline const std::vector<std::string>& domain_kinds() {
  static const std::vector<std::string> kinds{"plane", "torus", "sphere"};
  return kinds;
}

inline Surface small_surface(const std::string& kind, std::uint32_t halo = 0) {
  Result<Domain> domain = make_domain(domain_spec(kind), Seed{5}, halo, "/domain");
  EXPECT_TRUE(domain) << domain.error().to_string();
  return Surface(std::move(*domain));
}

inline std::span<float> add_layer(Surface& surface, const std::string& name, const std::function<float(Cell)>& value) {
  const Result<Layer*> layer = surface.ensure_layer({.name = name});
  EXPECT_TRUE(layer);
  const std::span<float> numbers = (*layer)->numbers();
  for (Cell c = 0; c < numbers.size(); ++c) numbers[c] = value(c);
  return numbers;
}

inline Result<void> run_stage(Surface& surface, const StageSpec& spec, unsigned threads = 1,
                              const AssetSource* assets = nullptr) {
  const StageList stages;
  const Result<const StageEntry*> entry = stages.find(spec.stage, 1, "/stage");
  if (!entry) return entry.error();
  StageContext context(Seed{7}, "/stages/0");
  context.execution.threads = threads;
  context.assets = assets;
  return (*entry)->run(surface, spec, context);
}

inline std::vector<float> copy_of(const Surface& surface, const std::string& name) {
  const std::span<const float> numbers = surface.layer(name)->numbers();
  return {numbers.begin(), numbers.end()};
}

/// Runs a stage with a mask as its strength: masked cells keep their bits, and at least `share` of all cells change.
inline void expect_masked_cells_stay(const std::string& kind, StageSpec spec, double share) {
  Surface surface = small_surface(kind);
  const auto before = [](Cell c) { return static_cast<float>(c % 17); };
  add_layer(surface, "height", before);
  add_layer(surface, "mask", [](Cell c) { return c % 2 == 0 ? 0.0F : 1.0F; });
  spec.layers = {{"strength", "mask"}};
  ASSERT_TRUE(run_stage(surface, spec));
  const std::vector<float> height = copy_of(surface, "height");
  std::size_t changed = 0;
  for (Cell c = 0; c < height.size(); ++c) {
    if (c % 2 == 0) { ASSERT_EQ(height[c], before(c)) << kind; }
    changed += height[c] != before(c);
  }
  EXPECT_GT(static_cast<double>(changed), share * static_cast<double>(height.size())) << kind;
}

}  // namespace craton::testing
