#include "picture/atlas/ground_paint.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "base/smooth_step.h"
#include "picture/atlas/paper.h"
#include "picture/relief_levels.h"
#include "picture/relief_paint.h"

namespace craton::atlas {
namespace {

using picture::Encoder;
using picture::HeightRows;
using picture::ReliefLevels;

/// How much of a pixel is land: by how far away the coast is along the slope.
float land_cover(const FlatRasters& rasters, std::uint32_t x, std::uint32_t y) {
  const GridSize size = rasters.size;
  const std::size_t i = std::size_t{y} * size.width + x;
  if (std::abs(rasters.coast[i]) > 1.5F) return rasters.coast[i] > 0 ? 1.0F : 0.0F;
  const auto at = [&](double column, double row) { return rasters.heights[rasters.index(column, row)]; };
  const float right = at(x + 1.0, y) - at(x - 1.0, y), down = at(x, y + 1.0) - at(x, y - 1.0);
  const float slope = 0.5F * std::sqrt(right * right + down * down);
  const float away = rasters.heights[i] / std::max(slope, 1e-6F);
  return std::isfinite(away) ? std::clamp(away + 0.5F, 0.0F, 1.0F) : 1.0F;
}

ClimateShares shares_at(const FlatRasters& rasters, std::size_t i) {
  if (!rasters.climate()) return {};
  return climate_shares(rasters.temperature[i], rasters.warmest.empty() ? rasters.temperature[i] + 10 : rasters.warmest[i],
                        rasters.rain[i]);
}

/// Light from the north-west: shadows keep some blue of the sky, lights become a warm white.
Tint lit(Tint tint, float light) {
  if (light < 0) {
    const float dark = std::max(1 + light, 0.0F);
    return {tint.r * (0.20F + 0.80F * dark), tint.g * (0.22F + 0.78F * dark), tint.b * (0.28F + 0.72F * dark)};
  }
  return mixed(tint, {1.0F, 0.975F, 0.92F}, std::min(light * 0.6F, 0.9F));
}

Rgb8 encoded(const Encoder& encoder, Tint tint, std::uint32_t x, std::uint32_t y) {
  const std::uint32_t threshold = x * 3242174889u + y * 2447445414u;  // as dither_threshold
  return {encoder.level(tint.r, threshold), encoder.level(tint.g, threshold + 1431655765u),
          encoder.level(tint.b, threshold + 2863311530u)};
}

/// What falls on a pixel.
struct Seen {
  std::uint32_t x = 0, y = 0;
  std::size_t i = 0;
  float light = 0;  ///< 0 on level ground
  float depth = 0;  ///< metres below 0, smoothed, as a negative number
};

/// Calls colour(seen) for each pixel, row by row in parallel.
template <class Colour>
Result<Rgb8Image> paint(const FlatRasters& rasters, const ReliefOptions& relief, const Execution& execution, Colour colour) {
  const FloatView view = rasters.view(rasters.heights);
  ReliefOptions options = relief;
  if (options.exaggeration == 0) options.exaggeration = usual_exaggeration(view, rasters.ground);
  const HeightRows rows(view, rasters.ground, options.sea);
  CRATON_TRY(const ReliefLevels levels, ReliefLevels::make(rows, options, options.exaggeration, true, execution));
  const Encoder encoder;
  Rgb8Image image(rasters.size.width, rasters.size.height);
  CRATON_TRY(parallel_blocks(image.height, std::max<std::uint64_t>(8, 65536 / image.width), execution,
                             [&](std::uint64_t begin, std::uint64_t end) {
                               ReliefLevels::Row row = levels.new_row();
                               for (auto y = static_cast<std::uint32_t>(begin); y < end; ++y) {
                                 levels.light_row(static_cast<int>(y), row);
                                 for (std::uint32_t x = 0; x < image.width; ++x) {
                                   const float tone = row.tone[x + 1] / (1 + std::abs(row.tone[x + 1]));
                                   const Seen seen{x, y, std::size_t{y} * image.width + x,
                                                   row.light[x + 1] - 1 + (tone < 0 ? tone : 0.6F * tone), row.depth[x + 1]};
                                   const bool known = std::isfinite(rasters.heights[seen.i]);
                                   image.at(x, y) = known ? encoded(encoder, colour(seen), x, y) : picture::no_number_colour;
                                 }
                               }
                             }));
  return image;
}

}  // namespace

Result<Rgb8Image> paint_atlas(const FlatRasters& rasters, const ClimateTints& tints, double unit, const Execution& execution) {
  const Tint edge = tint_of(Rgb8{0xe9, 0xf3, 0xf4});
  const auto vignette = static_cast<float>(1 / (9 * unit));
  return paint(rasters, {.texture = 0.2, .generalisation = 0.45, .sea = 0.3}, execution, [&](const Seen& seen) {
    const float height = rasters.heights[seen.i], cover = land_cover(rasters, seen.x, seen.y);
    Tint out;
    if (cover < 1) {
      const float away = std::max(-rasters.coast[seen.i], 0.0F) * vignette;
      const Tint sea = lit(tints.sea(-seen.depth), 0.22F * seen.light);
      out = mixed(sea, edge, 0.3F * std::exp(-away));
    }
    if (cover > 0) {
      const float contrast = 0.52F + 0.48F * smooth_step(0, 0.75F, tints.share(height));
      const Tint land = lit(tints.land(height, shares_at(rasters, seen.i)), 0.92F * contrast * seen.light);
      out = cover < 1 ? mixed(out, land, cover) : land;
    }
    return out;
  });
}

Result<Rgb8Image> paint_parchment(const FlatRasters& rasters, const ClimateTints& tints, double unit,
                                  const Execution& execution) {
  const Paper paper(unit);
  const Tint shade = tint_of(Rgb8{0x8a, 0x7a, 0x58});
  const auto per_unit = static_cast<float>(1 / unit);
  return paint(rasters, {.texture = 0.1, .generalisation = 0.8, .sea = 0.2}, execution, [&](const Seen& seen) {
    const float height = rasters.heights[seen.i], cover = land_cover(rasters, seen.x, seen.y),
                away = std::abs(rasters.coast[seen.i]) * per_unit;
    const Paper::Touch touch = paper.at(seen.x, seen.y);
    Tint out;
    if (cover < 1) {
      // A wash that was darkest where the brush began, along the coast.
      out = mixed(tints.sea(-seen.depth), shade, 0.42F * std::exp(-away / 9) + 0.07F * std::exp(-away / 30));
    }
    if (cover > 0) {
      Tint land = mixed(paper.ground(), tints.land(height, shares_at(rasters, seen.i)), 0.85F + 0.25F * touch.blot);
      land = mixed(land, tint_of(Rgb8{0xb5, 0x97, 0x5f}), 0.30F * std::exp(-away / 4));
      // Signs tell heights; light that is more than a hint looks like snow.
      const float light = std::min(seen.light, 0.6F);
      land = lit(land, (light > 0 ? 0.12F : 0.26F) * (0.35F + 0.65F * smooth_step(0, 0.7F, tints.share(height))) * light);
      out = cover < 1 ? mixed(out, land, cover) : land;
    }
    return touch.grain * out;
  });
}

Rgb8Image old_paper(std::uint32_t width, std::uint32_t height, double unit, const Execution& execution) {
  const Paper paper(unit);
  const Encoder encoder;
  Rgb8Image image(width, height);
  const Tint burnt = tint_of(Rgb8{0x9c, 0x78, 0x47});
  const auto far = static_cast<float>(46 * unit);
  const Result<void> done =
      parallel_blocks(height, 32, {.threads = execution.threads}, [&](std::uint64_t begin, std::uint64_t end) {
        for (auto y = static_cast<std::uint32_t>(begin); y < end; ++y)
          for (std::uint32_t x = 0; x < width; ++x) {
            const Paper::Touch touch = paper.at(x, y);
            const auto edge = static_cast<float>(std::min({x, y, width - 1 - x, height - 1 - y}));
            const float near = std::exp(-edge / far * (1.4F + 1.2F * touch.blot));
            image.at(x, y) =
                encoded(encoder, touch.grain * mixed(paper.ground(), burnt, std::clamp(0.5F * near, 0.0F, 1.0F)), x, y);
          }
      });
  (void)done;  // without a token nothing can stop it
  return image;
}

}  // namespace craton::atlas
