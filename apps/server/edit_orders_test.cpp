// Bodies that change worlds, from people nobody knows.
#include "edit_orders.h"

#include <gtest/gtest.h>

#include <cmath>

#include <craton/base/hash.h>

namespace craton::server {
namespace {

constexpr std::string_view brushes =
    R"({"strokes": [{"tool": "stamp", "x": -12.5, "y": 3e3, "radius": 7, "by": 1, "stamp": {"columns": 2, "rows": 1, "values": [0, 1]}},
        {"tool": "flatten", "x": 0, "y": 1, "to": -5, "strength": 0.5, "falloff": 0}, {"tool": "paint", "x": 1, "y": 1, "biome": "ice"}]})";
constexpr std::string_view voxels =
    R"({"voxels": [{"x": -3, "y": 4, "z": 5, "ground": "granite"}, {"x": 3, "y": 4, "z": 0, "ground": null}]})";

/// The text with a few bytes changed, doubled, left out, or its end cut off.
std::string spoilt(std::string_view text, std::uint64_t seed) {
  std::string out(text);
  const auto draw = [&seed](std::size_t below) {
    seed = mix64(seed + 0x9e3779b97f4a7c15U);
    return static_cast<std::size_t>(seed % below);
  };
  const std::size_t changes = 1 + draw(4);
  for (std::size_t i = 0; i < changes && !out.empty(); ++i) {
    constexpr std::string_view letters = "{}[]\",:-.0123456789eE+nul\\ \x01\xff";
    const std::size_t at = draw(out.size()), what = draw(4);
    const char letter = letters[draw(letters.size())];
    if (what == 0) out[at] = letter;
    if (what == 1) out.insert(at, 1, letter);
    if (what == 2) out.erase(at, 1);
    if (what == 3 && i + 1 == changes) out.resize(at);
  }
  return out;
}

TEST(EditOrders, ReadWhatWasMeant) {
  const Result<BrushOrder> order = read_brush_order(brushes);
  ASSERT_TRUE(order) << order.error().to_string();
  ASSERT_EQ(order->strokes.size(), 3u);
  EXPECT_EQ(order->strokes[0].at.x, -12800);
  EXPECT_EQ(order->strokes[0].stamp->values, (std::vector<float>{0, 1}));
  EXPECT_EQ(order->strokes[1].to, -5);
  EXPECT_EQ(order->strokes[2].biome, "ice");
}

TEST(EditOrders, SpoiltBodiesAreRefusedOrStillWithinBounds) {
  const Result<VoxelWorld> world = VoxelWorld::make({}, Seed{7});
  ASSERT_TRUE(world);
  std::size_t refused = 0;
  constexpr std::uint64_t tries = 3000;
  for (std::uint64_t seed = 0; seed < tries; ++seed) {
    const Result<BrushOrder> brush = read_brush_order(spoilt(brushes, seed));
    if (brush) {
      EXPECT_LE(brush->strokes.size(), most_strokes);
      for (const BrushStroke& stroke : brush->strokes)
        EXPECT_TRUE(std::isfinite(stroke.params.radius) && stroke.params.radius > 0 && std::abs(stroke.params.by) <= 1e5);
    } else {
      ++refused;
      EXPECT_FALSE(brush.error().message.empty());
      EXPECT_TRUE(brush.error().path == "body" || brush.error().path.starts_with("/")) << brush.error().path;
    }
    const Result<VoxelOrder> set = read_voxel_order(spoilt(voxels, seed), *world);
    if (!set) continue;
    for (const VoxelEdit& voxel : set->voxels) {
      EXPECT_TRUE(voxel.z >= 0 && voxel.z < world->params().chunk_height);
      EXPECT_LT(voxel.ground, world->table().grounds.size());
    }
  }
  EXPECT_GT(refused, tries / 2);
}

}  // namespace
}  // namespace craton::server
