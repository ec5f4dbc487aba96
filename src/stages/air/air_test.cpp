// The stages of the air on small domains: what they promise whatever the numbers behind them are.
#include <algorithm>
#include <cmath>
#include <limits>

#include "stages/air/heat.h"
#include "stages/air/mesh_world.h"
#include "stages/air/rainfall.h"
#include "stages/stage_test.h"

namespace craton::air {
namespace {

using testing::add_layer, testing::copy_of, testing::run_stage, testing::small_surface;

StageSpec stage(const std::string& id) { return {.stage = id, .id = id}; }

/// A continent around the middle of the front face, and a range across it.
Surface planet(int resolution = 24) {
  Surface surface(Domain(*CubeSphere::make({.resolution = resolution}, Seed{3})));
  const auto& sphere = std::get<CubeSphere>(surface.domain());
  add_layer(surface, "height", [&](Cell c) {
    const LatLon at = sphere.lat_lon(c);
    const double away = std::hypot(at.latitude - 20, at.longitude);
    return static_cast<float>(away < 40 ? 300 + (std::abs(at.longitude) < 6 ? 3000 : 0) : -3000);
  });
  return surface;
}

void make_climate(Surface& surface) {
  for (const char* id : {"temperature", "currents", "wind", "rain"}) {
    const Result<void> done = run_stage(surface, stage(id));
    ASSERT_TRUE(done) << id << ": " << done.error().to_string();
  }
}

TEST(Temperature, FallsWithHeightByTheLapseRate) {
  for (const std::string& kind : testing::domain_kinds()) {
    Surface flat = small_surface(kind), high = small_surface(kind);
    add_layer(flat, "height", [](Cell) { return 0.0F; });
    add_layer(high, "height", [](Cell) { return 2000.0F; });
    StageSpec spec = stage("temperature");
    spec.params.set("lapse", 5.5);
    if (kind != "plane") spec.params.set("mesh", std::int64_t{8});
    ASSERT_TRUE(run_stage(flat, spec));
    ASSERT_TRUE(run_stage(high, spec));
    // The mesh sees mountains as barriers; on worlds that are all land it makes no difference.
    const std::vector<float> low = copy_of(flat, "temperature"), top = copy_of(high, "temperature");
    for (Cell c = 0; c < low.size(); ++c) ASSERT_NEAR(low[c] - top[c], 11, 0.02) << kind;
  }
}

TEST(Temperature, TheSeaCountsAsLevelAndIsMilder) {
  Surface sea = small_surface("sphere"), land = small_surface("sphere");
  add_layer(sea, "height", [](Cell) { return -4000.0F; });
  add_layer(land, "height", [](Cell) { return 10.0F; });
  ASSERT_TRUE(run_stage(sea, stage("temperature")));
  ASSERT_TRUE(run_stage(land, stage("temperature")));
  const auto range = [](const Surface& surface, Cell c) {
    return surface.layer("temperature_warmest")->numbers()[c] - surface.layer("temperature_coldest")->numbers()[c];
  };
  const auto& sphere = std::get<CubeSphere>(sea.domain());
  for (Cell c = 0; c < sea.cell_count(); ++c) {
    const double latitude = std::abs(sphere.lat_lon(c).latitude);
    if (latitude > 15) { ASSERT_LT(2 * range(sea, c), range(land, c)); }
    if (latitude > 60) { ASSERT_LT(land.layer("temperature")->numbers()[c], sea.layer("temperature")->numbers()[c]); }
  }
}

TEST(Temperature, HasItsMeanBetweenItsSeasons) {
  Surface surface = planet();
  ASSERT_TRUE(run_stage(surface, stage("temperature")));
  const std::vector<float> mean = copy_of(surface, "temperature"), warmest = copy_of(surface, "temperature_warmest"),
                           coldest = copy_of(surface, "temperature_coldest");
  for (Cell c = 0; c < mean.size(); ++c) {
    ASSERT_LE(coldest[c], mean[c]);
    ASSERT_LE(mean[c], warmest[c]);
  }
  EXPECT_GT(*std::max_element(mean.begin(), mean.end()), 20);
  EXPECT_LT(*std::min_element(mean.begin(), mean.end()), -5);
}

TEST(Temperature, LatitudesOfMaps) {
  Surface map = small_surface("torus");
  add_layer(map, "height", [](Cell) { return -10.0F; });
  StageSpec spec = stage("temperature");
  spec.params.set("latitudes", std::string("band"));
  ASSERT_TRUE(run_stage(map, spec));
  const std::span<const float> numbers = map.layer("temperature")->numbers();
  // Cold at the north edge, warm at a quarter, cold in the middle (the south pole), warm again.
  const auto row = [&](std::size_t r) { return numbers[r * 75 + 30]; };
  EXPECT_LT(row(0), -5);
  EXPECT_GT(row(10), 20);
  EXPECT_LT(row(20), -5);
  EXPECT_GT(row(31), 20);
}

/// Where a map closes, soft latitudes turn back without a kink; elsewhere they are as they were.
TEST(Temperature, SoftLatitudesHaveNoKink) {
  const Domain map(*Torus::make({.width = 40, .height = 120, .step = 1000.0}));
  const Domain belt(*Torus::make({.width = 40, .height = 120, .step = 1000.0, .wrap = Torus::Wrap::x}));
  for (const bool band : {false, true}) {
    const MapLatitudes hard = band ? MapLatitudes::band : MapLatitudes::range,
                       soft = band ? MapLatitudes::soft_band : MapLatitudes::soft_range;
    const LatitudeParams wanted{soft, -60, 60, 0}, before{hard, -60, 60, 0};
    const Latitudes rounded(map, wanted), sharp(map, before);
    const double step = std::abs(sharp.of_row(20) - sharp.of_row(21));
    double most_turn = 0, most_far = 0;
    for (int row = 0; row < 120; ++row) {
      const auto away = [&](const Latitudes& of, int y) { return std::abs(of.of_row((y + 120) % 120)); };
      const double turn = away(rounded, row - 1) - 2 * away(rounded, row) + away(rounded, row + 1);
      if (away(sharp, row) > 40) most_turn = std::max(most_turn, std::abs(turn));
      if (away(sharp, row) < 49) { EXPECT_NEAR(rounded.of_row(row), sharp.of_row(row), 1e-9); }
      most_far = std::max(most_far, away(rounded, row));
    }
    EXPECT_LT(most_turn, 0.11 * step * step) << band;
    EXPECT_NEAR(most_far, 55, 0.2);
    // A map that does not close has no edge to turn at.
    if (!band) { EXPECT_NEAR(Latitudes(belt, wanted).of_row(0), Latitudes(belt, before).of_row(0), 1e-9); }
  }
}

/// Belts that lie ten degrees farther north are those of ten degrees farther south.
TEST(Air, BeltsAreShiftedToTheNorth) {
  const auto world = [](double shift) {
    Surface surface(Domain(*Torus::make({.width = 48, .height = 180, .step = 100'000.0, .wrap = Torus::Wrap::x})));
    add_layer(surface, "height", [](Cell) { return -1000.0F; });
    add_layer(surface, "shift", [&](Cell) { return static_cast<float>(shift); });
    for (const char* id : {"temperature", "wind", "rain"}) {
      StageSpec spec = stage(id);
      spec.layers = {{"belts", "shift"}};
      EXPECT_TRUE(run_stage(surface, spec)) << id;
    }
    return surface;
  };
  const Surface usual = world(0), moved = world(10);
  for (const char* layer : {"temperature", "wind_east", "rain"}) {
    const std::span<const float> a = usual.layer(layer)->numbers(), b = moved.layer(layer)->numbers();
    double same = 0, apart = 0;
    for (std::size_t row = 40; row < 140; ++row) {
      same += std::abs(double{b[(row - 10) * 48 + 24]} - double{a[row * 48 + 24]});
      apart += std::abs(double{b[row * 48 + 24]} - double{a[row * 48 + 24]});
    }
    EXPECT_LT(same, 0.25 * apart) << layer;
  }
  // Where a map closes from one hemisphere to the other nothing is shifted at the edge.
  const Domain closed(*Torus::make({.width = 48, .height = 180, .step = 100'000.0}));
  const Latitudes latitudes(closed, {});
  EXPECT_LT(latitudes.room_to_shift(0), 0.01);
  EXPECT_EQ(latitudes.room_to_shift(90), 1);
}

TEST(Temperature, RefusesLatitudesThatDoNotMeet) {
  const StageList stages;
  const StageEntry* entry = *stages.find("temperature", 1, "");
  StageSpec spec = stage("temperature");
  spec.params.set("south", 10.0);
  spec.params.set("north", 60.0);
  const Result<void> refused = entry->check(spec, testing::domain_spec("torus"), "/stages/3");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().path, "/stages/3/south");
  DomainSpec open = testing::domain_spec("torus");
  open.params.set("wrap", std::string("x"));
  EXPECT_TRUE(entry->check(spec, open, "/stages/3"));
}

/// One such cell would spread over the mesh, and from there over the world.
TEST(Air, StagesRefuseWhatIsNoNumber) {
  for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    const auto refused = [&](const char* id, const char* layer, const char* param) {
      Surface surface = planet();
      make_climate(surface);
      surface.layer(layer)->numbers()[77] = bad;
      const Result<void> done = run_stage(surface, stage(id));
      ASSERT_FALSE(done) << id << " with " << layer;
      EXPECT_EQ(done.error().path, std::string("/stages/0/") + param) << id;
      EXPECT_NE(done.error().message.find("cell 77 holds no number"), std::string::npos) << done.error().message;
    };
    for (const char* id : {"temperature", "currents", "wind", "rain"}) refused(id, "height", "layer");
    refused("wind", "temperature_warmest", "warmest");
    refused("rain", "wind_east", "east");
    refused("rain", "temperature_coldest", "coldest");
  }
}

TEST(Air, StagesAskForTemperature) {
  for (const char* id : {"currents", "wind", "rain"}) {
    Surface surface = small_surface("sphere");
    add_layer(surface, "height", [](Cell) { return 1.0F; });
    const Result<void> refused = run_stage(surface, stage(id));
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("temperature"), std::string::npos);
  }
}

TEST(Currents, StrengthIsAMask) {
  Surface surface = planet();
  ASSERT_TRUE(run_stage(surface, stage("temperature")));
  const std::vector<float> before = copy_of(surface, "temperature");
  add_layer(surface, "mask", [](Cell c) { return c % 2 == 0 ? 0.0F : 1.0F; });
  StageSpec spec = stage("currents");
  spec.layers = {{"strength", "mask"}};
  ASSERT_TRUE(run_stage(surface, spec));
  const std::vector<float> after = copy_of(surface, "temperature");
  std::size_t changed = 0;
  for (Cell c = 0; c < after.size(); ++c) {
    if (c % 2 == 0) { ASSERT_EQ(after[c], before[c]); }
    changed += std::abs(after[c] - before[c]) > 0.1F;
  }
  EXPECT_GT(changed, after.size() / 50);
}

TEST(Currents, WarmTheEastCoastAndCoolTheWest) {
  Surface surface = planet(32);
  ASSERT_TRUE(run_stage(surface, stage("temperature")));
  const std::vector<float> before = copy_of(surface, "temperature");
  ASSERT_TRUE(run_stage(surface, stage("currents")));
  const std::vector<float> after = copy_of(surface, "temperature");
  const auto& sphere = std::get<CubeSphere>(surface.domain());
  const auto change = [&](double latitude, double longitude) {
    const Cell c = sphere.nearest(direction_of(LatLon{latitude, longitude}));
    return after[c] - before[c];
  };
  EXPECT_LT(change(25, -44), -0.3);  // the continent reaches to ±40°
  EXPECT_GT(change(25, 44), 0.2);
}

TEST(Wind, BlowsAlongTheGroundWithoutPoles) {
  const Domain domain = *CubeSphere::make({.resolution = 32}, Seed{1});
  const ClimateMesh mesh = *ClimateMesh::make(domain, 32, Latitudes(domain, {}));
  std::vector<float> land(mesh.count()), ground(mesh.count()), warmth(mesh.count());
  for (std::size_t c = 0; c < mesh.count(); ++c) {
    land[c] = c % 7 < 3 ? 1.0F : 0.0F;
    ground[c] = land[c] * static_cast<float>(c % 5);
    warmth[c] = 30 - std::abs(mesh.latitude()[c]) + 5 * land[c];
  }
  for (const Season season : {Season::july, Season::january}) {
    const std::vector<Vec3f> wind = seasonal_wind(mesh, {land, ground}, wide_ground(mesh, land), warmth, season, {});
    for (std::size_t c = 0; c < mesh.count(); ++c) {
      const Vec3f &east = mesh.east()[c], &north = mesh.north()[c];
      const Vec3f up{east.y * north.z - east.z * north.y, east.z * north.x - east.x * north.z,
                     east.x * north.y - east.y * north.x};
      ASSERT_NEAR(dot(wind[c], up), 0, 1e-4);
      ASSERT_LT(dot(wind[c], wind[c]), 60 * 60);
    }
  }
}

TEST(Wind, HasThreeBelts) {
  Surface surface = small_surface("sphere");
  add_layer(surface, "height", [](Cell) { return -4000.0F; });
  ASSERT_TRUE(run_stage(surface, stage("temperature")));
  ASSERT_TRUE(run_stage(surface, stage("wind")));
  const auto& sphere = std::get<CubeSphere>(surface.domain());
  const std::vector<float> east = copy_of(surface, "wind_east"), north = copy_of(surface, "wind_north");
  for (Cell c = 0; c < east.size(); ++c) {
    const double latitude = sphere.lat_lon(c).latitude, away = std::abs(latitude);
    if (away > 8 && away < 18) { ASSERT_LT(east[c], -2); }
    if (away > 40 && away < 52) { ASSERT_GT(east[c], 2); }
    if (away > 8 && away < 18) { ASSERT_LT(north[c] * latitude, 0) << "trades blow to the equator"; }
  }
}

TEST(Wind, OnASeaIsTheSameAllAlongAParallel) {
  Surface surface(Domain(*CubeSphere::make({.resolution = 32, .jitter = 0}, Seed{3})));
  add_layer(surface, "height", [](Cell) { return -4000.0F; });
  ASSERT_TRUE(run_stage(surface, stage("temperature")));
  ASSERT_TRUE(run_stage(surface, stage("wind")));
  const std::vector<float> east = copy_of(surface, "wind_east"), north = copy_of(surface, "wind_north"),
                           monsoon = copy_of(surface, "monsoon_north");
  // The four faces around the equator are turned by quarters.
  const std::size_t face = 32 * 32;
  for (std::size_t c = 0; c < face; ++c)
    for (std::size_t turn = 1; turn < 4; ++turn) {
      ASSERT_NEAR(east[c + turn * face], east[c], 0.01);
      ASSERT_NEAR(north[c + turn * face], north[c], 0.01);
      ASSERT_NEAR(monsoon[c + turn * face], monsoon[c], 0.01);
    }
}

TEST(Wind, StrengthScalesIt) {
  for (const std::string& kind : testing::domain_kinds()) {
    Surface surface = small_surface(kind);
    add_layer(surface, "height", [](Cell c) { return static_cast<float>(c % 13) - 6; });
    ASSERT_TRUE(run_stage(surface, stage("temperature")));
    StageSpec calm = stage("wind");
    calm.params.set("strength", 0.0);
    ASSERT_TRUE(run_stage(surface, calm));
    for (const float value : copy_of(surface, "wind_east")) ASSERT_EQ(value, 0);
  }
}

TEST(Rain, AsMuchFallsAsEvaporates) {
  const Domain domain = *CubeSphere::make({.resolution = 40}, Seed{1});
  const ClimateMesh mesh = *ClimateMesh::make(domain, 40, Latitudes(domain, {}));
  std::vector<float> land(mesh.count()), ground(mesh.count(), 0.2F), warmth(mesh.count());
  for (std::size_t c = 0; c < mesh.count(); ++c) {
    land[c] = mesh.east()[c].y > 0.4F ? 1.0F : 0.0F;
    warmth[c] = 28 - 0.6F * std::abs(mesh.latitude()[c]);
  }
  const WideGround wide = wide_ground(mesh, land);
  const std::vector<Vec3f> wind = seasonal_wind(mesh, {land, ground}, wide, warmth, Season::july, {});
  const SeasonRain rain = seasonal_rain(mesh, {land, ground}, wide, warmth, wind, Season::july, {});
  EXPECT_NEAR(rain.rained / rain.evaporated, 1, 1e-6);
  EXPECT_NEAR(rain.adjusted, 1, 0.15);  // and the sweeps come near by themselves
  double sum = 0;
  for (std::size_t c = 0; c < mesh.count(); ++c) {
    ASSERT_GE(rain.rain[c], 0);
    sum += double{rain.rain[c]} * mesh.area()[c];
  }
  EXPECT_NEAR(sum / rain.rained, 1, 1e-6);
}

TEST(Rain, IsTheSumOfItsSeasonsAndKeepsItsCap) {
  Surface surface = planet();
  make_climate(surface);
  const std::vector<float> rain = copy_of(surface, "rain"), summer = copy_of(surface, "rain_summer"),
                           winter = copy_of(surface, "rain_winter"), warmth = copy_of(surface, "temperature");
  for (Cell c = 0; c < rain.size(); ++c) {
    ASSERT_EQ(rain[c], summer[c] + winter[c]);
    ASSERT_GE(summer[c], 0);
    ASSERT_GE(winter[c], 0);
    ASSERT_LE(rain[c], std::max(15.0F, 150 + 8 * warmth[c]) * 1.00001F);
  }
}

TEST(Rain, WetnessIsAMask) {
  Surface surface = planet();
  make_climate(surface);
  add_layer(surface, "mask", [](Cell c) { return c % 2 == 0 ? 0.0F : 1.0F; });
  const std::vector<float> before = copy_of(surface, "rain");
  StageSpec spec = stage("rain");
  spec.layers = {{"wetness", "mask"}};
  ASSERT_TRUE(run_stage(surface, spec));
  const std::vector<float> after = copy_of(surface, "rain");
  for (Cell c = 0; c < after.size(); ++c) ASSERT_EQ(after[c], c % 2 == 0 ? 0.0F : before[c]);
}

TEST(Rain, APlanetWithoutSeaHasNone) {
  Surface surface = small_surface("sphere");
  add_layer(surface, "height", [](Cell) { return 100.0F; });
  make_climate(surface);
  for (const float value : copy_of(surface, "rain")) ASSERT_EQ(value, 0);
}

TEST(Rain, IsRefusedOnEndlessPlanesUnlessTheTileStandsAlone) {
  const StageList stages;
  const StageEntry* entry = *stages.find("rain", 1, "");
  StageSpec spec = stage("rain");
  EXPECT_EQ(entry->reach(spec, 10).kind, Reach::Kind::whole);
  spec.params.set("on_planes", std::string("tile_alone"));
  EXPECT_EQ(entry->reach(spec, 10).kind, Reach::Kind::point);
  Surface tile = small_surface("plane");
  add_layer(tile, "height", [](Cell c) { return c % 75 < 30 ? -20.0F : 200.0F; });
  for (const char* id : {"temperature", "wind"}) ASSERT_TRUE(run_stage(tile, stage(id)));
  ASSERT_TRUE(run_stage(tile, spec));
  for (const float value : copy_of(tile, "rain")) ASSERT_GT(value, 0);
}

TEST(Sunlight, FacesTheSun) {
  Surface surface = small_surface("torus");
  // Ground that rises to the south on its northern half and to the north on its southern one: a valley along the middle.
  add_layer(surface, "height", [](Cell c) { return static_cast<float>(std::abs(static_cast<int>(c / 75) - 20)) * 10; });
  StageSpec spec = stage("sunlight");
  spec.params.set("south", 0.0);  // the latitudes of the rows grow to the north
  spec.params.set("north", 60.0);
  ASSERT_TRUE(run_stage(surface, spec));
  const std::vector<float> light = copy_of(surface, "sunlight");
  const auto at = [&](std::size_t row) { return light[row * 75 + 10]; };
  EXPECT_GT(at(10), 1.05F * at(30) * 0.5F);
  // Rows 0 … 19 fall to the south and face the sun: more light than level ground at their latitude.
  StageSpec level = spec;
  level.params.set("slopes", 0.0);
  ASSERT_TRUE(run_stage(surface, level));
  const std::vector<float> flat = copy_of(surface, "sunlight");
  EXPECT_GT(at(10), flat[10 * 75 + 10]);
  EXPECT_LT(at(30), flat[30 * 75 + 10]);
}

}  // namespace
}  // namespace craton::air
