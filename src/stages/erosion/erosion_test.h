#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include <craton/base/hash.h>

#include "stages/erosion/grid_strip.h"
#include "stages/erosion/neighbourhood.h"
#include "stages/stage_test.h"

/// What tests of erosions share.
namespace craton::testing {

/// Heights without any order, 0 … 1000 m: the hardest ground for schemes that could swing.
inline float rough(Cell cell) { return static_cast<float>(mix64(cell + 99) % 100'000) * 0.01F; }

inline Surface torus_surface(std::uint32_t side, double step, const std::string& wrap = "both") {
  DomainSpec spec{.kind = "torus"};
  spec.params.set("width", std::int64_t{side});
  spec.params.set("height", std::int64_t{side});
  spec.params.set("step", step);
  spec.params.set("wrap", wrap);
  return Surface(*make_domain(spec, Seed{}, 0, ""));
}

/// Hills of Perlin noise with `octaves`, the widest of them `wavelength` metres from crest to crest; a place has the same
/// height at every resolution.
inline void add_hills(Surface& surface, double wavelength, std::int64_t octaves, double height, std::uint64_t seed = 1) {
  NoiseSpec source{.kind = "perlin"};
  source.params.set("frequency", 1 / wavelength);
  NoiseSpec fbm{.kind = "fbm", .inputs = {{"source", source}}};
  fbm.params.set("octaves", octaves);
  StageSpec spec{.stage = "noise", .id = "hills"};
  spec.params.set("scale", height);
  spec.noises.push_back({"noise", std::make_shared<NoiseSpec>(fbm)});
  const StageList stages;
  StageContext context(Seed{seed}, "/stages/0");
  EXPECT_TRUE((*stages.find("noise", 1, ""))->run(surface, spec, context));
}

/// Of a layer in cubic metres, added in a fixed order.
inline double volume_of(const Surface& surface, std::span<const float> heights) {
  return std::visit(
      [&](const auto& topology) {
        double sum = 0;
        for (Cell c = 0; c < heights.size(); ++c) sum += heights[c] * topology.area(c);
        return sum;
      },
      surface.domain());
}

/// Half of all changes: every cubic metre that moved was taken here and put there.
inline double volume_moved(const Surface& surface, std::span<const float> before, std::span<const float> after) {
  std::vector<float> change(before.size());
  for (std::size_t i = 0; i < change.size(); ++i) change[i] = std::abs(after[i] - before[i]);
  return volume_of(surface, change) / 2;
}

/// The links of any domain that belong to a neighbourhood.
template <class F>
void for_each_near(const Surface& surface, Neighbourhood n, Cell cell, F&& f) {
  std::visit(
      [&](const auto& topology) {
        if constexpr (std::is_same_v<std::decay_t<decltype(topology)>, CubeSphere>)
          for_each_neighbour(topology, n, cell, f);
        else
          topology.for_each_link(cell, [&](Link link) {
            const bool diagonal = link.length > 1.2 * topology.spacing();
            if (n == Neighbourhood::moore || diagonal == (n == Neighbourhood::rotated_von_neumann)) f(link);
          });
      },
      surface.domain());
}

inline const std::vector<std::string>& neighbourhood_names() {
  static const std::vector<std::string> names{"moore", "von_neumann", "rotated_von_neumann"};
  return names;
}

inline Neighbourhood named(const std::string& name) {
  const auto found = std::find(neighbourhood_names().begin(), neighbourhood_names().end(), name);
  return static_cast<Neighbourhood>(found - neighbourhood_names().begin());
}

/// Root of the mean square of the differences at the places that both have, as a share of the coarse one's relief.
inline double difference_of_levels(const Surface& fine, const Surface& coarse) {
  const std::span<const float> sharp = fine.layer("height")->numbers(), soft = coarse.layer("height")->numbers();
  const std::uint32_t side = std::get<Torus>(coarse.domain()).size().width;
  double squares = 0;
  for (std::uint32_t y = 0; y < side; ++y)
    for (std::uint32_t x = 0; x < side; ++x) {
      const double difference = double(sharp[4 * y * side + 2 * x]) - soft[y * side + x];
      squares += difference * difference;
    }
  const LayerRange range = coarse.layer("height")->range();
  return std::sqrt(squares / static_cast<double>(soft.size())) / (range.max - range.min);
}

/// thermal or inverse_thermal.
inline StageSpec gravity_stage(const std::string& id, const std::string& neighbourhood, double talus, std::int64_t iterations,
                               double strength) {
  StageSpec spec{.stage = id, .id = id};
  spec.params.set("neighbourhood", neighbourhood);
  spec.params.set("talus", talus);
  spec.params.set("strength", strength);
  spec.params.set("iterations", iterations);
  return spec;
}

/// One pass of an erosion by gravity, written as the formula stands.
using GravityOracle = std::vector<float> (*)(const Surface& surface, const std::vector<float>& height, Neighbourhood n,
                                             float talus, float strength);
/// The id of an erosion by gravity, and its oracle with values that try much of it.
struct GravityCase {
  std::string id;
  GravityOracle oracle;
  float talus, strength;
};

inline void expect_one_pass(const GravityCase& erosion, Surface surface, const std::string& neighbourhood,
                            const std::function<float(Cell)>& height, unsigned threads = 1) {
  add_layer(surface, "height", height);
  const std::vector<float> expected =
      erosion.oracle(surface, copy_of(surface, "height"), named(neighbourhood), erosion.talus, erosion.strength);
  ASSERT_TRUE(run_stage(surface, gravity_stage(erosion.id, neighbourhood, erosion.talus, 1, erosion.strength), threads));
  ASSERT_EQ(copy_of(surface, "height"), expected) << neighbourhood;
}

inline void expect_kernels_follow(const GravityCase& erosion, const std::function<float(Cell)>& height) {
  for (const std::string wrap : {"both", "x", "y", "none"})
    for (const std::string& name : neighbourhood_names())
      for (const std::uint32_t side : {3u, 17u, 70u}) {
        SCOPED_TRACE("wrap " + wrap + ", side " + std::to_string(side));
        expect_one_pass(erosion, torus_surface(side, 20, wrap), name, height);
      }
}

/// On maps wider than a strip.
inline void expect_no_seams(const GravityCase& erosion, const std::function<float(Cell)>& height) {
  DomainSpec spec{.kind = "torus"};
  spec.params.set("width", std::int64_t{strip_columns + 21});
  spec.params.set("height", std::int64_t{40});
  spec.params.set("step", 20.0);
  for (const std::string& name : neighbourhood_names())
    expect_one_pass(erosion, Surface(*make_domain(spec, Seed{}, 0, "")), name, height, 3);
}

/// Runs a stage once; `check` gets each cell's heights and the range of it and its neighbours before.
inline void check_against_neighbours(Surface& surface, const StageSpec& spec,
                                     const std::function<void(float before, float after, float low, float high)>& check) {
  const std::vector<float> before = copy_of(surface, "height");
  ASSERT_TRUE(run_stage(surface, spec));
  const std::vector<float> after = copy_of(surface, "height");
  const Neighbourhood n = named(std::get<std::string>(*spec.params.find("neighbourhood")));
  for (Cell c = 0; c < after.size() && !::testing::Test::HasFatalFailure(); ++c) {
    float low = before[c], high = before[c];
    for_each_near(surface, n, c, [&](Link link) {
      low = std::min(low, before[link.to]);
      high = std::max(high, before[link.to]);
    });
    check(before[c], after[c], low, high);
  }
}

/// Whether layers for talus and strength that hold the same number everywhere give the bits of that number.
inline void expect_layers_like_numbers(const std::string& id, float talus) {
  for (const std::string& kind : domain_kinds())
    for (const std::string& name : neighbourhood_names()) {
      Surface plain = small_surface(kind), layered = small_surface(kind);
      for (Surface* surface : {&plain, &layered}) add_layer(*surface, "height", rough);
      add_layer(layered, "c", [](Cell) { return 0.37F; });
      add_layer(layered, "t", [&](Cell) { return talus; });
      StageSpec spec = gravity_stage(id, name, talus, 3, 0.37F);
      ASSERT_TRUE(run_stage(plain, spec));
      spec.layers = {{"strength", "c"}, {"talus", "t"}};
      ASSERT_TRUE(run_stage(layered, spec));
      EXPECT_EQ(copy_of(plain, "height"), copy_of(layered, "height")) << kind << " " << name;
    }
}

/// Runs a stage of any neighbourhood on every domain, without a mask and with one: what is lost is lost to rounding alone.
inline void expect_nothing_is_lost(const std::function<StageSpec(const std::string& neighbourhood)>& stage) {
  for (const std::string& kind : domain_kinds())
    for (const std::string& name : neighbourhood_names()) {
      Surface surface = small_surface(kind);
      add_layer(surface, "height", rough);
      add_layer(surface, "mask", [](Cell c) { return rough(c + 5000) * 0.001F; });
      const std::vector<float> before = copy_of(surface, "height");
      StageSpec spec = stage(name);
      for (const bool masked : {false, true}) {
        if (masked) spec.layers = {{"strength", "mask"}};
        ASSERT_TRUE(run_stage(surface, spec));
        const std::vector<float> after = copy_of(surface, "height");
        const double moved = volume_moved(surface, before, after);
        ASSERT_GT(moved, 0);
        EXPECT_LE(std::abs(volume_of(surface, after) - volume_of(surface, before)), 1e-6 * moved) << kind << " " << name;
      }
    }
}

}  // namespace craton::testing
