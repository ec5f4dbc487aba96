#include "stages/crust/crust_sampler.h"

#include <algorithm>
#include <cmath>

namespace craton::crust {
namespace {

constexpr double warp_size = 330;  // kilometres, times a noise that seldom leaves ±0.5

}  // namespace

CrustSampler::CrustSampler(const PlateMesh& mesh, const CrustPlan& plan, bool seams)
    : mesh_(mesh),
      plan_(plan),
      borders_(Borders::between_plates(mesh, plan)),
      seams_(Borders::between_provinces(mesh, plan)),
      with_seams_(seams) {
  first_.push_back(0);
  for (Cell cell = 0; cell < mesh.count(); ++cell) {
    const auto begin = static_cast<std::ptrdiff_t>(around_.size());
    around_.push_back(cell);
    for (const PlateMesh::Way& near : mesh.links(cell)) {
      around_.push_back(near.to);
      for (const PlateMesh::Way& far : mesh.links(near.to)) around_.push_back(far.to);
    }
    std::sort(around_.begin() + begin, around_.end());
    around_.erase(std::unique(around_.begin() + begin, around_.end()), around_.end());
    first_.push_back(static_cast<std::uint32_t>(around_.size()));
  }
}

Result<CrustSampler> CrustSampler::make(const Domain& domain, const PlateMesh& mesh, const CrustPlan& plan, double shortest,
                                        bool seams) {
  CrustSampler sampler(mesh, plan, seams);
  const Seed seed = plan.seed.child("warp");
  for (const char* name : {"x", "y", "z"}) {
    if (*name == 'z' && !mesh.ground().is_sphere()) break;
    Result<CrustNoise> axis =
        CrustNoise::make(domain, mesh.ground(), seed.child(name), {.longest = 1700, .persistence = 0.5, .shortest = shortest});
    if (!axis) return axis.error();
    sampler.warp_.push_back(*std::move(axis));
  }
  return sampler;
}

/// Means of the cells around, with weights that fall smoothly to 0 before cells come and go.
void CrustSampler::read_mesh(CrustSample& sample) const {
  const double far = 1.75 * mesh_.spacing(), per_square = 1 / (far * far);
  double sum = 0, margin = 0, age = 0, rise = 0;
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
  }
  sample.margin = static_cast<float>(margin / sum);
  sample.age = static_cast<float>(age / sum);
  sample.rise = static_cast<float>(rise / sum);
}

void CrustSampler::at(const Places& places, std::vector<CrustSample>& samples) const {
  samples.assign(places.size(), {});
  std::array<std::vector<float>, 3> moved;
  for (std::size_t a = 0; a < warp_.size(); ++a) {
    moved[a].resize(places.size());
    warp_[a].at(places, moved[a]);
  }
  for (std::size_t i = 0; i < samples.size(); ++i) {
    CrustSample& sample = samples[i];
    const Vec3d by{moved[0][i], moved[1][i], warp_.size() > 2 ? moved[2][i] : 0};
    sample.moved = mesh_.ground().onto(places.km[i] + by * warp_size);
    sample.cell = mesh_.cell_at(sample.moved);
    read_mesh(sample);
    sample.border = borders_.at(sample.cell, sample.moved);
    if (with_seams_) sample.suture = seams_.at(sample.cell, sample.moved);
    // Near a ridge the mesh is too coarse: there the age is the distance to the ridge itself.
    if (sample.border.ridge > 0 && sample.border.distance < 450) {
      const float speed = std::max(sample.border.spreading, 4.0F);
      const float t = std::clamp(sample.border.distance / 450, 0.0F, 1.0F), far = t * t * (3 - 2 * t);
      const float here = std::min(sample.border.distance / speed, sample.age + 4);
      const float ridge = std::min(sample.border.ridge * 3, 1.0F);
      sample.age += ridge * (1 - far) * (here - sample.age);
    }
  }
}

}  // namespace craton::crust
