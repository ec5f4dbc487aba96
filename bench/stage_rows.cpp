// What one stage costs on a surface that is there already: each row runs a stage on the same relief, again and again, and counts
// a cell once for each of its iterations. To add a row: a line in `all_stage_rows`.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <craton/recipe/make.h>
#include <craton/worlds/kinds.h>

#include "bench/harness.h"

namespace craton::bench {
namespace {

constexpr std::uint64_t seed = 7;
constexpr double step = 10;    // metres between cells
constexpr float talus = 0.5F;  // of the relief below, about the mean slope: half of the cells slide

/// A loop to measure a stage against: `iterations` passes over `side`² cells of `from`, with `to` as the other array.
using PlainLoop = void (*)(std::uint32_t side, int iterations, float* from, float* to);

struct StageRow {
  const char* name;
  const char* stage;  ///< as a recipe writes it, without the surrounding braces
  std::uint32_t side;
  int iterations;        ///< as the stage's JSON says
  PlainLoop plain_loop;  ///< may be null
};

/// Hills on a torus.
std::string recipe_text(const StageRow& row) {
  return fmt::format(
      R"({{"craton": 1, "world": "map", "seed": {}, "domain": {{"kind": "torus", "width": {}, "height": {}, "step": {}}},
    "stages": [{{"stage": "noise", "id": "hills", "scale": 600,
      "noise": {{"kind": "fbm", "octaves": 6, "source": {{"kind": "perlin", "frequency": 0.001}}}}}}, {{{}}}]}})",
      seed, row.side, row.side, step, row.stage);
}

/// Rows of a torus by where they begin, with those above and below.
template <class Body>
void for_each_row(std::uint32_t side, const Body& body) {
  for (std::size_t y = 0; y < side; ++y) body((y > 0 ? y - 1 : side - 1) * side, y * side, (y + 1 < side ? y + 1 : 0) * side);
}
/// Columns with those beside; the inner ones in a loop of their own, which compilers can turn into vectors.
template <class Body>
void for_each_column(std::uint32_t side, const Body& body) {
  body(side - 1, 0, 1);
  for (std::uint32_t x = 1; x + 1 < side; ++x) body(x - 1, x, x + 1);
  body(side - 2, side - 1, 0);
}

// Thermal erosion with the four neighbours that share a side, as plainly as it can be written: see stages/erosion/thermal.cpp.
void plain_thermal(std::uint32_t side, int iterations, float* from, float* to) {
  const float rest = talus * static_cast<float>(step), strength = 0.5F, bound = 0.125F;
  std::vector<float> rates(std::size_t{side} * side);
  const auto rate_at = [&](const float* up, const float* here, const float* down, std::uint32_t left, std::uint32_t x,
                           std::uint32_t right) {
    const float drops[] = {here[x] - up[x], here[x] - here[left], here[x] - here[right], here[x] - down[x]};
    float most = 0, total = 0;
    for (const float drop : drops) {
      most = std::max(most, drop - rest);
      total += drop > rest ? drop : 0;
    }
    return most > 0 ? std::min(strength * most / total, bound) : 0;
  };
  const auto passed = [&](float drop, float giving, float taking) {
    return drop > rest ? drop * giving : -drop > rest ? drop * taking : 0;
  };
  for (int i = 0; i < iterations; ++i) {
    for_each_row(side, [&](std::size_t up, std::size_t here, std::size_t down) {
      for_each_column(side, [&](std::uint32_t left, std::uint32_t x, std::uint32_t right) {
        rates[here + x] = rate_at(from + up, from + here, from + down, left, x, right);
      });
    });
    for_each_row(side, [&](std::size_t up, std::size_t here, std::size_t down) {
      for_each_column(side, [&](std::uint32_t left, std::uint32_t x, std::uint32_t right) {
        const float height = from[here + x], rate = rates[here + x];
        to[here + x] = height + (passed(from[up + x] - height, rates[up + x], rate) +
                                 passed(from[here + left] - height, rates[here + left], rate) +
                                 passed(from[here + right] - height, rates[here + right], rate) +
                                 passed(from[down + x] - height, rates[down + x], rate));
      });
    });
    std::swap(from, to);
  }
}

// Inverse thermal erosion, likewise.
void plain_inverse_thermal(std::uint32_t side, int iterations, float* from, float* to) {
  const float rest = talus * static_cast<float>(step);
  std::vector<std::uint32_t> takers(std::size_t{side} * side), givers(takers.size());
  for (int i = 0; i < iterations; ++i) {
    std::fill(givers.begin(), givers.end(), 0u);
    std::copy_n(from, takers.size(), to);
    for (std::uint32_t y = 0; y < side; ++y)
      for (std::uint32_t x = 0; x < side; ++x) {
        const std::uint32_t up = y > 0 ? y - 1 : side - 1, down = y + 1 < side ? y + 1 : 0;
        const std::uint32_t left = x > 0 ? x - 1 : side - 1, right = x + 1 < side ? x + 1 : 0, place = y * side + x;
        std::uint32_t lowest = up * side + x;
        for (const std::uint32_t cell : {y * side + left, y * side + right, down * side + x})
          if (from[cell] < from[lowest]) lowest = cell;
        const float drop = from[place] - from[lowest];
        takers[place] = drop > 0 && drop <= rest ? lowest : place;
        if (takers[place] != place) ++givers[lowest];
      }
    for (std::uint32_t place = 0; place < takers.size(); ++place) {
      const std::uint32_t taker = takers[place];
      if (taker == place) continue;
      const float moved = 0.5F * (from[place] - from[taker]) / static_cast<float>(givers[taker]);
      to[place] -= moved;
      to[taker] += moved;
    }
    std::swap(from, to);
  }
}

std::vector<StageRow> all_stage_rows() {
  return {
      {"thermal", R"("stage": "thermal", "iterations": 8, "talus": 0.5, "neighbourhood": "von_neumann")", 4096, 8, plain_thermal},
      {"thermal", R"("stage": "thermal", "iterations": 8, "talus": 0.5, "neighbourhood": "von_neumann")", 1024, 8, plain_thermal},
      {"inverse_thermal", R"("stage": "inverse_thermal", "iterations": 8, "talus": 0.5)", 4096, 8, plain_inverse_thermal},
      {"hydraulic", R"("stage": "hydraulic", "iterations": 10)", 1024, 10, nullptr},
      {"perturb", R"("stage": "perturb", "distance": 180, "frequency": 0.002)", 4096, 1, nullptr},
      {"voronoi", R"("stage": "voronoi", "spacing": 1000)", 4096, 1, nullptr},
      {"terrace", R"("stage": "terrace", "step": 50, "unevenness": 0.5)", 4096, 1, nullptr},
      {"craters", R"("stage": "craters")", 1024, 1, nullptr},
      {"fault_lines", R"("stage": "fault_lines")", 1024, 1, nullptr},
      {"midpoint_displacement", R"("stage": "midpoint_displacement")", 4096, 1, nullptr},
  };
}

/// The surface before the stage, and a way to put it back: every repeat begins with the same relief.
struct Prepared {
  RecipeTerms terms = all_terms();
  Recipe recipe;
  World world;
  const StageEntry* entry = nullptr;
  std::vector<float> relief;

  Prepared(Recipe whole, World made) : recipe(std::move(whole)), world(std::move(made)) {}
  std::span<float> height() { return world.surface.layer("height")->numbers(); }
  void restore() { std::copy(relief.begin(), relief.end(), height().begin()); }
};

Result<std::shared_ptr<Prepared>> prepared(const StageRow& row, unsigned threads) {
  const RecipeTerms terms = all_terms();
  CRATON_TRY(Recipe recipe, recipe_from_json(recipe_text(row), terms));
  Recipe ground = recipe;
  ground.stages.pop_back();
  CRATON_TRY(World world, make_world(ground, terms, {.execution = {.threads = threads}}));
  auto result = std::make_shared<Prepared>(std::move(recipe), std::move(world));
  const StageSpec& spec = result->recipe.stages.back();
  CRATON_TRY(const StageEntry* entry, result->terms.stages.find(spec.stage, 1, "/stage"));
  result->entry = entry;
  const std::span<const float> height = result->height();
  result->relief.assign(height.begin(), height.end());
  return result;
}

Result<Work> prepare(const StageRow& row, unsigned threads) {
  CRATON_TRY(const std::shared_ptr<Prepared> made, prepared(row, threads));
  const std::shared_ptr<Prepared>& data = made;
  const std::uint64_t items = std::uint64_t{row.side} * row.side * static_cast<std::uint64_t>(row.iterations);
  const auto restore = [data] { data->restore(); };
  Subject subject{items,
                  [data, threads] {
                    StageContext context(Seed{seed}, "/stages/1");
                    context.execution.threads = threads;
                    (void)data->entry->run(data->world.surface, data->recipe.stages.back(), context).ok();
                    keep(data->height().data());
                  },
                  restore,
                  {}};
  Work work{std::move(subject), {}};
  if (row.plain_loop == nullptr) return work;
  const auto other = std::make_shared<std::vector<float>>(data->relief.size());
  work.yardsticks.push_back({"plain-loop",
                             {items,
                              [data, other, row] {
                                row.plain_loop(row.side, row.iterations, data->height().data(), other->data());
                                keep(other->data());
                              },
                              restore,
                              {}}});
  return work;
}

}  // namespace

std::vector<Row> stage_rows(unsigned threads) {
  std::vector<Row> rows;
  for (const StageRow& row : all_stage_rows())
    rows.push_back(
        {fmt::format("stage/{}/{}/{}t", row.name, row.side, threads), [row, threads] { return prepare(row, threads); }});
  return rows;
}

}  // namespace craton::bench
