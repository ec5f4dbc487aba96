#pragma once

#include <array>
#include <cstdint>

/// The form of an impact crater.
namespace craton::relief {

/// What all craters of a stage have in common.
struct CraterLaws {
  double depth = 0.2;          ///< of simple craters, as a share of the diameter
  double transition = 15'000;  ///< metres: wider craters are complex
  double irregularity = 0.5;   ///< 0 … 1
  double ejecta = 2.5;         ///< in radii: where the blanket ends
};

/// A hill in the middle, from the centre; metres.
struct CraterPeak {
  float east = 0, south = 0, radius = 0, height = 0;
};

/// A crater, worked out once; heights in metres over the ground before the impact.
struct CraterShape {
  static constexpr int first_wave = 2, waves = 8;  ///< of the outline: 2 … 9 around the rim

  float radius = 0;
  float depth = 0;                            ///< from the crest of the rim to the floor
  float rim = 0;                              ///< of the crest
  float floor = 0;                            ///< radius of the flat floor, as a share
  float terraces = 0;                         ///< 0 … 1: how far the wall has slumped into steps
  float softness = 0;                         ///< metres over which the crest is rounded
  float ejecta = 0;                           ///< where the blanket ends, in radii
  std::array<float, waves> cosine{}, sine{};  ///< of the waves of the outline

  float swing = 0;  ///< how far the outline strays, at most, as a share
  bool has_peaks = false;
  std::array<CraterPeak, 4> peaks{};

  /// Beyond this many metres from the centre there is nothing.
  float reach() const;
};

/// How much the outline may swing, as a share of the radius.
inline constexpr double largest_swing = 0.2;

/// `age` 0 … 1: 0 is fresh, 1 almost gone.
CraterShape make_crater(const CraterLaws& laws, double diameter, double age, std::uint64_t random);

/// At a place, from the centre, in metres.
struct CraterGround {
  float height = 0;  ///< added
  float erased = 0;  ///< 0 … 1: how much of what was there before is gone
};
CraterGround crater_ground(const CraterShape& shape, float east, float south);

}  // namespace craton::relief
