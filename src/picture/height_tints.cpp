#include "picture/height_tints.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/smooth_step.h"

namespace craton::picture {
namespace {

/// Depths in faint steps, as atlases print them: most of the way along the ramp, the rest in jumps.
double stepped(double share, double steps, double jump) {
  const double step = (std::min(std::floor(share * steps), steps - 1) + 0.5) / steps;
  return share + (step - share) * jump;
}

// Ordered as the heights are: the bits of a float order positive numbers, and negative ones backwards.
std::uint32_t bucket(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  return ((bits & 0x80000000u) != 0 ? ~bits : bits | 0x80000000u) >> 16;
}

float bucket_value(std::uint32_t bucket) {
  const std::uint32_t bits = bucket << 16 | 0x8000u;
  return std::bit_cast<float>((bits & 0x80000000u) != 0 ? bits & 0x7FFFFFFFu : ~bits);
}

}  // namespace

bool has_coast(const Ramp& ramp) {
  return std::count_if(ramp.stops.begin(), ramp.stops.end(), [](const RampStop& stop) { return stop.at == 0.5; }) == 2;
}

TintTable::TintTable(const Ramp& ramp, ToneRange range, double aerial) : tints_(size), coast_(has_coast(ramp)) {
  for (std::uint32_t i = 0; i < size; ++i) {
    double share = (i + 0.5) / size;
    const bool water = coast_ && share < 0.5;
    if (water) share = 0.5 * stepped(2 * share, 7, 0.5);
    const LinearColour colour = ramp_colour(ramp, share);
    Tint& tint = tints_[i];
    tint.r = static_cast<float>(colour.r);
    tint.g = static_cast<float>(colour.g);
    tint.b = static_cast<float>(colour.b);
    const double high = coast_ ? 2 * share - 1 : share;
    tint.contrast = static_cast<float>(water ? 0.5 * (1 - aerial) : 1 - aerial * (1 - smooth_step(0, 0.8, high)));
  }
  const auto half_of = [](double low, double high, double first, double last) {
    const double per_metre = high > low ? (last - first) / (high - low) : 0;
    return Half{static_cast<float>(first - low * per_metre), static_cast<float>(per_metre), static_cast<float>(first),
                static_cast<float>(last - 0.5)};
  };
  if (!coast_) {
    upper_ = half_of(range.low, range.high, 0, size);
    return;
  }
  // A map without a sea (or without land) gives all of that half to what it has.
  upper_ = half_of(std::max(range.low, 0.0F), range.high, size / 2.0, size);
  lower_ = half_of(range.low, std::min(range.high, 0.0F), 0, size / 2.0);
}

void TintTable::places(const float* heights, int width, std::uint32_t* out) const {
  for (int x = 0; x < width; ++x) {
    const bool water = coast_ && heights[x] < 0;
    const float start = water ? lower_.start : upper_.start, per_metre = water ? lower_.per_metre : upper_.per_metre;
    const float least = water ? lower_.least : upper_.least, most = water ? lower_.most : upper_.most;
    const float place = start + heights[x] * per_metre;
    // NaN fails both comparisons and is the low end.
    const float kept = place > least ? (place < most ? place : most) : least;
    out[x] = static_cast<std::uint32_t>(static_cast<std::int32_t>(kept));
  }
}

HeightCounts::HeightCounts(FloatView heights) : counts_(65536) {
  // About a million samples tell as much as all.
  const std::uint32_t step = std::bit_floor(std::max(1u, static_cast<std::uint32_t>(heights.values.size() >> 20)));
  for (std::uint32_t y = 0; y < heights.height; y += step)
    for (const float height : heights.values.subspan(std::size_t{y} * heights.width, heights.width)) {
      if (!std::isfinite(height)) continue;
      ++counts_[bucket(height)];
      ++(height >= 0 ? land_ : sea_);
    }
}

float HeightCounts::value_at(std::uint64_t rank) const {
  for (std::uint32_t i = 0; i < counts_.size(); ++i) {
    if (rank < counts_[i]) return bucket_value(i);
    rank -= counts_[i];
  }
  return 0;
}

float HeightCounts::sea_quantile(double share) const {
  return sea_ ? value_at(static_cast<std::uint64_t>(share * static_cast<double>(sea_ - 1))) : 0;
}
float HeightCounts::land_quantile(double share) const {
  return land_ ? value_at(sea_ + static_cast<std::uint64_t>(share * static_cast<double>(land_ - 1))) : 0;
}
float HeightCounts::quantile(double share) const {
  const std::uint64_t all = land_ + sea_;
  return all ? value_at(static_cast<std::uint64_t>(share * static_cast<double>(all - 1))) : 0;
}

}  // namespace craton::picture
