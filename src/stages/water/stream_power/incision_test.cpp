#include "stages/water/stream_power/incision.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "stages/water/stream_power/float_power.h"
#include "stages/water/stream_power/sediment.h"

namespace craton {
namespace {

constexpr double uplift = 0.001, erodibility = 2e-5, m = 0.5, step_metres = 100;

/// Cells 0, 1, … in a row, each running into the one before; 0 is the mouth. Cell i drains what is above it.
FlowGraph chain(std::size_t cells) {
  FlowGraph graph;
  graph.receiver = FlatArray<Cell>(cells);
  graph.order = FlatArray<Cell>(cells);
  for (std::size_t i = 0; i < cells; ++i) {
    graph.receiver[i] = static_cast<Cell>(i == 0 ? 0 : i - 1);
    graph.order[cells - 1 - i] = static_cast<Cell>(i);
  }
  return graph;
}

double area_of(std::size_t i, std::size_t cells) { return static_cast<double>(cells - i) * step_metres * step_metres; }

/// Raises and cuts a chain for some years.
void step(const FlowGraph& graph, std::vector<float>& heights, double years, double n) {
  std::vector<CutCell> cells(heights.size());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const double rate = erodibility * years * std::pow(area_of(i, cells.size()), m) / std::pow(step_metres, n);
    const auto rising = static_cast<float>(i == 0 ? 0 : uplift * years);
    cells[i] = {heights[i] + rising, i == 0 ? 0 : static_cast<float>(n == 1 ? linear_share(static_cast<float>(rate)) : rate)};
  }
  if (n == 1)
    cut_linear(graph, cells, 0);
  else
    cut_by_power(graph, cells, 0, n);
  for (std::size_t i = 0; i < cells.size(); ++i) heights[i] = cells[i].height;
}

/// h of cell i in balance: Σ (U/K)^(1/n) A^(−m/n) Δx.
std::vector<double> balance(std::size_t cells, double n) {
  std::vector<double> heights(cells, 0.0);
  for (std::size_t i = 1; i < cells; ++i)
    heights[i] = heights[i - 1] + std::pow(uplift / erodibility, 1 / n) * std::pow(area_of(i, cells), -m / n) * step_metres;
  return heights;
}

TEST(Incision, AChainComesToTheClosedFormOfItsBalance) {
  constexpr std::size_t cells = 200;
  const FlowGraph graph = chain(cells);
  for (const double n : {0.5, 0.7, 1.0, 1.3, 2.0, 3.5}) {
    std::vector<float> heights(cells, 0.0F);
    for (int i = 0; i < 500; ++i) step(graph, heights, 80'000, n);
    const std::vector<double> expected = balance(cells, n);
    for (std::size_t i = 1; i < cells; ++i) ASSERT_NEAR(heights[i] / expected[i], 1, 2e-4) << "n " << n << ", cell " << i;
  }
}

TEST(Incision, StepsOfAMillionYearsAreStable) {
  constexpr std::size_t cells = 100;
  const FlowGraph graph = chain(cells);
  for (const double n : {0.3, 0.7, 1.0, 2.0, 4.0}) {
    std::vector<float> heights(cells, 0.0F);
    for (std::size_t i = 0; i < cells; ++i) heights[i] = static_cast<float>((i * 7919) % 1000);
    for (int i = 0; i < 500; ++i) step(graph, heights, 1e6, n);
    const std::vector<double> expected = balance(cells, n);
    for (std::size_t i = 1; i < cells; ++i) {
      ASSERT_GE(heights[i], heights[i - 1]) << n;
      ASSERT_NEAR(heights[i] / expected[i], 1, 0.01) << "n " << n << ", cell " << i;
    }
  }
}

TEST(Incision, TimeStepsDoNotShowInWhatALandBecomesOnItsWay) {
  constexpr std::size_t cells = 100;
  const FlowGraph graph = chain(cells);
  for (const double n : {0.7, 1.0, 2.0}) {
    std::vector<float> coarse(cells, 0.0F), fine(cells, 0.0F);
    for (int i = 0; i < 20; ++i) step(graph, coarse, 10'000, n);
    for (int i = 0; i < 400; ++i) step(graph, fine, 500, n);
    ASSERT_LT(fine.back(), 0.8 * balance(cells, n).back()) << "else it is the balance";
    for (std::size_t i = 1; i < cells; ++i) ASSERT_NEAR(coarse[i] / fine[i], 1, 0.06) << n << " " << i;
  }
}

TEST(Incision, ALinkAgreesWithAFineExplicitSolution) {
  // Implicit steps are of first order: half the step, half the error.
  for (const double n : {0.3, 0.7, 1.5, 2.0, 2.7, 4.0}) {
    const double rate_a_year = 1e-5 * std::pow(1e6, 0.5) / std::pow(100.0, n) * std::pow(80.0, 1 - n) * std::pow(100.0, n - 1);
    double exact = 80;
    for (int i = 0; i < 200'000; ++i) exact = std::max(0.0, exact - 0.05 * rate_a_year * std::pow(exact, n));
    const auto implicit_error = [&](int steps) {
      const DropLeft left(n);
      float drop = 80;
      for (int i = 0; i < steps; ++i) drop = left(drop, static_cast<float>(10'000.0 / steps * rate_a_year));
      return std::abs(drop - exact);
    };
    EXPECT_LT(exact, 60) << n;
    EXPECT_LT(implicit_error(1000), 0.05) << n;
    EXPECT_NEAR(implicit_error(50) / implicit_error(100), 2, 0.2) << n;
  }
}

TEST(Incision, WhatIsLeftOfADropSolvesItsEquation) {
  for (double n = 0.3; n <= 4.01; n += 0.1)
    for (const double drop : {1e-6, 0.01, 1.0, 300.0, 8000.0})
      for (const double rate : {1e-12, 1e-6, 1e-3, 0.5, 1.0, 40.0, 1e6, 1e12}) {
        const double x = double{DropLeft(n)(static_cast<float>(drop), static_cast<float>(rate))};
        ASSERT_GE(x, 0);
        ASSERT_LE(x, static_cast<float>(drop));
        const double sum = x + rate * std::pow(x, n);
        if (std::pow(drop / rate, 1 / n) < 1e-30) continue;  // too small for a float, and 0 is right
        // The equation is the steeper the larger the part of the power: its root is right to a float's last places.
        ASSERT_NEAR(sum / drop, 1, 1e-5 * std::max(1.0, n)) << "n " << n << ", drop " << drop << ", rate " << rate;
      }
}

TEST(Incision, HollowsAreNotCutAndMouthsStay) {
  FlowGraph graph = chain(5);
  // 2 lies in a hollow: its receiver 1 is higher even after the step.
  std::vector<CutCell> start = {{10, 0}, {300, 0.1F}, {50, 0.5F}, {400, 0.5F}, {350, 0.5F}};
  for (const double n : {1.0, 1.5}) {
    std::vector<CutCell> cells = start;
    if (n == 1)
      cut_linear(graph, cells, 0);
    else
      cut_by_power(graph, cells, 0, n);
    EXPECT_EQ(cells[0].height, 10);
    EXPECT_LT(cells[1].height, 300);
    EXPECT_EQ(cells[2].height, 50);
    EXPECT_LT(cells[3].height, 400);
    EXPECT_GE(cells[3].height, 50);
    EXPECT_GE(cells[4].height, cells[3].height);
  }
}

TEST(Incision, RiversRunIntoTheSeaAndNotDownToItsFloor) {
  FlowGraph graph = chain(3);
  for (const double n : {1.0, 2.0}) {
    std::vector<CutCell> cells = {{-4000, 0}, {100, n == 1 ? 1.0F : 1e9F}, {200, n == 1 ? 1.0F : 1e9F}};
    if (n == 1)
      cut_linear(graph, cells, -5);
    else
      cut_by_power(graph, cells, -5, n);
    EXPECT_EQ(cells[0].height, -4000);
    EXPECT_NEAR(cells[1].height, -5, 1e-2);
    EXPECT_GE(cells[1].height, -5);
    EXPECT_GE(cells[2].height, cells[1].height);
  }
}

TEST(FloatPower, AgreesWithTheLibrary) {
  for (int i = -60; i <= 60; ++i)
    for (const double y : {-3.0, -0.7, 0.1, 0.45, 1.0, 1.37, 3.0}) {
      const float x = static_cast<float>(std::pow(1.3, i) * 1.0173);
      ASSERT_NEAR(float_power(x, y) / std::pow(double{x}, y), 1, 2e-7) << x << "^" << y;
    }
  EXPECT_EQ(float_power(1.0F, 0.45), 1.0F);
  EXPECT_EQ(float_power(1e-30F, 4), 0.0F);
  EXPECT_TRUE(std::isfinite(float_power(1e30F, 4)));
}

// ---- deposits

struct Budget {
  double cut = 0, laid = 0, exported = 0;
};

/// One step of a chain with deposits, from a rough ground; everything as its formula has it.
Budget deposit(double deposition, double n, std::vector<float> sizes) {
  constexpr std::size_t count = 60;
  const FlowGraph graph = chain(count);
  std::vector<float> areas(count, 1.0F);
  std::vector<CutCell> cells(count);
  for (std::size_t i = 0; i < count; ++i) areas[i] = sizes.empty() ? 1.0F : sizes[i];
  accumulate(graph, std::span(areas));
  for (std::size_t i = 0; i < count; ++i) {
    const double rate = i == 0 ? 0 : 0.3 * std::sqrt(areas[i]);
    const auto ground = static_cast<float>(i < 20 ? 2 * i : 40 + 20 * (i - 20));
    cells[i] = {ground, static_cast<float>(n == 1 ? linear_share(static_cast<float>(rate)) : rate * 0.05)};
  }
  const std::vector<CutCell> before = cells;
  SedimentLoad load;
  EXPECT_TRUE(load.cut_and_lay(graph, cells, 0, n, deposition, areas, sizes, {}));

  Budget budget;
  std::vector<double> carried(count, 0.0);
  for (const Cell c : graph.order) {
    const Cell to = graph.receiver[c];
    if (to == c) continue;
    const double size = sizes.empty() ? 1 : sizes[c];
    const double laid = std::min(deposition * carried[c] / areas[c], carried[c] / size);
    const double drop = cells[c].height - cells[to].height;
    const double cut = n == 1 ? before[c].rate / (1 - before[c].rate) * drop : before[c].rate * std::pow(drop, n);
    EXPECT_NEAR(cells[c].height, before[c].height + laid - cut, 0.02) << c << " of G " << deposition << ", n " << n;
    budget.cut += cut * size;
    budget.laid += laid * size;
    carried[to] += carried[c] + (cut - laid) * size;
    EXPECT_GE(carried[to], -1e-3);
  }
  budget.exported = carried[0];
  double lost = 0;
  for (std::size_t c = 0; c < count; ++c) lost += (double{before[c].height} - cells[c].height) * (sizes.empty() ? 1 : sizes[c]);
  EXPECT_NEAR(lost / budget.exported, 1, 1e-4) << "what the ground has lost is what leaves at the mouth";
  EXPECT_NEAR(budget.cut, budget.laid + budget.exported, 1e-6 * budget.cut);
  return budget;
}

TEST(Sediment, WhatIsCutIsLaidOrLeaves) {
  std::vector<float> sizes(60);
  for (std::size_t i = 0; i < 60; ++i) sizes[i] = 0.7F + 0.01F * static_cast<float>(i % 37);
  for (const double n : {1.0, 2.0})
    for (const auto& cells : {std::vector<float>{}, sizes}) {
      const Budget little = deposit(0.3, n, cells), more = deposit(1, n, cells), most = deposit(5, n, cells);
      EXPECT_GT(little.laid, 0);
      EXPECT_GT(more.laid, little.laid);
      EXPECT_LT(more.exported, little.exported);
      EXPECT_LT(most.exported, more.exported);
    }
}

TEST(Sediment, FillsHollowsAndLetsMaskedCellsBe) {
  FlowGraph graph = chain(6);
  std::vector<float> areas = {6, 5, 4, 3, 2, 1};
  std::vector<CutCell> cells = {{0, 0}, {100, 0}, {40, 0.5F}, {60, 0.5F}, {900, 0.9F}, {1500, 0.9F}};
  SedimentLoad load;
  ASSERT_TRUE(load.cut_and_lay(graph, cells, 0, 1, 0.1, areas, {}, {}));
  EXPECT_EQ(cells[0].height, 0);
  EXPECT_EQ(cells[1].height, 100) << "masked";
  EXPECT_GT(cells[2].height, 60);
  EXPECT_LT(cells[2].height, 100);
  EXPECT_GT(cells[3].height, 70);
  EXPECT_LT(cells[4].height, 900);
}

}  // namespace
}  // namespace craton
