// Heights from the crust. Continents stand high and sea floors low, because the one is thick and light and the other sinks as it
// cools (Parsons & Sclater 1977, "An analysis of the variation of ocean floor bathymetry and heat flow with age", Journal of
// Geophysical Research 82). Belts along borders are functions of the distance to them in kilometres; noises make their widths
// and heights vary along them.
#include "stages/crust/crust_relief.h"

#include <algorithm>
#include <cmath>

#include "stages/crust/belt_profiles.h"

namespace craton::crust {
namespace {

enum Which : std::size_t { widths, along, inland, ridges, hills, crests };

constexpr struct {
  const char* name;
  double longest, persistence, shortest;
} waves[6] = {
    {"widths", 2600, 0.5, 1000}, {"along", 1300, 0.55, 300}, {"inland", 2900, 0.5, 300},
    {"ridges", 420, 0.55, 0},    {"hills", 640, 0.52, 0},    {"crests", 170, 0.55, 0},
};

/// A place with everything that shapes it. Distances are kilometres, heights metres.
struct Setting {
  const CrustSample& crust;
  const BorderSample& border;
  std::array<float, 6> noise;
  ReliefNumbers numbers;
  float far = 0;           ///< to the nearest border
  float width = 1;         ///< of belts here, as a factor
  float varied = 1;        ///< their height, as a factor
  float crest = 0;         ///< 0 in valleys, 1 on crests
  float inside = 0;        ///< to the edge of the continent; below 0 outside
  float continent = 0;     ///< 0 … 1
  float inland_share = 0;  ///< 0 at coasts, 1 far inland
  float active = 0;        ///< 1 at active margins

  float meets() const { return border.collision_over + border.collision_under; }
};

float crest_of(float wave) { return 1 - std::min(std::abs(wave) * 2.4F, 1.0F); }

/// How far inside the continent. Some coasts are broken into bays and islands, others are smooth. At active margins the continent
/// reaches to the trench, and no further.
float distance_inside(const Setting& at) {
  const float was_continent = smooth_step(-250, 100, at.crust.mesh_margin);
  const float broken = std::clamp(0.2F + 2.2F * at.noise[along], 0.0F, 1.0F);
  float inside = at.crust.margin + broken * (120 * at.noise[ridges] + 60 * at.noise[crests]);
  inside += was_continent * at.border.over * 160 * bell(180, at.far) - at.border.under * 420 * bell(130, at.far);
  return inside + at.meets() * 200 * bell(200, at.far);
}

Setting setting_of(const ReliefPlaces& places, std::size_t index, const ReliefNumbers& numbers) {
  const CrustSample& crust = places.samples[index];
  Setting at{.crust = crust, .border = crust.border, .noise = {}, .numbers = numbers};
  for (std::size_t n = 0; n < at.noise.size(); ++n) at.noise[n] = places.noise[n][index];
  at.far = crust.border.distance;
  at.width = power_of_two(1.5F * at.noise[widths]);
  at.varied = std::clamp(1 + 1.7F * at.noise[along], 0.25F, 1.9F);
  at.crest = 0.62F * crest_of(at.noise[ridges]) + 0.38F * crest_of(at.noise[crests]);
  at.inside = distance_inside(at);
  at.continent = smooth_step(-130, 70, at.inside);
  at.inland_share = smooth_step(0, 1000, at.inside);
  at.active = std::min(at.border.over * 1.4F, 1.0F) * bell(260, at.far);
  return at;
}

/// Low plains, shields, basins and uplands.
float land_height(const Setting& at) {
  float land = 60 + 270 * at.inland_share + std::max(at.crust.rise, -450.0F) * smooth_step(-50, 500, at.inside);
  land += std::min(at.crust.rise + 450, 0.0F) * smooth_step(-300, 20, at.inside);  // pieces of continents, stretched thin
  const float upland = std::max(at.noise[inland] + 0.05F, 0.0F);
  land += (270 + 510 * at.inland_share) * at.noise[inland] + 2900 * at.inland_share * upland * upland;
  return land + (100 + 260 * upland) * at.noise[hills] + 40 * at.noise[crests];
}

/// By its age; 8 m in a million years sink down everywhere, more where rivers carry it into the sea. Hills and swells.
float floor_height(const Setting& at, float beyond_shelf) {
  const float fill = 900 * (1 - smooth_step(60, 900, beyond_shelf)) * smooth_step(5, 90, at.crust.age) * (1 - at.active);
  const float rough = (260 * at.noise[hills] + 150 * at.noise[ridges]) * (1 - fill / 1100) * at.numbers.ruggedness;
  return -depth_of_age(at.crust.age) + 8 * at.crust.age + fill + rough + 900 * at.noise[inland];
}

/// Continents, shelves of all widths, the slope down to the sea floor.
float ground_without_belts(const Setting& at) {
  const float shelf = mix(20 + 85 * power_of_two(2.6F * at.noise[widths]), 20, at.active);
  const float outside = std::max(-at.inside, 0.0F), beyond = std::max(outside - shelf, 0.0F);
  const float land = land_height(at) - 175 * std::min(outside / shelf, 1.0F);
  return mix(land, floor_height(at, beyond), smooth_step(0, mix(230, 90, at.active), beyond));
}

struct Ranges {
  float young = 0, old = 0, shoulders = 0;  ///< metres: at today's borders; worn, over seams; beside rifts

  /// As rivers and ice have cut them.
  float young_cut(const Setting& at) const {
    const float cut = (young + shoulders) * std::max(1 + at.numbers.ruggedness * 0.95F * (at.crest - 0.62F), 0.15F);
    // Rock is not strong enough for more: what is too high spreads (Molnar & Lyon-Caen 1988).
    const float bears = 4200 * std::max(at.numbers.mountains, 1.0F), more = std::max(cut - bears, 0.0F);
    return std::min(cut, bears) + more / (1 + more / bears);
  }
  float old_cut(const Setting& at) const { return old * std::max(1 + at.numbers.ruggedness * 0.8F * (at.crest - 0.6F), 0.2F); }
};

Ranges ranges_at(const Setting& at) {
  const BorderSample& border = at.border;
  const float x = at.far / at.width, high = at.continent * at.numbers.mountains, even = mix(at.varied, 1, 0.5F);
  Ranges ranges;
  // Behind the trench; a wide plateau on the overriding side of a collision, a steep front on the other.
  ranges.young = 3300 * border.over * bump(45, 190, 330 + 260 * border.over, x) * at.varied;
  const float plateau = 260 + 720 * border.collision_over * at.width;
  const float wide = 0.3F * bell(150, x) + 0.7F * (1 - smooth_step(0.35F * plateau, plateau, at.far));
  ranges.young += 4300 * even * (border.collision_over * wide + border.collision_under * bell(105 * at.width, at.far));
  ranges.young *= high;
  const float seam = smooth_step(-0.18F, 0.42F, at.noise[along]) * bell(120 * at.width, at.crust.to_seam);
  const float quiet = 1 - 0.7F * std::min(at.meets() + border.over, 1.0F) * bell(500, at.far);
  ranges.old = high * 1500 * seam * quiet;
  ranges.old += high * at.crust.belt * even * quiet;  // of collisions that are over
  ranges.shoulders = high * border.rift * 800 * bump(10, 105, 380, x) * std::max(at.varied - 0.45F, 0.0F);
  return ranges;
}

/// Rift valleys, and basins before the front of collisions.
float furrows_on_land(const Setting& at) {
  const float broken = std::clamp(0.35F + 2.2F * at.noise[along], 0.0F, 1.0F);
  const float valley = at.border.rift * 900 * bell(34 * at.width, at.far) * broken;
  return at.continent * (valley + 260 * at.border.collision_under * bump(130 * at.width, 230 * at.width, 420 * at.width, at.far));
}

/// Trenches, swells before them, ridges under island arcs, basins behind them, walls along transforms, scars of fracture zones.
float forms_of_the_sea(const Setting& at) {
  const BorderSample& border = at.border;
  const float far = at.far, chain = std::clamp(0.35F + 1.5F * at.noise[along] + 0.5F * at.crest, 0.0F, 1.5F);
  float sea = 280 * border.under * bump(90, 170, 300, far);
  sea += border.over * (2500 * bump(70, 165, 290, far) * chain - 500 * bump(260, 420, 800, far));
  sea += border.scar * (380 * at.noise[crests] - 330) * (1 - smooth_step(150, 1000, far));
  sea += 700 * border.shear * bell(45, far) * at.noise[ridges] * at.numbers.ruggedness;
  return (1 - at.continent) * sea - 3300 * (border.over + border.under) * bell(44, far) * (1 - 0.45F * at.continent);
}

/// Cones are low on continents, which they only dot.
float cones(const Setting& at, const VolcanoSample& volcano) {
  const float cut = mix(1, 0.6F + 0.6F * at.crest, 0.6F * std::min(at.numbers.ruggedness, 1.0F));
  return volcano.height * mix(1, 0.14F, at.continent) * cut;
}

float hardness_at(const Setting& at, const Ranges& ranges) {
  const float shield = smooth_step(150, 900, at.inside) * smooth_step(100, 500, at.crust.to_seam);
  const float folded = std::min((ranges.young + ranges.old) * (1.0F / 3000), 1.0F);
  const float hard = 0.35F + 0.3F * shield + 0.25F * folded + 0.35F * at.noise[hills] - 0.15F * (1 - at.inland_share);
  return std::clamp(hard, 0.0F, 1.0F);
}

}  // namespace

float depth_of_age(float million_years) {
  if (million_years <= 70) return 2500 + 350 * std::sqrt(std::max(million_years, 0.0F));
  // Old floor no longer follows the root: it comes nearer and nearer to a last depth.
  const float more = (million_years - 70) * (1.0F / 63);
  return 5428 + 1000 * more / (1 + more);
}

Result<CrustRelief> CrustRelief::make(const Domain& domain, const CrustGeometry& geometry, const Volcanoes& volcanoes,
                                      double shortest) {
  CRATON_TRY(CrustSampler sampler, CrustSampler::make(domain, geometry, shortest));
  CrustRelief relief(std::move(sampler), volcanoes);
  const Ground& ground = geometry.mesh().ground();
  for (const auto& wave : waves) {
    CRATON_TRY(CrustNoise noise, CrustNoise::make(domain, ground, geometry.plan().seed.child(wave.name),
                                                  {wave.longest, wave.persistence, std::max(wave.shortest, shortest)}));
    relief.noise_.push_back(std::move(noise));
  }
  return relief;
}

void CrustRelief::prepare(ReliefPlaces& at) const {
  sampler_.at(at.places, at.samples, at.homes);
  for (std::size_t n = 0; n < noise_.size(); ++n)
    noise_of_crust(noise_[n], sampler_.geometry(), at.places, at.homes, at.noise[n]);
}

ReliefSample CrustRelief::relief(const ReliefPlaces& places, std::size_t index, const ReliefNumbers& numbers) const {
  const Setting at = setting_of(places, index, numbers);
  const Ranges ranges = ranges_at(at);
  const VolcanoSample volcano = volcanoes_.at(at.crust.cell, at.crust.moved);
  const float young = ranges.young_cut(at), old = ranges.old_cut(at);
  const float ridge = 0.6F * at.border.ridge * bell(40, at.far), rift = 0.5F * at.border.rift * bell(60, at.far);
  return {.height = ground_without_belts(at) + young + old - furrows_on_land(at) + forms_of_the_sea(at) + cones(at, volcano),
          .uplift = 1e-5F + 4e-7F * young + 4e-8F * ranges.old + 2e-7F * volcano.height * volcano.activity,
          .hardness = hardness_at(at, ranges),
          .volcano = std::clamp(std::max({volcano.activity, ridge, rift}), 0.0F, 1.0F)};
}

}  // namespace craton::crust
