// No layer of a planet of plates shows the 12 edges and 8 corners of the cube on which it lies.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include <craton/recipe/make.h>
#include <craton/worlds/kinds.h>
#include "repository.h"

namespace craton {
namespace {

constexpr std::int64_t side = 48;
constexpr std::uint32_t last = side - 1;

World planet(const std::string& name, std::uint64_t seed) {
  std::ifstream stream(repository_folder() + "/recipes/" + name + ".json");
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  Result<Recipe> recipe = recipe_from_json(text, all_terms());
  EXPECT_TRUE(recipe) << recipe.error().to_string();
  recipe->seed = seed;
  recipe->domain.params.set("resolution", side);
  if (name == "crust") { EXPECT_TRUE(set_in_recipe(*recipe, "heights.level_points=4096", all_terms())); }
  if (name == "earth") {
    EXPECT_TRUE(set_in_recipe(*recipe, "crust.level_points=4096", all_terms()));
    // Rivers and lakes are so few that chance decides how many of them cross an edge.
    recipe->keep = {"height",
                    "plate",
                    "border_distance",
                    "temperature",
                    "temperature_warmest",
                    "temperature_coldest",
                    "wind_east",
                    "wind_north",
                    "rain",
                    "rain_summer",
                    "rain_winter",
                    "moisture",
                    "biome",
                    "koppen"};
  }
  Result<World> world = make_world(*recipe, all_terms(), {});
  EXPECT_TRUE(world) << world.error().to_string();
  return *std::move(world);
}

/// How a cell lies in its face.
struct InFace {
  explicit InFace(Cell cell)
      : face(cell / (side * side)),
        column(cell % static_cast<Cell>(side)),
        row(cell / static_cast<Cell>(side) % static_cast<Cell>(side)) {}

  /// Steps from the left, right, upper or lower edge.
  std::uint32_t from_edge(std::size_t edge) const {
    const std::array<std::uint32_t, 4> steps{column, last - column, row, last - row};
    return steps[edge];
  }
  std::uint32_t from_corner(std::size_t corner) const {
    return std::max(corner % 2 == 0 ? column : last - column, corner < 2 ? row : last - row);
  }

  std::uint32_t face, column, row;
};

/// Differences between neighbours for each metre: over a seam, and beside it.
struct Steps {
  std::vector<double> over, beside;

  static double mean(const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values) sum += value;
    return sum / static_cast<double>(values.size());
  }
  /// The largest but a fiftieth of them.
  static double large(std::vector<double> values) {
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(values.size() * 49 / 50);
    std::nth_element(values.begin(), at, values.end());
    return *at;
  }
};

using StepsOfSeams = std::map<std::string, Steps>;  ///< by layer and seam

/// Names a corner of the cube or the middle of an edge by its direction: the same from all faces.
std::string name_of(const CubeSphere& sphere, std::initializer_list<Cell> around) {
  Vec3d sum{};
  for (const Cell cell : around) {
    const Vec3d direction = sphere.direction(cell);
    sum = {sum.x + direction.x, sum.y + direction.y, sum.z + direction.z};
  }
  const double half = 0.4 * static_cast<double>(around.size());
  const auto sign = [&](double value) { return value > half ? '+' : value < -half ? '-' : '0'; };
  return {sign(sum.x), sign(sum.y), sign(sum.z)};
}

double value_of(const Layer& layer, Cell cell) {
  if (layer.type() == LayerType::number) return double{layer.numbers()[cell]};
  if (layer.type() == LayerType::integer) return layer.integers()[cell];
  return layer.categories()[cell];
}

double step_between(const Layer& layer, Cell cell, const Link& link) {
  const double one = value_of(layer, cell), other = value_of(layer, link.to);
  const double step = layer.type() == LayerType::number ? std::abs(one - other) : (one == other ? 0.0 : 1.0);
  return step / double{link.length};
}

void add_edges(const CubeSphere& sphere, const Layer& layer, StepsOfSeams& steps) {
  constexpr std::int64_t half = side / 2, end = side;
  const std::array<std::array<std::int64_t, 2>, 4> beyond{{{-1, half}, {end, half}, {half, -1}, {half, end}}};
  for (std::uint32_t face = 0; face < 6; ++face)
    for (std::size_t edge = 0; edge < 4; ++edge) {
      const auto [column, row] = beyond[edge];
      const Cell there = *sphere.folded(face, column, row);
      const Cell here = sphere.cell(face, static_cast<std::uint32_t>(std::clamp<std::int64_t>(column, 0, last)),
                                    static_cast<std::uint32_t>(std::clamp<std::int64_t>(row, 0, last)));
      const std::uint32_t other = InFace(there).face;
      Steps& sum = steps[layer.name() + " over edge " + name_of(sphere, {here, there})];
      for (Cell cell = face * side * side; cell < (face + 1) * side * side; ++cell) {
        const std::uint32_t off = InFace(cell).from_edge(edge);
        if (off > 6) continue;
        sphere.for_each_link(cell, [&](Link link) {
          const InFace to(link.to);
          if (off == 0 && to.face == other)
            sum.over.push_back(step_between(layer, cell, link));
          else if (off > 0 && to.face == face && to.from_edge(edge) == off + 1)
            sum.beside.push_back(step_between(layer, cell, link));
        });
      }
    }
}

void add_corners(const CubeSphere& sphere, const Layer& layer, StepsOfSeams& steps) {
  for (std::uint32_t face = 0; face < 6; ++face)
    for (std::size_t corner = 0; corner < 4; ++corner) {
      const Cell tip = sphere.cell(face, corner % 2 == 0 ? 0 : last, corner < 2 ? 0 : last);
      Steps& sum = steps[layer.name() + " at corner " + name_of(sphere, {tip})];
      for (Cell cell = face * side * side; cell < (face + 1) * side * side; ++cell) {
        const std::uint32_t off = InFace(cell).from_corner(corner);
        if (off > 6) continue;
        sphere.for_each_link(cell, [&](Link link) {
          if (off < 2)
            sum.over.push_back(step_between(layer, cell, link));
          else if (off > 2 && InFace(link.to).face == face)
            sum.beside.push_back(step_between(layer, cell, link));
        });
      }
    }
}

/// Other layers change in a few places only, and chance decides how many of these lie on an edge.
bool varies_everywhere(const std::string& layer) {
  const std::array<std::string, 5> all{"height", "hardness", "erodibility", "border_distance", "crust"};
  return std::find(all.begin(), all.end(), layer) != all.end();
}

/// Winds turn with the latitude, and slowest in the middle of their belts: there, between 35° and 45°, the edges of the polar
/// faces lie. Only the edges that run from north to south tell whether one shows.
bool tells_of_seams(const std::string& layer, const std::string& edge) {
  return !layer.starts_with("wind_") || edge.ends_with('0');
}

/// Where steps over an edge or around a corner are not as large as those a few cells beside it.
std::vector<std::string> seams_in(const StepsOfSeams& steps) {
  std::vector<std::string> found;
  const auto expect = [&](bool holds, const std::string& name, const char* what) {
    if (!holds) found.push_back(name + ": " + what);
  };
  std::map<std::string, Steps> edges;  // by layer
  for (const auto& [name, sum] : steps) {
    const std::string layer = name.substr(0, name.find(' '));
    const bool varies = varies_everywhere(layer);
    const double over = Steps::mean(sum.over), beside = Steps::mean(sum.beside);
    if (name.find("corner") != std::string::npos) {
      expect(over <= (varies ? 2.5 : 4) * beside, name, "large steps");
      continue;
    }
    expect(over <= (varies ? 1.5 : 2.2) * beside, name, "large steps");
    expect(over >= (varies ? 0.6 : 0.3) * beside, name, "small steps");
    expect(Steps::large(sum.over) <= (varies ? 1.6 : 2.5) * Steps::large(sum.beside) + 1e-12, name, "very large steps");
    if (!tells_of_seams(layer, name)) continue;
    Steps& all = edges[layer];
    all.over.insert(all.over.end(), sum.over.begin(), sum.over.end());
    all.beside.insert(all.beside.end(), sum.beside.begin(), sum.beside.end());
  }
  for (const auto& [layer, sum] : edges)
    expect(std::abs(Steps::mean(sum.over) / Steps::mean(sum.beside) - 1) <= (varies_everywhere(layer) ? 0.15 : 0.3), layer,
           "all edges together");
  return found;
}

class Seams : public ::testing::TestWithParam<const char*> {};

/// Over many planets.
TEST_P(Seams, NoEdgeOrCornerShowsInAnyLayer) {
  const std::uint64_t planets = std::getenv("CRATON_FULL") ? 40 : 12;
  StepsOfSeams steps;
  std::size_t layers = 0;
  for (std::uint64_t seed = 1; seed <= planets; ++seed) {
    const World world = planet(GetParam(), seed);
    const auto& sphere = std::get<CubeSphere>(world.surface.domain());
    layers = world.surface.layers().size();
    for (const auto& layer : world.surface.layers()) {
      add_edges(sphere, *layer, steps);
      add_corners(sphere, *layer, steps);
    }
  }
  EXPECT_EQ(steps.size(), 20 * layers);
  for (const auto& [name, sum] : steps)
    ASSERT_GE(sum.over.size(), planets * (name.find("corner") != std::string::npos ? 24 : side)) << name;
  for (const std::string& seam : seams_in(steps)) ADD_FAILURE() << seam;
}

/// A face that lies two kilometres higher than the others is found by each of its edges.
TEST_P(Seams, OneFaceThatStandsOutIsFound) {
  StepsOfSeams steps;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    World world = planet(GetParam(), seed);
    const auto& sphere = std::get<CubeSphere>(world.surface.domain());
    Layer& height = *world.surface.layer("height");
    for (Cell cell = 0; cell < side * side; ++cell) height.numbers()[cell] += 2000;
    add_edges(sphere, height, steps);
  }
  const std::vector<std::string> found = seams_in(steps);
  EXPECT_GE(std::count_if(found.begin(), found.end(),
                          [](const std::string& seam) { return seam.find(": large steps") != std::string::npos; }),
            4);
}

INSTANTIATE_TEST_SUITE_P(Planets, Seams, ::testing::Values("crust", "fusek", "earth"),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace craton
