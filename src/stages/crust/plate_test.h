#pragma once

#include <set>

#include "stages/crust/plate_table.h"
#include "stages/stage_test.h"

namespace craton::testing {

inline Surface sphere_surface(int resolution, double jitter = 1) {
  DomainSpec spec{.kind = "sphere"};
  spec.params.set("resolution", std::int64_t{resolution});
  spec.params.set("radius", 6'371'000.0);
  spec.params.set("jitter", jitter);
  return Surface(*make_domain(spec, Seed{5}, 0, "/domain"));
}

inline Surface map_surface(std::int64_t width, std::int64_t height, const std::string& wrap = "both") {
  DomainSpec spec{.kind = "torus"};
  spec.params.set("width", width);
  spec.params.set("height", height);
  spec.params.set("step", 10'000.0);
  spec.params.set("wrap", wrap);
  return Surface(*make_domain(spec, Seed{5}, 0, "/domain"));
}

inline StageSpec growth_spec(std::int64_t plates, double range = 0.5, const std::string& id = "plates") {
  StageSpec spec{.stage = "grown_plates", .id = id};
  spec.params.set("plates", plates);
  spec.params.set("rate_range", range);
  return spec;
}

/// With a seed of its own, which run_stage has not.
inline Result<void> run_seeded(Surface& surface, const StageSpec& spec, std::uint64_t seed, unsigned threads = 1) {
  const StageList stages;
  StageContext context(Seed{seed}, "/stages/0");
  context.execution.threads = threads;
  return (*stages.find(spec.stage, 1, "/stage"))->run(surface, spec, context);
}

inline std::span<const std::int32_t> plates_of(const Surface& surface) { return surface.layer("plate")->integers(); }

template <class F>
void for_each_link_of(const Surface& surface, Cell cell, F&& f) {
  std::visit([&](const auto& topology) { topology.for_each_link(cell, f); }, surface.domain());
}

}  // namespace craton::testing
