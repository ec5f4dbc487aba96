// Heights from the crust. Continents stand high and sea floors low, because the one is thick and light and the other sinks as it
// cools (Parsons & Sclater 1977, "An analysis of the variation of ocean floor bathymetry and heat flow with age", Journal of
// Geophysical Research 82). Belts along borders are functions of the distance to them in kilometres; noises make their widths
// and heights vary along them.
#include "stages/crust/crust_relief.h"

#include <algorithm>
#include <cmath>

#include <craton/base/math.h>

namespace craton::crust {
namespace {

enum Which : std::size_t { coast, widths, along, inland, ridges, hills, crests };

constexpr struct {
  const char* name;
  double longest, persistence, shortest;
} waves[7] = {
    {"coast", 2300, 0.53, 0}, {"widths", 2600, 0.5, 1000}, {"along", 1300, 0.55, 300}, {"inland", 2900, 0.5, 0},
    {"ridges", 420, 0.55, 0}, {"hills", 640, 0.52, 0},     {"crests", 170, 0.55, 0},
};

float smooth_step(float low, float high, float value) {
  const float t = std::clamp((value - low) / (high - low), 0.0F, 1.0F);
  return t * t * (3 - 2 * t);
}
/// 0 at `low`, 1 at `top`, 0 from `high` on.
float bump(float low, float top, float high, float value) {
  return value < top ? smooth_step(low, top, value) : 1 - smooth_step(top, high, value);
}
/// A bell that is exactly 0 beyond twice its width.
float bell(float width, float value) {
  const float t = std::max(1 - value * value / (4 * width * width), 0.0F);
  return t * t * t;
}
float mix(float a, float b, float share) { return a + (b - a) * share; }
/// 2^x for small x, without a call: exact enough to shape widths, and the same bits everywhere.
float power_of_two(float x) {
  const float y = 1 + x * (0.0866434F + x * 0.00375F);  // e^(x ln 2 / 8)
  const float y2 = y * y, y4 = y2 * y2;
  return y4 * y4;
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
  Result<CrustSampler> sampler = CrustSampler::make(domain, geometry, shortest);
  if (!sampler) return sampler.error();
  CrustRelief relief(*std::move(sampler), volcanoes);
  const Ground& ground = geometry.mesh().ground();
  for (const auto& wave : waves) {
    Result<CrustNoise> noise = CrustNoise::make(domain, ground, geometry.plan().seed.child(wave.name),
                                                {wave.longest, wave.persistence, std::max(wave.shortest, shortest)});
    if (!noise) return noise.error();
    relief.noise_.push_back(*std::move(noise));
  }
  return relief;
}

void CrustRelief::prepare(ReliefPlaces& at) const {
  sampler_.at(at.places, at.samples);
  for (std::size_t n = 0; n < noise_.size(); ++n) {
    at.noise[n].resize(at.places.size());
    noise_[n].at(at.places, at.noise[n]);
  }
}

ReliefSample CrustRelief::relief(const ReliefPlaces& at, std::size_t index, const ReliefNumbers& numbers) const {
  const CrustSample& crust = at.samples[index];
  const BorderSample& border = crust.border;
  const auto noise = [&](Which which) { return at.noise[which][index]; };
  const float far = border.distance, width = power_of_two(1.5F * noise(widths));
  const float varied = std::clamp(1 + 1.7F * noise(along), 0.25F, 1.9F);

  // How far inside the continent. At active margins the continent reaches to the trench, and no further.
  const float was_continent = smooth_step(-250, 100, crust.margin);
  float inside = crust.margin + 520 * noise(coast);
  // Some coasts are broken into bays and islands, others are smooth.
  const float broken = std::clamp(0.2F + 2.2F * noise(along), 0.0F, 1.0F);
  inside += broken * (150 * noise(ridges) + 80 * noise(crests));
  inside += was_continent * border.over * 160 * bell(180, far) - border.under * 420 * bell(130, far);
  inside += (border.collision_over + border.collision_under) * 200 * bell(200, far);
  const float continent = smooth_step(-130, 70, inside);

  // Continents: low plains, shields, basins; shelves of all widths, then the slope down to the sea floor.
  const float inland_share = smooth_step(0, 1000, inside);
  float land = 60 + 260 * inland_share + std::max(crust.rise, -450.0F) * smooth_step(-50, 500, inside);
  land += std::min(crust.rise + 450, 0.0F) * smooth_step(-300, 20, inside);  // pieces of continents, stretched thin, lie deeper
  const float upland = std::max(noise(inland) + 0.05F, 0.0F);
  land += (330 + 450 * inland_share) * noise(inland) + 2600 * inland_share * upland * upland;
  land += (130 + 260 * upland) * noise(hills) + 45 * noise(crests);
  const float active = std::min(border.over * 1.4F, 1.0F) * bell(260, far);
  const float shelf = mix(20 + 85 * power_of_two(2.6F * noise(widths)), 20, active), outside = std::max(-inside, 0.0F);
  land -= 140 * std::min(outside / shelf, 1.0F);

  // Sea floor by its age, smoothed by what rivers carried into the sea, with hills and swells.
  const float beyond = std::max(outside - shelf, 0.0F);
  const float fill = 900 * (1 - smooth_step(60, 900, beyond)) * smooth_step(5, 90, crust.age) * (1 - active);
  float floor = -depth_of_age(crust.age) + 5 * crust.age + fill;  // what sinks down everywhere: 5 m in a million years
  floor += (260 * noise(hills) + 150 * noise(ridges)) * (1 - fill / 1100) * numbers.ruggedness + 900 * noise(inland);
  const float steep = mix(150, 85, active);
  float height = mix(land, floor, smooth_step(0, steep, beyond));

  // Belts.
  const float x = far / width;
  const float meets = border.collision_over + border.collision_under;
  float belt = continent * 3300 * border.over * bump(45, 190, 330 + 260 * border.over, x) * varied;
  const float plateau = 260 + 720 * border.collision_over * width;
  belt += continent * 4300 * border.collision_over *
          (0.3F * bell(150, x) + 0.7F * (1 - smooth_step(0.35F * plateau, plateau, far))) * mix(varied, 1, 0.5F);
  belt += continent * 4300 * border.collision_under * bell(105 * width, far) * mix(varied, 1, 0.5F);
  const float seam = smooth_step(-0.18F, 0.42F, noise(along)) * bell(120 * width, crust.to_seam);
  const float old = continent * 1500 * seam * (1 - 0.7F * std::min(meets + border.over, 1.0F) * bell(500, far));
  const float shoulders = continent * border.rift * 800 * bump(10, 105, 380, x) * std::max(varied - 0.45F, 0.0F);
  belt *= numbers.mountains;
  const float rough = numbers.ruggedness;
  const float crest =
      (1 - std::min(std::abs(noise(ridges)) * 2.4F, 1.0F)) * 0.62F + (1 - std::min(std::abs(noise(crests)) * 2.4F, 1.0F)) * 0.38F;
  const float cut = std::max(1 + rough * 0.95F * (crest - 0.62F), 0.15F);
  height += belt * cut + numbers.mountains * (old * std::max(1 + rough * 0.8F * (crest - 0.6F), 0.2F) + shoulders * cut);
  height -= continent * border.rift * 900 * bell(34 * width, far) * std::clamp(0.35F + 2.2F * noise(along), 0.0F, 1.0F);
  height -=
      continent * 260 * meets * bump(130 * width, 230 * width, 420 * width, far) * (border.collision_under / (meets + 1e-3F));

  // The sea: trenches, swells before them, ridges under island arcs, walls along transforms.
  const float sea = 1 - continent;
  height -= 3300 * (border.over + border.under) * bell(44, far) * (1 - 0.45F * continent);
  height += sea * 280 * border.under * bump(90, 170, 300, far);
  height += sea * 2500 * border.over * bump(70, 165, 290, far) *
            std::clamp(0.55F + 1.5F * noise(along) + 0.5F * crest - 0.2F, 0.0F, 1.5F);
  height -= sea * 500 * border.over * bump(260, 420, 800, far);
  height += sea * 700 * border.shear * bell(45, far) * noise(ridges) * rough;

  const VolcanoSample volcano = volcanoes_.at(crust.cell, crust.moved);
  height +=
      volcano.height * (continent > 0 ? mix(1, 0.14F, continent) : 1) * mix(1, 0.6F + 0.6F * crest, 0.6F * std::min(rough, 1.0F));

  ReliefSample sample;
  sample.height = height;
  const float active_belt = (belt + numbers.mountains * shoulders) * cut;
  sample.uplift = 1e-5F + 4e-7F * active_belt + 4e-8F * old + 2e-7F * volcano.height * volcano.activity;
  const float shield = smooth_step(150, 900, inside) * smooth_step(100, 500, crust.to_seam);
  sample.hardness = std::clamp(0.35F + 0.3F * shield + 0.25F * std::min((belt + old) * (1.0F / 3000), 1.0F) +
                                   0.35F * noise(hills) - 0.15F * (1 - inland_share),
                               0.0F, 1.0F);
  sample.volcano = std::clamp(
      std::max(volcano.activity, std::max(0.6F * border.ridge * bell(40, far), 0.5F * border.rift * bell(60, far))), 0.0F, 1.0F);
  return sample;
}

}  // namespace craton::crust
