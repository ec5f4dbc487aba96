#include "stages/crust/crust_sampler.h"

#include <algorithm>
#include <cmath>

#include "stages/crust/nearest_source.h"
#include "stages/crust/profiles.h"

namespace craton::crust {
namespace {

// Kilometres, times noises that seldom leave ±0.5.
constexpr double warp_size = 330;
constexpr float margin_size = 490;

}  // namespace

CrustGeometry::CrustGeometry(const PlateMesh& mesh, const CrustPlan& plan)
    : mesh_(mesh), plan_(plan), borders_(Borders::between_plates(mesh, plan)), seams_(Borders::between_provinces(mesh, plan)) {
  std::vector<Source> sources;
  for (const Arc& arc : borders_.arcs())
    for (const Cell cell : {arc.cell, arc.other}) sources.push_back({cell, mesh.ground().onto(arc.from + arc.along * 0.5), 1});
  to_border_ = from_nearest_source(mesh, sources, [](Cell, Cell) { return true; });
  for (double& far : to_border_) far = std::min(far, 2 * earth_radius);
  list_around();
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

/// Means of the cells around, with weights that fall smoothly to 0 before cells come and go.
void CrustGeometry::read_mesh(CrustSample& sample) const {
  const double far = 1.75 * mesh_.spacing(), per_square = 1 / (far * far);
  double sum = 0, margin = 0, age = 0, rise = 0, to_border = 0;
  for (std::uint32_t k = first_[sample.cell]; k < first_[sample.cell + 1]; ++k) {
    const Cell cell = around_[k];
    const Vec3d way = mesh_.ground().between(sample.moved, mesh_.centre(cell));
    const double near = 1 - dot(way, way) * per_square;
    if (near <= 0) continue;
    const double weight = near * near * near;
    sum += weight;
    margin += weight * plan_.margin[cell];
    age += weight * plan_.age[cell];
    rise += weight * plan_.rise[cell];
    to_border += weight * to_border_[cell];
  }
  const double by = 1 / sum;
  sample.margin = sample.mesh_margin = static_cast<float>(margin * by);
  sample.age = static_cast<float>(age * by);
  sample.rise = static_cast<float>(rise * by);
  sample.to_border = static_cast<float>(to_border * by);
}

void CrustGeometry::read(CrustSample& sample) const {
  sample.cell = mesh_.cell_at(sample.moved);
  read_mesh(sample);
  sample.border = borders_.at(sample.cell, sample.moved);
  sample.to_seam = seams_.distance(sample.cell, sample.moved);
  const auto reach = static_cast<float>(borders_.reach());
  const float mesh_knows = smooth_step(0.6F * reach, 0.95F * reach, sample.border.distance);
  sample.to_border = sample.border.distance + mesh_knows * (sample.to_border - sample.border.distance);
  // Near a ridge the mesh is too coarse: there the age is the distance to the ridge itself.
  if (sample.border.ridge <= 0 || sample.border.distance >= 450) return;
  const float speed = std::max(sample.border.spreading, 4.0F);
  const float here = std::min(sample.border.distance / speed, sample.age + 4);
  const float ridge = std::min(sample.border.ridge * 3, 1.0F);
  sample.age += ridge * (1 - smooth_step(0, 450, sample.border.distance)) * (here - sample.age);
}

Result<CrustSampler> CrustSampler::make(const Domain& domain, const CrustGeometry& geometry, double shortest) {
  CrustSampler sampler(geometry);
  const Ground& ground = geometry.mesh().ground();
  const auto add = [&](Seed seed, const Waves& waves) -> Result<void> {
    Result<CrustNoise> noise = CrustNoise::make(domain, ground, seed, waves);
    if (!noise) return noise.error();
    sampler.noise_.push_back(*std::move(noise));
    return {};
  };
  const Seed seed = geometry.plan().seed, warp = seed.child("warp");
  CRATON_TRY(add(seed.child("coast"), {.longest = 2300, .persistence = 0.51, .shortest = shortest}));
  for (const char* name : {"x", "y", "z"})
    if (*name != 'z' || ground.is_sphere())
      CRATON_TRY(add(warp.child(name), {.longest = 1700, .persistence = 0.5, .shortest = shortest}));
  return sampler;
}

void CrustSampler::at(const Places& places, std::vector<CrustSample>& samples) const {
  samples.assign(places.size(), {});
  std::array<std::vector<float>, 4> values;  // z stays 0 on maps
  for (std::size_t n = 0; n < values.size(); ++n) {
    values[n].resize(places.size());
    if (n < noise_.size()) noise_[n].at(places, values[n]);
  }
  const Ground& ground = geometry_.mesh().ground();
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const Vec3d by{values[1][i], values[2][i], values[3][i]};
    samples[i].moved = ground.onto(places.km[i] + by * warp_size);
    geometry_.read(samples[i]);
    samples[i].margin += margin_size * values[0][i];
  }
}

}  // namespace craton::crust
