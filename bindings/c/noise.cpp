#include <string>
#include <vector>

#include <craton/recipe/noise_json.h>

#include "handles.h"
#include "types.h"

using namespace craton::c;
using craton::Result;

namespace {

/// The samples of a grid, or nothing where they are more than memory could hold.
craton_status samples_of(const craton_grid& grid, std::size_t& samples, craton_error* error) {
  if (grid.dimensions < 1 || grid.dimensions > 4)
    return fail(error, CRATON_INVALID, "grid.dimensions", "found " + std::to_string(grid.dimensions) + ", allowed 1 … 4");
  samples = 1;
  for (std::uint32_t axis = 0; axis < grid.dimensions; ++axis) {
    if (grid.size[axis] != 0 && samples > SIZE_MAX / sizeof(float) / grid.size[axis])
      return fail(error, CRATON_INVALID, "grid.size", "there are more samples than memory can hold");
    samples *= grid.size[axis];
  }
  return CRATON_OK;
}

Result<void> fill(const craton::Noise& noise, const craton_grid& g, std::span<float> out, const craton::Execution& execution) {
  switch (g.dimensions) {
    case 1: return noise.grid(craton::Grid1{{g.origin[0]}, {g.step[0]}, g.size[0]}, out, execution);
    case 2:
      return noise.grid(craton::Grid2{{g.origin[0], g.origin[1]}, {g.step[0], g.step[1]}, g.size[0], g.size[1]}, out, execution);
    case 3:
      return noise.grid(
          craton::Grid3{
              {g.origin[0], g.origin[1], g.origin[2]}, {g.step[0], g.step[1], g.step[2]}, g.size[0], g.size[1], g.size[2]},
          out, execution);
    default:
      return noise.grid(craton::Grid4{{g.origin[0], g.origin[1], g.origin[2], g.origin[3]},
                                      {g.step[0], g.step[1], g.step[2], g.step[3]},
                                      g.size[0],
                                      g.size[1],
                                      g.size[2],
                                      g.size[3]},
                        out, execution);
  }
}

/// Coordinates lie one after the other, as in Point1 … Point4.
template <class Point>
Result<void> evaluate(const craton::Noise& noise, const int64_t* coordinates, std::size_t count, float* values,
                      const craton::Execution& execution) {
  std::vector<Point> points(count);
  static_assert(sizeof(Point) % sizeof(std::int64_t) == 0 && std::is_trivially_copyable_v<Point>);
  if (count > 0) std::memcpy(static_cast<void*>(points.data()), coordinates, count * sizeof(Point));
  return noise.points(points, {values, count}, execution);
}

}  // namespace

craton_status craton_noise_create(const char* json, uint64_t seed, craton_noise** made, craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    if (json == nullptr) return null(error, "json");
    if (made == nullptr) return null(error, "made");
    const Result<craton::NoiseSpec> spec = craton::noise_spec_from_json(json);
    if (!spec) return fail(error, spec.error());
    Result<craton::Noise> noise = craton::Noise::make(*spec, craton::Seed{seed});
    if (!noise) return fail(error, noise.error());
    give(std::make_unique<craton_noise>(craton_noise{.noise = *std::move(noise)}), made);
    return CRATON_OK;
  });
}

void craton_noise_destroy(craton_noise* noise) { destroy(noise); }

craton_status craton_noise_range(const craton_noise* noise, float* low, float* high, craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    if (!alive(noise)) return no_handle(error, "noise");
    if (low == nullptr) return null(error, "low");
    if (high == nullptr) return null(error, "high");
    const craton::ValueRange range = noise->noise.range();
    *low = range.low;
    *high = range.high;
    return CRATON_OK;
  });
}

craton_status craton_noise_grid(const craton_noise* noise, const craton_grid* grid, uint32_t threads, float* values, size_t count,
                                craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    if (!alive(noise)) return no_handle(error, "noise");
    if (grid == nullptr) return null(error, "grid");
    std::size_t samples = 0;
    CRATON_C_TRY(samples_of(*grid, samples, error));
    if (count < samples)
      return fail(error, CRATON_TOO_SMALL, "values",
                  "there is room for " + std::to_string(count) + " of " + std::to_string(samples));
    if (samples == 0) return CRATON_OK;
    if (values == nullptr) return null(error, "values");
    const Result<void> filled = fill(noise->noise, *grid, {values, samples}, {.threads = threads});
    return filled ? CRATON_OK : fail(error, filled.error());
  });
}

craton_status craton_noise_points(const craton_noise* noise, uint32_t dimensions, const int64_t* coordinates, size_t count,
                                  uint32_t threads, float* values, craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    if (!alive(noise)) return no_handle(error, "noise");
    if (dimensions < 1 || dimensions > 4)
      return fail(error, CRATON_INVALID, "dimensions", "found " + std::to_string(dimensions) + ", allowed 1 … 4");
    if (count == 0) return CRATON_OK;
    if (coordinates == nullptr) return null(error, "coordinates");
    if (values == nullptr) return null(error, "values");
    const craton::Execution execution{.threads = threads};
    const auto evaluated = [&]() -> Result<void> {
      switch (dimensions) {
        case 1: return evaluate<craton::Point1>(noise->noise, coordinates, count, values, execution);
        case 2: return evaluate<craton::Point2>(noise->noise, coordinates, count, values, execution);
        case 3: return evaluate<craton::Point3>(noise->noise, coordinates, count, values, execution);
        default: return evaluate<craton::Point4>(noise->noise, coordinates, count, values, execution);
      }
    }();
    return evaluated ? CRATON_OK : fail(error, evaluated.error());
  });
}
