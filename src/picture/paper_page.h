#pragma once

#include <pango/pangocairo.h>

#include <memory>
#include <string>

#include <craton/base/result.h>
#include <craton/picture/image.h>

// Paper, type and rules: what sheets and legends are drawn with.
namespace craton::picture {

constexpr std::uint32_t largest_page_side = 32000;  // Cairo's own limit is 32767

constexpr Rgb8 paper{0xf7, 0xf5, 0xef};
constexpr Rgb8 ink{0x24, 0x28, 0x2c};
constexpr Rgb8 faint_ink{0x77, 0x78, 0x74};
constexpr Rgb8 rule_colour{0xcf, 0xcb, 0xc0};
constexpr Rgb8 frame_colour{0x3a, 0x3d, 0x3f};

struct Type {
  double size = 15;
  PangoWeight weight = PANGO_WEIGHT_NORMAL;
  Rgb8 colour = ink;
};

class Page {
 public:
  /// All paper. An error where Cairo refuses the size.
  static Result<Page> make(std::uint32_t width, std::uint32_t height);

  cairo_t* cairo() const { return cairo_.get(); }
  void set_colour(Rgb8 colour) const;
  /// One line with its baseline at y; text wider than `width` ends in an ellipsis. Returns the width it took.
  double text(const std::string& text, double x, double baseline, double width, const Type& type) const;
  double text_width(const std::string& text, const Type& type) const;
  void rule(double x, double y, double width) const;
  /// A thin line around a rectangle of whole pixels.
  void frame(double x, double y, double width, double height) const;
  /// Straight in, untouched by any filter.
  void put(const Rgb8Image& picture, std::uint32_t left, std::uint32_t top) const;
  Result<Rgb8Image> image() const;

 private:
  struct Release {
    void operator()(cairo_surface_t* p) const { cairo_surface_destroy(p); }
    void operator()(cairo_t* p) const { cairo_destroy(p); }
  };
  Page() = default;
  std::unique_ptr<cairo_surface_t, Release> surface_;
  std::unique_ptr<cairo_t, Release> cairo_;
  std::uint32_t width_ = 0, height_ = 0;
};

}  // namespace craton::picture
