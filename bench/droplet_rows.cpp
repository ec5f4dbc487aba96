// Droplets on hills without a sea: every droplet takes all its steps, so that they can be counted beforehand.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include <craton/recipe/make.h>
#include <craton/worlds/kinds.h>

#include "bench/harness.h"

namespace craton::bench {
namespace {

constexpr std::uint64_t seed = 7;
constexpr std::uint32_t side = 1024;
constexpr int rounds = 2, steps = 32;
constexpr float spacing = 10;  // metres
constexpr std::uint64_t droplet_steps = std::uint64_t{side} * side * rounds * steps;

struct Hills {
  World world;
  std::vector<float> relief;

  explicit Hills(World made) : world(std::move(made)) {
    const std::span<const float> height = world.surface.layer("height")->numbers();
    relief.assign(height.begin(), height.end());
  }
  std::span<float> height() { return world.surface.layer("height")->numbers(); }
};

Result<std::shared_ptr<Hills>> hills() {
  const RecipeTerms terms = all_terms();
  CRATON_TRY(
      const Recipe recipe,
      recipe_from_json(
          fmt::format(
              R"({{"craton": 1, "world": "map", "seed": {}, "domain": {{"kind": "torus", "width": {}, "height": {}, "step": {}}},
    "stages": [{{"stage": "noise", "id": "hills", "scale": 600, "offset": 3000,
      "noise": {{"kind": "fbm", "octaves": 6, "source": {{"kind": "perlin", "frequency": 0.001}}}}}}]}})",
              seed, side, side, spacing),
          terms));
  CRATON_TRY(World world, make_world(recipe, terms, {}));
  return std::make_shared<Hills>(std::move(world));
}

/// Four cells around a place on the torus, and how near each is.
struct Corners {
  std::size_t cell[4];
  float weight[4];

  Corners(float x, float y) {
    const float column = std::floor(x), row = std::floor(y), right = x - column, down = y - row;
    const auto wrapped = [](float index) { return static_cast<std::size_t>(static_cast<int>(index)) % side; };
    const std::size_t x0 = wrapped(column), x1 = (x0 + 1) % side, y0 = wrapped(row), y1 = (y0 + 1) % side;
    const std::size_t cells[] = {y0 * side + x0, y0 * side + x1, y1 * side + x0, y1 * side + x1};
    const float weights[] = {(1 - right) * (1 - down), right * (1 - down), (1 - right) * down, right * down};
    std::copy_n(cells, 4, cell);
    std::copy_n(weights, 4, weight);
  }
  float height(const float* heights) const {
    float sum = 0;
    for (int k = 0; k < 4; ++k) sum += weight[k] * heights[cell[k]];
    return sum;
  }
};

/// As games do it (Beyer 2015): one droplet after the other, each changes the ground at once; one walk, no limits.
void one_after_the_other(float* heights) {
  for (int round = 0; round < rounds; ++round)
    for (std::uint32_t start = 0; start < side * side; ++start) {
      const std::uint32_t column = start % side, row = start / side;
      float x = static_cast<float>(column) + 0.5F, y = static_cast<float>(row) + 0.5F;
      float east = 0, south = 0, speed = 0, water = 1, load = 0;
      for (int step = 0; step < steps; ++step) {
        x += x < 0 ? side : 0;
        y += y < 0 ? side : 0;
        const Corners here(x, y);
        const float right = x - std::floor(x), down = y - std::floor(y);
        const float h[] = {heights[here.cell[0]], heights[here.cell[1]], heights[here.cell[2]], heights[here.cell[3]]};
        east = 0.2F * east - 0.8F * ((h[1] - h[0]) * (1 - down) + (h[3] - h[2]) * down) / spacing;
        south = 0.2F * south - 0.8F * ((h[2] - h[0]) * (1 - right) + (h[3] - h[1]) * right) / spacing;
        const float length = std::sqrt(east * east + south * south);
        if (!(length > 1e-12F)) break;
        x += east / length;
        y += south / length;
        const Corners next(x < 0 ? x + side : x, y < 0 ? y + side : y);
        const float slope = std::max((here.height(heights) - next.height(heights)) / spacing, 0.0F);
        speed += 0.25F * (slope - speed);
        const float missing = 0.2F * slope * std::sqrt(speed) * water * spacing - load;
        const float taken = 0.3F * missing;
        for (int k = 0; k < 4; ++k) heights[here.cell[k]] -= taken * here.weight[k];
        load += taken;
        water *= 0.98F;
      }
    }
}

Result<Work> prepare(unsigned threads) {
  CRATON_TRY(const std::shared_ptr<Hills> made, hills());
  const std::shared_ptr<Hills>& ground = made;
  StageSpec spec{.stage = "droplets", .id = "rain"};
  spec.params.set("rounds", std::int64_t{rounds});
  spec.params.set("steps", std::int64_t{steps});
  spec.params.set("droplets", 1.0);
  CRATON_TRY(const auto entry, all_terms().stages.find(spec.stage, 1, "/stage"));
  const auto restore = [ground] { std::copy(ground->relief.begin(), ground->relief.end(), ground->height().begin()); };
  const auto run = [ground, spec, run = entry->run, threads] {
    StageContext context(Seed{seed}, "/stages/1");
    context.execution.threads = threads;
    (void)run(ground->world.surface, spec, context).ok();
    keep(ground->height().data());
  };
  Work work{{droplet_steps, run, restore, {}}, {}};
  if (threads == 1)
    work.yardsticks.push_back({"one-after-the-other",
                               {droplet_steps,
                                [ground] {
                                  one_after_the_other(ground->height().data());
                                  keep(ground->height().data());
                                },
                                restore,
                                {}}});
  return work;
}

}  // namespace

std::vector<Row> droplet_rows(unsigned threads) {
  return {{fmt::format("water/droplets/{}/{}t", side, threads), [threads] { return prepare(threads); }}};
}

}  // namespace craton::bench
