#include <craton/worlds/terrain_edits.h>

#include <chrono>
#include <cmath>

#include <craton/stages/endless_rivers.h>
#include <craton/worlds/scroll_window.h>
#include <craton/worlds/terrain_stream.h>

#include "worlds/terrain_test.h"

namespace craton {
namespace {

using namespace testing;

constexpr std::int64_t metre = units_per_metre;

/// A world, its edits, and the land as it is with them.
struct Edited {
  std::unique_ptr<EditStore> store = edits_in_memory();
  Terrain terrain;

  explicit Edited(const Recipe& recipe) : terrain(terrain_of(recipe)) {}
  void make(const BrushStroke& stroke) {
    Result<std::shared_ptr<const TerrainEdits>> edits = add_edit(*store, terrain, stroke, {.threads = 1});
    ASSERT_TRUE(edits) << edits.error().to_string();
    terrain = terrain.with_edits(*edits);
  }
  void reload() { terrain = terrain.with_edits(*TerrainEdits::load(*store)); }
  float height(std::int64_t x, std::int64_t y) const {
    const Result<Surface> land = terrain.area({.level = 0, .x = x, .y = y}, {.threads = 1});
    EXPECT_TRUE(land);
    return land->layer("height")->numbers()[0];
  }
};

/// Land with biomes.
Recipe biome_recipe() {
  return stages_on_plane(hills +
                         R"(, {"stage": "noise", "id": "warmth", "layer": "temperature", "unit": "°C", "scale": 15, "offset": 10,
      "noise": {"kind": "perlin", "frequency": 0.001}},
    {"stage": "noise", "id": "rain", "layer": "rain", "unit": "cm", "scale": 100, "offset": 150, "noise": {"kind": "perlin", "frequency": 0.001}},
    {"stage": "biomes", "scheme": "whittaker", "temperature_warmest": "", "temperature_coldest": "", "rain_summer": "", "rain_winter": ""})");
}

BrushStroke stroke(BrushTool tool, double x, double y, double radius, double by = 10) {
  BrushStroke result{.tool = tool, .at = {static_cast<std::int64_t>(x * metre), static_cast<std::int64_t>(y * metre)}};
  result.params.radius = radius;
  result.params.by = by;
  return result;
}

/// One of each, over each other.
void make_all(Edited& world, std::int64_t x, std::int64_t y) {
  const HeightMap bump{.width = 3, .height = 2, .values = {0, 1, 0, 0, 0.5F, 0}};
  const auto fx = static_cast<double>(x), fy = static_cast<double>(y);
  world.make(stroke(BrushTool::raise, fx + 3, fy - 4, 40, 25));
  world.make(stroke(BrushTool::lower, fx - 10, fy + 4.25, 15, 12));
  world.make(stroke(BrushTool::flatten, fx + 20, fy + 20, 18));
  world.make(stroke(BrushTool::smooth, fx - 5, fy - 15, 30));
  BrushStroke stamp = stroke(BrushTool::stamp, fx + 8, fy + 9, 22, 9);
  stamp.stamp = &bump;
  world.make(stamp);
}

TEST(TerrainEdits, BrushesDoWhatTheySay) {
  Edited world(point_recipe());
  const float before = world.height(100, 50), beside = world.height(131, 50);
  world.make(stroke(BrushTool::raise, 100, 50, 30, 10));
  EXPECT_NEAR(world.height(100, 50), before + 10, 1e-4);
  EXPECT_EQ(world.height(131, 50), beside);
  const float half_way = world.height(115, 50);
  world.make(stroke(BrushTool::lower, 100, 50, 30, 10));
  EXPECT_NEAR(world.height(100, 50), before, 1e-4);
  EXPECT_NEAR(half_way - world.height(115, 50), 5, 1e-4);  // a bell: half of it half way
  BrushStroke flat = stroke(BrushTool::flatten, 100, 50, 20);
  flat.params.falloff = 0;
  flat.to = 17.5;
  world.make(flat);
  EXPECT_EQ(world.height(119, 50), 17.5F);
  EXPECT_EQ(world.height(100, 31), 17.5F);
  EXPECT_EQ(world.height(100, 29), terrain_of(point_recipe()).area({.x = 100, .y = 29})->layer("height")->numbers()[0]);
  // Without a height it takes the one in the middle.
  flat.at = {300 * metre, 50 * metre};
  flat.to = {};
  const float middle = world.height(300, 50);
  world.make(flat);
  EXPECT_EQ(world.height(310, 55), middle);
}

/// Mean of the squared second differences.
double roughness(const Terrain& terrain, std::int64_t x, std::int64_t y, std::uint32_t side) {
  const Result<Surface> land = terrain.area({.x = x, .y = y, .width = side, .height = side});
  const std::span<const float> h = land->layer("height")->numbers();
  double sum = 0;
  for (std::uint32_t row = 0; row < side; ++row)
    for (std::uint32_t column = 1; column + 1 < side; ++column) {
      const std::size_t c = std::size_t{row} * side + column;
      const double bend = double{h[c - 1]} - 2 * double{h[c]} + double{h[c + 1]};
      sum += bend * bend;
    }
  return sum / side / side;
}

/// Points of wet rivers in a square, and whether the ground under them is as high as the water or higher.
struct RiversSeen {
  int wet = 0, buried = 0;
};
RiversSeen rivers_seen(const Terrain& terrain, const StageSpec& stage, std::int64_t x, std::int64_t y, std::uint32_t side) {
  const Point2 low{x * metre, y * metre}, high{(x + side - 1) * metre, (y + side - 1) * metre};
  const Result<std::vector<EndlessRiver>> rivers = endless_rivers_in(stage, Seed{terrain.recipe().seed}, low, high, 5);
  const Result<Surface> land = terrain.area({.level = 0, .x = x, .y = y, .width = side, .height = side});
  RiversSeen seen;
  if (!rivers || !land) return seen;
  for (const EndlessRiver& river : *rivers)
    for (const EndlessRiverPoint& point : river.points) {
      if (point.place.x < low.x || point.place.y < low.y || point.place.x > high.x || point.place.y > high.y) continue;
      if (!(point.width >= 1.2) || !(point.level > 0)) continue;
      const auto cell = std::get<PlaneTile>(land->domain()).nearest(point.place);
      ++seen.wet;
      seen.buried += double{land->layer("height")->numbers()[*cell]} >= point.level;
    }
  return seen;
}

// Edits move no water: they leave rivers in their beds, and banks as high as they were.
TEST(TerrainEdits, RiversKeepTheirBedsAndBanks) {
  Recipe recipe = recipe_file("river-land");
  recipe.seed = 99;
  const StageSpec rivers = recipe.stages[0];
  const std::int64_t x = 7000, y = 8500;
  constexpr std::uint32_t side = 512;
  Edited world(recipe);
  const RiversSeen before = rivers_seen(world.terrain, rivers, x, y, side);
  ASSERT_GT(before.wet, 50);
  const Result<Surface> plain = world.terrain.area({.level = 0, .x = x, .y = y, .width = side, .height = side});
  ASSERT_TRUE(plain);
  world.make(stroke(BrushTool::raise, x + 256, y + 256, 400, 30));
  EXPECT_LE(rivers_seen(world.terrain, rivers, x, y, side).buried, before.buried);
  world.make(stroke(BrushTool::lower, x + 150, y + 300, 300, 45));
  EXPECT_LE(rivers_seen(world.terrain, rivers, x, y, side).buried, before.buried);
  const Result<Surface> edited = world.terrain.area({.level = 0, .x = x, .y = y, .width = side, .height = side});
  ASSERT_TRUE(edited);
  const std::span<const float> was = plain->layer("height")->numbers(), is = edited->layer("height")->numbers(),
                               bank = plain->layer("river_distance")->numbers(), wide = plain->layer("river")->numbers();
  std::size_t moved_banks = 0, moved_land = 0;
  float steepest = 0;
  for (std::size_t i = 0; i < was.size(); ++i) {
    if (wide[i] > 0 && bank[i] <= 1.5F) moved_banks += was[i] != is[i];
    moved_land += std::abs(was[i] - is[i]) > 5;
    if (i % side != 0) steepest = std::max(steepest, std::abs((is[i] - was[i]) - (is[i - 1] - was[i - 1])));
  }
  EXPECT_EQ(moved_banks, 0U);
  EXPECT_GT(moved_land, was.size() / 4);
  EXPECT_LT(steepest, 2.5F);  // metres a metre: no wall along the river
}

TEST(TerrainEdits, SmoothTakesSmallFeaturesAway) {
  Edited world(point_recipe());
  const double before = roughness(world.terrain, 190, 190, 20), height = world.height(200, 200);
  BrushStroke smooth = stroke(BrushTool::smooth, 200, 200, 40);
  smooth.params.falloff = 0.3;
  smooth.params.smoothness = 12;
  world.make(smooth);
  EXPECT_LT(roughness(world.terrain, 190, 190, 20), 0.1 * before);
  EXPECT_NEAR(world.height(200, 200), height, 6);  // and keeps the rest
  smooth.params.smoothness = 0.01;
  EXPECT_EQ(make_edit(world.terrain, smooth).error().path, "smoothness");
}

TEST(TerrainEdits, PaintChangesBiomesAlone) {
  Edited world(biome_recipe());
  const auto area = [&] { return world.terrain.area({.x = 0, .y = 0, .width = 41, .height = 41}); };
  const Result<Surface> before = area();
  BrushStroke paint = stroke(BrushTool::paint, 20, 20, 10);
  paint.params.falloff = 0;
  paint.biome = "tundra";
  world.make(paint);
  const Result<Surface> after = area();
  const Layer& biomes = *after->layer("biome");
  for (Cell cell = 0; cell < 41 * 41; ++cell) {
    const double x = cell % 41 - 20.0, y = cell / 41 - 20.0;
    if (x * x + y * y < 100) {
      EXPECT_EQ(biomes.info().categories[biomes.categories()[cell]], "tundra");
    } else {
      EXPECT_EQ(biomes.categories()[cell], before->layer("biome")->categories()[cell]);
    }
  }
  EXPECT_EQ(after->layer("height")->hash(), before->layer("height")->hash());
  paint.biome = "tunrda";
  const Result<TerrainEdit> bad = make_edit(world.terrain, paint);
  ASSERT_FALSE(bad);
  EXPECT_TRUE(bad.error().to_string().starts_with("biome: no biome is called \"tunrda\" (did you mean \"tundra\"?); there are "))
      << bad.error().to_string();
}

/// How many samples of two tiles that lie at the same place differ.
std::size_t differences(const Surface& a, const Surface& b, std::size_t& common) {
  const auto &first = std::get<PlaneTile>(a.domain()), &second = std::get<PlaneTile>(b.domain());
  std::size_t different = 0;
  for (Cell c = 0; c < second.cell_count(); ++c) {
    const std::optional<Cell> same = first.nearest(second.position(c));
    if (!same || first.position(*same).x != second.position(c).x || first.position(*same).y != second.position(c).y) continue;
    ++common;
    different += a.layer("height")->numbers()[*same] != b.layer("height")->numbers()[c] ? 1 : 0;
  }
  return different;
}

/// Land whose ground is known too.
Recipe ground_recipe() {
  Recipe recipe = biome_recipe();
  const Recipe ground = stages_on_plane(R"({"stage": "ground", "temperature_warmest": ""})");
  recipe.stages.push_back(ground.stages[0]);
  return recipe;
}

TEST(TerrainEdits, GroundFollowsTheLand) {
  Edited world(ground_recipe());
  EXPECT_EQ(world.terrain.edit_reach(0), 1u);
  const TerrainArea window{.x = -40, .y = -40, .width = 81, .height = 81};
  const auto at = [&](const Surface& land, std::string_view layer, std::int64_t x, std::int64_t y) {
    return land.layer(layer)->numbers()[static_cast<std::size_t>((y + 40) * 81 + x + 40)];
  };
  // A plain above the beaches, and a cliff around a hill on it.
  BrushStroke plain = stroke(BrushTool::flatten, 0, 0, 36);
  plain.to = 50;
  plain.params.falloff = 0.1;
  world.make(plain);
  const Result<Surface> before = world.terrain.area(window);
  ASSERT_TRUE(before);
  EXPECT_LT(at(*before, "rock", 12, 0), 0.1F);
  EXPECT_GT(at(*before, "soil", 12, 0), 0.3F);
  BrushStroke hill = stroke(BrushTool::raise, 0, 0, 14, 60);
  hill.params.falloff = 0.3;
  world.make(hill);
  const Result<Surface> after = world.terrain.area(window);
  EXPECT_GT(at(*after, "rock", 12, 0), 0.9F);
  // Beside the brush no further than the ground looks, and nowhere else.
  for (std::int64_t y = -40; y <= 40; ++y)
    for (std::int64_t x = -40; x <= 40; ++x)
      if (x * x + y * y > 17 * 17) { ASSERT_EQ(at(*after, "rock", x, y), at(*before, "rock", x, y)) << x << "," << y; }
  // Lowered below the sea it is a sandy shelf.
  world.make(stroke(BrushTool::lower, 0, 0, 30, 150));
  EXPECT_LT(world.height(0, 0), 0);
  EXPECT_EQ(at(*world.terrain.area(window), "soil", 0, 0), 0);
}

TEST(TerrainEdits, GroundOfEditsFitsNeighboursAndWindows) {
  Edited world(ground_recipe());
  Result<ScrollWindow> window = ScrollWindow::make(world.terrain, {.width = 60, .height = 50, .band = 8});
  ASSERT_TRUE(window->move_to(-30, -25));
  world.make(stroke(BrushTool::raise, 1, -2, 12, 40));
  world.make(stroke(BrushTool::lower, 33, 0, 7, 20));
  ASSERT_TRUE(window->set_edits(world.terrain.edits()));
  const std::pair<std::int64_t, std::int64_t> places[] = {{-30, -25}, {-10, -20}, {40, 3}, {8, -31}};
  for (const std::pair<std::int64_t, std::int64_t>& place : places) {
    const std::int64_t x = place.first, y = place.second;
    ASSERT_TRUE(window->move_to(x, y));
    const Result<Surface> land = world.terrain.area({.x = x, .y = y, .width = 60, .height = 50});
    for (const auto& layer : land->layers())
      for (std::int64_t j = 0; j < 50; ++j)
        for (std::int64_t i = 0; i < 60; ++i)
          ASSERT_EQ(window->layer(layer->name())->value(window->slot(x + i, y + j)),
                    layer->value(static_cast<std::size_t>(j * 60 + i)))
              << layer->name() << " " << x + i << "," << y + j;
  }
  // Tiles of 32 cells share their borders, across brushes too.
  const TerrainTile west = tile_of(world.terrain, {0, 0, -1}), east = tile_of(world.terrain, {0, 1, -1});
  for (const auto& layer : west.surface.layers())
    for (std::uint32_t row = 0; row < 33; ++row)
      ASSERT_EQ(layer->value(west.place().cell(32, row)), east.surface.layer(layer->name())->value(east.place().cell(0, row)));
}

TEST(TerrainEdits, NeighboursAgreeBitForBitNearAndFar) {
  for (const Recipe& recipe : {point_recipe(), far_recipe()})
    for (const std::int64_t base : {std::int64_t{0}, std::int64_t{1} << 40, -(std::int64_t{1} << 40)}) {
      Edited world(recipe);
      make_all(world, base, -base);  // at the corner of four tiles
      const std::int64_t x = base / 32, y = -base / 32;
      const TerrainTile here = tile_of(world.terrain, {0, x, y});
      for (const TileId& other : {TileId{0, x - 1, y}, TileId{0, x, y - 1}, TileId{0, x - 1, y - 1}}) {
        std::size_t common = 0;
        EXPECT_EQ(differences(here.surface, tile_of(world.terrain, other).surface, common), 0u);
        EXPECT_GE(common, 4u);
      }
      EXPECT_NE(hash_of(here.surface), hash_of(tile_of(terrain_of(recipe), {0, x, y}).surface));
    }
}

TEST(TerrainEdits, CoarseLevelsAreSamplesOfFineOnes) {
  Edited world(point_recipe());
  make_all(world, 0, 0);
  for (const std::uint32_t level : {1u, 3u}) {
    std::size_t common = 0;
    const Result<Surface> fine = world.terrain.area({.x = -64, .y = -64, .width = 129, .height = 129});
    const Result<Surface> coarse = world.terrain.area({.level = level, .x = -8, .y = -8, .width = 17, .height = 17});
    EXPECT_EQ(differences(*fine, *coarse, common), 0u);
    EXPECT_EQ(common, 289u);
  }
}

TEST(TerrainEdits, UndoAndRedoGiveBackTheSameBits) {
  Edited world(near_recipe());
  const auto hash = [&] { return hash_of(tile_of(world.terrain, {0, 0, 0}).surface); };
  std::vector<std::uint64_t> hashes{hash()};
  for (const BrushTool tool : {BrushTool::raise, BrushTool::smooth, BrushTool::lower, BrushTool::flatten}) {
    world.make(stroke(tool, 10, 12, 25, 7));
    hashes.push_back(hash());
  }
  for (std::size_t i = 4; i-- > 0;) {
    ASSERT_TRUE(world.store->undo());
    world.reload();
    EXPECT_EQ(hash(), hashes[i]);
  }
  for (std::size_t i = 1; i < 5; ++i) {
    ASSERT_TRUE(world.store->redo());
    world.reload();
    EXPECT_EQ(hash(), hashes[i]);
  }
}

TEST(TerrainEdits, BytesRoundTripAndStrangeOnesAreRefused) {
  Edited world(point_recipe());
  make_all(world, 0, 0);
  for (const TerrainEdits::Numbered& each : world.terrain.edits()->all()) {
    EditPiece piece = piece_of(each.edit);
    const Result<TerrainEdit> back = edit_from_piece(piece);
    ASSERT_TRUE(back) << back.error().to_string();
    EXPECT_EQ(*back, each.edit);
    EXPECT_FALSE(text_of(*back).empty());
    for (const std::size_t size : {piece.bytes.size() - 1, piece.bytes.size() / 2, std::size_t{0}}) {
      EditPiece cut = piece;
      cut.bytes.resize(size);
      EXPECT_FALSE(edit_from_piece(cut));
    }
    piece.bytes[1] = std::byte{99};  // no such tool
    EXPECT_FALSE(edit_from_piece(piece));
  }
  // Small brushes lie in small squares.
  TerrainEdit edit{.at = {-metre, 300 * metre}, .radius = 100};
  EXPECT_EQ(piece_of(edit).key, (EditKey{"terrain", 0, -1, 1, 0}));
  edit.radius = 500;
  EXPECT_EQ(piece_of(edit).key, (EditKey{"terrain", 2, -1, 0, 0}));
}

TEST(TerrainEdits, BadStrokesAreErrorsWithTheirParameter) {
  const Terrain terrain = terrain_of(point_recipe());
  const auto path = [&](const BrushStroke& bad) { return make_edit(terrain, bad).error().path; };
  EXPECT_EQ(path(stroke(BrushTool::raise, 0, 0, -1)), "radius");
  EXPECT_EQ(path(stroke(BrushTool::raise, 0, 0, 10, 1e9)), "by");
  BrushStroke bad = stroke(BrushTool::flatten, 0, 0, 10);
  bad.to = std::nan("");
  EXPECT_EQ(path(bad), "to");
  EXPECT_EQ(path(stroke(BrushTool::stamp, 0, 0, 10)), "stamp");
  EXPECT_EQ(path(stroke(BrushTool::paint, 0, 0, 10)), "tool");  // there are no biomes
}

TEST(TerrainEdits, WindowsRecomputeWhatIsTouched) {
  Edited world(near_recipe());
  Result<ScrollWindow> window = ScrollWindow::make(world.terrain, {.width = 100, .height = 80});
  ASSERT_TRUE(window->move_to(-50, -40));
  const std::uint64_t computed = window->computed();
  world.make(stroke(BrushTool::raise, 0, 0, 12));
  ASSERT_TRUE(window->set_edits(world.terrain.edits()));
  EXPECT_LE(window->computed() - computed, 26u * 26u);
  const Result<Surface> land = world.terrain.area({.x = -50, .y = -40, .width = 100, .height = 80});
  for (std::int64_t y = 0; y < 80; ++y)
    for (std::int64_t x = 0; x < 100; ++x)
      ASSERT_EQ(window->layer("height")->numbers()[window->slot(x - 50, y - 40)],
                land->layer("height")->numbers()[static_cast<std::size_t>(y * 100 + x)]);
}

TEST(TerrainEdits, StreamsMakeTouchedTilesAgain) {
  Edited world(point_recipe());
  TerrainStream stream(world.terrain, {.threads = 2});
  stream.set_camera(0, {.place = {0, 0}, .distance = 100});
  ASSERT_TRUE(stream.wait(std::chrono::minutes(2)));
  (void)stream.poll();
  const std::uint64_t made = stream.state().made;
  world.make(stroke(BrushTool::raise, 40, 40, 5));
  stream.set_edits(world.terrain.edits());
  ASSERT_TRUE(stream.wait(std::chrono::minutes(2)));
  std::size_t again = 0;
  for (const StreamEvent& event : stream.poll()) {
    ASSERT_EQ(event.kind, StreamEvent::Kind::ready);  // what was shown stays until the new one is there
    EXPECT_EQ(hash_of(event.tile->surface), hash_of(tile_of(world.terrain, event.id).surface));
    ++again;
  }
  EXPECT_GE(again, 1u);
  EXPECT_LE(again, 4u);
  EXPECT_EQ(stream.state().made, made + again);
  for (const StreamTile& each : stream.tiles(0))
    EXPECT_EQ(hash_of(each.tile->surface), hash_of(tile_of(world.terrain, each.id).surface));
  // Back to the land as it was.
  stream.set_edits(nullptr);
  ASSERT_TRUE(stream.wait(std::chrono::minutes(2)));
  const Terrain bare = terrain_of(point_recipe());
  for (const StreamTile& each : stream.tiles(0)) EXPECT_EQ(hash_of(each.tile->surface), hash_of(tile_of(bare, each.id).surface));
}

}  // namespace
}  // namespace craton
