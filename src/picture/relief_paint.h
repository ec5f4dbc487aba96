#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <craton/picture/image.h>

#include "picture/height_tints.h"

namespace craton::picture {

/// Linear light to 8 bits, the rest below a level spread by an ordered pattern. All in whole numbers: a table of levels in
/// 1/256, and a threshold of 8 bits.
class Encoder {
 public:
  Encoder();
  std::uint8_t level(float linear, std::uint32_t threshold) const {
    const float place = linear * (size - 1) + 0.5F;
    const float kept = place > 0 ? (place < size - 1 ? place : size - 1) : 0.0F;
    return static_cast<std::uint8_t>((levels_[static_cast<std::uint32_t>(static_cast<std::int32_t>(kept))] + (threshold >> 24)) >>
                                     8);
  }

 private:
  static constexpr int size = 16384;
  std::vector<std::uint16_t> levels_;
};

/// What falls on a row of a map beside its tints. All arrays have its width.
struct PaintRow {
  const float* heights = nullptr;  ///< metres, as they are
  const float* ground = nullptr;   ///< metres, as they are lit: seas are lowered
  const float* light = nullptr;    ///< 1 on level ground
  const float* tone = nullptr;     ///< crests above 0, hollows below
  const float* slope = nullptr;    ///< √(1 + slope²)
  const float* depth = nullptr;    ///< heights below 0, smoothed; null: seas are as they are
};

class ReliefPainter {
 public:
  struct Scratch {
    std::vector<std::uint32_t> places;
    std::vector<float> heights;
  };
  ReliefPainter(const Ramp& ramp, ToneRange range, const ReliefOptions& relief, const TintOptions& tints, float pixels_per_metre);
  /// Which sample of the ground the first pixel is: dithering keeps its place.
  void begin_at(std::int64_t column, std::int64_t row_of_ground) {
    first_x_ = static_cast<std::uint32_t>(column);
    first_y_ = static_cast<std::uint32_t>(row_of_ground);
  }
  void paint(const PaintRow& row, int y, std::span<Rgb8> out, Scratch& scratch) const;

 private:
  const float* tinted_heights(const PaintRow& row, int width, Scratch& scratch) const;
  TintTable table_;
  Encoder encode_;
  float strength_, sea_, coast_, quiet_sea_, pixels_per_metre_;
  std::uint32_t first_x_ = 0, first_y_ = 0;
};

constexpr Rgb8 no_number_colour{0xd9, 0xd6, 0xcf};

}  // namespace craton::picture
