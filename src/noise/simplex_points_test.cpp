// Batches of points on the lattice of simplex noise, made by vectors, against SimplexLattice and AxisKeys.
#include <gtest/gtest.h>

#include <algorithm>

#include <craton/base/targets.h>

#include "noise/simplex_kernels.h"
#include "noise/variants_test.h"

namespace craton {
namespace {

using test::Random;

class SimplexPointsTest : public testing::Test {
 protected:
  void TearDown() override { EXPECT_TRUE(force_target("best")); }
};

/// Points may take another simplex than the definition where they lie within rounding of it; nothing else may differ.
void expect_definition(const SimplexLattice& lattice, const PointBatch& batch, const SimplexPoints& points,
                       const PointCells& cells) {
  constexpr double rounding = 0x1p-20;
  const auto n = static_cast<std::size_t>(batch.dimensions);
  for (std::size_t i = 0; i < batch.count; ++i) {
    std::array<uint128, max_dimensions> coordinates{};
    std::uint32_t taken = 0;
    for (std::size_t a = 0; a < n; ++a) {
      coordinates[a] = lattice.coordinate(static_cast<int>(a), batch.position[a][i]);
      if (batch.displacement) coordinates[a] += lattice.displacement(batch.displacement.metres[a][i]);
      taken += static_cast<std::uint32_t>(cells[a][i]) * lattice.unskew_steps();
    }
    const SimplexLattice::Place place = lattice.place(coordinates);
    for (std::size_t a = 0; a < n; ++a) {
      const SimplexPoints::Axis& axis = points.axis[a];
      const std::uint32_t corner = (static_cast<std::uint32_t>(cells[a][i]) << simplex_step_bits) - taken;
      ASSERT_EQ(axis.offset[i], SimplexLattice::steps(coordinates[a]) - corner) << "point " << i << ", axis " << a;
      const double inside = static_cast<std::int32_t>(axis.inside[i]) * 0x1p-28;
      const auto ahead = static_cast<double>(
          static_cast<std::int64_t>(static_cast<std::uint64_t>(cells[a][i]) - static_cast<std::uint64_t>(place.cell[a])));
      ASSERT_NEAR(ahead + inside, place.inside[a], rounding) << "point " << i << ", axis " << a;
      ASSERT_GE(inside, -rounding);
      ASSERT_LT(inside, 1 + rounding);
      AxisKeys keys = lattice.keys(static_cast<int>(a));
      for (int side = 0; side < 2; ++side) {
        const AxisKey key = keys(static_cast<std::uint64_t>(cells[a][i]) + static_cast<std::uint64_t>(side));
        ASSERT_EQ(axis.keys.low[side][i], key.low) << "point " << i << ", axis " << a << ", side " << side;
        ASSERT_EQ(axis.keys.high[side][i], key.high) << "point " << i << ", axis " << a << ", side " << side;
      }
    }
  }
}

TEST_F(SimplexPointsTest, AreAsDefined) {
  const std::int64_t bases[] = {0, std::int64_t{1} << 50, -(std::int64_t{1} << 50), INT64_MAX - (1 << 20), INT64_MIN + (1 << 20)};
  for (const std::string_view target : available_targets()) {
    ASSERT_TRUE(force_target(target));
    for (int round = 0; round < (test::full() ? 3000 : 300); ++round) {
      SCOPED_TRACE(std::string(target) + ", round " + std::to_string(round));
      Random random(static_cast<std::uint64_t>(round));
      OctaveSpec octave;
      octave.seed = Seed{random.bits()};
      const double frequencies[] = {0x1p-40, 0.01, 1, 512};
      octave.frequency = *Frequency::per_metre(frequencies[random.below(4)]);
      PointBatch batch;
      batch.dimensions = static_cast<int>(2 + random.below(3));
      batch.count = 1 + random.below(PointBatch::capacity);
      const SimplexLattice lattice(batch.dimensions, octave);
      const std::uint64_t spread = random.bits() >> (random.below(4) == 0 ? random.below(40) : 40 + random.below(24));
      const bool displaced = random.below(2) == 0;
      std::array<std::vector<float>, max_dimensions> metres;
      for (std::size_t a = 0; a < static_cast<std::size_t>(batch.dimensions); ++a) {
        // Where blocks of 2^32 cells meet, too: that is at the origin, among others.
        const std::int64_t base = bases[random.below(5)];
        for (std::size_t i = 0; i < batch.count; ++i) {
          const auto move = static_cast<std::int64_t>(random.bits() % (spread | 1U) - spread / 2);
          const bool fits = move < 0 ? base >= INT64_MIN - move : base <= INT64_MAX - move;
          batch.position[a][i] = fits ? base + move : base;
          metres[a].push_back(static_cast<float>((random.unit() - 0.5) * 20) / lattice.cells_per_metre());
        }
        if (displaced) batch.displacement.metres[a] = metres[a].data();
      }
      SimplexPoints points;
      PointCells cells;
      make_simplex_points(lattice, batch, points, &cells);
      ASSERT_EQ(points.count, batch.count);
      expect_definition(lattice, batch, points, cells);
      if (HasFatalFailure()) return;
    }
  }
}

}  // namespace
}  // namespace craton
