#include <craton/base/position.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include <craton/base/hash.h>
#include "base/uint128.h"

namespace craton {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr std::int64_t last = std::numeric_limits<std::int64_t>::max(), first = std::numeric_limits<std::int64_t>::min();

TEST(Position, MetresBecomeTheNearestUnit) {
  EXPECT_EQ(*units_from_metres(0), 0);
  EXPECT_EQ(*units_from_metres(-0.0), 0);
  EXPECT_EQ(*units_from_metres(1), 1024);
  EXPECT_EQ(*units_from_metres(-2.5), -2560);
  EXPECT_EQ(*units_from_metres(0.5 / 1024), 0) << "halves go to the even side";
  EXPECT_EQ(*units_from_metres(1.5 / 1024), 2);
  EXPECT_EQ(*units_from_metres(2.5 / 1024), 2);
  EXPECT_EQ(*units_from_metres(-0.5 / 1024), 0);
  EXPECT_EQ(*units_from_metres(-1.5 / 1024), -2);
  EXPECT_EQ(*units_from_metres(std::nextafter(0.5, 0) / 1024), 0) << "x + 0.5 would round to one";
  EXPECT_EQ(*units_from_metres(std::nextafter(0.5, 1) / 1024), 1);
  EXPECT_EQ(*units_from_metres(std::numeric_limits<double>::denorm_min()), 0);
  EXPECT_EQ(*units_from_metres(0x1p40 + 1.0 / 1024), (std::int64_t{1} << 50) + 1);
  EXPECT_EQ(*units_from_metres(4503599627370497.5 / 1024), 4503599627370498) << "a half just above 2^52";
}

TEST(Position, MetresBeyondTheWorldAreErrors) {
  EXPECT_EQ(*units_from_metres(-0x1p53), first);
  EXPECT_EQ(*units_from_metres(std::nextafter(0x1p53, 0)), last - 1023);
  for (double metres : {0x1p53, std::nextafter(-0x1p53, -inf), inf, -inf, nan, 1e300}) {
    const Result<std::int64_t> units = units_from_metres(metres);
    ASSERT_FALSE(units) << metres;
    EXPECT_EQ(units.error().code, ErrorCode::invalid_value);
    EXPECT_NE(units.error().message.find("2^53"), std::string::npos);
  }
}

TEST(Position, MetresAndBack) {
  for (std::int64_t units :
       {std::int64_t{0}, std::int64_t{1}, std::int64_t{-1023}, std::int64_t{1} << 52, -(std::int64_t{1} << 40) + 3})
    EXPECT_EQ(*units_from_metres(metres_from_units(units)), units);
  EXPECT_EQ(metres_from_units(512), 0.5);
}

TEST(Frequency, IsExactInPowersOfTwo) {
  EXPECT_EQ(Frequency::per_metre(1)->cells_per_wrap, std::uint64_t{1} << 54);
  EXPECT_EQ(Frequency::per_metre(512)->cells_per_wrap, std::uint64_t{1} << 63);
  EXPECT_EQ(Frequency::per_metre(0x1p-48)->cells_per_wrap, 64u);
  EXPECT_EQ(Frequency::per_metre(0.01)->cells_per_wrap, 180143985094820u) << "round(0.01 · 2^54)";
  EXPECT_EQ(Frequency::per_metre(0x1p-48 * (1 + 0.5 / 64))->cells_per_wrap, 64u) << "64.5 goes to the even side";
  EXPECT_EQ(Frequency::per_metre(0x1p-48 * (1 + 1.5 / 64))->cells_per_wrap, 66u);
  EXPECT_EQ(Frequency::per_metre(std::nextafter(512, 0))->cells_per_wrap, (std::uint64_t{1} << 63) - 1024);
  EXPECT_EQ(Frequency::per_metre(0.25)->cells_per_metre(), 0.25);
  EXPECT_NEAR(Frequency::per_metre(0.01)->cells_per_metre(), 0.01, 1e-17);
}

TEST(Frequency, RefusesNonsense) {
  for (double cells : {0.0, -0.0, -1.0, std::nextafter(512, inf), inf, -inf, nan, std::nextafter(0x1p-48, 0), 5e-324}) {
    const Result<Frequency> frequency = Frequency::per_metre(cells);
    ASSERT_FALSE(frequency) << cells;
    EXPECT_EQ(frequency.error().code, ErrorCode::invalid_value);
    EXPECT_NE(frequency.error().message.find("2^-48 … 512"), std::string::npos) << frequency.error().message;
  }
  EXPECT_NE(Frequency::per_metre(nan).error().message.find("found nan"), std::string::npos);
}

TEST(Lattice, CellAndFractionNearZero) {
  const Frequency one_a_metre = *Frequency::per_metre(1);
  EXPECT_EQ(lattice_coordinate(0, one_a_metre), (LatticeCoordinate{0, 0}));
  EXPECT_EQ(lattice_coordinate(1024, one_a_metre), (LatticeCoordinate{1, 0}));
  EXPECT_EQ(lattice_coordinate(1536, one_a_metre), (LatticeCoordinate{1, std::uint64_t{1} << 63}));
  EXPECT_EQ(lattice_coordinate(-1, one_a_metre), (LatticeCoordinate{one_a_metre.cells_per_wrap - 1, ~std::uint64_t{0} << 54}));
  EXPECT_EQ(lattice_coordinate(-1024, one_a_metre), (LatticeCoordinate{one_a_metre.cells_per_wrap - 1, 0}));
}

TEST(Lattice, ClosesOntoItself) {
  // One unit past the last position is the first: cells and fractions go on without a step.
  for (std::uint64_t cells :
       {std::uint64_t{64}, std::uint64_t{180143985094820}, (std::uint64_t{1} << 63) - 1, std::uint64_t{12345677}}) {
    const Frequency frequency{cells};
    const LatticeCoordinate before = lattice_coordinate(last, frequency), after = lattice_coordinate(first, frequency);
    uint128 place = (uint128{before.cell} << 64 | before.fraction) + cells;
    if (high_word(place) >= cells) place -= uint128{cells} << 64;
    EXPECT_EQ(after, (LatticeCoordinate{high_word(place), low_word(place)})) << cells;
    EXPECT_EQ(lattice_coordinate(-1, frequency).cell, cells - 1);
  }
}

TEST(Lattice, CellsStayInsideAndOffsetsOnlyShift) {
  for (std::uint64_t i = 0; i < 20000; ++i) {
    const auto position = static_cast<std::int64_t>(mix64(3 * i + 1));
    const Frequency frequency{64 + mix64(3 * i + 2) % ((std::uint64_t{1} << 63) - 64 + 1)};
    const std::uint64_t offset = i % 3 == 0 ? ~std::uint64_t{0} : mix64(3 * i + 3);
    const LatticeCoordinate plain = lattice_coordinate(position, frequency),
                            moved = lattice_coordinate(position, frequency, offset);
    ASSERT_LT(plain.cell, frequency.cells_per_wrap);
    ASSERT_LT(moved.cell, frequency.cells_per_wrap);
    ASSERT_EQ(moved.fraction, plain.fraction + offset);
    const bool carried = moved.fraction < offset;
    ASSERT_EQ(moved.cell, (plain.cell + (carried ? 1 : 0)) % frequency.cells_per_wrap);
  }
  const Frequency frequency{64};
  EXPECT_EQ(lattice_coordinate(-1, frequency, 64), (LatticeCoordinate{0, 0})) << "the carry of the offset closes the lattice";
}

TEST(Lattice, FractionAsFloatStaysBelowOne) {
  EXPECT_EQ(fraction_as_float(0), 0.0f);
  EXPECT_EQ(fraction_as_float(std::uint64_t{1} << 63), 0.5f);
  EXPECT_EQ(fraction_as_float(~std::uint64_t{0}), 1.0f - 0x1p-24f);
  EXPECT_EQ(fraction_as_float((std::uint64_t{1} << 40) - 1), 0.0f);
  EXPECT_EQ(fraction_as_float(std::uint64_t{1} << 40), 0x1p-24f);
}

}  // namespace
}  // namespace craton
