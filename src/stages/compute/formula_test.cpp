#include "stages/compute/formula.h"

#include <bit>
#include <cmath>
#include <functional>

#include <gtest/gtest.h>

namespace craton {
namespace {

std::vector<float> row_of(std::uint32_t seed, std::size_t count) {
  std::vector<float> row(count);
  for (float& value : row) {
    seed = seed * 1664525 + 1013904223;
    value = static_cast<float>(static_cast<std::int32_t>(seed)) * 0x1p-28F;
  }
  return row;
}

/// Bit for bit what plain code gives in each cell of three layers x, y, z.
void expect_same(std::string_view text, const std::function<float(float, float, float)>& plain) {
  constexpr std::size_t count = 1000;
  const std::vector<float> rows[] = {row_of(1, count), row_of(2, count), row_of(3, count)};
  const Result<Formula> formula = Formula::parse(text, "/value");
  ASSERT_TRUE(formula) << formula.error().to_string();
  std::vector<Field> values;
  for (const std::string& name : formula->names()) values.emplace_back(std::span<const float>(rows[name[0] - 'x']));
  const std::vector<const float*> none(values.size());
  std::vector<float> out(count);
  formula->evaluate(0, count, values, none, out.data());
  for (std::size_t i = 0; i < count; ++i)
    ASSERT_EQ(std::bit_cast<std::uint32_t>(out[i]), std::bit_cast<std::uint32_t>(plain(rows[0][i], rows[1][i], rows[2][i])))
        << text << " in cell " << i;
}

std::string error_of(std::string_view text) {
  const Result<Formula> formula = Formula::parse(text, "/value");
  return formula ? "none" : formula.error().to_string();
}

TEST(Formula, OperationsGoFromTheLeftAndProductsFirst) {
  expect_same("x - y - z", [](float x, float y, float z) { return (x - y) - z; });
  expect_same("x - (y - z)", [](float x, float y, float z) { return x - (y - z); });
  expect_same("x + y * z", [](float x, float y, float z) { return x + y * z; });
  expect_same("x / y / z * 3", [](float x, float y, float z) { return x / y / z * 3; });
  expect_same("-x * -(y + 0.1)", [](float x, float y, float) { return -x * -(y + 0.1F); });
  expect_same(" ( x )\n+1e3 ", [](float x, float, float) { return x + 1e3F; });
  expect_same("7", [](float, float, float) { return 7.0F; });
  expect_same("y", [](float, float y, float) { return y; });
}

TEST(Formula, FunctionsHaveTheirStatedForm) {
  expect_same("min(x, y)", [](float x, float y, float) { return y < x ? y : x; });
  expect_same("max(x, y) + abs(z)", [](float x, float y, float z) { return (x < y ? y : x) + std::fabs(z); });
  expect_same("sqrt(x)", [](float x, float, float) { return x > 0 ? std::sqrt(x) : 0.0F; });
  expect_same("mix(x, y, z)", [](float x, float y, float z) { return x * (1 - z) + y * z; });
  expect_same("toward(x, y, z)", [](float x, float y, float z) { return z > 0 ? x * (1 - z) + y * z : x; });
  expect_same("clamp(x, -2, 3, 0)", [](float x, float, float) { return x < -2 ? -2 : x > 3 ? 3 : x; });
  expect_same("cross(x, y, z, 0.5, 0)", [](float x, float y, float z) { return z > 0.5F ? y : z < 0.5F ? x : (x + y) / 2; });
  expect_same("lines_flat(x, -1, 0, 1, 8)", [](float x, float, float) {
    return x < -1 ? 0.0F : x >= 1 ? 8.0F : static_cast<float>((double{x} + 1) * 4);
  });
  expect_same("terraces(x, 2, 0, 0.5, 0, 0, 7, 0, 0)", [](float x, float, float) {
    const float edge = std::floor(x / 2), rise = std::max((x / 2 - edge) / 0.5F - 1, 0.0F);
    return 2 * (edge + rise * rise * (3 - 2 * rise));
  });
}

TEST(Formula, ACurvePassesItsPointsAndNeverTurnsBetweenThem) {
  const Result<Formula> formula = Formula::parse("curve(x, -10, -5, 0, 0, 1, 4, 8, 4.5)", "");
  ASSERT_TRUE(formula);
  std::vector<float> x, y(4001);
  for (int i = 0; i <= 4000; ++i) x.push_back(static_cast<float>(i) * 0.005F - 12);
  const Field values[] = {std::span<const float>(x)};
  const float* none[] = {nullptr};
  formula->evaluate(0, x.size(), values, none, y.data());
  for (std::size_t i = 1; i < y.size(); ++i) EXPECT_GE(y[i], y[i - 1]) << x[i];
  EXPECT_EQ(y[400], -5);  // at -10
  EXPECT_NEAR(y[2600], 4, 1e-6);
}

TEST(Formula, NumbersRowsAndLayersStandInForNames) {
  const Result<Formula> formula = Formula::parse("layer * number + row", "");
  ASSERT_TRUE(formula);
  EXPECT_EQ(formula->names().size(), 3u);
  std::vector<float> layer = row_of(5, 700);
  const std::vector<float> before = layer, row = row_of(6, 600);
  const Field values[] = {std::span<const float>(layer), 2.5, 0.0};
  const float* rows[] = {nullptr, nullptr, row.data()};
  formula->evaluate(100, 600, values, rows, layer.data() + 100);  // into the layer itself
  for (std::size_t i = 0; i < 700; ++i) EXPECT_EQ(layer[i], i < 100 ? before[i] : before[i] * 2.5F + row[i - 100]);
}

TEST(Formula, ErrorsTellWhereAndWhatIsAllowed) {
  EXPECT_EQ(error_of(""), "/value: letter 1: the formula ends, expected a number, a name, a function or (");
  EXPECT_EQ(error_of("x +"), "/value: letter 4: the formula ends, expected a number, a name, a function or (");
  EXPECT_EQ(error_of("x y"), "/value: letter 3: found \"y\", expected the end, or + - * /");
  EXPECT_EQ(error_of("(x"), "/value: letter 3: the formula ends, expected )");
  EXPECT_EQ(error_of("X"), "/value: letter 1: found \"X\", expected a number, a name, a function or (");
  EXPECT_NE(error_of("mx(x, 1)").find("there is no function \"mx\""), std::string::npos);
  EXPECT_NE(error_of("min(x)").find("min(x, y) needs more"), std::string::npos);
  EXPECT_NE(error_of("min(x, y, z)").find(") after min(x, y)"), std::string::npos);
  EXPECT_NE(error_of("curve(x, 1, 2)").find("at least two points"), std::string::npos);
  EXPECT_NE(error_of("curve(x, 1, 2, 0, 3)").find("x must grow"), std::string::npos);
  EXPECT_NE(error_of("1e40").find("too large"), std::string::npos);
  EXPECT_NE(error_of("terraces(x, 1, 0, 0, 0, 2, 0, 0, 0)").find("the unevenness of terraces may be 0 … 1"), std::string::npos);
  EXPECT_NE(error_of("terraces(x, 1, 0, 0, 0, 1, 0.5, 0, 0)").find("whole numbers"), std::string::npos);
  EXPECT_NE(error_of("terraces(x, 1, 0, 0, 0, 1)").find("and the seed of the terraces"), std::string::npos);
}

TEST(Formula, WhatIsTooLongOrTooDeepIsRefused) {
  EXPECT_NE(error_of(std::string(5000, ' ')).find("4096"), std::string::npos);
  EXPECT_NE(error_of(std::string(100, '(')).find("nested too deeply"), std::string::npos);
  EXPECT_NE(error_of(std::string(100, '-')).find("too many signs"), std::string::npos);
  std::string sum = "1";
  for (int i = 0; i < 200; ++i) sum += "+1";
  EXPECT_NE(error_of(sum).find("more than 128 operations"), std::string::npos);
}

}  // namespace
}  // namespace craton
