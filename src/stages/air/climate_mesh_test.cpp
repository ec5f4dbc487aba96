#include "stages/air/climate_mesh.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "stages/air/mesh_rows.h"
#include "stages/air/upwind_transport.h"

namespace craton::air {
namespace {

Domain sphere(int resolution) { return *CubeSphere::make({.resolution = resolution, .jitter = 0.8}, Seed{4}); }
Domain map(int width, int height, Torus::Wrap wrap = Torus::Wrap::both) {
  return *Torus::make({.width = width, .height = height, .step = 20'000, .wrap = wrap});
}
ClimateMesh mesh_of(const Domain& domain, int size) { return *ClimateMesh::make(domain, size, Latitudes(domain, {})); }

TEST(ClimateMesh, IsNeverFinerThanTheWorld) {
  EXPECT_EQ(mesh_of(sphere(20), 96).count(), 6u * 20 * 20);
  EXPECT_EQ(mesh_of(sphere(40), 12).count(), 6u * 12 * 12);
  EXPECT_EQ(mesh_of(map(40, 30), 96).count(), 1200u);
  EXPECT_NEAR(static_cast<double>(mesh_of(map(512, 256), 24).count()) / (6 * 24 * 24), 1, 0.05);
}

TEST(ClimateMesh, CoversThePlanet) {
  const ClimateMesh mesh = mesh_of(sphere(64), 32);
  double area = 0;
  for (const float each : mesh.area()) area += each;
  EXPECT_NEAR(area / (4 * 3.14159265 * earth_radius * earth_radius), 1, 2e-3);
  const ClimateMesh flat = mesh_of(map(200, 100), 32);  // from pole to pole
  double all = 0;
  for (const float each : flat.area()) all += each;
  EXPECT_NEAR(all, 2 * 20.015 * 20.015, 0.1);
}

TEST(ClimateMesh, SidesAreSharedAndClosed) {
  for (const Domain& domain : {sphere(24), map(60, 40)}) {
    const ClimateMesh mesh = mesh_of(domain, 12);
    for (std::size_t c = 0; c < mesh.count(); ++c) {
      Vec3f sum;
      float longest = 0;
      for (std::uint32_t side = 0; side < 4; ++side) {
        const auto other = static_cast<std::size_t>(mesh.across(c, side));
        int back = 0;
        for (std::uint32_t s = 0; s < 4; ++s)
          if (mesh.across(other, s) == static_cast<std::int32_t>(c)) {
            EXPECT_EQ(mesh.normal(other, s), mesh.normal(c, side) * -1);
            ++back;
          }
        EXPECT_EQ(back, 1);
        sum = sum + mesh.normal(c, side);
        longest = std::max(longest, std::sqrt(dot(mesh.normal(c, side), mesh.normal(c, side))));
      }
      // Along the ground; upwards they lean by the planet's curvature.
      EXPECT_LT(std::abs(dot(sum, mesh.east()[c])), 0.02F * longest);
      EXPECT_LT(std::abs(dot(sum, mesh.north()[c])), 0.02F * longest);
    }
  }
}

TEST(ClimateMesh, MeansKeepTheSum) {
  for (const auto& [domain, size] : {std::pair{sphere(25), 12}, std::pair{map(57, 41), 10}, std::pair{map(30, 30), 96}}) {
    const ClimateMesh mesh = mesh_of(domain, size);
    std::vector<float> fine(cell_count(domain)), coarse(mesh.count());
    for (std::size_t i = 0; i < fine.size(); ++i) fine[i] = static_cast<float>(i * 7919 % 101);
    ASSERT_TRUE(mesh.means_of(fine, coarse, {}));
    double before = 0, after = 0;
    for (const float value : fine) before += value / static_cast<double>(fine.size());
    for (const float value : coarse) after += value / static_cast<double>(coarse.size());
    EXPECT_NEAR(after, before, 1e-3);
    std::fill(fine.begin(), fine.end(), 3.0F);
    ASSERT_TRUE(mesh.means_of(fine, coarse, {}));
    for (const float value : coarse) ASSERT_NEAR(value, 3, 1e-5);
  }
}

std::vector<float> read_all(const ClimateMesh& mesh, std::span<const float> values) {
  const MeshRows rows(mesh, {MeshField(mesh, values)});
  MeshRows::Work work = rows.work();
  std::vector<float> all;
  for (std::uint64_t row = 0; row < rows.rows(); ++row) {
    rows.read(row, work);
    all.insert(all.end(), work.values[0].begin(), work.values[0].end());
  }
  return all;
}

TEST(MeshRows, ConstantsAreExact) {
  for (const Domain& domain : {sphere(50), map(100, 64), map(100, 64, Torus::Wrap::none)}) {
    const ClimateMesh mesh = mesh_of(domain, 11);
    const std::vector<float> values(mesh.count(), 0.1F);
    for (const float value : read_all(mesh, values)) ASSERT_EQ(value, 0.1F);
  }
}

TEST(MeshRows, StayBetweenTheLeastAndTheGreatest) {
  const ClimateMesh mesh = mesh_of(sphere(40), 10);
  std::vector<float> values(mesh.count());
  for (std::size_t c = 0; c < values.size(); ++c) values[c] = static_cast<float>(c * 7919 % 101);
  for (const float value : read_all(mesh, values)) {
    ASSERT_GE(value, 0);
    ASSERT_LE(value, 100);
  }
}

/// The greatest step between neighbours, across seams and elsewhere.
struct Steps {
  float inside = 0, seam = 0;
};
Steps steps_of(const Domain& domain, const std::vector<float>& values) {
  Steps steps;
  std::visit(
      [&](const auto& topology) {
        for (Cell c = 0; c < topology.cell_count(); ++c) {
          const CellRun run = topology.run_from(c);
          topology.for_each_link(c, [&](Link link) {
            float& step = run.regular ? steps.inside : steps.seam;
            step = std::max(step, std::abs(values[c] - values[link.to]));
          });
        }
      },
      domain);
  return steps;
}

TEST(MeshRows, NoSeamShows) {
  // Smooth fields over the cube's edges and corners, and over the seam of a map: steps there are not larger than elsewhere.
  const Domain ball = sphere(96);
  const ClimateMesh mesh = mesh_of(ball, 12);
  std::vector<float> values(mesh.count());
  for (const int axis : {0, 1, 2}) {
    for (std::size_t c = 0; c < values.size(); ++c) {
      const Vec3f& east = mesh.east()[c];
      values[c] = axis == 0 ? east.x : axis == 1 ? east.y : mesh.north()[c].z;  // of latitude and longitude, but for the poles
      if (std::abs(mesh.latitude()[c]) > 60 && axis < 2) values[c] *= (90 - std::abs(mesh.latitude()[c])) / 30;
    }
    const Steps steps = steps_of(ball, read_all(mesh, values));
    EXPECT_LT(steps.seam, 1.3F * steps.inside) << axis;
  }
  const Domain flat = map(120, 120);
  const ClimateMesh grid = mesh_of(flat, 6);
  std::vector<float> wave(grid.count());
  for (std::size_t c = 0; c < wave.size(); ++c)
    wave[c] = static_cast<float>(std::sin(2 * 3.14159265 * (static_cast<double>(c % grid.width()) + 0.5) / grid.width()));
  const Steps steps = steps_of(flat, read_all(grid, wave));
  EXPECT_LE(steps.seam, 1.01F * steps.inside);
}

TEST(UpwindTransport, SteadyWindNeitherMeetsNorParts) {
  // A planet that turns below its air as a whole.
  const ClimateMesh mesh = mesh_of(sphere(48), 24);
  std::vector<Vec3f> wind(mesh.count());
  for (std::size_t c = 0; c < wind.size(); ++c)
    wind[c] = mesh.east()[c] * (10 * std::cos(mesh.latitude()[c] * 3.14159265F / 180));
  const std::vector<float> eddies(mesh.count(), 0.0F);
  const UpwindTransport transport(mesh, wind, eddies);
  for (std::size_t c = 0; c < wind.size(); ++c) ASSERT_NEAR(transport.meeting(c), 0, 0.03) << c;  // 1/day; 10 m/s cross two cells
}

TEST(UpwindTransport, CarriesAStepWithTheWind) {
  // On a belt of wind from west to east a source fades downwind as exp(−distance / (speed · days)).
  const Domain domain = map(400, 40);
  const ClimateMesh mesh = mesh_of(domain, 52);
  std::vector<Vec3f> wind(mesh.count());
  for (std::size_t c = 0; c < wind.size(); ++c) wind[c] = mesh.east()[c] * 10;
  const std::vector<float> eddies(mesh.count(), 0.0F);
  const UpwindTransport transport(mesh, wind, eddies);
  const std::size_t row = mesh.width() * (mesh.height() / 2);
  std::vector<float> values(mesh.count(), 0.0F);
  const float rate = 0.05F;  // 1/day
  transport.sweep(1, [&](std::size_t c) {
    values[c] = c % mesh.width() == 0 ? 1.0F : transport.brought(values, c) / (transport.comes()[c] + rate * mesh.area()[c]);
  });
  const float cell = mesh.way(0, ClimateMesh::right), per_cell = 1 / (1 + rate * cell / 0.864F);
  for (std::size_t i = 1; i < 20; ++i) ASSERT_NEAR(values[row + i], std::pow(per_cell, static_cast<float>(i)), 1e-4) << i;
}

TEST(UpwindTransport, SpreadingKeepsConstants) {
  const ClimateMesh mesh = mesh_of(sphere(30), 15);
  const std::vector<float> constant(mesh.count(), 5.0F);
  for (const float value : mesh.spread(constant, 1)) ASSERT_NEAR(value, 5, 1e-4);
}

}  // namespace
}  // namespace craton::air
