#include <craton/picture/atlas.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "picture/atlas/box_corners_test.h"
#include "picture/atlas/geometry.h"
#include "picture/atlas/paper.h"

namespace craton {
namespace {

using atlas::parted;
using atlas::scattered;

/// Land and sea with everything that a page can show; names over all of it.
Surface world_of(Domain domain, int names) {
  Surface surface(std::move(domain));
  const auto layer = [&](const char* name, const char* unit) {
    return (*surface.add_layer({.name = name, .unit = unit}))->numbers();
  };
  const std::span<float> height = layer("height", "m"), temperature = layer("temperature", "°C"), rain = layer("rain", "cm/year"),
                         lake = layer("lake_depth", "m");
  const double extent = std::holds_alternative<CubeSphere>(surface.domain()) ? 6'371'000 : 20'000;
  const auto centre = [&](Cell cell) {
    return std::visit([&](const auto& topology) { return topology.centre(cell); }, surface.domain());
  };
  for (Cell cell = 0; cell < surface.cell_count(); ++cell) {
    const Vec3d at = centre(cell);
    const double wave = std::sin(6.283 * at.x / extent) + std::sin(6.283 * at.y / extent) +
                        0.4 * std::sin(25.13 * at.x / extent + 1) + 0.3 * at.z / extent;
    height[cell] = static_cast<float>(900 * wave + 100);
    temperature[cell] = static_cast<float>(12 + 18 * std::sin(6.283 * at.y / extent));
    rain[cell] = static_cast<float>(80 + 75 * std::sin(12.57 * at.x / extent));
    lake[cell] = wave > 0.5 && wave < 0.7 ? 5.0F : 0.0F;
  }
  std::vector<std::string> name, kind, group;
  std::vector<Vec3d> place;
  std::vector<ObjectColumn::Path> line;
  std::vector<double> size;
  std::vector<std::int64_t> rank;
  constexpr const char* kinds[][2] = {{"continent", "land"},     {"ocean", "water"},      {"river", "water"}, {"range", "relief"},
                                      {"forest", "cover"},       {"volcano", "landmark"}, {"island", "land"}, {"lake", "water"},
                                      {"waterfall", "landmark"}, {"bay", "water"}};
  for (int i = 0; i < names; ++i) {
    const auto cell = static_cast<Cell>(scattered(i, 0, 1) * surface.cell_count());
    const auto other = static_cast<Cell>(scattered(i, 0, 2) * surface.cell_count());
    kind.emplace_back(kinds[i % 10][0]);
    group.emplace_back(kinds[i % 10][1]);
    name.push_back("Name <" + std::to_string(i) + "> & Son");
    place.push_back(centre(cell));
    ObjectColumn::Path path;
    if (group.back() != "landmark")
      for (int k = 0; k <= 20; ++k) {
        const Vec3d a = centre(cell), b = centre(other);
        const double t = k / 20.0;
        path.push_back({a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t, a.z + (b.z - a.z) * t});
      }
    line.push_back(std::move(path));
    size.push_back(1e7);
    rank.push_back(1 + i * 10 / names);
  }
  EXPECT_TRUE(surface.set_objects({"places",
                                   "",
                                   {{"name", "", "", name},
                                    {"kind", "", "", kind},
                                    {"group", "", "", group},
                                    {"place", "m", "", place},
                                    {"line", "m", "", line},
                                    {"size", "", "", size},
                                    {"rank", "", "", rank}}}));
  return surface;
}

Surface map_world(int names = 70) { return world_of(*Torus::make({.width = 160, .height = 120, .step = 250.0}), names); }
Surface sphere_world(int names = 70) { return world_of(*CubeSphere::make({.resolution = 20}, Seed{1}), names); }

Result<AtlasPage> page_of(const Surface& surface, AtlasStyle style, unsigned threads = 1,
                          Projection projection = Projection::equirectangular) {
  AtlasOptions options{
      .style = style, .size = {520, 370}, .projection = projection, .title = "A \"World\" & More", .subtitle = "seed <7>"};
  return atlas_page(surface, options, {.threads = threads});
}

constexpr AtlasStyle styles[] = {AtlasStyle::atlas, AtlasStyle::parchment};

void expect_good_labels(const AtlasPage& page) {
  const std::array<std::uint32_t, 4> map = page.map();
  for (std::size_t i = 0; i < page.labels().size(); ++i)
    for (const auto& box : page.labels()[i].boxes) {
      for (const AtlasLabel::Corner& corner : box) {
        EXPECT_GE(corner.x, map[0]);
        EXPECT_LE(corner.x, map[0] + map[2]);
        EXPECT_GE(corner.y, map[1]);
        EXPECT_LE(corner.y, map[1] + map[3]);
      }
      for (std::size_t k = 0; k < i; ++k)
        for (const auto& other : page.labels()[k].boxes)
          EXPECT_TRUE(parted(box, other)) << page.labels()[i].name << " over " << page.labels()[k].name;
    }
}

TEST(Atlas, LabelsNeitherOverlapNorLeaveTheMap) {
  const Surface map = map_world(), sphere = sphere_world();
  for (const AtlasStyle style : styles) {
    const Result<AtlasPage> page = page_of(map, style);
    ASSERT_TRUE(page) << page.error().to_string();
    EXPECT_GT(page->labels().size(), 15U);
    expect_good_labels(*page);
    const Projection projection = style == AtlasStyle::atlas ? Projection::mollweide : Projection::equirectangular;
    const Result<AtlasPage> globe = page_of(sphere, style, 1, projection);
    ASSERT_TRUE(globe) << globe.error().to_string();
    EXPECT_GT(globe->labels().size(), 10U);
    expect_good_labels(*globe);
  }
}

TEST(Atlas, PixelsAndSvgDoNotDependOnThreads) {
  const Surface map = map_world(40);
  for (const AtlasStyle style : styles) {
    const Result<AtlasPage> one = page_of(map, style, 1), many = page_of(map, style, 4);
    ASSERT_TRUE(one && many);
    const Result<Rgb8Image> a = one->picture(), b = many->picture();
    ASSERT_TRUE(a && b);
    EXPECT_EQ(a->width, 520U);
    EXPECT_EQ(a->height, 370U);
    EXPECT_TRUE(a->pixels == b->pixels);
    EXPECT_TRUE(*one->svg() == *many->svg());
  }
}

/// Enough of XML to find what is not closed: names of open elements, quotes, bare ampersands.
std::string fault_in(const std::string& xml) {
  std::vector<std::string> open;
  for (std::size_t i = 0; i < xml.size();) {
    if (xml[i] == '&') {
      const std::size_t end = xml.find(';', i);
      const std::string entity = xml.substr(i, end - i + 1);
      if (entity != "&amp;" && entity != "&lt;" && entity != "&gt;" && entity != "&quot;") return "a bare &";
    }
    if (xml[i] != '<') {
      if (open.empty() && xml[i] != '\n') return "text outside";
      ++i;
      continue;
    }
    std::size_t end = i + 1;
    for (bool quoted = false; end < xml.size() && (quoted || xml[end] != '>'); ++end) {
      if (xml[end] == '"') quoted = !quoted;
      if (xml[end] == '<') return "< in a tag";
    }
    if (end >= xml.size()) return "a tag without an end";
    const std::string tag = xml.substr(i + 1, end - i - 1), name = tag.substr(0, tag.find_first_of(" \n/", 1));
    if (tag[0] == '/') {
      if (open.empty() || "/" + open.back() != tag) return "closes " + tag + ", which is not open";
      open.pop_back();
    } else if (tag[0] != '?' && tag.back() != '/') {
      open.push_back(name);
    }
    i = end + 1;
  }
  return open.empty() ? "" : open.back() + " is left open";
}

TEST(Atlas, SvgIsWellFormedAndHasItsLayers) {
  const Surface map = map_world(60);
  for (const AtlasStyle style : styles) {
    const Result<AtlasPage> page = page_of(map, style);
    ASSERT_TRUE(page);
    const Result<std::string> svg = page->svg();
    ASSERT_TRUE(svg);
    EXPECT_EQ(fault_in(*svg), "");
    for (const char* part :
         {"id=\"ground\"", "id=\"coast\"", "id=\"lakes\"", "id=\"labels\"", "data:image/png;base64,iVBOR", "&lt;0&gt; &amp; Son"})
      EXPECT_NE(svg->find(part), std::string::npos) << part;
    const std::size_t image = svg->find("base64,"), after = svg->find('"', image);
    EXPECT_EQ(svg->find("nan", after), std::string::npos);
    EXPECT_LT(svg->size(), 4'000'000U);
  }
  EXPECT_NE(fault_in("<a><b></a>"), "") << "the check must find something";
}

TEST(Atlas, SvgOnRequestHasTextThatCanBeReadAndIsNotTooSmall) {
  const Surface map = map_world(60);
  for (const AtlasStyle style : styles) {
    const Result<AtlasPage> page = page_of(map, style);
    ASSERT_TRUE(page);
    const Result<std::string> svg = page->svg(true);
    ASSERT_TRUE(svg);
    EXPECT_EQ(fault_in(*svg), "");
    EXPECT_EQ(svg->find("<use"), std::string::npos);
    EXPECT_NE(svg->find("&lt;0&gt; &amp; S"), std::string::npos);
    std::size_t texts = 0;
    for (std::size_t at = svg->find("<text"); at != std::string::npos; at = svg->find("<text", at + 1), ++texts) {
      const std::size_t size = svg->find("font-size=\"", at), end = svg->find("</text>", at), begin = svg->rfind('>', end) + 1;
      EXPECT_GE(std::stod(svg->substr(size + 11)), 8);
      // A place for each character, where the text is set a character a letter.
      const std::string places = svg->substr(svg->find(" x=\"", at) + 4, svg->find("\" y=", at) - svg->find(" x=\"", at) - 4);
      const auto numbers = static_cast<std::size_t>(std::count(places.begin(), places.end(), ' ')) + 1;
      const std::string words = svg->substr(begin, end - begin);
      if (words.find('&') == std::string::npos && std::all_of(words.begin(), words.end(), [](char c) { return c > 0; })) {
        EXPECT_EQ(numbers, words.size()) << words;
      }
    }
    EXPECT_GE(texts, page->labels().size());
  }
}

TEST(Atlas, AMapThatClosesHas360DegreesOfLongitude) {
  for (const bool closes : {true, false}) {
    Surface map(
        *Torus::make({.width = 160, .height = 80, .step = 50000.0, .wrap = closes ? Torus::Wrap::both : Torus::Wrap::none}));
    for (float& each : (*map.add_layer({.name = "height", .unit = "m"}))->numbers()) each = -500;
    ASSERT_TRUE(map.set_objects({"climate",
                                 "",
                                 {{"latitudes", "", "", std::vector<std::string>{"soft_range"}},
                                  {"south", "", "", std::vector<double>{-66}},
                                  {"north", "", "", std::vector<double>{66}}}}));
    const Result<AtlasPage> page = atlas_page(map);
    ASSERT_TRUE(page);
    const std::string svg = *page->svg(true);
    for (const char* longitude : {">150° W<", ">150° E<"})
      EXPECT_EQ(svg.find(longitude) != std::string::npos, closes) << longitude;
    EXPECT_NE(svg.find(">60° N<"), std::string::npos);
  }
}

TEST(Atlas, LabelsCanBeOff) {
  const Surface map = map_world(40);
  AtlasOptions options{.size = {600, 400}, .labels = false};
  const Result<AtlasPage> page = atlas_page(map, options);
  ASSERT_TRUE(page);
  EXPECT_TRUE(page->labels().empty());
}

TEST(Atlas, WorldsWithoutAnythingButHeights) {
  for (const float height : {500.0F, -500.0F, 0.0F}) {
    Surface bare(*Torus::make({.width = 32, .height = 16, .step = 100.0}));
    for (float& each : (*bare.add_layer({.name = "height", .unit = "m"}))->numbers()) each = height;
    for (const AtlasStyle style : styles) {
      const Result<AtlasPage> page = atlas_page(bare, {.style = style, .size = {400, 260}, .title = "Bare"});
      ASSERT_TRUE(page) << page.error().to_string();
      EXPECT_TRUE(page->picture());
      EXPECT_TRUE(page->svg());
    }
  }
}

TEST(Atlas, SameHeightIsGreenWhereHumidBuffWhereDryAndPaleWhereCold) {
  Surface flat(*Torus::make({.width = 300, .height = 100, .step = 1000.0}));
  const auto layer = [&](const char* name) { return (*flat.add_layer({.name = name}))->numbers(); };
  const std::span<float> height = layer("height"), temperature = layer("temperature"), rain = layer("rain"),
                         warmest = layer("temperature_warmest");
  for (Cell cell = 0; cell < flat.cell_count(); ++cell) {
    const Cell third = cell % 300 / 100;
    height[cell] = cell < 3000 ? 3000.0F : 100.0F;  // the northern rows tell how high land can be
    temperature[cell] = third == 2 ? -15.0F : 20.0F;
    warmest[cell] = third == 2 ? -5.0F : 28.0F;
    rain[cell] = third == 0 ? 200.0F : third == 1 ? 3.0F : 20.0F;
  }
  const Result<AtlasPage> page = atlas_page(flat, {.graticule = false});
  ASSERT_TRUE(page);
  const Result<Rgb8Image> image = page->picture();
  ASSERT_TRUE(image);
  const std::array<std::uint32_t, 4> map = page->map();
  const auto at = [&](double share) {
    return image->at(map[0] + static_cast<std::uint32_t>(share * map[2]), map[1] + map[3] / 2);
  };
  const Rgb8 humid = at(1.0 / 6), dry = at(0.5), cold = at(5.0 / 6);
  EXPECT_GT(humid.g, humid.r);
  EXPECT_GT(humid.g, humid.b + 20);
  EXPECT_GT(dry.r, dry.g);
  EXPECT_GT(dry.r, dry.b + 30);
  EXPECT_GT(cold.r, 215);
  EXPECT_LT(std::abs(cold.r - cold.b), 20);
}

TEST(Atlas, ErrorsNameTheOption) {
  const Surface map = map_world(5), sphere = sphere_world(5);
  EXPECT_EQ(atlas_page(map, {.heights = "depths"}).error().path, "layer");
  EXPECT_EQ(atlas_page(map, {.size = {20, 20}}).error().path, "size");
  Surface narrow(*Torus::make({.width = 4, .height = 900, .step = 10}));
  ASSERT_TRUE(narrow.add_layer({.name = "height", .unit = "m"}));
  EXPECT_EQ(atlas_page(narrow, {.size = {400, 300}}).error().path, "size");
  EXPECT_EQ(atlas_page(sphere, {.projection = Projection::faces}).error().path, "projection");
  EXPECT_EQ(atlas_page(sphere, {.projection = Projection::mollweide, .centre = {100, 0}}).error().path, "centre");
}

}  // namespace
}  // namespace craton
