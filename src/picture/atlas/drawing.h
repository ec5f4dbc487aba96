#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <craton/picture/image.h>

#include "picture/atlas/geometry.h"

// What is on a page, from the ground up: the one description that pictures and SVG are made from.
namespace craton::atlas {

/// Outlines of lines and curves.
struct Shape {
  enum class Step : std::uint8_t { move, line, curve, close };
  std::vector<Step> steps;
  std::vector<Spot> spots;  ///< one for each move and line, three for each curve (Bézier)

  void move(Spot to) { add(Step::move, to); }
  void line(Spot to) { add(Step::line, to); }
  void curve(Spot a, Spot b, Spot to) {
    steps.push_back(Step::curve);
    spots.insert(spots.end(), {a, b, to});
  }
  void close() { steps.push_back(Step::close); }
  bool empty() const { return steps.empty(); }

  void add_line(const Line& corners, bool closed = false);
  void add_rect(const Rect& rect);
  void add_circle(Spot middle, double radius);
  /// Goes smoothly through all corners (Catmull & Rom 1974).
  void add_smooth(const Line& corners, bool closed = false);

 private:
  void add(Step step, Spot to) {
    steps.push_back(step);
    spots.push_back(to);
  }
};
Shape shape_of(const Line& corners, bool closed = false);
Shape shape_of(const Rect& rect);

struct Ink {
  Rgb8 colour;
  double alpha = 1;
};

struct Pen {
  Ink ink;
  double width = 1;
  std::vector<double> dashes{};
  bool round = true;  ///< ends
};

/// The outline of a letter as wide as it is in type of 100 pixels, its base line beginning at (0, 0).
struct Glyph {
  Shape outline;
};

struct TextMark {
  struct Letter {
    const Glyph* glyph = nullptr;  ///< null: a space
    Spot at;
    double cosine = 1, sine = 0;
  };
  std::string text;   ///< for those who search
  std::string shown;  ///< as it is set: in capitals where it stands in these
  bool italic = false, small_capitals = false;
  double size = 100;
  Ink ink;
  Ink halo{{}, 0};
  double halo_width = 0;  ///< pixels, to each side
  std::vector<Letter> letters;
};

struct FillMark {
  Shape shape;
  Ink ink;
};
struct StrokeMark {
  Shape shape;
  Pen pen;
};
struct ImageMark {
  Rgb8Image image;
  Spot at;
};
/// A named part of the page, cut off outside its shape.
struct LayerBegin {
  std::string name;
  Shape clip;
};
struct LayerEnd {};

using Mark = std::variant<FillMark, StrokeMark, TextMark, ImageMark, LayerBegin, LayerEnd>;

struct Drawing {
  std::uint32_t width = 0, height = 0;
  Rgb8 paper;
  std::string title;
  std::vector<Mark> marks;

  void fill(Shape shape, const Ink& ink) {
    if (!shape.empty()) marks.emplace_back(FillMark{std::move(shape), ink});
  }
  void stroke(Shape shape, const Pen& pen) {
    if (!shape.empty()) marks.emplace_back(StrokeMark{std::move(shape), pen});
  }
  void begin(std::string name, Shape clip = {}) { marks.emplace_back(LayerBegin{std::move(name), std::move(clip)}); }
  void end() { marks.emplace_back(LayerEnd{}); }
};

}  // namespace craton::atlas
