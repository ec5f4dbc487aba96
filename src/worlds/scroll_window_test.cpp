#include <craton/worlds/scroll_window.h>

#include <chrono>
#include <thread>

#include <craton/base/hash.h>

#include "worlds/terrain_test.h"

namespace craton {
namespace {

using namespace testing;

ScrollWindow window_of(const Recipe& recipe, const WindowOptions& options) {
  Result<ScrollWindow> window = ScrollWindow::make(terrain_of(recipe), options);
  EXPECT_TRUE(window) << window.error().to_string();
  return *std::move(window);
}

/// How many samples in view are not those that the terrain gives directly.
std::size_t wrong_samples(const ScrollWindow& window, const Terrain& terrain) {
  const WindowOptions& options = window.options();
  const Result<Surface> direct = terrain.area({options.level, window.x(), window.y(), options.width, options.height});
  EXPECT_TRUE(direct);
  std::size_t wrong = 0;
  EXPECT_EQ(window.layers().size(), direct->layers().size());
  for (const auto& layer : direct->layers())
    for (std::uint32_t y = 0; y < options.height; ++y)
      for (std::uint32_t x = 0; x < options.width; ++x)
        wrong += window.layer(layer->name())->value(window.slot(window.x() + x, window.y() + y)) !=
                 layer->value(y * options.width + x);
  return wrong;
}

TEST(ScrollWindow, ScrollsByAnyStepToWhatTilesHold) {
  for (const Recipe& recipe : {point_recipe(), near_recipe()})
    for (const std::uint32_t band : {0u, 1u, 7u}) {
      const Terrain terrain = terrain_of(recipe);
      ScrollWindow window = window_of(recipe, {.level = 1, .width = 70, .height = 45, .band = band});
      EXPECT_TRUE(window.empty());
      std::int64_t x = -20, y = 9;
      for (const auto& [right, down] : {std::pair{0, 0},
                                        {1, 0},
                                        {0, 1},
                                        {-1, -1},
                                        {13, -22},
                                        {-40, 5},
                                        {69, 0},
                                        {0, -44},
                                        {3, 200},
                                        {5000, 0},
                                        {-1, 2},
                                        {-90, -90}}) {
        ASSERT_TRUE(window.move_to(x += right, y += down));
        ASSERT_EQ(wrong_samples(window, terrain), 0u) << right << "," << down << " band " << band;
      }
    }
}

/// What is kept beside the view is right after any turn, with bands narrower and wider than stencils look.
TEST(ScrollWindow, TurnsAndWandersAsItLikes) {
  const Recipe stencils = stages_on_plane(hills + R"(, {"stage": "perturb", "distance": 5, "frequency": 0.03},
    {"stage": "thermal", "iterations": 2, "talus": 0.5, "reference_step": 1},
    {"stage": "inverse_thermal", "iterations": 1, "talus": 0.6, "reference_step": 1})");
  const Terrain terrain = terrain_of(stencils);
  for (const std::uint32_t band : {1u, 5u, 40u}) {
    ScrollWindow window = window_of(stencils, {.width = 47, .height = 31, .band = band});
    std::int64_t x = -300, y = 200;
    const std::uint64_t bytes = window.move_to(x, y) ? window.bytes() : 0;
    for (std::uint64_t i = 0; i < 120; ++i) {
      const std::uint64_t lot = mix64(i * 3 + band);
      const auto step = static_cast<std::int64_t>(lot % (i % 7 == 0 ? 40 : 9));
      const auto towards = [&](int bit) { return static_cast<std::int64_t>((lot >> bit) % 3) - 1; };
      ASSERT_TRUE(
          window.move_to(x += step * towards(20), y += step * towards(30), {.threads = 1 + static_cast<unsigned>(i % 3)}));
      ASSERT_EQ(wrong_samples(window, terrain), 0u) << "move " << i << ", band " << band;
    }
    EXPECT_EQ(window.bytes(), bytes);
  }
}

TEST(ScrollWindow, FarIsLikeNear) {
  const Terrain terrain = terrain_of(near_recipe());
  ScrollWindow window = window_of(near_recipe(), {.width = 40, .height = 30});
  const std::int64_t far_away = std::int64_t{1} << 40;
  for (const std::int64_t base : {far_away, -far_away, far_away + 17}) {
    ASSERT_TRUE(window.move_to(base, -base));
    ASSERT_TRUE(window.move_to(base + 3, -base - 2));
    EXPECT_EQ(wrong_samples(window, terrain), 0u);
  }
  EXPECT_FALSE(window.move_to(std::int64_t{1} << 60, 0));
  EXPECT_TRUE(window.empty());
  ASSERT_TRUE(window.move_to(5, 5));
  EXPECT_EQ(wrong_samples(window, terrain), 0u);
}

/// Threads share strips, each stage with what the one before left around them.
TEST(ScrollWindow, TheNumberOfThreadsPlaysNoPart) {
  for (const Recipe& recipe : {near_recipe(), far_recipe()}) {
    const Terrain terrain = terrain_of(recipe);
    Result<ScrollWindow> window = ScrollWindow::make(terrain, {.width = 300, .height = 70, .band = 20});
    ASSERT_TRUE(window);
    unsigned threads = 0;
    for (const std::int64_t step : {0, 7, 31, -64}) {
      ASSERT_TRUE(window->move_to(100 + step, 50 - 2 * step, {.threads = threads++}));
      EXPECT_EQ(wrong_samples(*window, terrain), 0u) << step;
    }
  }
}

TEST(ScrollWindow, BlocksServeItToo) {
  const Terrain terrain = terrain_of(far_recipe());
  Result<ScrollWindow> window = ScrollWindow::make(terrain, {.width = 50, .height = 50});
  ASSERT_TRUE(window);
  for (const std::int64_t x : {100, 130, 190}) ASSERT_TRUE(window->move_to(x, 100));
  EXPECT_EQ(wrong_samples(*window, terrain), 0u);
}

TEST(ScrollWindow, ComputesOnlyWhatComesIntoView) {
  ScrollWindow window = window_of(near_recipe(), {.width = 200, .height = 100, .band = 8});
  ASSERT_TRUE(window.move_to(0, 0));
  const std::uint64_t all = window.computed(), bytes = window.bytes();
  EXPECT_GE(all, std::uint64_t{200} * 100);
  EXPECT_LE(all, std::uint64_t{208} * 108);
  ASSERT_TRUE(window.move_to(0, 0));
  EXPECT_TRUE(window.changed().empty());
  EXPECT_EQ(window.computed(), all);
  // A hundred rows: as many bands as they are, over the whole width.
  for (std::int64_t y = 1; y <= 104; ++y) ASSERT_TRUE(window.move_to(0, y));
  EXPECT_LE(window.computed() - all, std::uint64_t{104} * window.columns());
  EXPECT_GE(window.computed() - all, std::uint64_t{80} * window.columns());
  // Back and forth over the border of a band costs one strip at most.
  const std::uint64_t before = window.computed();
  for (int i = 0; i < 20; ++i) ASSERT_TRUE(window.move_to(i % 2, 104 - i % 2));
  EXPECT_LE(window.computed() - before, std::uint64_t{8} * (window.columns() + window.rows()));
  EXPECT_EQ(window.bytes(), bytes);
}

TEST(ScrollWindow, TellsWhichSlotsChanged) {
  ScrollWindow window = window_of(point_recipe(), {.width = 60, .height = 40, .band = 4});
  std::vector<float> copy;
  std::int64_t x = 0, y = 0;
  for (int move = 0; move < 40; ++move) {
    x += static_cast<std::int64_t>(mix64(move) % 41) - 20;
    y += static_cast<std::int64_t>(mix64(move + 99) % 31) - 15;
    ASSERT_TRUE(window.move_to(x, y));
    const std::span<const float> now = window.layer("height")->numbers();
    copy.resize(now.size());
    for (const ScrollWindow::Slots& part : window.changed())
      for (std::uint32_t row = part.row; row < part.row + part.rows; ++row)
        for (std::uint32_t column = part.column; column < part.column + part.columns; ++column) {
          const std::size_t slot = std::size_t{row} * window.columns() + column;
          copy.at(slot) = now[slot];
        }
    ASSERT_TRUE(std::equal(copy.begin(), copy.end(), now.begin())) << move;
  }
}

TEST(ScrollWindow, IsEmptyAfterItWasStoppedAndThenWhole) {
  const Terrain terrain = terrain_of(near_recipe());
  ScrollWindow window = window_of(near_recipe(), {.width = 64, .height = 64});
  ASSERT_TRUE(window.move_to(0, 0));
  CancelToken cancel;
  cancel.cancel();
  const Result<void> stopped = window.move_to(300, 0, {.threads = 1, .cancel = &cancel});
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().code, ErrorCode::cancelled);
  EXPECT_TRUE(window.empty());
  ASSERT_TRUE(window.move_to(301, 1));
  EXPECT_EQ(wrong_samples(window, terrain), 0u);
}

/// Stopped in the middle of its work, by another thread, again and again: nobody waits for a piece that nobody makes.
TEST(ScrollWindow, StopsAtAnyTimeWithManyThreads) {
  ScrollWindow window = window_of(near_recipe(), {.width = 600, .height = 600});
  int stopped = 0;
  for (int i = 0; i < 30; ++i) {
    CancelToken cancel;
    std::thread stopper([&] {
      std::this_thread::sleep_for(std::chrono::microseconds(150 * i));
      cancel.cancel();
    });
    stopped += window.move_to(5000 * i, 0, {.threads = 4, .cancel = &cancel}) ? 0 : 1;
    stopper.join();
  }
  EXPECT_GT(stopped, 0);
  ASSERT_TRUE(window.move_to(7, 7));
  EXPECT_EQ(wrong_samples(window, terrain_of(near_recipe())), 0u);
}

TEST(ScrollWindow, RefusesBadOptions) {
  const Terrain terrain = terrain_of(near_recipe());
  EXPECT_EQ(ScrollWindow::make(terrain, {.level = 4}).error().to_string(), "level: found 4, allowed 0 … 3");
  EXPECT_EQ(ScrollWindow::make(terrain, {.width = 0}).error().to_string(), "width: found 0, allowed 1 … 16384");
  EXPECT_EQ(ScrollWindow::make(terrain, {.band = 1025}).error().to_string(), "band: found 1025, allowed 0 … 1024");
}

}  // namespace
}  // namespace craton
