#include <craton/picture/indexed.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdlib>
#include <span>

namespace craton {
namespace {

struct Counted {
  Rgb8 colour;
  std::uint32_t pixels = 0;
};

std::array<int, 3> channels(Rgb8 c) { return {c.r, c.g, c.b}; }
std::uint32_t packed(Rgb8 c) { return std::uint32_t{c.r} << 16 | std::uint32_t{c.g} << 8 | c.b; }
Rgb8 unpacked(std::uint32_t c) {
  return {static_cast<std::uint8_t>(c >> 16), static_cast<std::uint8_t>(c >> 8), static_cast<std::uint8_t>(c)};
}

std::vector<Counted> count_colours(const Rgb8Image& image) {
  std::vector<std::uint32_t> all;
  all.reserve(image.pixels.size());
  for (const Rgb8 c : image.pixels) all.push_back(packed(c));
  std::sort(all.begin(), all.end());
  std::vector<Counted> counted;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i == 0 || all[i] != all[i - 1]) counted.push_back({unpacked(all[i]), 0});
    ++counted.back().pixels;
  }
  return counted;
}

/// Colours that become one; how far they spread, weighted by their pixels, tells which box is split next.
struct Box {
  std::span<Counted> colours;
  std::size_t channel = 0;
  double spread = 0;

  explicit Box(std::span<Counted> all) : colours(all) {
    double pixels = 0;
    std::array<double, 3> sum{}, squares{};
    for (const Counted& each : all) {
      pixels += each.pixels;
      for (std::size_t c = 0; c < 3; ++c) {
        const double level = channels(each.colour)[c];
        sum[c] += level * each.pixels;
        squares[c] += level * level * each.pixels;
      }
    }
    for (std::size_t c = 0; c < 3; ++c) {
      const double spread_here = squares[c] - sum[c] * sum[c] / pixels;
      if (c == 0 || spread_here > spread) {
        spread = spread_here;
        channel = c;
      }
    }
  }

  Rgb8 mean() const {
    std::uint64_t pixels = 0;
    std::array<std::uint64_t, 3> sum{};
    for (const Counted& each : colours) {
      pixels += each.pixels;
      for (std::size_t c = 0; c < 3; ++c) sum[c] += static_cast<std::uint64_t>(channels(each.colour)[c]) * each.pixels;
    }
    const auto level = [&](std::size_t c) {
      return static_cast<std::uint8_t>((sum[c] + pixels / 2) / std::max<std::uint64_t>(pixels, 1));
    };
    return {level(0), level(1), level(2)};
  }
};

/// Both halves hold about the same number of pixels.
std::pair<Box, Box> split(const Box& box) {
  const std::size_t channel = box.channel;
  std::sort(box.colours.begin(), box.colours.end(), [channel](const Counted& a, const Counted& b) {
    const int x = channels(a.colour)[channel], y = channels(b.colour)[channel];
    return x != y ? x < y : packed(a.colour) < packed(b.colour);
  });
  std::uint64_t pixels = 0, half = 0;
  for (const Counted& each : box.colours) pixels += each.pixels;
  std::size_t middle = 0;
  while (middle + 1 < box.colours.size() && (middle == 0 || 2 * half < pixels)) half += box.colours[middle++].pixels;
  return {Box(box.colours.first(middle)), Box(box.colours.subspan(middle))};
}

int lightness(Rgb8 c) { return 299 * c.r + 587 * c.g + 114 * c.b; }

std::uint8_t nearest_in(const std::vector<Rgb8>& palette, const std::array<float, 3>& wanted) {
  std::size_t best = 0;
  float least = 1e30F;
  for (std::size_t i = 0; i < palette.size(); ++i) {
    const std::array<int, 3> there = channels(palette[i]);
    float apart = 0;
    for (std::size_t c = 0; c < 3; ++c) {
      const float away = static_cast<float>(there[c]) - wanted[c];
      apart += away * away;
    }
    if (apart >= least) continue;
    least = apart;
    best = i;
  }
  return static_cast<std::uint8_t>(best);
}

/// Whether a pixel is like those to the right of it and below it.
bool is_smooth(const Rgb8Image& image, std::uint32_t x, std::uint32_t y) {
  constexpr int most = 6;  // levels of a channel
  const auto at = [&](std::uint32_t px, std::uint32_t py) {
    return channels(image.pixels[std::size_t{std::min(py, image.height - 1)} * image.width + std::min(px, image.width - 1)]);
  };
  const std::array<int, 3> here = at(x, y), right = at(x + 1, y), below = at(x, y + 1);
  for (std::size_t c = 0; c < 3; ++c)
    if (std::abs(here[c] - right[c]) > most || std::abs(here[c] - below[c]) > most) return false;
  return true;
}

}  // namespace

IndexedImage indexed(const Rgb8Image& image, unsigned colours) {
  assert(colours >= 2 && colours <= 256);
  std::vector<Counted> counted = count_colours(image);
  IndexedImage result{Image<std::uint8_t>(image.width, image.height), {}};
  if (counted.empty()) return result;
  std::vector<Box> boxes{Box(counted)};
  while (boxes.size() < colours) {
    const auto widest =
        std::max_element(boxes.begin(), boxes.end(), [](const Box& a, const Box& b) { return a.spread < b.spread; });
    if (widest->colours.size() < 2) break;
    auto [low, high] = split(*widest);
    *widest = low;
    boxes.push_back(high);
  }
  // From dark to bright, so that neighbours in the picture are neighbours in the palette too.
  std::stable_sort(boxes.begin(), boxes.end(),
                   [](const Box& a, const Box& b) { return lightness(a.mean()) < lightness(b.mean()); });
  std::vector<std::pair<std::uint32_t, std::uint8_t>> place_of;
  place_of.reserve(counted.size());
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    result.palette.push_back(boxes[i].mean());
    for (const Counted& each : boxes[i].colours) place_of.emplace_back(packed(each.colour), static_cast<std::uint8_t>(i));
  }
  std::sort(place_of.begin(), place_of.end());
  for (std::size_t i = 0; i < image.pixels.size(); ++i) {
    const std::pair<std::uint32_t, std::uint8_t> wanted{packed(image.pixels[i]), 0};
    result.pixels.pixels[i] = std::lower_bound(place_of.begin(), place_of.end(), wanted)->second;
  }
  return result;
}

IndexedImage dithered(const Rgb8Image& image, unsigned colours) {
  IndexedImage result = indexed(image, colours);
  const std::size_t width = image.width;
  using Lack = std::array<float, 3>;
  std::vector<Lack> here(width + 2), below(width + 2);  // of a row, with one more at each end
  for (std::uint32_t y = 0; y < image.height; ++y) {
    for (std::uint32_t x = 0; x < image.width; ++x) {
      const std::size_t i = std::size_t{y} * width + x;
      if (!is_smooth(image, x, y)) continue;
      const std::array<int, 3> colour = channels(image.pixels[i]);
      Lack wanted{};
      for (std::size_t c = 0; c < 3; ++c) wanted[c] = static_cast<float>(colour[c]) + here[x + 1][c];
      result.pixels.pixels[i] = nearest_in(result.palette, wanted);
      const std::array<int, 3> given = channels(result.palette[result.pixels.pixels[i]]);
      for (std::size_t c = 0; c < 3; ++c) {
        const float lack = (wanted[c] - static_cast<float>(given[c])) / 16;
        here[x + 2][c] += 7 * lack;
        below[x][c] += 3 * lack;
        below[x + 1][c] += 5 * lack;
        below[x + 2][c] += lack;
      }
    }
    std::swap(here, below);
    std::fill(below.begin(), below.end(), Lack{});
  }
  return result;
}

}  // namespace craton
