// Every shipped recipe has golden hashes.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include "repository.h"

namespace craton {
namespace {

TEST(ShippedRecipes, AllHaveGoldenHashes) {
  std::ifstream stream(repository_folder() + "/tests/golden/recipes.golden");
  const std::string golden{std::istreambuf_iterator<char>(stream), {}};
  int found = 0;
  for (const std::string folder : {"", "stages/", "voxels/", "noise/"})
    for (const auto& entry : std::filesystem::directory_iterator(repository_folder() + "/recipes/" + folder)) {
      if (entry.path().extension() != ".json") continue;
      const std::string name = "../../recipes/" + folder + entry.path().filename().string();
      EXPECT_NE(golden.find("\n" + name + " "), std::string::npos) << name;
      ++found;
    }
  EXPECT_GE(found, 95);
}

}  // namespace
}  // namespace craton
