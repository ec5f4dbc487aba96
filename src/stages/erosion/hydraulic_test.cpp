#include "stages/erosion/hydraulic.h"

#include <algorithm>

#include "stages/erosion/erosion_test.h"
#include "stages/erosion/hydraulic_cells.h"

namespace craton {
namespace {

using namespace testing;

StageSpec stage(std::int64_t iterations) {
  StageSpec spec{.stage = "hydraulic", .id = "hydraulic"};
  spec.params.set("iterations", iterations);
  return spec;
}

/// A state of all arrays, without any order.
struct State {
  std::vector<float> height, water, load, deposit;

  explicit State(std::size_t size) : height(size), water(size), load(size), deposit(size) {}
  friend bool operator==(const State&, const State&) = default;
};

State wild_state(std::size_t size) {
  State state(size);
  for (Cell c = 0; c < size; ++c) {
    state.height[c] = 0.05F * rough(c);
    state.water[c] = c % 7 == 0 ? 0 : 0.002F * rough(c + 1'000'000);
    state.load[c] = c % 11 == 0 ? 0 : 0.001F * rough(c + 2'000'000);
    state.deposit[c] = 0.001F * rough(c + 3'000'000);
  }
  return state;
}

void bind(HydraulicPass& pass, const State& in, State& out) {
  pass.height_in = in.height.data();
  pass.water_in = in.water.data();
  pass.load_in = in.load.data();
  pass.height_out = out.height.data();
  pass.water_out = out.water.data();
  pass.load_out = out.load.data();
  out.deposit = in.deposit;
  pass.deposit = out.deposit.data();
}

/// Cell by cell.
State oracle(const Surface& surface, HydraulicPass pass, const State& in) {
  const std::size_t size = in.height.size();
  State out(size);
  bind(pass, in, out);
  const auto links = [&](Cell cell, auto&& f) { for_each_near(surface, pass.neighbourhood, cell, f); };
  std::vector<float> rates(size), concentrations(size);
  for (Cell c = 0; c < size; ++c) {
    const Outflow flow = outflow_of(pass, c, links);
    rates[c] = flow.rate;
    concentrations[c] = flow.concentration;
  }
  for (Cell c = 0; c < size; ++c) {
    const HydraulicCell after = after_pass(pass, c, rates, concentrations, links, [](Cell) { return 1.0; });
    out.height[c] = after.height;
    out.water[c] = after.water;
    out.load[c] = after.load;
    out.deposit[c] = after.deposit;
  }
  return out;
}

HydraulicPass some_pass(Neighbourhood n) {
  return {.rain = 0.02,
          .solubility = 0.3,
          .settling = 0.2,
          .capacity = 30.0,
          .banks = 0.9,
          .evaporation = 0.05,
          .strength = 0.7,
          .neighbourhood = n,
          .spacing = 20,
          .share = 0.8F,
          .time = 1.7F};
}

TEST(Hydraulic, VectorsOfGridsDoWhatIsDoneCellByCell) {
  for (const std::string wrap : {"both", "x", "y", "none"})
    for (const std::string& name : neighbourhood_names())
      for (const std::uint32_t side : {3u, 17u, 70u}) {
        const Surface surface = torus_surface(side, 20, wrap);
        const State before = wild_state(surface.cell_count());
        std::vector<float> mask(surface.cell_count());
        for (Cell c = 0; c < mask.size(); ++c) mask[c] = c % 5 == 0 ? 0 : 0.001F * rough(c + 4'000'000);
        for (const bool masked : {false, true}) {
          HydraulicPass pass = some_pass(named(name));
          if (masked) pass.strength = pass.solubility = std::span<const float>(mask);
          const State expected = oracle(surface, pass, before);
          State after(surface.cell_count());
          bind(pass, before, after);
          ASSERT_TRUE(for_each_strip(grid_frame(std::get<Torus>(surface.domain())), 0, {.threads = 1},
                                     [&](const GridStrip& strip) { hydraulic_strip(pass, strip); }));
          ASSERT_EQ(after, expected) << name << ", wrap " << wrap << ", side " << side << (masked ? ", masked" : "");
        }
      }
}

/// Cells of about 20 m on all domains: where heights are small, their last digit is too.
Surface fine_surface(const std::string& kind) {
  DomainSpec spec = domain_spec(kind);
  if (kind == "sphere") spec.params.set("radius", 165.0);
  return Surface(*make_domain(spec, Seed{5}, 0, ""));
}

TEST(Hydraulic, GroundAndLoadAreKept) {
  for (const std::string& kind : domain_kinds())
    for (const std::string& name : neighbourhood_names()) {
      Surface surface = fine_surface(kind);
      add_layer(surface, "height", [](Cell c) { return 0.02F * rough(c); });
      add_layer(surface, "mask", [](Cell c) { return c % 4 == 0 ? 0.0F : 0.001F * rough(c + 7777); });
      for (const bool masked : {false, true}) {
        const std::vector<float> before = copy_of(surface, "height");
        StageSpec spec = stage(40);
        spec.params.set("neighbourhood", name);
        if (masked) spec.layers = {{"strength", "mask"}, {"settling", "mask"}};
        ASSERT_TRUE(run_stage(surface, spec));
        const std::vector<float> after = copy_of(surface, "height");
        const double moved = volume_moved(surface, before, after);
        ASSERT_GT(moved, 0);
        EXPECT_LE(std::abs(volume_of(surface, after) - volume_of(surface, before)), 1e-6 * moved)
            << kind << " " << name << masked;
      }
    }
}

TEST(Hydraulic, WaterIsKeptWhereNoneEvaporatesAndIsNeverNegative) {
  for (const std::string& kind : domain_kinds()) {
    Surface surface = small_surface(kind);
    const auto metres = static_cast<float>(spacing(surface.domain()));
    add_layer(surface, "height", [&](Cell c) { return 0.001F * metres * rough(c); });
    const std::vector<float> before = copy_of(surface, "height");
    StageSpec spec = stage(40);
    spec.params.set("evaporation", 0.0);
    spec.params.set("capacity", 0.0);
    ASSERT_TRUE(run_stage(surface, spec));
    EXPECT_EQ(copy_of(surface, "height"), before) << "water that carries nothing leaves the ground alone";
    const std::vector<float> water = copy_of(surface, "water");
    for (const float depth : water) ASSERT_GE(depth, 0) << kind;
    const std::vector<float> rain(water.size(), 30 * 0.01F);
    EXPECT_NEAR(volume_of(surface, water) / volume_of(surface, rain), 1, 1e-5) << kind;
  }
}

TEST(Hydraulic, StandingWaterBecomesLevelWithoutSwinging) {
  for (const std::string& name : neighbourhood_names()) {
    Surface surface = torus_surface(32, 20);
    // A bowl: all water comes together in its middle.
    add_layer(surface, "height", [](Cell c) {
      const float x = static_cast<float>(c % 32) - 15.5F, y = static_cast<float>(c / 32) - 15.5F;
      return 0.02F * (x * x + y * y);
    });
    const std::vector<float> ground = copy_of(surface, "height");
    StageSpec spec = stage(1600);
    spec.params.set("neighbourhood", name);
    spec.params.set("capacity", 0.0);
    spec.params.set("evaporation", 0.0);
    spec.params.set("rain", 0.001);
    ASSERT_TRUE(run_stage(surface, spec));
    const std::vector<float> water = copy_of(surface, "water");
    float low = 1e9F, high = 0;
    for (Cell c = 0; c < water.size(); ++c)
      if (water[c] > 0.01F) {
        low = std::min(low, ground[c] + water[c]);
        high = std::max(high, ground[c] + water[c]);
      }
    EXPECT_GT(high, 2) << "deep enough to be a lake";
    EXPECT_LT(high - low, 0.05F) << name;
  }
}

/// A slope of 3 : 10 above a plain, with bumps of a few centimetres.
Surface slope_and_plain() {
  Surface surface = torus_surface(96, 20, "x");
  add_layer(surface, "height", [](Cell c) {
    const auto row = static_cast<float>(c / 96);
    return (row < 60 ? (60 - row) * 6 : 0) + 0.00005F * rough(c);
  });
  return surface;
}

/// How uneven a row is: the deviation of its heights.
double unevenness(const std::vector<float>& values, Cell row) {
  double sum = 0, squares = 0;
  for (Cell c = row * 96; c < (row + 1) * 96; ++c) {
    sum += values[c];
    squares += double(values[c]) * values[c];
  }
  return std::sqrt(std::max(squares / 96 - sum / 96 * (sum / 96), 0.0));
}

double mean_of(const std::vector<float>& values, Cell first_row, Cell last_row) {
  double sum = 0;
  for (Cell c = first_row * 96; c < last_row * 96; ++c) sum += values[c];
  return sum / (96.0 * (last_row - first_row));
}

TEST(Hydraulic, BumpsBecomeGulliesAndTheirGroundFansAtTheFoot) {
  Surface surface = slope_and_plain();
  const std::vector<float> before = copy_of(surface, "height");
  ASSERT_TRUE(run_stage(surface, stage(300)));
  const std::vector<float> after = copy_of(surface, "height"), sediment = copy_of(surface, "sediment");
  for (const Cell row : {20u, 30u, 40u}) EXPECT_GT(unevenness(after, row), 100 * unevenness(before, row)) << row;
  EXPECT_LT(mean_of(after, 20, 50), mean_of(before, 20, 50) - 1) << "metres were taken from the slope";
  EXPECT_GT(mean_of(sediment, 60, 70), 1) << "and lie at its foot";
  EXPECT_LT(mean_of(sediment, 20, 50), 0.2 * mean_of(sediment, 60, 70));
  EXPECT_GT(mean_of(sediment, 60, 66), 2 * mean_of(sediment, 84, 96)) << "more near the slope than far from it";
}

TEST(Hydraulic, NoSpikesAndFewerPits) {
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    Surface surface = torus_surface(128, 20);
    add_hills(surface, 2000, 7, 500, seed);
    const auto count = [&](int sign) {
      const std::span<const float> height = surface.layer("height")->numbers();
      std::size_t extremes = 0;
      for (Cell c = 0; c < height.size(); ++c) {
        bool extreme = true;
        for_each_near(surface, Neighbourhood::moore, c,
                      [&](Link link) { extreme = extreme && static_cast<float>(sign) * (height[c] - height[link.to]) > 0; });
        extremes += extreme ? 1 : 0;
      }
      return extremes;
    };
    const LayerRange before = surface.layer("height")->range();
    const std::size_t peaks = count(1), pits = count(-1);
    ASSERT_TRUE(run_stage(surface, stage(100)));
    const LayerRange after = surface.layer("height")->range();
    EXPECT_LE(after.max, before.max);
    EXPECT_GE(after.min, before.min);
    EXPECT_LE(count(1), peaks) << seed;
    EXPECT_LT(2 * count(-1), pits) << seed;
  }
}

TEST(Hydraulic, MasksSayWhere) {
  for (const std::string& kind : domain_kinds()) {
    Surface surface = small_surface(kind);
    const auto metres = static_cast<float>(spacing(surface.domain()));
    const auto height = [&](Cell c) { return 0.001F * metres * rough(c); };
    add_layer(surface, "height", height);
    add_layer(surface, "mask", [](Cell c) { return c % 3 == 0 ? 0.0F : 1.0F; });
    StageSpec spec = stage(20);
    spec.layers = {{"strength", "mask"}};
    ASSERT_TRUE(run_stage(surface, spec));
    const std::vector<float> after = copy_of(surface, "height");
    std::size_t changed = 0;
    for (Cell c = 0; c < after.size(); ++c) {
      if (c % 3 == 0) {
        ASSERT_EQ(after[c], height(c)) << kind;
      } else {
        changed += after[c] != height(c) ? 1 : 0;
      }
    }
    EXPECT_GT(changed, after.size() / 3) << kind;
  }
}

TEST(Hydraulic, AConstantLayerGivesTheBitsOfTheNumber) {
  for (const std::string& kind : domain_kinds()) {
    Surface plain = small_surface(kind), layered = small_surface(kind);
    const auto metres = static_cast<float>(spacing(plain.domain()));
    for (Surface* surface : {&plain, &layered}) add_layer(*surface, "height", [&](Cell c) { return 0.001F * metres * rough(c); });
    StageSpec number = stage(10), layer = stage(10);
    for (const char* param : {"rain", "capacity", "solubility", "settling", "banks", "evaporation", "strength"}) {
      number.params.set(param, double{0.37F});
      layer.layers.push_back({param, "constant"});
    }
    add_layer(layered, "constant", [](Cell) { return 0.37F; });
    ASSERT_TRUE(run_stage(plain, number));
    ASSERT_TRUE(run_stage(layered, layer));
    for (const char* name : {"height", "water", "sediment"}) EXPECT_EQ(copy_of(plain, name), copy_of(layered, name)) << kind;
  }
}

TEST(Hydraulic, ALayerThatItChangesMayAlsoBeItsMask) {
  Surface own = torus_surface(32, 20), copied = torus_surface(32, 20);
  for (Surface* surface : {&own, &copied}) add_layer(*surface, "height", [](Cell c) { return 0.001F * rough(c); });
  add_layer(copied, "mask", [](Cell c) { return 0.001F * rough(c); });
  StageSpec spec = stage(10);
  spec.layers = {{"solubility", "height"}};
  ASSERT_TRUE(run_stage(own, spec));
  spec.layers = {{"solubility", "mask"}};
  ASSERT_TRUE(run_stage(copied, spec));
  EXPECT_EQ(copy_of(own, "height"), copy_of(copied, "height"));
}

TEST(Hydraulic, AnotherResolutionIsTheSameWorldSharper) {
  const auto difference = [](double reference_step, double* changed) {
    Surface fine = torus_surface(128, 20), coarse = torus_surface(64, 40), untouched = torus_surface(64, 40);
    StageSpec spec = stage(150);
    spec.params.set("capacity", 60.0);
    spec.params.set("reference_step", reference_step);
    for (Surface* surface : {&fine, &coarse, &untouched}) add_hills(*surface, 1280, 3, 300);
    for (Surface* surface : {&fine, &coarse}) EXPECT_TRUE(run_stage(*surface, spec));
    *changed = difference_of_levels(fine, untouched);
    return difference_of_levels(fine, coarse);
  };
  double changed = 0;
  const double scaled = difference(20, &changed), unscaled = difference(0, &changed);
  EXPECT_GT(changed, 0.02) << "else there is nothing to see";
  EXPECT_LT(scaled, 0.02);
  EXPECT_LT(scaled, 0.5 * changed) << "gullies are where they were";
  EXPECT_LT(scaled, 0.8 * unscaled);
}

TEST(Hydraulic, TooManyPassesAreRefused) {
  Surface surface = torus_surface(8, 20);
  add_layer(surface, "height", rough);
  StageSpec long_one = stage(50'000);
  EXPECT_EQ(run_stage(surface, long_one).error().path, "/stages/0/iterations");
}

}  // namespace
}  // namespace craton
