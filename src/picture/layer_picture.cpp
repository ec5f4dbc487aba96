#include <craton/picture/layer_picture.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>

#include <craton/picture/relief.h>

#include "picture/oklab.h"
#include "picture/relief_paint.h"

namespace craton {
namespace {

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

/// The faces of a cube lie beside each other in the picture only: light falls on each alone, colours are the same on all.
Result<Rgb8Image> draw_faces(FloatView view, const Ground& ground, ReliefOptions relief, TintOptions tints,
                             const Execution& execution) {
  if (!tints.range) tints.range = usual_tint_range(view, !tints.ramp || picture::has_coast(*tints.ramp));
  if (relief.exaggeration == 0) relief.exaggeration = usual_exaggeration(view, ground);
  const std::uint32_t side = view.width;
  const std::size_t pixels = std::size_t{side} * side;
  Rgb8Image image(side, view.height);
  for (std::size_t start = 0; start < view.values.size(); start += pixels) {
    const Result<Rgb8Image> face =
        relief_picture({view.values.subspan(start, pixels), side, side}, ground, relief, tints, execution);
    if (!face) return face.error();
    std::copy(face->pixels.begin(), face->pixels.end(), image.pixels.begin() + static_cast<std::ptrdiff_t>(start));
  }
  return image;
}

Result<Rgb8Image> draw_heights(const Domain& domain, FloatView view, const LayerPictureOptions& options, const Ramp& ramp,
                               const Execution& execution) {
  const Ground ground = ground_of(domain, {view.width, view.height}, options.projection);
  const TintOptions tints{.ramp = &ramp, .range = options.range};
  if (std::holds_alternative<CubeSphere>(domain) && options.projection == Projection::faces)
    return draw_faces(view, ground, options.relief, tints, execution);
  return relief_picture(view, ground, options.relief, tints, execution);
}

Result<Rgb8Image> draw_numbers(const Domain& domain, const Layer& layer, FloatView view, const LayerPictureOptions& options,
                               const Ramp& ramp, const Execution& execution) {
  if (picture::has_coast(ramp) || layer.info().unit == "m") return draw_heights(domain, view, options, ramp, execution);
  Rgb8Image image = coloured(view, options.range ? *options.range : finite_range(view.values), ramp);
  for (std::size_t i = 0; i < view.values.size(); ++i)
    if (view.values[i] != view.values[i]) image.pixels[i] = picture::no_number_colour;
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
    return draw_numbers(domain, layer, {*raster, size.width, size.height}, options, *ramp, execution);
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
