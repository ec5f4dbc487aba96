#include "measure/channels.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "measure/fit.h"

namespace craton::measure {
namespace {

/// A network made by hand: cells come in any order, with lengths, areas and heights of their own.
class Network {
 public:
  /// `to` may come later; a cell that is its own receiver is a mouth.
  Cell add(Cell to, double length = 1, double area = 0, double height = 100) {
    receivers_.push_back(to);
    lengths_.push_back(static_cast<float>(length));
    areas_.push_back(static_cast<float>(area));
    heights_.push_back(static_cast<float>(height));
    return static_cast<Cell>(receivers_.size() - 1);
  }
  Cell next() const { return static_cast<Cell>(receivers_.size()); }
  Cell add_mouth(double height = 100) { return add(next(), 0, 0, height); }
  void set_height(Cell cell, double height) { heights_[cell] = static_cast<float>(height); }

  Drainage gathered(float sea_level = -1e9F) {
    graph_.receiver = FlatArray<Cell>(receivers_.size());
    graph_.order = FlatArray<Cell>(receivers_.size());
    std::copy(receivers_.begin(), receivers_.end(), graph_.receiver.begin());
    EXPECT_TRUE(order_downstream(graph_));
    catchment_ = areas_;
    upstream_.assign(receivers_.size(), 0);
    gather(graph_, lengths_, catchment_, upstream_);
    return {
        .graph = graph_, .lengths = lengths_, .catchment = catchment_, .upstream = upstream_, .ground = {heights_, sea_level}};
  }

 private:
  std::vector<Cell> receivers_;
  std::vector<float> lengths_, areas_, heights_, catchment_, upstream_;
  FlowGraph graph_;
};

/// A tree in which `branching` streams of one order meet to make the next. Each stream is a chain of `cells` cells, `growth`
/// times longer for each order; rain falls on the sources alone.
void add_stream(Network& network, Cell to, int order, int branching, int cells, double growth) {
  for (int i = 0; i < cells; ++i) to = network.add(to, std::pow(growth, order - 1), order == 1 && i == cells - 1 ? 1 : 0);
  if (order > 1)
    for (int i = 0; i < branching; ++i) add_stream(network, to, order - 1, branching, cells, growth);
}

TEST(Channels, ATreeHasTheRatiosItWasMadeWith) {
  for (const int branching : {2, 3, 4, 5}) {
    const double growth = 1.4 + 0.2 * branching;
    constexpr int highest = 5, cells = 3;
    Network tree;
    add_stream(tree, tree.add_mouth(-1), highest, branching, cells, growth);
    const Drainage drainage = tree.gathered(0);
    const std::vector<StreamOrder> orders = stream_orders(drainage, channel_cells(drainage, 1));
    ASSERT_EQ(orders.size(), 5u);
    for (int i = 0; i < highest; ++i) {
      const double count = std::pow(branching, highest - 1 - i);
      EXPECT_EQ(static_cast<double>(orders[static_cast<std::size_t>(i)].count), count) << branching << " " << i;
      EXPECT_NEAR(orders[static_cast<std::size_t>(i)].length / count, cells * std::pow(growth, i), 1e-3);
      EXPECT_NEAR(orders[static_cast<std::size_t>(i)].catchment / count, std::pow(branching, i), 1e-9);
    }
    const std::optional<HortonRatios> ratios = horton_ratios(orders);
    ASSERT_TRUE(ratios);
    EXPECT_NEAR(ratios->bifurcation, branching, 1e-6);
    EXPECT_NEAR(ratios->length, growth, 1e-6);
    EXPECT_NEAR(ratios->area, branching, 1e-6);
  }
}

TEST(Channels, AStreamKeepsItsOrderWhereALowerOneJoins) {
  // A comb: two sources meet, and ten more join one after another.
  Network comb;
  Cell at = comb.add_mouth();
  for (int i = 0; i < 10; ++i) {
    at = comb.add(at, 2);
    comb.add(at, 1, 1);
  }
  comb.add(at, 1, 1);
  const Drainage drainage = comb.gathered();
  const std::vector<StreamOrder> orders = stream_orders(drainage, channel_cells(drainage, 1));
  ASSERT_EQ(orders.size(), 2u);
  EXPECT_EQ(orders[0].count, 11u);
  EXPECT_EQ(orders[0].length, 11);
  EXPECT_EQ(orders[1].count, 1u);
  EXPECT_EQ(orders[1].length, 20);
  EXPECT_EQ(orders[1].catchment, 11);
  EXPECT_FALSE(horton_ratios(orders));
  EXPECT_EQ(longest_channel(drainage, channel_cells(drainage, 1)), 21);
}

TEST(Channels, StreamsDoNotMeetInTheSeaButDoAtABorder) {
  for (const bool sea : {true, false}) {
    Network two;
    const Cell mouth = two.add_mouth(sea ? -5 : 5);
    for (int i = 0; i < 2; ++i) two.add(two.add(mouth, 3), 3, 1);
    const Drainage drainage = two.gathered(0);
    const std::vector<Cell> channels = channel_cells(drainage, 1);
    EXPECT_EQ(channels.size(), sea ? 4u : 5u);
    const std::vector<StreamOrder> orders = stream_orders(drainage, channels);
    ASSERT_EQ(orders.size(), sea ? 1u : 2u);
    EXPECT_EQ(orders[0].count, 2u);
    EXPECT_EQ(orders[0].length, 12);
  }
}

TEST(Channels, TheHighestOrdersCountOnlyWithEnoughStreams) {
  const std::vector<StreamOrder> orders{{64, 64, 64}, {16, 32, 64}, {4, 16, 64}, {1, 900, 9000}};
  const std::optional<HortonRatios> ratios = horton_ratios(orders);
  ASSERT_TRUE(ratios);
  EXPECT_NEAR(ratios->bifurcation, 4, 1e-9);
  EXPECT_NEAR(ratios->length, 2, 1e-9);
  EXPECT_NEAR(ratios->area, 4, 1e-9);
  EXPECT_FALSE(horton_ratios(std::span(orders).first(2)));
}

TEST(Channels, BeginWhereEnoughDrains) {
  EXPECT_EQ(channel_head(100 * 100), 500);
  EXPECT_EQ(channel_head(10 * 10), 5000);
  Network line;
  Cell at = line.add_mouth();
  for (int i = 0; i < 9; ++i) at = line.add(at, 1, 1);
  EXPECT_EQ(channel_cells(line.gathered(), 4).size(), 7u);  // of 4 … 9 cells, and the mouth with 9
}

/// A river of `cells` cells whose catchment is L^(1/h) at a distance L from its source, and whose slope is A^−θ.
Network river(int cells, double h, double theta) {
  Network network;
  network.add_mouth(0);
  double height = 0;
  for (int i = cells; i > 0; --i) {
    const double area = std::pow(i, 1 / h), before = std::pow(i - 1, 1 / h);
    height += std::pow(area, -theta);
    network.add(network.next() - 1, 1, area - before, height * 1000);
  }
  return network;
}

TEST(Channels, ARiverHasTheExponentsItWasMadeWith) {
  for (const double h : {0.45, 0.5, 0.6})
    for (const double theta : {-0.1, 0.2, 0.45}) {
      Network network = river(6000, h, theta);
      const Drainage drainage = network.gathered();
      const std::vector<Cell> channels = channel_cells(drainage, 500);
      ASSERT_TRUE(hack_exponent(drainage, channels));
      EXPECT_NEAR(*hack_exponent(drainage, channels), h, 0.003);
      const Result<std::optional<double>> found = concavity(drainage, channels, {});
      ASSERT_TRUE(found && *found);
      EXPECT_NEAR(**found, theta, 0.02) << h;
    }
}

TEST(Channels, GroundThatRisesDownstreamAndSeaFloorHaveNoPartInConcavity) {
  Network network = river(6000, 0.5, 0.4);
  // Hollows along the way, and a shelf below the sea at its end.
  for (Cell cell = 1000; cell < 5000; cell += 100)
    for (Cell deep = cell; deep < cell + 20; ++deep) network.set_height(deep, 20);
  for (Cell cell = 0; cell < 500; ++cell) network.set_height(cell, -1 - 0.1 * (500.0 - cell));
  const Drainage drainage = network.gathered(0);
  const std::vector<Cell> channels = channel_cells(drainage, 500);
  const Result<std::optional<double>> found = concavity(drainage, channels, {});
  ASSERT_TRUE(found && *found);
  EXPECT_NEAR(**found, 0.4, 0.06);
}

TEST(Channels, WithoutRiversThereAreNoLaws) {
  Network empty;
  empty.add_mouth();
  const Drainage drainage = empty.gathered();
  const std::vector<Cell> none = channel_cells(drainage, 500);
  EXPECT_TRUE(none.empty());
  EXPECT_FALSE(hack_exponent(drainage, none));
  EXPECT_FALSE(*concavity(drainage, none, {}));
  EXPECT_TRUE(stream_orders(drainage, none).empty());
  EXPECT_FALSE(horton_ratios({}));
}

TEST(Fit, FindsPowersThroughBins) {
  std::vector<float> x, y;
  for (int i = 1; i < 20000; ++i) {
    x.push_back(static_cast<float>(i));
    // Half the values lie far off: medians do not care while means do.
    y.push_back(static_cast<float>(std::pow(i, 0.7)) * (i % 5 == 0 ? 50.0F : 1.0F));
  }
  EXPECT_NEAR(*exponent_of_medians(x, y), 0.7, 0.01);
  EXPECT_NEAR(*exponent_of_means(x, y), 0.7, 0.05);
  EXPECT_FALSE(exponent_of_means(std::span(x).first(5), std::span(y).first(5)));
  EXPECT_FALSE(fitted_slope(std::vector<FitPoint>{{1, 2}, {2, 3}}));
  EXPECT_FALSE(fitted_slope(std::vector<FitPoint>{{1, 2}, {1, 3}, {1, 4}}));
  EXPECT_NEAR(*fitted_slope(std::vector<FitPoint>{{1, 2}, {2, 4}, {4, 8}}), 2, 1e-12);
}

}  // namespace
}  // namespace craton::measure
