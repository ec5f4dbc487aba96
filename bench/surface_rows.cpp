// What the mechanism of surfaces, stages and recipes costs beside the work itself: each row makes a whole world from a recipe;
// "bare-loop" does the same work on a plain array, and "page-writes" only writes as much fresh memory once.
#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include <craton/recipe/make.h>
#include <craton/surface/voronoi_regions.h>
#include <craton/worlds/kinds.h>

#include "bench/harness.h"

namespace craton::bench {
namespace {

constexpr std::uint32_t side = 4096;
constexpr std::uint64_t cells = std::uint64_t{side} * side;
constexpr std::uint64_t seed = 7;

/// Memory that nobody has touched, of the same sort as a world's: else large pages alone would make the mechanism look fast.
Layer fresh_array() { return Layer({.name = "bare"}, cells); }

std::string recipe_text(std::string_view stages) {
  return fmt::format(
      R"({{"craton": 1, "world": "map", "seed": {}, "domain": {{"kind": "torus", "width": {}, "height": {}, "step": 1}},
    "stages": [{}]}})",
      seed, side, side, stages);
}

Result<Subject> world_subject(const std::string& text, unsigned threads) {
  const auto terms = std::make_shared<RecipeTerms>(all_terms());
  const Result<Recipe> recipe = recipe_from_json(text, *terms);
  if (!recipe) return recipe.error();
  return Subject{cells,
                 [recipe = *recipe, terms, threads] {
                   const Result<World> world = make_world(recipe, *terms, {.execution = {.threads = threads}});
                   keep(world ? world->surface.layers().front()->bytes().data() : nullptr);
                 },
                 {},
                 {}};
}

Yardstick page_writes() {
  return {"page-writes",
          {cells,
           [] {
             Layer array = fresh_array();
             std::memset(array.bytes().data(), 1, cells * sizeof(float));
             keep(array.bytes().data());
           },
           {},
           {}}};
}

/// The noise straight into an array, then scaled where it lies.
Result<Yardstick> bare_noise(const NoiseSpec& spec, unsigned threads) {
  const Result<Noise> noise = Noise::make(spec, Seed{seed}.child("noise"),
                                          {std::uint64_t{side} * units_per_metre, std::uint64_t{side} * units_per_metre});
  if (!noise) return noise.error();
  return Yardstick{"bare-loop",
                   {cells,
                    [noise = *noise, threads] {
                      Layer array = fresh_array();
                      float* out = array.numbers().data();
                      (void)noise.grid(Grid2{.width = side, .height = side}, {out, cells}, {.threads = threads}).ok();
                      for (std::uint64_t i = 0; i < cells; ++i) out[i] = 0.0F + 1000.0F * out[i];
                      keep(out);
                    },
                    {},
                    {}}};
}

struct NoiseRecipe {
  const char* name;
  const char* json;
  NoiseSpec spec;
};

NoiseSpec perlin() {
  NoiseSpec spec{.kind = "perlin"};
  spec.params.set("frequency", 0.01);
  return spec;
}

std::vector<NoiseRecipe> noise_recipes() {
  return {{"perlin", R"({"kind": "perlin", "frequency": 0.01})", perlin()},
          {"fbm6-perlin", R"({"kind": "fbm", "octaves": 6, "source": {"kind": "perlin", "frequency": 0.01}})", [] {
             NoiseSpec fbm{.kind = "fbm", .inputs = {{"source", perlin()}}};
             fbm.params.set("octaves", std::int64_t{6});
             return fbm;
           }()}};
}

Result<Work> prepare_noise(const NoiseRecipe& recipe, unsigned threads) {
  CRATON_TRY(Subject subject,
             world_subject(recipe_text(fmt::format(R"({{"stage": "noise", "noise": {}}})", recipe.json)), threads));
  CRATON_TRY(Yardstick bare, bare_noise(recipe.spec, threads));
  return Work{std::move(subject), {std::move(bare), page_writes()}};
}

/// One point stage after another: two constants mixed, eight times, into one layer.
Result<Work> prepare_mix(unsigned threads) {
  std::string stages = R"({"stage": "mix", "id": "m0", "a": 1, "b": 2, "share": 0.25})";
  for (int i = 1; i < 8; ++i)
    stages +=
        fmt::format(R"(, {{"stage": "mix", "id": "m{}", "a": {{"layer": "height"}}, "b": 2, "share": 0.25, "mode": "add"}})", i);
  CRATON_TRY(Subject subject, world_subject(recipe_text(stages), threads));
  Subject bare{cells,
               [] {
                 Layer array = fresh_array();
                 float* out = array.numbers().data();
                 for (std::uint64_t i = 0; i < cells; ++i) out[i] = 1.0F * (1 - 0.25F) + 2.0F * 0.25F;
                 for (int pass = 1; pass < 8; ++pass) {
                   for (std::uint64_t i = 0; i < cells; ++i) out[i] = out[i] + 2.0F * 0.25F;
                   keep(out);
                 }
               },
               {},
               {}};
  return Work{std::move(subject), {{"bare-loop", std::move(bare)}, page_writes()}};
}

/// Polygon, neighbours, lengths of borders and area of every region of a planet.
Result<Work> prepare_regions(double jitter) {
  constexpr int resolution = 512;
  CRATON_TRY(CubeSphere sphere, CubeSphere::make({.resolution = resolution, .jitter = jitter}, Seed{seed}, {.threads = 1}));
  const std::uint64_t regions = sphere.cell_count();
  return Work{Subject{regions,
                      [sphere = std::move(sphere)] {
                        VoronoiRegion region;
                        double area = 0;
                        for (Cell cell = 0; cell < sphere.cell_count(); ++cell) {
                          find_region(sphere, cell, region);
                          area += region.area;
                        }
                        keep(&area);
                      },
                      {},
                      {}},
              {}};
}

/// The nearest site of places all around: as long for any number of regions, but for what fits the caches.
Result<Work> prepare_nearest(int resolution) {
  CRATON_TRY(CubeSphere sphere, CubeSphere::make({.resolution = resolution, .jitter = 1}, Seed{seed}, {.threads = 1}));
  constexpr std::uint64_t questions = 1 << 18;
  return Work{Subject{questions,
                      [sphere = std::move(sphere)] {
                        Cell sum = 0;
                        for (std::uint64_t i = 0; i < questions; ++i) {
                          const double share = (static_cast<double>(i) + 0.5) / questions,
                                       turn = 0.6180339887498949 * static_cast<double>(i);
                          const double z = 1 - 2 * share, x = 4 * (turn - std::floor(turn)) - 2;
                          sum += sphere.nearest({x, 1 - std::abs(x), z});
                        }
                        keep(&sum);
                      },
                      {},
                      {}},
              {}};
}

}  // namespace

std::vector<Row> surface_rows(unsigned threads) {
  std::vector<Row> rows;
  for (const NoiseRecipe& recipe : noise_recipes())
    rows.push_back({fmt::format("surface/noise-recipe/{}/{}/{}t", recipe.name, side, threads),
                    [recipe, threads] { return prepare_noise(recipe, threads); }});
  for (const double jitter : {0.0, 0.8, 1.0})
    if (threads == 1)
      rows.push_back({fmt::format("surface/voronoi-regions/512/j{}/1t", jitter), [jitter] { return prepare_regions(jitter); }});
  for (const int resolution : {16, 128, 1024})
    if (threads == 1)
      rows.push_back(
          {fmt::format("surface/nearest-region/{}/1t", resolution), [resolution] { return prepare_nearest(resolution); }});
  if (threads == 1)
    rows.push_back({fmt::format("surface/mix-recipe/8/{}/{}t", side, threads), [threads] { return prepare_mix(threads); }});
  return rows;
}

}  // namespace craton::bench
