// Mean spectra of straight lines in several directions (source 001, sections 3.5 and 6.5). The source looks at the classic noises
// in two directions through fixed places of their lattices, and at its own in ten even ones; here all noises are looked at in all
// of them, once from anywhere and once through a vertex.
#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include "base/parallel.h"
#include "lab/anisotropy.h"
#include "lab/measurements.h"
#include "lab/realisations.h"
#include "lab/transform.h"

namespace craton::lab {
namespace {

constexpr std::size_t even_directions = 10;
constexpr double more_directions[] = {15, 45, 75};  // 0° is even
constexpr std::uint64_t groups = 10;
constexpr double spread = 1000;  // cells that slices from anywhere begin in

std::vector<double> all_directions() {
  std::vector<double> list;
  for (std::size_t d = 0; d < even_directions; ++d) list.push_back(180.0 * static_cast<double>(d) / even_directions);
  list.insert(list.end(), std::begin(more_directions), std::end(more_directions));
  return list;
}

/// Evenly in [0, spread).
double start_of(Seed seed, std::string_view axis) {
  return static_cast<double>(mix64(seed.child(axis).value) >> 11) * 0x1p-53 * spread;
}

/// What one thread needs for slice after slice.
class Slicer {
 public:
  Slicer(const Realisations& realisations, const LabEffort& effort)
      : realisations_(realisations),
        step_(effort.slice_cells / effort.slice_samples),
        transform_(effort.slice_samples),
        points_(effort.slice_samples),
        values_(effort.slice_samples),
        spectrum_(effort.slice_samples / 2 + 1) {}

  /// Adds the spectrum of the slice of one realisation.
  void add(std::uint64_t index, LabPlace start, double degrees, SpectrumSums& sums, std::size_t direction) {
    const double angle = degrees * std::numbers::pi / 180, dx = std::cos(angle) * step_, dy = std::sin(angle) * step_;
    for (std::size_t i = 0; i < points_.size(); ++i)
      points_[i] = realisations_.point({start.x + static_cast<double>(i) * dx, start.y + static_cast<double>(i) * dy});
    (void)realisations_.noise(index).points(points_, values_, {.threads = 1}).ok();
    transform_.run(values_.data(), spectrum_.data());
    for (std::size_t f = 0; f < spectrum_.size(); ++f) {
      const double power = double{std::norm(spectrum_[f])};
      sums.modulus[direction][f] += std::sqrt(power);
      sums.square[direction][f] += power;
      sums.fourth[direction][f] += power * power;
    }
  }

 private:
  const Realisations& realisations_;
  double step_;
  LineTransform transform_;
  std::vector<Point2> points_;
  std::vector<float> values_;
  std::vector<std::complex<float>> spectrum_;
};

}  // namespace

Result<LabSlices> measure_slices(const LabSubject& subject, const LabEffort& effort, bool through_vertex, Seed seed,
                                 const Execution& execution) {
  const Realisations realisations(subject, seed);
  LabSlices found{.through_vertex = through_vertex, .frequency_step = 1 / effort.slice_cells, .directions = all_directions()};
  const std::size_t directions = found.directions.size(), frequencies = effort.slice_samples / 2 + 1;
  const std::uint64_t in_group = std::max<std::uint64_t>(2, effort.slices / groups);
  std::vector<SpectrumSums> sums(groups, SpectrumSums(directions, frequencies));
  for (SpectrumSums& group : sums) group.count = in_group;
  CRATON_TRY(parallel_blocks(directions * groups, 1, execution, [&](std::uint64_t block, std::uint64_t) {
    const std::uint64_t direction = block / groups, group = block % groups;
    Slicer slicer(realisations, effort);
    for (std::uint64_t i = 0; i < in_group; ++i) {
      if (execution.cancel && execution.cancel->cancelled()) return;
      const std::uint64_t index = block * in_group + i;
      const Seed own = realisations.seed(index);
      const LabPlace start = through_vertex ? subject.places.vertices.at(0) : LabPlace{start_of(own, "x"), start_of(own, "y")};
      slicer.add(index, start, found.directions[direction], sums[group], direction);
    }
  }));
  fill_anisotropy(sums, even_directions, found);
  return found;
}

}  // namespace craton::lab
