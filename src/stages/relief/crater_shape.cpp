// Profiles of impact craters after Pike (1977), "Size-dependence in the shape of fresh impact craters on the moon": a simple
// crater is a bowl, depth 0.2 and rim height 0.04 of its diameter; beyond a transition depth grows with the power 0.3 of the
// diameter only, rims with 0.4, floors become flat and walls slump into terraces. Central peaks after Hale & Head (1979). Ejecta
// fall off with the cube of the distance (McGetchin, Settle & Head 1973) and end softly.
#include "stages/relief/crater_shape.h"

#include <algorithm>
#include <cmath>

#include <craton/base/math.h>

#include "base/smooth_step.h"
#include "stages/relief/scatter.h"

namespace craton::relief {
namespace {

constexpr float rim_share = 0.2F;   // of the depth
constexpr float peak_share = 0.3F;  // of the depth
constexpr float terrace_steps = 3;
constexpr int outline_waves = 5;  // the finer ones only stir the ejecta and the terraces

/// The smaller of two, rounded where they are nearer than `width`.
float soft_min(float a, float b, float width) {
  const float near = std::max(width - std::abs(a - b), 0.0F);
  return std::min(a, b) - near * near / (4 * std::max(width, 1e-30F));  // craters without depth have no width
}

/// Two sums over waves around the centre, evaluated together: powers of the direction by complex multiplication.
struct Swing {
  float outline = 0, detail = 0;
};
Swing swing_at(const CraterShape& shape, float east, float south) {
  const float square = east * east - south * south, mixed = 2 * east * south;
  float real = square, imaginary = mixed;  // the second power
  Swing swing;
  for (int k = 0; k < CraterShape::waves; ++k) {
    const auto i = static_cast<std::size_t>(k);
    const float wave = real * shape.cosine[i] - imaginary * shape.sine[i];
    (k < outline_waves ? swing.outline : swing.detail) += wave;
    const float next = real * east - imaginary * south;
    imaginary = real * south + imaginary * east;
    real = next;
  }
  return swing;
}

/// How far the wall has risen from the floor (0) to the rim (1). It slumps into steps that do not run all around.
float wall(const CraterShape& shape, float r, const Swing& swing) {
  const float w = std::max(r - shape.floor, 0.0F) / (1 - shape.floor);
  if (shape.terraces <= 0 || w >= 1) return w;
  const float steps = (w + 4 * w * (1 - w) * (swing.detail + swing.outline)) * terrace_steps, whole = std::floor(steps);
  const float stair = whole + smooth_step(steps - whole);
  const float slumped = std::clamp(0.5F + 8 * swing.detail, 0.0F, 1.0F);
  return std::max(0.0F, w + shape.terraces * slumped * (stair - steps) / terrace_steps);
}

/// Central peaks: a few hills that run into each other.
float peaks_at(const CraterShape& shape, float east, float south) {
  float height = 0;
  for (const CraterPeak& peak : shape.peaks) {
    const float x = east - peak.east, y = south - peak.south;
    const float slope = std::max(0.0F, 1 - (x * x + y * y) / (peak.radius * peak.radius));
    height = std::max(height, peak.height * slope * slope);
  }
  return height;
}

std::array<CraterPeak, 4> make_peaks(double radius, double height, Dice& dice) {
  std::array<CraterPeak, 4> peaks;
  double scatter = 0, size = 1;  // the first stands in the middle and is the highest
  for (CraterPeak& peak : peaks) {
    peak.east = static_cast<float>(dice.between(-1, 1) * scatter * radius);
    peak.south = static_cast<float>(dice.between(-1, 1) * scatter * radius);
    peak.height = static_cast<float>(size * height);
    peak.radius = static_cast<float>(dice.between(0.1, 0.2) * radius);
    scatter = 0.11;
    size = dice.between(0.4, 0.95);
  }
  return peaks;
}

}  // namespace

float CraterShape::reach() const { return radius * ejecta * (1 + swing); }

CraterShape make_crater(const CraterLaws& laws, double diameter, double age, std::uint64_t random) {
  CraterShape shape;
  const double wider = std::max(1.0, diameter / laws.transition), simple = laws.depth * std::min(diameter, laws.transition);
  const float fresh_depth = static_cast<float>(simple * math::pow(wider, 0.3));
  const float complexity = smooth_step(static_cast<float>((wider - 1) / 1.2));
  const auto wear = static_cast<float>(age);
  shape.radius = static_cast<float>(diameter / 2);
  shape.rim = static_cast<float>(double{rim_share} * simple * math::pow(wider, 0.4)) * (1 - 0.85F * wear);
  shape.depth = fresh_depth * (1 - 0.75F * wear);
  shape.floor = 0.55F * complexity + 0.25F * wear * (1 - complexity);  // old bowls fill up
  shape.terraces = 0.75F * complexity * (1 - wear);
  shape.softness = shape.rim * 0.3F + shape.depth * (0.02F + 0.35F * wear);
  shape.ejecta = static_cast<float>(laws.ejecta);

  Dice dice(random);
  for (int k = 0; k < CraterShape::waves; ++k) {
    const int wave = CraterShape::first_wave + k;
    const double size = laws.irregularity * largest_swing / (k < outline_waves ? 1.5 * wave : 3.0);
    const double amplitude = size * dice.between(0.3, 1), turn = dice.between(0, 6.283185307179586);
    if (k < outline_waves) shape.swing += static_cast<float>(amplitude * 1.0001);  // with room for rounding
    shape.cosine[static_cast<std::size_t>(k)] = static_cast<float>(amplitude * math::cos(turn));
    shape.sine[static_cast<std::size_t>(k)] = static_cast<float>(amplitude * math::sin(turn));
  }
  shape.has_peaks = complexity > 0;
  shape.peaks = make_peaks(diameter / 2, double{peak_share * fresh_depth * complexity * (1 - 0.7F * wear)}, dice);
  return shape;
}

CraterGround crater_ground(const CraterShape& shape, float east, float south) {
  const float distance = std::sqrt(east * east + south * south);
  if (distance >= shape.reach()) return {};
  const float toward = distance > 0 ? 1 / distance : 0;
  const Swing swing = swing_at(shape, east * toward, south * toward);
  const float r = distance / (shape.radius * (1 + swing.outline));
  if (r >= shape.ejecta) return {};

  const float lift = shape.softness / 4;  // rounding takes so much off the crest
  const float risen = wall(shape, r, swing);
  const float bowl = (shape.depth + lift) * risen * risen - (shape.depth - shape.rim);
  const float beyond = 1 - std::clamp((r - 1) / (shape.ejecta - 1), 0.0F, 1.0F), clear = std::max(r, 0.5F);
  const float lobes = 1 + 2 * swing.detail * std::clamp(r - 1, 0.0F, 1.0F);
  const float blanket = (shape.rim + lift) / (clear * clear * clear) * beyond * beyond * lobes;
  CraterGround ground;
  ground.height = soft_min(bowl, blanket, shape.softness);
  if (shape.has_peaks && r < 0.5F) ground.height += peaks_at(shape, east, south);
  ground.erased = 1 - smooth_step((r - 0.85F) / (shape.ejecta / 2 - 0.35F));  // the blanket buries what it covers
  return ground;
}

}  // namespace craton::relief
