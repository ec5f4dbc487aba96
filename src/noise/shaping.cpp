// Noises made of other noises, value by value: shaping one and combining two.
#include <algorithm>
#include <cmath>

#include <craton/base/math.h>

#include "noise/common_params.h"
#include "noise/steps.h"

namespace craton {
namespace {

constexpr NoiseInputInfo source_input[] = {{"source", "The noise to shape."}};
constexpr NoiseInputInfo first_input[] = {{"a", "The first noise."}};

template <class P>
Result<P> params_at(const Place& place) {
  return params_from<P>(place.spec->params, place.path);
}

/// Room for the rounding of a formula that is monotone but for it.
ValueRange widened(double low, double high) {
  const double slack = 2e-6 * std::max({std::abs(low), std::abs(high), high - low});
  return {static_cast<float>(low - slack), static_cast<float>(high + slack)};
}

/// The least and the greatest of a few values.
ValueRange spanned(std::initializer_list<float> values) { return {std::min(values), std::max(values)}; }

// ---- shaping

Result<Value> compile_abs(Compiler& compiler, const Place& place) {
  CRATON_TRY(read_params({}, place.spec->params, place.path, nullptr));
  CRATON_TRY(const Value source, compiler.input(place, "source"));
  const auto [low, high] = source.range;
  const float far = std::max(std::abs(low), std::abs(high));
  const float near = low <= 0 && high >= 0 ? 0 : std::min(std::abs(low), std::abs(high));
  return compiler.element(place, Element::absolute, {source}, {}, {near, far});
}

struct ClampParams {
  double low = -1, high = 1;
};

Result<Value> compile_clamp(Compiler& compiler, const Place& place) {
  CRATON_TRY(const ClampParams params, params_at<ClampParams>(place));
  CRATON_TRY(const Value source, compiler.input(place, "source"));
  CRATON_TRY(const Value low, compiler.number(place, "low", params.low), high = compiler.number(place, "high", params.high));
  if (!high) return high.error();
  if (low.range.low > high->range.high)
    return compiler.error(place, "low", ErrorCode::invalid_value, "the lower bound is above the upper one");
  // Where bounds that are noises cross, the lower one counts.
  const ValueRange range{std::max(std::min(source.range.low, high->range.low), low.range.low),
                         std::max(std::min(source.range.high, high->range.high), low.range.high)};
  return compiler.element(place, Element::clamp, {source, low, *high}, {}, range);
}

struct PowerParams {
  double exponent = 2;
};

Result<Value> compile_power(Compiler& compiler, const Place& place) {
  CRATON_TRY(const PowerParams params, params_at<PowerParams>(place));
  CRATON_TRY(const Value source, compiler.input(place, "source"));
  Result<Value> exponent = compiler.number(place, "exponent", params.exponent);
  if (!exponent) return exponent.error();
  if (exponent->range.low < 1.0F / 64 || exponent->range.high > 64) {  // a noise: held to what is allowed
    Value least, most;
    least.constant = 1.0F / 64;
    most.constant = 64;
    exponent = compiler.element(place, Element::clamp, {*exponent, least, most}, {},
                                {std::max(exponent->range.low, 1.0F / 64), std::min(exponent->range.high, 64.0F)});
    if (!exponent) return exponent.error();
  }
  const auto reach = [&](float x) {
    const double magnitude = std::abs(double{x});
    const double most =
        std::max(math::pow(magnitude, double{exponent->range.low}), math::pow(magnitude, double{exponent->range.high}));
    return x < 0 ? -most : most;
  };
  const double low = source.range.low > 0 ? 0 : reach(source.range.low),
               high = source.range.high < 0 ? 0 : reach(source.range.high);
  if (std::max(std::abs(low), std::abs(high)) > 1e30)
    return compiler.error(place, "exponent", ErrorCode::invalid_value, "values could reach beyond 1e30");
  const double slack = 1e-4 * std::max(std::abs(low), std::abs(high));  // of 2^x at |x| up to 100
  return compiler.element(place, Element::power, {source, *exponent}, {},
                          {static_cast<float>(low - slack), static_cast<float>(high + slack)});
}

struct RemapParams {
  double from_low = -1, from_high = 1, to_low = 0, to_high = 1;
};

Result<Value> compile_remap(Compiler& compiler, const Place& place) {
  CRATON_TRY(const RemapParams params, params_at<RemapParams>(place));
  const double width = params.from_high - params.from_low;
  if (std::abs(width) < 1e-9)
    return compiler.error(place, "from_high", ErrorCode::invalid_value, "must differ from \"from_low\"");
  CRATON_TRY(const Value source, compiler.input(place, "source"));
  CRATON_TRY(const Value low, compiler.number(place, "to_low", params.to_low),
             high = compiler.number(place, "to_high", params.to_high));
  if (!high) return high.error();
  double least = 1e300, most = -1e300;
  for (const float x : {source.range.low, source.range.high})
    for (const float a : {low.range.low, low.range.high})
      for (const float b : {high->range.low, high->range.high}) {
        const double y = double{a} + (double{x} - params.from_low) / width * (double{b} - double{a});
        least = std::min(least, y);
        most = std::max(most, y);
      }
  if (most - least > 1e30) return compiler.error(place, "to_high", ErrorCode::invalid_value, "values could reach beyond 1e30");
  return compiler.element(place, Element::remap, {source, low, *high},
                          {static_cast<float>(params.from_low), static_cast<float>(1 / width)}, widened(least, most));
}

struct TerraceParams {
  int steps = 8;
  double sharpness = 0.7;
};

Result<Value> compile_terrace(Compiler& compiler, const Place& place) {
  CRATON_TRY(const TerraceParams params, params_at<TerraceParams>(place));
  CRATON_TRY(const Value source, compiler.input(place, "source"));
  CRATON_TRY(const Value sharpness, compiler.number(place, "sharpness", params.sharpness));
  const auto [low, high] = source.range;
  const auto steps = static_cast<float>(params.steps);
  const float height = high > low ? high - low : 1;
  return compiler.element(place, Element::terrace, {source, sharpness}, {steps, 1 / steps, low, height},
                          widened(double{low}, double{high}));
}

struct CurveParams {
  std::vector<double> points{-1, -1, 1, 1};
};

/// Slopes that keep the curve monotone between its points (Fritsch & Carlson 1980; harmonic means of the neighbours' slopes).
std::vector<float> curve_constants(std::span<const double> points) {
  const std::size_t count = points.size() / 2;
  const auto x = [&](std::size_t i) { return points[2 * i]; };
  const auto y = [&](std::size_t i) { return points[2 * i + 1]; };
  const auto secant = [&](std::size_t i) { return (y(i + 1) - y(i)) / (x(i + 1) - x(i)); };
  std::vector<float> constants;
  for (std::size_t i = 0; i < count; ++i) {
    double slope = 0;
    if (i == 0) {
      slope = secant(0);
    } else if (i + 1 == count) {
      slope = secant(i - 1);
    } else if (secant(i - 1) * secant(i) > 0) {
      const double before = x(i) - x(i - 1), after = x(i + 1) - x(i);
      const double w1 = 2 * after + before, w2 = after + 2 * before;
      slope = (w1 + w2) / (w1 / secant(i - 1) + w2 / secant(i));
    }
    for (const double number : {x(i), y(i), slope}) constants.push_back(static_cast<float>(number));
  }
  return constants;
}

Result<Value> compile_curve(Compiler& compiler, const Place& place) {
  CRATON_TRY(const CurveParams params, params_at<CurveParams>(place));
  const std::vector<double>& points = params.points;
  if (points.size() < 4 || points.size() % 2 != 0)
    return compiler.error(place, "points", ErrorCode::invalid_value, "write x0, y0, x1, y1, … of at least two points");
  for (std::size_t i = 2; i < points.size(); i += 2)
    if (points[i] - points[i - 2] < 1e-6)
      return compiler.error(place, "points", ErrorCode::invalid_value, "x must grow from point to point, by 1e-6 at least");
  CRATON_TRY(const Value source, compiler.input(place, "source"));
  std::vector<float> constants = curve_constants(points);
  float low = constants[1], high = constants[1];
  for (std::size_t i = 1; i < constants.size(); i += 3) {
    low = std::min(low, constants[i]);
    high = std::max(high, constants[i]);
  }
  return compiler.element(place, Element::curve, {source}, std::move(constants), {low, high});
}

// ---- combining

struct ConstantParams {
  double value = 0;
};

Result<Value> compile_constant(Compiler& compiler, const Place& place) {
  CRATON_TRY(const ConstantParams params, params_at<ConstantParams>(place));
  return compiler.number(place, "", params.value);
}

struct PairParams {
  double b = 0;
};

template <Element element>
Result<Value> compile_pair(Compiler& compiler, const Place& place) {
  CRATON_TRY(const PairParams params, params_at<PairParams>(place));
  CRATON_TRY(const Value a, compiler.input(place, "a"));
  CRATON_TRY(const Value b, compiler.number(place, "b", params.b));
  // Rounding is monotone, so that the ends of the ranges, rounded alike, bound all results.
  const auto [al, ah] = a.range;
  const auto [bl, bh] = b.range;
  ValueRange range;
  if constexpr (element == Element::add) range = {al + bl, ah + bh};
  if constexpr (element == Element::multiply) range = spanned({al * bl, al * bh, ah * bl, ah * bh});
  if constexpr (element == Element::minimum) range = {std::min(al, bl), std::min(ah, bh)};
  if constexpr (element == Element::maximum) range = {std::max(al, bl), std::max(ah, bh)};
  if (!(std::max(std::abs(range.low), std::abs(range.high)) <= 1e30F))
    return compiler.error(place, "b", ErrorCode::invalid_value, "values could reach beyond 1e30");
  return compiler.element(place, element, {a, b}, {}, range);
}

struct MixParams : PairParams {
  double share = 0.5;
};
struct SelectParams : PairParams {
  double selector = 0, threshold = 0, width = 0.2;
};

Result<std::vector<Value>> operands(Compiler& compiler, const Place& place,
                                    std::initializer_list<std::pair<std::string_view, double>> numbers) {
  CRATON_TRY(const Value a, compiler.input(place, "a"));
  std::vector<Value> list{a};
  for (const auto& [name, value] : numbers) {
    CRATON_TRY(const Value operand, compiler.number(place, name, value));
    list.push_back(operand);
  }
  return list;
}

ValueRange mixed_range(const std::vector<Value>& in) {
  return widened(double{std::min(in[0].range.low, in[1].range.low)}, double{std::max(in[0].range.high, in[1].range.high)});
}

Result<Value> compile_mix(Compiler& compiler, const Place& place) {
  CRATON_TRY(const MixParams params, params_at<MixParams>(place));
  CRATON_TRY(const std::vector<Value> in, operands(compiler, place, {{"b", params.b}, {"share", params.share}}));
  return compiler.element(place, Element::mix, in, {}, mixed_range(in));
}

Result<Value> compile_select(Compiler& compiler, const Place& place) {
  CRATON_TRY(const SelectParams params, params_at<SelectParams>(place));
  CRATON_TRY(
      const std::vector<Value> in,
      operands(compiler, place,
               {{"b", params.b}, {"selector", params.selector}, {"threshold", params.threshold}, {"width", params.width}}));
  return compiler.element(place, Element::select, in, {}, mixed_range(in));
}

template <Element element>
NodeKind pair_kind(std::string_view id, std::string_view title, std::string_view doc) {
  return {{id, title, doc, "", 0b1111, params_of<PairParams>(), first_input}, compile_pair<element>};
}

constexpr double largest = 1e6;

template <class P>
ParamInfo second_param() {
  return or_noise(number_param<&P::b>("b", -largest, largest, "", "The second noise, or a number."));
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<ClampParams>() {
  static const ParamInfo list[] = {
      or_noise(number_param<&ClampParams::low>("low", -largest, largest, "", "The least value.")),
      or_noise(number_param<&ClampParams::high>("high", -largest, largest, "", "The greatest value.")),
  };
  return list;
}
template <>
std::span<const ParamInfo> params_of<PowerParams>() {
  static const ParamInfo list[] = {
      or_noise(number_param<&PowerParams::exponent>("exponent", 1.0 / 64, 64, "", "Above 1 flattens what is near zero.")),
  };
  return list;
}
template <>
std::span<const ParamInfo> params_of<RemapParams>() {
  static const ParamInfo list[] = {
      number_param<&RemapParams::from_low>("from_low", -largest, largest, "", "The value of the source that becomes to_low."),
      number_param<&RemapParams::from_high>("from_high", -largest, largest, "", "The value of the source that becomes to_high."),
      or_noise(number_param<&RemapParams::to_low>("to_low", -largest, largest, "", "What from_low becomes.")),
      or_noise(number_param<&RemapParams::to_high>("to_high", -largest, largest, "", "What from_high becomes.")),
  };
  return list;
}
template <>
std::span<const ParamInfo> params_of<TerraceParams>() {
  static const ParamInfo list[] = {
      integer_param<&TerraceParams::steps>("steps", 1, 1000, "", "Terraces in the source's range."),
      or_noise(number_param<&TerraceParams::sharpness>("sharpness", 0, 0.99, "", "Share of a terrace that is flat.")),
  };
  return list;
}
template <>
std::span<const ParamInfo> params_of<CurveParams>() {
  static const ParamInfo list[] = {
      numbers_param<&CurveParams::points>("points", -largest, largest, 64, "",
                                          "x0, y0, x1, y1, …: the curve's points, with growing x; flat beyond them."),
  };
  return list;
}
template <>
std::span<const ParamInfo> params_of<ConstantParams>() {
  static const ParamInfo list[] = {number_param<&ConstantParams::value>("value", -largest, largest, "", "The value.")};
  return list;
}
template <>
std::span<const ParamInfo> params_of<PairParams>() {
  static const ParamInfo list[] = {second_param<PairParams>()};
  return list;
}
template <>
std::span<const ParamInfo> params_of<MixParams>() {
  static const ParamInfo list[] = {
      second_param<MixParams>(),
      or_noise(number_param<&MixParams::share>("share", 0, 1, "", "Share of the second noise; a noise is held to 0 … 1.")),
  };
  return list;
}
template <>
std::span<const ParamInfo> params_of<SelectParams>() {
  static const ParamInfo list[] = {
      second_param<SelectParams>(),
      or_noise(number_param<&SelectParams::selector>("selector", -largest, largest, "", "Decides which noise is taken.")),
      or_noise(number_param<&SelectParams::threshold>("threshold", -largest, largest, "", "Above it the second noise is taken.")),
      or_noise(
          number_param<&SelectParams::width>("width", 0, largest, "", "How far the selector goes from the first to the second.")),
  };
  return list;
}

const NodeKind& abs_noise() {
  static const NodeKind kind{
      {"abs", "Absolute value", "Folds what is below zero upwards: sharp valleys.", "", 0b1111, {}, source_input}, compile_abs};
  return kind;
}
const NodeKind& clamp_noise() {
  static const NodeKind kind{{"clamp", "Clamp", "Cuts off what is below or above two values: plains and plateaus.", "", 0b1111,
                              params_of<ClampParams>(), source_input},
                             compile_clamp};
  return kind;
}
const NodeKind& power_noise() {
  static const NodeKind kind{{"power", "Power", "A power of the magnitude, with the sign kept: flattens or sharpens.", "", 0b1111,
                              params_of<PowerParams>(), source_input},
                             compile_power};
  return kind;
}
const NodeKind& remap_noise() {
  static const NodeKind kind{
      {"remap", "Remap", "Stretches and shifts values linearly.", "", 0b1111, params_of<RemapParams>(), source_input},
      compile_remap};
  return kind;
}
const NodeKind& terrace_noise() {
  static const NodeKind kind{
      {"terrace", "Terraces", "Even steps with smooth risers.", "", 0b1111, params_of<TerraceParams>(), source_input},
      compile_terrace};
  return kind;
}
const NodeKind& curve_noise() {
  static const NodeKind kind{{"curve", "Curve", "Maps values through a smooth curve, monotone between its points.",
                              "Fritsch & Carlson 1980", 0b1111, params_of<CurveParams>(), source_input},
                             compile_curve};
  return kind;
}
const NodeKind& constant_noise() {
  static const NodeKind kind{{"constant", "Constant", "The same value everywhere.", "", 0b1111, params_of<ConstantParams>(), {}},
                             compile_constant};
  return kind;
}
const NodeKind& add_noise() {
  static const NodeKind kind = pair_kind<Element::add>("add", "Sum", "Adds two noises.");
  return kind;
}
const NodeKind& multiply_noise() {
  static const NodeKind kind = pair_kind<Element::multiply>("multiply", "Product", "Multiplies two noises.");
  return kind;
}
const NodeKind& min_noise() {
  static const NodeKind kind = pair_kind<Element::minimum>("min", "Minimum", "The lower of two noises.");
  return kind;
}
const NodeKind& max_noise() {
  static const NodeKind kind = pair_kind<Element::maximum>("max", "Maximum", "The higher of two noises.");
  return kind;
}
const NodeKind& mix_noise() {
  static const NodeKind kind{{"mix", "Mix", "Blends two noises by a share, which may be a noise itself (a crossing map).",
                              "Erstu", 0b1111, params_of<MixParams>(), first_input},
                             compile_mix};
  return kind;
}
const NodeKind& select_noise() {
  static const NodeKind kind{
      {"select", "Select", "One noise or another, by a third: smooth where the selector crosses its threshold.", "", 0b1111,
       params_of<SelectParams>(), first_input},
      compile_select};
  return kind;
}

}  // namespace craton
