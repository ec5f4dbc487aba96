// What the lab measures against what the definitions of four noises say. Corners of a lattice carry independent random numbers,
// so that the covariance of two places is a sum over corners of how much either feels them: for gradients with mean square ½
// along any line, k(Δ) k(Δ′) (Δ·Δ′) ∕ 2.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <vector>

#include "lab/measurements.h"

namespace craton::lab {
namespace {

using Covariance = std::function<double(LabPlace, LabPlace)>;

/// Calls `visit` for the whole numbers (a, b) around the window.
template <class Visit>
void around(const Visit& visit) {
  for (int b = -4; b < 10; ++b)
    for (int a = -4; a < 10; ++a) visit(double(a), double(b));
}

double gradients_feel(LabPlace p, LabPlace q, LabPlace corner, const std::function<double(double, double)>& falloff) {
  const double px = p.x - corner.x, py = p.y - corner.y, qx = q.x - corner.x, qy = q.y - corner.y;
  return falloff(px, py) * falloff(qx, qy) * (px * qx + py * qy) / 2;
}

/// Perlin 2002: 6t⁵ − 15t⁴ + 10t³ along each axis.
double blend(double x, double y) {
  const auto one = [](double d) {
    const double t = std::max(0.0, 1 - std::abs(d));
    return t * t * t * (t * (t * 6 - 15) + 10);
  };
  return one(x) * one(y);
}

double perlin(LabPlace p, LabPlace q) {
  double sum = 0;
  around([&](double a, double b) { sum += gradients_feel(p, q, {a, b}, blend); });
  return 2 * sum;  // the length of gradients is √2
}

/// Values even in [−1, 1): mean square 1/3.
double value(LabPlace p, LabPlace q) {
  double sum = 0;
  around([&](double a, double b) { sum += blend(p.x - a, p.y - b) * blend(q.x - a, q.y - b); });
  return sum / 3;
}

LabPlace triangle_vertex(double a, double b) {
  const double g = (3 - std::numbers::sqrt3) / 6;
  return {a - g * (a + b), b - g * (a + b)};
}

double simplex(LabPlace p, LabPlace q) {
  const auto falloff = [](double x, double y) { return std::pow(std::max(0.0, 0.5 - x * x - y * y), 4); };
  double sum = 0;
  around([&](double a, double b) { sum += gradients_feel(p, q, triangle_vertex(a, b), falloff); });
  return 99.20511 * 99.20511 * sum;
}

/// Source 001: discs at vertices (radius √6/6) and at centres of triangles (√2/6), ellipses at middles of sides.
double kite(LabPlace p, LabPlace q) {
  const auto disc = [](double factor) {
    return [factor](double x, double y) { return std::pow(std::max(0.0, 1 - factor * (x * x + y * y)), 4); };
  };
  double sum = 0;
  around([&](double a, double b) {
    const LabPlace vertex = triangle_vertex(a, b);
    sum += gradients_feel(p, q, vertex, disc(6));
    // Two triangles and three sides belong to each vertex: along (1, 0), (0, 1) and (1, 1) of the lattice.
    for (const LabPlace far : {triangle_vertex(a + 1, b), triangle_vertex(a, b + 1)}) {
      const LabPlace corner = triangle_vertex(a + 1, b + 1);
      sum += gradients_feel(p, q, {(vertex.x + far.x + corner.x) / 3, (vertex.y + far.y + corner.y) / 3}, disc(18));
    }
    for (const LabPlace end : {triangle_vertex(a + 1, b), triangle_vertex(a, b + 1), triangle_vertex(a + 1, b + 1)}) {
      const double length = std::hypot(end.x - vertex.x, end.y - vertex.y);
      const double c = (end.x - vertex.x) / length, s = (end.y - vertex.y) / length;
      const auto ellipse = [c, s](double x, double y) {
        const double u = c * x + s * y, v = c * y - s * x;
        return std::pow(std::max(0.0, 1 - 27.0 / 4 * u * u - 18 * v * v), 4);
      };
      sum += gradients_feel(p, q, {(vertex.x + end.x) / 2, (vertex.y + end.y) / 2}, ellipse);
    }
  });
  return 8.390747 * 8.390747 * sum;  // 8, scaled into [−1, 1]
}

/// Measures a few times with other seeds; how far the mean lies from the closed form, in its own errors.
class Agreement {
 public:
  void add(const std::vector<double>& measured, double expected) {
    double sum = 0, squares = 0;
    for (const double m : measured) sum += m;
    const auto n = static_cast<double>(measured.size());
    for (const double m : measured) squares += (m - sum / n) * (m - sum / n);
    const double error = std::sqrt(squares / (n - 1) / n);
    if (std::abs(expected) < 1e-4) {  // at vertices both are 0
      EXPECT_LT(std::abs(sum / n), std::max(1e-4, 7 * error));
      return;
    }
    const double off = (sum / n - expected) / error;
    largest = std::max(largest, std::abs(off));
    total += off * off;
    ++count;
  }
  double root_mean_square() const { return std::sqrt(total / count); }
  double largest = 0;
  int count = 0;

 private:
  double total = 0;
};

void expect_agreement(std::string_view kind, const Covariance& covariance) {
  const LabSubject subject = *lab_subject_of_kind(kind);
  LabEffort effort = LabEffort::quick();
  effort.field_side = 24;
  effort.field_realisations = 800;
  constexpr std::size_t times = 12;
  std::vector<FieldFindings> found;
  for (std::uint64_t seed = 0; seed < times; ++seed) {
    Result<FieldFindings> one = measure_fields(subject, effort, Seed{seed}, {});
    ASSERT_TRUE(one);
    found.push_back(*std::move(one));
  }
  Agreement variances, covariances;
  for (std::size_t i = 0; i < std::size_t{24} * 24; ++i) {
    const auto place = [i](LabWindow window) {
      const double step = (window.high - window.low) / 24;
      return LabPlace{window.low + step * static_cast<double>(i % 24), window.low + step * static_cast<double>(i / 24)};
    };
    std::vector<double> variance(times), at_anchor(times);
    for (std::size_t t = 0; t < times; ++t) {
      variance[t] = double{found[t].field.variance[i]};
      at_anchor[t] = double{found[t].correlations[0].covariance[i]};
    }
    const LabPlace p = place(subject.places.field), q = place(subject.places.correlations);
    variances.add(variance, covariance(p, p));
    if (const double expected = covariance(subject.places.anchors[0], q); std::abs(expected) > 1e-4)
      covariances.add(at_anchor, expected);
  }
  // Student's t with 11 degrees of freedom has a deviation of 1.11; neighbours go together. Beyond 8 once in 150 000 times. A
  // covariance with value noise hangs on four corners only, so that its errors may all be small together.
  for (const auto& [name, agreement] : {std::pair{"variance", variances}, std::pair{"covariance", covariances}}) {
    EXPECT_GT(agreement.count, 30) << kind << ", " << name;
    EXPECT_LT(agreement.largest, 8) << kind << ", " << name;
    EXPECT_GT(agreement.root_mean_square(), 0.4) << kind << ", " << name << ": errors are told too large";
    EXPECT_LT(agreement.root_mean_square(), 1.6) << kind << ", " << name;
  }
}

TEST(LabClosedForms, PerlinHasItsVarianceAndCovariance) { expect_agreement("perlin", perlin); }
TEST(LabClosedForms, ValueHasItsVarianceAndCovariance) { expect_agreement("value", value); }
TEST(LabClosedForms, SimplexHasItsVarianceAndCovariance) { expect_agreement("simplex", simplex); }
TEST(LabClosedForms, KiteHasItsVarianceAndCovariance) { expect_agreement("kite", kite); }

}  // namespace
}  // namespace craton::lab
