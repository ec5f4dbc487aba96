#include <craton/surface/sample.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cfenv>
#include <cmath>
#include <functional>
#include <vector>

#include "surface/sphere_test.h"
#include "surface/voronoi_cell.h"

namespace craton {
namespace {

constexpr Sampling all_samplings[] = {Sampling::nearest, Sampling::linear, Sampling::cubic};

std::vector<float> filled(const CubeSphere& sphere, const std::function<double(Vec3d)>& f) {
  std::vector<float> values(sphere.cell_count());
  for (Cell cell = 0; cell < sphere.cell_count(); ++cell) values[cell] = static_cast<float>(f(sphere.direction(cell)));
  return values;
}

std::vector<float> random_values(const CubeSphere& sphere) {
  Dice dice(5);
  return filled(sphere, [&](Vec3d) { return dice.number(); });
}

TEST(SampleSphere, SitesAndConstantsAreExact) {
  for (int resolution : {4, 9, 40})
    for (double jitter : {0.0, 1.0}) {
      const CubeSphere sphere = sphere_of({resolution, 1, jitter, 0.8687});
      const auto values = random_values(sphere);
      const std::vector<float> seven_tenths(sphere.cell_count(), 0.7f);
      Dice dice;
      for (Sampling sampling : all_samplings) {
        for (Cell cell = 0; cell < sphere.cell_count(); ++cell)
          ASSERT_EQ(sample(sphere, values, sphere.direction(cell), sampling), values[cell]);
        for (int i = 0; i < 300; ++i) {
          ASSERT_EQ(sample(sphere, seven_tenths, dice.direction(), sampling), 0.7f);
          ASSERT_EQ(sample(sphere, seven_tenths, dice.direction_near_edge(0.3), sampling), 0.7f);
        }
      }
    }
}

TEST(SampleSphere, NearestIsThatOfTheSphere) {
  const CubeSphere sphere = sphere_of({.resolution = 20});
  const auto values = random_values(sphere);
  Dice dice;
  for (int i = 0; i < 2000; ++i) {
    const Vec3d d = dice.direction();
    ASSERT_EQ(sample(sphere, values, d, Sampling::nearest), values[sphere.nearest(d)]);
  }
}

TEST(SampleSphere, LinearStaysWithinItsNeighbours) {
  for (double theta : {0.5, 0.8687, 1.3}) {
    const CubeSphere sphere = sphere_of({16, 1, 1, theta});
    const auto values = random_values(sphere);
    Dice dice;
    for (int i = 0; i < 5000; ++i) {
      const float value = sample(sphere, values, i % 2 ? dice.direction() : dice.direction_near_edge(0.1), Sampling::linear);
      ASSERT_GE(value, -1);
      ASSERT_LE(value, 1);
    }
  }
}

TEST(SampleSphere, CubicIsExactForLinearFunctionsOfTheDirection) {
  for (int resolution : {8, 32, 128})
    for (double jitter : {0.0, 0.8, 1.0}) {
      const CubeSphere sphere = sphere_of({resolution, 1, jitter, 0.8687});
      const auto f = [](Vec3d d) { return 0.3 + 0.5 * d.x - 0.7 * d.y + 0.2 * d.z; };
      const auto values = filled(sphere, f);
      Dice dice;
      for (int i = 0; i < 2000; ++i) {
        const Vec3d d = i % 2 ? dice.direction() : dice.direction_near_edge(3.0 / resolution);
        ASSERT_NEAR(sample(sphere, values, d, Sampling::cubic), f(d), 5e-6) << resolution << " " << jitter;
      }
    }
}

/// Linear sampling with all sites of the sphere for candidates.
float with_all_sites(const CubeSphere& sphere, const std::vector<float>& values, const Vec3d& d) {
  const Vec3d first = unit(std::abs(d.z) < 0.9 ? Vec3d{-d.y, d.x, 0} : Vec3d{0, -d.z, d.y});
  const Vec3d second{d.y * first.z - d.z * first.y, d.z * first.x - d.x * first.z, d.x * first.y - d.y * first.x};
  const auto dot = [](const Vec3d& a, const Vec3d& b) { return a.x * b.x + a.y * b.y + a.z * b.z; };
  VoronoiCell cell;
  for (Cell i = 0; i < sphere.cell_count(); ++i) {
    const Vec3d site = sphere.direction(i);
    const double scale = 2 / (1 + dot(d, site));
    cell.cut({dot(first, site) * scale, dot(second, site) * scale}, i);
  }
  double sum = 0, weights = 0;
  for (std::size_t i = 0; i < cell.size(); ++i) {
    EXPECT_NE(cell.edge(i).site, no_cell) << "the cell is closed";
    const double weight = cell.length(i) / cell.edge(i).distance;
    sum += weight * values[cell.edge(i).site];
    weights += weight;
  }
  return static_cast<float>(sum / weights);
}

TEST(SampleSphere, LinearMissesNoNeighbour) {
  for (double theta : {0.01, 0.8687, 1.5})
    for (int resolution : {4, 10}) {
      const CubeSphere sphere = sphere_of({resolution, 1, 1, theta});
      const auto values = random_values(sphere);
      Dice dice;
      for (int i = 0; i < 500; ++i) {
        const Vec3d d = i % 2 ? dice.direction() : dice.direction_near_edge(1.0 / resolution);
        ASSERT_NEAR(sample(sphere, values, d, Sampling::linear), with_all_sites(sphere, values, d), 1e-6)
            << theta << " " << resolution;
      }
    }
}

double rms_error(const CubeSphere& sphere, Sampling sampling) {
  // About 17 cells of R = 64 to a wave.
  const auto wave = [](Vec3d d) { return std::sin(16 * d.x + 1) * std::cos(16 * d.y) + std::sin(16 * d.z); };
  const auto values = filled(sphere, wave);
  Dice dice;
  double sum = 0;
  constexpr int count = 5000;
  for (int i = 0; i < count; ++i) {
    const Vec3d d = dice.direction();
    const double error = sample(sphere, values, d, sampling) - wave(d);
    sum += error * error;
  }
  return std::sqrt(sum / count);
}

TEST(SampleSphere, FinerSpheresAreSharper) {
  for (double jitter : {0.0, 0.8, 1.0}) {
    const CubeSphere coarse = sphere_of({64, 1, jitter, 0.8687}), fine = sphere_of({128, 1, jitter, 0.8687});
    EXPECT_LT(rms_error(coarse, Sampling::linear), 0.02);
    EXPECT_LT(rms_error(coarse, Sampling::cubic), 0.003);
    EXPECT_LT(rms_error(fine, Sampling::linear), rms_error(coarse, Sampling::linear) / 3);
    EXPECT_LT(rms_error(fine, Sampling::cubic), rms_error(coarse, Sampling::cubic) / 6);
  }
}

/// A walk along an arc, from 0 to 1.
struct Arc {
  Vec3d from, to;
  Vec3d at(double t) const {
    return unit({from.x + (to.x - from.x) * t, from.y + (to.y - from.y) * t, from.z + (to.z - from.z) * t});
  }
};

/// Goes where a measure of roughness is largest, into ever smaller steps, and says how large it is there in the end.
template <class Measure>
double roughest(double step, int zooms, const Measure& measure) {
  double begin = 0, end = 1, worst = 0;
  for (int zoom = 0; zoom <= zooms; ++zoom, step /= 8) {
    double place = begin;
    worst = 0;
    for (double t = begin; t < end; t += step / 2)
      if (const double found = measure(t, step); found > worst) {
        worst = found;
        place = t;
      }
    begin = place - step;
    end = place + step;
  }
  return worst;
}

/// Arcs a few cells long: across cells, edges and corners of the cube.
std::vector<Arc> arcs(int resolution, int count) {
  Dice dice(9);
  std::vector<Arc> list;
  const double length = 6.0 / resolution;
  for (int i = 0; i < count; ++i) {
    const Vec3d middle = i % 3 == 0   ? dice.direction()
                         : i % 3 == 1 ? dice.direction_near_edge(0.02)
                                      : unit({1, i % 2 ? -1.0 : 1.0, 1});
    const Vec3d way = dice.direction();
    list.push_back({unit({middle.x - way.x * length, middle.y - way.y * length, middle.z - way.z * length}),
                    unit({middle.x + way.x * length, middle.y + way.y * length, middle.z + way.z * length})});
  }
  return list;
}

TEST(SampleSphere, ContinuousOverCellsEdgesAndCorners) {
  for (double theta : {0.8687, 1.2})
    for (double jitter : {0.0, 1.0}) {
      const CubeSphere sphere = sphere_of({24, 1, jitter, theta});
      const auto values = random_values(sphere);
      for (const Arc& arc : arcs(24, 30))
        for (Sampling sampling : {Sampling::linear, Sampling::cubic}) {
          const double jump = roughest(1.0 / 300, 5, [&](double t, double step) {
            return std::abs(sample(sphere, values, arc.at(t + step), sampling) - sample(sphere, values, arc.at(t), sampling));
          });
          ASSERT_LT(jump, 1e-3) << theta << " " << jitter;
        }
      // The measure finds jumps where there are some.
      const Arc arc = arcs(24, 1)[0];
      EXPECT_GT(roughest(1.0 / 300, 5,
                         [&](double t, double step) {
                           return std::abs(sample(sphere, values, arc.at(t + step), Sampling::nearest) -
                                           sample(sphere, values, arc.at(t), Sampling::nearest));
                         }),
                0.05);
    }
}

/// How much the slope changes over a step, in values per arc.
double kink(const CubeSphere& sphere, const std::vector<float>& values, const Arc& arc, Sampling sampling) {
  return roughest(1.0 / 500, 2, [&](double t, double step) {
    const double before = sample(sphere, values, arc.at(t - step), sampling), here = sample(sphere, values, arc.at(t), sampling),
                 after = sample(sphere, values, arc.at(t + step), sampling);
    return std::abs(after - 2 * here + before) / step;
  });
}

TEST(SampleSphere, CubicIsContinuousInItsSlope) {
  const CubeSphere sphere = sphere_of({24, 1, 0.5, 0.8687});
  const auto values = random_values(sphere);
  double worst_linear = 0, worst_cubic = 0;
  for (const Arc& arc : arcs(24, 24)) {
    worst_linear = std::max(worst_linear, kink(sphere, values, arc, Sampling::linear));
    worst_cubic = std::max(worst_cubic, kink(sphere, values, arc, Sampling::cubic));
  }
  EXPECT_LT(worst_cubic, 0.1);
  EXPECT_GT(worst_linear, 1) << "the measure finds kinks where there are some";
}

TEST(SampleSphere, TheHostsRoundingDoesNotMatter) {
  const CubeSphere sphere = sphere_of({.resolution = 12});
  const auto values = random_values(sphere);
  Dice dice;
  for (int i = 0; i < 200; ++i)
    for (Sampling sampling : all_samplings) {
      const Vec3d d = dice.direction();
      const float value = sample(sphere, values, d, sampling);
      const Cell nearest = sphere.nearest(d);
      std::fesetround(FE_UPWARD);
      const float there = sample(sphere, values, d, sampling);
      const Cell nearest_there = sphere.nearest(d);
      std::fesetround(FE_TONEAREST);
      ASSERT_EQ(there, value);
      ASSERT_EQ(nearest_there, nearest);
    }
}

TEST(SampleSphere, StrangeWarpsWork) {
  for (double theta : {0.01, 1.5})
    for (int resolution : {4, 7, 30}) {
      const CubeSphere sphere = sphere_of({resolution, 1, 1, theta});
      const auto values = filled(sphere, [](Vec3d d) { return d.z; });
      Dice dice;
      for (int i = 0; i < 200; ++i) {
        const Vec3d d = dice.direction();
        ASSERT_NEAR(sample(sphere, values, d, Sampling::linear), d.z, 0.5);
        ASSERT_NEAR(sample(sphere, values, d, Sampling::cubic), d.z, 0.5);
      }
    }
}

}  // namespace
}  // namespace craton
