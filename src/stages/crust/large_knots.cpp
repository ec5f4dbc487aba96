#include "stages/crust/large_knots.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/smooth_step.h"
#include "stages/crust/large_belts.h"
#include "stages/crust/large_octaves.h"

namespace craton::large {
namespace {

constexpr std::uint32_t block_side = 64;

enum NoiseName { warp_x, warp_y, crust, coast, bays, strike, plateau, phase, beads, upland, hills, noise_count };
constexpr std::array<const char*, noise_count> noise_names = {"warp x",  "warp y", "crust", "coast",  "bays", "strike",
                                                              "plateau", "phase",  "beads", "upland", "hills"};
constexpr std::array<Octaves, noise_count> noise_octaves = {{{520e3, 3},
                                                             {520e3, 3},
                                                             {1300e3, 4},
                                                             {81.25e3, 2},
                                                             {420e3, 2, 0.5},
                                                             {620e3, 3, 0.5},
                                                             {1500e3, 2, 0.5},
                                                             {240e3, 2, 0.5},
                                                             {95e3, 2, 0.5},
                                                             {760e3, 4, 0.5},
                                                             {330e3, 4, 0.5}}};

constexpr double warp = 250e3;   // metres, of the borders of plates
constexpr double blend = 168e3;  // half of what a plate's value takes to become the next one's
constexpr double coast_amplitude = 0.85 * octave_gain * octave_gain * octave_gain * octave_gain;
constexpr double seen_beyond = 2 * blend;

PlateLattice::Laws plate_laws(double scale) {
  PlateLattice::Laws laws;
  laws.side *= scale;
  laws.fade_from *= scale;
  laws.fade_to *= scale;
  return laws;
}
PlateLattice::Laws hot_spot_laws(double scale) {
  PlateLattice::Laws laws;
  laws.side = 900e3 * scale;
  return laws;
}
PlateLattice::Laws suture_laws(double scale) {
  PlateLattice::Laws laws = plate_laws(scale);
  laws.side = 640e3 * scale;
  laws.fade_from = -60e3 * scale;
  laws.fade_to = 80e3 * scale;
  return laws;
}

/// Plates' values, blended where they meet.
double blended_value(const std::vector<SeenPlate>& seen, double width) {
  double sum = 0, weights = 0;
  for (const SeenPlate& each : seen) {
    const double weight = bell((each.far - seen.front().far) / width);
    sum += weight * each.plate->value;
    weights += weight;
  }
  return sum / weights;
}

/// 0 … 1, all alike, of a border.
double border_chance(const PlateBorder& border) {
  const double sum = border.first->chance + border.second->chance;
  return sum - std::floor(sum);
}

/// Chains of volcanoes, where the mantle is hot: the youngest is the highest.
double volcanoes_at(const std::vector<Plate>& spots, Point2 place, double scale) {
  double rise = 0;
  for (const Plate& spot : spots) {
    if (spot.chance > 0.34) continue;
    const double x = static_cast<double>(place.x - spot.site.x) / (units_per_metre * 1e3 * scale);
    const double y = static_cast<double>(place.y - spot.site.y) / (units_per_metre * 1e3 * scale);
    const double along = x * spot.drift_x + y * spot.drift_y, beside = y * spot.drift_x - x * spot.drift_y;
    if (along < -80 || along > 1100 || beside < -140 || beside > 140) continue;
    for (int k = 0; k < 8; ++k) {
      const double turn = spot.value * 37 + k * 0.61803398875;
      const double off = 60 * wave(turn), size = 0.6 + 0.4 * wave(2.7 * turn), gap = 130 * k * (0.75 + 0.25 * spot.value);
      const double dx = along - gap, dy = beside - off, radius = 34 + 26 * size;
      const double far = std::sqrt(dx * dx + dy * dy) / radius;
      rise += (far < 1 ? (1 - far) * (1 - far) * (1 + 0.5 * far) : 0) * size * (7200 - 620 * k);
    }
  }
  return rise;
}

/// What of old mountains is left where plates once met.
struct Suture {
  double rise = 0, height = 0;
};
Suture sutures_at(const std::vector<PlateBorder>& borders, double scale, double strength, double phase_turns) {
  Suture sum;
  for (const PlateBorder& border : borders) {
    if (border_chance(border) > 0.46) continue;
    const double across = border.across / (1e3 * scale), width = 100 + 110 * border.first->value * border.first->value;
    const double shape = bell(across / width) * border.share * strength;
    const double folds = 0.5 + 0.5 * wave(across / 52 + phase_turns);
    sum.rise += shape * (430 + 520 * folds);
    sum.height += shape * (300 + 620 * folds);
  }
  return sum;
}

}  // namespace

struct KnotMaker::Noises {
  std::vector<Noise> noise;
};

KnotMaker::KnotMaker(const LargeLandParams& params, Seed seed)
    : params_(params),
      plates_(plate_laws(params.scale), seed.child("plates")),
      sutures_(suture_laws(params.scale), seed.child("sutures")),
      hot_spots_(hot_spot_laws(params.scale), seed.child("hot spots")) {}

Result<KnotMaker> KnotMaker::make(const LargeLandParams& params, Seed seed) {
  KnotMaker maker(params, seed);
  auto noises = std::make_shared<Noises>();
  for (std::size_t i = 0; i < noise_count; ++i) {
    Octaves octaves = noise_octaves[i];
    octaves.length *= params.scale;
    CRATON_TRY(Noise noise, Noise::make(octaves.spec(), seed.child(noise_names[i])));
    noises->noise.push_back(std::move(noise));
  }
  maker.noises_ = std::move(noises);
  return maker;
}

void KnotMaker::fill(const KnotRect& rect, std::span<Knot> knots) const {
  for (std::uint32_t top = 0; top < rect.height; top += block_side)
    for (std::uint32_t left = 0; left < rect.width; left += block_side) {
      const KnotRect block{rect.x + left, rect.y + top, std::min(block_side, rect.width - left),
                           std::min(block_side, rect.height - top), rect.step};
      fill_block(block, knots.subspan(std::size_t{top} * rect.width + left), rect.width);
    }
}

/// What lies around some places, and the values of all noises at them.
struct KnotMaker::Around {
  std::vector<Plate> plates, old_plates, hot_spots;
  std::vector<float> values;
  std::size_t count = 0;
  // What the place at hand sees.
  std::vector<SeenPlate> seen;
  std::vector<PlateBorder> borders;

  std::span<float> noise(std::size_t name) { return {values.data() + name * count, count}; }
};

void KnotMaker::gather(Point2 low, Point2 high, std::size_t count, Around& around) const {
  plates_.gather(low, high, warp * params_.scale, around.plates);
  sutures_.gather(low, high, warp * params_.scale, around.old_plates);
  hot_spots_.gather(low, high, 0, around.hot_spots);
  around.count = count;
  around.values.resize(noise_count * count);
}

void KnotMaker::fill_block(const KnotRect& rect, std::span<Knot> knots, std::size_t stride) const {
  const std::int64_t step = rect.step * knot_step;
  const Grid2 grid{{rect.x * step, rect.y * step}, {step, step}, rect.width, rect.height};
  Around around;
  gather(grid.origin, {grid.origin.x + step * (rect.width - 1), grid.origin.y + step * (rect.height - 1)}, rect.count(), around);
  for (std::size_t i = 0; i < noise_count; ++i)
    (void)noises_->noise[i].grid(grid, around.noise(i), {.threads = 1});  // made for the plane: cannot fail
  for (std::uint32_t row = 0; row < rect.height; ++row)
    for (std::uint32_t column = 0; column < rect.width; ++column)
      knots[std::size_t{row} * stride + column] =
          knot({grid.origin.x + step * column, grid.origin.y + step * row}, std::size_t{row} * rect.width + column, around);
}

void KnotMaker::at(std::span<const Point2> places, std::span<Knot> knots) const {
  if (places.empty()) return;
  const auto [left, right] = std::ranges::minmax(places, {}, &Point2::x);
  const auto [top, bottom] = std::ranges::minmax(places, {}, &Point2::y);
  Around around;
  gather({left.x, top.y}, {right.x, bottom.y}, places.size(), around);
  for (std::size_t i = 0; i < noise_count; ++i)
    (void)noises_->noise[i].points(places, around.noise(i), {.threads = 1});  // made for the plane: cannot fail
  for (std::size_t i = 0; i < places.size(); ++i) knots[i] = knot(places[i], i, around);
}

Knot KnotMaker::knot(Point2 place, std::size_t index, Around& around) const {
  const auto value = [&](NoiseName name) { return static_cast<double>(around.noise(name)[index]); };
  const double scale = params_.scale, km = 1 / (1e3 * scale);
  const double moved_x = warp * scale * value(warp_x), moved_y = warp * scale * value(warp_y);
  plates_.look(around.plates, place, moved_x, moved_y, seen_beyond * scale, around.seen);
  plates_.borders(around.seen, around.borders);
  const double strength = std::clamp(0.80 + 1.9 * value(strike), 0.15, 1.30);
  const double widened = std::clamp(1 + 2.2 * value(bays), 0.5, 1.8);
  double torn = 0;
  for (const PlateBorder& border : around.borders)
    torn += border.share * torn_crust(border.across * km / widened, border.closing, border_chance(border));
  const double smooth = 0.5 * blended_value(around.seen, 2 * blend * scale) + 0.85 * value(crust) - 0.55 * torn * strength +
                        1.1 * (params_.land - 0.4) - 0.105;
  // Coasts are rough here and smooth there; the deep sea is smooth.
  const double rough = std::clamp(1.0 + 2.6 * value(bays), 0.35, 1.9) *
                       (0.3 + 0.7 * smooth_step(-0.20, -0.05, smooth) * (1 - 0.6 * smooth_step(0.08, 0.3, smooth)));
  const double continent = smooth + coast_amplitude * rough * value(coast);
  const double land = smooth_step(-0.10, 0.06, continent), continental = smooth_step(-0.30, 0.04, continent);

  Belt young;
  for (const PlateBorder& border : around.borders) {
    const bool first_on_top = border.first->value > border.second->value;
    const BeltPlace at{.across = (first_on_top ? border.across : -border.across) * km,
                       .closing = border.closing,
                       .continental = continental,
                       .collision = smooth_step(-0.2, 0.3, std::min(border.first->value, border.second->value)),
                       .strength = strength,
                       .plateau = std::clamp(0.5 + 1.6 * value(plateau), 0.0, 1.0),
                       .beads = smooth_step(-0.12, 0.25, value(beads)),
                       .phase = 2.4 * value(phase),
                       .chance = border_chance(border)};
    const Belt belt = belt_at(at);
    young.uplift += border.share * belt.uplift;
    young.mountain += border.share * belt.mountain;
  }

  sutures_.look(around.old_plates, place, moved_x, moved_y, seen_beyond * scale, around.seen);
  sutures_.borders(around.seen, around.borders);
  const Suture old = sutures_at(around.borders, scale, land * std::clamp(0.5 + 2.2 * value(phase), 0.0, 1.2), 1.2 * value(phase));

  // Old shields stand a little higher here and there, with an edge.
  const double highland = 520 * smooth_step(0.02, 0.16, value(upland)) * smooth_step(0.03, 0.25, continent);
  const double hot = volcanoes_at(around.hot_spots, place, scale) * (1 - 0.8 * continental);
  const double lift = params_.mountains;
  const double mountain = lift * (std::max(young.mountain, 0.0) + 0.8 * old.height + 0.3 * hot);
  Knot knot;
  knot.crust = static_cast<float>(continent);
  knot.uplift = static_cast<float>(lift * (young.uplift + old.rise + hot) + highland);
  knot.rough = static_cast<float>(rough);
  knot.mountain = static_cast<float>(mountain);
  const double hilly = 0.05 + 0.22 * smooth_step(-0.05, 0.3, value(hills)) + 0.1 * (highland / 520);
  const double alpine = mountain / (mountain + 900);
  knot.rugged = static_cast<float>(std::clamp(1.25 * alpine + hilly * (1 - alpine), 0.0, 1.0));
  return knot;
}

}  // namespace craton::large
