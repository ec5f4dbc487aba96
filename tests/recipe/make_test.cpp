#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>

#include <craton/base/targets.h>
#include <craton/recipe/make.h>
#include <craton/worlds/kinds.h>

#include "stages/working_memory.h"

namespace craton {
namespace {

const RecipeTerms& terms() {
  static const RecipeTerms all = all_terms();
  return all;
}

/// All stages that a domain allows, with masks, on each of the three domains.
std::string recipe_text(const std::string& kind, const std::string& last_radius = "25") {
  const std::string where =
      kind == "plane"
          ? R"("world": "terrain", "domain": {"kind": "plane", "x": 1000, "y": -3000, "width": 90, "height": 70, "step": 10})"
      : kind == "torus" ? R"("world": "map", "domain": {"kind": "torus", "width": 90, "height": 70, "step": 10})"
                        : R"("world": "planet", "domain": {"kind": "sphere", "resolution": 16, "radius": 300})";
  const std::string sea = kind == "plane" ? R"("by": "level", "level": 20)" : R"("share": 0.6)";
  return R"({"craton": 1, )" + where + R"(, "seed": 11, "stages": [
    {"stage": "noise", "id": "hills", "scale": 500, "noise": {"kind": "fbm", "source": {"kind": "perlin", "frequency": 0.004}}},
    {"stage": "noise", "id": "mask", "layer": "mask", "unit": "", "scale": 0.5, "offset": 0.5, "noise": {"kind": "perlin", "frequency": 0.01}},
    {"stage": "smooth", "id": "first", "radius": 15, "strength": {"layer": "mask"}},
    {"stage": "mix", "id": "raise", "a": {"layer": "height"}, "b": 300, "share": {"layer": "mask"}, "mode": "add"},
    {"stage": "sea_level", "id": "sea", )" +
         sea + R"(},
    {"stage": "smooth", "id": "last", "radius": )" +
         last_radius + "}]}";
}

const std::vector<std::string> kinds{"plane", "torus", "sphere"};

Recipe read(const std::string& text) {
  Result<Recipe> recipe = recipe_from_json(text, terms());
  EXPECT_TRUE(recipe) << recipe.error().to_string();
  return *std::move(recipe);
}

World made(const Recipe& recipe, const MakeOptions& options = {}) {
  Result<World> world = make_world(recipe, terms(), options);
  EXPECT_TRUE(world) << world.error().to_string();
  return *std::move(world);
}

void expect_same(const Surface& a, const Surface& b, const std::string& what) {
  ASSERT_EQ(a.layers().size(), b.layers().size()) << what;
  for (std::size_t i = 0; i < a.layers().size(); ++i) {
    const Layer &one = *a.layers()[i], &other = *b.layers()[i];
    EXPECT_EQ(one.info(), other.info()) << what;
    ASSERT_EQ(one.size(), other.size()) << what;
    EXPECT_EQ(std::memcmp(one.bytes().data(), other.bytes().data(), one.bytes().size()), 0) << what << " " << one.name();
  }
}

TEST(Make, TheSameBitsForAnyNumberOfThreadsAndInstructionSet) {
  for (const std::string& kind : kinds) {
    const Recipe recipe = read(recipe_text(kind));
    const World first = made(recipe, {.execution = {.threads = 1}});
    for (const unsigned threads : {2u, 3u})
      expect_same(made(recipe, {.execution = {.threads = threads}}).surface, first.surface, kind);
    for (const std::string_view target : available_targets()) {
      ASSERT_TRUE(force_target(target));
      expect_same(made(recipe).surface, first.surface, kind + " " + std::string(target));
    }
    ASSERT_TRUE(force_target("best"));
  }
}

TEST(Make, ATileIsPartOfALargerTileBitForBit) {
  Recipe large = read(recipe_text("plane"));
  const World whole = made(large);
  Recipe small = large;
  small.domain.params.set("x", 1000.0 + 17 * 10);
  small.domain.params.set("y", -3000.0 + 23 * 10);
  small.domain.params.set("width", std::int64_t{31});
  small.domain.params.set("height", std::int64_t{40});
  const World part = made(small);
  const auto& tile = std::get<PlaneTile>(whole.surface.domain());
  const auto& inner = std::get<PlaneTile>(part.surface.domain());
  EXPECT_EQ(inner.halo(), 0u) << "the margin is gone";
  ASSERT_EQ(inner.cell_count(), 31u * 40u);
  for (const auto& layer : part.surface.layers()) {
    const Layer* other = whole.surface.layer(layer->name());
    for (std::uint32_t y = 0; y < 40; ++y)
      for (std::uint32_t x = 0; x < 31; ++x)
        ASSERT_EQ(layer->value(inner.cell(x, y)), other->value(tile.cell(x + 17, y + 23))) << layer->name() << x << "," << y;
  }
}

TEST(Make, SeedsGoByTheStagesIdNotByOrder) {
  const Recipe recipe = read(recipe_text("torus"));
  const World world = made(recipe);
  Recipe swapped = recipe;
  std::swap(swapped.stages[0], swapped.stages[1]);  // hills and mask do not read each other
  const World other = made(swapped);
  EXPECT_EQ(world.surface.layer("height")->hash(), other.surface.layer("height")->hash());
  Recipe renamed = recipe;
  renamed.stages[0].id = "mountains";
  EXPECT_NE(made(renamed).surface.layer("height")->hash(), world.surface.layer("height")->hash());
  Recipe reseeded = recipe;
  reseeded.seed = 12;
  EXPECT_NE(made(reseeded).surface.layer("height")->hash(), world.surface.layer("height")->hash());
}

class MemoryStore : public BlobStore {
 public:
  bool has(const BlobKey& key) const override { return blobs.count({key.high, key.low}) != 0; }
  bool get(const BlobKey& key, std::span<std::byte> out) override {
    const auto found = blobs.find({key.high, key.low});
    if (found == blobs.end() || found->second.size() != out.size()) return false;
    if (out.size() > 20'000 && forget_layers) return false;
    std::copy(found->second.begin(), found->second.end(), out.begin());
    return true;
  }
  void put(const BlobKey& key, std::span<const std::byte> bytes) override {
    blobs[{key.high, key.low}] = {bytes.begin(), bytes.end()};
  }

  std::map<std::pair<std::uint64_t, std::uint64_t>, std::vector<std::byte>> blobs;
  bool forget_layers = false;
};

std::vector<bool> reused(const World& world) {
  std::vector<bool> list;
  for (const StageReport& report : world.reports) list.push_back(report.reused);
  return list;
}

TEST(Make, OnlyWhatFollowsFromAChangeIsMadeAgain) {
  for (const std::string& kind : kinds) {
    MemoryStore store;
    const MakeOptions options{.cache = &store};
    const Recipe recipe = read(recipe_text(kind));
    const World first = made(recipe, options);
    EXPECT_EQ(reused(first), std::vector<bool>(6, false)) << kind;
    const World again = made(recipe, options);
    EXPECT_EQ(reused(again), std::vector<bool>(6, true)) << kind;
    expect_same(again.surface, first.surface, kind);

    // The last stage looks further or less far, so that on a plane the margin, and with it everything, is another.
    const Recipe last = read(recipe_text(kind, kind == "plane" ? "24.9" : "10"));
    const World changed = made(last, options);
    EXPECT_EQ(reused(changed), (std::vector<bool>{true, true, true, true, true, false})) << kind;
    expect_same(changed.surface, made(last).surface, kind);

    Recipe mask = recipe;  // nothing before it, and hills do not read it
    mask.stages[1].params.set("scale", 0.4);
    const World remade = made(mask, options);
    EXPECT_EQ(reused(remade), (std::vector<bool>{true, false, false, false, false, false})) << kind;
    expect_same(remade.surface, made(mask).surface, kind);
  }
}

/// Rivers and lakes are objects, which the cache holds like layers; `beds` reads their tables, `damp` their layers.
Recipe with_objects() {
  return read(R"({"craton": 1, "seed": 5, "world": "map", "domain": {"kind": "torus", "width": 90, "height": 70, "step": 100},
    "stages": [
      {"stage": "noise", "id": "hills", "scale": 300, "offset": 20, "noise": {"kind": "fbm", "source": {"kind": "perlin", "frequency": 0.0005}}},
      {"stage": "lakes", "id": "lakes"},
      {"stage": "rivers", "id": "rivers", "least_discharge": 200000, "least_length": 500},
      {"stage": "moisture", "id": "damp"},
      {"stage": "carve_rivers", "id": "beds"}]})");
}

TEST(Make, WhatFollowsFromObjectsIsMadeAgainWhenTheyChange) {
  MemoryStore store;
  const MakeOptions options{.cache = &store};
  Recipe recipe = with_objects();
  const World first = made(recipe, options), again = made(recipe, options);
  EXPECT_EQ(reused(first), std::vector<bool>(5, false));
  EXPECT_EQ(reused(again), std::vector<bool>(5, true));
  expect_same(again.surface, first.surface, "again");
  recipe.stages[2].params.set("least_discharge", 1e7);
  const World changed = made(recipe, options);
  EXPECT_EQ(reused(changed), (std::vector<bool>{true, true, false, false, false}));
  expect_same(changed.surface, made(recipe).surface, "changed");
  for (const char* name : {"moisture", "height"})
    EXPECT_NE(changed.surface.layer(name)->hash(), first.surface.layer(name)->hash()) << name;
}

TEST(Make, ACacheThatForgetsOrLiesAboutSizesOnlyCostsTime) {
  for (const std::string& kind : kinds) {
    MemoryStore store;
    const Recipe recipe = read(recipe_text(kind));
    const World first = made(recipe, {.cache = &store});
    store.forget_layers = true;
    expect_same(made(recipe, {.cache = &store}).surface, first.surface, kind);
    store.forget_layers = false;
    for (auto& [key, bytes] : store.blobs)
      if (bytes.size() > 20'000) bytes.resize(7);
    expect_same(made(recipe, {.cache = &store}).surface, first.surface, kind);
  }
}

class Recorder : public MakeObserver, public Progress {
 public:
  Result<void> step_done(const Recipe& recipe, const PlannedStage& stage, const Surface& surface, std::uint32_t iteration,
                         std::uint32_t count) override {
    steps.push_back(recipe.stages[stage.index].id + " " + std::to_string(iteration) + "/" + std::to_string(count));
    hashes.push_back(surface.layer(stage.writes.front())->hash());
    if (steps.size() == stop_after) return Error{ErrorCode::cancelled, "", "enough"};
    return {};
  }
  void report(double share_done) override {
    falls |= share_done < share;
    share = share_done;
  }

  std::vector<std::string> steps;
  std::vector<std::uint64_t> hashes;
  std::size_t stop_after = 0;
  double share = 0;
  bool falls = false;
};

/// Stages whose number of iterations follows from lengths and times, on a small map.
std::string iterating(const std::string& stage) {
  return R"({"craton": 1, "world": "map", "domain": {"kind": "torus", "width": 48, "height": 48, "step": 200}, "seed": 3, "stages": [
    {"stage": "noise", "id": "hills", "scale": 1500, "offset": 900, "noise": {"kind": "fbm", "source": {"kind": "perlin", "frequency": 0.0003}}},
    )" + stage +
         "]}";
}

TEST(Make, WhoEndsAStageEarlyGetsWhatWasSeen) {
  for (const std::string stage : {
           R"({"stage": "stream_power", "id": "work", "duration": 800000, "time_step": 100000, "levels": 1)",
           R"({"stage": "stream_power", "id": "work", "duration": 3200000, "time_step": 100000, "levels": 3)",
           R"({"stage": "glacial_erosion", "id": "work", "steps": 8)",
           R"({"stage": "smooth", "id": "work", "radius": 800)",
           R"({"stage": "smooth", "id": "work", "method": "neighbours", "passes": 6)",
       }) {
    Recorder whole;
    made(read(iterating(stage + "}")), {.observer = &whole, .step_iterations = true});
    ASSERT_GT(whole.hashes.size(), 6U) << stage;  // the hills, then the work
    for (const std::size_t rounds : {1U, 2U, 5U}) {
      const World ended = made(read(iterating(stage + ", \"rounds\": " + std::to_string(rounds) + "}")));
      EXPECT_EQ(ended.surface.layer("height")->hash(), whole.hashes[rounds]) << stage << " " << rounds;
    }
    const World more = made(read(iterating(stage + ", \"rounds\": 1000}")));
    EXPECT_EQ(more.surface.layer("height")->hash(), whole.hashes.back()) << stage;
  }
}

TEST(Make, WindShowsTheGroundWhileItBlows) {
  Recorder seen;
  const World world = made(read(iterating(R"({"stage": "wind_erosion", "id": "work", "iterations": 12, "wavelength": 4000})")),
                           {.observer = &seen, .step_iterations = true});
  ASSERT_EQ(seen.steps.size(), 1 + 12U);
  EXPECT_EQ(seen.steps[1], "work 1/12");
  for (std::size_t i = 1; i < seen.hashes.size(); ++i) EXPECT_NE(seen.hashes[i], seen.hashes[i - 1]) << seen.steps[i];
  EXPECT_EQ(seen.hashes.back(), world.surface.layer("height")->hash());
}

TEST(Make, StepsAreShownOneByOneAlsoThoseFromTheCache) {
  const Recipe recipe = read(recipe_text("torus"));
  Recorder fine;
  made(recipe, {.execution = {.progress = &fine}, .observer = &fine, .step_iterations = true});
  EXPECT_FALSE(fine.falls);
  EXPECT_NEAR(fine.share, 1, 1e-9);
  // 1.5 · 1.5² / 0.8 = 4.2 → 5 passes, 1.5 · 2.5² / 0.8 = 11.7 → 12.
  EXPECT_EQ(fine.steps.size(), 4 + 5 + 12u);
  EXPECT_EQ(fine.steps[2], "first 1/5");
  EXPECT_EQ(fine.steps[6], "first 5/5");

  MemoryStore store;
  Recorder fresh, cached;
  made(recipe, {.cache = &store, .observer = &fresh});
  made(recipe, {.cache = &store, .observer = &cached});
  EXPECT_EQ(fresh.steps.size(), 6u);
  EXPECT_EQ(fresh.hashes, cached.hashes);

  Recorder impatient;
  impatient.stop_after = 2;
  const Result<World> stopped = make_world(recipe, terms(), {.observer = &impatient});
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().code, ErrorCode::cancelled);
  EXPECT_EQ(impatient.steps.size(), 2u);
}

TEST(Make, CancelsAndKeepsToItsMemory) {
  const Recipe recipe = read(recipe_text("torus"));
  CancelToken token;
  token.cancel();
  const Result<World> cancelled = make_world(recipe, terms(), {.execution = {.cancel = &token}});
  ASSERT_FALSE(cancelled);
  EXPECT_EQ(cancelled.error().code, ErrorCode::cancelled);
  const Result<World> narrow = make_world(recipe, terms(), {.memory_limit = 1000});
  ASSERT_FALSE(narrow);
  EXPECT_EQ(narrow.error().path, "/domain");
  // Two layers of numbers and one of classes, and what smoothing holds beside them.
  EXPECT_TRUE(make_world(recipe, terms(), {.memory_limit = 90 * 70 * 9 + working_bytes("smooth", 90 * 70)}));
}

TEST(Make, KeepsOnlyTheLayersThatAreNamed) {
  Recipe recipe = read(recipe_text("torus"));
  const World all = made(recipe);
  recipe.keep = {"height"};
  MemoryStore store;
  for (int i = 0; i < 2; ++i) {
    const World world = made(recipe, {.cache = &store});
    ASSERT_EQ(world.surface.layers().size(), 1u);
    EXPECT_EQ(world.surface.layers()[0]->hash(), all.surface.layer("height")->hash());
  }
}

// ---- a stage of the user's own

struct TiltParams {
  Change<float> layer = "height";
  Field slope = 0.1;
};

Result<void> tilt(const TiltParams& params, StageContext& context) {
  const std::span<float> height = params.layer;
  std::visit(
      [&](const auto& topology) {
        for (Cell c = 0; c < topology.cell_count(); ++c) height[c] += static_cast<float>(params.slope[c] * topology.centre(c).x);
      },
      context.domain());
  return {};
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<TiltParams>() {
  static const ParamInfo list[] = {
      layer_param<&TiltParams::layer>("layer", "What is tilted."),
      field_param<&TiltParams::slope>("slope", -10, 10, "m/m", "How much it rises to the east."),
  };
  return list;
}

namespace {

TEST(Make, AStageOfTheUsersOwnIsAsGoodAsOurs) {
  RecipeTerms mine = all_terms();
  const StageEntry entry = stage_of<tilt>({.id = "tilt", .title = "Tilt", .doc = "Tilts."});
  ASSERT_TRUE(mine.stages.add(entry));
  EXPECT_FALSE(mine.stages.add(entry)) << "its name is taken now";
  for (const std::string& kind : kinds) {
    std::string text = recipe_text(kind);
    text.insert(text.rfind(']'), R"(, {"stage": "tilt", "slope": {"layer": "mask"}})");
    const Result<Recipe> recipe = recipe_from_json(text, mine);
    ASSERT_TRUE(recipe) << recipe.error().to_string();
    const Result<World> world = make_world(*recipe, mine);
    ASSERT_TRUE(world) << world.error().to_string();
    EXPECT_NE(world->surface.layer("height")->hash(), made(read(recipe_text(kind))).surface.layer("height")->hash());
    EXPECT_FALSE(recipe_from_json(text, terms())) << "others do not know it";
  }
}

}  // namespace
}  // namespace craton
