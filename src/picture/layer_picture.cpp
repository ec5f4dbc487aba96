#include <craton/picture/layer_picture.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <type_traits>

#include <craton/base/params.h>
#include <craton/picture/category_colours.h>
#include <craton/picture/legend.h>
#include <craton/picture/slope.h>

#include "base/number_text.h"
#include "picture/globe_map.h"
#include "picture/oklab.h"
#include "picture/relief_paint.h"
#include "picture/waters_on.h"

namespace craton {
namespace {

// Paul Tol 2021, "Colour schemes", muted, led by what suits the commonest pair: 0 land, 1 sea.
constexpr Rgb8 numbered_colours[] = {
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

constexpr std::string_view style_names[] = {"relief", "tints", "contours", "slope", "curvature", "natural", "plain", "powers"};
constexpr MapStyle styles[] = {MapStyle::relief,    MapStyle::tints,   MapStyle::contours, MapStyle::slope,
                               MapStyle::curvature, MapStyle::natural, MapStyle::plain,    MapStyle::powers};

// Lines are what counts on such a map: land like paper, water barely blue.
constexpr RampStop pale_stops[] = {
    {0.0, {0xc6, 0xd9, 0xe4}}, {0.5, {0xe2, 0xed, 0xf1}}, {0.5, {0xf4, 0xf2, 0xe4}}, {1.0, {0xec, 0xe0, 0xcb}}};
constexpr Ramp pale_ramp{"pale", "Paper and pale water.", pale_stops};

/// A raster of numbers on its way to a picture: all that the styles share.
struct Numbers {
  const Domain& domain;
  const LayerPictureOptions& options;
  const Execution& execution;
  FloatView view;
  Ground ground;
  Legend legend{};
};

Result<const Ramp*> ramp_or(const LayerPictureOptions& options, std::string_view usual) {
  if (options.ramp) return options.ramp;
  return find_ramp(usual, "ramp");
}

/// The faces of a cube lie beside each other in the picture only: each is worked on alone. `work(view)` gives a picture or
/// values.
template <class Of, class Work>
Result<Of> each_face(const Numbers& numbers, Work work) {
  const FloatView view = numbers.view;
  const bool faces = std::holds_alternative<CubeSphere>(numbers.domain) && numbers.options.projection == Projection::faces;
  if (!faces) return work(view);
  const std::uint32_t side = view.width;
  const std::size_t pixels = std::size_t{side} * side;
  Of all{};
  for (std::size_t start = 0; start < view.values.size(); start += pixels) {
    CRATON_TRY(Of face, work(FloatView{view.values.subspan(start, pixels), side, side}));
    if constexpr (std::is_same_v<Of, Rgb8Image>) {
      all.width = side;
      all.height += side;
      all.pixels.insert(all.pixels.end(), face.pixels.begin(), face.pixels.end());
    } else {
      all.insert(all.end(), face.begin(), face.end());
    }
  }
  return all;
}

void explain_waters(const Waters& waters, const WaterOptions& water, Legend& legend) {
  if (waters.rivers && waters.rivers->rows() > 0) legend.swatches.push_back({water.river, "rivers"});
  const Layer* depth = waters.lake_depth;
  if (!depth || std::none_of(depth->numbers().begin(), depth->numbers().end(), [](float deep) { return deep > 0; })) return;
  const auto between = [](std::uint8_t a, std::uint8_t b) { return static_cast<std::uint8_t>((a + b) / 2); };
  const Rgb8 a = water.shallow, b = water.deep;
  legend.swatches.push_back({{between(a.r, b.r), between(a.g, b.g), between(a.b, b.b)}, "lakes, darker where deeper"});
}

double exaggeration_for(const Numbers& numbers, const ReliefOptions& relief) {
  return relief.joined ? joined_exaggeration(numbers.ground) : usual_exaggeration(numbers.view, numbers.ground);
}

Result<Rgb8Image> draw_heights(Numbers& numbers, MapStyle style) {
  const LayerPictureOptions& options = numbers.options;
  CRATON_TRY(const Ramp* ramp, ramp_or(options, "relief"));
  TintOptions tints{.ramp = style == MapStyle::contours && !options.ramp ? &pale_ramp : ramp, .range = options.range};
  if (style == MapStyle::contours) tints.coast = 0.85;
  ReliefOptions relief = options.relief;
  if (!tints.range)
    tints.range = relief.joined ? joined_tint_range : usual_tint_range(numbers.view, picture::has_coast(*tints.ramp));
  if (relief.exaggeration == 0) relief.exaggeration = exaggeration_for(numbers, relief);
  if (style == MapStyle::tints) relief.strength = 0;
  if (style == MapStyle::contours) relief.strength *= 0.3;
  std::optional<ContourOptions> contours = options.contours;
  if (style == MapStyle::contours && !contours) contours = ContourOptions{.strength = 0.8};
  if (contours) contours->coast = !picture::has_coast(*tints.ramp);
  if (contours && contours->interval == 0) contours->interval = usual_contour_interval(numbers.view, numbers.ground);
  Result<Rgb8Image> image = each_face<Rgb8Image>(numbers, [&](FloatView view) -> Result<Rgb8Image> {
    Result<Rgb8Image> face = relief_picture(view, numbers.ground, relief, tints, numbers.execution);
    if (face && contours) CRATON_TRY(draw_contours(*face, view, numbers.ground, *contours, numbers.execution));
    return face;
  });
  if (!image) return image;
  CRATON_TRY(
      draw_waters(*image, numbers.domain, options.waters, numbers.view, options.projection, options.water, numbers.execution));
  explain_waters(options.waters, options.water, numbers.legend);
  numbers.legend.ramp = tints.ramp;
  numbers.legend.range = *tints.range;
  if (relief.strength > 0) numbers.legend.note = "slopes exaggerated " + number_text(relief.exaggeration, 4) + " times";
  if (contours)
    numbers.legend.note +=
        (numbers.legend.note.empty() ? "" : " · ") + std::string("contours every ") + number_text(contours->interval, 4) + " m";
  return image;
}

Result<Rgb8Image> draw_plain(Numbers& numbers, std::span<const float> values, const Ramp& ramp, ToneRange range) {
  const FloatView view{values, numbers.view.width, numbers.view.height};
  Rgb8Image image = coloured(view, range, ramp, numbers.execution);
  for (std::size_t i = 0; i < values.size(); ++i)
    if (values[i] != values[i]) image.pixels[i] = picture::no_number_colour;
  numbers.legend.ramp = &ramp;
  numbers.legend.range = range;
  return image;
}

Result<Rgb8Image> draw_slope(Numbers& numbers) {
  CRATON_TRY(const Ramp* ramp, ramp_or(numbers.options, "steep"));
  const Result<std::vector<float>> degrees = each_face<std::vector<float>>(
      numbers, [&](FloatView view) { return slope_degrees(view, numbers.ground, numbers.execution); });
  if (!degrees) return degrees.error();
  const picture::HeightCounts counts({*degrees, numbers.view.width, numbers.view.height});
  // To the next 5°, and below that to the next 1, 2 or 5 parts.
  const double steep = std::max(double{counts.quantile(0.995)}, 1e-6);
  const double unit = steep > 5 ? 5 : std::pow(10, std::floor(std::log10(steep)));
  const ToneRange usual{0, static_cast<float>(std::min(90.0, std::ceil(steep / unit) * unit))};
  numbers.legend.title = "slope";
  numbers.legend.unit = "°";
  return draw_plain(numbers, *degrees, *ramp, numbers.options.range.value_or(usual));
}

Result<Rgb8Image> draw_curvature(Numbers& numbers) {
  CRATON_TRY(const Ramp* ramp, ramp_or(numbers.options, "balance"));
  Result<std::vector<float>> bends = each_face<std::vector<float>>(
      numbers, [&](FloatView view) { return curvature_per_km(view, numbers.ground, Curvature::mean, numbers.execution); });
  if (!bends) return bends.error();
  const picture::HeightCounts counts({*bends, numbers.view.width, numbers.view.height});
  const float most = std::max({std::abs(counts.quantile(0.01)), std::abs(counts.quantile(0.99)), 1e-9F});
  numbers.legend.title = "curvature, convex above 0";
  numbers.legend.unit = "1/km";
  numbers.legend.note = "of heights smoothed over four pixels";
  return draw_plain(numbers, *bends, *ramp, numbers.options.range.value_or(ToneRange{-most, most}));
}

Result<Rgb8Image> draw_natural(Numbers& numbers) {
  const LayerPictureOptions& options = numbers.options;
  if (!options.natural.complete())
    return Error{ErrorCode::unsupported, "style",
                 "natural colours need the layers \"temperature\" and \"rain\" beside the heights"};
  const GridSize size{numbers.view.width, numbers.view.height};
  const NaturalLayers& natural = options.natural;
  const std::array<const Layer*, 9> layers{natural.temperature, natural.warmest,  natural.rain,
                                           natural.cover[0],    natural.cover[1], natural.cover[2],
                                           natural.cover[3],    natural.cover[4], natural.banks};
  std::array<std::vector<float>, layers.size()> rasters;
  for (std::size_t i = 0; i < layers.size(); ++i) {
    if (!layers[i]) continue;
    CRATON_TRY(std::vector<float> made,
               raster_of_numbers(numbers.domain, layers[i]->numbers(), size, options.projection, numbers.execution));
    rasters[i] = std::move(made);
  }
  ReliefOptions relief = options.relief;
  if (relief.exaggeration == 0) relief.exaggeration = exaggeration_for(numbers, relief);
  Result<Rgb8Image> image = each_face<Rgb8Image>(numbers, [&](FloatView view) {
    const auto start = static_cast<std::size_t>(view.values.data() - numbers.view.values.data());
    const auto part = [&](const std::vector<float>& raster) {
      if (raster.empty()) return FloatView{};
      return FloatView{std::span(raster).subspan(start, view.values.size()), view.width, view.height};
    };
    return natural_picture({.heights = view,
                            .temperature = part(rasters[0]),
                            .warmest = part(rasters[1]),
                            .rain = part(rasters[2]),
                            .cover = {part(rasters[3]), part(rasters[4]), part(rasters[5]), part(rasters[6]), part(rasters[7])},
                            .banks = part(rasters[8])},
                           numbers.ground, relief, numbers.execution);
  });
  if (!image) return image;
  const WaterOptions water = picture::natural_waters(options.water);
  CRATON_TRY(draw_waters(*image, numbers.domain, options.waters, numbers.view, options.projection, water, numbers.execution));
  explain_waters(options.waters, water, numbers.legend);
  numbers.legend.note =
      "colours of the land by climate, rock and snow; slopes exaggerated " + number_text(relief.exaggeration, 4) + " times";
  return image;
}

/// log₁₀; what is not above 0 counts as the smallest number that is.
std::vector<float> powers_of_ten(std::span<const float> values) {
  float least = std::numeric_limits<float>::max();
  for (const float value : values)
    if (value > 0) least = std::min(least, value);
  if (least == std::numeric_limits<float>::max()) least = 1;
  std::vector<float> powers(values.size());
  for (std::size_t i = 0; i < values.size(); ++i)
    powers[i] = values[i] != values[i] ? values[i] : std::log10(std::max(values[i], least));
  return powers;
}

Result<Rgb8Image> draw_powers(Numbers& numbers) {
  CRATON_TRY(const Ramp* ramp, ramp_or(numbers.options, "water"));
  if (numbers.options.range && !(numbers.options.range->low > 0))
    return Error{ErrorCode::unsupported, "range", "powers of ten begin above 0"};
  const std::vector<float> powers = powers_of_ten(numbers.view.values);
  ToneRange range = finite_range(powers);
  if (numbers.options.range) range = {std::log10(numbers.options.range->low), std::log10(numbers.options.range->high)};
  numbers.legend.note = "powers of ten: 3 is 1000";
  return draw_plain(numbers, powers, *ramp, range);
}

/// What a layer of some unit looks like where nobody asks for anything else.
struct PlainLook {
  std::string_view ramp = "viridis";
  ToneRange range{};
};

/// Temperatures have their middle at freezing, rain begins with none: pictures of worlds can be compared.
PlainLook plain_look(std::string_view unit, FloatView view) {
  const ToneRange all = finite_range(view.values);
  if (unit == "°C") return {"temperature", {-40, 40}};
  if (unit != "cm/year" && unit != "cm") return {"viridis", all};
  const float wettest = picture::HeightCounts(view).quantile(0.995);
  return {"rain", {0, std::max(std::ceil(wettest / 50) * 50, 50.0F)}};
}

Result<Rgb8Image> draw_numbers(Numbers& numbers, const Layer& layer) {
  const bool metres = layer.info().unit == "m";
  MapStyle style = numbers.options.style;
  const bool coast = numbers.options.ramp && picture::has_coast(*numbers.options.ramp);
  const bool runoff = layer.info().unit == "m2" || layer.info().unit == "m3/year";
  if (style == MapStyle::automatic)
    style = metres || coast ? MapStyle::relief : runoff && !numbers.options.ramp ? MapStyle::powers : MapStyle::plain;
  const bool flat = style == MapStyle::plain || style == MapStyle::powers;
  if (!flat && !metres && !coast)
    return Error{ErrorCode::unsupported, "style",
                 "layer \"" + layer.name() + "\" is not in metres, and only heights can be drawn so; allowed plain, powers"};
  if (numbers.options.contours &&
      (style == MapStyle::slope || style == MapStyle::curvature || style == MapStyle::natural || flat))
    return Error{ErrorCode::unsupported, "contours", "lines are drawn over relief, tints and contours alone"};
  switch (style) {
    case MapStyle::slope: return draw_slope(numbers);
    case MapStyle::curvature: return draw_curvature(numbers);
    case MapStyle::natural: return draw_natural(numbers);
    case MapStyle::powers: return draw_powers(numbers);
    case MapStyle::plain: {
      const PlainLook look = plain_look(layer.info().unit, numbers.view);
      CRATON_TRY(const Ramp* ramp, ramp_or(numbers.options, look.ramp));
      return draw_plain(numbers, numbers.view.values, *ramp, numbers.options.range.value_or(look.range));
    }
    default: return draw_heights(numbers, style);
  }
}

/// A picture, and what its colours mean.
struct Drawn {
  Rgb8Image image;
  Legend legend{};
};

Result<Drawn> picture_of_numbers(const Domain& domain, const Layer& layer, GridSize size, const LayerPictureOptions& options,
                                 const Execution& execution) {
  std::vector<float> raster;
  std::span<const float> values = layer.numbers();
  // A map's cells are its pixels already.
  if (!std::holds_alternative<Torus>(domain) || size != natural_size(domain)) {
    Result<std::vector<float>> made = raster_of_numbers(domain, layer.numbers(), size, options.projection, execution);
    if (!made) return Error{made.error().code, "size", made.error().message};
    raster = *std::move(made);
    values = raster;
  }
  Numbers numbers{domain, options, execution, {values, size.width, size.height}, ground_of(domain, size, options.projection), {}};
  numbers.legend.title = layer.name();
  numbers.legend.unit = layer.info().unit;
  CRATON_TRY(Rgb8Image image, draw_numbers(numbers, layer));
  numbers.legend.metres_per_pixel = numbers.ground.metres_x;
  return Drawn{std::move(image), std::move(numbers.legend)};
}

/// Names of the categories that occur.
Legend legend_of_categories(const Layer& layer, std::span<const Rgb8> colours) {
  Legend legend{.title = layer.name()};
  std::array<bool, 256> found{};
  for (const std::uint8_t category : layer.categories()) found[category] = true;
  const std::vector<std::string>& names = layer.info().categories;
  for (std::size_t i = 0; i < found.size(); ++i)
    if (found[i]) legend.swatches.push_back({colours[i], i < names.size() ? names[i] : std::to_string(i)});
  return legend;
}

template <class Colour>
Rgb8Image draw_cells(std::span<const Cell> cells, GridSize size, Colour colour) {
  Rgb8Image image(size.width, size.height);
  for (std::size_t i = 0; i < cells.size(); ++i) image.pixels[i] = colour(cells[i]);
  return image;
}

Result<Drawn> draw_layer(const Domain& domain, const Layer& layer, GridSize size, const LayerPictureOptions& options,
                         const Execution& execution) {
  if (layer.type() == LayerType::number) return picture_of_numbers(domain, layer, size, options, execution);
  const std::string holds = "layer \"" + layer.name() + "\" holds " +
                            (layer.type() == LayerType::integer ? "integers" : "categories") + ", which have ";
  if (options.ramp) return Error{ErrorCode::unsupported, "ramp", holds + "colours of their own and no ramp"};
  if (options.range) return Error{ErrorCode::unsupported, "range", holds + "colours of their own and no range"};
  if (options.style != MapStyle::automatic && options.style != MapStyle::plain)
    return Error{ErrorCode::unsupported, "style", holds + "no relief; allowed plain"};
  if (options.contours) return Error{ErrorCode::unsupported, "contours", holds + "no contours"};
  const Result<std::vector<Cell>> cells = raster_of_cells(domain, size, options.projection, execution);
  if (!cells) return Error{cells.error().code, "size", cells.error().message};
  const bool integers = layer.type() == LayerType::integer;
  const std::vector<Rgb8> colours = category_colours(layer.info().categories);
  Rgb8Image image =
      integers ? draw_cells(*cells, size, [numbers = layer.integers()](Cell cell) { return integer_colour(numbers[cell]); })
               : draw_cells(*cells, size, [&, categories = layer.categories()](Cell cell) { return colours[categories[cell]]; });
  Legend legend = integers ? Legend{.title = layer.name(), .note = "each number has a colour of its own"}
                           : legend_of_categories(layer, colours);
  legend.metres_per_pixel = ground_of(domain, size, options.projection).metres_x;
  return Drawn{std::move(image), std::move(legend)};
}

constexpr Rgb8 page_colour{0xf7, 0xf6, 0xf1};  // beside globes

/// Globes and ellipses are drawn as equirectangular maps, then seen from outside.
Result<Drawn> draw_globe(const Domain& domain, const Layer& layer, GridSize size, const LayerPictureOptions& options,
                         const Execution& execution) {
  const picture::GlobeMap map(options.projection, size, options.centre);
  LayerPictureOptions flat = options;
  flat.projection = Projection::equirectangular;
  flat.size = {map.width_around(), map.width_around() / 2};
  Result<Drawn> drawn = draw_layer(domain, layer, flat.size, flat, execution);
  if (!drawn) return drawn;
  CRATON_TRY(Rgb8Image image, picture::projected(drawn->image, options.projection, size, options.centre, page_colour, execution));
  drawn->legend.metres_per_pixel = std::get<CubeSphere>(domain).radius() / map.pixels_per_radian();
  drawn->image = std::move(image);
  return drawn;
}

}  // namespace

Rgb8 category_colour(std::uint8_t category) {
  return category < std::size(numbered_colours) ? numbered_colours[category] : scattered_colour(category);
}

Rgb8 integer_colour(std::int32_t number) { return scattered_colour(static_cast<std::uint32_t>(number) | std::uint64_t{1} << 32); }

std::span<const std::string_view> map_style_names() { return style_names; }

Result<MapStyle> find_map_style(std::string_view name, std::string_view path) {
  const auto found = std::find(std::begin(style_names), std::end(style_names), name);
  if (found != std::end(style_names)) return styles[found - std::begin(style_names)];
  std::string message = "no style is called \"" + std::string(name) + "\"";
  if (const std::string_view near = nearest_name(name, style_names); !near.empty())
    message += " (did you mean \"" + std::string(near) + "\"?)";
  message += "; there are";
  for (const std::string_view each : style_names) message += (each == style_names[0] ? " " : ", ") + std::string(each);
  return Error{ErrorCode::unknown_name, std::string(path), message};
}

Result<Rgb8Image> picture_of_layer(const Domain& domain, const Layer& layer, const LayerPictureOptions& options,
                                   const Execution& execution) {
  const GridSize size = options.size == GridSize{} ? natural_size(domain, options.projection) : options.size;
  const bool sphere = std::holds_alternative<CubeSphere>(domain);
  const bool globe = sphere && is_rounded(options.projection);
  if (!(std::abs(options.centre.latitude) <= 90) || !(std::abs(options.centre.longitude) <= 360))
    return Error{ErrorCode::invalid_value, "centre", "a latitude is -90 … 90 degrees, a longitude -360 … 360"};
  if (!globe && options.centre != LatLon{})
    return Error{ErrorCode::unsupported, "centre", "is for pictures of a sphere as a globe or in a rounded outline"};
  CRATON_TRY(Drawn drawn,
             globe ? draw_globe(domain, layer, size, options, execution) : draw_layer(domain, layer, size, options, execution));
  CRATON_TRY(draw_plates(drawn.image, domain, options.plates, options.projection, options.centre, options.plate, execution));
  if (!options.legend) return std::move(drawn.image);
  if (options.plates.any()) drawn.legend.swatches.push_back({options.plate.border_colour, "borders of plates"});
  if (sphere && options.projection != Projection::faces && layer.type() == LayerType::number)
    drawn.legend.note +=
        (drawn.legend.note.empty() ? "" : " · ") + std::string(globe ? "scale in the middle" : "scale at the equator");
  return with_legend(drawn.image, drawn.legend);
}

}  // namespace craton
