#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <craton/stages/stage.h>

#include "stages/water/droplets/droplet_blocks.h"
#include "stages/water/droplets/droplet_limits.h"
#include "stages/water/droplets/droplets.h"

/// Rounds of droplets on a surface: what the stages `droplets` and `shaping` share. Explained in droplets.cpp.
namespace craton {

/// How droplets run and what the ground is like; it comes first in the parameters of both stages.
struct Droplets {
  int steps = 32;
  double inertia = 0.2;
  Field capacity = 2.0, erosion = 0.3, deposition = 0.3;
  double evaporation = 0.02;
  Field hardness = 0.0, shore = 0.0;
  double shore_height = 20;
  Field strength = 1.0;
  double reference_step = 0;
};

inline constexpr int most_droplet_steps = 128;

/// What the rounds and steps of the reference step are at this resolution. A droplet's way is as long in metres. What a round may
/// dig grows with the spacing, so there are more rounds on smaller cells, and less rain in each.
struct DropletWay {
  std::uint32_t rounds = 0;
  int steps = 0;
  float time = 1;  ///< of a step, in reference steps
  float rain = 1;  ///< of a round, in rounds of the reference step
};
/// How a stage calls its rounds, and how many it allows.
struct RoundLimit {
  std::string_view key;
  int most = 0;
};
Result<DropletWay> droplet_way(const Droplets& params, int rounds, double spacing, const RoundLimit& limit,
                               const std::string& path);

/// The same for a recipe's domain, before anything runs.
Result<void> check_droplet_way(const Droplets& params, int rounds, const DomainSpec& domain, const RoundLimit& limit,
                               const std::string& path);
/// How far all rounds look from a cell: a change depends on droplets that pass its cell, they on the visits along their ways, and
/// those on other droplets.
Reach droplet_reach(const Droplets& params, int rounds, double spacing, const RoundLimit& limit);

/// Ground that droplets can walk on: numbers, none of them beyond 10⁹ m.
Result<void> check_droplet_ground(const Layer& height, const std::string& path, const StageContext& context);

/// Rounds on layers that outlive it; no sediment lies there before. `density`: how many droplets start on a cell in a round.
class DropletRounds {
 public:
  DropletRounds(const Domain& domain, Layer& height, Layer& sediment, const Droplets& params, const Field& density,
                const DropletWay& way, const Execution& execution);

  Result<void> round(Seed seed);

 private:
  Result<void> clear(Layer& layer);
  /// Calls walk(piece, starts, result, block) for each piece, and adds the result to a layer.
  template <class Walk>
  Result<void> for_each_piece(Seed seed, Layer& to, const Execution& execution, const Walk& walk);
  Result<void> first_walk(Seed seed);
  Result<void> second_walk(Seed seed);
  Result<void> apply();

  const Domain& domain_;
  Layer &height_, &sediment_;
  DropletRules rules_;
  DropletGround ground_;
  Field density_;
  float rain_;
  const Execution &execution_, silent_;
  std::vector<MapPiece> pieces_;
  Layer flow_, change_;  // visits, and grains
};

}  // namespace craton
