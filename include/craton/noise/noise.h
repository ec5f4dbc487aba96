#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <craton/base/export.h>
#include <craton/base/params.h>
#include <craton/base/position.h>
#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/base/seed.h>

namespace craton {

struct NoiseSpec;

/// A noise that another is made of. Inputs share their noise: copies are cheap, and what several nodes share is computed once.
struct CRATON_API NoiseInput {
  std::string name;
  std::shared_ptr<const NoiseSpec> noise;

  NoiseInput(std::string input_name, NoiseSpec spec);
  NoiseInput(std::string input_name, std::shared_ptr<const NoiseSpec> spec)
      : name(std::move(input_name)), noise(std::move(spec)) {}
};

/// What a noise is: a kind, its parameters, and the noises it is made of. Parameters that a kind declares as `may_be_noise`
/// may be inputs instead of numbers.
///
///     NoiseSpec perlin{.kind = "perlin"};
///     perlin.params.set("frequency", 0.01);
///     NoiseSpec hills{.kind = "fbm", .inputs = {{"source", perlin}}};
///     hills.params.set("octaves", std::int64_t{6});
///
/// Seeds: the first input of a kind has the seed of its node (the absolute value of a noise is of *that* noise); other inputs
/// have the child seed of their name. A node with a `seed` of its own has the child of that name of the whole noise's seed,
/// wherever it stands: two nodes with the same seed name and the same parameters are the same noise.
struct NoiseSpec {
  std::string kind = "perlin";
  ParamValues params{};
  std::vector<NoiseInput> inputs{};
  std::string seed{};
};

/// After how many units the whole noise repeats along each axis; 0: not at all.
using NoiseRepeat = std::array<std::uint64_t, 4>;

/// The values a noise can take: low ≤ value ≤ high, always.
struct ValueRange {
  float low = -1, high = 1;
};

/// A value and how it changes along each axis, per metre.
struct Slope2 {
  float value = 0, x = 0, y = 0;
};
struct Slope3 {
  float value = 0, x = 0, y = 0, z = 0;
};

/// An input that a kind needs.
struct NoiseInputInfo {
  std::string_view name;
  std::string_view doc;
};

/// One kind of noise, as listed by `craton noise --list` and the reference pages.
struct NoiseKind {
  std::string_view id;
  std::string_view title;
  std::string_view doc;
  std::string_view cite;
  unsigned dimensions = 0;  ///< bit d−1 is set where dimension d exists: 0b110 means 2D and 3D
  std::span<const ParamInfo> params;
  std::span<const NoiseInputInfo> inputs;
  bool plain = false;  ///< made of no other noise: fractals can make octaves of it
};

CRATON_API std::span<const NoiseKind> all_noise_kinds();

/// (seed, place) → value. Cheap to copy, immutable, safe to use from many threads. Every way of asking gives the
/// same bits: at a point, at arrays of points, on any grid, on any instruction set, with any number of threads.
class CRATON_API Noise {
 public:
  static Result<Noise> make(const NoiseSpec& spec, Seed seed);
  /// The noise on a domain that closes onto itself: every lattice gets the whole number of cells in this length that comes
  /// nearest to its frequency. A noise that cannot repeat (simplex) or repeats after another length is an error.
  static Result<Noise> make(const NoiseSpec& spec, Seed seed, const NoiseRepeat& repeat);

  ValueRange range() const;
  bool has_dimension(int dimensions) const;  ///< asking in a dimension the kind lacks is an error (or a bug in `at`)

  float at(Point1 point) const;
  float at(Point2 point) const;
  float at(Point3 point) const;
  float at(Point4 point) const;

  Result<void> points(std::span<const Point1> points, std::span<float> out, const Execution& execution = {}) const;
  Result<void> points(std::span<const Point2> points, std::span<float> out, const Execution& execution = {}) const;
  Result<void> points(std::span<const Point3> points, std::span<float> out, const Execution& execution = {}) const;
  Result<void> points(std::span<const Point4> points, std::span<float> out, const Execution& execution = {}) const;

  Result<void> grid(const Grid1& grid, std::span<float> out, const Execution& execution = {}) const;
  Result<void> grid(const Grid2& grid, std::span<float> out, const Execution& execution = {}) const;
  Result<void> grid(const Grid3& grid, std::span<float> out, const Execution& execution = {}) const;
  Result<void> grid(const Grid4& grid, std::span<float> out, const Execution& execution = {}) const;

  /// Values with their analytic derivatives, per metre: of value, Perlin and simplex noise, and of what is made of them.
  bool has_slopes(int dimensions) const;
  Result<Slope2> slope_at(Point2 point) const;
  Result<Slope3> slope_at(Point3 point) const;
  Result<void> slopes(const Grid2& grid, std::span<float> values, std::array<std::span<float>, 2> slopes,
                      const Execution& execution = {}) const;
  Result<void> slopes(const Grid3& grid, std::span<float> values, std::array<std::span<float>, 3> slopes,
                      const Execution& execution = {}) const;

  struct Program;  ///< the compiled form; private to the library

 private:
  friend struct NoiseInternals;
  explicit Noise(std::shared_ptr<const Program> program) : program_(std::move(program)) {}
  std::shared_ptr<const Program> program_;
};

}  // namespace craton
