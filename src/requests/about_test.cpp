// Requests about what other requests gave, against what is known of it otherwise.
#include <craton/requests/request.h>

#include <gtest/gtest.h>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include <craton/measure/measure.h>
#include <craton/noise/hat_tiling.h>
#include <craton/requests/scenes.h>
#include <craton/worlds/voxel_levels.h>

namespace craton::about_answers {
namespace {

using Json = nlohmann::json;

constexpr const char* island =
    R"({"craton": 1, "world": "map", "domain": {"kind": "torus", "width": 64, "height": 32, "step": 100}, "seed": 5,
        "stages": [{"stage": "noise", "id": "hills", "noise": {"kind": "perlin", "frequency": 0.001}, "scale": 300},
                   {"stage": "sea_level", "share": 0.6}]})";
constexpr const char* ball =
    R"({"craton": 1, "world": "planet", "domain": {"kind": "sphere", "resolution": 16, "radius": 6000000}, "seed": 5,
        "stages": [{"stage": "noise", "id": "hills", "noise": {"kind": "perlin", "frequency": 0.0000005}, "scale": 3000}]})";

Json world_of(const char* recipe, const Json& more = Json::object()) {
  Json params = {{"recipe", Json::parse(recipe)}};
  params.update(more);
  return {{"world", params}};
}

Result<Answer> asked(std::string_view request, Json params) { return ask(request, std::string_view(params.dump())); }

Answer need(std::string_view request, const Json& params) {
  Result<Answer> answer = asked(request, params);
  if (answer) return *answer;
  ADD_FAILURE() << request << " " << params.dump() << ": " << answer.error().to_string();
  return Answer::of_values({});
}

const ObjectTable& table(const Answer& answer, std::string_view name) {
  for (const ObjectTable& each : answer.tables())
    if (each.name == name) return each;
  static const ObjectTable none;
  ADD_FAILURE() << "there is no table " << name;
  return none;
}

template <class Value>
const std::vector<Value>& column(const Answer& answer, std::string_view name, std::string_view of) {
  static const std::vector<Value> none;
  const auto* found = table(answer, name).values<Value>(of);
  EXPECT_NE(found, nullptr) << of;
  return found ? *found : none;
}

const std::string& file(const Answer& answer, std::size_t number = 0) {
  static const std::string none;
  EXPECT_GT(answer.files().size(), number);
  return answer.files().size() > number ? answer.files()[number].bytes : none;
}

std::string error_path(std::string_view request, const Json& params) {
  const Result<Answer> answer = asked(request, params);
  EXPECT_FALSE(answer) << request << " " << params.dump();
  return answer ? "" : answer.error().path;
}

std::uint32_t png_width(const std::string& png) {
  EXPECT_EQ(png.substr(1, 3), "PNG");
  std::uint32_t width = 0;
  for (std::size_t i = 16; i < 20; ++i) width = width << 8 | static_cast<unsigned char>(png.at(i));
  return width;
}

TEST(RequestsAbout, TakeWhatIsAskedForWithinThem) {
  const Answer map = need("world", world_of(island)["world"]);
  const Result<Answer> of_answer = ask("measure", std::string_view("{}"), {.of = {&map, 1}});
  ASSERT_TRUE(of_answer) << of_answer.error().to_string();
  const Answer within = need("measure", {{"of", world_of(island)}});
  EXPECT_EQ(of_answer->table_text("measures").value(), within.table_text("measures").value());
  EXPECT_EQ(within.seed(), 5U);

  EXPECT_EQ(error_path("measure", Json::object()), "of");
  EXPECT_EQ(error_path("measure", {{"of", Json::array({world_of(island), world_of(island)})}}), "of");
  EXPECT_EQ(error_path("measure", {{"of", {{"mpa", Json::object()}}}}), "of/mpa");
  EXPECT_EQ(error_path("measure", {{"of", {{"map", {{"sede", 1}}}}}}), "of/map/sede");
  EXPECT_EQ(error_path("measure",
                       {{"of", {{"map", {{"recipe", {{"craton", 1}, {"world", "map"}, {"stages", {{{"stage", "nois"}}}}}}}}}}}),
            "of/map/recipe/stages/0/stage");
  EXPECT_EQ(error_path("page", {{"of", {{"noise", {{"noise", "clouds"}, {"size", {8, 8}}}}}}}), "of");
  EXPECT_EQ(error_path("globe", {{"of", world_of(island)}}), "of");
  EXPECT_EQ(ask("measure", std::string_view(R"({"of": "no.craton"})"), {.files = false}).error().code, ErrorCode::unsupported);
  EXPECT_EQ(ask("measure", std::string_view(R"({"of": {"map": {"folder": "/"}}})"), {.files = false}).error().path,
            "of/map/folder");
}

TEST(RequestsAbout, MeasuresAreThoseOfTheWorld) {
  const Answer map = need("world", world_of(island)["world"]);
  const Answer answer = need("measure", {{"of", world_of(island)}});
  const Result<std::vector<Measured>> direct = measure_relief(map.world()->surface, "height", {.sea_level = 0});
  ASSERT_TRUE(direct);
  const auto& values = column<double>(answer, "measures", "value");
  ASSERT_EQ(values.size(), direct->size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    EXPECT_EQ(column<std::string>(answer, "measures", "measure")[i], (*direct)[i].info->key);
    if ((*direct)[i].value)
      EXPECT_EQ(values[i], *(*direct)[i].value) << (*direct)[i].info->key;
    else
      EXPECT_TRUE(std::isnan(values[i]));
  }
  // The share of land is what the recipe asks for; without a sea all is land.
  const auto land = [&](const Json& params) {
    const Answer measured = need("measure", params);
    const auto& keys = column<std::string>(measured, "measures", "measure");
    return column<double>(measured, "measures",
                          "value")[static_cast<std::size_t>(std::find(keys.begin(), keys.end(), "land_share") - keys.begin())];
  };
  EXPECT_NEAR(land({{"of", world_of(island)}}), 0.4, 0.01);
  EXPECT_EQ(land({{"of", world_of(island)}, {"sea_level", "none"}}), 1);
  EXPECT_EQ(error_path("measure", {{"of", world_of(island)}, {"sea_level", "deep"}}), "sea_level");
  EXPECT_EQ(error_path("measure", {{"of", world_of(island)}, {"layer", "hight"}}), "layer");
  EXPECT_EQ(error_path("measure", {{"of", world_of(island)}, {"cells", true}}), "of");
  EXPECT_GT(table(need("measure", {{"of", world_of(ball)}, {"cells", true}}), "measures").rows(), 3U);
}

TEST(RequestsAbout, PlacesAreThoseOfCells) {
  const Answer map = need("world", world_of(island)["world"]);
  const std::span<const float> heights = map.array("height")->layer->numbers();
  for (const std::uint64_t cell : {0U, 65U, 64U * 31U + 63U}) {
    const double x = static_cast<double>(cell % 64) * 100, y = static_cast<double>(cell / 64) * 100;
    const Answer answer = need("query", {{"of", world_of(island)}, {"at", {x, y}}});
    EXPECT_EQ(column<std::int64_t>(answer, "place", "cell")[0], static_cast<std::int64_t>(cell));
    EXPECT_EQ(column<double>(answer, "place", "x")[0], x);
    EXPECT_EQ(column<double>(answer, "values", "value")[0], double{heights[cell]});
    EXPECT_EQ(column<double>(answer, "values", "between")[0], double{heights[cell]});
    EXPECT_EQ(table(answer, "neighbours").rows(), 8U);
  }
  // Half-way between two samples lies their mean.
  const Answer between = need("query", {{"of", world_of(island)}, {"at", {150, 300}}});
  EXPECT_NEAR(column<double>(between, "values", "between")[0], (heights[3 * 64 + 1] + heights[3 * 64 + 2]) / 2, 1e-3);
  EXPECT_EQ(error_path("query", {{"of", world_of(ball)}, {"at", {91, 0}}}), "at");
  EXPECT_EQ(error_path("query", {{"of", world_of(ball)}}), "at");
  EXPECT_EQ(error_path("query", {{"of", world_of(ball)}, {"at", {1, 0}}, {"nearest", "river"}}), "nearest");
}

TEST(RequestsAbout, DifferencesAreCountedCellByCell) {
  const Json other = world_of(island, {{"seed", 6}});
  const Answer a = need("world", world_of(island)["world"]), b = need("world", other["world"]);
  const Answer answer = need("diff", {{"of", {world_of(island), other}}});
  double cells = 0, largest = 0;
  for (std::size_t i = 0; i < 64 * 32; ++i) {
    const float first = a.array("height")->layer->numbers()[i], second = b.array("height")->layer->numbers()[i];
    cells += first != second;
    largest = std::max(largest, std::abs(double{first} - double{second}));
  }
  ASSERT_GE(table(answer, "differences").rows(), 2U);
  EXPECT_EQ(column<std::string>(answer, "differences", "name")[0], "height");
  EXPECT_EQ(column<double>(answer, "differences", "cells")[0], cells);
  EXPECT_EQ(column<double>(answer, "differences", "largest")[0], largest);
  EXPECT_EQ(column<std::string>(answer, "differences", "name").back(), "seed");
  EXPECT_EQ(table(need("diff", {{"of", {world_of(island), world_of(island)}}}), "differences").rows(), 0U);
}

/// Every edge of a closed surface is walked once in each direction.
void expect_closed(const Answer& mesh) {
  std::map<std::pair<std::int32_t, std::int32_t>, int> edges;
  const std::span<const std::int32_t> triangles = mesh.array("triangle")->layer->integers();
  for (std::size_t t = 0; t + 2 < triangles.size(); t += 3)
    for (std::size_t k = 0; k < 3; ++k) {
      const std::int32_t from = triangles[t + k], to = triangles[t + (k + 1) % 3];
      edges[{std::min(from, to), std::max(from, to)}] += from < to ? 1 : -1;
    }
  for (const auto& [edge, sum] : edges) ASSERT_EQ(sum, 0);
  EXPECT_EQ(static_cast<std::int64_t>(mesh.array("position")->axes[0].size) - static_cast<std::int64_t>(edges.size()) +
                static_cast<std::int64_t>(triangles.size() / 3),
            2);
}

TEST(RequestsAbout, MeshesOfPlanetsAreClosed) {
  for (const char* kind : {"cube", "ico"}) {
    const Answer mesh = need("mesh", {{"of", world_of(ball)}, {"kind", kind}, {"parts", 8}});
    ASSERT_NE(mesh.array("position"), nullptr);
    EXPECT_EQ(mesh.array("position")->axes[1].size, 3U);
    EXPECT_EQ(mesh.array("colour")->axes[1].size, 4U);
    expect_closed(mesh);
  }
  EXPECT_EQ(file(need("mesh", {{"of", world_of(ball)}, {"format", "glb"}, {"parts", 4}})).substr(0, 4), "glTF");
  EXPECT_EQ(error_path("mesh", {{"of", world_of(ball)}, {"format", "vox"}}), "format");
}

TEST(RequestsAbout, MeshesOfMapsHaveAllHeights) {
  const Answer map = need("world", world_of(island)["world"]);
  const std::span<const float> heights = map.array("height")->layer->numbers();
  const Answer mesh = need("mesh", {{"of", world_of(island)}});
  const std::span<const float> places = mesh.array("position")->layer->numbers();
  // The map closes onto itself: a sample more on each axis. Vertices of the ground come before those of the water.
  ASSERT_GE(places.size(), 3U * 65 * 33);
  std::size_t right = 0;
  for (std::size_t i = 0; i < std::size_t{65} * 33; ++i) {
    const auto x = static_cast<std::size_t>(std::lround(places[3 * i] / 100)),
               y = static_cast<std::size_t>(std::lround(places[3 * i + 1] / 100));
    right += places[3 * i + 2] == heights[y % 32 * 64 + x % 64];
  }
  EXPECT_EQ(right, std::size_t{65} * 33);
  const std::string obj = file(need("mesh", {{"of", world_of(island)}, {"format", "obj"}, {"simplify", "0.2"}}));
  EXPECT_EQ(obj.substr(0, 8), "# Craton");
  EXPECT_EQ(error_path("mesh", {{"of", world_of(island)}, {"simplify", "2"}}), "simplify");
  EXPECT_EQ(error_path("mesh", {{"of", {{"terrain", {{"recipe", "terrain"}, {"size", {3, 9}}}}}}}), "of");
}

TEST(RequestsAbout, MeshesOfVoxelsAreThoseOfScenes) {
  const Answer block = need("voxels", {{"radius", 1}, {"seed", 11}, {"at", {100, -5}}});
  const Result<Mesh> direct =
      voxel_mesh(block.voxels()->world, {.centre = block.voxels()->centre, .radius = 1, .mesher = Mesher::culled});
  ASSERT_TRUE(direct);
  const Result<Answer> mesh = ask("mesh", std::string_view(R"({"mesher": "culled"})"), {.of = {&block, 1}});
  ASSERT_TRUE(mesh) << mesh.error().to_string();
  EXPECT_EQ(mesh->array("position")->axes[0].size, direct->positions.size());
  EXPECT_EQ(std::memcmp(mesh->array("triangle")->layer->bytes().data(), direct->triangles.data(), direct->triangles.size() * 4),
            0);
  const Result<Answer> greedy = ask("mesh", std::string_view("{}"), {.of = {&block, 1}});
  EXPECT_LT(greedy->array("triangle")->axes[0].size, mesh->array("triangle")->axes[0].size);
  EXPECT_EQ(file(*ask("mesh", std::string_view(R"({"format": "vox"})"), {.of = {&block, 1}})).substr(0, 4), "VOX ");
}

TEST(RequestsAbout, CoarseVoxelsAreThoseOfLevels) {
  const Answer block = need("voxels", {{"radius", 1}, {"level", 2}, {"seed", 11}});
  const VoxelWorld& world = block.voxels()->world;
  const std::span<const std::uint8_t> voxels = block.array("ground")->layer->categories();
  const auto side = static_cast<std::size_t>(world.params().chunk_side) / 4, width = 3 * side;
  ASSERT_EQ(block.array("ground")->axes[1].size, width);
  EXPECT_EQ(block.array("ground")->axes[1].step, 4 * units_per_metre);
  VoxelContext context;
  const Result<VoxelChunk> fine = world.chunk({0, -1}, context, apron_for_level(2));
  const Result<VoxelChunk> coarse = coarser(*fine, 2);
  for (std::size_t z = 0; z < block.array("ground")->axes[0].size; ++z)
    for (std::size_t y = 0; y < side; ++y)
      for (std::size_t x = 0; x < side; ++x)
        ASSERT_EQ(voxels[(z * width + y) * width + side + x],
                  coarse->at(static_cast<int>(x), static_cast<int>(y), static_cast<int>(z)));
  EXPECT_EQ(error_path("voxels", {{"level", 5}}), "level");
}

TEST(RequestsAbout, BrushesChangeWhatTheyTouch) {
  const Json window = {{"recipe", "terrain"}, {"at", {0, 0}}, {"size", {64, 64}}, {"step", 1}};
  Json edited = window;
  edited["edits"] = Json::array({{{"tool", "raise"}, {"x", 32}, {"y", 32}, {"radius", 10}, {"by", 40}, {"falloff", 0}},
                                 {{"tool", "flatten"}, {"x", 10}, {"y", 10}, {"radius", 4}, {"to", 500}, {"falloff", 0}}});
  const Answer before = need("terrain", window), after = need("terrain", edited);
  const std::span<const float> was = before.array("height")->layer->numbers(), is = after.array("height")->layer->numbers();
  for (int y = 0; y < 64; ++y)
    for (int x = 0; x < 64; ++x) {
      const auto i = static_cast<std::size_t>(y * 64 + x);
      const double raised = std::hypot(x - 32, y - 32), flat = std::hypot(x - 10, y - 10);
      if (raised < 9.5) { EXPECT_NEAR(is[i], was[i] + 40, 1e-2) << x << " " << y; }
      if (flat < 3.5) { EXPECT_NEAR(is[i], 500, 1e-2) << x << " " << y; }
      if (raised > 10.5 && flat > 4.5) { EXPECT_EQ(is[i], was[i]) << x << " " << y; }
    }
  edited["edits"] = Json::array({{{"tool", "raise"}, {"x", 1}, {"y", 1}}, {{"tool", "rase"}, {"x", 1}, {"y", 1}}});
  EXPECT_EQ(error_path("terrain", edited), "edits/1/tool");
  edited["edits"] = Json::array({{{"tool", "raise"}, {"x", 1}, {"y", 1}, {"biome", "ice"}}});
  EXPECT_EQ(error_path("terrain", edited), "edits/0/biome");

  const Answer built = need("voxels", {{"radius", 0}, {"edits", {{{"x", 3}, {"y", 4}, {"z", 60}, {"ground", "granite"}}}}});
  const auto& names = built.array("ground")->layer->info().categories;
  EXPECT_EQ(names.at(built.array("ground")->layer->categories()[(60 * 16 + 4) * 16 + 3]), "granite");
  EXPECT_EQ(error_path("voxels", {{"edits", {{{"x", 3}, {"y", 4}, {"z", 6000}}}}}), "edits/0/z");
}

TEST(RequestsAbout, WorldsOfFilesKeepTheirEdits) {
  const std::string path = ::testing::TempDir() + "edited.craton";
  std::remove(path.c_str());
  const Json stroke = Json::array({{{"tool", "raise"}, {"x", 8}, {"y", 8}, {"radius", 6}, {"by", 40}}});
  EXPECT_EQ(error_path("edit", {{"file", path}, {"step", "add"}, {"edits", stroke}}), "file");
  const Answer made = need("edit", {{"file", path}, {"recipe", "terrain"}, {"seed", 9}, {"step", "add"}, {"edits", stroke}});
  EXPECT_EQ(column<std::string>(made, "edits", "undone"), std::vector<std::string>{"no"});
  const Json window = {{"at", {0, 0}}, {"size", {16, 16}}, {"step", 1}};
  Json by_list = window, by_file = window;
  by_list["recipe"] = "terrain";
  by_list["seed"] = 9;
  by_list["edits"] = stroke;
  by_file["file"] = path;
  EXPECT_EQ(need("terrain", by_file).array("height")->layer->hash(), need("terrain", by_list).array("height")->layer->hash());
  EXPECT_EQ(column<std::string>(need("edit", {{"file", path}, {"step", "undo"}}), "edits", "undone"),
            std::vector<std::string>{"yes"});
  by_list.erase("edits");
  EXPECT_EQ(need("terrain", by_file).array("height")->layer->hash(), need("terrain", by_list).array("height")->layer->hash());
  EXPECT_EQ(error_path("edit", {{"file", path}, {"step", "undo"}}), "step");
  EXPECT_EQ(error_path("edit", {{"file", path}, {"recipe", "terrain"}}), "recipe");
  std::remove(path.c_str());
}

TEST(RequestsAbout, ExportsHoldTheNumbers) {
  const Answer map = need("world", world_of(island)["world"]);
  const Answer raw = need("export", {{"of", world_of(island)}, {"format", "r32"}});
  const std::span<const std::byte> bytes = map.array("height")->layer->bytes();
  ASSERT_EQ(file(raw).size(), bytes.size());
  EXPECT_EQ(std::memcmp(file(raw).data(), bytes.data(), bytes.size()), 0);
  EXPECT_EQ(raw.files()[0].name, "height.r32");
  const Json beside = Json::parse(file(raw, 1));
  EXPECT_EQ(beside["width"], 64);
  const std::string levels = file(need("export", {{"of", world_of(island)}, {"format", "r16"}, {"range", {-1000, 1000}}}));
  ASSERT_EQ(levels.size(), 64U * 32 * 2);
  for (std::size_t i = 0; i < 64 * 32; i += 37) {
    const int level = static_cast<unsigned char>(levels[2 * i]) | static_cast<unsigned char>(levels[2 * i + 1]) << 8;
    EXPECT_NEAR(level / 65535.0 * 2000 - 1000, map.array("height")->layer->numbers()[i], 0.02);
  }
  EXPECT_EQ(png_width(file(need("export", {{"of", world_of(ball)}}))), 64U);
  EXPECT_EQ(Json::parse(file(need("export", {{"of", world_of(island)}, {"format", "geojson"}, {"objects", "coast"}})))["type"],
            "FeatureCollection");
  EXPECT_EQ(file(need("export", {{"of", world_of(island)}, {"format", "craton"}})).substr(0, 15), "SQLite format 3");
  EXPECT_EQ(error_path("export", {{"of", world_of(island)}, {"format", "r32"}, {"range", {0, 1}}}), "range");
  EXPECT_EQ(error_path("export", {{"of", world_of(island)}, {"objects", "coast"}}), "objects");
}

TEST(RequestsAbout, TilesShareTheirBorders) {
  const Answer tiles = need(
      "tiles",
      {{"recipe", "terrain"}, {"at", {1099511627776.0, -64}}, {"tiles", {2, 1}}, {"cells", 16}, {"step", 4}, {"format", "r32"}});
  ASSERT_EQ(tiles.files().size(), 4U);
  EXPECT_EQ(tiles.files()[2].name, "height_x1_y0.r32");
  const Answer window = need("terrain", {{"recipe", "terrain"}, {"at", {1099511627776.0, -64}}, {"size", {33, 17}}, {"step", 4}});
  const std::span<const float> whole = window.array("height")->layer->numbers();
  for (std::size_t tile = 0; tile < 2; ++tile) {
    std::vector<float> values(17 * 17);
    ASSERT_EQ(file(tiles, 2 * tile).size(), values.size() * 4);
    std::memcpy(values.data(), file(tiles, 2 * tile).data(), values.size() * 4);
    for (std::size_t y = 0; y < 17; ++y)
      for (std::size_t x = 0; x < 17; ++x) ASSERT_EQ(values[y * 17 + x], whole[y * 33 + tile * 16 + x]);
  }
  EXPECT_EQ(error_path("tiles", {{"format", "r16"}}), "range");
  EXPECT_EQ(error_path("tiles", {{"format", "csv"}}), "format");
}

TEST(RequestsAbout, ScatteredThingsAreThoseOfWindows) {
  const Answer alone = need("scatter", {{"recipe", "river-land"}, {"at", {7000, 8000}}, {"size", {128, 192}}});
  const Answer window =
      need("terrain", {{"recipe", "river-land"}, {"at", {7000, 8000}}, {"size", {32, 48}}, {"step", 4}, {"things", "usual"}});
  // At another step the ground itself is another: their number is about the same, and all lie inside.
  const auto rows = static_cast<double>(table(alone, "things").rows());
  EXPECT_GT(rows, 20);
  EXPECT_NEAR(rows / static_cast<double>(table(window, "things").rows()), 1, 0.25);
  for (const Vec3d& at : column<Vec3d>(alone, "things", "place"))
    EXPECT_TRUE(at.x >= 7000 && at.x < 7128 && at.y >= 8000 && at.y < 8192);
  EXPECT_EQ(error_path("scatter", {{"kinds", "usaul"}}).substr(0, 5), "kinds");
  EXPECT_EQ(error_path("scatter", {{"size", {1e6, 1e6}}}), "size");
}

TEST(RequestsAbout, TilingsTellTheirHats) {
  const Answer tiling = need("tiling", {{"size", {120, 90}}, {"cells", 6}, {"seed", 3}, {"hats", true}, {"at", {1e9, -1e9}}});
  EXPECT_EQ(png_width(file(tiling)), 120U);
  const HatTiling direct(Seed{3});
  const auto &a = column<std::int64_t>(tiling, "hats", "a"), &b = column<std::int64_t>(tiling, "hats", "b");
  const auto& turns = column<std::int64_t>(tiling, "hats", "turn");
  ASSERT_GT(a.size(), 10U);
  std::set<std::string> ids(column<std::string>(tiling, "hats", "id").begin(), column<std::string>(tiling, "hats", "id").end());
  EXPECT_EQ(ids.size(), a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    // Of the six kites around its vertex a hat has four.
    int own = 0;
    for (int k = 0; k < 6; ++k) {
      const Hat hat = direct.at({{a[i], b[i]}, k}).hat;
      own += hat.vertex == HatVertex{a[i], b[i]} && 60 * hat.turn == turns[i];
    }
    EXPECT_EQ(own, 4);
    const Vec3d place = column<Vec3d>(tiling, "hats", "place")[i];
    EXPECT_LT(std::abs(place.x - 1e9), 6) << place.x;
    EXPECT_LT(std::abs(place.y + 1e9), 6) << place.y;
  }
  EXPECT_NE(file(need("tiling", {{"format", "svg"}, {"size", {120, 90}}, {"cells", 6}})).find("<svg"), std::string::npos);
}

TEST(RequestsAbout, PicturesHaveTheSizeThatWasAskedFor) {
  EXPECT_EQ(png_width(file(need("picture", {{"of", world_of(island)}, {"longest", 48}}))), 48U);
  EXPECT_EQ(png_width(file(need("globe", {{"of", world_of(ball)}, {"size", {40, 30}}, {"style", "regions"}}))), 40U);
  const Answer turning = need("globe", {{"of", world_of(ball)}, {"size", {24, 24}}, {"turn", 3}});
  ASSERT_EQ(turning.files().size(), 3U);
  EXPECT_EQ(turning.files()[2].name, "frame_0003.png");
  EXPECT_NE(file(turning, 0), file(turning, 1));
  // Whoever takes files as they are made has the same ones, and the answer none.
  std::vector<AnswerFile> taken;
  const std::function<Result<void>(AnswerFile)> take = [&](AnswerFile each) -> Result<void> {
    taken.push_back(std::move(each));
    return taken.size() < 3 ? Result<void>{} : Error{ErrorCode::io, "disk", "is full"};
  };
  const Json how = {{"of", world_of(ball)}, {"size", {24, 24}}, {"turn", 2}};
  const Result<Answer> given = ask("globe", std::string_view(how.dump()), {.take_file = &take});
  ASSERT_TRUE(given) << given.error().to_string();
  EXPECT_TRUE(given->files().empty());
  ASSERT_EQ(taken.size(), 2U);
  EXPECT_EQ(taken[0].bytes, file(turning, 0));
  EXPECT_EQ(taken[1].name, "frame_0002.png");
  const Result<Answer> full = ask("globe", std::string_view(how.dump()), {.take_file = &take});
  ASSERT_FALSE(full);
  EXPECT_EQ(full.error().path, "disk");
  const std::string page =
      file(need("page", {{"of", world_of(island)}, {"format", "svg"}, {"size", {500, 320}}, {"title", "Ostria"}}));
  EXPECT_NE(page.find("width=\"500\""), std::string::npos) << page.substr(0, 300);
  EXPECT_EQ(error_path("page", {{"of", world_of(island)}, {"size", {500}}}), "size");
  EXPECT_EQ(error_path("globe", {{"of", world_of(ball)}, {"style", "spcae"}}), "style");
  EXPECT_EQ(error_path("globe", {{"of", world_of(ball)}, {"style", "regions"}, {"layer", "hight"}}), "layer");
  const Result<Answer> view = asked("view", {{"of", world_of(island)}, {"size", {32, 18}}, {"samples", 1}});
  if (!view && view.error().path == "view") GTEST_SKIP() << view.error().message;
  EXPECT_EQ(png_width(file(*view)), 32U);
  EXPECT_EQ(png_width(file(need("view", {{"of", {{"voxels", {{"radius", 1}}}}}, {"size", {32, 18}}, {"samples", 1}}))), 32U);
  EXPECT_EQ(error_path("view", {{"of", world_of(ball)}}), "of");
  EXPECT_EQ(error_path("view", {{"of", world_of(island)}, {"look", {1, 2}}, {"pitch", 3}}), "look");
  Json plan = {{"recipe", "terrain"}, {"size", {32, 18}}, {"samples", 1}, {"count", 2}, {"distance", 500}};
  const Answer flight = need("flight", plan);
  EXPECT_EQ(flight.files().size(), 2U);
  // Nothing is said, and this land has no place of its own that is worth seeing: over the origin.
  EXPECT_EQ(column<Vec3d>(flight, "ends", "place"), (std::vector<Vec3d>{{-4200, 1600, 0}, {4200, -1600, 0}}));
  EXPECT_NEAR(column<Vec3d>(flight, "frames", "place")[1].x, 4200, 0.01);
  plan["start"] = {0, 0};
  EXPECT_EQ(error_path("flight", plan), "end");
  plan["end"] = {0, 0};
  EXPECT_EQ(error_path("flight", plan), "end");
  plan["end"] = {9000, 4000};
  EXPECT_EQ(column<Vec3d>(need("flight", plan), "frames", "place")[1].x, 9000);
  plan["sheet"] = true;
  const Answer sheet = need("flight", plan);
  ASSERT_EQ(sheet.files().size(), 1U);
  EXPECT_EQ(png_width(sheet.files()[0].bytes), 68U);  // two beside each other, four pixels apart
}

TEST(RequestsAbout, StudiesTellTheirSpectra) {
  const Json study = {{"kinds", "value"}, {"realisations", 100}, {"samples", 64}, {"size", 6}};
  const Result<Answer> lab = asked("lab", study);
  if (!lab && lab.error().code == ErrorCode::unsupported) GTEST_SKIP() << lab.error().message;
  ASSERT_TRUE(lab) << lab.error().to_string();
  EXPECT_EQ(column<std::string>(*lab, "noises", "noise"), std::vector<std::string>{"value"});
  const auto& moduli = column<double>(*lab, "spectra", "modulus");
  EXPECT_GT(moduli.size(), 20U);
  EXPECT_TRUE(std::all_of(moduli.begin(), moduli.end(), [](double each) { return each >= 0 && std::isfinite(each); }));
  // Value noise swings most where its cells lie apart: below one cycle a cell.
  EXPECT_LT(column<double>(*lab, "noises", "peak")[0], 1);
  EXPECT_EQ(lab->files().back().name, "report.html");
  EXPECT_EQ(error_path("lab", {{"kinds", "perlim"}}), "kinds");
  EXPECT_EQ(error_path("lab", {{"noises", {{"mine", {{"kind", "perlin"}, {"frequncy", 1}}}}}}), "noises/mine/frequncy");
  EXPECT_EQ(error_path("lab", {{"samples", 65}}), "samples");
}

}  // namespace
}  // namespace craton::about_answers
