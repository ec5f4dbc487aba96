// Profiles of impact craters after Pike (1977), "Size-dependence in the shape of fresh impact craters on the moon": a simple
// crater is a bowl, depth 0.2 and rim height 0.04 of its diameter; beyond a transition depth grows with the power 0.3 of the
// diameter only, rims with 0.4, floors become flat and walls slump into terraces. Central peaks after Hale & Head (1979). Ejecta
// fall off with the cube of the distance (McGetchin, Settle & Head 1973) and end softly.
#include "stages/relief/crater_shape.h"

#include <algorithm>
#include <cmath>

#include <craton/base/math.h>

#include "stages/relief/scatter.h"

namespace craton::relief {
namespace {

constexpr float rim_share = 0.2F;    // of the depth
constexpr float peak_share = 0.3F;   // of the depth
constexpr float peak_radius = 0.3F;  // of the crater's
constexpr float terrace_steps = 3;
constexpr int outline_waves = 5;  // the finer ones only stir the ejecta and the peak

float smooth_step(float x) {
  const float t = std::clamp(x, 0.0F, 1.0F);
  return t * t * (3 - 2 * t);
}

/// The smaller of two, rounded where they are nearer than `width`.
float soft_min(float a, float b, float width) {
  const float near = std::max(width - std::abs(a - b), 0.0F);
  return std::min(a, b) - near * near / (4 * width);
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

/// Height of the bowl over the floor as a share of the depth, which goes on rising beyond the rim.
float wall(const CraterShape& shape, float r) {
  float w = std::max(r - shape.floor, 0.0F) / (1 - shape.floor);
  if (shape.terraces > 0 && w < 1) {
    const float steps = w * terrace_steps, whole = std::floor(steps);
    const float stair = (whole + smooth_step(steps - whole)) / terrace_steps;
    w += shape.terraces * (stair - w);
  }
  return w * w;
}

}  // namespace

float CraterShape::reach() const { return radius * ejecta * static_cast<float>(1 + largest_swing); }

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
  shape.peak = peak_share * fresh_depth * complexity * (1 - 0.7F * wear);
  shape.terraces = 0.75F * complexity * (1 - wear);
  shape.softness = shape.rim * 0.3F + shape.depth * (0.02F + 0.35F * wear);
  shape.ejecta = static_cast<float>(laws.ejecta);

  Dice dice(random);
  for (int k = 0; k < CraterShape::waves; ++k) {
    const int wave = CraterShape::first_wave + k;
    const double size = laws.irregularity * largest_swing / (k < outline_waves ? 1.5 * wave : 3.0);
    const double amplitude = size * dice.between(0.3, 1), turn = dice.between(0, 6.283185307179586);
    shape.cosine[static_cast<std::size_t>(k)] = static_cast<float>(amplitude * math::cos(turn));
    shape.sine[static_cast<std::size_t>(k)] = static_cast<float>(amplitude * math::sin(turn));
  }
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
  const float bowl = (shape.depth + lift) * wall(shape, r) - (shape.depth - shape.rim);
  const float beyond = 1 - std::clamp((r - 1) / (shape.ejecta - 1), 0.0F, 1.0F), clear = std::max(r, 0.5F);
  const float lobes = 1 + 2 * swing.detail * std::clamp(r - 1, 0.0F, 1.0F);
  const float blanket = (shape.rim + lift) / (clear * clear * clear) * beyond * beyond * lobes;
  CraterGround ground;
  ground.height = soft_min(bowl, blanket, shape.softness);
  if (shape.peak > 0 && r < peak_radius) {
    const float slope = 1 - r * r / (peak_radius * peak_radius);
    ground.height += shape.peak * slope * slope * (1 + 3 * swing.detail * std::min(r * 8, 1.0F));
  }
  ground.erased = 1 - smooth_step((r - 0.85F) / (shape.ejecta / 2 - 0.35F));  // the blanket buries what it covers
  return ground;
}

}  // namespace craton::relief
