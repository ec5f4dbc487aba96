#pragma once

#include <cstdint>
#include <vector>

#include <craton/picture/relief.h>

namespace craton::picture {

bool has_coast(const Ramp& ramp);  ///< an edge in its middle (as `relief`), which stands at 0 m

/// The colours of heights in linear light, and how much contrast light has on them.
class TintTable {
 public:
  struct Tint {
    float r = 0, g = 0, b = 0;
    float contrast = 1;
  };
  TintTable(const Ramp& ramp, ToneRange range, double aerial);

  /// The place of heights in the table; those on land and on water are apart.
  void places(const float* heights, int width, std::uint32_t* out) const;
  const Tint& at(std::uint32_t place) const { return tints_[place]; }
  bool coast() const { return coast_; }
  const Tint& beach() const { return tints_[size / 2]; }         ///< the lowest land
  const Tint& shallows() const { return tints_[size / 2 - 1]; }  ///< the highest water

  static constexpr std::uint32_t size = 8192;

 private:
  std::vector<Tint> tints_;
  bool coast_ = false;
  // place = start + height · per_metre, within [least, most]; above and below the coast
  struct Half {
    float start = 0, per_metre = 0, least = 0, most = 0;
  };
  Half upper_, lower_;
};

/// The height below which a share of all lies, of each half alone. Counts by the leading 16 bits of floats, so that one pass over
/// any range suffices and no order of samples matters; right to a part in 128.
class HeightCounts {
 public:
  explicit HeightCounts(FloatView heights);
  bool any_land() const { return land_ > 0; }
  bool any_sea() const { return sea_ > 0; }
  float land_quantile(double share) const;  ///< of heights ≥ 0
  float sea_quantile(double share) const;   ///< of heights < 0
  float quantile(double share) const;       ///< of all

 private:
  float value_at(std::uint64_t rank) const;
  std::vector<std::uint32_t> counts_;  // from the lowest height up
  std::uint64_t land_ = 0, sea_ = 0;
};

}  // namespace craton::picture
