// Every file in recipes/noise is a noise: it reads, compiles, keeps to its range and is not flat.
#include <craton/recipe/noise_json.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include "repository.h"

namespace craton {
namespace {

std::vector<std::filesystem::path> preset_files() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(repository_folder() + "/recipes/noise"))
    files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

std::string content_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(Presets, AllAreNoises) {
  const auto files = preset_files();
  EXPECT_GE(files.size(), 10U);
  for (const std::filesystem::path& file : files) {
    SCOPED_TRACE(file.filename().string());
    EXPECT_EQ(file.extension(), ".json");
    const Result<NoiseSpec> spec = noise_spec_from_json(content_of(file));
    if (!spec) {
      ADD_FAILURE() << spec.error().to_string();
      continue;
    }
    const Result<Noise> noise = Noise::make(*spec, Seed{1});
    if (!noise) {
      ADD_FAILURE() << noise.error().to_string();
      continue;
    }
    ASSERT_TRUE(noise->has_dimension(2));
    constexpr std::uint32_t side = 64;
    std::vector<float> values(side * side);
    const Point2 step{8 * units_per_metre, 8 * units_per_metre};
    const Result<void> filled = noise->grid(Grid2{.origin = {}, .step = step, .width = side, .height = side}, values);
    ASSERT_TRUE(filled) << filled.error().to_string();
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    EXPECT_GE(*low, noise->range().low);
    EXPECT_LE(*high, noise->range().high);
    EXPECT_GT(*high - *low, 0.1F * (noise->range().high - noise->range().low));
    EXPECT_EQ(noise->at(Point2{step.x * 5, step.y * 7}), values[7 * side + 5]);
  }
}

TEST(Presets, KeepTheirMeaningWhenWritten) {
  for (const std::filesystem::path& file : preset_files()) {
    SCOPED_TRACE(file.filename().string());
    const Result<NoiseSpec> spec = noise_spec_from_json(content_of(file));
    if (!spec) continue;  // told above
    const Result<NoiseSpec> again = noise_spec_from_json(noise_spec_to_json(*spec));
    ASSERT_TRUE(again) << again.error().to_string();
    const Result<Noise> a = Noise::make(*spec, Seed{2}), b = Noise::make(*again, Seed{2});
    if (!a || !b) continue;
    for (std::int64_t i = 0; i < 20; ++i) EXPECT_EQ(a->at(Point2{i * 12345, i * 777}), b->at(Point2{i * 12345, i * 777}));
  }
}

}  // namespace
}  // namespace craton
