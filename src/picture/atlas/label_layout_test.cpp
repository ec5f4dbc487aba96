#include "picture/atlas/label_layout.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "picture/atlas/paper.h"

namespace craton::atlas {
namespace {

using Where = LabelWish::Where;

/// Numbers that are the same in every run.
class Chances {
 public:
  explicit Chances(std::uint32_t salt) : salt_(salt) {}
  double next(double low, double high) { return low + (high - low) * scattered(++count_, 0, salt_); }

 private:
  std::uint32_t salt_;
  std::int64_t count_ = 0;
};

LabelWish random_wish(Chances& chances, const Rect& map) {
  LabelWish wish;
  const double size = chances.next(8, 40);
  const int letters = static_cast<int>(chances.next(2, 14));
  for (int i = 0; i < letters; ++i) wish.advances.push_back(size * chances.next(0.2, 0.8));
  wish.ascent = 0.7 * size;
  wish.descent = 0.25 * size;
  wish.x_height = 0.45 * size;
  wish.margin = chances.next(0, 4);
  // Some lie outside, and some lines leave the map.
  const auto anywhere = [&] {
    const double x = chances.next(map.left - 60, map.right + 60);
    const double y = chances.next(map.top - 60, map.bottom + 60);
    return Spot{x, y};
  };
  wish.at = anywhere();
  const double kind = chances.next(0, 3);
  wish.where = kind < 1 ? Where::beside : kind < 2 ? Where::over : Where::along;
  wish.symbol = chances.next(0, 8);
  wish.stray = chances.next(0, 60);
  wish.spacing = chances.next(0, 3);
  wish.widest_spacing = chances.next(0, 40);
  wish.off = chances.next(0, 1) < 0.5 ? 0 : chances.next(2, 14);
  wish.overhang = chances.next(0, 0.2);
  if (wish.where == Where::along) {
    Line line{wish.at};
    double angle = chances.next(0, 2 * std::numbers::pi);
    for (int k = 0; k < 30; ++k) {
      angle += chances.next(-0.3, 0.3);
      line.push_back(line.back() + Spot{12 * std::cos(angle), 12 * std::sin(angle)});
    }
    wish.lines.push_back(line);
  }
  return wish;
}

/// A box as corners, checked against another by brute force: any corner or edge inside, found by sampling both.
bool share_places(const OrientedBox& a, const OrientedBox& b) {
  if (distance(a.middle, b.middle) > std::hypot(a.half_width, a.half_height) + std::hypot(b.half_width, b.half_height))
    return false;
  const auto holds = [](const OrientedBox& box, Spot spot) {
    const Spot d = spot - box.middle;
    const double x = d.x * box.cosine + d.y * box.sine, y = -d.x * box.sine + d.y * box.cosine;
    return std::abs(x) < box.half_width - 1e-6 && std::abs(y) < box.half_height - 1e-6;
  };
  constexpr int steps = 24;
  for (int j = 0; j <= steps; ++j)
    for (int i = 0; i <= steps; ++i) {
      const double right = 2.0 * i / steps - 1, down = 2.0 * j / steps - 1;
      if (holds(b, a.at(right, down)) || holds(a, b.at(right, down))) return true;
    }
  return false;
}

TEST(LabelLayout, NoTwoLabelsOverlapAndNoneLeavesTheMap) {
  for (std::uint32_t round = 0; round < 8; ++round) {
    Chances chances(round);
    const Rect map{40, 30, 40 + chances.next(300, 1200), 30 + chances.next(300, 800)};
    LabelLayout layout(map);
    std::vector<LabelPlacement> placed;
    for (int k = 0; k < 120; ++k)
      if (std::optional<LabelPlacement> placement = layout.place(random_wish(chances, map))) placed.push_back(*placement);
    ASSERT_GT(placed.size(), 10U) << "the test must place something";
    for (std::size_t i = 0; i < placed.size(); ++i)
      for (const OrientedBox& box : placed[i].boxes) {
        for (const Spot corner : box.corners()) EXPECT_TRUE(map.grown(1e-6).contains(corner));
        for (std::size_t k = 0; k < i; ++k)
          for (const OrientedBox& other : placed[k].boxes)
            ASSERT_FALSE(share_places(box, other)) << "labels " << i << " and " << k;
      }
  }
}

TEST(LabelLayout, OverlapOfBoxesIsWhatSamplingSays) {
  Chances chances(3);
  int touching = 0;
  for (int k = 0; k < 3000; ++k) {
    const auto box = [&] {
      const double angle = chances.next(0, 7), x = chances.next(0, 60), y = chances.next(0, 60);
      const double wide = chances.next(2, 20), high = chances.next(2, 20);
      return OrientedBox{{x, y}, wide, high, std::cos(angle), std::sin(angle)};
    };
    const OrientedBox a = box(), b = box();
    const bool sampled = share_places(a, b);
    touching += sampled;
    EXPECT_TRUE(!sampled || overlap(a, b));
    // Sampling may miss a corner that only just reaches in.
    OrientedBox smaller = a;
    smaller.half_width *= 0.8;
    smaller.half_height *= 0.8;
    EXPECT_TRUE(sampled || !overlap(smaller, b));
  }
  EXPECT_GT(touching, 300);
  EXPECT_LT(touching, 2700);
}

LabelWish plain_wish(Spot at) {
  LabelWish wish{.where = Where::beside, .advances = {10, 10, 10}, .ascent = 12, .descent = 4, .x_height = 8, .at = at};
  wish.symbol = 4;
  return wish;
}

TEST(LabelLayout, PlacesStandToTheRightOrWhereThereIsRoom) {
  LabelLayout layout({0, 0, 200, 200});
  const std::optional<LabelPlacement> first = layout.place(plain_wish({100, 100}));
  ASSERT_TRUE(first);
  EXPECT_GT(first->letters[0].at.x, 100);
  // No room to the right of a place at the right edge.
  const std::optional<LabelPlacement> second = layout.place(plain_wish({190, 50}));
  ASSERT_TRUE(second);
  EXPECT_LT(second->letters[0].at.x, 190);
  // The same place again: its sign is taken.
  EXPECT_FALSE(layout.place(plain_wish({100, 100})));
}

TEST(LabelLayout, LettersAlongALineAreUprightAndReadToTheRight) {
  for (const bool backwards : {false, true}) {
    LabelLayout layout({0, 0, 500, 300});
    LabelWish wish{.where = Where::along, .advances = std::vector<double>(8, 9), .ascent = 10, .descent = 3, .x_height = 6};
    Line line;
    for (int k = 0; k <= 60; ++k) line.push_back({60.0 + 6 * k, 150 + 40 * std::sin(k / 20.0)});
    if (backwards) std::reverse(line.begin(), line.end());
    wish.lines = {line};
    const std::optional<LabelPlacement> placed = layout.place(wish);
    ASSERT_TRUE(placed);
    for (std::size_t i = 0; i < placed->letters.size(); ++i) {
      EXPECT_GT(placed->letters[i].cosine, 0.5);
      EXPECT_TRUE(i == 0 || placed->letters[i].at.x > placed->letters[i - 1].at.x);
    }
  }
}

TEST(LabelLayout, NoLabelBendsTooSharply) {
  LabelLayout layout({0, 0, 500, 500});
  LabelWish wish{.where = Where::along, .advances = std::vector<double>(20, 10), .ascent = 10, .descent = 3, .x_height = 6};
  wish.lines = {{{100, 300}, {220, 300}, {220, 160}}};  // a right angle in its middle
  EXPECT_FALSE(layout.place(wish));
  wish.advances.resize(8);
  EXPECT_TRUE(layout.place(wish)) << "there is room on one of its arms";
}

TEST(LabelLayout, LessOfANuisanceIsBetterAndTooMuchIsLeftOut) {
  const auto left_half = [](const OrientedBox& box) { return box.middle.x < 100 ? 1.0 : 0.0; };
  LabelLayout layout({0, 0, 200, 200}, left_half);
  LabelWish wish{.where = Where::over, .advances = {8, 8}, .ascent = 8, .descent = 2, .x_height = 6, .at = {95, 100}};
  wish.stray = 30;
  const std::optional<LabelPlacement> placed = layout.place(wish);
  ASSERT_TRUE(placed);
  EXPECT_GE(placed->boxes[0].middle.x, 100);
  wish.at = {40, 40};
  wish.stray = 0;
  wish.tolerance = 0.5;
  EXPECT_FALSE(layout.place(wish));
}

TEST(Geometry, SimplifiedLinesStayWithinTheirTolerance) {
  Line line;
  for (int k = 0; k < 500; ++k) line.push_back({k * 0.5, 20 * std::sin(k / 30.0) + scattered(k, 0, 9)});
  const Line less = simplified(line, 1.5);
  EXPECT_LT(less.size(), line.size() / 4);
  EXPECT_EQ(less.front(), line.front());
  EXPECT_EQ(less.back(), line.back());
  for (const Spot spot : line) {
    double nearest = 1e9;
    for (std::size_t i = 1; i < less.size(); ++i) {
      const Spot way = less[i] - less[i - 1], to = spot - less[i - 1];
      const double t = std::clamp((to.x * way.x + to.y * way.y) / (way.x * way.x + way.y * way.y), 0.0, 1.0);
      nearest = std::min(nearest, distance(spot, less[i - 1] + way * t));
    }
    EXPECT_LE(nearest, 1.5 + 1e-9);
  }
}

/// A name of two words where there is room for one word only.
TEST(LabelLayout, LongNamesBreakIntoTwoLines) {
  LabelWish wish;
  wish.advances.assign(15, 10);
  wish.ascent = 12;
  wish.descent = 4;
  wish.x_height = 8;
  for (const Where where : {Where::over, Where::beside}) {
    LabelLayout narrow({.left = 0, .top = 0, .right = 110, .bottom = 120});
    wish.where = where;
    wish.at = where == Where::over ? Spot{55, 60} : Spot{10, 60};
    wish.second_line = 0;
    EXPECT_FALSE(narrow.place(wish));
    wish.second_line = 8;
    const std::optional<LabelPlacement> placed = narrow.place(wish);
    ASSERT_TRUE(placed);
    ASSERT_EQ(placed->letters.size(), 15U);
    ASSERT_EQ(placed->boxes.size(), 2U);
    EXPECT_FALSE(overlap(placed->boxes[0], placed->boxes[1]) && wish.margin == 0);
    for (std::size_t i = 0; i < 15; ++i) {
      EXPECT_EQ(placed->letters[i].at.y, placed->letters[i < 8 ? 0 : 14].at.y);
      if (i > 0 && i != 8) { EXPECT_GT(placed->letters[i].at.x, placed->letters[i - 1].at.x); }
    }
    EXPECT_GT(placed->letters[8].at.y, placed->letters[0].at.y + 14);
  }
}

}  // namespace
}  // namespace craton::atlas
