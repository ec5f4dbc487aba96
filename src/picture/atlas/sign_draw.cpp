#include "picture/atlas/sign_draw.h"

#include <algorithm>
#include <cmath>

#include "picture/atlas/paper.h"

namespace craton::atlas {
namespace {

constexpr Ink outline{{0x3f, 0x2b, 0x19}, 0.95}, hatch{{0x46, 0x30, 0x1c}, 0.72};
constexpr Ink shade{{0x6e, 0x51, 0x30}, 0.30}, lit{{0xef, 0xe4, 0xc6}, 0.92};
constexpr Ink leaf{{0x8c, 0x92, 0x58}, 0.75}, leaf_shade{{0x4a, 0x50, 0x2a}, 0.55};

/// Places of a sign: x −1 … 1 across it, y 0 … 1 from its foot to its top; chances that are its own.
class Sketch {
 public:
  Sketch(Drawing& drawing, const LandSign& sign, double unit) : drawing_(drawing), sign_(sign), unit_(unit) {}

  Spot at(double x, double y) const { return {sign_.foot.x + x * sign_.half_width, sign_.foot.y - y * sign_.height}; }
  double chance(std::uint32_t number) const { return scattered(sign_.salt, number, 71); }
  double wobble(std::uint32_t number, double by) const { return (2 * chance(number) - 1) * by; }

  void line(const Line& line, const Ink& ink, double width) const {
    Shape shape;
    shape.add_smooth(line);
    drawing_.stroke(std::move(shape), {ink, width * unit_});
  }
  void area(const Line& line, const Ink& ink) const {
    Shape shape;
    shape.add_smooth(line, true);
    drawing_.fill(std::move(shape), ink);
  }
  void sharp_area(const Line& line, const Ink& ink) const { drawing_.fill(shape_of(line, true), ink); }
  void strokes(Shape shape, const Ink& ink, double width) const { drawing_.stroke(std::move(shape), {ink, width * unit_}); }

 private:
  Drawing& drawing_;
  const LandSign& sign_;
  double unit_;
};

void draw_mountain(const Sketch& s, double half_width, double unit) {
  const double top = s.wobble(0, 0.16);
  // Two slopes with shoulders, and the ridge that comes down towards the eye and parts light from shadow.
  const Line left{s.at(-1, 0), s.at(-0.72 + s.wobble(1, 0.05), 0.25 + s.wobble(2, 0.06)),
                  s.at(-0.42 + s.wobble(3, 0.06), 0.6 + s.wobble(4, 0.05)), s.at(top, 1)};
  const Line right{s.at(top, 1), s.at(0.36 + s.wobble(5, 0.06), 0.62 + s.wobble(6, 0.05)),
                   s.at(0.68 + s.wobble(7, 0.05), 0.28 + s.wobble(8, 0.05)), s.at(1, 0)};
  const Line ridge{s.at(top, 1), s.at(top + 0.1 + s.wobble(9, 0.06), 0.72), s.at(top - 0.02 + s.wobble(10, 0.08), 0.45),
                   s.at(top + 0.16 + s.wobble(11, 0.08), 0.12)};
  Line body = left;
  body.insert(body.end(), right.begin() + 1, right.end());
  s.sharp_area(body, lit);
  Line dark = right;
  dark.insert(dark.end(), ridge.rbegin(), ridge.rend() - 1);
  s.sharp_area(dark, shade);
  // Hatching down the shadow side, along the fall of the slope.
  Shape strokes;
  const int count = std::clamp(static_cast<int>(half_width / (2.1 * unit)), 3, 9);
  for (int k = 0; k < count; ++k) {
    const double t = (k + 0.6) / (count + 0.4);
    const LineWalk along_right(right), along_ridge(ridge);
    const Spot from = along_right.at(along_right.length() * t),
               inner = along_ridge.at(along_ridge.length() * std::min(t * 1.02, 1.0));
    const double reach = 0.55 + 0.35 * s.chance(30 + static_cast<std::uint32_t>(k));
    const Spot to = between(from, inner, reach * 0.75);
    strokes.move(from);
    strokes.line({to.x, to.y + 0.06 * half_width});
  }
  s.strokes(std::move(strokes), hatch, 0.55);
  Shape few;
  for (int k = 0; k < 2; ++k) {
    const LineWalk along_left(left);
    const Spot from = along_left.at(along_left.length() * (0.35 + 0.3 * k));
    few.move({from.x + 0.08 * half_width, from.y + 0.06 * half_width});
    few.line({from.x + (0.2 + 0.1 * s.chance(50)) * half_width, from.y + 0.3 * half_width});
  }
  s.strokes(std::move(few), {hatch.colour, 0.4}, 0.5);
  s.line(ridge, hatch, 0.6);
  s.line(left, outline, 0.85);
  s.line(right, outline, 1.15);
}

void draw_hill(const Sketch& s) {
  const Line bow{s.at(-1, 0), s.at(-0.6, 0.62 + s.wobble(1, 0.08)), s.at(-0.05 + s.wobble(2, 0.1), 1),
                 s.at(0.55, 0.66 + s.wobble(3, 0.08)), s.at(1, 0)};
  s.area(bow, lit);
  Shape strokes;
  for (int k = 0; k < 4; ++k) {
    const double x = 0.28 + 0.17 * k, y = 0.86 - 0.21 * k;
    strokes.move(s.at(x, y));
    const Spot to = s.at(x - 0.1, y - 0.32);
    strokes.line({to.x, std::min(to.y, s.at(0, 0.02).y)});
  }
  s.strokes(std::move(strokes), hatch, 0.5);
  s.line(bow, outline, 0.8);
}

void draw_leaf_tree(const Sketch& s) {
  Line crown;
  constexpr int lobes = 7;
  for (int k = 0; k < lobes; ++k) {
    const double angle = 6.283185307 * k / lobes, r = 0.86 + s.wobble(static_cast<std::uint32_t>(k), 0.14);
    crown.push_back(s.at(r * std::cos(angle), 0.62 + 0.38 * r * std::sin(angle)));
  }
  s.line({s.at(0, 0), s.at(0, 0.3)}, outline, 0.75);
  s.area(crown, leaf);
  s.area({s.at(0.9, 0.6), s.at(0.62, 0.36), s.at(0.1, 0.27), s.at(0.35, 0.5), s.at(0.55, 0.8)}, leaf_shade);
  crown.push_back(crown.front());
  s.line(crown, outline, 0.55);
}

void draw_needle_tree(const Sketch& s) {
  const double lean = s.wobble(0, 0.12);
  s.line({s.at(0, 0), s.at(0, 0.2)}, outline, 0.75);
  const Line cone{s.at(-0.95, 0.16), s.at(lean, 1), s.at(0.95, 0.16)};
  s.sharp_area(cone, leaf);
  s.sharp_area({s.at(lean, 1), s.at(0.95, 0.16), s.at(0.1, 0.16)}, leaf_shade);
  Shape shape;
  shape.add_line({cone[0], cone[1], cone[2]}, true);
  shape.add_line({s.at(-0.55, 0.46), s.at(-0.05, 0.38), s.at(0.55, 0.46)});
  s.strokes(std::move(shape), outline, 0.5);
}

void draw_palm(const Sketch& s) {
  const double lean = s.wobble(0, 0.3);
  const Spot crown = s.at(lean, 0.72);
  s.line({s.at(0, 0), s.at(0.25 * lean, 0.4), crown}, outline, 0.7);
  for (const double x : {-1.0, -0.6, 0.6, 1.0}) {
    const double rise = std::abs(x) > 0.8 ? 0.1 : 0.3;
    s.line({crown,
            {crown.x + 0.5 * (s.at(x, 0).x - s.at(0, 0).x), crown.y - rise * (s.at(0, 0).y - s.at(0, 1).y)},
            {s.at(x + lean, 0).x, s.at(0, 0.5 + 0.15 * rise).y}},
           leaf_shade, 0.85);
  }
}

void draw_dune(const Sketch& s) {
  Shape shape;
  shape.add_smooth({s.at(-1, 0.2), s.at(-0.3, 0.75), s.at(0.3, 0.5), s.at(1, 0.15)});
  s.strokes(std::move(shape), {{0x8a, 0x62, 0x33}, 0.6}, 0.55);
  Shape dots;
  for (std::uint32_t k = 0; k < 5; ++k) {
    const Spot at = s.at(-0.7 + 0.35 * k + s.wobble(k, 0.1), 0.05 + 0.12 * s.chance(10 + k));
    dots.move(at);
    dots.line({at.x + 0.01, at.y});
  }
  s.strokes(std::move(dots), {{0x8a, 0x62, 0x33}, 0.65}, 0.85);
}

}  // namespace

void draw_land_signs(Drawing& drawing, const std::vector<LandSign>& signs, double unit) {
  drawing.begin("signs");
  for (const LandSign& sign : signs) {
    const Sketch sketch(drawing, sign, unit);
    switch (sign.kind) {
      case LandSign::Kind::mountain: draw_mountain(sketch, sign.half_width, unit); break;
      case LandSign::Kind::hill: draw_hill(sketch); break;
      case LandSign::Kind::leaf_tree: draw_leaf_tree(sketch); break;
      case LandSign::Kind::needle_tree: draw_needle_tree(sketch); break;
      case LandSign::Kind::palm: draw_palm(sketch); break;
      case LandSign::Kind::dune: draw_dune(sketch); break;
    }
  }
  drawing.end();
}

}  // namespace craton::atlas
