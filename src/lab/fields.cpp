// Means, variances and correlations over many seeds (source 001, sections 3.1 and 6.1).
#include <algorithm>
#include <cmath>
#include <span>

#include "base/parallel.h"
#include "lab/measurements.h"
#include "lab/realisations.h"

namespace craton::lab {
namespace {

// Batches are summed alone and then added in order, so that threads make no difference; they also tell how results scatter.
constexpr std::uint64_t batches = 20;

/// Sums over realisations: of values, of squares, and of products with the value at each anchor, for every sample of a grid.
struct Sums {
  std::uint64_t count = 0;
  std::vector<double> value, square;
  std::vector<std::vector<double>> product;         // [anchor][sample]
  std::vector<double> anchor_value, anchor_square;  // [anchor]

  Sums(std::size_t samples, std::size_t anchors)
      : value(samples),
        square(samples),
        product(anchors, std::vector<double>(samples)),
        anchor_value(anchors),
        anchor_square(anchors) {}

  void add(std::span<const float> values, std::span<const double> at_anchors) {
    ++count;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double v = double{values[i]};
      value[i] += v;
      square[i] += v * v;
    }
    for (std::size_t a = 0; a < at_anchors.size(); ++a) {
      const double anchor = at_anchors[a];
      double* sum = product[a].data();
      for (std::size_t i = 0; i < values.size(); ++i) sum[i] += anchor * double{values[i]};
      anchor_value[a] += anchor;
      anchor_square[a] += anchor * anchor;
    }
  }

  void add(const Sums& other) {
    const auto add_all = [](std::vector<double>& to, const std::vector<double>& from) {
      for (std::size_t i = 0; i < to.size(); ++i) to[i] += from[i];
    };
    count += other.count;
    add_all(value, other.value);
    add_all(square, other.square);
    for (std::size_t a = 0; a < product.size(); ++a) add_all(product[a], other.product[a]);
    add_all(anchor_value, other.anchor_value);
    add_all(anchor_square, other.anchor_square);
  }

  double mean(std::size_t i) const { return value[i] / static_cast<double>(count); }
  double variance(std::size_t i) const {
    const auto n = static_cast<double>(count);
    return std::max(0.0, (square[i] - value[i] * value[i] / n) / (n - 1));
  }
};

/// The point that Student's t with `freedom` degrees exceeds, to either side, with probability 5 %: the normal one with the
/// expansion of Cornish & Fisher (1937); good to 1e-4 from 30 degrees on.
double student_limit(double freedom) {
  constexpr double z = 1.959963984540054;
  const double z3 = z * z * z, z5 = z3 * z * z;
  return z + (z3 + z) / (4 * freedom) + (5 * z5 + 16 * z3 + 3 * z) / (96 * freedom * freedom);
}

/// The share of samples whose mean is not 0 by Student's test. Samples that never vary (vertices) have no test.
double rejected_share(const Sums& sums) {
  const auto n = static_cast<double>(sums.count);
  const double limit = student_limit(n - 1);
  std::size_t tested = 0, rejected = 0;
  for (std::size_t i = 0; i < sums.value.size(); ++i) {
    const double variance = sums.variance(i), mean = sums.mean(i);
    if (!(variance > 1e-12)) continue;
    ++tested;
    rejected += mean * mean * n > limit * limit * variance;
  }
  return tested ? static_cast<double>(rejected) / static_cast<double>(tested) : 0;
}

Result<std::vector<Sums>> sum_batches(const Realisations& realisations, const Grid2& grid, std::span<const LabPlace> anchors,
                                      std::uint64_t count, const Execution& execution) {
  std::vector<Sums> sums(batches, Sums(grid.sample_count(), anchors.size()));
  CRATON_TRY(parallel_blocks(batches, 1, execution, [&](std::uint64_t batch, std::uint64_t) {
    std::vector<float> values(grid.sample_count());
    std::vector<double> at_anchors(anchors.size());
    for (std::uint64_t i = count * batch / batches; i < count * (batch + 1) / batches; ++i) {
      if (execution.cancel && execution.cancel->cancelled()) return;
      const Noise noise = realisations.noise(i);
      (void)noise.grid(grid, values, {.threads = 1}).ok();
      for (std::size_t a = 0; a < anchors.size(); ++a) at_anchors[a] = double{noise.at(realisations.point(anchors[a]))};
      sums[batch].add(values, at_anchors);
    }
  }));
  return sums;
}

Sums total_of(const std::vector<Sums>& sums) {
  Sums total = sums[0];
  for (std::size_t b = 1; b < sums.size(); ++b) total.add(sums[b]);
  return total;
}

void fill_field(const std::vector<Sums>& sums, const Sums& total, LabField& field) {
  double variance_sum = 0, variance_squares = 0;
  for (std::size_t i = 0; i < total.value.size(); ++i) {
    const double variance = total.variance(i);
    field.mean.push_back(static_cast<float>(total.mean(i)));
    field.variance.push_back(static_cast<float>(variance));
    variance_sum += variance;
    variance_squares += variance * variance;
  }
  const auto n = static_cast<double>(total.value.size());
  field.mean_variance = variance_sum / n;
  field.variance_spread =
      field.mean_variance > 0
          ? std::sqrt(std::max(0.0, variance_squares / n - field.mean_variance * field.mean_variance)) / field.mean_variance
          : 0;
  field.rejected = rejected_share(total);
  double share_sum = 0, share_squares = 0;
  for (const Sums& batch : sums) {
    const double share = rejected_share(batch);
    share_sum += share;
    share_squares += share * share;
  }
  const double mean_share = share_sum / batches;
  field.rejected_error = std::sqrt(std::max(0.0, share_squares / batches - mean_share * mean_share));
}

LabCorrelation correlation_of(const Sums& total, std::size_t anchor, LabPlace place, LabWindow window, std::uint32_t side) {
  LabCorrelation found{.anchor = place, .window = window, .side = side};
  const auto n = static_cast<double>(total.count);
  const double anchor_mean = total.anchor_value[anchor] / n;
  const double anchor_variance = (total.anchor_square[anchor] - n * anchor_mean * anchor_mean) / (n - 1);
  found.lowest = 1;
  for (std::size_t i = 0; i < total.value.size(); ++i) {
    const double covariance = (total.product[anchor][i] - n * anchor_mean * total.mean(i)) / (n - 1);
    const double scale = std::sqrt(anchor_variance * total.variance(i));
    const double correlation = scale > 1e-12 ? covariance / scale : 0;
    found.covariance.push_back(static_cast<float>(covariance));
    found.correlation.push_back(static_cast<float>(correlation));
    if (correlation < found.lowest) {
      const double step = (window.high - window.low) / side;
      found.lowest = correlation;
      const auto column = i % side, row = i / side;
      found.lowest_at = {window.low + static_cast<double>(column) * step, window.low + static_cast<double>(row) * step};
    }
  }
  return found;
}

/// The largest variance at a vertex.
Result<double> vertex_variance(const Realisations& realisations, std::span<const LabPlace> vertices, std::uint64_t count,
                               const Execution& execution) {
  std::vector<double> squares(vertices.size());
  CRATON_TRY(parallel_blocks(vertices.size(), 1, execution, [&](std::uint64_t v, std::uint64_t) {
    double value = 0, square = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
      const double at_vertex = double{realisations.noise(i).at(realisations.point(vertices[v]))};
      value += at_vertex;
      square += at_vertex * at_vertex;
    }
    squares[v] = square / static_cast<double>(count) - std::pow(value / static_cast<double>(count), 2);
  }));
  return squares.empty() ? 0.0 : *std::max_element(squares.begin(), squares.end());
}

}  // namespace

Result<FieldFindings> measure_fields(const LabSubject& subject, const LabEffort& effort, Seed seed, const Execution& execution) {
  const Realisations realisations(subject, seed);
  const LabPlaces& places = subject.places;
  const bool together = places.field.low == places.correlations.low && places.field.high == places.correlations.high;
  PartOfProgress first_part(execution.progress, 0, together ? 0.97 : 0.4), second_part(execution.progress, 0.4, 0.97),
      last_part(execution.progress, 0.97, 1);
  FieldFindings found;
  const std::span<const LabPlace> anchors = places.anchors;
  const Grid2 grid = realisations.grid(places.field, effort.field_side);
  Result<std::vector<Sums>> sums = sum_batches(realisations, grid, together ? anchors : anchors.first(0),
                                               effort.field_realisations, {execution.threads, &first_part, execution.cancel});
  if (!sums) return sums.error();
  Sums total = total_of(*sums);
  found.field.window = places.field;
  found.field.side = effort.field_side;
  fill_field(*sums, total, found.field);
  if (!together) {
    sums = sum_batches(realisations, realisations.grid(places.correlations, effort.field_side), anchors,
                       effort.field_realisations, {execution.threads, &second_part, execution.cancel});
    if (!sums) return sums.error();
    total = total_of(*sums);
  }
  for (std::size_t a = 0; a < anchors.size(); ++a)
    found.correlations.push_back(correlation_of(total, a, anchors[a], places.correlations, effort.field_side));
  CRATON_TRY(const double at_vertices, vertex_variance(realisations, places.vertices, effort.field_realisations,
                                                       {execution.threads, &last_part, execution.cancel}));
  found.field.vertex_variance = found.field.mean_variance > 0 ? at_vertices / found.field.mean_variance : 0;
  return found;
}

}  // namespace craton::lab
