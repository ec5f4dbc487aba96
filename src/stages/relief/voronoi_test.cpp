#include <algorithm>
#include <array>
#include <cmath>

#include "stages/relief/scatter.h"
#include "stages/stage_test.h"

namespace craton::relief {
namespace {

using namespace testing;

StageSpec stage(double spacing, const std::array<double, 4>& c = {-1, 1, 0, 0}) {
  StageSpec spec{.stage = "voronoi", .id = "voronoi"};
  spec.params.set("spacing", spacing);
  spec.params.set("voronoi_share", 1.0);
  spec.params.set("height", 1.0);
  for (std::size_t k = 0; k < 4; ++k) spec.params.set("c" + std::to_string(k + 1), c[k]);
  return spec;
}

std::vector<float> relief_of(Surface& surface, const StageSpec& spec) {
  add_layer(surface, "height", [](Cell) { return 0.0F; });
  const Result<void> done = run_stage(surface, spec);
  EXPECT_TRUE(done) << done.error().to_string();
  return copy_of(surface, "height");
}

/// What a sum of distances is made of.
struct How {
  std::array<double, 8> c{};
  bool chance = false, euclidean = false;
};

/// The definition, with all control points of a wide neighbourhood: one in each cell of the lattice, or as many as chance has it.
class AllPoints {
 public:
  AllPoints(const Domain& domain, double spacing) : space_(std::holds_alternative<CubeSphere>(domain)) {
    std::array<std::uint64_t, 3> period{};
    if (const auto* torus = std::get_if<Torus>(&domain)) std::copy_n(torus->period().begin(), 2, period.begin());
    for (std::size_t a = 0; a < 3; ++a) axis_[a] = LatticeAxis(spacing, period[a]);
    unit_ = std::max(axis_[0].mean_width(), axis_[1].mean_width()) + 2.0 / 1024;
  }

  double value(const std::array<std::int64_t, 3>& place, const How& how) const {
    std::vector<double> distances;
    double weights = 0, heights = 0;
    const std::int64_t far = 6;
    const double reach = how.chance ? 20.25 : space_ ? 3.4 : 2.25;
    std::array<std::int64_t, 3> own{}, cell{};
    for (std::size_t a = 0; a < 3; ++a) own[a] = axis_[a].cell_of(place[a]);
    for (cell[2] = own[2] - (space_ ? far : 0); cell[2] <= own[2] + (space_ ? far : 0); ++cell[2])
      for (cell[1] = own[1] - far; cell[1] <= own[1] + far; ++cell[1])
        for (cell[0] = own[0] - far; cell[0] <= own[0] + far; ++cell[0]) {
          Dice dice(cell_random(Seed{7}, axis_[0].id(cell[0]), axis_[1].id(cell[1]), space_ ? axis_[2].id(cell[2]) : 0));
          int points = 1;
          if (how.chance) {  // Poisson's distribution with a mean of 1, turned round
            double left = dice.unit(), share = std::exp(-1.0);
            for (points = 0; left >= share && points < 8; share /= ++points) left -= share;
          }
          for (; points > 0; --points) {
            double square = 0;
            for (std::size_t a = 0; a < (space_ ? 3u : 2u); ++a) {
              const double away = static_cast<double>(place[a] - axis_[a].random_unit(cell[a], dice.bits())) / 1024 / unit_;
              square += away * away;
            }
            distances.push_back(square);
            const double near = std::max(0.0, 1 - square / reach), weight = near * near / (square + 0.05);
            weights += weight;
            heights += weight * (1 - dice.unit());
          }
        }
    std::sort(distances.begin(), distances.end());
    double sum = 0;
    for (std::size_t k = 0; k < 8; ++k) sum += how.c[k] * (how.euclidean ? std::sqrt(distances[k]) : distances[k]);
    return sum * heights / weights;
  }

 private:
  bool space_;
  std::array<LatticeAxis, 3> axis_;
  double unit_;
};

TEST(Voronoi, IsWhatAllPointsTogetherGive) {
  const std::array<std::array<double, 4>, 3> sums{{{-1, 1, 0, 0}, {1, -0.5, 0, 0}, {0.2, 0.3, -1, 0.7}}};
  for (const std::string& kind : domain_kinds())
    for (const double spacings : {0.4, 1.3, 7.0, 40.0, 100.0})
      for (const auto& c : sums) {
        Surface surface = small_surface(kind);
        const double spacing = spacings * craton::spacing(surface.domain());
        const std::vector<float> height = relief_of(surface, stage(spacing, c));
        const AllPoints all(surface.domain(), spacing);
        for (Cell cell = 0; cell < height.size(); cell += kind == "sphere" ? 61 : 97) {
          std::array<std::int64_t, 3> place{};
          if (const auto* sphere = std::get_if<CubeSphere>(&surface.domain())) {
            place = {sphere->position(cell).x, sphere->position(cell).y, sphere->position(cell).z};
          } else {
            const Point2 flat = kind == "plane" ? std::get<PlaneTile>(surface.domain()).position(cell)
                                                : std::get<Torus>(surface.domain()).position(cell);
            place = {flat.x, flat.y, 0};
          }
          ASSERT_NEAR(height[cell], all.value(place, {.c = {c[0], c[1], c[2], c[3]}}), 2e-4)
              << kind << " " << spacings << " at " << cell;
        }
      }
}

// Strazdins' own way: points by chance, distances or their squares, any coefficients up to eight.
TEST(Voronoi, PointsByChanceAreWhatAllPointsTogetherGive) {
  const std::array<How, 4> hows{{{.c = {-1, 1}, .chance = true},
                                 {.c = {1, -0.5}, .chance = true, .euclidean = true},
                                 {.c = {0.2, 0.3, -1, 0.7, 0.1, -0.2, 0.3, -0.1}, .chance = true},
                                 {.c = {0.2, 0.3, -1, 0.7, 0.1, -0.2, 0.3, -0.1}, .euclidean = true}}};
  for (const std::string& kind : domain_kinds())
    for (const double spacings : {1.3, 7.0, 40.0})
      for (const How& how : hows) {
        Surface surface = small_surface(kind);
        const double spacing = spacings * craton::spacing(surface.domain());
        StageSpec spec = stage(spacing, {how.c[0], how.c[1], how.c[2], how.c[3]});
        for (std::size_t k = 4; k < 8; ++k) spec.params.set("c" + std::to_string(k + 1), how.c[k]);
        if (how.chance) spec.params.set("points", std::string("chance"));
        if (how.euclidean) spec.params.set("distance", std::string("euclidean"));
        const std::vector<float> height = relief_of(surface, spec);
        const AllPoints all(surface.domain(), spacing);
        for (Cell cell = 0; cell < height.size(); cell += kind == "sphere" ? 307 : 211) {
          std::array<std::int64_t, 3> place{};
          if (const auto* sphere = std::get_if<CubeSphere>(&surface.domain())) {
            place = {sphere->position(cell).x, sphere->position(cell).y, sphere->position(cell).z};
          } else {
            const Point2 flat = kind == "plane" ? std::get<PlaneTile>(surface.domain()).position(cell)
                                                : std::get<Torus>(surface.domain()).position(cell);
            place = {flat.x, flat.y, 0};
          }
          ASSERT_NEAR(height[cell], all.value(place, how), 3e-4) << kind << " " << spacings << " at " << cell;
        }
      }
}

Surface plane_of(double step) {
  DomainSpec spec{.kind = "plane"};
  spec.params.set("width", std::int64_t{400});
  spec.params.set("height", std::int64_t{400});
  spec.params.set("step", step);
  return Surface(*make_domain(spec, Seed{}, 0, ""));
}

/// Over the same ground, in ever shorter steps: whatever jumps stays as high as it is.
TEST(Voronoi, IsContinuousForAnyCoefficients) {
  for (const std::array<double, 4>& c :
       {std::array{-1.0, 1.0, 0.0, 0.0}, {1, 0, 0, 0}, {0, 0, 1, 0}, {0.5, -1, 2, -1.3}, {0, 0, 0, 1}}) {
    const auto largest_step = [&](double step) {
      Surface surface = plane_of(step);
      const std::vector<float> height = relief_of(surface, stage(100, c));
      float largest = 0;
      for (std::size_t i = 0; i + 400 < height.size(); ++i) {
        if (i % 400 != 399) largest = std::max(largest, std::abs(height[i + 1] - height[i]));
        largest = std::max(largest, std::abs(height[i + 400] - height[i]));
      }
      return largest;
    };
    const float wide = largest_step(2);
    EXPECT_LT(largest_step(0.5), wide / 2.5F);
    EXPECT_LT(wide, 0.5F);
  }
}

TEST(Voronoi, DefaultsMakeSummitsOfPointsAndNothingAtBorders) {
  Surface surface = plane_of(1);
  StageSpec spec = stage(50);
  spec.params.set("variation", 0.0);
  const std::vector<float> height = relief_of(surface, spec);
  const auto [low, high] = std::minmax_element(height.begin(), height.end());
  EXPECT_GE(*low, 0);
  EXPECT_LT(*low, 0.02F);
  EXPECT_GT(*high, 0.7F);
  EXPECT_LT(*high, 4);
}

TEST(Voronoi, TheShareIsAMaskAndAWeight) {
  for (const std::string& kind : domain_kinds()) {
    const double spacing = 4 * craton::spacing(small_surface(kind).domain());
    Surface full = small_surface(kind), masked = small_surface(kind);
    const std::vector<float> relief = relief_of(full, stage(spacing));
    add_layer(masked, "height", [](Cell c) { return static_cast<float>(c % 17); });
    add_layer(masked, "mask", [](Cell c) { return c % 3 == 0 ? 0.0F : c % 3 == 1 ? 0.25F : 1.0F; });
    StageSpec spec = stage(spacing);
    spec.layers = {{"voronoi_share", "mask"}};
    ASSERT_TRUE(run_stage(masked, spec));
    const std::vector<float> height = copy_of(masked, "height");
    for (Cell c = 0; c < height.size(); ++c) {
      const auto old = static_cast<float>(c % 17);
      const float expected = c % 3 == 0 ? old : c % 3 == 1 ? 0.25F * relief[c] + 0.75F * old : relief[c];
      ASSERT_EQ(height[c], expected) << kind;
    }
  }
}

}  // namespace
}  // namespace craton::relief
