#include "reference/kite_reference.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/lattice_hash.h"
#include "noise/kite_kernels.h"
#include "noise/simplex_lattice.h"

namespace craton::reference {
namespace {

constexpr double pi = 3.14159265358979323846;
constexpr std::int64_t window = 2;

std::uint32_t hash_of(const OctaveSpec& octave, std::int64_t a, std::int64_t b, std::optional<std::uint64_t> kind) {
  AxisKey sum = AxisKeys(octave.seed, 0)(static_cast<std::uint64_t>(a));
  const AxisKey other = AxisKeys(octave.seed, 1)(static_cast<std::uint64_t>(b));
  sum.low += other.low;
  sum.high += other.high;
  if (kind) {
    const AxisKey key = AxisKeys(octave.seed, 3)(*kind);
    sum.low += key.low;
    sum.high += key.high;
  }
  return lattice_point_hash(sum.low, sum.high);
}

/// Kinds of corners are numbered: V has none, M of directions 0, 1, 2 are 1, 2, 3, C are 4 and 5, hats 6.
std::optional<std::uint64_t> kind_of(int corner) {
  return corner == kite_v ? std::nullopt : std::optional(static_cast<std::uint64_t>(corner));
}

/// A long side that two kites of one hat share: its direction, and the hat's vertex.
struct SharedSide {
  int direction;
  HatVertex hat;
};

/// The three around a vertex: kites 2n and 2n + 1 of a hat share a long side.
std::vector<SharedSide> shared_sides(const HatTiling& tiling, HatVertex vertex) {
  std::vector<SharedSide> sides;
  for (int k = 0; k < 6; ++k) {
    const HatPlace here = tiling.at({vertex, k});
    const Kite partner = here.hat.kites()[static_cast<std::size_t>(here.place ^ 1)];
    if (partner.vertex == vertex && partner.k == (k + 1) % 6) sides.push_back({(k + 1) % 6, here.hat.vertex});
  }
  return sides;
}

float contribution(float room, float x, float y, const KiteForm* form, const Vector& g) {
  float t = form ? (room - form->c * y * y) - x * (form->a * x + form->b * y) : (room - y * y) - x * x;
  t = std::max(t, 0.0F);
  return (t * t) * (t * t) * (g[0] * x + g[1] * y);
}

/// A place among the vertices around it.
class KitePoint {
 public:
  KitePoint(const OctaveSpec& octave, const KiteCoordinates& at) : lattice_(2, octave), at_(at) {
    const SimplexLattice::Place place = lattice_.place(at);
    cell_ = {place.cell[0], place.cell[1]};
  }

  template <class Use>
  void for_each_vertex(const Use& use) const {
    for (std::int64_t j = -window; j <= window; ++j)
      for (std::int64_t i = -window; i <= window; ++i) use(HatVertex{cell_.a + i, cell_.b + j});
  }
  /// place − (vertex + away), along an axis.
  float offset(const HatVertex& vertex, int axis, std::uint32_t away) const {
    const auto a = static_cast<std::uint32_t>(vertex.a), b = static_cast<std::uint32_t>(vertex.b);
    const std::uint32_t corner = ((axis == 0 ? a : b) << 28) - (a + b) * lattice_.unskew_steps() + away;
    return static_cast<float>(static_cast<std::int32_t>(SimplexLattice::steps(at_[static_cast<std::size_t>(axis)]) - corner)) *
           0x1p-28F;
  }

 private:
  SimplexLattice lattice_;
  KiteCoordinates at_;
  HatVertex cell_;
};

}  // namespace

float kite_at(const OctaveSpec& octave, const KiteCoordinates& at, const HatTiling* tiling, bool fixed, float scale) {
  const KitePoint point(octave, at);
  const float at_v = octave.weight * scale * kite_factor_v, at_side = octave.weight * scale * kite_factor_side;
  float sum = 0;
  const auto add = [&](const HatVertex& vertex, int corner) {
    const auto& away = kite_shape_in_steps.corner[corner];
    const bool oval = corner >= kite_m0 && corner <= kite_m2;
    const Vector g = gradient(hash_of(octave, vertex.a, vertex.b, kind_of(corner)), 2, fixed, corner == kite_v ? at_v : at_side);
    sum += contribution(corner == kite_v ? kite_room_v : kite_room_side, point.offset(vertex, 0, away.x),
                        point.offset(vertex, 1, away.y), oval ? &kite_shape_in_steps.m_form[corner - kite_m0] : nullptr, g);
  };
  point.for_each_vertex([&](const HatVertex& vertex) {
    for (int corner = kite_m0; corner <= kite_m2; ++corner) add(vertex, corner);
  });
  point.for_each_vertex([&](const HatVertex& vertex) { add(vertex, kite_v); });
  point.for_each_vertex([&](const HatVertex& vertex) {
    for (int corner = kite_c0; corner <= kite_c1; ++corner) add(vertex, corner);
  });
  if (!tiling) return sum;
  point.for_each_vertex([&](const HatVertex& vertex) {
    if (std::abs(point.offset(vertex, 0, 0)) > 0.6F || std::abs(point.offset(vertex, 1, 0)) > 0.6F) return;  // to save time
    for (const SharedSide& side : shared_sides(*tiling, vertex)) {
      const auto& away = kite_shape_in_steps.e[side.direction];
      sum += contribution(kite_room_side, point.offset(vertex, 0, away.x), point.offset(vertex, 1, away.y),
                          &kite_shape_in_steps.e_form[side.direction % 3],
                          gradient(hash_of(octave, side.hat.a, side.hat.b, kite_corners), 2, fixed, at_side));
    }
  });
  return sum;
}

float periodic_kite_at(const OctaveSpec& octave, Places places, bool fixed, float scale) {
  const float at_v = octave.weight * scale * kite_factor_v, at_side = octave.weight * scale * kite_factor_side;
  const float fx = places[0].fraction_as_float(), fy = places[1].fraction_as_float();
  const bool odd = places[1].cell % 2 != 0;
  const float from_row = fx - (odd ? 0.5F : 0.0F), skewed = from_row + fy * 0.5F;
  const std::int64_t moved = skewed < 0 ? -1 : skewed >= 1 ? 1 : 0;
  const float x = (from_row - static_cast<float>(moved)) * 0.81649658F, y = fy * 0.70710678F;
  const bool by_0 = skewed - static_cast<float>(moved) >= fy;

  // Vertex (a, b) of the triangle's first: on the row above, columns count from half a cell back.
  const auto hash = [&](int a, int b, int corner) {
    const std::int64_t column = moved + a - (b == 1 && !odd ? 1 : 0);
    AxisKey sum = AxisKeys(octave.seed, 0)(octave.axis[0].moved(places[0].cell, column));
    const AxisKey other = AxisKeys(octave.seed, 1)(octave.axis[1].moved(places[1].cell, b));
    const AxisKey kind = corner == kite_v ? AxisKey{} : AxisKeys(octave.seed, 3)(static_cast<std::uint64_t>(corner));
    sum.low += other.low + kind.low;
    sum.high += other.high + kind.high;
    return lattice_point_hash(sum.low, sum.high);
  };
  const KiteShape<float>& shape = kite_shape_on_rows;
  struct VertexOfTriangle {
    int a, b;
    float x, y;
  };
  const KitePlace<float> second = shape.next[by_0 ? 0 : 2], third = shape.next[1];
  const VertexOfTriangle vertex[3] = {{0, 0, 0, 0}, {by_0 ? 1 : 0, by_0 ? 0 : 1, second.x, second.y}, {1, 1, third.x, third.y}};
  const auto distance = [&](const VertexOfTriangle& v) { return (x - v.x) * (x - v.x) + (y - v.y) * (y - v.y); };
  const int nearest = distance(vertex[2]) < std::min(distance(vertex[0]), distance(vertex[1])) ? 2
                      : distance(vertex[1]) < distance(vertex[0])                              ? 1
                                                                                               : 0;
  // Sides of the triangle by the vertex they begin at, with their directions.
  struct Side {
    int from, direction;
  };
  const Side first_second{0, by_0 ? 0 : 2}, first_third{0, 1}, second_third{1, by_0 ? 2 : 0};
  float sum = 0;
  for (const Side& side : {nearest == 2 ? second_third : first_second, nearest == 1 ? second_third : first_third}) {
    const VertexOfTriangle& from = vertex[side.from];
    const auto& m = shape.corner[kite_m0 + side.direction];
    sum += contribution(kite_room_side, (x - from.x) - m.x, (y - from.y) - m.y, &shape.m_form[side.direction],
                        gradient(hash(from.a, from.b, kite_m0 + side.direction), 2, fixed, at_side));
  }
  const VertexOfTriangle& v = vertex[nearest];
  sum += contribution(kite_room_v, x - v.x, y - v.y, nullptr, gradient(hash(v.a, v.b, kite_v), 2, fixed, at_v));
  const int centre = by_0 ? kite_c0 : kite_c1;
  const auto& c = shape.corner[centre];
  return sum + contribution(kite_room_side, x - c.x, y - c.y, nullptr, gradient(hash(0, 0, centre), 2, fixed, at_side));
}

double KiteCornerField::t(double px, double py) const {
  const double dx = px - x, dy = py - y;
  const double u = dx * std::cos(direction) + dy * std::sin(direction), v = dy * std::cos(direction) - dx * std::sin(direction);
  return std::max(0.0, (1 - 0x1p-16) - along * u * u - across * v * v);
}

double KiteCornerField::value(double px, double py) const {
  return std::pow(t(px, py), 4) * (gradient_x * (px - x) + gradient_y * (py - y));
}

std::vector<KiteCornerField> kite_field(const OctaveSpec& octave, const KiteCoordinates& at, const HatTiling* tiling, bool fixed,
                                        float scale) {
  const SimplexLattice lattice(2, octave);
  const SimplexLattice::Place place = lattice.place(at);
  const double g = (3 - std::sqrt(3.0)) / 6;
  std::vector<KiteCornerField> list;
  const auto add = [&](double x, double y, double direction, double along, double across, std::uint32_t hash) {
    const Vector unit = gradient(hash, 2, fixed, 1.0F);
    const double length = double{octave.weight} * double{scale};
    list.push_back({x, y, direction, along, across, double{unit[0]} * length, double{unit[1]} * length});
  };
  for (std::int64_t j = -window; j <= window; ++j)
    for (std::int64_t i = -window; i <= window; ++i) {
      const HatVertex vertex{place.cell[0] + i, place.cell[1] + j};
      const double x = double(i) - double(i + j) * g - place.offset[0], y = double(j) - double(i + j) * g - place.offset[1];
      add(x, y, 0, 6, 6, hash_of(octave, vertex.a, vertex.b, std::nullopt));
      for (int h = 0; h < 3; ++h) {
        const double direction = h * pi / 3 - pi / 12;
        add(x + std::sqrt(6.0) / 6 * std::cos(direction), y + std::sqrt(6.0) / 6 * std::sin(direction), direction, 27.0 / 4, 18,
            hash_of(octave, vertex.a, vertex.b, 1 + static_cast<std::uint64_t>(h)));
      }
      for (int c = 0; c < 2; ++c) {
        const double alpha = pi / 12 + c * pi / 3;
        add(x + std::sqrt(2.0) / 3 * std::cos(alpha), y + std::sqrt(2.0) / 3 * std::sin(alpha), 0, 18, 18,
            hash_of(octave, vertex.a, vertex.b, 4 + static_cast<std::uint64_t>(c)));
      }
      if (!tiling) continue;
      for (const SharedSide& side : shared_sides(*tiling, vertex)) {
        const double beta = side.direction * pi / 3 - pi / 12;
        add(x + std::sqrt(2.0) / 6 * std::cos(beta), y + std::sqrt(2.0) / 6 * std::sin(beta), beta, 18 / (4 - 2 * std::sqrt(3.0)),
            18 / 1.3225, hash_of(octave, side.hat.a, side.hat.b, 6));
      }
    }
  return list;
}

}  // namespace craton::reference
