#include <craton/picture/slope.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/parallel.h"
#include "picture/height_rows.h"
#include "picture/margin_plane.h"

namespace craton {
namespace {

/// Three rows of heights around one sample, and how far apart samples lie. Rows begin at sample -1.
struct Window {
  const float *north, *here, *south;
  double metres_x, metres_y;

  double rise_east(std::ptrdiff_t x) const { return (double{here[x + 1]} - double{here[x - 1]}) / (2 * metres_x); }
  double rise_south(std::ptrdiff_t x) const { return (double{south[x]} - double{north[x]}) / (2 * metres_y); }
};

/// Calls of(window, x) for every sample that has a height.
template <class Of>
Result<std::vector<float>> each_sample(FloatView heights, const Ground& ground, const Execution& execution, Of of) {
  if (heights.width == 0 || heights.height == 0) return Error{ErrorCode::invalid_value, "", "a map of no samples"};
  const picture::HeightRows rows(heights, ground, 1);
  const std::size_t width = heights.width;
  std::vector<float> out(heights.values.size());
  CRATON_TRY(parallel_blocks(
      heights.height, std::max<std::uint64_t>(8, 65536 / width), execution, [&](std::uint64_t begin, std::uint64_t end) {
        std::vector<float> north(width + 2), here(width + 2), south(width + 2);
        for (std::uint64_t y = begin; y < end; ++y) {
          rows.fill(static_cast<int>(y) - 1, 1, north.data() + 1);
          rows.fill(static_cast<int>(y), 1, here.data() + 1);
          rows.fill(static_cast<int>(y) + 1, 1, south.data() + 1);
          const Window window{north.data() + 1, here.data() + 1, south.data() + 1,
                              metres_along_row(ground, static_cast<std::uint32_t>(y), heights.height), ground.metres_y};
          for (std::size_t x = 0; x < width; ++x)
            out[y * width + x] = std::isfinite(heights.values[y * width + x])
                                     ? static_cast<float>(of(window, static_cast<std::ptrdiff_t>(x)))
                                     : std::numeric_limits<float>::quiet_NaN();
        }
      }));
  return out;
}

double curvature_at(const Window& window, std::ptrdiff_t x, Curvature kind) {
  const float *north = window.north, *here = window.here, *south = window.south;
  const double p = window.rise_east(x), q = window.rise_south(x), slope = p * p + q * q;
  const double twice = 2 * double{here[x]};
  const double r = (double{here[x + 1]} + double{here[x - 1]} - twice) / (window.metres_x * window.metres_x);
  const double t = (double{south[x]} + double{north[x]} - twice) / (window.metres_y * window.metres_y);
  const double s = (double{south[x + 1]} - double{south[x - 1]} - double{north[x + 1]} + double{north[x - 1]}) /
                   (4 * window.metres_x * window.metres_y);
  const double steep = (1 + slope) * std::sqrt(1 + slope);
  switch (kind) {
    case Curvature::mean: return -1000 * ((1 + q * q) * r - 2 * p * q * s + (1 + p * p) * t) / (2 * steep);
    case Curvature::profile: return slope > 0 ? -1000 * (p * p * r + 2 * p * q * s + q * q * t) / (slope * steep) : 0;
    case Curvature::plan: return slope > 0 ? -1000 * (q * q * r - 2 * p * q * s + p * p * t) / (slope * std::sqrt(slope)) : 0;
  }
  return 0;
}

/// A plane half as fine, and its margin from the finer one's.
picture::Plane coarser(const picture::Plane& fine) {
  picture::Plane plane((fine.width() + 1) / 2, (fine.height() + 1) / 2, (fine.margin() - 1) / 2);
  for (int y = -plane.margin(); y < plane.height() + plane.margin(); ++y)
    picture::coarsen_rows(fine.row(2 * y), fine.row(2 * y + 1), -plane.margin(), plane.width() + plane.margin(), plane.row(y));
  return plane;
}

/// One of the size of `like`, twice as fine as `coarse`; with a margin of 2.
picture::Plane finer(const picture::Plane& coarse, const picture::Plane& like) {
  picture::Plane plane(like.width(), like.height(), 2);
  std::vector<float> scratch(static_cast<std::size_t>(like.width()) + 8);
  for (int y = -2; y < plane.height() + 2; ++y)
    picture::refine_row(coarse, y, -2, plane.width() + 2, plane.row(y), scratch.data());
  return plane;
}

}  // namespace

Result<std::vector<float>> smoothed_heights(FloatView heights, const Ground& ground, int levels, const Execution& execution) {
  if (heights.width == 0 || heights.height == 0) return Error{ErrorCode::invalid_value, "", "a map of no samples"};
  if (levels < 0 || levels > 5) return Error{ErrorCode::invalid_value, "levels", "must be 0 … 5"};
  std::vector<float> out(heights.values.begin(), heights.values.end());
  while (levels > 0 && (std::min(heights.width, heights.height) >> levels) < 8) --levels;
  if (levels == 0) return out;
  const int margin = (4 << levels) - 1;  // two samples of the coarsest level and what each finer one needs beyond that
  const picture::HeightRows rows(heights, ground, 1);
  std::vector<picture::Plane> planes;
  planes.emplace_back(rows.width(), rows.height(), margin);
  CRATON_TRY(parallel_blocks(static_cast<std::uint64_t>(rows.height() + 2 * margin), 64, execution,
                             [&](std::uint64_t begin, std::uint64_t end) {
                               for (std::uint64_t y = begin; y < end; ++y)
                                 rows.fill(static_cast<int>(y) - margin, margin, planes[0].row(static_cast<int>(y) - margin));
                             }));
  for (int k = 0; k < levels; ++k) planes.push_back(coarser(planes.back()));
  picture::Plane smooth = std::move(planes.back());
  for (int k = levels - 1; k >= 0; --k) smooth = finer(smooth, planes[static_cast<std::size_t>(k)]);
  for (int y = 0; y < rows.height(); ++y) {
    float* to = out.data() + static_cast<std::size_t>(y) * heights.width;
    for (int x = 0; x < rows.width(); ++x)
      if (std::isfinite(to[x])) to[x] = smooth.row(y)[x];
  }
  return out;
}

Result<std::vector<float>> slope_degrees(FloatView heights, const Ground& ground, const Execution& execution) {
  return each_sample(heights, ground, execution, [](const Window& window, std::ptrdiff_t x) {
    return std::atan(std::hypot(window.rise_east(x), window.rise_south(x))) * 180 / std::numbers::pi;
  });
}

Result<std::vector<float>> curvature_per_km(FloatView heights, const Ground& ground, Curvature kind, const Execution& execution) {
  return each_sample(heights, ground, execution,
                     [kind](const Window& window, std::ptrdiff_t x) { return curvature_at(window, x, kind); });
}

}  // namespace craton
