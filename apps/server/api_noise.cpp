// The noise lab: pictures and measures of noises, and the hat tiling.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include <craton/base/position.h>
#include <craton/files/png.h>
#include <craton/picture/hat_picture.h>
#include <craton/picture/ramp.h>
#include <craton/picture/shade.h>
#include <craton/recipe/noise_json.h>

#include "services.h"

namespace craton::server {
namespace {

constexpr double farthest = 0x1p52;  // metres

struct NoiseOrder {
  NoiseSpec spec;
  std::uint64_t seed = 0;
  Grid2 grid;
  double step = 1;
};

/// What a noise is asked for: its spec, seed and grid.
Result<NoiseOrder> read_order(JsonBody& body, std::int64_t width, std::int64_t height) {
  NoiseOrder order;
  const Json* spec = body.find("spec");
  if (!spec) return Error{ErrorCode::invalid_value, "/spec", "is missing"};
  Result<Json> text = spec->is_string() ? parse_json(spec->get_ref<const std::string&>(), true) : *spec;
  if (!text) return Error{text.error().code, "/spec", text.error().message};
  Result<NoiseSpec> read = noise_spec_from_json(dumped(*text));
  if (!read) return Error{read.error().code, "/spec" + read.error().path, read.error().message};
  order.spec = *std::move(read);
  if (const Json* seed = body.find("seed")) {
    CRATON_TRY(const std::uint64_t number, seed_of(*seed, "/seed"));
    order.seed = number;
  }
  const Result<double> x = body.number("x", 0, -farthest, farthest), y = body.number("y", 0, -farthest, farthest);
  const Result<double> step = body.number("step", 1, 1.0 / units_per_metre, 1e9);
  for (const Result<double>* each : {&x, &y, &step})
    if (!*each) return each->error();
  const Result<std::int64_t> x_units = units_from_metres(*x), y_units = units_from_metres(*y),
                             step_units = units_from_metres(*step);
  for (const Result<std::int64_t>* each : {&x_units, &y_units, &step_units})
    if (!*each) return each->error();
  order.step = *step;
  order.grid = {.origin = {*x_units, *y_units},
                .step = {*step_units, *step_units},
                .width = static_cast<std::uint32_t>(width),
                .height = static_cast<std::uint32_t>(height)};
  return order;
}

struct Sampled {
  std::vector<float> values;
  ValueRange range;
};

Result<Sampled> sampled(const NoiseOrder& order, const CancelToken& cancel) {
  const Result<Noise> noise = Noise::make(order.spec, Seed{order.seed});
  if (!noise) return Error{noise.error().code, "/spec" + noise.error().path, noise.error().message};
  if (!noise->has_dimension(2)) return Error{ErrorCode::unsupported, "/spec", "has no values on a plane"};
  Sampled out{std::vector<float>(order.grid.sample_count()), noise->range()};
  CRATON_TRY(noise->grid(order.grid, out.values, {.threads = 1, .cancel = &cancel}));
  return out;
}

Result<Work> picture_work(const Call& call) {
  CRATON_TRY(JsonBody body, JsonBody::read(call.request->body));
  CRATON_TRY(const std::int64_t width, body.integer("width", 512, 1, 2048), height = body.integer("height", 512, 1, 2048));
  if (!height) return height.error();
  Result<NoiseOrder> order = read_order(body, width, *height);
  if (!order) return order.error();
  CRATON_TRY(const std::string ramp_name, body.text("ramp", "grey", 64));
  const Result<const Ramp*> ramp = find_ramp(ramp_name, "/ramp");
  if (!ramp && ramp_name != "grey") return ramp.error();
  std::optional<ToneRange> tones;
  if (const Json* range = body.find("range")) {
    if (!range->is_array() || range->size() != 2 || !(*range)[0].is_number() || !(*range)[1].is_number())
      return Error{ErrorCode::invalid_value, "/range", "write [low, high]"};
    tones = ToneRange{(*range)[0].get<float>(), (*range)[1].get<float>()};
  }
  const Result<bool> stretch = body.flag("stretch", false);
  if (!stretch) return stretch.error();
  const Result<double> light = body.number("light", 0, 0, 1), relief = body.number("relief", 40, 0, 1000);
  for (const Result<double>* each : {&light, &relief})
    if (!*each) return each->error();
  CRATON_TRY(body.end());
  const ShadeOptions shade{.relief = *relief, .strength = *light};
  Work work = work_of([order = *std::move(order), ramp = ramp ? *ramp : nullptr, tones, stretch = *stretch,
                       shade](const CancelToken& cancel) -> Result<Response> {
    CRATON_TRY(const Sampled made, sampled(order, cancel));
    const FloatView view{made.values, order.grid.width, order.grid.height};
    const ToneRange range = tones ? *tones : stretch ? tone_range_of(view) : ToneRange{made.range.low, made.range.high};
    CRATON_TRY(std::string png, ramp && shade.strength > 0 ? png_bytes(shaded(view, range, *ramp, shade), {.threads = 1})
                                : ramp                     ? png_bytes(coloured(view, range, *ramp), {.threads = 1})
                                                           : png_bytes(grey8(view, range), {.threads = 1}));
    return bytes_response(std::move(png), "image/png");
  });
  work.body_key = body.key();
  return work;
}

// ---- measures

using Complex = std::complex<double>;

/// Cooley & Tukey 1965, in place, for powers of two.
void transform(std::span<Complex> values) {
  const std::size_t n = values.size();
  for (std::size_t i = 1, j = 0; i < n; ++i) {
    std::size_t bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) std::swap(values[i], values[j]);
  }
  for (std::size_t length = 2; length <= n; length <<= 1) {
    const Complex turn = std::polar(1.0, -2 * std::numbers::pi / static_cast<double>(length));
    for (std::size_t begin = 0; begin < n; begin += length) {
      Complex factor = 1;
      for (std::size_t k = 0; k < length / 2; ++k) {
        const Complex even = values[begin + k], odd = values[begin + k + length / 2] * factor;
        values[begin + k] = even + odd;
        values[begin + k + length / 2] = even - odd;
        factor *= turn;
      }
    }
  }
}

/// |F|² of a square, its mean taken off and its border faded out (Hann), so that it does not look like an edge.
std::vector<double> power_of(std::span<const float> values, std::size_t side, double mean) {
  std::vector<Complex> field(side * side);
  std::vector<double> fade(side);
  for (std::size_t i = 0; i < side; ++i)
    fade[i] = 0.5 - 0.5 * std::cos(2 * std::numbers::pi * (static_cast<double>(i) + 0.5) / static_cast<double>(side));
  for (std::size_t y = 0; y < side; ++y)
    for (std::size_t x = 0; x < side; ++x)
      field[y * side + x] = (static_cast<double>(values[y * side + x]) - mean) * fade[x] * fade[y];
  for (std::size_t y = 0; y < side; ++y) transform(std::span(field).subspan(y * side, side));
  std::vector<Complex> column(side);
  std::vector<double> power(side * side);
  for (std::size_t x = 0; x < side; ++x) {
    for (std::size_t y = 0; y < side; ++y) column[y] = field[y * side + x];
    transform(column);
    for (std::size_t y = 0; y < side; ++y) power[y * side + x] = std::norm(column[y]) / static_cast<double>(side * side);
  }
  return power;
}

struct Spectrum {
  std::vector<double> frequency, power;
  double slope = 0;
};

/// Power by radial frequency, and the slope of its logarithm. How even it is by direction is told by the lab (POST
/// /api/v1/noise/report), which takes off what chance alone would give.
Spectrum spectrum_of(std::span<const double> power, std::size_t side, double step) {
  const std::size_t bands = side / 2;
  std::vector<double> sums(bands, 0), counts(bands, 0);
  const auto signed_place = [&](std::size_t k) {
    return static_cast<double>(k) - (k > side / 2 ? static_cast<double>(side) : 0);
  };
  for (std::size_t y = 0; y < side; ++y)
    for (std::size_t x = 0; x < side; ++x) {
      const double fx = signed_place(x), fy = signed_place(y);
      const auto band = static_cast<std::size_t>(std::lround(std::hypot(fx, fy)));
      if (band == 0 || band >= bands) continue;
      sums[band] += power[y * side + x];
      counts[band] += 1;
    }
  Spectrum out;
  double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (std::size_t band = 1; band < bands; ++band) {
    const double value = counts[band] > 0 ? sums[band] / counts[band] : 0;
    const double frequency = static_cast<double>(band) / (static_cast<double>(side) * step);
    out.frequency.push_back(frequency);
    out.power.push_back(value);
    if (value <= 0) continue;
    const double lx = std::log10(frequency), ly = std::log10(value);
    n += 1, sx += lx, sy += ly, sxx += lx * lx, sxy += lx * ly;
  }
  const double spread = n * sxx - sx * sx;
  out.slope = spread > 0 ? (n * sxy - sx * sy) / spread : 0;
  return out;
}

Json measures_of(const Sampled& made, std::size_t side, double step) {
  constexpr std::size_t bars = 64;
  double sum = 0, square = 0, low = made.values.front(), high = low;
  for (const float value : made.values) {
    sum += value;
    square += static_cast<double>(value) * value;
    low = std::min<double>(low, value);
    high = std::max<double>(high, value);
  }
  const auto count = static_cast<double>(made.values.size());
  const double mean = sum / count;
  std::vector<std::uint64_t> counts(bars, 0);
  const double from = made.range.low, width = std::max(1e-30, static_cast<double>(made.range.high) - from);
  for (const float value : made.values)
    ++counts[std::min(bars - 1, static_cast<std::size_t>(std::max(0.0, (static_cast<double>(value) - from) / width * bars)))];
  const Spectrum spectrum = spectrum_of(power_of(made.values, side, mean), side, step);
  return {{"mean", mean},
          {"deviation", std::sqrt(std::max(0.0, square / count - mean * mean))},
          {"min", low},
          {"max", high},
          {"range", {made.range.low, made.range.high}},
          {"histogram", {{"from", made.range.low}, {"to", made.range.high}, {"counts", counts}}},
          {"spectrum", {{"frequency", spectrum.frequency}, {"power", spectrum.power}}},
          {"slope", spectrum.slope}};
}

Result<Work> measure_work(const Call& call) {
  CRATON_TRY(JsonBody body, JsonBody::read(call.request->body));
  CRATON_TRY(const std::int64_t size, body.integer("size", 256, 32, 1024));
  if ((size & (size - 1)) != 0)
    return Error{ErrorCode::invalid_value, "/size", fmt::format("found {}, allowed powers of two", size)};
  Result<NoiseOrder> order = read_order(body, size, size);
  if (!order) return order.error();
  CRATON_TRY(body.end());
  Work work = work_of([order = *std::move(order)](const CancelToken& cancel) -> Result<Response> {
    CRATON_TRY(const Sampled made, sampled(order, cancel));
    return json_response(dumped(measures_of(made, order.grid.width, order.step)));
  });
  work.body_key = body.key();
  work.compress = true;
  return work;
}

Outcome outcome_of(Result<Work> work) {
  if (work) return *std::move(work);
  if (work.error().path == "body") return error_response(400, "bad_json", "body", work.error().message);
  return error_response(work.error());
}

// ---- the tiling

Outcome tiling(const Call& call) {
  HatPictureOptions options;
  const Result<std::uint64_t> seed = seed_from_text(call.text("seed"), "seed");
  const Result<std::int64_t> x = units_from_metres(call.number("x")), y = units_from_metres(call.number("y"));
  const Result<Frequency> frequency = Frequency::per_metre(call.number("frequency"));
  if (!seed) return error_response(400, "bad_parameter", "seed", seed.error().message);
  if (!x || !y) return error_response(400, "bad_parameter", "x", "lies too far out");
  if (!frequency) return error_response(400, "bad_parameter", "frequency", frequency.error().message);
  options.seed = Seed{*seed};
  options.centre = {*x, *y};
  options.frequency = *frequency;
  options.cells_across = call.number("cells");
  options.width = static_cast<std::uint32_t>(call.integer("width"));
  options.height = static_cast<std::uint32_t>(call.integer("height"));
  options.colours = call.text("colour") == "turn" ? HatColours::turn : HatColours::metatile;
  options.kites = call.flag("kites");
  options.numbers = call.flag("numbers");
  options.legend = call.flag("legend");
  Work work = work_of([options](const CancelToken& cancel) -> Result<Response> {
    CRATON_TRY(std::string svg, hats_as_svg(options, {.cancel = &cancel}));
    return bytes_response(std::move(svg), "image/svg+xml");
  });
  work.compress = true;
  work.load = Load::heavy;
  return work;
}

}  // namespace

void add_noise_routes(Router& router, Services&) {
  router.add(
      {.method = Method::post,
       .pattern = "/api/v1/noise/picture",
       .summary = "A picture of a noise.",
       .body =
           "{spec, seed?, width?, height?, x?, y?, step?, ramp?, light?: 0 … 1, relief?: pixels, range?: [low, high], stretch?}",
       .gives = "A PNG.",
       .types = {"image/png"},
       .handler = [](const Call& call) { return outcome_of(picture_work(call)); }});
  router.add({.method = Method::post,
              .pattern = "/api/v1/noise/measure",
              .summary = "Histogram and spectrum of a noise.",
              .body = "{spec, seed?, size?, x?, y?, step?}",
              .gives = "{mean, deviation, min, max, histogram, spectrum, slope}",
              .handler = [](const Call& call) { return outcome_of(measure_work(call)); }});
  router.add(
      {.pattern = "/api/v1/tiling.svg",
       .summary = "A piece of the hat tiling.",
       .params = {{.name = "seed", .doc = "A number, or a word.", .standard = "0", .max = 64},
                  {.name = "x",
                   .kind = ParamKind::number,
                   .doc = "Metres to the east of the picture's centre.",
                   .standard = "0",
                   .min = -farthest,
                   .max = farthest},
                  {.name = "y",
                   .kind = ParamKind::number,
                   .doc = "Metres to the south.",
                   .standard = "0",
                   .min = -farthest,
                   .max = farthest},
                  {.name = "frequency",
                   .kind = ParamKind::number,
                   .doc = "Lattice cells per metre.",
                   .standard = "1",
                   .min = 1e-12,
                   .max = 512},
                  {.name = "cells",
                   .kind = ParamKind::number,
                   .doc = "How many cells the picture is wide.",
                   .standard = "24",
                   .min = 1,
                   .max = 200},
                  {.name = "width", .kind = ParamKind::integer, .doc = "Pixels.", .standard = "1200", .min = 16, .max = 4096},
                  {.name = "height", .kind = ParamKind::integer, .doc = "Pixels.", .standard = "900", .min = 16, .max = 4096},
                  {.name = "colour",
                   .kind = ParamKind::choice,
                   .doc = "What colours tell.",
                   .standard = "metatile",
                   .choices = {"metatile", "turn"}},
                  {.name = "kites", .kind = ParamKind::flag, .doc = "Draw the borders of kites.", .standard = "0"},
                  {.name = "numbers", .kind = ParamKind::flag, .doc = "Number the kites of each hat.", .standard = "0"},
                  {.name = "legend", .kind = ParamKind::flag, .doc = "A line that explains colours.", .standard = "0"}},
       .gives = "An SVG.",
       .types = {"image/svg+xml"},
       .handler = [](const Call& call) { return tiling(call); }});
}

}  // namespace craton::server
