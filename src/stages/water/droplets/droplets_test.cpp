#include "stages/water/droplets/droplets.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "stages/erosion/erosion_test.h"
#include "stages/water/droplets/droplet_blocks.h"
#include "stages/water/droplets/droplet_limits.h"

namespace craton {
namespace {

using namespace testing;

StageSpec rain(std::int64_t rounds = 3, std::int64_t steps = 16) {
  StageSpec spec{.stage = "droplets", .id = "rain"};
  spec.params.set("rounds", rounds);
  spec.params.set("steps", steps);
  return spec;
}

constexpr DropletRules some_rules{.steps = 20,
                                  .keep = 0.2F,
                                  .quickness = 0.25F,
                                  .moist = 0.98F,
                                  .spacing = 10,
                                  .load = 2 * 10 * grains_per_metre,
                                  .weight = 1024};

/// A square of ground for kernels.
struct Block {
  std::int32_t side;
  std::vector<float> heights;
  std::vector<std::int32_t> flow, change;

  Block(std::int32_t size, const std::function<float(int, int)>& height)
      : side(size), heights(static_cast<std::size_t>(size * size)), flow(heights.size()), change(heights.size()) {
    for (int y = 0; y < side; ++y)
      for (int x = 0; x < side; ++x) heights[static_cast<std::size_t>(y * side + x)] = height(x, y);
  }
  DropletBlock view() {
    return {.stride = side, .heights = heights.data(), .flow = flow.data(), .limits = {}, .grounds = {}, .change = change.data()};
  }
};

/// What walk_for_flow does, droplet by droplet, as plainly as it can be written.
void plain_walk(const DropletRules& rules, Block& block, std::int32_t start, float x, float y) {
  float east = 0, south = 0, water = 1;
  const auto square = [&](float right, float down, float(&h)[4]) {
    const auto cell =
        static_cast<std::size_t>(start + static_cast<int>(std::floor(right)) + static_cast<int>(std::floor(down)) * block.side);
    const auto side = static_cast<std::size_t>(block.side);
    const std::size_t cells[] = {cell, cell + 1, cell + side, cell + side + 1};
    for (int k = 0; k < 4; ++k) h[k] = block.heights[cells[k]];
    return cell;
  };
  const auto off = [](const float(&h)[4]) { return *std::max_element(h, h + 4) >= no_ground; };
  const auto height = [](const float(&h)[4], float fx, float fy) {
    const float north = h[0] + fx * (h[1] - h[0]), south_side = h[2] + fx * (h[3] - h[2]);
    return north + fy * (south_side - north);
  };
  float h[4];
  std::size_t cell = square(x, y, h);
  if (off(h)) return;
  for (int step = 0; step < rules.steps; ++step) {
    const float fx = x - std::floor(x), fy = y - std::floor(y), push = (1 - rules.keep) / rules.spacing;
    east = rules.keep * east - push * ((h[1] - h[0]) + fy * ((h[3] - h[2]) - (h[1] - h[0])));
    south = rules.keep * south - push * ((h[2] - h[0]) + fx * ((h[3] - h[1]) - (h[2] - h[0])));
    const float weights[] = {(1 - fx) * (1 - fy), fx * (1 - fy), (1 - fx) * fy, fx * fy};
    const std::size_t cells[] = {cell, cell + 1, cell + static_cast<std::size_t>(block.side),
                                 cell + static_cast<std::size_t>(block.side) + 1};
    for (int k = 0; k < 4; ++k) block.flow[cells[k]] += static_cast<std::int32_t>(weights[k] * (water * rules.weight));
    const bool sea = height(h, fx, fy) < 0;
    const float squared = east * east + south * south;
    if (!(squared > 1e-24F)) return;
    const float per_cell = 1 / std::sqrt(squared), next_x = x + east * per_cell, next_y = y + south * per_cell;
    cell = square(next_x, next_y, h);
    if (off(h)) return;
    x = next_x;
    y = next_y;
    water *= sea ? rules.moist * 0.5F : rules.moist;
    if (!(water > 0.02F)) return;
  }
}

TEST(Droplets, VectorsWalkAsOneDropletAfterTheOther) {
  const auto ground = [](int x, int y) {
    return (x + y) % 23 == 0 && x > 40 ? no_ground : 0.02F * rough(static_cast<Cell>(x * 100 + y)) - 4 + static_cast<float>(x);
  };
  Block vectors(96, ground), plain(96, ground);
  DropletStarts starts;
  for (std::int32_t i = 0; i < 401; ++i) {
    const std::int32_t cell = (30 + i / 30) * 96 + 30 + i % 30;
    const float x = static_cast<float>(i % 16) / 16, y = static_cast<float>(i % 7) / 7;
    starts.add(cell, x, y);
    plain_walk(some_rules, plain, cell, x, y);
  }
  starts.pad();
  walk_for_flow(some_rules, vectors.view(), starts);
  EXPECT_EQ(vectors.flow, plain.flow);
  EXPECT_GT(std::accumulate(plain.flow.begin(), plain.flow.end(), std::int64_t{0}), 401 * 1000 * 5);
}

TEST(Droplets, OneDropletFollowsTheFallLine) {
  for (const double degrees : {0.0, 17.0, 45.0, 80.0, 133.0, 260.0}) {
    const double east = std::cos(degrees * 3.14159265358979 / 180), south = std::sin(degrees * 3.14159265358979 / 180);
    Block block(64, [&](int x, int y) { return static_cast<float>(1000 - 3 * (x * east + y * south)); });
    DropletStarts starts;
    starts.add(32 * 64 + 32, 0.25F, 0.5F);
    starts.pad();
    walk_for_flow(some_rules, block.view(), starts);
    double farthest = 0;
    for (int y = 0; y < 64; ++y)
      for (int x = 0; x < 64; ++x) {
        if (block.flow[static_cast<std::size_t>(y * 64 + x)] == 0) continue;
        const double right = x - 32.25, down = y - 32.5;
        EXPECT_LT(std::abs(right * south - down * east), 1.5) << degrees << "°: beside the line";
        farthest = std::max(farthest, right * east + down * south);
      }
    EXPECT_NEAR(farthest, some_rules.steps - 1, 1.5) << degrees << "°";
  }
}

TEST(Droplets, EveryDropletLeavesWhatItTook) {
  Surface surface = torus_surface(64, 10);
  add_layer(surface, "height", [](Cell c) { return 100 + 0.05F * rough(c); });
  const Domain& domain = surface.domain();
  const std::span<const float> heights = surface.layer("height")->numbers();
  const MapPiece piece = pieces_of(domain, 22).front();
  AlignedVector<float> ground;
  copy_piece(domain, piece, heights, no_ground, ground);
  DropletBlock block{.stride = static_cast<std::int32_t>(piece.stride()), .heights = ground.data()};
  const DropletStarts all = starts_in(domain, piece, heights, 1.0, 1, Seed{3});
  ASSERT_EQ(all.count, 64u * 64u);
  std::vector<std::int32_t> flow(piece.cells());
  block.flow = flow.data();
  walk_for_flow(some_rules, block, all);
  const DropletGround soft{
      .capacity = 2.0, .erosion = 0.5, .deposition = 0.3, .hardness = 0.0, .shore = 0.0, .strength = 1.0, .even_flow = 20 * 1024};
  const PieceLimits limits = limits_in(domain, piece, soft, ground.data(), flow.data());
  block.limits = limits.limits.data();
  block.grounds = limits.grounds.data();
  std::int64_t moved = 0;
  for (std::size_t first = 0; first < all.count; first += 97) {
    DropletStarts one;
    one.add(all.cells[first], all.x[first], all.y[first]);
    one.pad();
    std::vector<std::int32_t> change(piece.cells());
    block.change = change.data();
    walk_with_load(some_rules, block, one);
    ASSERT_EQ(std::accumulate(change.begin(), change.end(), std::int64_t{0}), 0);
    for (const std::int32_t grains : change) moved += std::abs(grains);
  }
  EXPECT_GT(moved, 1000);
}

/// Multiples of 2⁻¹² m below 2048 m: exact as floats, and so are all their changes.
float in_grains(float height) { return std::floor(height * grains_per_metre) / grains_per_metre; }

TEST(Droplets, NotOneGrainIsLost) {
  for (const std::string kind : {"plane", "torus"})
    for (const bool masked : {false, true}) {
      Surface surface = small_surface(kind);
      add_layer(surface, "height", [](Cell c) { return in_grains(rough(c) * 0.08F - 5); });
      add_layer(surface, "mask", [](Cell c) { return 0.001F * rough(c + 7777); });
      const std::vector<float> before = copy_of(surface, "height");
      StageSpec spec = rain(5);
      if (masked) spec.layers = {{"strength", "mask"}, {"deposition", "mask"}};
      ASSERT_TRUE(run_stage(surface, spec));
      const std::vector<float> after = copy_of(surface, "height");
      EXPECT_EQ(volume_of(surface, before), volume_of(surface, after)) << kind << masked;
      EXPECT_GT(volume_moved(surface, before, after), 0.5 * surface.cell_count()) << kind << masked;
    }
}

TEST(Droplets, VolumesAreKeptOnEveryDomain) {
  for (const std::string& kind : domain_kinds()) {
    Surface surface = small_surface(kind);
    const auto metres = static_cast<float>(spacing(surface.domain()));
    add_hills(surface, 20 * metres, 4, 2 * metres);
    const std::vector<float> before = copy_of(surface, "height");
    StageSpec spec = rain();
    spec.params.set("capacity", 4.0);
    ASSERT_TRUE(run_stage(surface, spec));
    const std::vector<float> after = copy_of(surface, "height");
    const double moved = volume_moved(surface, before, after);
    ASSERT_GT(moved, 0);
    EXPECT_LE(std::abs(volume_of(surface, after) - volume_of(surface, before)), 1e-6 * moved) << kind;
  }
}

/// Of all neighbours of a cell, itself included.
std::pair<float, float> lowest_and_highest(const Surface& surface, std::span<const float> heights, Cell cell) {
  std::pair<float, float> range{heights[cell], heights[cell]};
  for_each_near(surface, Neighbourhood::moore, cell, [&](Link link) {
    range.first = std::min(range.first, heights[link.to]);
    range.second = std::max(range.second, heights[link.to]);
  });
  return range;
}

TEST(Droplets, ARoundDigsNoPitsAndHeapsNoSpikesAndTheCoastStays) {
  for (const std::string& kind : domain_kinds()) {
    Surface surface = small_surface(kind);
    const auto metres = static_cast<float>(spacing(surface.domain()));
    add_layer(surface, "height", [&](Cell c) { return metres * (0.002F * rough(c) - 0.5F); });
    const std::vector<float> before = copy_of(surface, "height");
    StageSpec spec = rain(1);
    spec.params.set("droplets", 1.0);
    spec.params.set("capacity", 100.0);
    spec.params.set("erosion", 1.0);
    spec.params.set("deposition", 1.0);
    ASSERT_TRUE(run_stage(surface, spec));
    const std::vector<float> after = copy_of(surface, "height");
    std::size_t dug = 0;
    for (Cell c = 0; c < after.size(); ++c) {
      const auto [lowest, highest] = lowest_and_highest(surface, before, c);
      const float rounding = 1e-6F * metres;
      ASSERT_GE(after[c], before[c] - deepest_dig * (before[c] - lowest) - rounding) << kind;
      ASSERT_LE(after[c], before[c] + highest_lay * (highest - before[c]) + rounding) << kind;
      ASSERT_EQ(after[c] < 0, before[c] < 0) << kind;
      dug += after[c] < before[c];
    }
    EXPECT_GT(dug, after.size() / 5) << kind;
  }
}

/// Cells of land without a lower neighbour.
std::size_t pits(const Surface& surface) {
  const std::span<const float> heights = surface.layer("height")->numbers();
  std::size_t count = 0;
  for (Cell c = 0; c < heights.size(); ++c)
    count += heights[c] >= 0 && lowest_and_highest(surface, heights, c).first == heights[c];
  return count;
}

TEST(Droplets, DrainTheLandMoreAndMore) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    Surface surface = torus_surface(128, 10);
    add_hills(surface, 640, 6, 200, seed);
    std::size_t last = pits(surface);
    const std::size_t first = last;
    ASSERT_GT(first, 50u);
    for (int i = 0; i < 3; ++i) {
      ASSERT_TRUE(run_stage(surface, rain(4)));
      EXPECT_LT(pits(surface), last) << "after " << 4 * (i + 1) << " rounds";
      last = pits(surface);
    }
    EXPECT_LT(2 * last, first);
  }
}

TEST(Droplets, HardAndMaskedGroundKeepsItsBits) {
  for (const std::string& kind : domain_kinds())
    for (const std::string param : {"hardness", "strength"}) {
      Surface surface = small_surface(kind);
      const auto metres = static_cast<float>(spacing(surface.domain()));
      add_layer(surface, "height", [&](Cell c) { return metres * (0.1F + 0.001F * rough(c)); });
      add_layer(surface, "mask", [&](Cell c) { return (c % 3 == 0) == (param == "hardness") ? 1.0F : 0.0F; });
      const std::vector<float> before = copy_of(surface, "height");
      StageSpec spec = rain();
      spec.layers = {{param, "mask"}};
      ASSERT_TRUE(run_stage(surface, spec));
      const std::vector<float> after = copy_of(surface, "height");
      std::size_t changed = 0;
      for (Cell c = 0; c < after.size(); ++c) {
        if (c % 3 != 0) {
          changed += after[c] != before[c];
        } else if (param == "strength") {
          ASSERT_EQ(after[c], before[c]) << kind;
        } else {
          ASSERT_GE(after[c], before[c]) << kind << ": ground may be laid on hard rock, not taken";
        }
      }
      EXPECT_GT(changed, after.size() / 3) << kind;

      StageSpec all = rain();
      all.params.set(param, param == "hardness" ? 1.0 : 0.0);
      const std::vector<float> untouched = copy_of(surface, "height");
      ASSERT_TRUE(run_stage(surface, all));
      EXPECT_EQ(copy_of(surface, "height"), untouched) << kind << " " << param;
    }
}

TEST(Droplets, ShoresPersist) {
  const auto dug = [](double shore, float from, float to) {
    Surface surface = torus_surface(128, 10);
    add_hills(surface, 640, 5, 200);
    const std::vector<float> before = copy_of(surface, "height");
    StageSpec spec = rain();
    spec.params.set("shore", shore);
    spec.params.set("shore_height", 20.0);
    EXPECT_TRUE(run_stage(surface, spec));
    const std::vector<float> after = copy_of(surface, "height");
    double sum = 0;
    for (Cell c = 0; c < after.size(); ++c)
      if (before[c] >= from && before[c] < to) sum += std::max(before[c] - after[c], 0.0F);
    return sum;
  };
  EXPECT_LT(dug(1, 0, 10), 0.6 * dug(0, 0, 10));
  EXPECT_GT(dug(1, 60, 1000), 0.9 * dug(0, 60, 1000));
}

TEST(Droplets, SedimentIsWhatWasLaid) {
  Surface surface = torus_surface(64, 10);
  add_hills(surface, 320, 5, 200);
  const std::vector<float> before = copy_of(surface, "height");
  ASSERT_TRUE(run_stage(surface, rain(1)));
  const std::vector<float> after = copy_of(surface, "height"), sediment = copy_of(surface, "sediment");
  for (Cell c = 0; c < after.size(); ++c) ASSERT_NEAR(sediment[c], std::max(after[c] - before[c], 0.0F), 1e-4);
}

TEST(Droplets, SeaAndPlainsStay) {
  for (const std::string& kind : domain_kinds())
    for (const float level : {-500.0F, 0.0F, 500.0F}) {
      Surface surface = small_surface(kind);
      add_layer(surface, "height", [&](Cell c) { return level < 0 ? level + static_cast<float>(c % 7) : level; });
      const std::vector<float> before = copy_of(surface, "height");
      ASSERT_TRUE(run_stage(surface, rain()));
      EXPECT_EQ(copy_of(surface, "height"), before) << kind;
    }
}

TEST(Droplets, OneCellIsEnough) {
  DomainSpec spec{.kind = "plane"};
  spec.params.set("width", std::int64_t{1});
  spec.params.set("height", std::int64_t{1});
  Surface surface(*make_domain(spec, Seed{}, 0, ""));
  add_layer(surface, "height", [](Cell) { return 3.0F; });
  ASSERT_TRUE(run_stage(surface, rain()));
  EXPECT_EQ(surface.layer("height")->numbers()[0], 3.0F);
}

TEST(Droplets, SmallMapsCloseOntoThemselvesManyTimes) {
  Surface surface = torus_surface(5, 10);
  add_layer(surface, "height", [](Cell c) { return in_grains(100 + 0.02F * rough(c)); });
  const std::vector<float> before = copy_of(surface, "height");
  ASSERT_TRUE(run_stage(surface, rain(3, 100)));
  EXPECT_EQ(volume_of(surface, copy_of(surface, "height")), volume_of(surface, before));
  EXPECT_NE(copy_of(surface, "height"), before);
}

TEST(Droplets, AnotherResolutionIsTheSameWorldSharper) {
  Surface fine = torus_surface(256, 10), coarse = torus_surface(128, 20), untouched = torus_surface(128, 20);
  for (Surface* surface : {&fine, &coarse, &untouched}) add_hills(*surface, 640, 4, 300);
  StageSpec spec = rain(12);
  spec.params.set("reference_step", 20.0);
  std::vector<double> moved;
  for (Surface* surface : {&fine, &coarse}) {
    const std::vector<float> before = copy_of(*surface, "height");
    ASSERT_TRUE(run_stage(*surface, spec));
    moved.push_back(volume_moved(*surface, before, copy_of(*surface, "height")));
  }
  EXPECT_LT(moved[0], 1.2 * moved[1]);
  EXPECT_GT(moved[0], 0.5 * moved[1]) << "channels are narrower on small cells, and as deep";
  EXPECT_GT(difference_of_levels(fine, untouched), 0.015) << "else there is nothing to see";
  EXPECT_LT(difference_of_levels(fine, coarse), 0.02);
}

TEST(Droplets, RefuseWhatCannotBe) {
  const StageList stages;
  const StageEntry& entry = **stages.find("droplets", 1, "");
  StageSpec taken = rain();
  taken.params.set("sediment", std::string("height"));
  const Result<void> names = entry.check(taken, domain_spec("torus"), "/stages/3");
  ASSERT_FALSE(names);
  EXPECT_EQ(names.error().path, "/stages/3/sediment");

  StageSpec far = rain();
  far.params.set("reference_step", 1000.0);
  const Result<void> too_far = entry.check(far, domain_spec("plane"), "/stages/3");
  ASSERT_FALSE(too_far);
  EXPECT_EQ(too_far.error().path, "/stages/3/steps");
  far.params.set("rounds", std::int64_t{1000});
  far.params.set("steps", std::int64_t{1});
  const Result<void> too_many = entry.check(far, domain_spec("plane"), "/stages/3");
  ASSERT_FALSE(too_many);
  EXPECT_EQ(too_many.error().path, "/stages/3/rounds");

  for (const float bad : {std::nanf(""), HUGE_VALF}) {
    Surface surface = small_surface("torus");
    add_layer(surface, "height", rough);
    surface.layer("height")->numbers()[7] = bad;
    const Result<void> numbers = run_stage(surface, rain());
    ASSERT_FALSE(numbers);
    EXPECT_EQ(numbers.error().path, "/stages/0/layer");
  }
}

}  // namespace
}  // namespace craton
