#include <craton/picture/ramp.h>

#include <algorithm>
#include <cassert>
#include <string>
#include <vector>

#include <craton/base/params.h>

#include "base/parallel.h"
#include "picture/oklab.h"
#include "picture/ramp_table.h"

namespace craton {
namespace {

constexpr Rgb8 hex(std::uint32_t rgb) {
  return {static_cast<std::uint8_t>(rgb >> 16), static_cast<std::uint8_t>(rgb >> 8), static_cast<std::uint8_t>(rgb)};
}

// All ramps but `relief`, `fusek`, `balance` and `temperature` rise steadily in lightness, so that they also read in grey and for
// every kind of colour blindness; none runs from red to green at equal lightness.
constexpr RampStop grey_stops[] = {{0, hex(0x000000)}, {1, hex(0xffffff)}};
constexpr RampStop viridis_stops[] = {{0.000, hex(0x440154)}, {0.125, hex(0x472d7b)}, {0.250, hex(0x3b528b)},
                                      {0.375, hex(0x2c728e)}, {0.500, hex(0x21918c)}, {0.625, hex(0x28ae80)},
                                      {0.750, hex(0x5ec962)}, {0.875, hex(0xaddc30)}, {1.000, hex(0xfde725)}};
constexpr RampStop cividis_stops[] = {
    {0.000, hex(0x00224e)}, {0.111, hex(0x123570)}, {0.222, hex(0x3b496c)}, {0.333, hex(0x575d6d)}, {0.444, hex(0x707173)},
    {0.556, hex(0x8a8678)}, {0.667, hex(0xa59c74)}, {0.778, hex(0xc3b369)}, {0.889, hex(0xe1cc55)}, {1.000, hex(0xfee838)}};
constexpr RampStop slate_stops[] = {{0, hex(0x1c2127)}, {0.35, hex(0x4c555c)}, {0.7, hex(0xa3a69f)}, {1, hex(0xf4f1e8)}};
// Dark plains of lava below pale highlands, in which light and shadow more than tints tell forms.
constexpr RampStop moon_stops[] = {
    {0, hex(0x454342)}, {0.3, hex(0x5d5b58)}, {0.4, hex(0x8f8c87)}, {0.6, hex(0xaaa6a0)}, {1, hex(0xd3cfc8)}};
constexpr RampStop dusk_stops[] = {
    {0, hex(0x171a33)}, {0.25, hex(0x46335c)}, {0.5, hex(0x8c4f68)}, {0.75, hex(0xcd8a6c)}, {1, hex(0xf6e4c3)}};
constexpr RampStop ice_stops[] = {
    {0, hex(0x0c1b2c)}, {0.25, hex(0x1d4460)}, {0.5, hex(0x4a819d)}, {0.75, hex(0x9cc2cf)}, {1, hex(0xf3f8f8)}};
constexpr RampStop moss_stops[] = {
    {0, hex(0x1a211b)}, {0.3, hex(0x3f4d36)}, {0.6, hex(0x7d8257)}, {0.82, hex(0xbdb48a)}, {1, hex(0xf1ead6)}};
constexpr RampStop ember_stops[] = {
    {0, hex(0x17110f)}, {0.25, hex(0x4f231f)}, {0.5, hex(0x94432c)}, {0.75, hex(0xd08a4a)}, {1, hex(0xf6e2ad)}};
// Two that fall: steep ground and much water are dark on paper.
constexpr RampStop steep_stops[] = {
    {0, hex(0xf6f2e6)}, {0.2, hex(0xe6cfa2)}, {0.45, hex(0xcb8f5b)}, {0.7, hex(0x95493c)}, {1, hex(0x3d1a2e)}};
constexpr RampStop water_stops[] = {
    {0, hex(0xf7f4ea)}, {0.25, hex(0xcfdfe0)}, {0.5, hex(0x8fb8cc)}, {0.75, hex(0x4682ac)}, {1, hex(0x12345c)}};
constexpr RampStop balance_stops[] = {
    {0, hex(0x1f3d5c)}, {0.25, hex(0x6d93ad)}, {0.5, hex(0xf1ede4)}, {0.75, hex(0xcb9468)}, {1, hex(0x6b3320)}};
// The sea in quiet blues that lighten towards the shelf, then muted lowland, dry uplands, rock and snow. The two stops
// at the middle are the coast.
constexpr RampStop relief_stops[] = {{0.00, hex(0x42658a)}, {0.18, hex(0x557c9b)}, {0.34, hex(0x7398b0)}, {0.45, hex(0x97b6c4)},
                                     {0.50, hex(0xb9d0d5)}, {0.50, hex(0x92a184)}, {0.55, hex(0xa9b190)}, {0.62, hex(0xc5c19f)},
                                     {0.71, hex(0xd8c9a6)}, {0.80, hex(0xb9a184)}, {0.89, hex(0xab998c)}, {0.95, hex(0xd1c9c2)},
                                     {1.00, hex(0xfaf8f4)}};

// Of things more than of data.
constexpr RampStop sky_stops[] = {{0, hex(0x345c8a)}, {0.25, hex(0x608cb6)}, {0.6, hex(0xc4d2de)}, {1, hex(0xfcfbf8)}};
constexpr RampStop sand_stops[] = {{0, hex(0x805434)}, {0.4, hex(0xbe8c5a)}, {0.75, hex(0xe0ba84)}, {1, hex(0xf8e4ba)}};
constexpr RampStop timber_stops[] = {{0, hex(0x54321c)}, {0.35, hex(0x8c5c36)}, {0.7, hex(0xbc8a58)}, {1, hex(0xdcb480)}};
constexpr RampStop flame_stops[] = {
    {0, hex(0x0c080a)}, {0.3, hex(0x5c0e0c)}, {0.55, hex(0xce420e)}, {0.78, hex(0xfaa828)}, {1, hex(0xfff6c6)}};
constexpr RampStop space_stops[] = {
    {0, hex(0x080816)}, {0.3, hex(0x261a4a)}, {0.55, hex(0x74306e)}, {0.78, hex(0xd67070)}, {1, hex(0xffe8c4)}};

// Fusek 2020, "Generování procedurálních planet": blue below the sea, brown above, darker away from it.
constexpr RampStop fusek_stops[] = {
    {0.0, hex(0x0b2140)}, {0.5, hex(0xa9d3ea)}, {0.5, hex(0xecd6ae)}, {0.75, hex(0xa5733f)}, {1.0, hex(0x3f230f)}};

// Two for climates. Temperatures meet at freezing, where snow is: colder is darker and bluer, warmer is darker and redder, both
// in even steps. Rain runs from bare ground over green to deep water.
constexpr RampStop temperature_stops[] = {{0.000, hex(0x2b1746)}, {0.125, hex(0x3c3f86)}, {0.250, hex(0x4a72ad)},
                                          {0.375, hex(0x8fb3cf)}, {0.500, hex(0xf3f1ea)}, {0.625, hex(0xecc787)},
                                          {0.750, hex(0xd98a4f)}, {0.875, hex(0xad4436)}, {1.000, hex(0x5e1230)}};
constexpr RampStop rain_stops[] = {{0.00, hex(0xf6ecd2)}, {0.12, hex(0xdfd49c)}, {0.27, hex(0xa7be7c)}, {0.45, hex(0x5f9f85)},
                                   {0.65, hex(0x35778f)}, {0.83, hex(0x2b4a84)}, {1.00, hex(0x271f55)}};

constexpr Ramp ramps[] = {
    {"grey", "Black to white in even steps of lightness.", grey_stops},
    {"slate", "Warm greys, from ink to paper.", slate_stops},
    {"moon", "The greys of dark plains and pale highlands.", moon_stops},
    {"viridis", "Violet, teal, yellow (van der Walt & Smith 2015).", viridis_stops},
    {"cividis", "Blue to yellow, made for colour-blind eyes (Nuñez, Anderton & Renslow 2018).", cividis_stops},
    {"dusk", "Indigo, plum, apricot, cream.", dusk_stops},
    {"ice", "Deep water to snow.", ice_stops},
    {"moss", "Forest floor to straw.", moss_stops},
    {"ember", "Char, rust, straw.", ember_stops},
    {"steep", "Paper, sand, rust, dark plum: falls from light to dark, for slopes.", steep_stops},
    {"water", "Paper, mist, river blue: falls from light to dark, for catchments and discharges.", water_stops},
    {"balance", "Two-sided: blue below the middle, pale at it, rust above.", balance_stops},
    {"temperature", "Two-sided: violet and blue below the middle, pale at it, orange and dark red above.", temperature_stops},
    {"rain", "Bare ground, green, deep water: falls from light to dark.", rain_stops},
    {"sky", "Blue sky to cloud.", sky_stops},
    {"sand", "Shaded to sunlit sand.", sand_stops},
    {"timber", "Dark to light wood.", timber_stops},
    {"flame", "Soot, red, yellow, white.", flame_stops},
    {"space", "Night, violet, rose.", space_stops},
    {"relief", "Sea below the middle of the range, land above it.", relief_stops},
    {"fusek", "Blue below the sea, brown above, darker away from it (Fusek 2020).", fusek_stops},
};

}  // namespace

std::span<const Ramp> all_ramps() { return ramps; }

Result<const Ramp*> find_ramp(std::string_view id, std::string_view path) {
  std::vector<std::string_view> names;
  for (const Ramp& ramp : ramps) {
    if (ramp.id == id) return &ramp;
    names.push_back(ramp.id);
  }
  std::string message = "no ramp is called \"" + std::string(id) + "\"";
  if (const std::string_view near = nearest_name(id, names); !near.empty())
    message += " (did you mean \"" + std::string(near) + "\"?)";
  message += "; there are";
  for (std::size_t i = 0; i < names.size(); ++i) message += (i ? ", " : " ") + std::string(names[i]);
  return Error{ErrorCode::unknown_name, std::string(path), message};
}

LinearColour to_linear(Rgb8 colour) {
  return {picture::srgb_decoded(colour.r / 255.0), picture::srgb_decoded(colour.g / 255.0),
          picture::srgb_decoded(colour.b / 255.0)};
}

LinearColour ramp_colour(const Ramp& ramp, double share) {
  assert(!ramp.stops.empty());
  const auto after = std::find_if(ramp.stops.begin(), ramp.stops.end(), [&](const RampStop& stop) { return stop.at > share; });
  if (after == ramp.stops.begin()) return to_linear(after->colour);
  if (after == ramp.stops.end()) return to_linear(ramp.stops.back().colour);
  const RampStop& before = *(after - 1);
  const picture::Oklab a = picture::oklab_from_linear(to_linear(before.colour));
  const picture::Oklab b = picture::oklab_from_linear(to_linear(after->colour));
  const double t = (share - before.at) / (after->at - before.at);
  return picture::linear_from_oklab(
      {a.lightness + (b.lightness - a.lightness) * t, a.a + (b.a - a.a) * t, a.b + (b.b - a.b) * t});
}

Rgb8Image coloured(FloatView view, ToneRange range, const Ramp& ramp, const Execution& execution) {
  assert(view.values.size() == std::size_t{view.width} * view.height);
  const picture::RampTable table(ramp, picture::RampTable::Levels::encoded);
  const double scale = picture::share_scale(range);
  Rgb8Image image(view.width, view.height);
  const std::uint64_t rows = std::max<std::uint64_t>(1, 65536 / std::max(view.width, 1u));
  // Too short to be stopped on the way: a token would leave a picture half done.
  (void)parallel_blocks(view.height, rows, {.threads = execution.threads}, [&](std::uint64_t begin, std::uint64_t end) {
    for (auto y = static_cast<std::uint32_t>(begin); y < static_cast<std::uint32_t>(end); ++y)
      for (std::uint32_t x = 0; x < view.width; ++x) {
        const std::size_t i = std::size_t{y} * view.width + x;
        const auto& level = table.at((double{view.values[i]} - range.low) * scale);
        image.pixels[i] = {picture::dithered_level(level[0], x, y, 0), picture::dithered_level(level[1], x, y, 1),
                           picture::dithered_level(level[2], x, y, 2)};
      }
  });
  return image;
}

}  // namespace craton
