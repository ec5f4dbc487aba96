// Colours of the land from climate and relief, after what NASA's Blue Marble and Patterson's natural-colour maps show: real land
// is darker and browner than one thinks. Biome colours are mixed by their shares near each climate, so that nothing has an edge
// but coasts; a noise on the ground moves climates a little, as soils and fires do.
#include <craton/picture/natural.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <craton/base/floor_div.h>
#include <craton/noise/noise.h>
#include <craton/stages/whittaker.h>

#include "base/parallel.h"
#include "base/smooth_step.h"
#include "picture/oklab.h"
#include "picture/relief_paint.h"
#include "picture/relief_shade.h"

namespace craton {
namespace {

struct Colour {
  float r = 0, g = 0, b = 0;
};
Colour operator*(float share, Colour c) { return {share * c.r, share * c.g, share * c.b}; }
Colour operator+(Colour a, Colour b) { return {a.r + b.r, a.g + b.g, a.b + b.b}; }
Colour mixed(Colour a, Colour b, float share) { return (1 - share) * a + share * b; }

Colour linear(std::uint32_t rgb) {
  const auto channel = [&](unsigned shift) { return static_cast<float>(picture::srgb_decoded((rgb >> shift & 255U) / 255.0)); };
  return {channel(16), channel(8), channel(0)};
}

float ramp(float value, float from, float to) { return smooth_step(from, to, value); }

/// What is the same on all planets, in linear light.
struct Palette {
  std::array<Colour, diagram_biome_count> biomes{
      linear(0x66634d),  // tundra
      linear(0x2d3b27),  // taiga
      linear(0x6b6c40),  // temperate grassland
      linear(0x3c4a27),  // temperate deciduous forest
      linear(0x25381f),  // temperate rain forest
      linear(0xb99b6b),  // subtropical desert
      linear(0x74693b),  // savanna
      linear(0x48522a),  // tropical seasonal forest
      linear(0x21341a),  // tropical rain forest
  };
  Colour gravel = linear(0x857d70), mud = linear(0x57503a), wet = linear(0x4a552f), pale_rock = linear(0x8b8478);
  Colour red_sand = linear(0xa97a4e), pale_sand = linear(0xcdb58a), scrub = linear(0x80713f), rock = linear(0x6d6459),
         dry_rock = linear(0x8f7459);
  Colour meadow = linear(0x66803a), hay = linear(0x988e5c), pasture = linear(0x5e6c38), straw = linear(0x837c51);
  Colour snow = linear(0xf0f5f8), frost = linear(0xb4b4a8), pack_ice = linear(0xd3e0e6);
  Colour deep = linear(0x081a33), ocean = linear(0x0c2644), shelf = linear(0x1b4861), turquoise = linear(0x338a90);
};

/// Colours of biomes, mixed by their shares near each climate: a question costs a look into a table.
class BiomeTints {
 public:
  explicit BiomeTints(const Palette& palette) : tints_(std::size_t{columns} * rows) {
    constexpr float width = 5;  // °C over which colours flow
    for (std::uint32_t row = 0; row < rows; ++row)
      for (std::uint32_t column = 0; column < columns; ++column) {
        const float warmth = coldest + static_cast<float>(column) / per_degree, rain = static_cast<float>(row) / per_cm;
        const std::array<float, diagram_biome_count> shares = whittaker_shares(warmth, rain, width);
        Colour& tint = tints_[std::size_t{row} * columns + column];
        for (std::size_t i = 0; i < shares.size(); ++i) tint = tint + shares[i] * palette.biomes[i];
      }
  }
  Colour at(float warmth, float rain) const {
    const float x = std::clamp((warmth - coldest) * per_degree, 0.0F, columns - 1.001F);
    const float y = std::clamp(rain * per_cm, 0.0F, rows - 1.001F);
    const auto column = static_cast<std::uint32_t>(x), row = static_cast<std::uint32_t>(y);
    const Colour* tint = tints_.data() + std::size_t{row} * columns + column;
    const float right = x - static_cast<float>(column), below = y - static_cast<float>(row);
    return mixed(mixed(tint[0], tint[1], right), mixed(tint[columns], tint[columns + 1], right), below);
  }

 private:
  static constexpr std::uint32_t columns = 161, rows = 201;
  static constexpr float coldest = -10, per_degree = 4, per_cm = 0.5F;  // nothing changes beyond
  std::vector<Colour> tints_;
};

/// What the ground is made of, where that is known: the rest is soil.
struct Cover {
  float rock = 0, sand = 0, snow = 0, gravel = 0, mud = 0;
};

/// What is known of a pixel.
struct Spot {
  float height = 0, temperature = 0, warmest = 0, rain = 0;
  float steep = 0;            ///< slope as it is lit
  float patch = 0, fine = 0;  ///< noises, about −1 … 1
  float province = 0;         ///< the same, some hundred times longer; of bare planets alone
  float near = 0;             ///< 1 where single woods and meadows can be told apart, 0 from far above
  float tone = 0;             ///< how the ground stands, near by: crests near 1, hollows near −1
  float wet = 0;              ///< 0 … 1: beside a river
  const Cover* cover = nullptr;
};

/// Frost of most of the year shows through, thinner and patchy towards the equator; snow lies where no summer takes it. Where
/// hardly any falls (`dry` = 1) only caps of the coldest ground are left of it.
Colour frozen(const Palette& palette, const Spot& spot, Colour colour, float dry) {
  const float frost = 0.22F * (1 - ramp(spot.temperature + 4 * spot.patch + 2 * spot.fine, -22, -5));
  colour = mixed(colour, palette.frost, frost);
  const float line = spot.warmest + 1.6F * spot.patch + 1.2F * spot.fine;
  const float colder = 34 * dry;
  const float snow = (1 - ramp(line + colder, -0.5F, 4.5F)) * (1 - 0.55F * ramp(spot.steep, 1.6F, 4));
  return mixed(colour, palette.snow, snow);
}

/// Seen from near by, woods keep to hollows and the shade, meadows and dry grass to crests, and there is no haze. `plants`: how
/// much of the ground they cover.
Colour near_colour(const Palette& palette, const Spot& spot, float rain, float plants, Colour colour) {
  const float single = spot.cover ? 0.16F : 0.35F;  // where the ground is known, its grain tells enough
  const float open = ramp(0.6F * spot.patch + single * spot.fine + 0.9F * spot.tone, -0.65F, 0.75F);
  const bool known = spot.cover != nullptr;
  const Colour grass = mixed(known ? palette.straw : palette.hay, known ? palette.pasture : palette.meadow,
                             ramp(rain, 35, 140) * (1 - 0.5F * open));
  const Colour bushes = mixed(colour, palette.biomes[3], 0.5F * (1 - ramp(rain, 60, 120)));
  colour = mixed(colour, mixed(bushes, grass, open), spot.near * plants * (0.42F + 0.16F * open));
  return (1 + 0.3F * spot.near) * colour;
}

/// By the shares of what lies at the surface. Edges of patches are broken by the noises, so that shares are not seen as veils;
/// `dry`: how much rock has the colour that it has in deserts.
Colour covered(const Palette& palette, const Spot& spot, Colour soil, Colour sands, float dry) {
  const Cover& cover = *spot.cover;
  const float grain = 0.30F * spot.fine + 0.22F * spot.patch;
  const auto patch = [&](float share) { return ramp(share + grain * share * (1 - share) * 4, 0.08F, 0.92F); };
  soil = mixed(soil, palette.wet, 0.55F * spot.wet * (1 - 0.6F * dry));
  Colour colour = (1 + 0.07F * spot.fine + 0.05F * spot.patch) * soil;
  // Rock is banded and spotted; more of it is seen on crests.
  const Colour stone =
      mixed(mixed(palette.rock, palette.pale_rock, std::clamp(0.5F + 0.6F * spot.patch + 0.4F * spot.tone, 0.0F, 1.0F)),
            palette.dry_rock, dry);
  colour = mixed(colour, sands, 0.9F * patch(cover.sand));
  colour = mixed(colour, palette.mud, 0.7F * patch(cover.mud));
  colour = mixed(colour, (1 + 0.15F * spot.fine) * palette.gravel, 0.8F * patch(cover.gravel));
  colour = mixed(colour, (1 + 0.18F * spot.fine) * stone, 0.88F * patch(cover.rock));
  const float frost = 0.18F * (1 - ramp(spot.temperature + 4 * spot.patch + 2 * spot.fine, -22, -5));
  colour = mixed(colour, palette.frost, frost);
  return mixed(colour, palette.snow, patch(cover.snow));
}

Colour land_colour(const Palette& palette, const BiomeTints& biomes, const Spot& spot) {
  const float warmth = spot.temperature + 1.4F * spot.patch + 0.8F * spot.fine;
  const float rain = std::max(spot.rain * (1 - 0.16F * spot.patch - 0.1F * spot.fine), 0.0F);
  Colour colour = biomes.at(warmth, rain);
  // Whittaker's desert begins with half a metre of rain; most of that is scrub, and only the dry heart of it is bare.
  const float warm = ramp(warmth, 4, 16);
  colour = mixed(colour, palette.scrub, 0.8F * warm * ramp(rain, 9, 30) * (1 - ramp(rain, 55, 95)));
  // Deserts differ: sand seas are pale or red, hamada is dark.
  const float desert = (1 - ramp(rain, 6, 28)) * ramp(warmth, 2, 14);
  const Colour sands = spot.patch > 0 ? mixed(palette.biomes[5], palette.pale_sand, std::min(spot.patch * 1.3F, 1.0F))
                                      : mixed(palette.biomes[5], palette.red_sand, std::min(-spot.patch * 1.6F, 1.0F));
  colour = mixed(colour, sands, 0.75F * desert);
  if (spot.near > 0) colour = near_colour(palette, spot, rain, (1 - desert) * ramp(warmth, -2, 6), colour);
  if (spot.cover) return covered(palette, spot, colour, sands, std::max(desert, 1 - ramp(rain, 20, 70)));
  const float bare =
      std::max(ramp(spot.steep, 0.9F, 2.6F), 0.6F * (1 - ramp(spot.warmest, 3, 11)) * ramp(spot.steep, 0.3F, 1.4F));
  colour = mixed(colour, mixed(palette.rock, palette.dry_rock, std::max(desert, 1 - ramp(rain, 20, 70))), 0.7F * bare);
  return frozen(palette, spot, (1 + 0.1F * spot.fine + 0.05F * spot.patch) * colour, 0);
}

/// Bare ground as on Mars: winds carry bright dust from the high and open ground and leave dark basalt in broad provinces, which
/// follow neither heights nor latitudes; steep ground is rock; some lichen where it rains.
Colour rust_colour(const Palette& palette, const Spot& spot) {
  static const Colour dust = linear(0xb9744a), pale = linear(0xd09a6c), soil = linear(0x8f5233), basalt = linear(0x4a3127),
                      cliff = linear(0x6e4432), lichen = linear(0x665238);
  Colour colour = mixed(soil, dust, ramp(spot.province + 0.35F * spot.patch + 0.12F * spot.fine, -0.35F, 0.35F));
  colour = mixed(colour, pale, 0.55F * ramp(spot.height, 1800, 6000) + 0.3F * ramp(spot.patch, 0.25F, 0.9F));
  colour = mixed(colour, basalt, 0.8F * ramp(-spot.province - 0.3F * spot.patch - 0.15F * spot.fine, 0.12F, 0.5F));
  colour = mixed(colour, lichen, 0.5F * ramp(spot.rain, 15, 60) * ramp(spot.warmest, 4, 14));
  colour = mixed(colour, cliff, 0.55F * ramp(spot.steep, 0.8F, 2.4F));
  return frozen(palette, spot, (1 + 0.12F * spot.fine) * colour, 1 - ramp(spot.rain, 20, 90));
}

/// How much of the sea is frozen all year; its edge is broken into floes.
float pack_ice(const Spot& spot) { return 1 - ramp(spot.warmest + 2.5F * spot.patch + 2.2F * spot.fine, -2.5F, 0.5F); }

Colour sea_colour(const Palette& palette, const Spot& spot) {
  const float depth = -spot.height;
  const float warm = ramp(spot.temperature, 16, 25), clear = std::exp(-depth / 35);
  Colour colour = mixed(palette.ocean, palette.deep, ramp(depth, 300, 5000));
  // Water is clear over banks and reefs alone, and rivers and waves stir up the rest: no rim of one width follows the coasts.
  const float banks = ramp(spot.patch + 0.5F * spot.fine, -0.25F, 0.7F);
  colour = mixed(colour, palette.shelf, (0.35F + 0.4F * banks) * std::exp(-depth / 110));
  colour = mixed(colour, palette.turquoise, 0.7F * warm * clear * (0.35F + 0.65F * banks));
  return mixed(colour, palette.pack_ice, 0.92F * pack_ice(spot));
}

/// Shadows keep some blue of the sky; lights are held back, for snow is white already.
Colour lit(Colour colour, float light, float strength) {
  const float turn = (light - 1) * strength;
  if (turn < 0) {
    const float dark = std::max(1 + turn, 0.0F);
    return {colour.r * (0.2F + 0.8F * dark), colour.g * (0.23F + 0.77F * dark), colour.b * (0.3F + 0.7F * dark)};
  }
  const float up = 1 + 0.85F * turn;
  return {colour.r * up, colour.g * up, colour.b * (1 + 0.75F * turn)};
}

/// A noise that lies on the ground, whatever the projection: on globes in space, on maps in the plane. A metre stands for a
/// pixel.
class GroundNoise {
 public:
  static Result<GroundNoise> make(GridSize size, const Ground& ground, Seed seed, double pixels, int octaves,
                                  std::string_view name) {
    NoiseSpec perlin{.kind = "perlin"};
    perlin.params.set("frequency", 1 / pixels);
    NoiseSpec spec{.kind = "fbm", .inputs = {{"source", perlin}}};
    spec.params.set("octaves", std::int64_t{octaves});
    // Maps that close onto themselves have no seam.
    NoiseRepeat repeat{};
    if (ground.wrap_x && !ground.globe) repeat[0] = std::uint64_t{size.width} * units_per_metre;
    if (ground.wrap_y && !ground.globe) repeat[1] = std::uint64_t{size.height} * units_per_metre;
    CRATON_TRY(Noise noise, Noise::make(spec, seed.child(name), repeat));
    return GroundNoise(std::move(noise), size, ground);
  }

  /// Values of a row, about −1 … 1.
  void row(std::uint32_t y, std::span<float> out) const {
    std::vector<Point3> points(out.size());
    const double latitude = (0.5 - (y + 0.5) / size_.height) * std::numbers::pi;
    const double radius = size_.width / (2 * std::numbers::pi), ring = radius * std::cos(latitude);
    const std::int64_t high = units(radius * std::sin(latitude));
    for (std::uint32_t x = 0; x < points.size(); ++x)
      points[x] = globe_ ? Point3{units(ring * meridians_[x][0]), units(ring * meridians_[x][1]), high}
                         : Point3{units_at(column_ + x), units_at(row_ + y), 0};
    (void)noise_.points(points, out, {.threads = 1});
    for (float& value : out) value = std::clamp(2.2F * value, -1.0F, 1.0F);
  }

 private:
  GroundNoise(Noise noise, GridSize size, const Ground& ground)
      : noise_(std::move(noise)), size_(size), globe_(ground.globe), column_(ground.column), row_(ground.row) {
    if (!globe_) return;
    for (std::uint32_t x = 0; x < size.width; ++x) {
      const double longitude = (x + 0.5) / size.width * 2 * std::numbers::pi;
      meridians_.push_back({std::cos(longitude), std::sin(longitude)});
    }
  }
  static std::int64_t units(double pixels) { return static_cast<std::int64_t>(std::floor(pixels * units_per_metre)); }
  /// Coordinates wrap, as those of noises do.
  static std::int64_t units_at(std::int64_t pixels) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(pixels) * static_cast<std::uint64_t>(units_per_metre));
  }
  Noise noise_;
  GridSize size_;
  bool globe_;
  std::int64_t column_, row_;
  std::vector<std::array<double, 2>> meridians_;  // cosine and sine of each column's longitude
};

/// Noises that all pixels have.
struct GroundNoises {
  GroundNoise patches, grain;
  std::optional<GroundNoise> provinces;

  static Result<GroundNoises> make(GridSize size, const Ground& ground, Seed seed, NaturalPalette palette) {
    CRATON_TRY(GroundNoise patches, GroundNoise::make(size, ground, seed, std::min(48.0, size.width / 2.0), 5, "patches"),
               grain = GroundNoise::make(size, ground, seed, 5, 2, "grain"));
    if (!grain) return grain.error();
    GroundNoises noises{std::move(patches), *std::move(grain), {}};
    if (palette == NaturalPalette::earth) return noises;
    CRATON_TRY(GroundNoise provinces, GroundNoise::make(size, ground, seed, size.width / 7.0, 7, "provinces"));
    noises.provinces = std::move(provinces);
    return noises;
  }
};

/// 1 of maps with some metres a pixel, 0 from a hundred metres on.
float nearness(const Ground& ground) { return ground.globe ? 0 : 1 - ramp(std::log2(static_cast<float>(ground.metres_x)), 4, 7); }

/// Rows of the picture.
class NaturalPainter {
 public:
  NaturalPainter(const NaturalRasters& rasters, const Ground& ground, const picture::ReliefShade& shade,
                 const ReliefOptions& relief, GroundNoises noises)
      : rasters_(rasters),
        ground_(ground),
        shade_(shade),
        near_(nearness(ground)),
        strength_(static_cast<float>(relief.strength)),
        exaggeration_(static_cast<float>(relief.exaggeration)),
        noises_(std::move(noises)) {}

  /// Either may be empty.
  void paint(std::uint32_t y, std::span<Rgb8> lit_out, std::span<Rgb8> plain_out) const {
    const std::uint32_t width = rasters_.heights.width;
    std::vector<float> patch(width), fine(width), province(width);
    noises_.patches.row(y, patch);
    noises_.grain.row(y, fine);
    if (noises_.provinces) noises_.provinces->row(y, province);
    for (std::uint32_t x = 0; x < width; ++x) {
      const std::size_t i = std::size_t{y} * width + x;
      Spot spot{.height = rasters_.heights.values[i],
                .temperature = rasters_.temperature.values[i],
                .rain = rasters_.rain.values[i],
                .patch = patch[x],
                .fine = fine[x],
                .province = province[x],
                .near = near_,
                .tone = near_ > 0 ? shade_.tone[i] : 0};
      spot.warmest = rasters_.warmest.values.empty() ? spot.temperature + 10 : rasters_.warmest.values[i];
      spot.steep = exaggeration_ * slope(x, y);
      Cover cover;
      if (!rasters_.cover[0].values.empty()) {
        float* const shares[] = {&cover.rock, &cover.sand, &cover.snow, &cover.gravel, &cover.mud};
        for (std::size_t k = 0; k < std::size(shares); ++k) *shares[k] = rasters_.cover[k].values[i];
        spot.cover = &cover;
      }
      if (!rasters_.banks.values.empty()) spot.wet = near_ * (1 - ramp(rasters_.banks.values[i], 0, 26 + 10 * patch[x]));
      const bool known = std::isfinite(spot.height + spot.temperature + spot.warmest + spot.rain);
      const Colour colour = known ? colour_of(spot) : Colour{};
      if (!lit_out.empty())
        lit_out[x] =
            known ? encoded(lit(colour, shade_.light[i], strength_ * share_of_light(spot)), x, y) : picture::no_number_colour;
      if (!plain_out.empty()) plain_out[x] = known ? encoded(colour, x, y) : picture::no_number_colour;
    }
  }

 private:
  /// Of the land alone: coasts are no cliffs.
  float slope(std::uint32_t x, std::uint32_t y) const {
    const std::uint32_t width = rasters_.heights.width, rows = rasters_.heights.height;
    const auto land = [&](std::uint32_t column, std::uint32_t row) {
      return std::max(rasters_.heights.values[std::size_t{row} * width + column], 0.0F);
    };
    const double along = std::max(metres_along_row(ground_, y, rows), 0.05 * ground_.metres_x);
    const std::uint32_t left = x > 0 ? x - 1 : 0, right = std::min(x + 1, width - 1), up = y > 0 ? y - 1 : 0,
                        down = std::min(y + 1, rows - 1);
    const auto dx = static_cast<float>((land(right, y) - land(left, y)) / (2 * along));
    const auto dy = static_cast<float>((land(x, down) - land(x, up)) / (2 * ground_.metres_y));
    return std::sqrt(dx * dx + dy * dy);
  }

  Colour colour_of(const Spot& spot) const {
    if (spot.height < 0) return sea_colour(palette_, spot);
    return noises_.provinces ? rust_colour(palette_, spot) : land_colour(palette_, biomes_, spot);
  }
  /// Ice hides what lies below it.
  static float share_of_light(const Spot& spot) { return spot.height < 0 ? 0.3F * (1 - pack_ice(spot)) : 0.95F; }

  Rgb8 encoded(const Colour& colour, std::uint32_t x, std::uint32_t y) const {
    // As dither_threshold; a pixel of the ground has the same one in every window.
    const std::uint32_t threshold = (x + static_cast<std::uint32_t>(ground_.column)) * 3242174889U +
                                    (y + static_cast<std::uint32_t>(ground_.row)) * 2447445414U;
    return {encode_.level(colour.r, threshold), encode_.level(colour.g, threshold + 1431655765U),
            encode_.level(colour.b, threshold + 2863311530U)};
  }

  NaturalRasters rasters_;
  Ground ground_;
  const picture::ReliefShade& shade_;
  float near_;
  float strength_, exaggeration_;
  GroundNoises noises_;
  Palette palette_;
  BiomeTints biomes_{palette_};
  picture::Encoder encode_;
};

}  // namespace

NaturalLayers natural_layers_of(const Surface& surface) {
  const auto numbers = [&](std::string_view name) {
    const Layer* layer = surface.layer(name);
    return layer && layer->type() == LayerType::number ? layer : nullptr;
  };
  NaturalLayers layers{numbers("temperature"), numbers("temperature_warmest"), numbers("rain")};
  if (!std::holds_alternative<PlaneTile>(surface.domain())) return layers;
  layers.cover = {numbers("rock"), numbers("sand"), numbers("snow"), numbers("gravel"), numbers("mud")};
  if (std::find(layers.cover.begin(), layers.cover.end(), nullptr) != layers.cover.end()) layers.cover = {};
  layers.banks = numbers("river_distance");
  return layers;
}

namespace {

constexpr std::array<std::string_view, 2> palette_names{"earth", "rust"};

/// The pictures that are asked for.
Result<NaturalPictures> painted(const NaturalRasters& rasters, const Ground& ground, const ReliefOptions& relief,
                                NaturalPalette palette, bool lit_too, bool plain_too, const Execution& execution) {
  const GridSize size{rasters.heights.width, rasters.heights.height};
  ReliefOptions light = relief;
  if (light.exaggeration == 0)
    light.exaggeration = light.joined ? joined_exaggeration(ground) : usual_exaggeration(rasters.heights, ground);
  picture::ReliefShade shade;
  if (lit_too || nearness(ground) > 0) {
    CRATON_TRY(picture::ReliefShade made, picture::relief_shade(rasters.heights, ground, light, execution));
    shade = std::move(made);
  }
  CRATON_TRY(GroundNoises noises, GroundNoises::make(size, ground, Seed{relief.seed}, palette));
  const NaturalPainter painter(rasters, ground, shade, light, std::move(noises));
  NaturalPictures pictures;
  if (lit_too) pictures.lit = Rgb8Image(size.width, size.height);
  if (plain_too) pictures.plain = Rgb8Image(size.width, size.height);
  CRATON_TRY(parallel_blocks(size.height, 8, execution, [&](std::uint64_t begin, std::uint64_t end) {
    const auto row = [&](Rgb8Image& image, std::uint32_t y) {
      return image.pixels.empty() ? std::span<Rgb8>{} : std::span(image.pixels).subspan(std::size_t{y} * size.width, size.width);
    };
    for (auto y = static_cast<std::uint32_t>(begin); y < end; ++y) painter.paint(y, row(pictures.lit, y), row(pictures.plain, y));
  }));
  return pictures;
}

}  // namespace

std::span<const std::string_view> natural_palette_names() { return palette_names; }

Result<NaturalPalette> find_natural_palette(std::string_view name, std::string_view path) {
  if (name == palette_names[0]) return NaturalPalette::earth;
  if (name == palette_names[1]) return NaturalPalette::rust;
  return Error{ErrorCode::unknown_name, std::string(path), "found \"" + std::string(name) + "\", allowed earth, rust"};
}

Result<Rgb8Image> natural_picture(const NaturalRasters& rasters, const Ground& ground, const ReliefOptions& relief,
                                  const Execution& execution, NaturalPalette palette) {
  CRATON_TRY(NaturalPictures pictures, painted(rasters, ground, relief, palette, true, false, execution));
  return std::move(pictures.lit);
}

Result<NaturalPictures> natural_pictures(const NaturalRasters& rasters, const Ground& ground, const ReliefOptions& relief,
                                         const Execution& execution, NaturalPalette palette) {
  return painted(rasters, ground, relief, palette, true, true, execution);
}

}  // namespace craton
