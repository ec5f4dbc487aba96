#include "stages/crust/plan_drift.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "stages/crust/borders.h"
#include "stages/crust/crust_test.h"
#include "stages/stage_test.h"

namespace craton::crust {
namespace {

struct Start {
  explicit Start(const std::string& kind, const PlanParams& params = {}, std::uint64_t seed = 5)
      : domain(domain_of(kind)),
        mesh(*PlateMesh::make(domain, params.mesh)),
        plan(*make_plan(domain, mesh, params, Seed{seed})),
        drift(mesh, params, plan, *plate_hardness(domain, mesh, Seed{seed})) {}

  Domain domain;
  PlateMesh mesh;
  CrustPlan plan;
  Drift drift;
};

/// A plan made by hand: `describe(centre, plate, province)` says what is where.
template <class Describe>
CrustPlan plan_by_hand(const PlateMesh& mesh, std::vector<Vec3d> turns, Describe&& describe) {
  CrustPlan plan;
  for (const Vec3d& turn : turns) {
    PlanPlate plate;
    plate.turn = turn;
    plate.buoyancy = 0.1 * static_cast<double>(plan.plates.size());
    plan.plates.push_back(plate);
  }
  plan.plate.resize(mesh.count());
  plan.province.assign(mesh.count(), -1);
  plan.age.assign(mesh.count(), 80);
  plan.rise.assign(mesh.count(), 0);
  for (Cell cell = 0; cell < mesh.count(); ++cell) describe(mesh.centre(cell), plan.plate[cell], plan.province[cell]);
  return plan;
}

Vec3d at_longitude(double degrees) {
  const double angle = degrees * std::numbers::pi / 180;
  return Vec3d{std::cos(angle), std::sin(angle), 0} * earth_radius;
}

/// Two plates that share the sphere along longitudes 0 and 180, turning against each other: they meet at 0 and part at 180. Each
/// has a continent before the border at 0.
struct TwoPlates {
  TwoPlates()
      : domain(domain_of("sphere")),
        mesh(*PlateMesh::make(domain, 32)),
        plan(plan_by_hand(mesh, {Vec3d{0, 0, -rate}, Vec3d{0, 0, rate}},
                          [](const Vec3d& centre, std::int32_t& plate, std::int32_t& province) {
                            plate = centre.y > 0 ? 0 : 1;
                            if (length(centre - at_longitude(35)) < 2000) province = 0;
                            if (length(centre - at_longitude(-35)) < 2000) province = 1;
                          })),
        drift(mesh, {}, plan, std::vector<float>(mesh.count(), 1)) {}

  static constexpr double rate = 50 / earth_radius;  // 50 km in a million years at the equator
  Domain domain;
  PlateMesh mesh;
  CrustPlan plan;
  Drift drift;
};

TEST(Drift, HasNotBegunAtTimeZero) {
  const Domain domain = domain_of("sphere");
  const PlateMesh mesh = *PlateMesh::make(domain, 24);
  const CrustPlan plan = *make_plan(domain, mesh, {.mesh = 24}, Seed{5});
  const CrustPlan same = *make_plan(domain, mesh, {.mesh = 24, .time = 0, .time_step = 3}, Seed{5});
  EXPECT_EQ(plan.plate, same.plate);
  EXPECT_EQ(plan.province, same.province);
  EXPECT_EQ(plan.margin, same.margin);
  EXPECT_EQ(plan.age, same.age);
  EXPECT_TRUE(same.turned.empty());
  EXPECT_TRUE(same.belt.empty());
}

TEST(Drift, GivesEveryCellCrustOfOneLivingPlate) {
  for (const char* kind : {"sphere", "torus", "strip", "island"}) {
    Start start(kind, {.mesh = 24});
    for (int step = 0; step < 30; ++step) {
      start.drift.step(5);
      std::set<std::int32_t> found;
      for (Cell cell = 0; cell < start.mesh.count(); ++cell) {
        ASSERT_TRUE(start.drift.crust_at(cell).here) << kind << step;
        found.insert(start.drift.plate_at(cell));
      }
      for (const std::int32_t plate : found)
        ASSERT_TRUE(start.drift.plates()[static_cast<std::size_t>(plate)].alive) << kind << step;
      ASSERT_GE(found.size(), 8u) << kind << step;
      ASSERT_LE(found.size(), 40u) << kind << step;
    }
  }
}

TEST(Drift, KeepsTheAreaOfContinents) {
  for (const char* kind : {"sphere", "torus", "island"})
    for (const std::uint64_t seed : {1, 2}) {
      Start start(kind, {.mesh = 24}, seed);
      const double before = start.drift.continental_area();
      for (int step = 0; step < 40; ++step) {
        start.drift.step(5);
        ASSERT_NEAR(start.drift.continental_area() / before, 1, 0.05) << kind << seed << " step " << step;
      }
      CrustPlan plan = start.plan;
      start.drift.write(plan);
      double after = 0;
      for (Cell cell = 0; cell < start.mesh.count(); ++cell) {
        ASSERT_EQ(plan.margin[cell] > 0, plan.province[cell] >= 0);
        if (plan.province[cell] >= 0) after += start.mesh.area(cell);
      }
      EXPECT_NEAR(after / before, 1, 0.08) << kind << seed;
    }
}

TEST(Drift, TurnsCrustByTheAngleOfItsPole) {
  TwoPlates two;
  for (int step = 0; step < 4; ++step) two.drift.step(5, false);
  const double turned = TwoPlates::rate * 20 * 180 / std::numbers::pi;
  const Vec3d places[] = {at_longitude(90 - turned), at_longitude(-90 + turned)};
  const Vec3d homes[] = {at_longitude(90), at_longitude(-90)};
  for (int i = 0; i < 2; ++i) {
    const Cell cell = two.mesh.cell_at(places[i]);
    ASSERT_EQ(two.drift.plate_at(cell), i);
    EXPECT_LT(length(two.drift.motion_at(cell).back(places[i]) - homes[i]), 1e-3);
    EXPECT_LT(length(two.drift.motion_at(cell).forth(homes[i]) - places[i]), 1e-3);
  }
}

TEST(Drift, MakesSeaFloorThatIsYoungerTheNearerItsRidge) {
  TwoPlates two;
  for (int step = 0; step < 8; ++step) two.drift.step(5, false);
  CrustPlan plan = two.plan;
  two.drift.write(plan);
  // 40 million years later 2000 km have opened on both sides: 18 degrees.
  EXPECT_LT(plan.age[two.mesh.cell_at(at_longitude(179))], 5);
  for (const double side : {1.0, -1.0})
    for (double degrees = 2; degrees <= 14; degrees += 3) {
      const double age = plan.age[two.mesh.cell_at(at_longitude(180 - side * degrees))];
      EXPECT_NEAR(age, degrees / 18 * 40, 7) << side * degrees;
      EXPECT_LT(age, plan.age[two.mesh.cell_at(at_longitude(180 - side * (degrees + 4)))]);
    }
  EXPECT_NEAR(plan.age[two.mesh.cell_at(at_longitude(140))], 120, 1e-3);  // older than the motion
}

TEST(Drift, LetsContinentsCollideAndWeldsThem) {
  TwoPlates two;
  const auto welded = [&] {
    // The middles of both continents, wherever they are.
    std::set<std::int32_t> plates;
    for (Cell cell = 0; cell < two.mesh.count(); ++cell)
      if (two.drift.crust_at(cell).continental()) plates.insert(two.drift.plate_at(cell));
    return plates.size() == 1;
  };
  bool border_seen = false;
  double highest = 0;
  int step = 0;
  for (; step < 30 && !welded(); ++step) {
    two.drift.step(5, false);  // no rifts
    CrustPlan plan = two.plan;
    two.drift.write(plan);
    if (plan.plates.size() == 2) {
      const Borders borders = Borders::between_plates(two.mesh, plan, false);
      for (const Arc& arc : borders.arcs()) border_seen = border_seen || arc.kind == BorderKind::collision;
    }
    highest = std::max(highest, *std::max_element(plan.belt.begin(), plan.belt.end()));
  }
  // Edges of the continents are 17 degrees from the border, and come near by half a degree in a million years each.
  EXPECT_GE(step, 6);
  EXPECT_LT(step, 30);
  EXPECT_TRUE(border_seen);
  EXPECT_GT(highest, 1000);
  // A seam and a worn range are left of it, and both cores.
  CrustPlan plan = two.plan;
  two.drift.write(plan);
  EXPECT_FALSE(Borders::between_provinces(two.mesh, plan).arcs().empty());
  for (int i = 0; i < 40; ++i) two.drift.step(5, false);
  two.drift.write(plan);
  EXPECT_LT(*std::max_element(plan.belt.begin(), plan.belt.end()), 0.3 * highest);
  EXPECT_EQ(plan.plates.size(), 1u);
}

TEST(Drift, IsAFunctionOfTime) {
  for (const char* kind : {"sphere", "strip"}) {
    const Domain domain = domain_of(kind);
    const PlateMesh mesh = *PlateMesh::make(domain, 20);
    const PlanParams start{.mesh = 20, .plates = 12};
    PlanParams later = start;
    later.time = 62;
    const CrustPlan plan = *make_plan(domain, mesh, later, Seed{9});
    const CrustPlan again = *make_plan(domain, mesh, later, Seed{9});
    CrustPlan by_hand = *make_plan(domain, mesh, start, Seed{9});
    Drift drift(mesh, start, by_hand, *plate_hardness(domain, mesh, Seed{9}));
    for (int step = 0; step < 12; ++step) drift.step(5);
    drift.step(2, false);
    drift.write(by_hand);
    EXPECT_EQ(plan.plate, again.plate);
    EXPECT_EQ(plan.margin, again.margin);
    EXPECT_EQ(plan.age, again.age);
    EXPECT_EQ(plan.plate, by_hand.plate);
    EXPECT_EQ(plan.province, by_hand.province);
    EXPECT_EQ(plan.margin, by_hand.margin);
    EXPECT_EQ(plan.turned, by_hand.turned);
    PlanParams before = start;
    before.time = 60;
    EXPECT_NE(make_plan(domain, mesh, before, Seed{9})->margin, plan.margin);
  }
}

/// Nothing is blurred: crust that went all the way round is what it was.
TEST(Drift, ComesRoundUnchanged) {
  for (const char* kind : {"sphere", "torus"}) {
    const Domain domain = domain_of(kind);
    const PlateMesh mesh = *PlateMesh::make(domain, 24);
    const Vec3d turn = mesh.ground().is_sphere() ? unit({1, 2, 3}) * (2 * std::numbers::pi / 200)
                                                 : Vec3d{mesh.ground().width() / 200, -mesh.ground().height() / 200, 0};
    const CrustPlan plan = plan_by_hand(mesh, {turn}, [](const Vec3d& centre, std::int32_t& plate, std::int32_t& province) {
      plate = 0;
      province = std::sin(centre.x / 900) * std::sin(centre.y / 700) > 0.2 ? 3 : -1;
    });
    Drift drift(mesh, {}, plan, std::vector<float>(mesh.count(), 1));
    std::size_t other = 0;
    for (int step = 0; step < 40; ++step) {
      drift.step(5, false);
      if (step != 9) continue;
      for (Cell cell = 0; cell < mesh.count(); ++cell) other += drift.crust_at(cell).province != plan.province[cell];
    }
    EXPECT_GT(other, mesh.count() / 10) << kind;
    for (Cell cell = 0; cell < mesh.count(); ++cell) {
      ASSERT_EQ(drift.crust_at(cell).province, plan.province[cell]) << kind;
      ASSERT_FLOAT_EQ(drift.crust_at(cell).birth, -80) << kind;
    }
  }
}

TEST(Drift, StopsContinentsWhereAMapEnds) {
  const Domain domain = domain_of("island");
  const PlateMesh mesh = *PlateMesh::make(domain, 32);
  const Ground& ground = mesh.ground();
  const CrustPlan plan =
      plan_by_hand(mesh, {Vec3d{60, 20, 0}}, [&](const Vec3d& centre, std::int32_t& plate, std::int32_t& province) {
        plate = 0;
        province = length(centre - Vec3d{ground.width() * 0.6, ground.height() * 0.4, 0}) < 2500 ? 0 : -1;
      });
  Drift drift(mesh, {}, plan, std::vector<float>(mesh.count(), 1));
  const double area = drift.continental_area();
  double east = 0;
  for (int step = 0; step < 60; ++step) drift.step(5, false);
  EXPECT_NEAR(drift.continental_area() / area, 1, 0.02);
  for (Cell cell = 0; cell < mesh.count(); ++cell)
    if (drift.crust_at(cell).continental()) east = std::max(east, mesh.centre(cell).x);
  EXPECT_GT(east, ground.width() - 4 * mesh.spacing());
}

}  // namespace
}  // namespace craton::crust
