#pragma once

#include <cstdint>

#include "noise/gradients.h"
#include "noise/hat_map.h"
#include "noise/simplex_kernels.h"

/// What kite and hat noise are made of (source 001: "Kite noise and hat noise").
///
/// Triangles of the lattice of simplex noise are cut into three kites each. Gradients sit at the corners of kites: at vertices
/// (V), at the middles of triangles' sides (M) and at their centres (C); in hat noise also at one point E of each long side that
/// two kites of a hat share, where all four E of a hat have the same gradient. A corner contributes t⁴ · (gradient · offset) with
/// t = 1 − 6d² at V, 1 − 18d² at C, and an ellipse along the side at M and E; none of them reaches beyond the kites around it.
/// All are a little smaller still, so that leaving out the corners of other kites is exact for all rounding.
///
/// Every corner but E belongs to a vertex: V itself, the M of the sides towards its neighbours in directions 0, 1 and 2, and the
/// C of the two triangles between these. E lies on the way from a vertex to its neighbour in direction h, 0 … 5.
///
/// The order of the sum is the two M, then V, C and E. Two numbers can be added in either order, so that a grid may add whole
/// discs, kind by kind, and a point its own few corners, and both get the same bits.
namespace craton {

/// Kinds of corners that a vertex has; the sides in the order of their directions.
enum KiteCorner { kite_v, kite_m0, kite_m1, kite_m2, kite_c0, kite_c1, kite_corners };

/// t / factor = room − a x² − b x y − c y²; the factor's fourth power is part of the gradients' length.
struct KiteForm {
  float a, b, c;
};

inline constexpr float kite_shrink = 1.0F - 0x1p-16F;
inline constexpr float kite_room_v = kite_shrink / 6.0F, kite_room_side = kite_shrink / 18.0F;  ///< at V; at M, C and E
inline constexpr float kite_factor_v = 1296.0F, kite_factor_side = 104976.0F;                   ///< 6⁴ and 18⁴

/// A place in the plane, or on the lattice of steps.
template <class Number>
struct KitePlace {
  Number x, y;
};

/// Where corners lie relative to their vertex, and how ellipses are turned, in steps or in units of the lattice.
template <class Number>
struct KiteShape {
  KitePlace<Number> corner[kite_corners];
  KitePlace<Number> next[3];  ///< the neighbours in directions 0, 1 and 2
  KitePlace<Number> e[6];     ///< E, by direction
  KiteForm m_form[3], e_form[3];
};

/// α u² + β v² where u is taken along the direction (cosine, sine) and v across it.
constexpr KiteForm kite_form(double along, double across, double cosine, double sine) {
  return {static_cast<float>(along * cosine * cosine + across * sine * sine),
          static_cast<float>(2 * cosine * sine * (along - across)),
          static_cast<float>(along * sine * sine + across * cosine * cosine)};
}

/// The shape on a lattice whose direction 0 is (cosine, sine). `to_number` takes lengths to Number.
template <class Number, class ToNumber>
constexpr KiteShape<Number> make_kite_shape(double cosine, double sine, const ToNumber& to_number) {
  constexpr double root_2 = 1.4142135623730951, root_3 = 1.7320508075688772;
  constexpr double side = root_2 / root_3, half = side / 2, to_centre = root_2 / 3, to_e = root_2 / 6;
  KiteShape<Number> shape{};
  double x[7]{}, y[7]{};  // directions 0, 1, …, 60° apart
  x[0] = cosine;
  y[0] = sine;
  for (int h = 0; h < 6; ++h) {
    x[h + 1] = 0.5 * x[h] - root_3 / 2 * y[h];
    y[h + 1] = root_3 / 2 * x[h] + 0.5 * y[h];
  }
  const auto place = [&](double px, double py) { return KitePlace<Number>{to_number(px), to_number(py)}; };
  for (int h = 0; h < 6; ++h) shape.e[h] = place(x[h] * to_e, y[h] * to_e);
  for (int h = 0; h < 3; ++h) {
    shape.next[h] = place(x[h] * side, y[h] * side);
    shape.corner[kite_m0 + h] = place(x[h] * half, y[h] * half);
    shape.m_form[h] = kite_form(3.0 / 8, 1, x[h], y[h]);
    shape.e_form[h] = kite_form(1 + root_3 / 2, 1 / 1.3225, x[h], y[h]);
  }
  for (int i = 0; i < 2; ++i) {  // centres lie between two directions
    const double cx = (x[i] + x[i + 1]) / root_3, cy = (y[i] + y[i + 1]) / root_3;
    shape.corner[kite_c0 + i] = place(cx * to_centre, cy * to_centre);
  }
  return shape;
}

inline constexpr double kite_cosine_15 = 0.9659258262890683, kite_sine_15 = 0.25881904510252074;

/// On the lattice of simplex noise, in its steps, modulo 2^32. Neighbours lie where that lattice, whose G is rounded, has them.
inline constexpr KiteShape<std::uint32_t> kite_shape_in_steps = [] {
  auto shape = make_kite_shape<std::uint32_t>(kite_cosine_15, -kite_sine_15, [](double length) {
    const double steps = length * (1 << simplex_step_bits);
    return static_cast<std::uint32_t>(static_cast<std::int32_t>(steps + (steps < 0 ? -0.5 : 0.5)));
  });
  constexpr std::uint32_t one = 1U << simplex_step_bits, g = 0x361962fU;
  shape.next[0] = {one - g, 0U - g};
  shape.next[1] = {one - 2 * g, one - 2 * g};
  shape.next[2] = {0U - g, one - g};
  return shape;
}();

/// On rows along the x axis, in units of the lattice.
inline constexpr KiteShape<float> kite_shape_on_rows =
    make_kite_shape<float>(1, 0, [](double length) { return static_cast<float>(length); });

/// One octave of kite noise, or of hat noise.
struct KiteOctave {
  GradientMaker at_v, at_side;  ///< gradients at V; at M, C and E
  AxisKey key[kite_corners];    ///< added to the keys of a vertex for its corners
  AxisKey hat_key;              ///< added to the keys of a hat's vertex
  bool hats = false;
};

/// A batch of points of hat noise: what the tiling says of each point's kite.
struct HatPoints {
  SimplexPoints::Values<std::uint32_t> hash;       ///< of the hat
  SimplexPoints::Values<std::uint32_t> direction;  ///< of E as seen from the kite's vertex
};

}  // namespace craton
