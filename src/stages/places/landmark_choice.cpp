#include <algorithm>
#include <cmath>

#include "stages/places/landmark_finder.h"
#include "stages/places/place_lots.h"
#include "stages/water/rivers/river_path.h"
#include "surface/vectors.h"

namespace craton {
namespace {

struct KindInfo {
  std::string_view name;
  double weight;  // how striking the best of them are
};
constexpr std::array<KindInfo, landmark_kind_count> kinds{{{"volcano", 1.0},
                                                           {"waterfall", 0.95},
                                                           {"lone peak", 0.9},
                                                           {"oasis", 0.85},
                                                           {"arch", 0.7},
                                                           {"cave mouth", 0.65},
                                                           {"confluence", 0.7},
                                                           {"river fork", 0.65},
                                                           {"fissure", 0.6},
                                                           {"islet", 0.6},
                                                           {"big tree", 0.65},
                                                           {"monument", 0.6},
                                                           {"spring", 0.6},
                                                           {"boulder", 0.55},
                                                           {"pond", 0.5},
                                                           {"hillock", 0.45}}};

bool before(const Candidate& a, const Candidate& b) {
  if (a.kind != b.kind) return a.kind < b.kind;
  if (a.score != b.score) return a.score > b.score;
  return a.cell != b.cell ? a.cell < b.cell : a.row < b.row;
}

/// Candidates of a kind compare by their order alone, so that metres of falls and m³ of springs need no common measure.
std::vector<Landmark> ranked(const PlaceMesh& mesh, std::vector<Candidate> candidates, Seed seed) {
  const PlaceLots lots(mesh, seed);
  std::sort(candidates.begin(), candidates.end(), before);
  std::vector<Landmark> all;
  for (std::size_t first = 0; first < candidates.size();) {
    std::size_t end = first;
    while (end < candidates.size() && candidates[end].kind == candidates[first].kind) ++end;
    for (std::size_t i = first; i < end; ++i) {
      const double share = 1 - static_cast<double>(i - first) / static_cast<double>(end - first);
      const auto lot = double{lots.lot(mesh.cell_of(candidates[i].cell), 0)};
      const double weight = kinds[static_cast<std::size_t>(candidates[i].kind)].weight;
      all.push_back({candidates[i], weight * (0.25 + 0.75 * share * share) * (0.8 + 0.2 * lot)});
    }
    first = end;
  }
  std::sort(all.begin(), all.end(), [](const Landmark& a, const Landmark& b) {
    return a.striking != b.striking ? a.striking > b.striking : before(a.from, b.from);
  });
  return all;
}

/// Which landmarks stand near a cell of the mesh.
class Chosen {
 public:
  Chosen(const PlaceMesh& mesh) : mesh_(mesh), in_(mesh.size()), near_(mesh.size()), seen_(mesh.size(), 0) {}

  bool free(std::uint32_t at, const Vec3d& place, double radius, double least) {
    for (const std::uint32_t other : near_[at])
      if (mesh_.distance(places_[other], place) < std::max(radius, radii_[other])) return false;
    if (radius <= least) return true;
    bool found = false;
    each_within(at, place, radius, [&](std::uint32_t cell) {
      for (const std::uint32_t other : in_[cell]) found |= mesh_.distance(places_[other], place) < radius;
    });
    return !found;
  }

  void add(std::uint32_t at, const Vec3d& place, double radius) {
    const auto number = static_cast<std::uint32_t>(places_.size());
    places_.push_back(place);
    radii_.push_back(radius);
    in_[at].push_back(number);
    each_within(at, place, radius, [&](std::uint32_t cell) { near_[cell].push_back(number); });
  }

 private:
  /// All cells of the mesh that reach into a circle.
  template <class F>
  void each_within(std::uint32_t at, const Vec3d& place, double radius, const F& f) {
    ++round_;
    open_.assign(1, at);
    seen_[at] = round_;
    for (std::size_t i = 0; i < open_.size(); ++i) {
      const std::uint32_t cell = open_[i];
      f(cell);
      for (const Link& link : mesh_.links(cell)) {
        if (seen_[link.to] == round_ || mesh_.distance(mesh_.centre(link.to), place) > radius + 2 * double{link.length}) continue;
        seen_[link.to] = round_;
        open_.push_back(link.to);
      }
    }
  }

  const PlaceMesh& mesh_;
  std::vector<Vec3d> places_;
  std::vector<double> radii_;
  std::vector<std::vector<std::uint32_t>> in_, near_;
  std::vector<std::uint32_t> seen_, open_;
  std::uint32_t round_ = 0;
};

}  // namespace

std::string_view landmark_name(LandmarkKind kind) { return kinds[static_cast<std::size_t>(kind)].name; }

std::vector<Landmark> choose_landmarks(const PlaceMesh& mesh, const Domain& domain, std::vector<Candidate> candidates,
                                       const LandmarkSpacing& spacing, Seed seed) {
  Chosen chosen(mesh);
  std::vector<Landmark> kept;
  for (const Landmark& landmark : ranked(mesh, std::move(candidates), seed)) {
    const auto density = double{spacing.density[landmark.from.cell]};
    if (!(density > 0.001)) continue;
    const double radius = spacing.apart / std::sqrt(std::min(density, 1.0));
    const Vec3d place = river_point(domain, landmark.from.cell, 0);
    const std::uint32_t at = mesh.cell_of(landmark.from.cell);
    if (!chosen.free(at, place, radius, spacing.apart)) continue;
    chosen.add(at, place, radius);
    kept.push_back(landmark);
  }
  return kept;
}

}  // namespace craton
