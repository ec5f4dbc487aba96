#pragma once

#include <span>
#include <string_view>
#include <vector>

#include <craton/base/params.h>

/// What the kernels of cellular noise are handed, and the bounds behind it.
namespace craton {

enum class CellularDistance { euclidean, squared, manhattan, chebyshev };
enum class CellularOutput { distance, value, id, second_id, border };

template <>
inline std::span<const std::string_view> choice_names<CellularDistance>() {
  static constexpr std::string_view names[] = {"euclidean", "squared", "manhattan", "chebyshev"};
  return names;
}
template <>
inline std::span<const std::string_view> choice_names<CellularOutput>() {
  static constexpr std::string_view names[] = {"distance", "value", "id", "second_id", "border"};
  return names;
}

inline constexpr std::size_t max_cellular_weights = 4;

struct CellularParams {
  double frequency = 0.01;
  double jitter = 1;
  CellularDistance distance = CellularDistance::euclidean;
  CellularOutput output = CellularOutput::distance;
  std::vector<double> weights{1};
  std::vector<double> period;
};

/// Of one dimension: how far to search, and how distances become values.
struct CellularScale {
  /// Of the window around a sample's own cell in which all points that matter lie. A cell n further along an axis is at least
  /// n − 1 away, and the k-th nearest point at most bound_k; so bound_k, rounded up to whole cells, suffices. Where bound_k is
  /// a whole number (jitter 1, not euclidean), it is the distance to the farthest corner of a cell, and points beyond the
  /// window could only draw level with it. They do not: of the cells whose farthest corners are that far, half begin there
  /// and half end there, and a point ends 2^-20 short of its cell's end.
  int radius = 2;
  float bound = 0;                          ///< of the distance to the last of the nearest points; squared for squares
  float factor[max_cellular_weights] = {};  ///< of the k-th distance
  float offset = 0;                         ///< added to the weighted sum of distances
  float reach = 0;                          ///< points farther away never decide where a border lies
  float most = 0;                           ///< to the border, at most
};

struct CellularOctave {
  CellularDistance distance = CellularDistance::euclidean;
  CellularOutput output = CellularOutput::distance;
  float jitter = 1;
  int nearest = 1;         ///< how many of the nearest points the output needs: 1, 2 or 4
  float value_factor = 1;  ///< of a cell's own random value
  CellularScale scale[2];  ///< in 2D and 3D
};

/// The largest possible distance to the k-th nearest point, k = 0 … 3, in cells (not squared).
double cellular_bound(CellularDistance distance, double jitter, int dimensions, int k);
/// Points farther from a sample than this never decide where the border of its cell lies.
double cellular_border_reach(double jitter, int dimensions);

CellularOctave make_cellular_octave(const CellularParams& params, float weight);

}  // namespace craton
