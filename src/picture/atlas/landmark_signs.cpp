#include "picture/atlas/landmark_signs.h"

#include <array>
#include <string>

namespace craton::atlas {
namespace {

/// What a sign is made of, in halves of its side: x to the right, y downwards, −1 … 1.
class Sign {
 public:
  Sign(Drawing& drawing, Spot at, double half, Rgb8 paper) : drawing_(drawing), at_(at), half_(half), paper_{paper, 0.9} {}

  void area(std::initializer_list<Spot> corners, const Ink& ink) const { drawing_.fill(shape(corners, true), ink); }
  void line(std::initializer_list<Spot> corners, const Ink& ink, double width = 0.2) const {
    drawing_.stroke(shape(corners, false), {ink, width * half_});
  }
  void edged(std::initializer_list<Spot> corners, const Ink& fill, const Ink& edge) const {
    drawing_.stroke(shape(corners, true), {paper_, 0.5 * half_});
    area(corners, fill);
    drawing_.stroke(shape(corners, true), {edge, 0.16 * half_});
  }
  void disc(Spot middle, double radius, const Ink& ink) const {
    Shape circle;
    circle.add_circle(place(middle), radius * half_);
    drawing_.fill(std::move(circle), ink);
  }
  void ring(Spot middle, double radius, const Ink& ink, double width = 0.2) const {
    Shape circle;
    circle.add_circle(place(middle), radius * half_);
    drawing_.stroke(std::move(circle), {ink, width * half_});
  }
  void curve(std::initializer_list<Spot> corners, const Ink& ink, double width = 0.2) const {
    Line line;
    for (const Spot corner : corners) line.push_back(place(corner));
    Shape smooth;
    smooth.add_smooth(line);
    drawing_.stroke(std::move(smooth), {ink, width * half_});
  }

 private:
  Spot place(Spot spot) const { return at_ + spot * half_; }
  Shape shape(std::initializer_list<Spot> corners, bool closed) const {
    Line line;
    for (const Spot corner : corners) line.push_back(place(corner));
    return shape_of(line, closed);
  }
  Drawing& drawing_;
  Spot at_;
  double half_;
  Ink paper_;
};

}  // namespace

void draw_landmark(Drawing& drawing, std::string_view kind, Spot at, double half, AtlasStyle style) {
  const bool old = style == AtlasStyle::parchment;
  const Ink ink{old ? Rgb8{0x3a, 0x24, 0x14} : Rgb8{0x33, 0x30, 0x2c}};
  const Ink red{old ? Rgb8{0x8a, 0x33, 0x1e} : Rgb8{0xb4, 0x3f, 0x2a}},
      blue{old ? Rgb8{0x41, 0x57, 0x62} : Rgb8{0x25, 0x69, 0xa0}};
  const Ink green{old ? Rgb8{0x4f, 0x55, 0x2c} : Rgb8{0x3e, 0x6b, 0x35}},
      stone{old ? Rgb8{0x9a, 0x86, 0x62} : Rgb8{0x8b, 0x85, 0x7b}};
  const Ink pale{old ? Rgb8{0xe9, 0xdb, 0xb5} : Rgb8{0xf6, 0xf3, 0xea}};
  const Sign sign(drawing, at, half, pale.colour);
  if (kind == "volcano") {
    sign.edged({{-0.95, 0.75}, {-0.25, -0.45}, {0.25, -0.45}, {0.95, 0.75}}, red, ink);
    sign.curve({{0, -0.55}, {0.15, -0.8}, {-0.1, -1.0}}, ink, 0.18);
  } else if (kind == "peak" || kind == "lone_peak" || kind == "lone peak") {
    sign.edged({{-0.9, 0.7}, {0, -0.85}, {0.9, 0.7}}, stone, ink);
    sign.area({{-0.29, -0.35}, {0, -0.85}, {0.29, -0.35}, {0, -0.15}}, pale);
  } else if (kind == "waterfall") {
    sign.line({{-0.9, -0.7}, {-0.1, -0.7}}, blue, 0.24);
    for (const double x : {-0.1, 0.25, 0.6}) sign.line({{x, -0.7}, {x, 0.7}}, blue, 0.2);
  } else if (kind == "spring") {
    sign.ring({0, 0}, 0.45, blue, 0.26);
    sign.curve({{0.4, 0.25}, {0.6, 0.6}, {0.95, 0.7}}, blue, 0.22);
  } else if (kind == "cave" || kind == "cave_mouth" || kind == "cave mouth") {
    sign.disc({0, 0.1}, 0.75, pale);
    sign.area({{-0.7, 0.7}, {-0.65, 0}, {-0.3, -0.5}, {0.3, -0.5}, {0.65, 0}, {0.7, 0.7}}, ink);
  } else if (kind.find("tree") != std::string_view::npos) {
    sign.line({{0, 0.9}, {0, 0.1}}, ink, 0.24);
    sign.disc({0, -0.25}, 0.66, pale);
    sign.disc({0, -0.25}, 0.58, green);
  } else if (kind == "oasis") {
    sign.line({{0, 0.6}, {0.1, -0.3}}, ink, 0.18);
    for (const double x : {-0.75, -0.3, 0.5, 0.9}) sign.curve({{0.1, -0.3}, {0.5 * x, -0.75}, {x, -0.35}}, green, 0.2);
    sign.line({{-0.7, 0.75}, {0.7, 0.75}}, blue, 0.26);
  } else if (kind == "arch") {
    sign.edged({{-0.85, 0.75},
                {-0.85, -0.2},
                {-0.4, -0.75},
                {0.4, -0.75},
                {0.85, -0.2},
                {0.85, 0.75},
                {0.4, 0.75},
                {0.35, 0},
                {0, -0.3},
                {-0.35, 0},
                {-0.4, 0.75}},
               stone, ink);
  } else if (kind == "monument") {
    sign.edged({{-0.3, 0.8}, {-0.2, -0.6}, {0, -0.95}, {0.2, -0.6}, {0.3, 0.8}}, stone, ink);
    sign.line({{-0.6, 0.8}, {0.6, 0.8}}, ink, 0.22);
  } else if (kind == "boulder" || kind == "erratic") {
    sign.edged({{-0.8, 0.6}, {-0.7, -0.05}, {-0.2, -0.5}, {0.45, -0.4}, {0.8, 0.1}, {0.75, 0.6}}, stone, ink);
  } else if (kind == "pond") {
    sign.disc({0, 0}, 0.55, blue);
  } else if (kind == "hillock") {
    sign.curve({{-0.85, 0.5}, {-0.4, -0.25}, {0, -0.45}, {0.4, -0.25}, {0.85, 0.5}}, ink, 0.24);
  } else if (kind == "fissure") {
    sign.line({{-0.5, -0.8}, {0.1, -0.25}, {-0.15, 0.1}, {0.45, 0.8}}, ink, 0.26);
  } else if (kind == "confluence" || kind == "river_fork" || kind == "fork" || kind == "river fork") {
    sign.disc({0, 0}, 0.42, pale);
    sign.disc({0, 0}, 0.3, blue);
  } else {
    sign.disc({0, 0}, 0.42, ink);
    sign.disc({0, 0}, 0.24, pale);
  }
}

}  // namespace craton::atlas
