#include "stages/water/courses/river_courses.h"

#include <cmath>

#include "stages/all_stages.h"
#include "stages/water/water_test.h"

namespace craton {
namespace {

using namespace water_test;
using Path = ObjectColumn::Path;
using Values = std::vector<std::pair<const char*, ParamValue>>;

/// A world with rivers, before and after they wander.
class Courses {
 public:
  Courses(const Domain& domain, std::span<const float> heights, const Values& rivers) : surface(domain) {
    const Result<Layer*> layer = surface.add_layer({.name = "height", .unit = "m"});
    EXPECT_TRUE(layer);
    std::copy(heights.begin(), heights.end(), (*layer)->numbers().begin());
    EXPECT_TRUE(run(lakes_stage(), {{"least_area", 2000.0}, {"least_depth", 1.0}, {"dryness", 0.0}}));
    EXPECT_TRUE(run(rivers_stage(), rivers));
    before = column<Path>("rivers", "path");
  }
  Result<void> run(const StageEntry& entry, const Values& params, unsigned threads = 1) {
    StageSpec spec;
    for (const auto& [name, value] : params) spec.params.set(name, value);
    StageContext context(Seed{3}, "/stages/1");
    context.execution.threads = threads;
    return entry.run(surface, spec, context);
  }
  template <class Value>
  const std::vector<Value>& column(std::string_view table, std::string_view name) const {
    return std::get<std::vector<Value>>(surface.objects(table)->column(name)->values);
  }
  const std::vector<Path>& paths() const { return column<Path>("rivers", "path"); }

  Surface surface;
  std::vector<Path> before;
};

const Values many_rivers{{"rain", 300.0}, {"least_discharge", 1e6}, {"least_length", 100.0}};
const Values wild{{"steepest", 0.5}, {"floor", 30.0}, {"sinuosity", 2.0}};

/// A piece of a line, and whether another touches it, told in another way than the stage does.
struct Piece {
  Vec3d from, to;
  std::size_t line = 0, corner = 0;
};

class Plan {
 public:
  explicit Plan(const Domain& domain) : sphere_(std::holds_alternative<CubeSphere>(domain)) {
    if (const auto* torus = std::get_if<Torus>(&domain))
      for (std::size_t axis = 0; axis < 2; ++axis) period_[axis] = static_cast<double>(torus->period()[axis]) / units_per_metre;
  }
  double height(const Vec3d& at) const { return sphere_ ? length(at) : at.z; }
  bool same(const Vec3d& a, const Vec3d& b) const { return moved(a, b) == b; }
  bool sphere() const { return sphere_; }

  static std::vector<Piece> pieces_of(const std::vector<Path>& paths) {
    std::vector<Piece> pieces;
    for (std::size_t i = 0; i < paths.size(); ++i)
      for (std::size_t k = 0; k + 1 < paths[i].size(); ++k) pieces.push_back({paths[i][k], paths[i][k + 1], i, k});
    return pieces;
  }
  bool cross(const Piece& p, const Piece& q) const {
    const Vec3d a = seen(p.from), b = seen(p.to), from = seen(q.from), c = moved(from, a), d = seen(q.to) + (c - from);
    const double reach = length(b - a) + length(d - c);
    if (std::abs(a.x - c.x) > reach || std::abs(a.y - c.y) > reach || (sphere_ && std::abs(a.z - c.z) > reach)) return false;
    const double tiny = 1e-9 * reach * reach;
    const auto apart = [&](double x, double y) { return (x > tiny && y < -tiny) || (x < -tiny && y > tiny); };
    if (apart(side(a, b, c), side(a, b, d)) && apart(side(c, d, a), side(c, d, b))) return true;
    return touches(a, c, d) || touches(b, c, d) || touches(c, a, b) || touches(d, a, b);
  }
  bool share_end(const Piece& p, const Piece& q) const {
    return same(p.from, q.from) || same(p.from, q.to) || same(p.to, q.from) || same(p.to, q.to);
  }

 private:
  /// From above.
  Vec3d seen(const Vec3d& at) const { return sphere_ ? at : Vec3d{at.x, at.y, 0}; }
  Vec3d moved(const Vec3d& at, const Vec3d& to) const {
    const auto one = [](double a, double b, double period) { return period > 0 ? a + period * std::round((b - a) / period) : a; };
    return {one(at.x, to.x, period_[0]), one(at.y, to.y, period_[1]), at.z};
  }
  /// Whether a place lies on a line, as seen from above.
  bool touches(const Vec3d& at, const Vec3d& from, const Vec3d& to) const {
    const Vec3d along = to - from, off = at - from;
    const double share = std::clamp(dot(off, along) / std::max(dot(along, along), 1e-12), 0.0, 1.0);
    Vec3d gap = off - along * share;
    if (sphere_) gap = gap - at * (dot(gap, at) / dot(at, at));
    return length(gap) < 1e-6;
  }
  /// Twice the area of a triangle.
  double side(const Vec3d& a, const Vec3d& b, const Vec3d& c) const {
    if (sphere_) return dot(a, craton::cross(b - a, c - a)) / length(a);
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
  }
  bool sphere_;
  double period_[2] = {0, 0};
};

template <class Check>
void on_many_worlds(const Values& params, const Check& check) {
  const std::vector<std::pair<std::string, Domain>> domains{{"torus", domain_of("torus", 128, 128)},
                                                            {"bordered", domain_of("torus", 120, 90, "none")},
                                                            {"plane", domain_of("plane", 100, 100)},
                                                            {"sphere", domain_of("sphere", 32, 0)}};
  for (const auto& each : domains)
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      Courses world(each.second, hills(low_hills, each.second, seed, 0.01F), many_rivers);
      const Result<void> done = world.run(river_courses_stage(), params);
      ASSERT_TRUE(done) << done.error().to_string();
      check(world, Plan(each.second), each.first + " seed " + std::to_string(seed));
    }
}

TEST(RiverCourses, NeverCrossOrTouchExceptWhereTheyJoin) {
  std::size_t changed = 0, pairs = 0;
  on_many_worlds(wild, [&](const Courses& world, const Plan& plan, const std::string& what) {
    const std::vector<Piece> pieces = Plan::pieces_of(world.paths());
    const auto& mouths = world.column<std::string>("rivers", "mouth");
    for (std::size_t i = 0; i < pieces.size(); ++i)
      for (std::size_t k = i + 1; k < pieces.size(); ++k) {
        if (!plan.cross(pieces[i], pieces[k])) continue;
        ++pairs;
        const bool follows = pieces[i].line == pieces[k].line && pieces[i].corner + 1 == pieces[k].corner;
        const bool joins = pieces[i].line != pieces[k].line && plan.share_end(pieces[i], pieces[k]);
        // Where a river crosses a lake another may end on its line: in lakes the stage rivers knows no confluences.
        const auto ends_in_lake = [&](const Piece& piece) {
          return mouths[piece.line] == "lake" && piece.corner + 2 == world.paths()[piece.line].size();
        };
        ASSERT_TRUE(follows || joins || ends_in_lake(pieces[i]) || ends_in_lake(pieces[k]))
            << what << ": rivers " << pieces[i].line << " and " << pieces[k].line << ", corners " << pieces[i].corner << " and "
            << pieces[k].corner;
      }
    for (std::size_t i = 0; i < world.before.size(); ++i) changed += world.before[i] != world.paths()[i] ? 1 : 0;
  });
  EXPECT_GT(changed, 100u);
  EXPECT_GT(pairs, 1000u);
}

TEST(RiverCourses, NeverRise) {
  on_many_worlds(wild, [&](const Courses& world, const Plan& plan, const std::string& what) {
    for (const Path& path : world.paths())
      for (std::size_t i = 0; i + 1 < path.size();
           ++i)  // of spheres old lines sink between points, as the stage rivers made them
        ASSERT_LE(plan.height(path[i + 1]), plan.height(path[i]) + (plan.sphere() ? 0.3 : 0)) << what;
    for (const Path& path : world.column<Path>("braids", "path"))
      for (std::size_t i = 0; i + 1 < path.size(); ++i)
        ASSERT_LE(plan.height(path[i + 1]), plan.height(path[i]) + (plan.sphere() ? 0.3 : 0)) << what;
  });
}

TEST(RiverCourses, BeginAndEndWhereTheyDidAndStayJoined) {
  std::size_t moved = 0;
  on_many_worlds(wild, [&](const Courses& world, const Plan& plan, const std::string& what) {
    const auto& mouths = world.column<std::string>("rivers", "mouth");
    const auto& joins = world.column<std::int64_t>("rivers", "joins");
    for (std::size_t i = 0; i < mouths.size(); ++i) {
      const Path &now = world.paths()[i], &old = world.before[i];
      EXPECT_EQ(now.front(), old.front()) << what;
      if (mouths[i] != "river") {
        EXPECT_EQ(now.back(), old.back()) << what;
        continue;
      }
      moved += now.back() == old.back() ? 0 : 1;
      std::size_t meeting = 0;
      for (const Vec3d& at : world.paths()[static_cast<std::size_t>(joins[i])]) meeting += plan.same(at, now.back()) ? 1 : 0;
      EXPECT_EQ(meeting, 1u) << what << ": river " << i;
    }
  });
  EXPECT_GT(moved, 5u);  // small ones follow where the large one runs
}

TEST(RiverCourses, StayOffLakesAndSea) {
  on_many_worlds(wild, [&](const Courses& world, const Plan&, const std::string& what) {
    const CourseSpace space(world.surface.domain());
    const std::span<const float> heights = world.surface.layer("height")->numbers();
    const std::span<const std::int32_t> lakes = world.surface.layer("lake")->integers();
    const auto& joins = world.column<std::int64_t>("rivers", "joins");
    for (std::size_t i = 0; i < world.before.size(); ++i) {
      // Where the cells pass a lake, and before a mouth, the line is still the old one.
      const auto on_line = [&](const Path& old, const Vec3d& place) {
        double least = 1e300;
        for (std::size_t k = 0; k + 1 < old.size(); ++k) {
          const Vec3d from = space.place(old[k]), along = space.place(old[k + 1]) - from, at = space.beside(place, from);
          const double share = std::clamp(dot(at - from, along) / std::max(dot(along, along), 1e-12), 0.0, 1.0);
          least = std::min(least, distance(at, from + along * share));
        }
        return least < 0.3 * space.spacing();
      };
      const auto on_old_line = [&](const Vec3d& at) {
        return on_line(world.before[i], at) || (joins[i] >= 0 && on_line(world.before[static_cast<std::size_t>(joins[i])], at));
      };
      for (const Vec3d& point : world.paths()[i]) {
        const Vec3d at = space.place(point);
        const Cell cell = space.cell(at);
        ASSERT_NE(cell, no_cell) << what;
        if (lakes[cell] != 0 || heights[cell] < 0) { EXPECT_TRUE(on_old_line(at)) << what << heights[cell]; }
      }
    }
  });
}

TEST(RiverCourses, OxbowsTouchNoRiverAndNoOther) {
  std::size_t count = 0;
  on_many_worlds({{"steepest", 0.5}, {"floor", 30.0}, {"sinuosity", 3.0}},
                 [&](const Courses& world, const Plan& plan, const std::string& what) {
                   const auto& shores = world.column<Path>("oxbows", "shore");
                   const std::vector<Piece> rings = Plan::pieces_of(shores), rivers = Plan::pieces_of(world.paths());
                   count += shores.size();
                   for (const Piece& ring : rings) {
                     for (const Piece& river : rivers) ASSERT_FALSE(plan.cross(ring, river)) << what;
                     for (const Piece& other : rings) ASSERT_TRUE(other.line == ring.line || !plan.cross(ring, other)) << what;
                   }
                   for (const Path& shore : shores) EXPECT_EQ(shore.front(), shore.back()) << what;
                   for (const double area : world.column<double>("oxbows", "area")) EXPECT_GT(area, 0) << what;
                 });
  EXPECT_GT(count, 10u);
}

TEST(RiverCourses, AreTheSameForAnyNumberOfThreads) {
  for (const char* kind : {"torus", "sphere"}) {
    const Domain domain = domain_of(kind, kind == std::string("sphere") ? 32 : 128, 128);
    Courses one(domain, hills(low_hills, domain, 2, 0.01F), many_rivers),
        four(domain, hills(low_hills, domain, 2, 0.01F), many_rivers);
    ASSERT_TRUE(one.run(river_courses_stage(), wild, 1));
    ASSERT_TRUE(four.run(river_courses_stage(), wild, 4));
    for (const char* table : {"rivers", "oxbows", "braids"})
      EXPECT_TRUE(*one.surface.objects(table) == *four.surface.objects(table)) << kind << table;
  }
}

TEST(RiverCourses, StayAsTheyAreWithoutSinuosity) {
  on_many_worlds({{"steepest", 0.5}, {"sinuosity", 1.0}, {"braiding", 0.0}},
                 [&](const Courses& world, const Plan&, const std::string& what) {
                   EXPECT_TRUE(world.paths() == world.before) << what;
                   for (const double sinuosity : world.column<double>("rivers", "sinuosity")) EXPECT_EQ(sinuosity, 1) << what;
                   EXPECT_EQ(world.surface.objects("oxbows")->rows(), 0u) << what;
                   EXPECT_EQ(world.surface.objects("braids")->rows(), 0u) << what;
                 });
}

/// A flat floor, half as wide as the map, between steep sides; a river of so many m³/s runs south in its middle.
Courses valley(double slope, double discharge) {
  constexpr std::uint32_t width = 120, height = 600;
  const Domain domain = domain_of("torus", width, height, "none", 20);
  std::vector<float> heights(std::size_t{width} * height);
  for (std::uint32_t y = 0; y < height; ++y)
    for (std::uint32_t x = 0; x < width; ++x) {
      const double across = std::abs(static_cast<double>(x) - width / 2.0), floor = std::max(across - width / 4.0, 0.0);
      heights[std::size_t{y} * width + x] = static_cast<float>(50 + slope * 20 * (height - y) + slope * 30 * across + 20 * floor);
    }
  const double rain = discharge * 31'556'952 / (width * height * 400.0);
  return {domain, heights, {{"rain", rain}, {"least_discharge", 0.3 * discharge * 31'556'952}, {"least_length", 2000.0}}};
}

TEST(RiverCourses, MeanderInFlatValleysWithTheWavelengthOfEarth) {
  Courses world = valley(0.0002, 300);
  ASSERT_EQ(world.before.size(), 1u);
  ASSERT_TRUE(world.run(river_courses_stage(), {}));
  const double sinuosity = world.column<double>("rivers", "sinuosity")[0];
  EXPECT_GT(sinuosity, 1.25);
  EXPECT_LT(sinuosity, 2.5);
  // Down the valley, a wave has two bends: places where the river runs farthest to one side.
  const Path& path = world.paths()[0];
  std::size_t turns = 0;
  double side = 0, farthest = path.front().x;
  for (const Vec3d& at : path) {
    if (side != 0 && (at.x - farthest) * side >= 0) farthest = at.x;
    if (std::abs(at.x - farthest) > 60) {
      side = at.x > farthest ? 1 : -1;
      farthest = at.x;
      ++turns;
    }
  }
  ASSERT_GT(turns, 8u);
  const double wave = 2 * (path.back().y - path.front().y) / static_cast<double>(turns);
  const double width = world.column<double>("rivers", "width")[0] * 0.85;  // it grows along the river
  EXPECT_GT(wave, 0.5 * 10.9 * width);
  EXPECT_LT(wave, 1.8 * 10.9 * width);
}

TEST(RiverCourses, DoNotMeanderWhereTheyAreSteep) {
  Courses world = valley(0.008, 300);
  ASSERT_TRUE(world.run(river_courses_stage(), {}));
  EXPECT_TRUE(world.paths() == world.before);
}

TEST(RiverCourses, AreBraidedWhereTheyAreSteepAndLarge) {
  Courses world = valley(0.008, 300);  // the threshold is 0.001
  ASSERT_TRUE(world.run(river_courses_stage(), {}));
  EXPECT_GT(world.column<double>("rivers", "braided")[0], 2000);
  const auto& arms = world.column<Path>("braids", "path");
  ASSERT_GE(arms.size(), 8u);
  const Path& river = world.paths()[0];
  const Plan plan(world.surface.domain());
  const std::vector<Piece> main = Plan::pieces_of(world.paths()), pieces = Plan::pieces_of(arms);
  for (const Path& arm : arms) {
    const auto from = std::find(river.begin(), river.end(), arm.front()), to = std::find(river.begin(), river.end(), arm.back());
    ASSERT_NE(from, river.end());
    ASSERT_NE(to, river.end());
    EXPECT_LT(from, to);
  }
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    for (const Piece& of_river : main) EXPECT_TRUE(!plan.cross(pieces[i], of_river) || plan.share_end(pieces[i], of_river));
    for (std::size_t k = i + 1; k < pieces.size(); ++k)
      EXPECT_TRUE(!plan.cross(pieces[i], pieces[k]) || plan.share_end(pieces[i], pieces[k]));
  }
  Courses calm = valley(0.0002, 300);
  ASSERT_TRUE(calm.run(river_courses_stage(), {}));
  EXPECT_EQ(calm.column<double>("rivers", "braided")[0], 0);
}

TEST(RiverCourses, KeepTheNumberOfPointsBounded) {
  on_many_worlds(wild, [&](const Courses& world, const Plan&, const std::string& what) {
    const auto& cells = world.column<ObjectColumn::Cells>("rivers", "cells");
    for (std::size_t i = 0; i < cells.size(); ++i) EXPECT_LE(world.paths()[i].size(), 12 * cells[i].size()) << what;
  });
}

TEST(RiverCourses, NeedRivers) {
  Surface surface(domain_of("torus", 8, 8));
  ASSERT_TRUE(surface.add_layer({.name = "height"}));
  ASSERT_TRUE(surface.add_layer({.name = "lake", .type = LayerType::integer}));
  ASSERT_TRUE(surface.add_layer({.name = "discharge"}));
  StageContext context(Seed{3}, "/stages/1");
  EXPECT_EQ(river_courses_stage().run(surface, StageSpec{}, context).error().to_string(),
            "/stages/1: there are no rivers yet: put a stage \"rivers\" before this one");
}

}  // namespace
}  // namespace craton
