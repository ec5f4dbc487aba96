// The mean modulus of the 2D Fourier transform over many seeds (source 001, sections 3.4 and 6.4), and the shape of its outline.
#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <numbers>
#include <tuple>
#include <vector>

#include "base/parallel.h"
#include "lab/measurements.h"
#include "lab/realisations.h"
#include "lab/transform.h"

namespace craton::lab {
namespace {

constexpr std::uint64_t batches = 16;
constexpr double highest_shown = 5;  // cycles a cell: kite noise has nothing beyond it
constexpr std::size_t outline_directions = 72;
constexpr double ring_width = 0.5;  // cycles a cell
constexpr std::size_t waves = std::tuple_size_v<decltype(LabRing::wave)>;

/// Sums of moduli for frequencies kx = 0 … reach and ky = −reach … reach; the other half mirrors them.
struct HalfPlane {
  std::int64_t reach;
  std::vector<double> sums;

  explicit HalfPlane(std::int64_t r) : reach(r), sums(static_cast<std::size_t>((r + 1) * (2 * r + 1))) {}
  double& at(std::int64_t kx, std::int64_t ky) { return sums[static_cast<std::size_t>((ky + reach) * (reach + 1) + kx)]; }
  double at(std::int64_t kx, std::int64_t ky) const {
    if (kx < 0) return at(-kx, -ky);
    return sums[static_cast<std::size_t>((ky + reach) * (reach + 1) + kx)];
  }
  void add(const HalfPlane& other) {
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += other.sums[i];
  }
};

/// The transform of one realisation after another: rows first, then those columns that are kept.
class PlaneTransform {
 public:
  PlaneTransform(std::uint32_t side, std::int64_t reach)
      : side_(side),
        kept_(static_cast<std::size_t>(reach + 1)),
        rows_(side),
        columns_(side),
        row_(side / 2 + 1),
        half_(std::size_t{side} * kept_),
        column_(side),
        out_(side) {}

  void add_modulus(const std::vector<float>& values, HalfPlane& sums) {
    for (std::size_t y = 0; y < side_; ++y) {
      rows_.run(values.data() + y * side_, row_.data());
      std::copy_n(row_.begin(), kept_, half_.begin() + static_cast<std::ptrdiff_t>(y * kept_));
    }
    const std::int64_t reach = sums.reach;
    for (std::size_t kx = 0; kx < kept_; ++kx) {
      for (std::size_t y = 0; y < side_; ++y) column_[y] = half_[y * kept_ + kx];
      columns_.run(column_.data(), out_.data());
      for (std::int64_t ky = -reach; ky <= reach; ++ky)
        sums.at(static_cast<std::int64_t>(kx), ky) +=
            double{std::abs(out_[static_cast<std::size_t>(ky < 0 ? ky + std::int64_t{side_} : ky)])};
    }
  }

 private:
  std::uint32_t side_;
  std::size_t kept_;
  LineTransform rows_;
  ComplexTransform columns_;
  std::vector<std::complex<float>> row_, half_, column_, out_;
};

/// Means over rings one frequency wide; ring 0 is the frequency 0 alone.
std::vector<double> radial_means(const HalfPlane& plane) {
  std::vector<double> sum(static_cast<std::size_t>(plane.reach) + 1), count(sum.size());
  for (std::int64_t ky = -plane.reach; ky <= plane.reach; ++ky)
    for (std::int64_t kx = 0; kx <= plane.reach; ++kx) {
      const auto ring = static_cast<std::size_t>(std::lround(std::hypot(double(kx), double(ky))));
      if (ring >= sum.size()) continue;
      sum[ring] += plane.at(kx, ky);
      ++count[ring];
    }
  for (std::size_t r = 0; r < sum.size(); ++r) sum[r] /= count[r];
  return sum;
}

/// Five rings smoothed into one.
std::vector<double> smoothed(const std::vector<double>& values) {
  std::vector<double> out(values.size());
  const auto n = static_cast<std::ptrdiff_t>(values.size());
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    double sum = 0;
    int count = 0;
    for (std::ptrdiff_t j = std::max<std::ptrdiff_t>(1, i - 2); j <= std::min(n - 1, i + 2); ++j, ++count)
      sum += values[static_cast<std::size_t>(j)];
    out[static_cast<std::size_t>(i)] = count ? sum / count : values[static_cast<std::size_t>(i)];
  }
  return out;
}

/// The distance at which the modulus falls below `level` for good, by direction; in rings. 0 where it never rises above it.
std::vector<double> outline_of(const HalfPlane& plane, double level) {
  const auto rings = static_cast<std::size_t>(plane.reach) + 1;
  std::vector<std::vector<double>> sum(outline_directions, std::vector<double>(rings)), count = sum;
  for (std::int64_t ky = -plane.reach; ky <= plane.reach; ++ky)
    for (std::int64_t kx = -plane.reach; kx <= plane.reach; ++kx) {
      const double distance = std::hypot(double(kx), double(ky));
      const auto ring = static_cast<std::size_t>(std::lround(distance));
      if (ring == 0 || ring >= rings) continue;
      const double turn = std::atan2(double(ky), double(kx)) / (2 * std::numbers::pi) + 1;
      const auto direction = static_cast<std::size_t>(std::lround(turn * double{outline_directions})) % outline_directions;
      sum[direction][ring] += plane.at(kx, ky);
      ++count[direction][ring];
    }
  std::vector<double> outline(outline_directions);
  for (std::size_t d = 0; d < outline_directions; ++d) {
    // Near 0 a direction has no sample of its own in some rings: those take the ring before.
    for (std::size_t r = 1; r < rings; ++r) sum[d][r] = count[d][r] > 0 ? sum[d][r] / count[d][r] : sum[d][r - 1];
    const std::vector<double> profile = smoothed(sum[d]);
    std::size_t r = rings - 1;
    while (r > 0 && profile[r] < level) --r;
    if (r == 0 || r + 1 >= rings) continue;
    outline[d] = static_cast<double>(r) + (profile[r] - level) / (profile[r] - profile[r + 1]);
  }
  return outline;
}

/// Its m-fold part, of its mean.
std::complex<double> wave_of(const std::vector<double>& outline, std::size_t m) {
  std::complex<double> sum = 0;
  double mean = 0;
  for (std::size_t d = 0; d < outline.size(); ++d) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(d) / static_cast<double>(outline.size());
    sum += std::polar(outline[d], -angle * static_cast<double>(m));
    mean += outline[d];
  }
  return mean > 0 ? 2.0 * sum / mean : 0.0;
}

/// Where 1 + a cos(mθ + φ) is largest first: mθ = −φ. `wave` has the phase φ.
double corner_of(std::complex<double> wave, std::size_t m) {
  const double turn = 360.0 / static_cast<double>(m), corner = -std::arg(wave) / (2 * std::numbers::pi) * turn;
  return corner < 0 ? corner + turn : corner;
}

using Waves = std::array<std::complex<double>, waves>;

/// The m-fold parts of the modulus in rings, of the mean at the same distance. That mean is taken away first: a ring has not
/// quite as many frequencies in one direction as in another.
std::vector<Waves> ring_waves(const HalfPlane& plane, const std::vector<double>& radial, double cells) {
  const auto count = static_cast<std::size_t>(static_cast<double>(plane.reach) / cells / ring_width);
  std::vector<Waves> sums(count);
  std::vector<double> frequencies(count);
  for (std::int64_t ky = -plane.reach; ky <= plane.reach; ++ky)
    for (std::int64_t kx = -plane.reach; kx <= plane.reach; ++kx) {
      const double distance = std::hypot(double(kx), double(ky));
      const auto circle = static_cast<std::size_t>(std::lround(distance));
      const auto ring = static_cast<std::size_t>(std::lround(distance / cells / ring_width));
      if (ring == 0 || ring > count || circle >= radial.size() || !(radial[circle] > 0)) continue;
      const std::complex<double> once = std::complex<double>(double(kx), -double(ky)) / distance, twice = once * once;
      std::complex<double> part = plane.at(kx, ky) / radial[circle] - 1;
      for (std::size_t m = 2; m < waves; m += 2) sums[ring - 1][m] += part *= twice;
      ++frequencies[ring - 1];
    }
  for (std::size_t r = 0; r < count; ++r)
    for (std::complex<double>& wave : sums[r]) wave *= 2 / std::max(1.0, frequencies[r]);
  return sums;
}

struct Shape {
  std::vector<double> radial, outline;
  std::vector<Waves> rings;
  double largest = 0;
};

Shape shape_of(const HalfPlane& plane, double cells) {
  Shape shape;
  shape.radial = radial_means(plane);
  shape.rings = ring_waves(plane, shape.radial, cells);
  const std::vector<double> smooth = smoothed(shape.radial);
  shape.largest = *std::max_element(smooth.begin() + 1, smooth.end());
  shape.outline = outline_of(plane, shape.largest / 2);
  return shape;
}

void fill_outline(const Shape& shape, const Shape& first_half, const Shape& second_half, double cells, LabPlaneSpectrum& found) {
  double squares = 0;
  int count = 0;
  for (std::size_t m = 1; m < found.outline_wave.size(); ++m) {
    const std::complex<double> wave = wave_of(shape.outline, m);
    found.outline_wave[m] = std::abs(wave);
    found.outline_wave_corner[m] = corner_of(wave, m);
    if (m % 2) continue;  // moduli are the same at f and −f: odd parts are 0
    squares += std::norm(wave_of(first_half.outline, m) - wave_of(second_half.outline, m));
    ++count;
  }
  found.outline_error = std::sqrt(squares / count) / 2;
  for (const double distance : shape.outline) found.outline.push_back(distance / cells);
}

void fill_rings(const Shape& shape, const Shape& first_half, const Shape& second_half, LabPlaneSpectrum& found) {
  for (std::size_t r = 0; r < shape.rings.size(); ++r) {
    LabRing ring{.frequency = ring_width * static_cast<double>(r + 1)};
    double squares = 0;
    int count = 0;
    for (std::size_t m = 2; m < waves; m += 2, ++count) {
      ring.wave[m] = std::abs(shape.rings[r][m]);
      ring.corner[m] = corner_of(shape.rings[r][m], m);
      squares += std::norm(first_half.rings[r][m] - second_half.rings[r][m]);
    }
    ring.error = std::sqrt(squares / count) / 2;
    found.rings.push_back(ring);
  }
}

LabPlaneSpectrum finding_of(const HalfPlane& plane, const Shape& shape, double cells) {
  LabPlaneSpectrum found{.side = static_cast<std::uint32_t>(2 * plane.reach + 1),
                         .highest = static_cast<double>(plane.reach) / cells,
                         .ring_step = 1 / cells};
  double energy = 0, moment = 0, largest = -1;
  for (std::int64_t ky = -plane.reach; ky <= plane.reach; ++ky)
    for (std::int64_t kx = -plane.reach; kx <= plane.reach; ++kx) {
      const double modulus = plane.at(kx, ky), distance = std::hypot(double(kx), double(ky));
      found.modulus.push_back(static_cast<float>(modulus / shape.largest));
      energy += modulus * modulus;
      moment += modulus * modulus * distance;
    }
  found.centroid_frequency = moment / energy / cells;
  const std::vector<double> smooth = smoothed(shape.radial);
  for (std::size_t r = 0; r < smooth.size(); ++r) {
    found.radial.push_back(shape.radial[r] / shape.largest);
    if (r > 0 && smooth[r] > largest) {
      largest = smooth[r];
      found.peak_frequency = static_cast<double>(r) / cells;
    }
  }
  return found;
}

}  // namespace

Result<LabPlaneSpectrum> measure_plane(const LabSubject& subject, const LabEffort& effort, Seed seed,
                                       const Execution& execution) {
  const Realisations realisations(subject, seed);
  const std::uint32_t side = effort.plane_side;
  const Grid2 grid = realisations.grid({0, effort.plane_cells}, side);
  const auto reach = std::min<std::int64_t>(static_cast<std::int64_t>(highest_shown * effort.plane_cells), side / 2 - 1);
  const std::uint64_t parts = std::min<std::uint64_t>(batches, effort.plane_realisations);
  std::vector<HalfPlane> sums(parts, HalfPlane(reach));
  CRATON_TRY(parallel_blocks(parts, 1, execution, [&](std::uint64_t batch, std::uint64_t) {
    PlaneTransform transform(side, reach);
    std::vector<float> values(grid.sample_count());
    const std::uint64_t end = effort.plane_realisations * (batch + 1) / parts;
    for (std::uint64_t i = effort.plane_realisations * batch / parts; i < end; ++i) {
      if (execution.cancel && execution.cancel->cancelled()) return;
      (void)realisations.noise(i).grid(grid, values, {.threads = 1}).ok();
      transform.add_modulus(values, sums[batch]);
    }
  }));
  HalfPlane first_half(reach), second_half(reach);
  for (std::size_t b = 0; b < sums.size(); ++b) (b % 2 ? second_half : first_half).add(sums[b]);
  HalfPlane whole = first_half;
  whole.add(second_half);
  const Shape shape = shape_of(whole, effort.plane_cells), first = shape_of(first_half, effort.plane_cells),
              second = shape_of(second_half, effort.plane_cells);
  LabPlaneSpectrum found = finding_of(whole, shape, effort.plane_cells);
  fill_outline(shape, first, second, effort.plane_cells, found);
  fill_rings(shape, first, second, found);
  return found;
}

}  // namespace craton::lab
