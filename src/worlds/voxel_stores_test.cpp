// Stores of chunks: whatever the order, the store and the number of threads, chunks are those of the world, and memory is
// bounded.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include <craton/worlds/voxel_stream.h>
#include <craton/worlds/voxel_window.h>

namespace craton {
namespace {

using namespace std::chrono_literals;

VoxelWorld small_world() { return *VoxelWorld::make({.overhangs = VoxelOverhangs::noise, .caves = 0.5}, Seed{7}); }

void expect_as_in_world(const VoxelWindow& window, const VoxelWorld& world, int apron) {
  for (int y = -window.radius(); y <= window.radius(); ++y)
    for (int x = -window.radius(); x <= window.radius(); ++x) {
      const ChunkPlace place{window.centre().x + x, window.centre().y + y};
      ASSERT_NE(window.at(place), nullptr);
      EXPECT_TRUE(*window.at(place) == *world.chunk(place, apron)) << place.x << ", " << place.y;
    }
}

TEST(VoxelWindow, HoldsTheChunksOfTheWorldWithAnyNumberOfThreads) {
  const VoxelWorld world = small_world();
  VoxelWindow one(world, 2, 1), eight(world, 2, 1);
  for (const ChunkPlace place : {ChunkPlace{0, 0}, {1, 0}, {1, -1}, {-40, 17}, {-39, 18}, {-40, 17}}) {
    ASSERT_TRUE(one.move_to(place, {.threads = 1}));
    ASSERT_TRUE(eight.move_to(place, {.threads = 8}));
    expect_as_in_world(one, world, 1);
    expect_as_in_world(eight, world, 1);
  }
}

TEST(VoxelWindow, MakesOnlyWhatComesIntoView) {
  VoxelWindow window(small_world(), 7);
  ASSERT_TRUE(window.move_to({-3, 5}));
  EXPECT_EQ(window.changed().size(), 225U);
  ASSERT_TRUE(window.move_to({-2, 5}));
  EXPECT_EQ(window.changed().size(), 15U);
  ASSERT_TRUE(window.move_to({-1, 6}));
  EXPECT_EQ(window.changed().size(), 29U);
  for (const ChunkPlace place : window.changed()) EXPECT_TRUE(place.x == 6 || place.y == 13);
  EXPECT_EQ(window.at({-9, 6}), nullptr);
  EXPECT_EQ(window.chunks(), 225U);
  ASSERT_TRUE(window.move_to({-1, 6}));
  EXPECT_TRUE(window.changed().empty());
  window.forget({0, 0});
  EXPECT_EQ(window.at({0, 0}), nullptr);
  ASSERT_TRUE(window.move_to({-1, 6}));
  EXPECT_EQ(window.changed().size(), 1U);
}

TEST(VoxelWindow, KeepsItsSizeHoweverFarOneWalks) {
  VoxelWindow window(small_world(), 3);
  std::size_t most = 0;
  for (std::int64_t step = 0; step < 60; ++step) {
    ASSERT_TRUE(window.move_to({step * 3, -step * 7}));
    EXPECT_EQ(window.chunks(), 49U);
    most = std::max(most, window.bytes());
  }
  EXPECT_LT(most, 49U * 20000U);
}

TEST(VoxelWindow, SaysWhereTheWorldEnds) {
  VoxelWindow window(small_world(), 1);
  const Result<void> moved = window.move_to({std::int64_t{1} << 60, 0});
  ASSERT_FALSE(moved);
  EXPECT_EQ(moved.error().path, "chunk");
  EXPECT_EQ(window.at({std::int64_t{1} << 60, 0}), nullptr);
  EXPECT_FALSE(window.move_to({std::numeric_limits<std::int64_t>::max(), 0}));
  EXPECT_TRUE(window.move_to({0, 0}));
}

TEST(VoxelStream, MakesWhatManyCamerasSeeWithAnyNumberOfThreads) {
  const VoxelWorld world = small_world();
  for (const unsigned threads : {1U, 8U}) {
    VoxelStream stream(world, {.threads = threads, .apron = 0});
    stream.set_camera(1, {.place = {0, 0}, .radius = 2});
    stream.set_camera(2, {.place = {3, 0}, .radius = 2});
    stream.set_camera(9, {.place = {-500, 900}, .radius = 1});
    ASSERT_TRUE(stream.wait(60s));
    const VoxelStreamState state = stream.state();
    EXPECT_EQ(state.wanted, 25U + 15U + 9U);
    EXPECT_EQ(state.ready, state.wanted);
    std::size_t ready = 0;
    for (const VoxelEvent& event : stream.poll()) {
      ASSERT_EQ(event.kind, VoxelEvent::Kind::ready);
      EXPECT_TRUE(*event.chunk == *world.chunk(event.place));
      ++ready;
    }
    EXPECT_EQ(ready, state.wanted);
    EXPECT_TRUE(stream.poll().empty());
  }
}

TEST(VoxelStream, TellsWhatIsGoneAndKeepsItForAWhile) {
  VoxelStream stream(small_world(), {.threads = 2});
  stream.set_camera(0, {.place = {0, 0}, .radius = 1});
  ASSERT_TRUE(stream.wait(60s));
  EXPECT_EQ(stream.poll().size(), 9U);
  stream.set_camera(0, {.place = {1, 0}, .radius = 1});
  ASSERT_TRUE(stream.wait(60s));
  std::multiset<VoxelEvent::Kind> kinds;
  for (const VoxelEvent& event : stream.poll()) kinds.insert(event.kind);
  EXPECT_EQ(kinds.count(VoxelEvent::Kind::ready), 3U);
  EXPECT_EQ(kinds.count(VoxelEvent::Kind::gone), 3U);
  stream.set_camera(0, {.place = {0, 0}, .radius = 1});
  ASSERT_TRUE(stream.wait(60s));
  EXPECT_EQ(stream.state().made, 12U);
  EXPECT_EQ(stream.state().kept, 12U);
  stream.remove_camera(0);
  EXPECT_EQ(stream.state().wanted, 0U);
}

TEST(VoxelStream, NeverKeepsMoreThanItMay) {
  const VoxelWorld world = small_world();
  const std::uint64_t each = world.chunk({0, 0})->bytes();
  VoxelStream stream(world, {.threads = 3, .bytes = 20 * each, .apron = 0});
  for (std::int64_t step = 0; step < 12; ++step) {
    stream.set_camera(0, {.place = {step, step}, .radius = 3});
    ASSERT_TRUE(stream.wait(60s));
    const VoxelStreamState state = stream.state();
    EXPECT_LE(state.bytes, 20 * each);
    EXPECT_GT(state.left_out, 10U);
    // What is near is there.
    EXPECT_NE(stream.chunk({step, step}), nullptr);
  }
}

TEST(VoxelStream, MakesChunksAnewAndSaysWhatFails) {
  VoxelStream stream(small_world(), {.threads = 1});
  stream.set_camera(0, {.place = {0, 0}, .radius = 0});
  ASSERT_TRUE(stream.wait(60s));
  const std::shared_ptr<const VoxelChunk> before = stream.chunk({0, 0});
  stream.renew({0, 0});
  ASSERT_TRUE(stream.wait(60s));
  EXPECT_NE(stream.chunk({0, 0}), before);
  EXPECT_TRUE(*stream.chunk({0, 0}) == *before);
  (void)stream.poll();
  stream.set_camera(0, {.place = {std::int64_t{1} << 60, 0}, .radius = 0});
  ASSERT_TRUE(stream.wait(60s));
  bool failed = false;
  for (const VoxelEvent& event : stream.poll()) failed |= event.kind == VoxelEvent::Kind::failed && event.error.path == "chunk";
  EXPECT_TRUE(failed);
}

TEST(VoxelStream, TheRadiusFollowsTheMachine) {
  FollowingRadius radius(2, 6);
  EXPECT_EQ(radius.value(), 6);
  for (const int expected : {5, 4, 3, 2, 2}) {
    radius.step(true);
    EXPECT_EQ(radius.value(), expected);
  }
  for (const int expected : {2, 3, 3, 4}) {
    radius.step(false);
    EXPECT_EQ(radius.value(), expected);
  }
  radius.step(false);
  radius.step(true);  // one whole step alone lets it grow no more
  EXPECT_EQ(radius.value(), 3);
  radius.step(false);
  EXPECT_EQ(radius.value(), 3);

  // Who walks faster than any machine sees as little as he allows; who waits sees all again. Others keep their radius.
  VoxelStream stream(*VoxelWorld::make({.overhangs = VoxelOverhangs::noise, .caves = 0.6}, Seed{7}), {.threads = 1, .apron = 2});
  std::int64_t x = 0;
  for (; x < 12; ++x) {
    stream.set_camera(0, {.place = {x, 0}, .radius = 7, .least_radius = 3});
    stream.set_camera(1, {.place = {x, 400}, .radius = 2});
  }
  EXPECT_EQ(stream.radius(0), 3);
  EXPECT_EQ(stream.radius(1), 2);
  EXPECT_EQ(stream.radius(9), -1);
  stream.remove_camera(1);
  for (; x < 22; ++x) {
    stream.set_camera(0, {.place = {x, 0}, .radius = 7, .least_radius = 3});
    ASSERT_TRUE(stream.wait(std::chrono::minutes(2)));
  }
  EXPECT_EQ(stream.radius(0), 7);
  EXPECT_EQ(stream.state().wanted, 15U * 15);
  stream.set_camera(0, {.place = {x + 1000, 0}, .radius = 7, .least_radius = 3});  // a jump
  EXPECT_EQ(stream.radius(0), 7);
}

}  // namespace
}  // namespace craton
