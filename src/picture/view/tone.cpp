// The curve is Lottes's (2016, "Advanced techniques and optimization of HDR color pipelines"): x^a / (x^(a d) b + c), with b and
// c such that middle grey stays and the brightest light becomes white.
#include "picture/view/tone.h"

#include "picture/view/sampling.h"

namespace craton::view {
namespace {

constexpr double contrast = 1.28, shoulder = 0.97, brightest = 10, grey_in = 0.18, grey_out = 0.19;

struct Curve {
  float b, c;
  Curve() {
    const double in = std::pow(grey_in, contrast), in_d = std::pow(grey_in, contrast * shoulder);
    const double top = std::pow(brightest, contrast), top_d = std::pow(brightest, contrast * shoulder);
    b = static_cast<float>((-in + top * grey_out) / ((top_d - in_d) * grey_out));
    c = static_cast<float>((top_d * in - top * in_d * grey_out) / ((top_d - in_d) * grey_out));
  }
  float operator()(float x) const {
    const float y = std::pow(std::max(x, 0.0F), static_cast<float>(contrast));
    return y / (std::pow(y, static_cast<float>(shoulder)) * b + c);
  }
};

float encoded(float x) { return x <= 0.0031308F ? 12.92F * x : 1.055F * std::pow(x, 1 / 2.4F) - 0.055F; }

}  // namespace

Rgb8 printed(Colour light, std::uint32_t x, std::uint32_t y) {
  static const Curve curve;
  // Channel by channel bright colours pale as on film; by the brightest channel they keep their hue. Between both.
  const Colour each{curve(light.x), curve(light.y), curve(light.z)};
  const float peak = std::max({light.x, light.y, light.z, 1e-6F});
  const Colour kept = light * (curve(peak) / peak);
  const Colour c = mixed(kept, each, 0.7F);
  const std::uint32_t h = scrambled(x * 0x9e3779b1u ^ scrambled(y));
  const float noise = unit_float(h) + unit_float(scrambled(h)) - 1;  // a triangle of ± one level
  const auto level = [&](float v) {
    const float l = encoded(saturated(v)) * 255 + 0.5F + 0.5F * noise;
    return static_cast<std::uint8_t>(std::min(255.0F, std::max(0.0F, l)));
  };
  return {level(c.x), level(c.y), level(c.z)};
}

}  // namespace craton::view
