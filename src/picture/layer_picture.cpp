#include <craton/picture/layer_picture.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>

#include <craton/picture/shade.h>

#include "picture/oklab.h"

namespace craton {
namespace {

constexpr Rgb8 no_number{0xd9, 0xd6, 0xcf};

// Paul Tol 2021, "Colour schemes", muted, led by what suits the commonest pair: 0 land, 1 sea.
constexpr Rgb8 category_colours[] = {
    {0xdd, 0xcc, 0x9a}, {0x44, 0x77, 0xaa}, {0x11, 0x77, 0x33}, {0xcc, 0x66, 0x77}, {0x88, 0xcc, 0xee}, {0x88, 0x22, 0x55},
    {0x44, 0xaa, 0x99}, {0x99, 0x99, 0x33}, {0xaa, 0x44, 0x99}, {0x33, 0x22, 0x88}, {0xee, 0x88, 0x66}, {0xbb, 0xbb, 0xbb},
};

std::uint8_t level(double linear) {
  return static_cast<std::uint8_t>(std::lround(255 * picture::srgb_encoded(std::clamp(linear, 0.0, 1.0))));
}

/// Lightness and colour scattered by 64 mixed bits (the finalizer of splitmix64, Steele et al. 2014).
Rgb8 scattered_colour(std::uint64_t number) {
  std::uint64_t bits = number + 0x9E3779B97F4A7C15u;
  bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9u;
  bits = (bits ^ bits >> 27) * 0x94D049BB133111EBu;
  bits ^= bits >> 31;
  const double hue = static_cast<double>(bits & 0xFFFF) / 0x1p16 * 2 * std::numbers::pi;
  const double lightness = 0.45 + 0.4 * static_cast<double>(bits >> 16 & 0xFFFF) / 0x1p16;
  const double chroma = 0.06 + 0.07 * static_cast<double>(bits >> 32 & 0xFFFF) / 0x1p16;
  const LinearColour c = picture::linear_from_oklab({lightness, chroma * std::cos(hue), chroma * std::sin(hue)});
  return {level(c.r), level(c.g), level(c.b)};
}

/// The value below which this share of the values lies; `values` may be in any order and lose it. 0 of none.
float quantile(std::vector<float>& values, double share) {
  if (values.empty()) return 0;
  const auto place = values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), place, values.end());
  return *place;
}

/// Where heights lie on a ramp whose coast is in the middle: land and sea each fill their half.
class Hypsometry {
 public:
  explicit Hypsometry(std::span<const float> heights) {
    std::vector<float> land, sea;
    for (const float height : heights) {
      if (height >= 0) land.push_back(height);
      if (height < 0) sea.push_back(height);
    }
    // A single peak or trench shall not take the colours from all others.
    if (!land.empty()) {
      top_ = quantile(land, 0.998);
      shore_ = sea.empty() ? quantile(land, 0) : 0;
    }
    if (!sea.empty()) {
      bottom_ = quantile(sea, 0.002);
      shelf_ = land.empty() ? quantile(sea, 1) : 0;
    }
  }
  float tint(float height) const {
    if (height != height) return height;
    // The coast itself belongs to the land; half a cell of the ramp's table keeps both apart.
    constexpr float edge = 1.0F / 8192;
    if (height >= 0) return 0.5F + edge + (0.5F - edge) * share(height - shore_, top_ - shore_);
    return 0.5F - edge - (0.5F - edge) * share(shelf_ - height, shelf_ - bottom_);
  }

 private:
  static float share(float part, float whole) { return whole > 0 ? std::clamp(part / whole, 0.0F, 1.0F) : 0.0F; }
  float top_ = 0, shore_ = 0, bottom_ = 0, shelf_ = 0;
};

/// Smallest and largest of the values that are numbers; {0, 0} where none is.
ToneRange finite_range(std::span<const float> values) {
  ToneRange range{std::numeric_limits<float>::max(), std::numeric_limits<float>::lowest()};
  for (const float value : values) {
    if (!std::isfinite(value)) continue;
    range.low = std::min(range.low, value);
    range.high = std::max(range.high, value);
  }
  return range.low <= range.high ? range : ToneRange{0, 0};
}

bool is_relief(const Ramp& ramp) { return ramp.id == "relief"; }

/// Heights in pixels such that the land has a typical slope that light can show, whatever the scale of the map.
std::vector<float> standing_heights(FloatView view, bool flatten_sea) {
  constexpr double typical_slope = 0.42, sea_share = 0.3;
  std::vector<float> heights(view.values.begin(), view.values.end());
  for (float& height : heights) {
    if (height != height) height = 0;
    if (flatten_sea && height < 0) height *= static_cast<float>(sea_share);
  }
  double squares = 0, count = 0;
  for (std::uint32_t y = 0; y + 1 < view.height; ++y)
    for (std::uint32_t x = 0; x + 1 < view.width; ++x) {
      const std::size_t i = std::size_t{y} * view.width + x;
      if (flatten_sea && heights[i] < 0) continue;
      const double east = double{heights[i + 1]} - double{heights[i]},
                   south = double{heights[i + view.width]} - double{heights[i]};
      squares += east * east + south * south;
      count += 1;
    }
  const double slope = count > 0 ? std::sqrt(squares / count) : 0;
  const auto scale = static_cast<float>(slope > 0 ? typical_slope / slope : 0);
  for (float& height : heights) height *= scale;
  return heights;
}

/// The faces of a cube lie beside each other in the picture only: light falls on each alone.
Rgb8Image lit_faces(FloatView tints, FloatView heights, const Ramp& ramp, const LightOptions& light) {
  const std::uint32_t side = tints.width;
  const std::size_t pixels = std::size_t{side} * side;
  Rgb8Image image(side, tints.height);
  for (std::size_t start = 0; start < tints.values.size(); start += pixels) {
    const Rgb8Image face =
        lit({tints.values.subspan(start, pixels), side, side}, {heights.values.subspan(start, pixels), side, side}, ramp, light);
    std::copy(face.pixels.begin(), face.pixels.end(), image.pixels.begin() + static_cast<std::ptrdiff_t>(start));
  }
  return image;
}

std::vector<float> tints_of(FloatView view, const Ramp& ramp) {
  std::vector<float> tints(view.values.begin(), view.values.end());
  if (is_relief(ramp)) {
    const Hypsometry hypsometry(view.values);
    for (float& tint : tints) tint = hypsometry.tint(tint);
    return tints;
  }
  const ToneRange range = finite_range(view.values);
  for (float& tint : tints) tint = range.high > range.low ? (tint - range.low) / (range.high - range.low) : 0;
  return tints;
}

Rgb8Image draw_heights(const Domain& domain, FloatView view, const Ramp& ramp, Projection projection) {
  const std::vector<float> tints = tints_of(view, ramp), heights = standing_heights(view, is_relief(ramp));
  const FloatView tint_view{tints, view.width, view.height}, height_view{heights, view.width, view.height};
  LightOptions light{.strength = 0.62};
  if (std::holds_alternative<CubeSphere>(domain)) {
    if (projection == Projection::faces) return lit_faces(tint_view, height_view, ramp, light);
    light.wrap_x = true;
  } else if (const auto* torus = std::get_if<Torus>(&domain)) {
    light.wrap_x = torus->wraps_x();
    light.wrap_y = torus->wraps_y();
  }
  return lit(tint_view, height_view, ramp, light);
}

Rgb8Image draw_numbers(const Domain& domain, const Layer& layer, FloatView view, const Ramp& ramp, Projection projection) {
  const bool heights = is_relief(ramp) || layer.info().unit == "m";
  Rgb8Image image = heights ? draw_heights(domain, view, ramp, projection) : coloured(view, finite_range(view.values), ramp);
  for (std::size_t i = 0; i < view.values.size(); ++i)
    if (view.values[i] != view.values[i]) image.pixels[i] = no_number;
  return image;
}

template <class Colour>
Rgb8Image draw_cells(std::span<const Cell> cells, GridSize size, Colour colour) {
  Rgb8Image image(size.width, size.height);
  for (std::size_t i = 0; i < cells.size(); ++i) image.pixels[i] = colour(cells[i]);
  return image;
}

}  // namespace

Rgb8 category_colour(std::uint8_t category) {
  return category < std::size(category_colours) ? category_colours[category] : scattered_colour(category);
}

Rgb8 integer_colour(std::int32_t number) { return scattered_colour(static_cast<std::uint32_t>(number) | std::uint64_t{1} << 32); }

Result<Rgb8Image> picture_of_layer(const Domain& domain, const Layer& layer, const LayerPictureOptions& options,
                                   const Execution& execution) {
  const GridSize size = options.size == GridSize{} ? natural_size(domain, options.projection) : options.size;
  if (layer.type() == LayerType::number) {
    const Ramp* ramp = options.ramp;
    if (!ramp) {
      const Result<const Ramp*> usual = find_ramp(layer.info().unit == "m" ? "relief" : "viridis", "");
      if (!usual) return usual.error();
      ramp = *usual;
    }
    const Result<std::vector<float>> raster = raster_of_numbers(domain, layer.numbers(), size, options.projection, execution);
    if (!raster) return raster.error();
    return draw_numbers(domain, layer, {*raster, size.width, size.height}, *ramp, options.projection);
  }
  if (options.ramp)
    return Error{ErrorCode::unsupported, "",
                 "layer \"" + layer.name() + "\" holds " + (layer.type() == LayerType::integer ? "integers" : "categories") +
                     ", which have colours of their own and no ramp"};
  const Result<std::vector<Cell>> cells = raster_of_cells(domain, size, options.projection, execution);
  if (!cells) return cells.error();
  if (layer.type() == LayerType::integer)
    return draw_cells(*cells, size, [numbers = layer.integers()](Cell cell) { return integer_colour(numbers[cell]); });
  return draw_cells(*cells, size, [categories = layer.categories()](Cell cell) { return category_colour(categories[cell]); });
}

}  // namespace craton
