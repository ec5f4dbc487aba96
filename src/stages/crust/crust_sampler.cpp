#include "stages/crust/crust_sampler.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "stages/crust/belt_profiles.h"
#include "stages/crust/nearest_source.h"

namespace craton::crust {
namespace {

// Kilometres, times noises that seldom leave ±0.5.
constexpr double warp_size = 330;
constexpr float margin_size = 490;
// Finer than that borders are smooth: coasts have noises of their own.
constexpr double finest_warp = 400;

}  // namespace

CrustGeometry::CrustGeometry(const PlateMesh& mesh, const CrustPlan& plan)
    : mesh_(mesh), plan_(plan), borders_(Borders::between_plates(mesh, plan)), seams_(Borders::between_provinces(mesh, plan)) {
  std::vector<Source> sources;
  for (const Arc& arc : borders_.arcs())
    for (const Cell cell : {arc.cell, arc.other}) sources.push_back({cell, mesh.ground().onto(arc.from + arc.along * 0.5), 1});
  to_border_ = from_nearest_source(mesh, sources, [](Cell, Cell) { return true; });
  for (double& far : to_border_) far = std::min(far, 2 * earth_radius);
  list_around();
  list_motions();
}

void CrustGeometry::list_around() {
  first_.push_back(0);
  for (Cell cell = 0; cell < mesh_.count(); ++cell) {
    const auto begin = static_cast<std::ptrdiff_t>(around_.size());
    around_.push_back(cell);
    for (const PlateMesh::Way& near : mesh_.links(cell)) {
      around_.push_back(near.to);
      for (const PlateMesh::Way& far : mesh_.links(near.to)) around_.push_back(far.to);
    }
    std::sort(around_.begin() + begin, around_.end());
    around_.erase(std::unique(around_.begin() + begin, around_.end()), around_.end());
    first_.push_back(static_cast<std::uint32_t>(around_.size()));
  }
}

void CrustGeometry::list_motions() {
  if (plan_.turned.empty()) return;
  const auto before = [](const Vec3d& a, const Vec3d& b) { return std::tie(a.x, a.y, a.z) < std::tie(b.x, b.y, b.z); };
  std::vector<Vec3d> all = plan_.turned;
  std::sort(all.begin(), all.end(), before);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  for (const Vec3d& packed : all) motions_.push_back(Motion::from_packed(mesh_.ground(), packed));
  for (const Vec3d& packed : plan_.turned)
    motion_of_.push_back(static_cast<std::uint32_t>(std::lower_bound(all.begin(), all.end(), packed, before) - all.begin()));
}

void CrustGeometry::find_homes(const Places& places, HomePlaces& homes) const {
  homes = {};
  const double far = 1.75 * mesh_.spacing(), per_square = 1 / (far * far);
  std::vector<double> weights(motions_.size(), 0);
  std::vector<std::uint32_t> found;
  for (const Vec3d& place : places.km) {
    homes.first.push_back(static_cast<std::uint32_t>(homes.motion.size()));
    const Cell middle = mesh_.cell_at(mesh_.ground().onto(place));
    double sum = 0;
    found.clear();
    for (std::uint32_t k = first_[middle]; k < first_[middle + 1]; ++k) {
      const Vec3d way = mesh_.ground().between(place, mesh_.centre(around_[k]));
      const double near = 1 - dot(way, way) * per_square;
      if (near <= 0) continue;
      double& weight = weights[motion_of_[around_[k]]];
      if (weight == 0) found.push_back(motion_of_[around_[k]]);
      weight += near * near * near;
      sum += near * near * near;
    }
    for (const std::uint32_t motion : found) {
      homes.places.add(mesh_.ground(), motions_[motion].back(place));
      homes.motion.push_back(motion);
      homes.weight.push_back(static_cast<float>(weights[motion] / sum));
      weights[motion] = 0;
    }
  }
  homes.first.push_back(static_cast<std::uint32_t>(homes.motion.size()));
}

/// What reading needs beside the samples.
struct CrustGeometry::Room {
  explicit Room(std::size_t capacity) : places(capacity), mesh(capacity), border(capacity), seam(places.x.size()) {}

  NearbyPlaces places;
  MeshValues mesh;
  ArcValues border;
  AlignedVector<float> seam;
  std::vector<MeshNearby> cells;
  std::vector<ArcNearby> arcs;
};

namespace {

/// Near a ridge the mesh is too coarse: there the age is the distance to the ridge itself.
void age_by_ridge(CrustSample& sample) {
  if (sample.border.ridge <= 0 || sample.border.distance >= 450) return;
  const float speed = std::max(sample.border.spreading, 4.0F);
  const float here = std::min(sample.border.distance / speed, sample.age + 4);
  const float ridge = std::min(sample.border.ridge * 3, 1.0F);
  sample.age += ridge * (1 - smooth_step(0, 450, sample.border.distance)) * (here - sample.age);
}

/// How much the steps of a ridge count: not near trenches, not on continents and their margins, less far away.
float counts(const CrustSample& sample) {
  const BorderSample& border = sample.border;
  const float converging = border.over + border.under + border.collision_over + border.collision_under;
  return smooth_step(0.08F, 0.3F, border.ridge) * (1 - smooth_step(0.04F, 0.25F, converging)) *
         (1 - smooth_step(-420, -160, std::max(sample.margin, sample.mesh_margin))) *
         (1 - smooth_step(450, 1150, border.distance));
}

/// Numbers of samples, those in the same cell of the mesh one after the other: cells in the order in which they come first.
std::vector<std::uint32_t> by_cells(Cell cells, std::span<const CrustSample> samples) {
  std::vector<std::uint32_t> slot(cells, no_arc), first, order(samples.size());
  for (const CrustSample& sample : samples) {
    std::uint32_t& own = slot[sample.cell];
    if (own == no_arc) {
      own = static_cast<std::uint32_t>(first.size());
      first.push_back(0);
    }
    ++first[own];
  }
  std::uint32_t sum = 0;
  for (std::uint32_t& count : first) {
    sum += count;
    count = sum - count;
  }
  for (std::uint32_t i = 0; i < samples.size(); ++i) order[first[slot[samples[i].cell]]++] = i;
  return order;
}

}  // namespace

void CrustGeometry::read_cell(Cell cell, std::span<const std::uint32_t> which, std::span<CrustSample> samples, Room& room) const {
  const Vec3d centre = mesh_.centre(cell);
  room.places.start();
  for (const std::uint32_t i : which) {
    const Vec3d way = mesh_.ground().between(centre, samples[i].moved);
    room.places.add(static_cast<float>(way.x), static_cast<float>(way.y), static_cast<float>(way.z));
  }
  room.places.finish();
  room.cells.clear();
  for (std::uint32_t k = first_[cell]; k < first_[cell + 1]; ++k) {
    const Cell other = around_[k];
    const Vec3d way = mesh_.ground().between(centre, mesh_.centre(other));
    room.cells.push_back(
        {static_cast<float>(way.x), static_cast<float>(way.y), static_cast<float>(way.z), static_cast<float>(plan_.margin[other]),
         static_cast<float>(plan_.age[other]), static_cast<float>(plan_.rise[other]),
         plan_.belt.empty() ? 0.0F : static_cast<float>(plan_.belt[other]), static_cast<float>(to_border_[other])});
  }
  // The weights fall to 0 before cells come and go.
  blend_mesh(room.cells, static_cast<float>(1.75 * mesh_.spacing()), room.places, room.mesh);
  borders_.list_nearby(cell, room.arcs);
  const auto reach = static_cast<float>(borders_.reach());
  blend_arcs(room.arcs, reach, room.places, room.border);
  seams_.list_nearby(cell, room.arcs);
  nearest_arcs(room.arcs, static_cast<float>(seams_.reach()), room.places, room.seam);
  for (std::size_t k = 0; k < which.size(); ++k) {
    CrustSample& sample = samples[which[k]];
    sample.margin = sample.mesh_margin = room.mesh.margin[k];
    sample.age = room.mesh.age[k];
    sample.rise = room.mesh.rise[k];
    sample.belt = room.mesh.belt[k];
    sample.border = borders_.sample(cell, room.border, k);
    sample.to_seam = room.seam[k];
    const float mesh_knows = smooth_step(0.6F * reach, 0.95F * reach, sample.border.distance);
    sample.to_border = mix(sample.border.distance, room.mesh.to_border[k], mesh_knows);
  }
}

void CrustGeometry::read(std::span<CrustSample> samples) const {
  for (CrustSample& sample : samples) sample.cell = mesh_.cell_at(sample.moved);
  const std::vector<std::uint32_t> order = by_cells(mesh_.count(), samples);
  Room room(samples.size());
  for (std::size_t begin = 0; begin < order.size();) {
    const Cell cell = samples[order[begin]].cell;
    std::size_t end = begin + 1;
    while (end < order.size() && samples[order[end]].cell == cell) ++end;
    read_cell(cell, std::span(order).subspan(begin, end - begin), samples, room);
    begin = end;
  }
}

void step_ridges(const RidgeSteps& steps, const Borders& borders, const Vec3d& place, CrustSample& sample) {
  BorderSample& border = sample.border;
  const float share = border.nearest == no_arc ? 0 : counts(sample);
  if (share > 0) {
    const Arc& arc = borders.arcs()[border.nearest];
    const RidgeStep step = steps.at(arc, place);
    const float was = border.label == arc.other_label ? border.distance : -border.distance;
    const float here = was + share * step.shift, behind = was + share * step.across_edge;
    float far = std::abs(here);
    sample.age = std::max(sample.age + (far - border.distance) / std::max(border.spreading, 4.0F), 0.0F);
    border.label = here > 0 ? arc.other_label : arc.label;
    border.distance = far;
    age_by_ridge(sample);
    border.scar = bell(16, step.to_edge) * std::min(std::abs(here - behind) * (1.0F / 120), 1.0F) * std::min(share * 3, 1.0F);
    // Between two segments their plates slide past each other.
    border.on_fault = (here > 0) != (behind > 0) && step.to_edge < far;
    if (border.on_fault) far = step.to_edge;
    const auto reach = static_cast<float>(borders.reach());
    sample.to_border = mix(far, sample.to_border, smooth_step(0.6F * reach, 0.95F * reach, std::abs(was)));
    return;
  }
  age_by_ridge(sample);
}

Result<CrustSampler> CrustSampler::make(const Domain& domain, const CrustGeometry& geometry, double shortest) {
  CrustSampler sampler(geometry);
  const Ground& ground = geometry.mesh().ground();
  const auto add = [&](Seed seed, const Waves& waves) -> Result<void> {
    CRATON_TRY(CrustNoise noise, CrustNoise::make(domain, ground, seed, waves));
    sampler.noise_.push_back(std::move(noise));
    return {};
  };
  const Seed seed = geometry.plan().seed, warp = seed.child("warp");
  CRATON_TRY(add(seed.child("coast"), {.longest = 2300, .persistence = 0.51, .shortest = shortest}));
  for (const char* name : {"x", "y", "z"})
    if (*name != 'z' || ground.is_sphere())
      CRATON_TRY(add(warp.child(name), {.longest = 1700, .persistence = 0.5, .shortest = std::max(shortest, finest_warp)}));
  return sampler;
}

void CrustSampler::at(const Places& places, std::vector<CrustSample>& samples, HomePlaces& homes) const {
  samples.assign(places.size(), {});
  if (geometry_.moved()) geometry_.find_homes(places, homes);
  const Ground& ground = geometry_.mesh().ground();
  const std::vector<Vec3d> warp = warp_at(places, homes);
  std::vector<float> coast;
  noise_of_crust(noise_[0], geometry_, places, homes, coast);
  for (std::size_t i = 0; i < samples.size(); ++i) samples[i].moved = ground.onto(places.km[i] + warp[i] * warp_size);
  geometry_.read(samples);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    samples[i].margin += margin_size * coast[i];
    step_ridges(steps_, geometry_.borders(), places.km[i], samples[i]);
  }
}

/// Where crust has turned, its warp has turned with it.
std::vector<Vec3d> CrustSampler::warp_at(const Places& places, const HomePlaces& homes) const {
  const Places& at = geometry_.moved() ? homes.places : places;
  std::array<std::vector<float>, 3> values;  // z stays 0 on maps
  for (std::size_t n = 0; n < values.size(); ++n) {
    values[n].resize(at.size());
    if (n + 1 < noise_.size()) noise_[n + 1].at(at, values[n]);
  }
  std::vector<Vec3d> warp(places.size());
  if (!geometry_.moved()) {
    for (std::size_t i = 0; i < warp.size(); ++i) warp[i] = {values[0][i], values[1][i], values[2][i]};
    return warp;
  }
  const bool turns = geometry_.mesh().ground().is_sphere();
  for (std::size_t i = 0; i < warp.size(); ++i)
    for (std::uint32_t k = homes.first[i]; k < homes.first[i + 1]; ++k) {
      const Vec3d by{values[0][k], values[1][k], values[2][k]};
      warp[i] = warp[i] + (turns ? geometry_.motions()[homes.motion[k]].forth(by) : by) * double{homes.weight[k]};
    }
  return warp;
}

void noise_of_crust(const CrustNoise& noise, const CrustGeometry& geometry, const Places& places, const HomePlaces& homes,
                    std::vector<float>& values) {
  values.resize(places.size());
  if (!geometry.moved()) {
    noise.at(places, values);
    return;
  }
  std::vector<float> parts(homes.places.size());
  noise.at(homes.places, parts);
  for (std::size_t i = 0; i < values.size(); ++i) {
    float sum = 0;
    for (std::uint32_t k = homes.first[i]; k < homes.first[i + 1]; ++k) sum += homes.weight[k] * parts[k];
    values[i] = sum;
  }
}

}  // namespace craton::crust
