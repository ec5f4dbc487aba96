#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <thread>

#include <craton/base/hash.h>

#include "base/fp_mode.h"
#include "stages/stage_test.h"
#include "stages/water/drainage/endless_land.h"
#include "stages/water/drainage/streams.h"

namespace craton {
namespace {

using namespace drainage;

constexpr std::int64_t far_away = (std::int64_t{1} << 40) * units_per_metre;
constexpr const char* layers[] = {"height",     "river",  "river_distance", "river_level",
                                  "lake_depth", "rugged", "rain",           "temperature"};

bool full() { return std::getenv("CRATON_FULL") != nullptr; }

StageSpec endless_land() { return {.stage = "endless_land", .id = "land"}; }

std::shared_ptr<const Drainage> drainage_of(std::uint64_t seed) {
  Result<std::shared_ptr<const Drainage>> made = make_drainage({}, Seed{seed}, "/stages/0");
  EXPECT_TRUE(made);
  return *made;
}

/// One for most tests: what one of them found serves the others.
const std::shared_ptr<const Drainage>& usual() {
  static const std::shared_ptr<const Drainage> drainage = drainage_of(3);
  return drainage;
}

/// Somewhere near the origin, or near places 2⁴⁰ m from it; always the same few, so that what was found there serves again.
Point2 somewhere(std::size_t i) {
  const std::int64_t away = i % 3 == 0 ? 0 : i % 3 == 1 ? far_away : -far_away;
  const auto beside = [&](std::uint64_t salt) { return static_cast<std::int64_t>(mix64(i + salt) % 200'000) * units_per_metre; };
  return {away + beside(1000), -away / 2 + beside(2000)};
}

Surface made(Point2 low, std::int64_t step, std::int64_t width, std::int64_t height, unsigned threads = 1, std::uint64_t seed = 1,
             double warmth = 0) {
  DomainSpec where{.kind = "plane"};
  where.params.set("x", metres(low.x));
  where.params.set("y", metres(low.y));
  where.params.set("width", width);
  where.params.set("height", height);
  where.params.set("step", metres(step));
  Result<Domain> domain = make_domain(where, Seed{5}, 0, "/domain");
  EXPECT_TRUE(domain);
  Surface surface(*std::move(domain));
  StageSpec spec = endless_land();
  spec.params.set("warmth", warmth);
  spec.params.set("lake_depth", std::string("lake_depth"));
  StageContext context(Seed{seed}.child(spec.id), "/stages/0");
  context.execution.threads = threads;
  const Result<void> ran = endless_land_stage().run(surface, spec, context);
  EXPECT_TRUE(ran) << (ran ? "" : ran.error().message);
  return surface;
}

std::size_t differences(const Surface& a, const Surface& b) {
  const auto &first = std::get<PlaneTile>(a.domain()), &second = std::get<PlaneTile>(b.domain());
  std::size_t different = 0, common = 0;
  for (Cell cell = 0; cell < first.cell_count(); ++cell) {
    const Point2 place = first.position(cell);
    const std::optional<Cell> same = second.nearest(place);
    if (!same || second.position(*same).x != place.x || second.position(*same).y != place.y) continue;
    ++common;
    for (const char* name : layers) different += a.layer(name)->numbers()[cell] != b.layer(name)->numbers()[*same] ? 1 : 0;
  }
  EXPECT_GT(common, 0u);
  return different;
}

TEST(Drainage, OverlappingWindowsAreEqualBitForBit) {
  std::size_t i = 0;
  for (const std::int64_t metres_a_step : {1, 4, 16, 60, 256, 1024})
    for (std::size_t k = 0; k < (full() ? 12 : 2); ++k, ++i) {
      const std::int64_t step = metres_a_step * units_per_metre;
      const Point2 place = somewhere(i % 3);
      const Point2 low{floor_div(place.x, step) * step, floor_div(place.y, step) * step};
      const Surface whole = made(low, step, 96, 80);
      const auto shift = [&](std::uint64_t salt, std::uint64_t range) {
        return static_cast<std::int64_t>(mix64(i + salt) % range) * step;
      };
      const Point2 other{low.x + shift(1, 60) - 10 * step, low.y + shift(2, 50) - 10 * step};
      EXPECT_EQ(differences(made(other, step, 50, 40, 3), whole), 0u) << metres_a_step << " " << k;
    }
}

/// Nothing depends on what was asked before: any window of nodes by a drainage that knows nothing yet, and by one that does.
TEST(Drainage, NodesAreTheSameWhateverWasAskedBefore) {
  const FloatingPointMode ieee;
  for (std::size_t i = 0; i < (full() ? 24 : 3); ++i) {
    const Point2 place = somewhere(i % 3);
    const int level = static_cast<int>(mix64(i + 3) % (finest_level + 1));
    const std::int64_t units = usual()->lattice().units(level);
    const Rect rect{floor_div(place.x, units), floor_div(place.y, units), 30, 24};
    const Rect shifted{rect.x - 9 + static_cast<std::int64_t>(i % 5), rect.y + 7, 25, 31};
    const Level a = usual()->window(level, rect), b = drainage_of(3)->window(level, shifted);
    std::size_t common = 0;
    for (std::int64_t y = rect.y; y < rect.y + rect.height; ++y)
      for (std::int64_t x = rect.x; x < rect.x + rect.width; ++x) {
        if (!shifted.holds(x, y)) continue;
        ++common;
        const Node &p = a.node(x, y), &q = b.node(x, y);
        EXPECT_TRUE(p.x == q.x && p.y == q.y && p.way == q.way && p.birth == q.birth && p.sea == q.sea && p.vary == q.vary &&
                    p.z == q.z && p.area == q.area && p.flow == q.flow)
            << level << " " << x << " " << y;
      }
    EXPECT_GT(common, 100u);
  }
}

/// Calls f(level, rect) for windows at all levels and places.
template <class F>
void for_windows(const Drainage& drainage, const F& f) {
  const FloatingPointMode ieee;
  for (std::size_t i = 0; i < (full() ? 9 : 2); ++i)
    for (int level = 0; level <= finest_level; ++level) {
      const Point2 place = somewhere(i);
      const std::int64_t units = usual()->lattice().units(level);
      const Rect rect{floor_div(place.x, units) - 20, floor_div(place.y, units) - 20, 48, 48};
      f(drainage.window(level, rect.grown(1)), rect);
    }
}

TEST(Drainage, EveryNodeOfLandHasALowerReceiver) {
  std::size_t nodes = 0, bottoms = 0;
  for (std::uint64_t seed = 3; seed < (full() ? 8U : 4U); ++seed)
    for_windows(seed == 3 ? *usual() : *drainage_of(seed), [&](const Level& level, const Rect& rect) {
      for (std::int64_t y = rect.y; y < rect.y + rect.height; ++y)
        for (std::int64_t x = rect.x; x < rect.x + rect.width; ++x) {
          const Node& node = level.node(x, y);
          if (node.sea) continue;
          ++nodes;
          if (node.way == sink) {
            ++bottoms;
            continue;
          }
          ASSERT_TRUE(node.flows()) << level.level;
          const Node& to = level.node(x + way_x[node.way], y + way_y[node.way]);
          if (to.sea) continue;
          ASSERT_LT(to.z, node.z) << level.level << " " << x << " " << y;
        }
    });
  EXPECT_GT(nodes, 10'000u);
  EXPECT_LT(static_cast<double>(bottoms), 0.002 * static_cast<double>(nodes));
}

TEST(Drainage, NoTwoStreamsCrossAtACorner) {
  for_windows(*usual(), [&](const Level& level, const Rect& rect) {
    const auto goes = [&](std::int64_t x, std::int64_t y, int way) {
      const Node& node = level.node(x, y);
      return !node.sea && node.way == way;
    };
    for (std::int64_t y = rect.y; y < rect.y + rect.height; ++y)
      for (std::int64_t x = rect.x; x < rect.x + rect.width; ++x) {
        const bool one = goes(x, y, 1) || goes(x + 1, y + 1, 5), other = goes(x + 1, y, 3) || goes(x, y + 1, 7);
        EXPECT_FALSE(one && other) << level.level << " " << x << " " << y;
      }
  });
}

/// Streams as they are drawn: where three or more links of the drainage meet, the lesser ones join one after another.
TEST(Drainage, NoPointSeesMoreThanTwoStreamsJoin) {
  std::size_t joins = 0, many = 0;
  for_windows(*usual(), [&](const Level& level, const Rect& rect) {
    const Level around = usual()->window(level.level, rect.grown(cells_around_streams));
    const Streams streams = streams_in(*usual(), around, rect, usual()->lattice().units(level.level) / 8);
    std::map<std::pair<std::int64_t, std::int64_t>, int> ends;
    for (std::int64_t y = rect.y; y < rect.y + rect.height; ++y)
      for (std::int64_t x = rect.x; x < rect.x + rect.width; ++x) {
        const std::size_t cell = rect.index(x, y), end = streams.first[cell + 1];
        if (streams.first[cell] == end) continue;
        const Node& node = level.node(x, y);
        const Node& to = level.node(x + way_x[node.way], y + way_y[node.way]);
        if (to.sea || !to.flows()) continue;
        const int count = ++ends[{streams.pieces[end - 1].to.x, streams.pieces[end - 1].to.y}];
        ASSERT_LE(count, 2) << level.level << " " << x << " " << y;
        ++joins;
        int donors = 0;
        for (int way = 0; way < 8; ++way) {
          const Node& other = around.node(x + way_x[node.way] - way_x[way], y + way_y[node.way] - way_y[way]);
          donors += !other.sea && other.way == way ? 1 : 0;
        }
        many += donors > 2 ? 1 : 0;
      }
  });
  EXPECT_GT(joins, 5000u);
  EXPECT_GT(many, 100u);  // else nothing was tested
}

/// Each piece goes on where the last one ended, falls, and lies near its nodes.
TEST(Drainage, CoursesAreWholeAndFall) {
  for_windows(*usual(), [&](const Level& level, const Rect& rect) {
    const Level around = usual()->window(level.level, rect.grown(cells_around_streams));
    const Streams streams = streams_in(*usual(), around, rect, usual()->lattice().units(level.level) / 32);
    const std::int64_t units = usual()->lattice().units(level.level);
    for (std::int64_t y = rect.y; y < rect.y + rect.height; ++y)
      for (std::int64_t x = rect.x; x < rect.x + rect.width; ++x) {
        const std::size_t cell = rect.index(x, y);
        if (streams.first[cell] == streams.first[cell + 1]) continue;
        const Node& node = level.node(x, y);
        Point2 at{x * units + node.x, y * units + node.y};
        usual()->country().bend({&at, 1});
        const Point2 start = at;
        double z = node.z;
        for (std::size_t i = streams.first[cell]; i < streams.first[cell + 1]; ++i) {
          const Stream& piece = streams.pieces[i];
          ASSERT_TRUE(piece.from.x == at.x && piece.from.y == at.y) << level.level;
          ASSERT_TRUE(piece.from_z <= z && piece.to_z < piece.from_z) << level.level;
          // No farther than samples look for streams.
          ASSERT_LE(std::abs(piece.to.x - start.x), 4.2 * static_cast<double>(units)) << level.level;
          ASSERT_LE(std::abs(piece.to.y - start.y), 4.2 * static_cast<double>(units)) << level.level;
          at = piece.to;
          z = piece.to_z;
        }
      }
  });
}

/// How much longer courses are than straight lines between places some links apart: rivers wander on plains and keep to gorges.
TEST(Drainage, RiversWanderOnPlainsAlone) {
  constexpr int links = 30;
  double plains = 0, gorges = 0, plain_count = 0, gorge_count = 0;
  for (std::size_t i = 0; i < (full() ? 20 : 6); ++i) {
    const Point2 place = somewhere(i);
    const std::int64_t units = usual()->lattice().units(finest_level);
    const Rect rect{floor_div(place.x, units), floor_div(place.y, units), 150, 150};
    const Level level = usual()->window(finest_level, rect.grown(cells_around_streams));
    const Streams streams = streams_in(*usual(), level, rect, 4 * units_per_metre);
    for (std::int64_t start_y = rect.y; start_y < rect.y + rect.height; ++start_y)
      for (std::int64_t start_x = rect.x; start_x < rect.x + rect.width; ++start_x) {
        if (level.node(start_x, start_y).flow < 0.01) continue;
        std::int64_t x = start_x, y = start_y;
        double length = 0, fall = 0;
        Point2 from{}, to{};
        int count = 0;
        for (; count < links && rect.holds(x, y) && level.node(x, y).flows() && !level.node(x, y).sea; ++count) {
          const std::size_t cell = rect.index(x, y);
          for (std::size_t k = streams.first[cell]; k < streams.first[cell + 1]; ++k) {
            const Stream& piece = streams.pieces[k];
            if (length == 0) from = piece.from;
            length += piece.length;
            fall += piece.from_z - piece.to_z;
            to = piece.to;
          }
          const int way = level.node(x, y).way;
          x += way_x[way];
          y += way_y[way];
        }
        if (count < links) continue;
        const double across = metres(to.x - from.x), down = metres(to.y - from.y);
        const double wander = length / std::sqrt(across * across + down * down);
        if (fall < 0.002 * length) plains += wander, ++plain_count;
        if (fall > 0.02 * length) gorges += wander, ++gorge_count;
      }
  }
  ASSERT_GT(plain_count, 20);
  ASSERT_GT(gorge_count, 20);
  EXPECT_GT(plains / plain_count, 1.2);
  EXPECT_LT(plains / plain_count, 2.2);
  EXPECT_LT(gorges / gorge_count, 1.12);
}

/// Nowhere do bends fold the plane or draw it out more than they say.
TEST(Drainage, BendsAreGentle) {
  double least = 2, most = 0;
  for (std::size_t i = 0; i < (full() ? 1'000'000 : 50'000); ++i) {
    const auto place = [&](std::uint64_t salt) {
      return static_cast<std::int64_t>(mix64(i + salt) % 3'000'000) * units_per_metre;
    };
    constexpr std::int64_t step = 50 * units_per_metre;
    const Point2 from{place(1'000'000) - (i % 2 == 0 ? 0 : far_away), place(2'000'000)};
    std::array<Point2, 3> bent{from, {from.x + step, from.y}, {from.x, from.y + step}};
    usual()->country().bend(bent);
    const auto part = [&](std::int64_t to, std::int64_t start) { return static_cast<double>(to - start) / step; };
    const double a = part(bent[1].x, bent[0].x), b = part(bent[2].x, bent[0].x), c = part(bent[1].y, bent[0].y),
                 d = part(bent[2].y, bent[0].y);
    const double squares = a * a + b * b + c * c + d * d, area = a * d - b * c;
    const double stretch = std::sqrt(0.5 * (squares + std::sqrt(std::max(squares * squares - 4 * area * area, 0.0))));
    most = std::max(most, stretch);
    least = std::min(least, area / stretch);
  }
  EXPECT_GT(least, 1 - Country::most_bend);
  EXPECT_LT(most, 1 + Country::most_bend);
  EXPECT_LT(least, 0.7);  // else nothing is bent
}

/// Lakes lie level, above their beds, and hold: where a lake ends, the ground is no lower than its water, but for where it
/// flows out.
TEST(Drainage, LakesLieLevelWithinTheirShores) {
  std::size_t wet = 0, shores = 0, low = 0, steps = 0;
  for (std::size_t i = 0; i < (full() ? 40 : 8); ++i) {
    const std::int64_t step = (i % 2 == 0 ? 32 : 256) * units_per_metre, n = 200;
    const Point2 place = somewhere(3 * i);
    const Surface surface = made({floor_div(place.x, step) * step, floor_div(place.y, step) * step}, step, n, n, 2, 1, -6);
    const auto height = surface.layer("height")->numbers(), depth = surface.layer("lake_depth")->numbers(),
               river = surface.layer("river_level")->numbers(), bank = surface.layer("river_distance")->numbers();
    for (std::int64_t y = 1; y + 1 < n; ++y)
      for (std::int64_t x = 1; x + 1 < n; ++x) {
        const auto here = static_cast<std::size_t>(y * n + x);
        if (!(depth[here] > 0)) continue;
        ++wet;
        const float level = height[here] + depth[here];
        EXPECT_LT(bank[here], 0);
        EXPECT_NEAR(river[here], level, 0.001F + 1e-6F * level);
        for (int way = 0; way < 8; way += 2) {
          const auto beside = static_cast<std::size_t>((y + way_y[way]) * n + x + way_x[way]);
          if (depth[beside] > 0) {
            ++steps;
            EXPECT_NEAR(height[beside] + depth[beside], level, 0.01F + 1e-6F * level);
            continue;
          }
          ++shores;
          low += height[beside] < level - 0.5F && bank[beside] > 0 ? 1 : 0;
        }
      }
  }
  EXPECT_GT(wet, 200u);
  EXPECT_GT(steps, 200u);
  EXPECT_LT(static_cast<double>(low), 0.2 * static_cast<double>(shores));
}

/// What a level decided stands at the next one: each node goes on in one of its four children, with its level and its water.
TEST(Drainage, ChildrenKeepWhatTheirParentsAre) {
  const std::shared_ptr<const Drainage> drainage = usual();
  for_windows(*drainage, [&](const Level& level, const Rect& rect) {
    if (level.level == finest_level) return;
    const Level next = drainage->window(level.level + 1, {rect.x * 2, rect.y * 2, 2 * rect.width, 2 * rect.height});
    for (std::int64_t y = rect.y; y < rect.y + rect.height; ++y)
      for (std::int64_t x = rect.x; x < rect.x + rect.width; ++x) {
        const Node& node = level.node(x, y);
        int heirs = 0;
        for (int c = 0; c < 4; ++c) {
          const Node& child = next.node(2 * x + (c & 1), 2 * y + (c >> 1));
          heirs += !child.born && child.sea == node.sea && child.z == node.z && (node.sea || child.flow >= node.flow) ? 1 : 0;
        }
        EXPECT_GE(heirs, 1) << level.level << " " << x << " " << y;
      }
  });
}

/// Follows water from node to node over any windows.
class Follower {
 public:
  Follower(std::shared_ptr<const Drainage> drainage, int level) : drainage_(std::move(drainage)), level_(level) {}

  /// Steps to the sea or to a basin's bottom; −1 where water would rise.
  int steps_down(std::int64_t x, std::int64_t y) {
    for (int steps = 0; steps < 100'000; ++steps) {
      const Node node = at(x, y);
      if (node.sea || node.way == sink) return steps;
      if (!node.flows()) return -1;
      x += way_x[node.way];
      y += way_y[node.way];
      const Node& to = at(x, y);
      if (!to.sea && to.z >= node.z) return -1;
    }
    return -1;
  }

 private:
  static constexpr std::int64_t side = 64;
  const Node& at(std::int64_t x, std::int64_t y) {
    const std::pair<std::int64_t, std::int64_t> key{floor_div(x, side), floor_div(y, side)};
    auto found = windows_.find(key);
    if (found == windows_.end())
      found = windows_.emplace(key, drainage_->window(level_, {key.first * side, key.second * side, side, side})).first;
    return found->second.node(x, y);
  }

  std::shared_ptr<const Drainage> drainage_;
  int level_;
  std::map<std::pair<std::int64_t, std::int64_t>, Level> windows_;
};

TEST(Drainage, DropsReachTheSeaOverTheBordersOfWindows) {
  const std::shared_ptr<const Drainage> drainage = usual();
  const FloatingPointMode ieee;
  int longest = 0;
  for (const int level : full() ? std::vector<int>{2, 4, 6, 8} : std::vector<int>{3, 6}) {
    Follower follower(drainage, level);
    const std::int64_t units = usual()->lattice().units(level);
    for (std::size_t i = 0; i < (full() ? 2500 : 300); ++i) {
      const Point2 place{static_cast<std::int64_t>(mix64(i) % 400'000) * units_per_metre,
                         static_cast<std::int64_t>(mix64(i + 77) % 400'000) * units_per_metre};
      const int steps = follower.steps_down(floor_div(place.x, units), floor_div(place.y, units));
      ASSERT_GE(steps, 0) << level << " " << i;
      longest = std::max(longest, steps);
    }
  }
  EXPECT_GT(longest, 50);
}

/// The share of samples on land that lie lower than all eight around them.
TEST(Drainage, TheGroundHasHardlyAnyPits) {
  for (const std::int64_t metres_a_step : {4, 64, 1024}) {
    std::size_t land = 0, pits = 0;
    for (std::size_t i = 0; i < (full() ? 12 : 2); ++i) {
      const std::int64_t step = metres_a_step * units_per_metre, n = 160;
      const Point2 place = somewhere(3 * i);
      const Surface surface = made({floor_div(place.x, step) * step, floor_div(place.y, step) * step}, step, n, n);
      const std::span<const float> height = surface.layer("height")->numbers();
      for (std::int64_t y = 1; y + 1 < n; ++y)
        for (std::int64_t x = 1; x + 1 < n; ++x) {
          const float here = height[static_cast<std::size_t>(y * n + x)];
          if (here <= 0) continue;
          ++land;
          bool lowest = true;
          for (int way = 0; way < 8; ++way)
            lowest = lowest && here < height[static_cast<std::size_t>((y + way_y[way]) * n + x + way_x[way])];
          pits += lowest ? 1 : 0;
        }
    }
    EXPECT_GT(land, 1000u) << metres_a_step;
    EXPECT_LT(static_cast<double>(pits), 0.01 * static_cast<double>(land)) << metres_a_step;
  }
}

TEST(Drainage, OtherDomainsAreRefused) {
  Surface torus = testing::small_surface("torus");
  const Result<void> refused = testing::run_stage(torus, endless_land());
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("planes alone"), std::string::npos);
}

}  // namespace
}  // namespace craton
