// What lies at the surface, as weights for splat maps: snow where even the warmest month is cold, rock where nothing holds on,
// gravel below it and in the cold, sand where it is dry, at beaches and on shelves, mud where it is wet and in deep seas, and
// soil on all that is left. Each takes its share of what the ones before it left, so that the weights sum to 1 and change
// smoothly.
#include "stages/life/ground.h"

#include <algorithm>
#include <array>

#include "base/smooth_step.h"
#include "stages/each_cell.h"
#include "stages/life/life_stages.h"
#include "stages/life/slope.h"

namespace craton {
namespace {

/// Slopes from which on the finest sizes of ground slide: sand rests up to 0.65, scree up to 0.8, soil with roots a little more.
constexpr float rock_from = 0.45F, rock_to = 1.1F;

GroundShares sea_floor(float depth, float slope) {
  GroundShares shares;
  shares.rock = smooth_step(rock_from, rock_to, slope);
  const float loose = 1 - shares.rock;
  shares.sand = loose * (1 - smooth_step(60.0F, 250.0F, depth));
  shares.mud = loose - shares.sand;
  return shares;
}

}  // namespace

GroundShares ground_of(const GroundPlace& place, float rocky) {
  if (place.height < 0) return sea_floor(-place.height, place.slope);
  const float slope = place.slope * rocky;
  const float cold = 1 - smooth_step(0.0F, 9.0F, place.warmest), dry = 1 - smooth_step(8.0F, 35.0F, place.rain);
  const float flat = 1 - smooth_step(0.02F, 0.15F, slope), warm = smooth_step(-2.0F, 8.0F, place.mean);
  GroundShares shares;
  float left = 1;
  const auto take = [&](float& share, float part) {
    share = left * std::clamp(part, 0.0F, 1.0F);
    left -= share;
  };
  // Snow slides off walls.
  take(shares.snow, (1 - smooth_step(-2.0F, 4.0F, place.warmest)) * (1 - smooth_step(0.8F, 1.8F, slope)));
  take(shares.rock, smooth_step(rock_from, rock_to, slope) + 0.5F * cold * smooth_step(0.1F, rock_from, slope) + 0.25F * dry);
  take(shares.gravel, 0.8F * smooth_step(0.2F, rock_from, slope) * std::max(cold, dry) + 0.4F * cold + 0.2F * dry * (1 - flat));
  take(shares.sand, std::max(dry * warm * (0.35F + 0.6F * flat), flat * (1 - smooth_step(2.0F, 6.0F, place.height))));
  take(shares.mud, flat * smooth_step(0.35F, 0.9F, place.moisture) * smooth_step(15.0F, 90.0F, place.rain));
  shares.soil = left;
  return shares;
}

namespace {

struct GroundShareParams {
  Read<float> height = "height", temperature = "temperature", temperature_warmest = "temperature_warmest", rain = "rain",
              moisture;
  Write<float> soil = "soil", rock = "rock", sand = "sand", snow = "snow", gravel = "gravel", mud = "mud";
  Field rockiness = 1.0;
};

Result<void> run(const GroundShareParams& params, StageContext& context) {
  const std::span<const float> height = params.height, mean = params.temperature, warmest = params.temperature_warmest,
                               rain = params.rain, moisture = params.moisture;
  const std::array<std::span<float>, 6> out{params.soil, params.rock, params.sand, params.snow, params.gravel, params.mud};
  return std::visit(
      [&](const auto& topology) {
        return each_cell(height.size(), context.execution, [&](Cell c) {
          GroundPlace place{.height = height[c], .mean = mean[c], .rain = rain[c]};
          place.warmest = warmest.empty() ? place.mean + 8 : warmest[c];
          place.moisture = moisture.empty() ? 0 : moisture[c];
          place.slope = steepest_slope(topology, height, c);
          const GroundShares shares = ground_of(place, params.rockiness[c]);
          const float values[] = {shares.soil, shares.rock, shares.sand, shares.snow, shares.gravel, shares.mud};
          for (std::size_t i = 0; i < out.size(); ++i) out[i][c] = values[i];
        });
      },
      context.domain());
}

Reach reach(const GroundShareParams&, double) { return Reach::stencil(1); }

}  // namespace

template <>
std::span<const ParamInfo> params_of<GroundShareParams>() {
  using P = GroundShareParams;
  static const ParamInfo list[] = {
      layer_param<&P::height>("height", "The ground; what lies below 0 m is sea."),
      layer_param<&P::temperature>("temperature", "Mean of the year, °C."),
      optional_layer_param<&P::temperature_warmest>("temperature_warmest",
                                                    "Mean of the warmest month, °C; \"\": 8 °C above the year's."),
      layer_param<&P::rain>("rain", "Rain of the year, cm."),
      optional_layer_param<&P::moisture>("moisture", "How moist the ground is by the waters near it, 0 to 1; \"\": dry."),
      result_param<&P::soil>("soil", "Soil: its share of the ground, 0 to 1.", ""),
      result_param<&P::rock>("rock", "Bare rock: its share of the ground, 0 to 1.", ""),
      result_param<&P::sand>("sand", "Sand: its share of the ground, 0 to 1.", ""),
      result_param<&P::snow>("snow", "Snow that stays all year: its share of the ground, 0 to 1.", ""),
      result_param<&P::gravel>("gravel", "Gravel: its share of the ground, 0 to 1.", ""),
      result_param<&P::mud>("mud", "Mud: its share of the ground, 0 to 1.", ""),
      field_param<&P::rockiness>(
          "rockiness", 0, 100, "",
          "Slopes of land count times this: more on coarse cells, which smooth slopes away, or where rock is to show."),
  };
  return list;
}

const StageEntry& ground_stage() {
  static const StageEntry entry = stage_of<run, reach>({
      .id = "ground",
      .title = "Ground",
      .doc = "What the ground is made of at its surface: shares of soil, rock, sand, snow, "
             "gravel and mud in every cell, which sum to 1 (splat maps).",
      .reach_doc = "stencil: 1 cell",
      .sea = true,
      .follows_edits = true,
  });
  return entry;
}

}  // namespace craton
