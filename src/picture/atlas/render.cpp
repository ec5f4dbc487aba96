#include "picture/atlas/render.h"

#include <variant>

#include "picture/paper_page.h"

namespace craton::atlas {
namespace {

void append(cairo_t* cairo, const Shape& shape) {
  const Spot* at = shape.spots.data();
  for (const Shape::Step step : shape.steps) {
    if (step == Shape::Step::move) cairo_move_to(cairo, at->x, at->y);
    if (step == Shape::Step::line) cairo_line_to(cairo, at->x, at->y);
    if (step == Shape::Step::curve) cairo_curve_to(cairo, at[0].x, at[0].y, at[1].x, at[1].y, at[2].x, at[2].y);
    if (step == Shape::Step::close) cairo_close_path(cairo);
    at += step == Shape::Step::curve ? 3 : step == Shape::Step::close ? 0 : 1;
  }
}

void trace(cairo_t* cairo, const Shape& shape) {
  cairo_new_path(cairo);
  append(cairo, shape);
}

void set_ink(cairo_t* cairo, const Ink& ink) {
  cairo_set_source_rgba(cairo, ink.colour.r / 255.0, ink.colour.g / 255.0, ink.colour.b / 255.0, ink.alpha);
}

class Renderer {
 public:
  explicit Renderer(const picture::Page& page) : page_(page), cairo_(page.cairo()) {
    cairo_set_line_join(cairo_, CAIRO_LINE_JOIN_ROUND);
  }

  void operator()(const FillMark& mark) const {
    trace(cairo_, mark.shape);
    set_ink(cairo_, mark.ink);
    cairo_fill(cairo_);
  }
  void operator()(const StrokeMark& mark) const {
    trace(cairo_, mark.shape);
    set_ink(cairo_, mark.pen.ink);
    cairo_set_line_width(cairo_, mark.pen.width);
    cairo_set_line_cap(cairo_, mark.pen.round ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT);
    cairo_set_dash(cairo_, mark.pen.dashes.data(), static_cast<int>(mark.pen.dashes.size()), 0);
    cairo_stroke(cairo_);
  }
  void operator()(const TextMark& mark) const {
    cairo_set_dash(cairo_, nullptr, 0, 0);
    // Three strokes of growing width look soft.
    if (mark.halo.alpha > 0)
      for (const double share : {1.0, 0.7, 0.4}) {
        set_ink(cairo_, {mark.halo.colour, mark.halo.alpha * 0.5});
        cairo_new_path(cairo_);
        trace_letters(mark);
        cairo_set_line_width(cairo_, 2 * mark.halo_width * share);
        cairo_stroke(cairo_);
      }
    set_ink(cairo_, mark.ink);
    cairo_new_path(cairo_);
    trace_letters(mark);
    cairo_fill(cairo_);
  }
  void operator()(const ImageMark& mark) const {
    page_.put(mark.image, static_cast<std::uint32_t>(mark.at.x), static_cast<std::uint32_t>(mark.at.y));
  }
  void operator()(const LayerBegin& mark) const {
    cairo_save(cairo_);
    if (mark.clip.empty()) return;
    trace(cairo_, mark.clip);
    cairo_clip(cairo_);
  }
  void operator()(const LayerEnd&) const { cairo_restore(cairo_); }

 private:
  void trace_letters(const TextMark& mark) const {
    for (const TextMark::Letter& letter : mark.letters) {
      if (!letter.glyph) continue;
      const double scale = mark.size / 100, c = letter.cosine * scale, s = letter.sine * scale;
      Shape turned = letter.glyph->outline;
      for (Spot& spot : turned.spots) spot = {letter.at.x + spot.x * c - spot.y * s, letter.at.y + spot.x * s + spot.y * c};
      append(cairo_, turned);
    }
  }

  const picture::Page& page_;
  cairo_t* cairo_;
};

}  // namespace

Result<Rgb8Image> rendered(const Drawing& drawing) {
  const Result<picture::Page> page = picture::Page::make(drawing.width, drawing.height);
  if (!page) return Error{page.error().code, "size", page.error().message};
  page->set_colour(drawing.paper);
  cairo_paint(page->cairo());
  const Renderer renderer(*page);
  for (const Mark& mark : drawing.marks) std::visit(renderer, mark);
  return page->image();
}

}  // namespace craton::atlas
