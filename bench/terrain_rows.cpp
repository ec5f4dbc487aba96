// Endless terrain: tiles of the default recipe, of that of Strazdiņš (who had about 1.4 Mcell/s) and with rivers, a view that
// scrolls, and how long a camera waits.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <memory>
#include <string>

#include <craton/worlds/kinds.h>
#include <craton/worlds/scroll_window.h>
#include <craton/worlds/terrain_stream.h>

#include "bench/harness.h"
#include "land_recipe.h"
#include "terrain_recipe.h"

namespace craton::bench {
namespace {

/// recipes/strazdins.json, which benchmarks cannot open everywhere.
constexpr const char* strazdins = R"({"craton": 1, "world": "terrain", "seed": 7,
  "domain": {"kind": "plane", "step": 1}, "stages": [
    {"stage": "noise", "id": "base", "scale": 140, "offset": 80,
      "noise": {"kind": "fbm", "octaves": 8, "source": {"kind": "perlin", "frequency": 0.003}}},
    {"stage": "voronoi", "spacing": 100, "height": 70, "c1": -1, "c2": 1, "voronoi_share": 0.67},
    {"stage": "perturb", "distance": 18,
      "noise": {"kind": "fbm", "octaves": 4, "source": {"kind": "perlin", "frequency": 0.015}}},
    {"stage": "inverse_thermal", "iterations": 3, "talus": 1, "reference_step": 1}]})";

/// The rivers of recipes/river-land.json, where there is land.
constexpr const char* rivers = R"({"craton": 1, "world": "terrain", "seed": 7,
  "domain": {"kind": "plane", "step": 1}, "stages": [
    {"stage": "endless_rivers", "id": "rivers", "scale": 1, "offset": 300, "settled": true,
      "relief": {"kind": "curve", "points": [-1, -380, -0.5, -170, -0.2, -45, -0.08, 0, 0, 22, 0.1, 95, 0.2, 215, 0.35, 430, 0.6, 850, 1, 1500],
        "source": {"kind": "fbm", "octaves": 3, "persistence": 0.42, "source": {"kind": "perlin", "frequency": 0.0000143}}},
      "ruggedness": {"kind": "perlin", "frequency": 0.00004}}]})";

/// Continents and their climate alone, from which all else follows.
constexpr const char* large = R"({"craton": 1, "world": "terrain", "seed": 7,
  "domain": {"kind": "plane", "step": 1}, "stages": [{"stage": "large_land", "id": "land"}]})";

/// The near ground of slopes everywhere.
constexpr const char* gullies = R"({"craton": 1, "world": "terrain", "seed": 7,
  "domain": {"kind": "plane", "step": 1}, "stages": [
    {"stage": "noise", "id": "hills", "scale": 900, "noise": {"kind": "perlin", "frequency": 0.0009}},
    {"stage": "gullies"}]})";

Result<Terrain> terrain_of(std::uint32_t tile_cells, const char* text = strazdins) {
  const RecipeTerms terms = all_terms();
  CRATON_TRY(const Recipe recipe, recipe_from_json(text, terms));
  return Terrain::make(recipe, terms, {.tile_cells = tile_cells, .levels = 13});
}

/// Tile after tile, each new, by all threads together.
Result<Work> prepare_tiles(std::uint32_t side, unsigned threads, const char* recipe = strazdins, std::uint32_t level = 0) {
  const Result<Terrain> terrain = terrain_of(side, recipe);
  if (!terrain) return terrain.error();
  const auto next = std::make_shared<std::int64_t>(0);
  return Work{{std::uint64_t{side} * side,
               [terrain = *terrain, next, threads, level] {
                 const Result<TerrainTile> tile = terrain.tile({level, (*next)++, 5}, {.threads = threads});
                 keep(tile ? tile->surface.layers()[0]->bytes().data() : nullptr);
               },
               {},
               {}},
              {}};
}

Subject whole_view(const Terrain& terrain, std::uint32_t side, unsigned threads) {
  const auto next = std::make_shared<std::int64_t>(0);
  return {std::uint64_t{side} * side, [terrain, next, side, threads] {
            const Result<Surface> view =
                terrain.area({.x = side * (*next)++, .y = 7, .width = side, .height = side}, {.threads = threads});
            keep(view ? view->layers()[0]->bytes().data() : nullptr);
          }};
}

/// A view of side² that goes south row by row; an item is a cell that came into view. A run is as many rows as make any step
/// alike. The yardstick is a cell's share of a whole new view.
Result<Work> prepare_scroll(std::uint32_t side, unsigned threads) {
  CRATON_TRY(const Terrain terrain, terrain_of(256));
  CRATON_TRY(ScrollWindow made, ScrollWindow::make(terrain, {.width = side, .height = side}));
  const auto window = std::make_shared<ScrollWindow>(std::move(made));
  CRATON_TRY(window->move_to(0, 0));
  const std::uint32_t rows = window->options().band;
  Work work{{std::uint64_t{rows} * side,
             [window, rows, threads] {
               for (std::uint32_t i = 0; i < rows; ++i) (void)window->move_to(0, window->y() + 1, {.threads = threads}).ok();
               keep(window->layers()[0]->bytes().data());
             },
             {},
             {}},
            {}};
  Yardstick& share = work.yardsticks.emplace_back();
  share.name = "share";
  share.subject = whole_view(terrain, side, threads);
  return work;
}

/// Bytes that the process holds now; 0 where the system does not tell.
std::uint64_t resident_bytes() {
  std::ifstream file("/proc/self/statm");
  std::uint64_t all = 0, resident = 0;
  if (!(file >> all >> resident)) return 0;
  return resident * 4096;
}

/// What a flight holds on the way.
struct Flight {
  std::unique_ptr<TerrainStream> stream;
  std::int64_t x = 0;
  std::uint64_t moves = 0, kept_early = 0, kept_late = 0, held_early = 0, held_late = 0;

  void move() {
    x += 128 * units_per_metre;
    stream->set_camera(0, {.place = {x, 0}, .distance = 2000, .look_x = 1});
    (void)stream->wait(std::chrono::minutes(1));
  }
  void look() {
    keep(stream->poll().data());
    const std::uint64_t kept_now = stream->state().bytes, held = resident_bytes();
    const bool early = ++moves <= 60;
    (early ? kept_early : kept_late) = std::max(early ? kept_early : kept_late, kept_now);
    (early ? held_early : held_late) = std::max(early ? held_early : held_late, held);
  }
  std::string memory() const {
    const auto mebibytes = [](std::uint64_t bytes) { return static_cast<double>(bytes) / (1 << 20); };
    return fmt::format("tiles {:.0f} MiB, process {:.0f} MiB in the first 8 km; {:.0f} and {:.0f} up to {:.0f} km",
                       mebibytes(kept_early), mebibytes(held_early), mebibytes(kept_late), mebibytes(held_late),
                       0.128 * static_cast<double>(moves));
  }
};

/// A camera that sees 2 km moves on by a tile of 128 m: until all that is new to it is ready.
Result<Work> prepare_moves(double quantile, unsigned threads) {
  CRATON_TRY(const Terrain terrain, terrain_of(128));
  const auto flight = std::make_shared<Flight>();
  flight->stream = std::make_unique<TerrainStream>(terrain, StreamOptions{.threads = threads, .tile_bytes = 64 << 20});
  Work work{{1, [flight] { flight->move(); }, {}, [flight] { flight->look(); }}, {}};
  work.quantile = quantile;
  work.note = [flight] { return flight->memory(); };
  return work;
}

}  // namespace

std::vector<Row> terrain_rows(unsigned threads) {
  std::vector<Row> rows;
  for (const std::uint32_t side : {1024u, 256u}) {
    rows.push_back(
        {fmt::format("terrain/default/{}/{}t", side, threads), [=] { return prepare_tiles(side, threads, terrain_recipe); }});
    rows.push_back({fmt::format("terrain/strazdins/{}/{}t", side, threads), [=] { return prepare_tiles(side, threads); }});
  }
  // Tiles of 32 m a sample, as they lie far from the eye.
  rows.push_back(
      {fmt::format("terrain/default/far/{}t", threads), [=] { return prepare_tiles(256, threads, terrain_recipe, 5); }});
  rows.push_back({fmt::format("terrain/rivers/1024/{}t", threads), [=] { return prepare_tiles(1024, threads, rivers); }});
  // Tiles of 32 m a sample: more of the network than of the ground.
  rows.push_back({fmt::format("terrain/rivers/far/{}t", threads), [=] { return prepare_tiles(256, threads, rivers, 5); }});
  // Land with its drainage at 1, 4 … 4096 m a sample.
  for (const std::uint32_t level : {0u, 2u, 4u, 6u, 8u, 10u, 12u})
    rows.push_back({level == 0 ? fmt::format("terrain/land/1024/{}t", threads)
                               : fmt::format("terrain/land/step{}/1024/{}t", 1u << level, threads),
                    [=] { return prepare_tiles(1024, threads, land_recipe, level); }});
  rows.push_back({fmt::format("terrain/large/1024/{}t", threads), [=] { return prepare_tiles(1024, threads, large); }});
  rows.push_back({fmt::format("terrain/gullies/1024/{}t", threads), [=] { return prepare_tiles(1024, threads, gullies); }});
  rows.push_back({fmt::format("terrain/scroll/1024/{}t", threads), [=] { return prepare_scroll(1024, threads); }});
  for (const int percent : {50, 99})
    rows.push_back(
        {fmt::format("terrain/move/p{}/{}t", percent, threads), [=] { return prepare_moves(percent / 100.0, threads); }});
  return rows;
}

}  // namespace craton::bench
