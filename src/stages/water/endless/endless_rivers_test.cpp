// The network: every way leads down to a lake or the sea, no two cross, and the lattice does not show.
#include <craton/stages/endless_rivers.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <set>

#include <craton/base/hash.h>

#include "stages/all_stages.h"
#include "stages/noise_on.h"
#include "stages/stage_test.h"
#include "stages/water/endless/endless_plan.h"

namespace craton {
namespace {

using namespace endless;

bool full() { return std::getenv("CRATON_FULL") != nullptr; }

/// Land like that of recipes/river-land.json.
StageSpec river_land(bool settled = true) {
  NoiseSpec land{.kind = "curve", .inputs = {{"source", rough_noise(70'000, 3)}}};
  land.params.set("points", std::vector<double>{-1,  -380, -0.5, -170, -0.2, -45, -0.08, 0,   0, 22,
                                                0.1, 95,   0.2,  215,  0.35, 430, 0.6,   850, 1, 1500});
  StageSpec spec{.stage = "endless_rivers", .id = "rivers"};
  spec.params.set("scale", 1.0);
  spec.params.set("settled", settled);
  spec.noises = {{"relief", land}, {"ruggedness", rough_noise(25'000, 1)}};
  return spec;
}

Plan plan_of(const StageSpec& spec, std::uint64_t seed) {
  Result<Plan> plan = make_plan(plain_params<Params>(spec), Seed{seed}, "/stages/0");
  EXPECT_TRUE(plan) << plan.error().to_string();
  return *std::move(plan);
}

/// Squares near the origin, at random places, and up to ±2^51 m away.
Box window(std::size_t i, double metres) {
  const std::int64_t farthest = std::int64_t{1} << (i % 3 == 0 ? 30 : i % 3 == 1 ? 50 : 61);
  const auto place = [&](std::uint64_t salt) {
    return static_cast<std::int64_t>(mix64(2 * i + salt + 1) % (2 * static_cast<std::uint64_t>(farthest))) - farthest;
  };
  const Point2 low{place(0), place(1)};
  const auto side = static_cast<std::int64_t>(metres * units_per_metre);
  return {low, {low.x + side, low.y + side}};
}

std::map<std::uint64_t, RiverPiece> by_key(const std::vector<RiverPiece>& pieces) {
  std::map<std::uint64_t, RiverPiece> found;
  for (const RiverPiece& piece : pieces) found[piece.key] = piece;
  return found;
}

/// Of all pieces, each once: two that share a key would be one to the total order.
TEST(EndlessRivers, EveryWindowFindsTheSameRivers) {
  for (std::size_t i = 0; i < (full() ? 40 : 4); ++i) {
    const Plan plan = plan_of(river_land(i % 4 != 3), 7);
    const Box small = window(i, 700);
    const auto alone = by_key(rivers_in(plan.land, plan.seed, small));
    const std::vector<RiverPiece> all =
        rivers_in(plan.land, plan.seed, small.grown(std::int64_t{3000 + 777 * static_cast<int>(i)} * 1024));
    const auto around = by_key(all);
    EXPECT_EQ(around.size(), all.size());
    EXPECT_GT(alone.size(), 5u);
    for (const auto& [key, piece] : alone) {
      const auto same = around.find(key);
      ASSERT_NE(same, around.end());
      EXPECT_EQ(piece.to.x, same->second.to.x);
      EXPECT_EQ(piece.to.y, same->second.to.y);
      EXPECT_EQ(piece.level_to, same->second.level_to);
      EXPECT_EQ(piece.slope, same->second.slope);
      EXPECT_EQ(piece.parent, same->second.parent);
    }
  }
}

struct Less {
  bool operator()(const Point2& a, const Point2& b) const { return a.x != b.x ? a.x < b.x : a.y < b.y; }
};

/// Follows trunks from where they are known to a lake or to the sea.
class Follower {
 public:
  Follower(const Plan& plan, Point2 middle) : plan_(plan) { look_around(middle); }

  /// How many pieces it takes from a place where a trunk's piece begins; −1 where the way does not end well.
  int steps_down(Point2 from, double level) {
    for (int steps = 0; steps < 2000; ++steps) {
      if (!inside(from)) look_around(from);
      const auto found = next_.find(from);
      if (found == next_.end()) return -1;
      const RiverPiece& piece = found->second;
      const double start = piece.level_at(0);
      EXPECT_LE(start, level + 1e-6);
      if (piece.is_lake() || start < 0) return steps;
      EXPECT_LT(piece.level_to, start);
      level = piece.level_to;
      from = piece.to;
    }
    return -1;
  }

 private:
  void look_around(Point2 middle) {
    box_ = Box{middle, middle}.grown(std::int64_t{40'000} * units_per_metre);
    next_.clear();
    for (const RiverPiece& piece : trunks_in(plan_.land, plan_.seed, box_.grown(std::int64_t{20'000} * units_per_metre)))
      next_[piece.from] = piece;
  }
  bool inside(Point2 place) const {
    return place.x >= box_.low.x && place.x <= box_.high.x && place.y >= box_.low.y && place.y <= box_.high.y;
  }

  const Plan& plan_;
  Box box_{};
  std::map<Point2, RiverPiece, Less> next_;
};

TEST(EndlessRivers, AllWaysLeadDownToALakeOrTheSea) {
  const std::size_t wanted = full() ? 10'000 : 1'500;
  std::size_t followed = 0;
  int longest = 0;
  for (std::size_t i = 0; followed < wanted; ++i) {
    const Plan plan = plan_of(river_land(), 7 + i);
    const Box box = window(i, 3000);
    Follower follower(plan, box.low);
    const auto pieces = by_key(rivers_in(plan.land, plan.seed, box.grown(std::int64_t{20'000} * units_per_metre)));
    for (const auto& [key, first] : pieces) {
      const bool near =
          first.from.x >= box.low.x && first.from.x <= box.high.x && first.from.y >= box.low.y && first.from.y <= box.high.y;
      if (!near || first.is_lake() || first.level_to < 0) continue;
      RiverPiece piece = first;
      for (int order = piece.order; order > 0;) {  // down the tributaries, each to one of a lower order
        EXPECT_LT(piece.level_to, piece.level_at(0));
        const auto parent = pieces.find(piece.parent);
        ASSERT_NE(parent, pieces.end());
        EXPECT_LT(parent->second.order, order);
        const double t = std::hypot(metres(piece.to.x - parent->second.from.x), metres(piece.to.y - parent->second.from.y)) /
                         parent->second.length;
        EXPECT_NEAR(piece.level_to, parent->second.level_at(t), 1e-2);
        order = parent->second.order;
        piece = parent->second;
      }
      const int steps = follower.steps_down(piece.from, piece.level_at(0));
      EXPECT_GE(steps, 0);
      longest = std::max(longest, steps);
      ++followed;
    }
  }
  EXPECT_GT(longest, 20);
}

/// Whether two pieces cross by more than half a centimetre on either side.
bool cross(const RiverPiece& p, const RiverPiece& q) {
  struct Line {
    double x, y, along_x, along_y, length;
  };
  const auto line = [&](const RiverPiece& piece) {
    return Line{metres(piece.from.x - p.from.x), metres(piece.from.y - p.from.y), metres(piece.to.x - piece.from.x),
                metres(piece.to.y - piece.from.y), piece.length};
  };
  const Line a = line(p), b = line(q);
  const auto parts = [](const Line& l, const Line& other) {
    const auto side = [&](double x, double y) { return (l.along_x * (y - l.y) - l.along_y * (x - l.x)) / l.length; };
    const double from = side(other.x, other.y), to = side(other.x + other.along_x, other.y + other.along_y);
    return (from > 0.005 && to < -0.005) || (from < -0.005 && to > 0.005);
  };
  return parts(a, b) && parts(b, a);
}

std::size_t crossings(const std::vector<RiverPiece>& pieces) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < pieces.size(); ++i)
    for (std::size_t j = i + 1; j < pieces.size(); ++j) {
      const RiverPiece &p = pieces[i], &q = pieces[j];
      if (p.is_lake() || q.is_lake() || std::min(p.from.x, p.to.x) > std::max(q.from.x, q.to.x) ||
          std::min(q.from.x, q.to.x) > std::max(p.from.x, p.to.x) || std::min(p.from.y, p.to.y) > std::max(q.from.y, q.to.y) ||
          std::min(q.from.y, q.to.y) > std::max(p.from.y, p.to.y))
        continue;
      count += cross(p, q) ? 1 : 0;
    }
  return count;
}

TEST(EndlessRivers, NoTwoRiversCross) {
  for (std::size_t i = 0; i < (full() ? 60 : 6); ++i) {
    const Plan plan = plan_of(river_land(i % 3 != 2), 100 + i);
    EXPECT_EQ(crossings(rivers_in(plan.land, plan.seed, window(i, 9000))), 0u) << i;
    EXPECT_EQ(crossings(trunks_in(plan.land, plan.seed, window(i, full() ? 400'000 : 200'000))), 0u) << i;
  }
}

TEST(EndlessRivers, TributariesEndOnTheirRivers) {
  const Plan plan = plan_of(river_land(), 3);
  const auto pieces = by_key(rivers_in(plan.land, plan.seed, window(1, 6000)));
  std::size_t joined = 0;
  for (const auto& [key, piece] : pieces) {
    const auto parent = pieces.find(piece.parent);
    if (parent == pieces.end()) continue;
    const RiverPiece& river = parent->second;
    const double x = metres(piece.to.x - river.from.x), y = metres(piece.to.y - river.from.y);
    const double ax = metres(river.to.x - river.from.x), ay = metres(river.to.y - river.from.y);
    const double t = std::clamp((x * ax + y * ay) / (river.length * river.length), 0.0, 1.0);
    EXPECT_LT(std::hypot(x - t * ax, y - t * ay), 0.002);
    ++joined;
  }
  EXPECT_GT(joined, 200u);
}

/// Lengths by direction: none of the lattice's own sticks out. Places far apart, since each has a slope of its own.
TEST(EndlessRivers, TheLatticeDoesNotShow) {
  constexpr std::size_t bins = 8;
  std::array<double, bins> lengths{};
  double all = 0;
  for (std::size_t i = 0; i < (full() ? 200 : 40); ++i) {
    const Plan plan = plan_of(river_land(), 500 + i);
    for (const RiverPiece& piece : rivers_in(plan.land, plan.seed, window(i, 4000))) {
      if (piece.is_lake()) continue;
      double turn = std::atan2(metres(piece.to.y - piece.from.y), metres(piece.to.x - piece.from.x)) / 3.14159265358979;
      turn += turn < 0 ? 1 : 0;  // 0 … 1: half a turn; bins lie around 0°, 22.5°, …
      lengths[static_cast<std::size_t>(turn * bins + 0.5) % bins] += piece.length;
      all += piece.length;
    }
  }
  const double axes = (lengths[0] + lengths[4]) / all, diagonals = (lengths[2] + lengths[6]) / all;
  EXPECT_NEAR(axes, 0.25, full() ? 0.02 : 0.035);
  EXPECT_NEAR(diagonals, 0.25, full() ? 0.02 : 0.035);
  for (const double length : lengths) EXPECT_NEAR(length / all, 0.125, full() ? 0.02 : 0.035);
}

/// The plane of the network is the world's, bent: nowhere does it fold.
TEST(EndlessRivers, BendsNeverFold) {
  for (const double bends : {0.12, 0.13}) {
    StageSpec spec = river_land();
    spec.params.set("bends", bends);
    const Plan plan = plan_of(spec, 11);
    double least = 1;
    for (std::size_t i = 0; i < (full() ? 400'000 : 40'000); ++i) {
      const Point2 p = window(i, 1).low;
      constexpr std::int64_t step = 4 * units_per_metre;
      const auto change = [&](const Noise& noise, std::int64_t dx, std::int64_t dy) {
        return static_cast<double>(plan.bend * (noise.at(Point2{p.x + dx, p.y + dy}) - noise.at(p))) / 4;
      };
      const double xx = 1 + change(plan.bend_x, step, 0), xy = change(plan.bend_x, 0, step);
      const double yx = change(plan.bend_y, step, 0), yy = 1 + change(plan.bend_y, 0, step);
      least = std::min(least, xx * yy - xy * yx);
    }
    EXPECT_GT(least, bends < 0.125 ? 0.05 : 0.0) << bends;
  }
}

TEST(EndlessRivers, LinesLieOnTheWaterOfTheLayers) {
  const StageSpec spec = river_land();
  std::size_t seen = 0;
  for (int i = 0; seen < 30 && i < 40; ++i) {
    DomainSpec where{.kind = "plane"};
    where.params.set("x", 9000.0 * i);
    where.params.set("width", std::int64_t{300});
    where.params.set("height", std::int64_t{300});
    where.params.set("step", 8.0);
    Result<Domain> domain = make_domain(where, Seed{5}, 0, "/domain");
    ASSERT_TRUE(domain);
    Surface surface(*std::move(domain));
    StageContext context(Seed{7}.child(spec.id), "/stages/0");
    ASSERT_TRUE(endless_rivers_stage().run(surface, spec, context));
    const auto& tile = std::get<PlaneTile>(surface.domain());
    const Result<std::vector<EndlessRiver>> rivers =
        endless_rivers_in(spec, Seed{7}, tile.position(0), tile.position(tile.cell_count() - 1), 60);
    ASSERT_TRUE(rivers);
    for (const EndlessRiver& river : *rivers)
      for (const EndlessRiverPoint& point : river.points) {
        const std::optional<Cell> cell = tile.nearest(point.place);
        if (!cell || point.width < 16 || point.level < 1) continue;
        ++seen;
        EXPECT_LT(surface.layer("river_distance")->numbers()[*cell], 0);
        EXPECT_NEAR(surface.layer("river_level")->numbers()[*cell], point.level, 1);
      }
  }
  EXPECT_GE(seen, 30u);
}

/// Of all points on rivers the share with lower ground on both sides, twelve metres from the water's edge.
double walls(bool settled) {
  const StageSpec spec = river_land(settled);
  std::size_t seen = 0, found = 0;
  for (int i = 0; i < (full() ? 60 : 8); ++i) {
    DomainSpec where{.kind = "plane"};
    where.params.set("x", 40'000.0 * i);
    where.params.set("y", -15'000.0 * i);
    where.params.set("width", std::int64_t{512});
    where.params.set("height", std::int64_t{512});
    where.params.set("step", 8.0);
    Result<Domain> domain = make_domain(where, Seed{5}, 0, "/domain");
    EXPECT_TRUE(domain);
    Surface surface(*std::move(domain));
    StageContext context(Seed{9}.child(spec.id), "/stages/0");
    EXPECT_TRUE(endless_rivers_stage().run(surface, spec, context));
    const auto& tile = std::get<PlaneTile>(surface.domain());
    const std::span<const float> height = surface.layer("height")->numbers();
    const Result<std::vector<EndlessRiver>> rivers =
        endless_rivers_in(spec, Seed{9}, tile.position(0), tile.position(tile.cell_count() - 1), 20);
    EXPECT_TRUE(rivers);
    for (const EndlessRiver& river : *rivers)
      for (std::size_t k = 0; k + 1 < river.points.size(); ++k) {
        const EndlessRiverPoint &point = river.points[k], &next = river.points[k + 1];
        if (point.width < 1.2 || point.level < 1) continue;
        const double x = metres(next.place.x - point.place.x), y = metres(next.place.y - point.place.y);
        const double aside = (0.5 * point.width + 12) * units_per_metre / std::max(std::hypot(x, y), 1e-9);
        const auto ground = [&](double side) -> std::optional<float> {
          const std::optional<Cell> cell = tile.nearest({point.place.x - static_cast<std::int64_t>(side * aside * y),
                                                         point.place.y + static_cast<std::int64_t>(side * aside * x)});
          return cell ? std::optional(height[*cell]) : std::nullopt;
        };
        const std::optional<float> left = ground(1), right = ground(-1);
        if (!left || !right) continue;
        ++seen;
        found += static_cast<double>(std::max(*left, *right)) < point.level - 3 ? 1 : 0;
      }
  }
  EXPECT_GT(seen, 5000u);
  return static_cast<double>(found) / static_cast<double>(seen);
}

TEST(EndlessRivers, NoneRunsAlongTheTopOfAWall) {
  const double before = walls(false);
  EXPECT_GT(before, 0.0002);  // so the count finds them
  EXPECT_LT(walls(true), 0.25 * before);
}

TEST(EndlessRivers, BadRecipesAreRefused) {
  StageSpec spec = river_land();
  Surface torus = testing::small_surface("torus");
  Result<void> refused = testing::run_stage(torus, spec);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("planes alone"), std::string::npos);
  spec.noises.clear();
  Surface plane = testing::small_surface("plane");
  refused = testing::run_stage(plane, spec);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().path, "/stages/0/relief");
  spec = river_land();
  spec.params.set("summit", 5.0);
  refused = testing::run_stage(plane, spec);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().path, "/stages/0/summit");
}

}  // namespace
}  // namespace craton
