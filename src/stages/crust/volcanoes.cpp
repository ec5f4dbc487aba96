// Arc volcanoes stand where the sinking plate is about 100 km deep (Syracuse & Abers 2006). A hot spot stays where it is while
// the plate passes over it: the chain of its volcanoes points to where the plate goes, ever older and lower (Wilson 1963; Morgan
// 1971).
#include "stages/crust/volcanoes.h"

#include <algorithm>
#include <cmath>

#include <craton/base/math.h>

#include "stages/relief/scatter.h"

namespace craton::crust {
namespace {

using relief::Dice;

constexpr double widest = 170;  // kilometres

}  // namespace

Volcanoes::Volcanoes(const PlateMesh& mesh, const CrustPlan& plan, const Borders& borders, int hot_spots) : mesh_(mesh) {
  add_along(borders, plan.seed.child("arcs"));
  add_hot_spots(plan, hot_spots, plan.seed.child("hot_spots"));
  near_ = NearbyLists(
      mesh, all_.size(), [&](std::uint32_t i) { return mesh.cell_at(all_[i].place); },
      [&](std::uint32_t i, Cell cell) {
        return mesh.ground().distance(mesh.centre(cell), all_[i].place) <= widest + mesh.spacing();
      });
}

void Volcanoes::add_along(const Borders& borders, Seed seed) {
  std::uint64_t number = 0;
  for (const Arc& arc : borders.arcs()) {
    Dice dice(relief::cell_random(seed, ++number, 0, 0));
    const double both = double{arc.continent} * arc.other_continent;
    const double strength = std::min(double{arc.closing} / 45, 1.3) * (1 - both);
    if (strength < 0.12) continue;
    const auto count = static_cast<int>(double{arc.weight} / 62 + dice.unit());
    for (int i = 0; i < count; ++i) {
      const double share = (i + dice.unit()) / count, away = dice.between(125, 205);
      const double size = std::min(strength, 1.0) * (0.35 + 0.65 * dice.unit());
      const Vec3d place = arc.from + arc.along * share + arc.across * (double{arc.overriding} < 0 ? -away : away);
      all_.push_back({mesh_.ground().onto(place), 34 + 46 * size, 4100 * size, 0, false});
    }
  }
}

void Volcanoes::add_hot_spots(const CrustPlan& plan, int count, Seed seed) {
  for (int spot = 0; spot < count; ++spot) {
    Dice dice(relief::cell_random(seed, static_cast<std::uint64_t>(spot), 1, 0));
    const auto start = static_cast<Cell>(dice.unit() * mesh_.count());
    Vec3d place = mesh_.centre(start);
    const auto plate = static_cast<std::size_t>(plan.plate[start]);
    const double strength = 0.35 + 0.75 * dice.unit(), lasts = dice.between(20, 70);
    double age = 0;
    while (age < lasts) {
      const Vec3d velocity = plan.velocity(mesh_.ground(), plate, place);
      const double speed = std::max(length(velocity), 8.0);
      if (static_cast<std::size_t>(plan.plate[mesh_.cell_at(place)]) != plate) break;
      const double size = strength * (0.6 + 0.4 * dice.unit()) * (1 - 0.75 * age / lasts);
      all_.push_back({place, 55 + 75 * size, 6200 * size, age, true});
      const double step = dice.between(70, 230);
      const Vec3d aside = unit(cross(mesh_.ground().up(place), velocity)) * dice.between(-35, 35);
      place = mesh_.ground().onto(place + unit(velocity) * step + aside);
      age += step / speed;
    }
  }
}

VolcanoSample Volcanoes::at(Cell cell, const Vec3d& place) const {
  VolcanoSample sample;
  double height = 0, activity = 0;
  for (const std::uint32_t number : near_.of(cell)) {
    const Volcano& volcano = all_[number];
    const Vec3d way = mesh_.ground().between(place, volcano.place);
    const double square = dot(way, way), radius = volcano.radius;
    if (square >= radius * radius) continue;
    const double inside = 1 - std::sqrt(square) / radius;
    const double cone = volcano.height * inside * inside * (3 - 2 * inside);
    // Cones that overlap share their feet.
    height = std::max(height, cone) + 0.35 * std::min(height, cone);
    activity = std::max(activity, inside / (1 + volcano.age / 4));
  }
  sample.height = static_cast<float>(height);
  sample.activity = static_cast<float>(activity);
  return sample;
}

}  // namespace craton::crust
