#include <craton/shape/planet_mesh.h>

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <utility>

#include <craton/surface/sample.h>

#include "surface/sphere_test.h"

namespace craton {
namespace {

constexpr PlanetMeshKind kinds[] = {PlanetMeshKind::cube, PlanetMeshKind::uv, PlanetMeshKind::ico};

Surface planet() {
  Surface surface{Domain{sphere_of({.resolution = 16})}};
  Layer* height = *surface.add_layer({.name = "height", .unit = "m"});
  for (Cell c = 0; c < surface.cell_count(); ++c)
    height->numbers()[c] = static_cast<float>(4000 * std::sin(3 * std::get<CubeSphere>(surface.domain()).direction(c).x));
  return surface;
}

/// Six times the volume, positive where triangles run counter-clockwise in the frame of the planet, which the mesh mirrors.
double volume(const Mesh& mesh) {
  double sum = 0;
  for (std::size_t i = 0; i < mesh.triangles.size(); i += 3) {
    const auto &a = mesh.positions[mesh.triangles[i]], &b = mesh.positions[mesh.triangles[i + 1]],
               &c = mesh.positions[mesh.triangles[i + 2]];
    sum -= double{a[0]} * (double{b[1]} * c[2] - double{b[2]} * c[1]) +
           double{a[1]} * (double{b[2]} * c[0] - double{b[0]} * c[2]) +
           double{a[2]} * (double{b[0]} * c[1] - double{b[1]} * c[0]);
  }
  return sum / 6;
}

TEST(PlanetMesh, IsAClosedBall) {
  const Surface surface = planet();
  for (const PlanetMeshKind kind : kinds)
    for (const std::uint32_t parts : {1U, 2U, 24U}) {
      const Result<Mesh> mesh = planet_mesh(surface, {.kind = kind, .parts = parts, .exaggeration = 0});
      ASSERT_TRUE(mesh) << mesh.error().to_string();
      ASSERT_EQ(mesh->normals.size(), mesh->positions.size());
      std::map<std::pair<std::uint32_t, std::uint32_t>, int> sides;
      for (std::size_t i = 0; i < mesh->triangles.size(); i += 3)
        for (std::size_t k = 0; k < 3; ++k) ++sides[{mesh->triangles[i + k], mesh->triangles[i + (k + 1) % 3]}];
      for (const auto& [side, count] : sides) {
        ASSERT_EQ(count, 1);
        ASSERT_EQ(sides.count({side.second, side.first}), 1U) << "a hole";
      }
      const auto vertices = static_cast<std::int64_t>(mesh->positions.size()),
                 edges = static_cast<std::int64_t>(sides.size() / 2),
                 faces = static_cast<std::int64_t>(mesh->triangles.size() / 3);
      EXPECT_EQ(vertices - edges + faces, 2);
      if (parts == 24) { EXPECT_NEAR(volume(*mesh), 4.18879, 0.02); }
      for (std::size_t i = 0; i < mesh->positions.size(); ++i) {
        const auto &p = mesh->positions[i], &n = mesh->normals[i];
        ASSERT_NEAR(p[0] * p[0] + p[1] * p[1] + p[2] * p[2], 1, 1e-5);
        ASSERT_GT(p[0] * n[0] + p[1] * n[1] + p[2] * n[2], 0.5) << "a normal that points inwards";
      }
    }
}

TEST(PlanetMesh, StandsAsHighAsTheGround) {
  const Surface surface = planet();
  const auto& sphere = std::get<CubeSphere>(surface.domain());
  for (const PlanetMeshKind kind : kinds)
    for (const bool floor : {false, true}) {
      const Result<Mesh> mesh = planet_mesh(surface, {.kind = kind, .parts = 12, .exaggeration = 100, .sea_floor = floor});
      ASSERT_TRUE(mesh);
      for (const auto& p : mesh->positions) {
        const Vec3d place{p[0], -p[1], p[2]};
        const double far = std::sqrt(place.x * place.x + place.y * place.y + place.z * place.z);
        double metres = sample(sphere, surface.layer("height")->numbers(), place, Sampling::linear);
        if (!floor) metres = std::max(metres, 0.0);
        ASSERT_NEAR(far, 1 + 100 * metres / sphere.radius(), 1e-5);
      }
    }
}

TEST(PlanetMesh, CoarserLevelsArePlacesOfFinerOnes) {
  const Surface surface = planet();
  for (const PlanetMeshKind kind : kinds) {
    const Result<Mesh> coarse = planet_mesh(surface, {.kind = kind, .parts = 5}),
                       fine = planet_mesh(surface, {.kind = kind, .parts = 10});
    ASSERT_TRUE(coarse && fine);
    std::map<std::array<float, 3>, bool> there;
    for (const auto& p : fine->positions) there[p] = true;
    for (const auto& p : coarse->positions) ASSERT_TRUE(there.count(p));
  }
}

TEST(PlanetMesh, RefusesWhatItCannotMake) {
  const Surface surface = planet();
  EXPECT_EQ(planet_mesh(surface, {.parts = 0}).error().path, "parts");
  EXPECT_EQ(planet_mesh(surface, {.exaggeration = -1}).error().path, "exaggeration");
  EXPECT_EQ(planet_mesh(surface, {.height = "rain"}).error().path, "height");
  EXPECT_FALSE(planet_mesh(Surface(Domain{*Torus::make({})})));
}

}  // namespace
}  // namespace craton
