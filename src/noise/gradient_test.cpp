// Gradient noise and its vectors against the definition, bit for bit, and what its vectors are like.
#include "noise/gradients.h"
#include "noise/kinds.h"

#include <gtest/gtest.h>

#include "noise/oracle_test.h"
#include "reference/lattice_reference.h"

namespace craton {
namespace {

using test::Random;

struct Variant {
  int smoothness = 2;
  GradientSet gradients = GradientSet::circle;
};

Variant any_variant(Random& random, ParamValues& params) {
  const Variant variant{static_cast<int>(random.below(4)), random.below(2) == 0 ? GradientSet::circle : GradientSet::fixed};
  params.set("smoothness", std::int64_t{variant.smoothness});
  params.set("gradients", std::string(variant.gradients == GradientSet::fixed ? "fixed" : "circle"));
  test::choose_period(random, params);
  return variant;
}

TEST(GradientNoise, IsItsDefinition) {
  test::compare_with_oracle(
      gradient_noise(), {}, [](Random& random, ParamValues& params) { any_variant(random, params); },
      [](const ParamValues& params) {
        const auto smoothness = static_cast<int>(std::get<std::int64_t>(*params.find("smoothness")));
        const bool fixed = std::get<std::string>(*params.find("gradients")) == "fixed";
        return [=](const OctaveSpec& octave, test::Places places) {
          return reference::gradient_vector_at(octave, places, smoothness, fixed)[0];
        };
      });
}

using Components = std::array<std::vector<float>, 3>;

/// A grid of vectors by chunks of random sizes, which hand out compact rows.
Components vectors_by_chunks(const Generator& generator, const GridShape& shape, Random& random,
                             const std::vector<std::vector<float>>* metres) {
  const std::unique_ptr<GridEvaluator> grid = generator.on_grid(shape);
  Components out;
  for (auto& component : out) component.resize(test::sample_count(shape));
  const auto width = static_cast<std::uint32_t>(1 + random.below(shape.size[0]));
  const auto height = static_cast<std::uint32_t>(1 + random.below(shape.size[1]));
  const std::uint32_t depth = std::min(max_chunk_depth, static_cast<std::uint32_t>(1 + random.below(shape.size[2])));
  for (std::uint32_t z = 0; z < shape.size[2]; z += depth)
    for (std::uint32_t y = 0; y < shape.size[1]; y += height)
      for (std::uint32_t x = 0; x < shape.size[0]; x += width) {
        Chunk chunk;
        chunk.begin = {x, y, z, 0};
        chunk.size = {std::min(width, shape.size[0] - x), std::min(height, shape.size[1] - y), std::min(depth, shape.size[2] - z),
                      1};
        const std::size_t count = std::size_t{chunk.size[0]} * chunk.size[1] * chunk.size[2];
        std::vector<std::size_t> samples;
        for (std::uint32_t k = 0; k < chunk.size[2]; ++k)
          for (std::uint32_t j = 0; j < chunk.size[1]; ++j)
            for (std::uint32_t i = 0; i < chunk.size[0]; ++i)
              samples.push_back((std::size_t{z + k} * shape.size[1] + y + j) * shape.size[0] + x + i);
        Components compact;
        std::array<float*, 3> places{};
        for (std::size_t c = 0; c < static_cast<std::size_t>(shape.dimensions); ++c) {
          compact[c].assign(count + 1, 0.25F);
          places[c] = compact[c].data();
        }
        if (metres) {
          std::vector<std::vector<float>> cut(metres->size());
          for (std::size_t a = 0; a < cut.size(); ++a)
            for (const std::size_t sample : samples) cut[a].push_back((*metres)[a][sample]);
          grid->fill_vectors(chunk, test::displacement_of(cut), places);
        } else {
          grid->fill_vectors(chunk, {}, places);
        }
        for (std::size_t c = 0; c < static_cast<std::size_t>(shape.dimensions); ++c) {
          EXPECT_EQ(compact[c][count], 0.25F) << "written past the end";
          for (std::size_t i = 0; i < count; ++i) out[c][samples[i]] = compact[c][i];
        }
      }
  return out;
}

TEST(GradientNoise, VectorsAreTheirDefinition) {
  for (int round = 0; round < (test::full() ? 2000 : 150); ++round) {
    Random random(static_cast<std::uint64_t>(round) + 5000);
    test::OracleCase of{gradient_noise(), {}, static_cast<int>(1 + random.below(3)), random.below(2)};
    of.params.set("frequency", test::any_frequency(random));
    const Variant variant = any_variant(random, of.params);
    of.shape = test::any_shape(random, of.dimensions, !of.params.find("period"));
    const OctaveSpec octave = test::octave_of(of, Seed{random.bits()});
    const auto generator = *gradient_noise().make(of.params, "", octave);
    const auto metres = test::any_displacements(random, of.shape, octave.axis[0].cells_per_metre);
    SCOPED_TRACE("round " + std::to_string(round));

    Components still, moved;
    const auto n = static_cast<std::size_t>(of.dimensions);
    for (std::size_t i = 0; i < test::sample_count(of.shape); ++i) {
      const auto at = [&](const std::vector<std::vector<float>>* by) {
        return reference::gradient_vector_at(octave, test::Places(test::places_of(octave, of.shape, i, by)).first(n),
                                             variant.smoothness, variant.gradients == GradientSet::fixed);
      };
      const reference::Vector here = at(nullptr), there = at(&metres);
      for (std::size_t c = 0; c < n; ++c) {
        still[c].push_back(here[c]);
        moved[c].push_back(there[c]);
      }
    }
    for (const std::string_view target : available_targets()) {
      ASSERT_TRUE(force_target(target));
      SCOPED_TRACE(target);
      const Components by_chunks = vectors_by_chunks(*generator, of.shape, random, nullptr);
      const Components displaced = vectors_by_chunks(*generator, of.shape, random, &metres);
      for (std::size_t c = 0; c < n; ++c) {
        EXPECT_TRUE(test::same_bits(by_chunks[c], still[c])) << "component " << c;
        EXPECT_TRUE(test::same_bits(displaced[c], moved[c])) << "component " << c << ", displaced";
      }
    }
    ASSERT_TRUE(force_target("best"));
    if (HasFailure()) return;
  }
}

/// No longer than the weight, and as long as that at corners.
TEST(GradientNoise, VectorsAreUnitVectorsAtCorners) {
  for (int dimensions = 1; dimensions <= 3; ++dimensions)
    for (const GradientSet set : {GradientSet::circle, GradientSet::fixed}) {
      test::OracleCase of{gradient_noise(), {}, dimensions};
      of.params.set("frequency", 0x1p-3);
      of.params.set("gradients", std::string(set == GradientSet::fixed ? "fixed" : "circle"));
      OctaveSpec octave = test::octave_of(of, Seed{9});
      octave.weight = 1;
      const auto generator = *gradient_noise().make(of.params, "", octave);
      for (const std::int64_t step : {std::int64_t{8192}, std::int64_t{1237}}) {
        GridShape shape;
        shape.dimensions = dimensions;
        std::array<AlignedVector<float>, 3> out;
        std::array<float*, 3> places{};
        Chunk chunk;
        for (std::size_t a = 0; a < static_cast<std::size_t>(dimensions); ++a) {
          shape.origin[a] = -8192 * 40;
          shape.step[a] = step;
          shape.size[a] = chunk.size[a] = a == 0 ? 300 : 4;
        }
        for (std::size_t a = 0; a < static_cast<std::size_t>(dimensions); ++a) {
          out[a].resize(test::sample_count(shape));
          places[a] = out[a].data();
        }
        generator->on_grid(shape)->fill_vectors(chunk, {}, places);
        for (std::size_t i = 0; i < out[0].size(); ++i) {
          double squared = 0;
          for (const auto& component : out)
            if (!component.empty()) squared += double{component[i]} * double{component[i]};
          EXPECT_LE(squared, 1);
          if (step == 8192 && (dimensions > 1 || set == GradientSet::fixed)) { EXPECT_GT(squared, 0.9999); }
        }
      }
    }
}

}  // namespace
}  // namespace craton
