#include <craton/files/sidecar.h>

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "files/test_folder.h"

namespace craton {
namespace {

TEST(Sidecar, SaysEverything) {
  files::TestFolder folder;
  Sidecar sidecar{.file = "height.r16",
                  .format = "r16",
                  .layer = "height",
                  .unit = "m",
                  .width = 640,
                  .height = 480,
                  .metres_per_sample = 12.5,
                  .min = -123.4,
                  .max = 0.1,
                  .levels = 65535,
                  .seed = 7,
                  .recipe = R"({"craton": 1, "world": "map", "stages": []})"};
  const Result<void> written = write_sidecar(folder.path("height.r16"), sidecar);
  ASSERT_TRUE(written) << written.error().to_string();
  const auto json = nlohmann::ordered_json::parse(files::content_of(folder.path("height.r16.json")));
  EXPECT_EQ(json["layer"], "height");
  EXPECT_EQ(json["unit"], "m");
  EXPECT_EQ(json["format"], "r16");
  EXPECT_EQ(json["file"], "height.r16");
  EXPECT_EQ(json["width"], 640);
  EXPECT_EQ(json["height"], 480);
  EXPECT_EQ(json["min"], -123.4);
  EXPECT_EQ(json["max"], 0.1);
  EXPECT_EQ(json["levels"], 65535);
  EXPECT_EQ(json["sea_level"], 0.0);
  EXPECT_EQ(json["metres_per_sample"], 12.5);
  EXPECT_EQ(json["row_order"], "north to south");
  EXPECT_EQ(json["seed"], 7);
  EXPECT_FALSE(json["craton"].get<std::string>().empty());
  EXPECT_EQ(json["recipe"]["world"], "map");
  EXPECT_EQ(json["recipe"].begin().key(), "craton");  // in its own order

  EXPECT_FALSE(json.contains("projection"));
  EXPECT_FALSE(json.contains("categories"));

  sidecar.projection = "faces";
  sidecar.categories = {"land", "sea"};
  sidecar.levels = 0;
  sidecar.seed = 0xFFFFFFFFFFFFFFFFu;
  const auto floats = nlohmann::json::parse(*sidecar_text(sidecar));
  EXPECT_FALSE(floats.contains("levels"));
  EXPECT_EQ(floats["seed"], "18446744073709551615");
  EXPECT_EQ(floats["projection"], "faces");
  EXPECT_EQ(floats["categories"][1], "sea");
}

TEST(Sidecar, RecipesMustBeJsonAndTextsAnything) {
  files::TestFolder folder;
  Sidecar sidecar{.file = "a", .unit = "\xff\"\n", .recipe = "{}"};
  EXPECT_TRUE(sidecar_text(sidecar));
  for (const char* recipe : {"", "{", "[]", "7"}) {
    sidecar.recipe = recipe;
    EXPECT_EQ(write_sidecar(folder.path("a"), sidecar).error().code, ErrorCode::invalid_value) << recipe;
  }
  sidecar.recipe = "{}";
  EXPECT_EQ(write_sidecar(folder.path("none/a"), sidecar).error().code, ErrorCode::io);
  EXPECT_EQ(folder.entries(), 0u);
}

}  // namespace
}  // namespace craton
