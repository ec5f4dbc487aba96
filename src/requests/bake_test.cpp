#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/resource.h>

#include <cmath>
#include <csignal>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include <craton/files/png.h>
#include <craton/requests/request.h>
#include <craton/worlds/kinds.h>
#include <craton/worlds/terrain.h>

#include "files/hilbert.h"
#include "files/kill_test.h"
#include "files/test_folder.h"
#include "files/tile_archive.h"

namespace craton {
namespace {

using files::content_of;
using files::TestFolder;
using BakeJson = nlohmann::json;

constexpr const char* bake_hills =
    R"({"craton": 1, "world": "terrain", "domain": {"kind": "plane", "step": 4}, "seed": 5, "stages": [
        {"stage": "noise", "id": "hills", "scale": 300, "offset": 60,
         "noise": {"kind": "fbm", "octaves": 5, "source": {"kind": "perlin", "frequency": 0.002}}},
        {"stage": "noise", "id": "t", "layer": "temperature", "unit": "°C", "scale": 6, "offset": 12,
         "noise": {"kind": "perlin", "frequency": 0.001}}]})";

/// 15 tiles of level 0 and 6 of level 1 and 2 of level 2.
BakeJson small_bake(const std::string& output, const BakeJson& more = BakeJson::object()) {
  BakeJson params = {{"recipe", BakeJson::parse(bake_hills)},
                     {"area", {640, 384}},
                     {"at", {-320, 64}},
                     {"cells", 32},
                     {"levels", "0-2"},
                     {"range", {-400, 500}},
                     {"output", output}};
  params.update(more);
  return params;
}

std::int64_t fact_of(const Answer& answer, std::string_view column) {
  return answer.tables().front().values<std::int64_t>(column)->front();
}

Answer baked(const BakeJson& params, const RequestContext& context = {}) {
  Result<Answer> answer = ask("bake", params.dump(), context);
  EXPECT_TRUE(answer) << answer.error().to_string();
  return answer ? *std::move(answer) : Answer::of_values({});
}

/// Every file below a folder, byte for byte.
std::map<std::string, std::string> content_below(const std::string& folder) {
  std::map<std::string, std::string> all;
  for (const auto& each : std::filesystem::recursive_directory_iterator(folder))
    if (each.is_regular_file()) all[each.path().lexically_relative(folder).string()] = content_of(each.path().string());
  return all;
}

std::string bake_error(const BakeJson& params) {
  const Result<Answer> answer = ask("bake", params.dump());
  EXPECT_FALSE(answer);
  return answer ? "" : answer.error().to_string();
}

const std::vector<std::string> bake_formats = {"r16", "mbtiles", "pmtiles"};

BakeJson of_format(const std::string& format) {
  if (format == "r16") return {{"format", format}};
  return {{"format", format}, {"range", BakeJson::array()}, {"cells", 256}, {"step", 4}, {"area", {4096, 2048}}};
}

TEST(Hilbert, NeighboursFollowEachOtherAndEachCellComesOnce) {
  for (const auto& [columns, rows] : {std::pair{16, 16}, {5, 3}, {1, 7}, {13, 1}}) {
    std::set<std::array<std::uint64_t, 2>> seen;
    for (std::uint64_t i = 0; i < std::uint64_t(columns) * rows; ++i) {
      const auto place = files::hilbert_place(i, columns, rows);
      EXPECT_LT(place[0], std::uint64_t(columns));
      EXPECT_LT(place[1], std::uint64_t(rows));
      EXPECT_TRUE(seen.insert(place).second);
    }
  }
  for (std::uint64_t i = 1; i < 256; ++i) {
    const auto a = files::hilbert_place(i - 1, 16, 16), b = files::hilbert_place(i, 16, 16);
    EXPECT_EQ(std::llabs(std::int64_t(a[0] - b[0])) + std::llabs(std::int64_t(a[1] - b[1])), 1) << i;
    EXPECT_EQ(files::hilbert_number(4, b[0], b[1]), i);
  }
}

// Numbers of the specification's own table, and of its reference program's tests.
TEST(PmTiles, NumbersAreThoseOfTheSpecification) {
  EXPECT_EQ(files::pmtiles_number({0, 0, 0}), 0U);
  EXPECT_EQ(files::pmtiles_number({1, 0, 0}), 1U);
  EXPECT_EQ(files::pmtiles_number({1, 0, 1}), 2U);
  EXPECT_EQ(files::pmtiles_number({1, 1, 1}), 3U);
  EXPECT_EQ(files::pmtiles_number({1, 1, 0}), 4U);
  EXPECT_EQ(files::pmtiles_number({2, 0, 0}), 5U);
  EXPECT_EQ(files::pmtiles_number({12, 3423, 1763}), 19078479U);
}

// So many tiles that directories lie below the root.
TEST(PmTiles, EveryTileOfAManyIsFound) {
  TestFolder folder;
  const std::string path = folder.path("many.pmtiles");
  constexpr std::uint64_t side = 128;
  files::ArchiveInfo info{.name = "many", .least_zoom = 9, .most_zoom = 9, .tiles = side * side};
  const auto place = [](std::uint64_t i) { return files::ArchivePlace{9, 200 + i % side, 100 + i / side}; };
  const auto bytes = [](std::uint64_t i) -> Result<std::string> { return std::string(1 + i * 7919 % 61, char('a' + i % 26)); };
  ASSERT_TRUE(files::write_pmtiles(path, info, {place, bytes}));
  for (std::uint64_t i = 0; i < info.tiles; i += 37) {
    const Result<std::string> back = files::read_pmtiles(path, place(i));
    ASSERT_TRUE(back) << back.error().to_string();
    EXPECT_EQ(*back, *bytes(i));
  }
  EXPECT_FALSE(files::read_pmtiles(path, {9, 0, 0}));
}

// Against windows of the terrain itself; neighbours share their border.
TEST(Bake, TilesAreTheTerrainItself) {
  TestFolder folder;
  const std::string out = folder.path("set");
  const Answer answer =
      baked(small_bake(out, {{"layers", "height,temperature"}, {"format", "r32"}, {"range", BakeJson::array()}}));
  EXPECT_EQ(fact_of(answer, "finished"), 1);
  EXPECT_EQ(fact_of(answer, "tiles"), 2 * (15 + 6 + 2));
  const Result<Recipe> recipe = recipe_from_json(bake_hills, all_terms());
  const Result<Terrain> terrain = Terrain::make(*recipe, all_terms(), {.levels = 3});
  const std::int64_t columns[] = {5, 3, 2}, rows[] = {3, 2, 1};
  for (std::uint32_t level = 0; level < 3; ++level) {
    const std::int64_t step = terrain->step(level), x = -320 * 1024 / step, y = 64 * 1024 / step;
    for (std::int64_t row = 0; row < rows[level]; ++row)
      for (std::int64_t column = 0; column < columns[level]; ++column) {
        Result<Surface> window =
            terrain->area({.level = level, .x = x + 32 * column, .y = y + 32 * row, .width = 33, .height = 33}, {.threads = 1});
        ASSERT_TRUE(window);
        window->drop_halo();
        for (const std::string layer : {"height", "temperature"}) {
          const std::span<const float> wanted = window->layer(layer)->numbers();
          const std::string name = out + "/level-" + std::to_string(level) + "/" + layer + "_x" + std::to_string(column) + "_y" +
                                   std::to_string(row) + ".r32";
          EXPECT_EQ(content_of(name), std::string(reinterpret_cast<const char*>(wanted.data()), wanted.size_bytes())) << name;
        }
      }
  }
  const BakeJson told = BakeJson::parse(content_of(out + "/tiles.json"));
  EXPECT_EQ(told["origin"], BakeJson({-320.0, 64.0}));
  EXPECT_EQ(told["samples"], 33);
  EXPECT_EQ(told["layers"][1]["unit"], "°C");
}

// One range for all: level 0 is its low end, 65535 its high one.
TEST(Bake, LevelsOfAllTilesMeanTheSame) {
  TestFolder folder;
  const std::string fine = folder.path("fine"), set = folder.path("set");
  baked(small_bake(set));
  baked(small_bake(fine, {{"format", "r32"}, {"range", BakeJson::array()}}));
  for (const std::string name : {"level-0/height_x0_y0", "level-0/height_x4_y2", "level-2/height_x1_y0"}) {
    const std::string levels = content_of(set + "/" + name + ".r16"), values = content_of(fine + "/" + name + ".r32");
    ASSERT_EQ(levels.size(), 33U * 33 * 2);
    for (std::size_t i = 0; i < 33 * 33; ++i) {
      std::uint16_t level = 0;
      float value = 0;
      std::memcpy(&level, levels.data() + 2 * i, 2);
      std::memcpy(&value, values.data() + 4 * i, 4);
      EXPECT_NEAR(-400 + 900.0 * level / 65535, double(value), 900.0 / 65535);
    }
  }
}

// Pictures of archives, decoded by the formulas that maps on the web use.
TEST(Bake, ColoursOfArchivesAreHeights) {
  for (const std::string colours : {"terrarium", "terrain_rgb"}) {
    TestFolder folder;
    const std::string out = folder.path("set"), fine = folder.path("fine");
    BakeJson params = small_bake(out, of_format("mbtiles"));
    params["colours"] = colours;
    baked(params);
    // Samples of archives do not overlap: those of a tile of 256 are the first 256 of a tile of 256 cells.
    BakeJson numbers = params;
    numbers.update({{"format", "r32"}, {"output", fine}});
    baked(numbers);
    const BakeJson told = BakeJson::parse(content_of(out + "/tiles.json"));
    const std::uint32_t zoom = told["maxzoom"];
    const Result<std::string> bytes = files::read_mbtiles(
        out + "/height.mbtiles", {zoom, (std::uint64_t{1} << (zoom - 1)) + 1, (std::uint64_t{1} << (zoom - 1))});
    ASSERT_TRUE(bytes) << bytes.error().to_string();
    files::put(folder.path("tile.png"), *bytes);
    const Result<AnyImage> image = read_png(folder.path("tile.png"));
    ASSERT_TRUE(image);
    const auto& pixels = std::get<Rgb8Image>(*image);
    const std::string values = content_of(fine + "/level-0/height_x1_y0.r32");
    for (std::uint32_t y = 0; y < 256; y += 5)
      for (std::uint32_t x = 0; x < 256; x += 3) {
        const Rgb8 c = pixels.at(x, y);
        const double height =
            colours == "terrarium" ? c.r * 256.0 + c.g + c.b / 256.0 - 32768 : -10000 + (c.r * 65536.0 + c.g * 256.0 + c.b) * 0.1;
        float value = 0;
        std::memcpy(&value, values.data() + 4 * (std::size_t{y} * 257 + x), 4);
        EXPECT_NEAR(height, double(value), colours == "terrarium" ? 0.5 / 256 + 1e-6 : 0.05 + 1e-6);
      }
  }
}

// SQLite alone, as programs that show maps read them.
TEST(Bake, AnMbtilesFileIsOneForOthers) {
  TestFolder folder;
  baked(small_bake(folder.path("set"), of_format("mbtiles")));
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open(folder.path("set/height.mbtiles").c_str(), &database), SQLITE_OK);
  std::vector<std::string> rows;
  const auto take = [](void* into, int count, char** values, char**) {
    std::string line;
    for (int i = 0; i < count; ++i) line += std::string(i ? "|" : "") + (values[i] ? values[i] : "");
    static_cast<std::vector<std::string>*>(into)->push_back(line);
    return 0;
  };
  EXPECT_EQ(
      sqlite3_exec(database, "SELECT value FROM metadata WHERE name IN ('format','encoding','minzoom','maxzoom') ORDER BY name",
                   take, &rows, nullptr),
      SQLITE_OK);
  // 40075017 m / (4 m · 256) = 2^15.26.
  EXPECT_EQ(rows, (std::vector<std::string>{"terrarium", "png", "15", "13"}));
  rows.clear();
  EXPECT_EQ(
      sqlite3_exec(database,
                   "SELECT zoom_level, count(*), min(tile_column), max(tile_column), min(tile_row), max(tile_row) FROM tiles "
                   "GROUP BY zoom_level ORDER BY zoom_level",
                   take, &rows, nullptr),
      SQLITE_OK);
  EXPECT_EQ(rows,
            (std::vector<std::string>{"13|1|4096|4096|4095|4095", "14|2|8192|8193|8191|8191", "15|8|16384|16387|16382|16383"}));
  sqlite3_close(database);
}

TEST(Bake, SharesAndThreadsGiveTheSameBytes) {
  for (const std::string& format : bake_formats) {
    TestFolder folder;
    const std::string whole = folder.path("whole");
    baked(small_bake(whole, of_format(format)), {.execution = {.threads = 1}});
    const std::map<std::string, std::string> wanted = content_below(whole);
    EXPECT_EQ(wanted.size(), format == "r16" ? 23U + 2 : 3U);
    for (const int count : {1, 2, 4}) {
      const std::string out = folder.path(std::to_string(count));
      std::int64_t made = 0;
      for (int i = count; i >= 1; --i) {
        BakeJson params = small_bake(out, of_format(format));
        params["share"] = std::to_string(i) + "/" + std::to_string(count);
        const Answer answer = baked(params, {.execution = {.threads = 3}});
        made += fact_of(answer, "made");
        EXPECT_EQ(fact_of(answer, "finished"), count == 1);
      }
      EXPECT_EQ(made, fact_of(baked(small_bake(whole, of_format(format))), "tiles"));
      BakeJson merge = small_bake(out, of_format(format));
      merge["merge"] = true;
      EXPECT_EQ(fact_of(baked(merge), "finished"), 1);
      EXPECT_TRUE(content_below(out) == wanted) << format << " of " << count << " shares";
    }
  }
}

/// Ends a bake after some of its tiles.
struct StopAfter : BakeHooks {
  std::uint64_t tiles;
  CancelToken token;
  explicit StopAfter(std::uint64_t count) : tiles(count) {}
  void state(const BakeState& state) override {
    if (state.made >= tiles) token.cancel();
  }
};

TEST(Bake, WhatWasEndedGoesOn) {
  TestFolder folder;
  const std::string whole = folder.path("whole"), out = folder.path("out");
  const std::int64_t all = fact_of(baked(small_bake(whole, {{"cells", 8}})), "made");
  std::int64_t made = 0;
  for (int calls = 0;; ++calls) {
    ASSERT_LT(calls, 30);
    StopAfter stop(1);
    const Result<Answer> answer =
        ask("bake", small_bake(out, {{"cells", 8}}).dump(), {.execution = {.threads = 1, .cancel = &stop.token}, .bake = &stop});
    if (answer) {
      made = fact_of(*answer, "made");
      break;
    }
    EXPECT_EQ(answer.error().code, ErrorCode::cancelled);
  }
  EXPECT_LT(made, all);  // what was there was not made again
  EXPECT_TRUE(content_below(out) == content_below(whole));
}

// A process that bakes, and puts together, is killed again and again, wherever it is.
TEST(Bake, KillsAtAnyMomentLeaveWhatGoesOn) {
#if defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "ThreadSanitizer does not follow a fork";
#endif
  for (const std::string& format : bake_formats) {
    TestFolder folder;
    const std::string whole = folder.path("whole"), out = folder.path("out");
    baked(small_bake(whole, of_format(format)), {.execution = {.threads = 1}});
    const std::map<std::string, std::string> wanted = content_below(whole);
    const int kills = std::getenv("CRATON_FULL") ? 60 : 12;
    for (int i = 0; i < kills; ++i) {
      // It begins anew when it was finished, so that kills find it everywhere.
      const auto work = [&](int told) {
        for (std::int64_t step = 1;; ++step) {
          (void)!::write(told, &step, sizeof step);
          if (ask("bake", small_bake(out, of_format(format)).dump(), {.execution = {.threads = 1}}))
            std::filesystem::remove_all(out);
        }
      };
      files::work_and_die(work, std::chrono::microseconds(1000 + i * 7919 % 150'000));
    }
    std::filesystem::remove_all(out);
    // The last: ended once in each part of the way, then left to its end.
    for (int i = 0; i < 4; ++i)
      files::work_and_die(
          [&](int told) {
            for (std::int64_t step = 1;; ++step) {
              (void)!::write(told, &step, sizeof step);
              (void)ask("bake", small_bake(out, of_format(format)).dump(), {.execution = {.threads = 1}}).ok();
            }
          },
          std::chrono::microseconds(15'000 * (i + 1)));
    baked(small_bake(out, of_format(format)));
    std::map<std::string, std::string> found = content_below(out);
    EXPECT_TRUE(found == wanted) << format;
    baked(small_bake(out, of_format(format)).patch(BakeJson::parse(R"([{"op": "add", "path": "/verify", "value": true}])")));
    EXPECT_TRUE(content_below(out) == wanted) << format;
  }
}

TEST(Bake, VerifyFindsWhatIsDamagedAndMakesItAgain) {
  for (const std::string& format : bake_formats) {
    TestFolder folder;
    const std::string out = folder.path("out");
    BakeJson params = small_bake(out, of_format(format));
    baked(params);
    const std::map<std::string, std::string> wanted = content_below(out);
    params["verify"] = true;
    EXPECT_EQ(fact_of(baked(params), "made"), 0);
    const std::string victim = format == "r16" ? "level-0/height_x2_y1.r16" : "height." + format;
    for (const std::string how : {"bit", "missing", "empty", "manifest"}) {
      const std::string path = out + "/" + (how == "manifest" ? "manifest.sqlite" : victim);
      std::string bytes = content_of(path);
      if (how == "missing") {
        std::filesystem::remove(path);
      } else {
        bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 4);
        if (how == "manifest") bytes[0] = 'x';
        files::put(path, how == "empty" ? "" : bytes);
      }
      if (how == "manifest") {
        BakeJson plain = params;
        plain["verify"] = false;
        EXPECT_NE(bake_error(plain).find("--verify makes it anew"), std::string::npos) << bake_error(plain);
      }
      const Answer answer = baked(params);
      EXPECT_GE(fact_of(answer, "damaged"), 1) << format << " " << how;
      EXPECT_EQ(fact_of(answer, "finished"), 1);
      EXPECT_TRUE(content_below(out) == wanted) << format << " " << how;
    }
  }
}

TEST(Bake, BadInputIsRefusedWithItsPath) {
  TestFolder folder;
  const std::string out = folder.path("out");
  const auto refuses = [&](const std::string& path, const BakeJson& more, const std::string& text = "") {
    const std::string error = bake_error(small_bake(out, more));
    EXPECT_TRUE(error.starts_with(path)) << error;
    EXPECT_NE(error.find(text), std::string::npos) << error;
    EXPECT_EQ(folder.entries(), 0U) << error;
  };
  refuses("levels", {{"levels", "3-1"}}, "found \"3-1\"");
  refuses("levels", {{"levels", "0-99"}});
  refuses("levels", {{"levels", "-1"}});
  refuses("layers", {{"layers", "heihgt"}}, "did you mean \"height\"?");
  refuses("layers", {{"layers", "height,height"}}, "named twice");
  refuses("area", {{"area", BakeJson::array()}}, "say how much");
  refuses("area", {{"area", {0, 5}}});
  refuses("at", {{"at", {1}}});
  refuses("at", {{"at", {1e16, 0}}});
  refuses("area", {{"at", {4503599627370000.0, 0}}, {"area", {1e12, 1e12}}});
  refuses("area", {{"area", {1e12, 1e12}}, {"cells", 1}});
  refuses("range", {{"range", BakeJson::array()}}, "one range for all");
  refuses("range", {{"range", {5, -5}}});
  refuses("range", {{"range", {0, 5, 6, 7}}});
  refuses("share", {{"share", "5/4"}});
  refuses("share", {{"share", "0/4"}});
  refuses("merge", {{"merge", true}, {"share", "1/2"}});
  refuses("cells", {{"format", "mbtiles"}, {"range", BakeJson::array()}});
  refuses("layers", {{"format", "mbtiles"}, {"range", BakeJson::array()}, {"cells", 256}, {"layers", "height,temperature"}});
  refuses("area", {{"format", "mbtiles"}, {"range", BakeJson::array()}, {"cells", 256}, {"area", {3e7, 100}}}, "no room");
  EXPECT_TRUE(bake_error({{"area", {10, 10}}}).starts_with("output"));

  baked(small_bake(out));
  const std::map<std::string, std::string> before = content_below(out);
  EXPECT_NE(bake_error(small_bake(out, {{"seed", 8}})).find("is of another bake"), std::string::npos);
  EXPECT_NE(bake_error(small_bake(out, {{"levels", "0-1"}})).find("is of another bake"), std::string::npos);
  EXPECT_TRUE(content_below(out) == before);
  BakeJson early = small_bake(folder.path("early"));
  early["merge"] = true;
  EXPECT_NE(bake_error(early).find("23 of 23 tiles are not baked yet"), std::string::npos) << bake_error(early);
}

// A disk without room: an error that says so, and what was there goes on.
TEST(Bake, AFullDiskIsOneErrorAndTheRestGoesOn) {
  TestFolder folder;
  const std::string out = folder.path("out"), whole = folder.path("whole");
  baked(small_bake(whole, of_format("mbtiles")));
  struct rlimit old {};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &old), 0);
  const auto before = std::signal(SIGXFSZ, SIG_IGN);
  const struct rlimit small { 300'000, old.rlim_max };
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const Result<Answer> answer = ask("bake", small_bake(out, of_format("mbtiles")).dump(), {.execution = {.threads = 1}});
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &old), 0);
  std::signal(SIGXFSZ, before);
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, ErrorCode::io) << answer.error().to_string();
  EXPECT_NE(answer.error().to_string().find("shard-1-of-1.sqlite"), std::string::npos) << answer.error().to_string();
  baked(small_bake(out, of_format("mbtiles")));
  EXPECT_TRUE(content_below(out) == content_below(whole));
}

// Large tiles are put together of windows: the same samples as one window's.
TEST(Bake, LargeTilesAreTheSameSamples) {
  TestFolder folder;
  baked(small_bake(folder.path("large"), {{"cells", 1200}, {"area", {4800, 4800}}, {"levels", "0"}}));
  baked(small_bake(folder.path("small"), {{"cells", 400}, {"area", {4800, 4800}}, {"levels", "0"}}), {.memory_limit = 700 << 20});
  const std::string large = content_of(folder.path("large/height_x0_y0.r16"));
  ASSERT_EQ(large.size(), 1201U * 1201 * 2);
  for (int y = 0; y < 3; ++y)
    for (int x = 0; x < 3; ++x) {
      const std::string tile = content_of(folder.path("small/height_x" + std::to_string(x) + "_y" + std::to_string(y) + ".r16"));
      for (std::size_t row = 0; row < 401; ++row)
        ASSERT_EQ(tile.substr(row * 802, 802), large.substr(((y * 400 + row) * 1201 + x * 400) * 2, 802)) << x << y << row;
    }
}

}  // namespace
}  // namespace craton
