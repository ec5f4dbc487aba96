#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include <craton/base/math.h>

#include "stages/crust/crust_relief.h"
#include "stages/crust/crust_test.h"
#include "stages/stage_test.h"
#include "surface/cube_faces.h"

namespace craton::crust {
namespace {

struct Crust {
  explicit Crust(const std::string& kind, const PlanParams& params = {}, std::uint64_t seed = 5)
      : domain(domain_of(kind)),
        mesh(*PlateMesh::make(domain, params.mesh)),
        plan(*make_plan(domain, mesh, params, Seed{seed})),
        geometry(mesh, plan) {}

  Domain domain;
  PlateMesh mesh;
  CrustPlan plan;
  CrustGeometry geometry;
};

TEST(PlateMesh, ASphereIsClosed) {
  const Domain domain = domain_of("sphere");
  for (const int size : {12, 48}) {
    const PlateMesh mesh = *PlateMesh::make(domain, size);
    const auto cells = static_cast<std::size_t>(6 * size * size);
    ASSERT_EQ(mesh.count(), cells);
    EXPECT_EQ(mesh.sides().size(), 2 * cells);
    EXPECT_EQ(mesh.corners().size(), cells + 2);  // Euler: corners − sides + cells = 2
    EXPECT_NEAR(mesh.total_area() / earth_area, 1, 1e-6);
    for (const MeshSide& side : mesh.sides())
      for (const Cell cell : {side.cell, side.other})
        for (const std::uint32_t corner : {side.from, side.to})
          ASSERT_LT(mesh.ground().distance(mesh.centre(cell), mesh.corners()[corner]), 1.1 * mesh.spacing());
  }
}

TEST(PlateMesh, CellsKnowTheirPlaces) {
  for (const char* kind : {"sphere", "torus", "strip"}) {
    const Domain domain = domain_of(kind);
    const PlateMesh mesh = *PlateMesh::make(domain, 20);
    for (Cell cell = 0; cell < mesh.count(); ++cell) {
      ASSERT_EQ(mesh.cell_at(mesh.centre(cell)), cell) << kind;
      for (const PlateMesh::Way& way : mesh.links(cell)) {
        const Vec3d near = mesh.centre(cell) + mesh.ground().between(mesh.centre(cell), mesh.centre(way.to)) * 0.99;
        ASSERT_EQ(mesh.cell_at(mesh.ground().onto(near)), way.to) << kind;
      }
    }
  }
}

TEST(PlateMesh, AMapHasAsManyCellsAsASphere) {
  const Domain domain = domain_of("torus");
  const PlateMesh mesh = *PlateMesh::make(domain, 48);
  EXPECT_NEAR(mesh.count() / (6.0 * 48 * 48), 1, 0.02);
  EXPECT_NEAR(mesh.total_area() / earth_area, 1, 1e-9);
  EXPECT_EQ(mesh.sides().size(), 2u * mesh.count());
  EXPECT_EQ(mesh.corners().size(), mesh.count());
}

TEST(Plates, FewAreLargeAndManyAreSmallAndAllAreWhole) {
  for (const char* kind : {"sphere", "torus"})
    for (const std::uint64_t seed : {1, 2, 3}) {
      const Crust crust(kind, {}, seed);
      std::vector<double> areas;
      for (const PlanPlate& plate : crust.plan.plates) areas.push_back(plate.area / crust.mesh.total_area());
      std::sort(areas.rbegin(), areas.rend());
      EXPECT_GE(areas.size(), 20u);
      double largest = 0;
      for (std::size_t i = 0; i < 8; ++i) largest += areas[i];
      EXPECT_GT(largest, 0.65) << kind << seed;
      EXPECT_LT(areas[areas.size() / 2], 0.04) << kind << seed;
      EXPECT_LT(areas[0], 0.5) << kind << seed;
      // Each in one piece.
      std::vector<bool> seen(crust.mesh.count(), false);
      std::map<std::int32_t, int> pieces;
      for (Cell start = 0; start < crust.mesh.count(); ++start) {
        if (seen[start]) continue;
        ++pieces[crust.plan.plate[start]];
        std::vector<Cell> cells{start};
        seen[start] = true;
        for (std::size_t i = 0; i < cells.size(); ++i)
          for (const PlateMesh::Way& way : crust.mesh.links(cells[i]))
            if (!seen[way.to] && crust.plan.plate[way.to] == crust.plan.plate[start]) {
              seen[way.to] = true;
              cells.push_back(way.to);
            }
      }
      for (const auto& [plate, count] : pieces) EXPECT_EQ(count, 1) << kind << " plate " << plate;
    }
}

TEST(Plates, MoveAlongTheGround) {
  const Crust crust("sphere");
  for (Cell cell = 0; cell < crust.mesh.count(); cell += 7) {
    const Vec3d velocity =
        crust.plan.velocity(crust.mesh.ground(), static_cast<std::size_t>(crust.plan.plate[cell]), crust.mesh.centre(cell));
    EXPECT_NEAR(dot(velocity, crust.mesh.centre(cell)), 0, 1e-6);
    EXPECT_LT(length(velocity), 220);  // millimetres a year
  }
}

TEST(Continents, CoverTheShareAskedForAndAreNotPlates) {
  for (const char* kind : {"sphere", "torus"})
    for (const double share : {0.2, 0.4, 0.7}) {
      const Crust crust(kind, {.continental_share = share});
      double area = 0;
      std::size_t mixed = 0;
      for (Cell cell = 0; cell < crust.mesh.count(); ++cell)
        if (crust.plan.province[cell] >= 0) area += crust.mesh.area(cell);
      for (const PlanPlate& plate : crust.plan.plates) mixed += plate.continental > 0.1 && plate.continental < 0.9;
      EXPECT_NEAR(area / crust.mesh.total_area(), share, 0.02) << kind;
      EXPECT_GE(mixed, 3u) << kind;  // passive margins
      for (Cell cell = 0; cell < crust.mesh.count(); ++cell)
        ASSERT_EQ(crust.plan.margin[cell] > 0, crust.plan.province[cell] >= 0);
    }
}

TEST(Continents, GatherIntoOne) {
  const auto spread = [](double gathering) {
    double sum = 0;
    for (const std::uint64_t seed : {1, 2, 3, 4}) {
      const Crust crust("sphere", {.continental_share = 0.3, .gathering = gathering, .fragments = 0}, seed);
      Vec3d mean;
      double area = 0;
      for (Cell cell = 0; cell < crust.mesh.count(); ++cell)
        if (crust.plan.province[cell] >= 0) {
          mean = mean + crust.mesh.centre(cell) * crust.mesh.area(cell);
          area += crust.mesh.area(cell);
        }
      sum += length(mean) / (area * earth_radius);
    }
    return sum / 4;
  };
  // A cap of three tenths of a sphere has 0.7; continents anywhere have little.
  EXPECT_GT(spread(1), 0.55);
  EXPECT_LT(spread(0), 0.45);
}

TEST(SeaFloor, HasTheMeanAgeAskedForAndIsYoungAtRidges) {
  for (const double mean : {30.0, 80.0}) {
    const Crust crust("sphere", {.crust_age = mean});
    double sum = 0, area = 0;
    for (Cell cell = 0; cell < crust.mesh.count(); ++cell)
      if (crust.plan.province[cell] < 0) {
        sum += crust.plan.age[cell] * crust.mesh.area(cell);
        area += crust.mesh.area(cell);
      }
    EXPECT_NEAR(sum / area, mean, 0.12 * mean);  // the oldest are cut off
    for (const Arc& arc : crust.geometry.borders().arcs()) {
      if (arc.kind != BorderKind::ridge || arc.closing > -40) continue;
      EXPECT_LT(crust.plan.age[arc.cell], 0.6 * mean);
    }
  }
}

TEST(SeaFloor, SinksAsItCools) {
  EXPECT_EQ(depth_of_age(0), 2500.0F);
  EXPECT_FLOAT_EQ(depth_of_age(16), 3900.0F);  // 2500 + 350 √16
  EXPECT_NEAR(depth_of_age(70), depth_of_age(70.01F), 1);
  for (float age = 0; age < 200; age += 3) EXPECT_LT(depth_of_age(age), depth_of_age(age + 3));
  EXPECT_LT(depth_of_age(180), 6400.0F);
}

/// All arcs, one after the other.
double distance_by_brute_force(const Crust& crust, const Vec3d& place) {
  double least = 1e30;
  for (const Arc& arc : crust.geometry.borders().arcs())
    for (int i = 0; i <= 400; ++i) {
      const Vec3d way = crust.mesh.ground().between(place, arc.from + arc.along * (i / 400.0));
      least = std::min(least, length(way));
    }
  return least;
}

/// On Earth sea floor sinks below continents about as often as below other sea floor (Bird 2003).
TEST(Borders, ManyContinentsEndWhereSeaFloorSinks) {
  std::array<double, border_kind_names.size()> sum{};
  for (const std::uint64_t seed : {1, 2, 3, 4, 5, 6}) {
    const Crust crust("sphere", {}, seed);
    for (const Arc& arc : crust.geometry.borders().arcs()) sum[static_cast<std::size_t>(arc.kind)] += double{arc.weight};
  }
  const auto of = [&](BorderKind kind) { return sum[static_cast<std::size_t>(kind)] / 6; };
  EXPECT_GT(of(BorderKind::active_margin), 15'000);  // kilometres on a planet
  EXPECT_GT(of(BorderKind::active_margin), 0.4 * of(BorderKind::island_arc));
  for (const BorderKind kind : {BorderKind::ridge, BorderKind::rift, BorderKind::transform, BorderKind::collision}) {
    EXPECT_GT(of(kind), 10'000);
    EXPECT_LT(of(kind), 90'000);
  }
}

TEST(Borders, DistancesAreThoseToTheNearestArc) {
  for (const char* kind : {"sphere", "torus", "strip"}) {
    const Crust crust(kind, {.mesh = 16, .plates = 12});
    std::size_t near = 0;
    for (Cell cell = 3; cell < crust.mesh.count(); cell += 13) {
      const Vec3d place = crust.mesh.ground().onto(crust.mesh.centre(cell) + Vec3d{60, -90, 40});
      const double truth = distance_by_brute_force(crust, place);
      const BorderSample sample = crust.geometry.borders().at(crust.mesh.cell_at(place), place);
      if (truth > 1100) continue;
      ++near;
      ASSERT_NEAR(double{sample.distance}, truth, 1.5) << kind;
    }
    EXPECT_GT(near, 20u);
  }
}

TEST(Borders, CellsFarFromThemLieInTheirPlate) {
  for (const char* kind : {"sphere", "torus"}) {
    const Crust crust(kind);
    for (Cell cell = 0; cell < crust.mesh.count(); ++cell) {
      const BorderSample sample = crust.geometry.borders().at(cell, crust.mesh.centre(cell));
      if (sample.distance > 150) { ASSERT_EQ(sample.label, crust.plan.plate[cell]) << kind; }
    }
  }
}

TEST(Borders, OneSideOverridesAndTheOtherSinks) {
  const Crust crust("sphere");
  std::size_t found = 0, right = 0;
  for (const Arc& arc : crust.geometry.borders().arcs()) {
    if (arc.kind != BorderKind::active_margin && arc.kind != BorderKind::island_arc) continue;
    if (std::abs(arc.overriding) < 0.9F || arc.closing < 20) continue;
    const auto at = [&](double away) {
      const Vec3d place = crust.mesh.ground().onto(arc.from + arc.along * 0.5 + arc.across * (arc.overriding > 0 ? away : -away));
      return crust.geometry.borders().at(crust.mesh.cell_at(place), place);
    };
    const BorderSample above = at(60), below = at(-60);
    if (above.distance < 40 || below.distance < 40) continue;  // another border is near
    ++found;
    right += above.over > above.under && below.under > below.over;
  }
  EXPECT_GT(found, 20u);
  EXPECT_GE(static_cast<double>(right), 0.95 * static_cast<double>(found));  // where the sides change their roles both blend
}

/// Places on both sides of a seam of the mesh's cube or of the map, a metre apart.
TEST(Crust, HasNoSeams) {
  for (const auto& [kind, time] : {std::pair{"sphere", 0.0}, {"torus", 0.0}, {"sphere", 60.0}, {"torus", 60.0}}) {
    const Crust crust(kind, {.time = time});
    const Volcanoes volcanoes(crust.mesh, crust.plan, crust.geometry.borders(), 20);
    const CrustRelief relief = *CrustRelief::make(crust.domain, crust.geometry, volcanoes, 50);
    const Ground& ground = crust.mesh.ground();
    std::vector<std::pair<Vec3d, Vec3d>> pairs;
    const auto add = [&](const Vec3d& one, const Vec3d& other) { pairs.emplace_back(ground.onto(one), ground.onto(other)); };
    for (int i = -50; i <= 50; ++i) {
      const double t = i / 50.0, e = 1e-7;  // ± 50 are the corners
      if (ground.is_sphere()) {
        for (const double a : {-1.0, 1.0})
          for (const double b : {-1.0, 1.0}) {
            add({a * (1 + e), b, t}, {a, b * (1 + e), t});
            add({a * (1 + e), t, b}, {a, t, b * (1 + e)});
            add({t, a * (1 + e), b}, {t, a, b * (1 + e)});
          }
      } else {
        add({0.0005, (t + 1) / 2 * ground.height(), 0}, {-0.0005, (t + 1) / 2 * ground.height(), 0});
        add({(t + 1) / 2 * ground.width(), 0.0005, 0}, {(t + 1) / 2 * ground.width(), -0.0005, 0});
      }
    }
    ReliefPlaces one, other;
    for (const auto& [a, b] : pairs) {
      one.places.add(ground, a);
      other.places.add(ground, b);
    }
    relief.prepare(one);
    relief.prepare(other);
    std::size_t changed = 0;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      CrustSample a, b;  // without the warp, which leads away from the edges of the mesh
      a.moved = pairs[i].first;
      b.moved = pairs[i].second;
      crust.geometry.read({&a, 1});
      crust.geometry.read({&b, 1});
      changed += a.cell != b.cell;
      EXPECT_NEAR(a.margin, b.margin, 0.2) << kind;
      EXPECT_NEAR(a.age, b.age, 0.2) << kind;
      EXPECT_NEAR(a.to_border, b.to_border, 0.2) << kind;
      EXPECT_NEAR(a.to_seam, b.to_seam, 0.2) << kind;
      const ReliefSample h = relief.relief(one, i, {}), g = relief.relief(other, i, {});
      EXPECT_NEAR(h.height, g.height, 3) << kind << i;
      EXPECT_NEAR(h.hardness, g.hardness, 0.01) << kind;
      EXPECT_NEAR(h.volcano, g.volcano, 0.02) << kind;
      EXPECT_NEAR(h.uplift, g.uplift, 2e-6) << kind;
    }
    EXPECT_EQ(changed, pairs.size()) << kind;  // the pairs do lie in different cells of the mesh
  }
}

TEST(RidgeSteps, AreBandsAlongTheMotionOfPlates) {
  for (const char* kind : {"sphere", "torus"}) {
    const Crust crust(kind);
    const Ground& ground = crust.mesh.ground();
    const RidgeSteps steps(ground, Seed{4});
    std::size_t edges = 0, walks = 0;
    for (const Arc& arc : crust.geometry.borders().arcs()) {
      if (arc.kind != BorderKind::ridge || arc.closing > -40) continue;
      const Vec3d start = ground.onto(arc.from + arc.along * 0.5), axis = unit(arc.bands), up = ground.up(start);
      if (ground.is_sphere() && std::abs(dot(axis, up)) > 0.5) continue;
      const Vec3d across = ground.is_sphere() ? unit(axis - up * dot(axis, up)) : axis, along = unit(cross(axis, up));
      ++walks;
      RidgeStep before = steps.at(arc, start);
      for (int i = 1; i <= 500; ++i) {
        const RidgeStep here = steps.at(arc, ground.onto(start + across * (2.0 * i)));
        const bool at_edge = std::min(here.to_edge, before.to_edge) < 2.5F && std::abs(here.shift - before.shift) > 12;
        if (at_edge) {  // what lies behind the edge is known on both sides
          ++edges;
          EXPECT_NEAR(here.across_edge, before.shift, 5);
          EXPECT_NEAR(here.shift, before.across_edge, 5);
        } else {
          EXPECT_NEAR(here.shift, before.shift, 12);
        }
        before = here;
      }
      // Plates slide along edges and never over them.
      for (int i = 1; i < 100; ++i) {
        const double turned = 0.0005 * i;
        const Vec3d place = ground.is_sphere() ? start * math::cos(turned) + cross(axis, start) * math::sin(turned) +
                                                     axis * (dot(axis, start) * (1 - math::cos(turned)))
                                               : start + along * (1000 * turned);
        EXPECT_NEAR(steps.at(arc, ground.onto(place)).to_edge, steps.at(arc, start).to_edge, 0.01);
      }
    }
    ASSERT_GT(walks, 20u) << kind;
    EXPECT_GT(edges, walks * 2) << kind;  // in 1000 km
    EXPECT_LT(edges, walks * 9) << kind;
  }
}

TEST(RidgeSteps, BreakRidgesAndNotContinents) {
  const Crust crust("sphere");
  const RidgeSteps steps(crust.mesh.ground(), Seed{4});
  std::size_t changed = 0, faults = 0;
  for (Cell cell = 0; cell < crust.mesh.count(); ++cell) {
    CrustSample smooth;
    smooth.moved = crust.mesh.centre(cell);
    crust.geometry.read({&smooth, 1});
    CrustSample sample = smooth;
    step_ridges(steps, crust.geometry.borders(), sample.moved, sample);
    EXPECT_GE(sample.age, 0);
    EXPECT_LE(std::abs(sample.border.distance - smooth.border.distance), 221);
    changed += sample.border.distance != smooth.border.distance;
    faults += sample.border.on_fault;
    if (smooth.margin < -150 && smooth.border.ridge > 0.08F) continue;
    ASSERT_EQ(sample.border.distance, smooth.border.distance);
    ASSERT_EQ(sample.border.label, smooth.border.label);
    ASSERT_EQ(sample.border.scar, 0);
  }
  EXPECT_GT(changed, crust.mesh.count() / 20u);
  EXPECT_GT(faults, 20u);
}

/// Nothing but the place decides: not the cell that asks, not those that are asked with it, nor their order. So a place has the
/// same bits from whichever face of the cube it is reached.
TEST(Crust, IsAFunctionOfThePlaceAlone) {
  for (const char* kind : {"sphere", "torus", "strip"}) {
    const Crust crust(kind);
    const Volcanoes volcanoes(crust.mesh, crust.plan, crust.geometry.borders(), 20);
    const CrustRelief relief = *CrustRelief::make(crust.domain, crust.geometry, volcanoes, 50);
    const Ground& ground = crust.mesh.ground();
    std::vector<Vec3d> asked;
    for (Cell cell = 0; cell < crust.mesh.count(); cell += 29) asked.push_back(crust.mesh.centre(cell));
    for (const MeshSide& side : crust.mesh.sides().subspan(0, 400)) asked.push_back(crust.mesh.corners()[side.from]);
    if (ground.is_sphere()) {
      // Edges and corners of the cube, by the coordinates of each face that has them.
      for (const CubeFace& face : cube_faces)
        for (int i = -8; i <= 8; ++i)
          for (const double edge : {-1.0, 1.0}) {
            asked.push_back(ground.onto(from_frame_of(face, {edge, i / 8.0, 1})));
            asked.push_back(ground.onto(from_frame_of(face, {i / 8.0, edge, 1})));
          }
    }
    ReliefPlaces all, turned;
    for (const Vec3d& place : asked) all.places.add(ground, place);
    for (std::size_t i = asked.size(); i-- > 0;) turned.places.add(ground, asked[i]);
    relief.prepare(all);
    relief.prepare(turned);
    std::map<std::array<double, 3>, ReliefSample> known;
    std::size_t again = 0;
    for (std::size_t i = 0; i < asked.size(); ++i) {
      const ReliefSample sample = relief.relief(all, i, {});
      ASSERT_EQ(sample, relief.relief(turned, asked.size() - 1 - i, {})) << kind;
      if (i % 10 == 0) {
        ReliefPlaces one;
        one.places.add(ground, asked[i]);
        relief.prepare(one);
        ASSERT_EQ(sample, relief.relief(one, 0, {})) << kind;
      }
      const auto [found, added] = known.try_emplace({asked[i].x, asked[i].y, asked[i].z}, sample);
      ASSERT_EQ(found->second, sample) << kind;
      again += added ? 0 : 1;
    }
    if (ground.is_sphere()) { EXPECT_GE(again, 12u * 15 + 2 * 8); }
  }
}

TEST(CrustTables, KeepThePlan) {
  Crust crust("sphere", {.mesh = 12, .time = 7});
  Surface surface(crust.domain);
  EXPECT_EQ(plan_from_tables(nullptr, nullptr, "/stages/1").error().path, "/stages/1");
  ASSERT_TRUE(surface.set_objects(plates_objects(crust.mesh, crust.plan)));
  ASSERT_TRUE(surface.set_objects(mesh_objects(crust.plan)));
  const Result<CrustPlan> read = plan_from_tables(surface.objects("plates"), surface.objects("plate_mesh"), "");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->mesh, 12);
  EXPECT_EQ(read->seed, crust.plan.seed);
  EXPECT_EQ(read->plate, crust.plan.plate);
  EXPECT_EQ(read->province, crust.plan.province);
  EXPECT_EQ(read->margin, crust.plan.margin);
  EXPECT_EQ(read->age, crust.plan.age);
  EXPECT_EQ(read->rise, crust.plan.rise);
  EXPECT_EQ(read->belt, crust.plan.belt);
  EXPECT_EQ(read->turned, crust.plan.turned);
  EXPECT_FALSE(read->turned.empty());
  ASSERT_EQ(read->plates.size(), crust.plan.plates.size());
  for (std::size_t i = 0; i < read->plates.size(); ++i) EXPECT_EQ(read->plates[i].turn, crust.plan.plates[i].turn);
}

template <class Value>
void spoil(Surface& surface, std::string_view table, std::string_view name, const Value& value) {
  ObjectTable changed = *surface.objects(table);
  for (ObjectColumn& column : changed.columns)
    if (column.name == name) std::get<std::vector<Value>>(column.values).at(0) = value;
  ASSERT_TRUE(surface.set_objects(std::move(changed)));
}

TEST(CrustTables, ThatDoNotFitAreRefused) {
  const Crust crust("sphere", {.mesh = 12});
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  const auto refused = [&](std::string_view table, std::string_view name, const auto& value) {
    Surface surface(crust.domain);
    ASSERT_TRUE(surface.set_objects(plates_objects(crust.mesh, crust.plan)));
    ASSERT_TRUE(surface.set_objects(mesh_objects(crust.plan)));
    spoil(surface, table, name, value);
    const Result<void> run = testing::run_stage(surface, {.stage = "crust_heights", .id = "heights"});
    EXPECT_FALSE(run) << name;
  };
  for (const std::int64_t mesh : {-1, 0, 13, 1'000'000'000}) refused("plate_mesh", "header", mesh);
  for (const std::int64_t plate : {-1, 1'000'000}) refused("plate_mesh", "plate", plate);
  for (const char* name : {"margin", "age", "rise"}) refused("plate_mesh", name, none);
  refused("plates", "buoyancy", none);
  refused("plates", "rotation", Vec3d{0, none, 0});
}

TEST(CrustStages, AreRefusedWhereThereIsNoWhole) {
  for (const char* stage : {"plates", "crust_heights"}) {
    const StageList stages;
    const Result<const StageEntry*> entry = stages.find(stage, 1, "/stage");
    ASSERT_TRUE(entry);
    const Result<void> checked = (*entry)->check({.stage = stage, .id = stage}, {.kind = "plane"}, "/stages/0");
    ASSERT_FALSE(checked);
    EXPECT_EQ(checked.error().path, "/stages/0");
  }
  Surface surface = testing::small_surface("sphere");
  const Result<void> run = testing::run_stage(surface, {.stage = "crust_heights", .id = "heights"});
  ASSERT_FALSE(run);
}

TEST(HotSpots, LeaveChainsThatPointWhereThePlateGoes) {
  const Crust crust("sphere");
  const Volcanoes volcanoes(crust.mesh, crust.plan, crust.geometry.borders(), 40);
  std::size_t pairs = 0;
  for (std::size_t i = 1; i < volcanoes.all().size(); ++i) {
    const Volcano &younger = volcanoes.all()[i - 1], &older = volcanoes.all()[i];
    if (!younger.hot_spot || !older.hot_spot || older.age <= younger.age) continue;
    ++pairs;
    const auto plate = static_cast<std::size_t>(crust.plan.plate[crust.mesh.cell_at(younger.place)]);
    const Vec3d goes = crust.plan.velocity(crust.mesh.ground(), plate, younger.place);
    EXPECT_GT(dot(unit(goes), unit(older.place - younger.place)), 0.5);
  }
  EXPECT_GT(pairs, 30u);
}

}  // namespace
}  // namespace craton::crust
