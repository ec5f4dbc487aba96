#include <craton/stages/whittaker.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace craton {
namespace {

double area(std::span<const DiagramPoint> outline) {
  double sum = 0;
  DiagramPoint from = outline.back();
  for (const DiagramPoint to : outline) {
    sum += double(from.temperature) * to.rain - double(to.temperature) * from.rain;
    from = to;
  }
  return sum / 2;
}

/// The rule written plainly: which side of each edge, for outlines of any shape, by the angle that they turn around a point.
bool holds(std::span<const DiagramPoint> outline, double temperature, double rain) {
  double turned = 0;
  DiagramPoint from = outline.back();
  for (const DiagramPoint to : outline) {
    const double ax = from.temperature - temperature, ay = from.rain - rain, bx = to.temperature - temperature,
                 by = to.rain - rain;
    turned += std::atan2(ax * by - ay * bx, ax * bx + ay * by);
    from = to;
  }
  return std::abs(turned) > 3;
}

Biome diagram_biome(std::size_t i) { return static_cast<Biome>(first_diagram_biome + i); }

TEST(Whittaker, OutlinesCoverTheDiagramOnce) {
  double sum = 0;
  for (std::size_t i = 0; i < diagram_biome_count; ++i) {
    const double each = area(diagram_outline(diagram_biome(i)));
    EXPECT_GT(each, 0) << biome_names()[first_diagram_biome + i] << ": corners run counter-clockwise";
    sum += each;
  }
  double whole = 0;  // below the most rain, by trapezoids that end at its corners
  for (float t = -10; t < 30; t += 0.5F) whole += 0.5 * 0.5 * (most_diagram_rain(t) + most_diagram_rain(t + 0.5F));
  EXPECT_NEAR(sum, whole, 1e-3);
  int checked = 0;
  for (double t = -9.93; t < 30; t += 0.31)
    for (double r = 0.77; r < 400; r += 2.9) {
      int found = 0;
      for (std::size_t i = 0; i < diagram_biome_count; ++i) found += holds(diagram_outline(diagram_biome(i)), t, r);
      ASSERT_EQ(found, r < most_diagram_rain(static_cast<float>(t)) ? 1 : 0) << t << " °C, " << r << " cm";
      ++checked;
    }
  EXPECT_GT(checked, 10000);
}

TEST(Whittaker, FindsTheOutlineThatHoldsAClimate) {
  for (double t = -9.91; t < 30; t += 0.17)
    for (double r = 0.37; r < most_diagram_rain(static_cast<float>(t)) - 0.01; r += 1.3) {
      const auto found = whittaker_biome(static_cast<float>(t), static_cast<float>(r));
      ASSERT_TRUE(holds(diagram_outline(found), t, r)) << t << " °C, " << r << " cm";
    }
}

TEST(Whittaker, CornersAndBeyond) {
  EXPECT_EQ(whittaker_biome(-10, 0), Biome::tundra);
  EXPECT_EQ(whittaker_biome(-60, 10), Biome::tundra);
  EXPECT_EQ(whittaker_biome(-60, 1000), Biome::tundra);
  EXPECT_EQ(whittaker_biome(30, 0), Biome::subtropical_desert);
  EXPECT_EQ(whittaker_biome(60, 0), Biome::subtropical_desert);
  EXPECT_EQ(whittaker_biome(30, 400), Biome::tropical_rain_forest);
  EXPECT_EQ(whittaker_biome(99, 9999), Biome::tropical_rain_forest);
  EXPECT_EQ(whittaker_biome(10, 9999), Biome::temperate_rain_forest);
  EXPECT_EQ(whittaker_biome(0, 9999), Biome::taiga);
  EXPECT_EQ(whittaker_biome(25, -5), Biome::subtropical_desert);
  EXPECT_EQ(whittaker_biome(NAN, NAN), Biome::tundra);
  // On the border the warmer and wetter side has it.
  EXPECT_EQ(whittaker_biome(-5, 60), Biome::taiga);
  EXPECT_EQ(whittaker_biome(std::nextafter(-5.0F, -6.0F), 60), Biome::tundra);
}

TEST(Whittaker, KnownPlaces) {
  EXPECT_EQ(whittaker_biome(27, 260), Biome::tropical_rain_forest);       // Singapore, Belém
  EXPECT_EQ(whittaker_biome(27, 180), Biome::tropical_seasonal_forest);   // Mumbai
  EXPECT_EQ(whittaker_biome(26, 90), Biome::savanna);                     // Bamako
  EXPECT_EQ(whittaker_biome(22, 2), Biome::subtropical_desert);           // Cairo
  EXPECT_EQ(whittaker_biome(11, 65), Biome::temperate_deciduous_forest);  // London
  EXPECT_EQ(whittaker_biome(9, 40), Biome::temperate_grassland);          // Odessa
  EXPECT_EQ(whittaker_biome(9, 250), Biome::temperate_rain_forest);       // the coast of Washington
  EXPECT_EQ(whittaker_biome(-2, 45), Biome::taiga);                       // Arkhangelsk and east of it
  EXPECT_EQ(whittaker_biome(-11, 12), Biome::tundra);                     // Utqiaġvik
}

TEST(Whittaker, SharesAreContinuousAndSumToOne) {
  constexpr float width = 2;
  std::array<float, diagram_biome_count> before{};
  for (int i = 0; i <= 4000; ++i) {
    const float share = static_cast<float>(i) / 4000;
    const float t = -14 + 48 * share, r = 10 + 380 * share * share;
    const auto shares = whittaker_shares(t, r, width);
    float sum = 0, jump = 0;
    for (std::size_t k = 0; k < shares.size(); ++k) {
      ASSERT_GE(shares[k], 0);
      sum += shares[k];
      if (i > 0) jump = std::max(jump, std::abs(shares[k] - before[k]));
    }
    ASSERT_NEAR(sum, 1, 1e-5);
    ASSERT_LT(jump, 0.03F) << t << " °C, " << r << " cm";
    const auto own = static_cast<std::size_t>(whittaker_biome(t, r)) - first_diagram_biome;
    ASSERT_GE(shares[own], *std::max_element(shares.begin(), shares.end()) - 1e-4F) << "on a border both are equal";
    before = shares;
  }
  const auto alone = whittaker_shares(25, 20, width);
  EXPECT_EQ(alone[static_cast<std::size_t>(Biome::subtropical_desert) - first_diagram_biome], 1);
  const auto crisp = whittaker_shares(-4.99F, 60, 0);
  EXPECT_EQ(crisp[static_cast<std::size_t>(Biome::taiga) - first_diagram_biome], 1);
}

}  // namespace
}  // namespace craton
