#include "picture/view/film.h"

#include "base/parallel.h"
#include "picture/view/tone.h"

namespace craton::view {
namespace {

constexpr std::uint32_t tile = 32;
constexpr float brightest = 40;  // of a sample: the sun itself would outshine all others of its pixel

/// A tent around 0, −1 … 1.
float tent(float u) { return u < 0.5F ? std::sqrt(2 * u) - 1 : 1 - std::sqrt(2 - 2 * u); }

Colour limited(Colour c) { return {std::min(c.x, brightest), std::min(c.y, brightest), std::min(c.z, brightest)}; }

}  // namespace

Film::Film(std::uint32_t width, std::uint32_t height) : width_(width), height_(height), pixels_(std::size_t{width} * height) {}

Film::Pixel Film::exposed(Look look, std::uint32_t samples, std::uint32_t x, std::uint32_t y) {
  const PixelSamples numbers(x, y);
  Pixel pixel;
  Colour sky_weight;
  std::uint32_t taken = 0;
  bool sky_only = true;
  // Clear sky is the same all over a pixel.
  for (; taken < samples && !(sky_only && taken >= 4); ++taken) {
    const Pair at = numbers.pair(taken, PixelSamples::film);
    const Seen seen = look(static_cast<float>(x) + 0.5F + 0.85F * tent(at.a), static_cast<float>(y) + 0.5F + 0.85F * tent(at.b),
                           {numbers.pair(taken, PixelSamples::sun), numbers.pair(taken, PixelSamples::sky),
                            numbers.pair(taken, PixelSamples::wave)});
    pixel.light += limited(seen.light);
    pixel.weight += seen.weight;
    if (seen.has_sky_light) {
      pixel.sky += seen.weight * seen.sky_light;
      sky_weight += seen.weight;
    }
    if (seen.distance == no_hit) continue;
    sky_only = false;
    pixel.normal += seen.normal;
    pixel.near_by += 1 / seen.distance;
  }
  const float each = 1.0F / static_cast<float>(taken);
  const auto per = [](float sum, float weight) { return weight > 1e-9F ? sum / weight : 0; };
  pixel.sky = {per(pixel.sky.x, sky_weight.x), per(pixel.sky.y, sky_weight.y), per(pixel.sky.z, sky_weight.z)};
  pixel.light = pixel.light * each;
  pixel.weight = pixel.weight * each;
  pixel.normal = pixel.normal * each;
  pixel.near_by *= each;
  return pixel;
}

Result<void> Film::expose(Look look, std::uint32_t samples, const Execution& execution) {
  const std::uint32_t across = (width_ + tile - 1) / tile, down = (height_ + tile - 1) / tile;
  return parallel_blocks(std::uint64_t{across} * down, 1, execution, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t t = begin; t < end; ++t) {
      const auto left = static_cast<std::uint32_t>(t % across) * tile, top = static_cast<std::uint32_t>(t / across) * tile;
      for (std::uint32_t y = top; y < std::min(top + tile, height_); ++y)
        for (std::uint32_t x = left; x < std::min(left + tile, width_); ++x) at(x, y) = exposed(look, samples, x, y);
    }
  });
}

/// A step of Dammertz and others 2010 (edge-avoiding à-trous wavelets): 5 × 5 neighbours, `stride` pixels apart, that look alike.
Colour Film::smoothed(const std::vector<Colour>& from, std::uint32_t x, std::uint32_t y, int stride) const {
  constexpr float kernel[3] = {0.375F, 0.25F, 0.0625F};
  const Pixel& here = pixels_[std::size_t{y} * width_ + x];
  Colour sum;
  float total = 0;
  for (int j = -2; j <= 2; ++j) {
    const std::int64_t row = std::int64_t{y} + j * stride;
    if (row < 0 || row >= std::int64_t{height_}) continue;
    for (int i = -2; i <= 2; ++i) {
      const std::int64_t column = std::int64_t{x} + i * stride;
      if (column < 0 || column >= std::int64_t{width_}) continue;
      const std::size_t place = static_cast<std::size_t>(row) * width_ + static_cast<std::size_t>(column);
      const Pixel& there = pixels_[place];
      if (there.near_by <= 0 || from[place].y <= 0) continue;
      const float turn = std::max(0.0F, 1 - 1.6F * length(there.normal - here.normal));
      const float apart = std::abs(there.near_by - here.near_by) / (here.near_by * static_cast<float>(stride));
      const float share = kernel[std::abs(i)] * kernel[std::abs(j)] * turn * turn * std::max(0.0F, 1 - 12 * apart);
      sum += from[place] * share;
      total += share;
    }
  }
  return total > 0 ? sum * (1 / total) : here.sky;
}

Result<void> Film::smooth(const Execution& execution) {
  std::vector<Colour> from(pixels_.size());
  for (const int stride : {1, 2, 4}) {
    for (std::size_t i = 0; i < pixels_.size(); ++i) from[i] = pixels_[i].sky;
    CRATON_TRY(parallel_blocks(height_, 8, execution, [&](std::uint64_t begin, std::uint64_t end) {
      for (auto y = static_cast<std::uint32_t>(begin); y < end; ++y)
        for (std::uint32_t x = 0; x < width_; ++x)
          if (at(x, y).weight.y > 0) at(x, y).sky = smoothed(from, x, y, stride);
    }));
  }
  return {};
}

Rgb8Image Film::developed(float exposure) const {
  Rgb8Image image(width_, height_);
  for (std::uint32_t y = 0; y < height_; ++y)
    for (std::uint32_t x = 0; x < width_; ++x) {
      const Pixel& pixel = pixels_[std::size_t{y} * width_ + x];
      image.at(x, y) = printed((pixel.light + pixel.weight * pixel.sky) * exposure, x, y);
    }
  return image;
}

}  // namespace craton::view
