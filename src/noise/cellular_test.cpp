// Cellular noise against its definition over a much larger window, bit for bit; its bounds, periods and refusals.
#include "noise/cellular_octave.h"
#include "noise/kinds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <set>

#include "noise/octaves.h"
#include "noise/variants_test.h"
#include "reference/cellular_reference.h"

namespace craton {
namespace {

using test::Box;
using test::Random;

std::uint32_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }

constexpr const char* distances[] = {"euclidean", "squared", "manhattan", "chebyshev"};
constexpr const char* outputs[] = {"distance", "value", "id", "second_id", "border"};

/// Every distance with every output, weights and jitters of many kinds.
NoiseSpec random_spec(Random& random, double frequency) {
  NoiseSpec spec = test::spec_of("cellular", {{"frequency", frequency}});
  const std::string output = outputs[random.below(2) == 0 ? 0 : random.below(std::size(outputs))];
  spec.params.set("output", output);
  if (output != "border") spec.params.set("distance", std::string(distances[random.below(std::size(distances))]));
  if (random.below(2) == 0) spec.params.set("jitter", random.below(3) == 0 ? 0.0 : random.unit());
  const std::vector<double> weights[] = {{1}, {-1, 1}, {0, 1}, {1, -0.5}, {0, 0, 1}, {1, 2, -3, 4}, {0, 0, 0, -1}};
  spec.params.set("weights", weights[random.below(std::size(weights))]);
  return spec;
}

const NoiseKind& kind() {
  for (const NoiseKind& each : all_noise_kinds())
    if (each.id == "cellular") return each;
  throw std::logic_error("no cellular noise");
}

reference::Cellular reference_of(const NoiseSpec& spec, Seed seed, int dimensions) {
  const Result<CellularParams> params = params_from<CellularParams>(spec.params, "");
  EXPECT_TRUE(params);
  const double weight = 1;
  const OctaveSpec spec_of_octave = (*make_octaves(kind(), spec.params, "", seed, 1, 2, {&weight, 1}))[0];
  const CellularOctave octave = make_cellular_octave(*params, 1);
  reference::Cellular cellular;
  cellular.seed = seed;
  cellular.dimensions = dimensions;
  for (std::size_t a = 0; a < 3; ++a) cellular.axis[a] = spec_of_octave.axis[a];
  cellular.jitter = octave.jitter;
  cellular.distance = choice_names<CellularDistance>()[static_cast<std::size_t>(params->distance)];
  cellular.output = choice_names<CellularOutput>()[static_cast<std::size_t>(params->output)];
  const CellularScale& scale = octave.scale[dimensions - 2];
  std::copy_n(scale.factor, 4, cellular.factor.begin());
  cellular.offset = scale.offset;
  cellular.value_factor = octave.value_factor;
  cellular.border_most = scale.most;
  return cellular;
}

void expect_reference(const NoiseSpec& spec, Seed seed, int dimensions, const Box& box, std::size_t most) {
  const Result<Noise> noise = Noise::make(spec, seed);
  ASSERT_TRUE(noise) << noise.error().to_string();
  const Result<std::vector<float>> values = grid_of(*noise, dimensions, box);
  ASSERT_TRUE(values) << values.error().to_string();
  const reference::Cellular expected = reference_of(spec, seed, dimensions);
  const std::size_t stride = values->size() / most + 1;
  for (std::size_t i = 0; i < values->size(); i += stride) {
    const std::size_t index[3] = {i % box.size[0], i / box.size[0] % box.size[1], i / box.size[0] / box.size[1]};
    std::int64_t position[3] = {};
    for (int a = 0; a < dimensions; ++a) position[a] = position_of(box, a, index[a]);
    const float wanted = expected.at({position, static_cast<std::size_t>(dimensions)}, dimensions == 2 ? 7 : 5);
    ASSERT_EQ(bits((*values)[i]), bits(wanted)) << (*values)[i] << " instead of " << wanted << " at sample " << i;
    ASSERT_EQ(bits(test::value_at(*noise, dimensions, position)), bits(wanted)) << "at a point";
  }
}

std::string text_of(const NoiseSpec& spec) {
  std::string text;
  for (const auto& [name, value] : spec.params.items()) text += name + "=" + to_string(value) + " ";
  return text;
}

std::int64_t random_origin(Random& random, bool wraps) {
  switch (random.below(wraps ? 5 : 4)) {
    case 0: return random.between(-100000, 100000);
    case 1: return random.between(-4000000, 4000000) * units_per_metre;
    case 2: return (std::int64_t{1} << 50) + random.between(-1000000, 1000000);
    case 3: return INT64_MIN + random.between(0, 1000000);
    default: return static_cast<std::int64_t>((std::uint64_t{1} << 63) - random.below(50000));
  }
}

TEST(Cellular, EqualsItsDefinitionOverALargerWindow) {
  const int rounds = test::full() ? 8000 : 500;
  for (int round = 0; round < rounds; ++round) {
    Random random(static_cast<std::uint64_t>(round));
    const int dimensions = random.below(3) == 0 ? 3 : 2;
    NoiseSpec spec = random_spec(random, 0.002 * std::exp(random.unit() * std::log(1000.0)));
    const bool periodic = random.below(3) == 0;
    if (periodic) {
      std::vector<double> period;
      for (int a = 0; a < dimensions; ++a) period.push_back(static_cast<double>(random.below(5)));
      spec.params.set("period", period);
    }
    constexpr std::uint32_t widest[2][3] = {{300, 70, 1}, {80, 12, 9}};
    constexpr std::int64_t steps[] = {1, 100, 512, 1024, 1024, 1024, 1500, 7168};
    Box box;
    for (int a = 0; a < dimensions; ++a) {
      box.origin[a] = random_origin(random, !periodic);
      box.step[a] = a > 0 && random.below(3) != 0 ? box.step[0] : steps[random.below(std::size(steps))];
      box.size[a] = static_cast<std::uint32_t>(1 + random.below(widest[dimensions - 2][a]));
    }
    SCOPED_TRACE(text_of(spec) + ", " + std::to_string(dimensions) + "D, round " + std::to_string(round));
    expect_reference(spec, Seed{random.bits()}, dimensions, box, dimensions == 2 ? 200 : 30);
    if (HasFatalFailure()) return;
  }
}

/// Cells of two units, and of 2^58.
TEST(Cellular, ExtremeFrequencies) {
  for (const double frequency : {512.0, 0x1p-48, 300.0, 1e-9})
    for (const int dimensions : {2, 3})
      for (const std::int64_t origin : {std::int64_t{-77}, std::int64_t{1} << 60, INT64_MIN + 5, INT64_MAX - 30000}) {
        Box box;
        for (int a = 0; a < dimensions; ++a) {
          box.origin[a] = origin + a;
          box.step[a] = frequency > 1 ? 1 : 300;
          box.size[a] = a == 0 ? 40 : 5;
        }
        expect_reference(test::spec_of("cellular", {{"frequency", frequency}}), Seed{3}, dimensions, box, 40);
        if (HasFatalFailure()) return;
      }
}

TEST(Cellular, RepeatsAfterItsPeriod) {
  for (const char* output : outputs)
    for (const int dimensions : {2, 3})
      for (const double period : {1.0, 2.0, 3.0, 7.0}) {
        const NoiseSpec spec = test::spec_of(
            "cellular",
            {{"frequency", 0.0625}, {"output", std::string(output)}, {"period", std::vector<double>{period, period}}});
        const Noise noise = *Noise::make(spec, Seed{4});
        Box box;
        for (int a = 0; a < dimensions; ++a) box.size[a] = a == 0 ? 150 : 9;
        const std::vector<float> here = *grid_of(noise, dimensions, box);
        for (const std::int64_t turns : {1, -1, 1000}) {
          box.origin[0] = turns * static_cast<std::int64_t>(period) * 16 * units_per_metre;
          box.origin[1] = -3 * box.origin[0];
          const std::vector<float> there = *grid_of(noise, dimensions, box);
          EXPECT_TRUE(std::equal(here.begin(), here.end(), there.begin(), [](float a, float b) { return bits(a) == bits(b); }))
              << output << ", " << dimensions << "D, period " << period;
        }
      }
}

// ---- bounds

double far_distance(const std::string& distance, const double (&away)[3]) {
  if (distance == "manhattan") return away[0] + away[1] + away[2];
  if (distance == "chebyshev") return std::max({away[0], away[1], away[2]});
  return std::sqrt(away[0] * away[0] + away[1] * away[1] + away[2] * away[2]);
}

/// The k-th nearest of points that are all as far away as their cells allow, over random places, and uphill from the best.
double largest_found(const std::string& distance, double jitter, int dimensions, std::size_t k, Random& random) {
  const auto at = [&](const double(&place)[3]) {
    std::vector<double> list;
    for (int z = dimensions == 3 ? -3 : 0; z <= (dimensions == 3 ? 3 : 0); ++z)
      for (int y = -3; y <= 3; ++y)
        for (int x = -3; x <= 3; ++x) {
          const int cell[3] = {x, y, z};
          double away[3] = {};
          for (int a = 0; a < dimensions; ++a) away[a] = std::abs(cell[a] + 0.5 - place[a]) + jitter / 2;
          list.push_back(far_distance(distance, away));
        }
    std::nth_element(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(k), list.end());
    return list[k];
  };
  double largest = 0;
  for (int start = 0; start < (test::full() ? 60 : 12); ++start) {
    double place[3] = {random.unit(), random.unit(), random.unit()};
    double best = at(place);
    for (double reach = 0.5; reach > 1e-5; reach *= 0.7)
      for (int attempt = 0; attempt < 20; ++attempt) {
        double other[3];
        for (int a = 0; a < 3; ++a) other[a] = place[a] + (2 * random.unit() - 1) * reach;
        const double there = at(other);
        if (there <= best) continue;
        best = there;
        std::copy_n(other, 3, place);
      }
    largest = std::max(largest, best);
  }
  return largest;
}

TEST(Cellular, BoundsAreTrue) {
  Random random(1);
  for (const int dimensions : {2, 3})
    for (std::size_t i = 0; i < std::size(distances); ++i)
      for (const double jitter : {0.0, 0.2, 0.6, 1.0})
        for (std::size_t k = 0; k < 4; ++k) {
          const double bound = cellular_bound(static_cast<CellularDistance>(i), jitter, dimensions, static_cast<int>(k));
          const double found = largest_found(distances[i], jitter, dimensions, k, random);
          EXPECT_LE(found, bound * (1 + 1e-9)) << distances[i] << " " << dimensions << "D, jitter " << jitter << ", k " << k;
          EXPECT_GT(found, bound * 0.98) << distances[i] << " " << dimensions << "D, jitter " << jitter << ", k " << k;
        }
}

TEST(Cellular, StaysWithinItsRange) {
  std::map<std::string, std::pair<float, float>> found;
  for (std::uint64_t round = 0; round < (test::full() ? 4000U : 400U); ++round) {
    Random random(round);
    const NoiseSpec spec = random_spec(random, 0.3);
    const int dimensions = random.below(3) == 0 ? 3 : 2;
    const Noise noise = *Noise::make(spec, Seed{round});
    Box box;
    for (int a = 0; a < dimensions; ++a) {
      box.origin[a] = random.between(-1000000000, 1000000000);
      box.step[a] = 777;
      box.size[a] = dimensions == 2 ? 100 : 24;
    }
    const bool number = to_string(*spec.params.find("output")).ends_with("id");
    EXPECT_EQ(noise.range().low, number ? 0.0F : -1.0F);
    EXPECT_EQ(noise.range().high, number ? 0x1p24F - 1 : 1.0F);
    const std::vector<float> values = *grid_of(noise, dimensions, box);
    for (const float value : values) {
      ASSERT_GE(value, noise.range().low) << text_of(spec);
      ASSERT_LE(value, noise.range().high) << text_of(spec);
      if (number) { ASSERT_EQ(value, std::floor(value)); }
      auto& [low, high] = found.try_emplace(to_string(*spec.params.find("output")), 9.0F, -9.0F).first->second;
      low = std::min(low, value);
      high = std::max(high, value);
    }
  }
  EXPECT_LT(found["distance"].first, -0.99F);
  EXPECT_GT(found["distance"].second, 0.5F);
  EXPECT_LT(found["border"].first, -0.99F);
  EXPECT_GT(found["border"].second, 0.5F);
  EXPECT_LT(found["value"].first, -0.99F);
  EXPECT_GT(found["value"].second, 0.99F);
}

/// Without jitter all is known: the nearest point is the centre of the own cell, and the border is the cell's.
TEST(Cellular, WithoutJitterIsAGridOfPoints) {
  const auto made = [](const char* output) {
    return *Noise::make(test::spec_of("cellular", {{"frequency", 0.0625}, {"jitter", 0.0}, {"output", std::string(output)}}),
                        Seed{1});
  };
  const Noise distance = made("distance"), border = made("border");
  for (std::int64_t i = 0; i < 16; ++i)
    for (std::int64_t j = 0; j < 16; ++j) {
      const double x = static_cast<double>(i) / 16 - 0.5, y = static_cast<double>(j) / 16 - 0.5;
      const Point2 place{i * units_per_metre, j * units_per_metre};
      EXPECT_NEAR(distance.at(place), std::sqrt(x * x + y * y) / std::sqrt(0.5) * 2 - 1, 1e-5);
      EXPECT_NEAR(border.at(place), (0.5 - std::max(std::abs(x), std::abs(y))) / 0.5 * 2 - 1, 1e-5);
    }
}

/// A border is where the nearest point changes: the distance to it is the least step that changes the id.
TEST(Cellular, BorderIsWhereTheIdChanges) {
  const auto made = [](const char* output) {
    return *Noise::make(test::spec_of("cellular", {{"frequency", 0.001}, {"output", std::string(output)}}), Seed{11});
  };
  const Noise id = made("id"), border = made("border");
  const double most = cellular_bound(CellularDistance::euclidean, 1, 2, 1) / 2;
  Random random(2);
  for (int round = 0; round < 300; ++round) {
    const std::int64_t x = random.between(-100000000, 100000000), y = random.between(-100000000, 100000000);
    const double radius = (double{border.at(Point2{x, y})} + 1) / 2 * most * 1024000;  // in units
    bool changes = false;
    for (int step = 0; step < 2000; ++step) {
      const double angle = step * 3.14159265358979 / 1000;
      const auto beside = [&](double away) {
        return id.at(Point2{x + std::llround(away * std::cos(angle)), y + std::llround(away * std::sin(angle))});
      };
      ASSERT_EQ(beside(std::max(0.0, radius - 4)), id.at(Point2{x, y})) << round;
      changes = changes || beside(radius * 1.00001 + 4) != id.at(Point2{x, y});
    }
    ASSERT_TRUE(changes) << round;
  }
}

TEST(Cellular, LooksTheSameFarAway) {
  const auto mean = [](std::int64_t origin) {
    const Noise noise = *Noise::make(test::spec_of("cellular", {{"frequency", 0.25}}), Seed{6});
    double sum = 0;
    const std::vector<float> values = *grid_of(noise, 2, Box{{origin, -origin}, {1024, 1024, 1024, 1024}, {400, 400, 1, 1}});
    for (const float value : values) sum += double{value};
    return sum / static_cast<double>(values.size());
  };
  const double near = mean(0);
  for (const std::int64_t origin : {std::int64_t{1} << 40, std::int64_t{1} << 50, -(std::int64_t{1} << 62)})
    EXPECT_NEAR(mean(origin), near, 0.01);
}

TEST(Cellular, MovedSamplesAreThoseOfTheirPlace) {
  const Noise still = *Noise::make(test::spec_of("cellular", {{"frequency", 0x1p-6}}), Seed{5});
  const double weight = 1;
  ParamValues values;
  values.set("frequency", 0x1p-6);
  const OctaveSpec octave = (*make_octaves(kind(), values, "", Seed{5}, 1, 2, {&weight, 1}))[0];
  const std::unique_ptr<Generator> generator = *cellular_noise().make(values, "", octave);
  GridShape shape;
  shape.step = {1024, 1024, 1, 1};
  shape.size = {40, 10, 1, 1};
  std::vector<float> metres[2], out(400);
  Random random(1);
  for (auto& axis : metres)
    for (int i = 0; i < 400; ++i) axis.push_back(static_cast<float>(random.between(-500, 500)));
  Chunk chunk;
  chunk.size = shape.size;
  chunk.out = out.data();
  chunk.row_stride = 40;
  generator->on_grid(shape)->fill_displaced(chunk, Displacement{{metres[0].data(), metres[1].data()}});
  for (std::size_t i = 0; i < 400; ++i) {
    const Point2 place{(static_cast<std::int64_t>(i % 40) + static_cast<std::int64_t>(metres[0][i])) * 1024,
                       (static_cast<std::int64_t>(i / 40) + static_cast<std::int64_t>(metres[1][i])) * 1024};
    ASSERT_EQ(bits(out[i]), bits(still.at(place)));
  }
}

TEST(Cellular, RefusesWhatMakesNoSense) {
  const auto error = [](const NoiseSpec& spec) {
    const Result<Noise> noise = Noise::make(spec, Seed{});
    return noise ? std::string("none") : noise.error().to_string();
  };
  EXPECT_NE(error(test::spec_of("cellular", {{"weights", std::vector<double>{0, 0}}})).find("weights"), std::string::npos);
  EXPECT_NE(error(test::spec_of("cellular", {{"weights", std::vector<double>{}}})).find("weights"), std::string::npos);
  EXPECT_NE(error(test::spec_of("cellular", {{"jitter", 1.5}})).find("jitter"), std::string::npos);
  EXPECT_NE(error(test::spec_of("cellular", {{"output", std::string("border")}, {"distance", std::string("manhattan")}}))
                .find("distance"),
            std::string::npos);
  EXPECT_NE(error(test::fbm_of(test::spec_of("cellular", {{"output", std::string("id")}}))).find("source/output"),
            std::string::npos);
  EXPECT_EQ(error(test::fbm_of(test::spec_of("cellular", {{"output", std::string("border")}}))), "none");
}

}  // namespace
}  // namespace craton
