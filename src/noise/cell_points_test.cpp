// Batches of points on square lattices, made by vectors, against their definition: AxisLattice, AxisKeys and blend.
#include "noise/cell_points.h"

#include <gtest/gtest.h>

#include <bit>

#include <craton/base/targets.h>

#include "noise/blend.h"
#include "noise/variants_test.h"

namespace craton {
namespace {

using test::Random;

void expect_definition(const CellLattice& lattice, const PointBatch& batch, const CellPoints& points) {
  ASSERT_EQ(points.count, batch.count);
  for (std::size_t a = 0; a < static_cast<std::size_t>(batch.dimensions); ++a) {
    const AxisSpec& spec = lattice.axis[a];
    AxisKeys keys(spec.seed, spec.axis);
    for (std::size_t i = 0; i < batch.count; ++i) {
      AxisPlace place = spec.lattice.place(batch.position[a][i]);
      if (batch.displacement) place = spec.lattice.displaced(place, batch.displacement.metres[a][i]);
      ASSERT_LT(place.cell, spec.lattice.cells);
      ASSERT_EQ(points.axis[a].fraction[i], place.fraction_as_float()) << "point " << i << ", axis " << a;
      ASSERT_EQ(points.axis[a].blend[i], blend(place.fraction_as_float(), spec.smoothness));
      for (std::size_t side = 0; side < 2; ++side) {
        const AxisKey key = keys(spec.lattice.moved(place.cell, static_cast<std::int64_t>(side)));
        const AxisKey made = points.axis[a].key(i, static_cast<int>(side));
        ASSERT_EQ(made.low, key.low) << "point " << i << ", axis " << a << ", side " << side;
        ASSERT_EQ(made.high, key.high) << "point " << i << ", axis " << a << ", side " << side;
      }
    }
  }
}

/// Endless and repeating, from the widest cells to the narrowest, from one cell to many.
AxisLattice random_lattice(Random& random) {
  AxisLattice lattice;
  switch (random.below(5)) {
    case 0: lattice = AxisLattice::endless(*Frequency::per_metre(0.01)); break;
    case 1: lattice = AxisLattice::endless(*Frequency::per_metre(512)); break;
    case 2: lattice = AxisLattice::endless(*Frequency::per_metre(0x1p-48 * static_cast<double>(1 + random.below(1000)))); break;
    case 3: lattice = AxisLattice::repeating(1 + random.below(5), 2 * (10 + random.below(100000))); break;
    default: lattice = AxisLattice::repeating(1000 + random.below(1000000), std::uint64_t{1} << 30); break;
  }
  if (random.below(2) == 0) lattice.offset = random.bits();
  return lattice;
}

/// Near each other or far apart; around the origin, the ends and where blocks of 2^32 cells meet.
std::int64_t random_base(Random& random, const AxisLattice& lattice) {
  switch (random.below(5)) {
    case 0: return 0;
    case 1: return static_cast<std::int64_t>(random.bits());
    case 2: return INT64_MAX;
    case 3: return static_cast<std::int64_t>((static_cast<uint128>(random.between(1, 3)) << 96) / (lattice.cells_per_wrap | 1U));
    default: return std::int64_t{1} << 50;
  }
}

float random_move(Random& random, float cells_per_metre) {
  const double cells[] = {1e-9, 1e-6, 0.4, 3, 70, 1e5, 2e9};
  const double signed_unit = 2 * random.unit() - 1;
  return static_cast<float>(signed_unit * cells[random.below(std::size(cells))] / double{cells_per_metre});
}

class CellPointsTest : public testing::Test {
 protected:
  void TearDown() override { EXPECT_TRUE(force_target("best")); }
};

TEST_F(CellPointsTest, AreAsDefined) {
  for (const std::string_view target : available_targets()) {
    ASSERT_TRUE(force_target(target));
    for (int round = 0; round < (test::full() ? 3000 : 300); ++round) {
      SCOPED_TRACE(std::string(target) + ", round " + std::to_string(round));
      Random random(static_cast<std::uint64_t>(round));
      CellLattice lattice;
      PointBatch batch;
      batch.dimensions = 4;
      batch.count = random.below(3) == 0 ? 1 + random.below(40) : 1 + random.below(PointBatch::capacity);
      std::array<std::vector<float>, max_dimensions> metres;
      const bool displaced = random.below(2) == 0;
      const bool small_moves = random.below(2) == 0;  // a large one takes the whole batch off the fast way
      for (std::size_t a = 0; a < max_dimensions; ++a) {
        lattice.axis[a] = {static_cast<int>(a), Seed{random.bits()}, random_lattice(random), static_cast<int>(random.below(5))};
        const std::int64_t base = random_base(random, lattice.axis[a].lattice);
        const int spread_bits = static_cast<int>(random.below(random.below(4) == 0 ? 64 : 24));
        for (std::size_t i = 0; i < batch.count; ++i) {
          const std::uint64_t spread = random.bits() >> (63 - spread_bits);
          batch.position[a][i] = static_cast<std::int64_t>(static_cast<std::uint64_t>(base) + spread - (1ULL << spread_bits) / 2);
          const float per_metre = lattice.axis[a].lattice.cells_per_metre;
          metres[a].push_back(small_moves ? static_cast<float>(random.unit() - 0.5) / per_metre : random_move(random, per_metre));
        }
        if (displaced) batch.displacement.metres[a] = metres[a].data();
      }
      CellPoints points;
      make_cell_points(lattice, batch, points);
      expect_definition(lattice, batch, points);
      if (HasFatalFailure()) return;
    }
  }
}

TEST_F(CellPointsTest, RowsAreTheirPoints) {
  for (int round = 0; round < 300; ++round) {
    SCOPED_TRACE(round);
    Random random(static_cast<std::uint64_t>(round));
    CellLattice lattice;
    GridShape shape;
    shape.dimensions = 3;
    shape.size = {400, 5, 3, 1};
    Chunk chunk;
    chunk.begin = {static_cast<std::uint32_t>(random.below(100)), 2, 1, 0};
    chunk.size = {static_cast<std::uint32_t>(1 + random.below(300)), 3, 2, 1};
    const std::size_t count = std::size_t{chunk.size[0]} * chunk.size[1] * chunk.size[2];
    std::array<std::vector<float>, 3> metres;
    Displacement displacement;
    for (std::size_t a = 0; a < 3; ++a) {
      lattice.axis[a] = {static_cast<int>(a), Seed{random.bits()}, random_lattice(random), 2};
      shape.origin[a] = random_base(random, lattice.axis[a].lattice);
      shape.step[a] = random.between(1, 5000);
      for (std::size_t i = 0; i < count; ++i) metres[a].push_back(random_move(random, lattice.axis[a].lattice.cells_per_metre));
      displacement.metres[a] = metres[a].data();
    }
    const DisplacedRows rows(lattice, shape, chunk);
    if (!rows.near()) continue;
    CellPoints points;
    PointBatch batch;
    batch.dimensions = 3;
    for (std::uint32_t k = 0; k < 2; ++k)
      for (std::uint32_t j = 0; j < 3; j += rows_of_batch(chunk, j)) {
        batch.count = std::size_t{chunk.size[0]} * rows_of_batch(chunk, j);
        batch.displacement = displacement.from((std::size_t{k} * 3 + j) * chunk.size[0]);
        for (std::size_t i = 0; i < batch.count; ++i) {
          batch.position[0][i] = shape.position(0, chunk.begin[0] + i % chunk.size[0]);
          batch.position[1][i] = shape.position(1, chunk.begin[1] + j + i / chunk.size[0]);
          batch.position[2][i] = shape.position(2, chunk.begin[2] + k);
        }
        rows.make_points(j, k, batch.displacement, false, points);
        expect_definition(lattice, batch, points);
        if (HasFatalFailure()) return;
      }
  }
}

/// `moved` goes round as often as it takes.
TEST_F(CellPointsTest, MovesAreRemainders) {
  Random random(8);
  for (int round = 0; round < 2000; ++round) {
    AxisLattice lattice;
    lattice.cells = 1 + (random.bits() >> random.below(64));
    if (lattice.cells == 0) lattice.cells = ~0ULL;
    const std::uint64_t cell = random.below(lattice.cells);
    const auto count = static_cast<std::int64_t>(random.bits()) >> random.below(64);
    const uint128 turns = (static_cast<uint128>(1) << 64) * lattice.cells;  // keeps the sum positive
    const auto expected = static_cast<std::uint64_t>((turns + cell + static_cast<uint128>(count)) % lattice.cells);
    ASSERT_EQ(lattice.moved(cell, count), expected) << cell << " + " << count << " of " << lattice.cells;
  }
}

}  // namespace
}  // namespace craton
