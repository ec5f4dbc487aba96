#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <craton/noise/noise.h>

/// The noises as their definitions read: one point at a time, nothing shared between points, no vectors. Tests compare the
/// kernels with it bit for bit, and `craton bench` takes it as a yardstick.
namespace craton::reference {

enum class Kind { white, value, perlin, simplex };

/// One octave; what does not concern its kind is ignored.
struct Octave {
  Kind kind = Kind::perlin;
  Seed seed;
  Frequency frequency;
  std::array<std::uint64_t, 4> offset{};  ///< shift of the lattice, in 2^-64 cells
  float weight = 1;
  int smoothness = 2;
  int falloff = 4;
  bool fixed_gradients = false;
};

/// How simplex noise finds the corners near a point.
enum class Search {
  simplex,  ///< the corners of the point's simplex, as in the papers
  window,   ///< all corners of a window five cells wide, whether near or not
};

using Position = std::span<const std::int64_t>;  ///< one coordinate per dimension, in units

class ReferenceNoise {
 public:
  /// The specification must be one that Noise::make accepts.
  ReferenceNoise(const NoiseSpec& spec, Seed seed);

  /// Whether a kind is among those of this file.
  static bool knows(std::string_view kind) { return kind == "white" || kind == "value" || kind == "perlin" || kind == "simplex"; }

  float at(Position position, Search search = Search::simplex) const;
  const std::vector<Octave>& octaves() const { return octaves_; }

 private:
  std::vector<Octave> octaves_;
};

float octave_at(const Octave& octave, Position position, Search search = Search::simplex);

// ---- the parts, for tests of their own

using Vector = std::array<float, 4>;
Vector gradient(std::uint32_t hash, int dimensions, bool fixed, float length);
float blend(float x, int smoothness);
/// What values are multiplied with, or how long gradients are: weight, and one over the largest sum less a few parts in a
/// million.
float scale(const Octave& octave, int dimensions);

}  // namespace craton::reference
