#include "picture/relief_levels.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/parallel.h"

namespace craton::picture {
namespace {

constexpr int most_levels = 5;    // beside level 0: forms of 32 pixels
constexpr int coarse_margin = 2;  // what refine_row needs beyond the border, on every level

int levels_for(int width, int height) {
  int levels = 0;
  while (levels < most_levels && (std::min(width, height) >> levels) >= 16) ++levels;
  return levels;
}

std::uint64_t rows_at_once(int width) { return static_cast<std::uint64_t>(std::max(1, 65536 / std::max(width, 1))); }

/// Calls body(y) for the rows of a plane, with `beyond` rows of its margin on both sides.
template <class Body>
Result<void> for_each_row(const Plane& plane, int beyond, const Execution& execution, Body body) {
  return parallel_blocks(static_cast<std::uint64_t>(plane.height() + 2 * beyond), rows_at_once(plane.width()),
                         {.threads = execution.threads, .cancel = execution.cancel}, [&](std::uint64_t begin, std::uint64_t end) {
                           for (std::uint64_t y = begin; y < end; ++y) body(static_cast<int>(y) - beyond);
                         });
}

struct SlopeSum {
  double squares = 0, count = 0;
  double root_mean() const { return count > 0 ? std::sqrt(squares / count) : 0; }
};

/// Slopes from a sample to the next ones; `land` tells whether the land alone counts.
void add_slopes(const float* here, const float* south, int width, double per_x, double per_y, bool land, SlopeSum& sum) {
  for (int x = 0; x + 1 < width; ++x) {
    if (land && here[x] < 0) continue;
    const double east = (double{here[x + 1]} - double{here[x]}) * per_x, down = (double{south[x]} - double{here[x]}) * per_y;
    sum.squares += east * east + down * down;
    sum.count += 1;
  }
}

double typical_slope_of(const Plane& plane, const Ground& ground, int level) {
  const int step = std::max(1, plane.height() / 512);
  for (const bool land : {true, false}) {
    SlopeSum sum;
    for (int y = 0; y < plane.height(); y += step)
      add_slopes(plane.row(y), plane.row(y + 1), plane.width() + 1,
                 1 / metres_along_row(ground, static_cast<std::uint32_t>(y), static_cast<std::uint32_t>(plane.height())),
                 1 / ground.metres_y, land, sum);
    if (sum.count > 0) return sum.root_mean() / (1 << level);
  }
  return 0;
}

void light_rows(const float* north, const float* here, const float* south, int begin, int end, float per_x, float per_y,
                std::span<const LightRay> rays, float* light, float* slope) {
  for (int x = begin; x < end; ++x) {
    const float east = (here[x + 1] - here[x - 1]) * per_x, down = (south[x] - north[x]) * per_y;
    slope[x] = std::sqrt(1 + (east * east + down * down));
    light[x] = 0;
  }
  for (const LightRay& ray : rays)
    for (int x = begin; x < end; ++x) {
      const float east = (here[x + 1] - here[x - 1]) * per_x, down = (south[x] - north[x]) * per_y;
      light[x] += std::max(east * ray.east + down * ray.south + ray.up, 0.0F);
    }
  for (int x = begin; x < end; ++x) light[x] /= slope[x];
}

}  // namespace

std::vector<LightRay> rays_of(std::span<const Light> lights) {
  double all = 0;
  for (const Light& light : lights) all += light.weight;
  std::vector<LightRay> rays;
  for (const Light& light : lights) {
    const double radians = std::numbers::pi / 180, weight = light.weight / all;
    // A slope that rises towards the east turns away from a light in the east.
    const double level = 1 / std::tan(light.altitude * radians);
    rays.push_back({static_cast<float>(-std::sin(light.azimuth * radians) * level * weight),
                    static_cast<float>(std::cos(light.azimuth * radians) * level * weight), static_cast<float>(weight)});
  }
  return rays;
}

double typical_slope(const HeightRows& rows) {
  const int width = rows.width(), step = std::max(1, rows.height() / 512);
  std::vector<float> here(static_cast<std::size_t>(width) + 2), south(static_cast<std::size_t>(width) + 2);
  for (const bool land : {true, false}) {
    SlopeSum sum;
    for (int y = 0; y < rows.height(); y += step) {
      rows.fill(y, 1, here.data() + 1);
      rows.fill(y + 1, 1, south.data() + 1);
      add_slopes(here.data() + 1, south.data() + 1, width + 1,
                 1 / metres_along_row(rows.ground(), static_cast<std::uint32_t>(y), static_cast<std::uint32_t>(rows.height())),
                 1 / rows.ground().metres_y, land, sum);
    }
    if (sum.count > 0) return sum.root_mean();
  }
  return 0;
}

Result<std::vector<Plane>> ReliefLevels::heights(int levels, const Execution& execution) const {
  // Each level needs twice the margin of the next one, and one more where its size is odd.
  std::vector<int> margins(static_cast<std::size_t>(levels) + 1, coarse_margin + 1);
  for (std::size_t k = margins.size() - 1; k > 1; --k) margins[k - 1] = 2 * margins[k] + 1;
  std::vector<Plane> planes(margins.size());
  int width = rows_.width(), height = rows_.height();
  for (std::size_t k = 1; k < planes.size(); ++k) {
    width = (width + 1) / 2;
    height = (height + 1) / 2;
    Plane& plane = planes[k] = Plane(width, height, margins[k]);
    const int margin = margins[k], below = 2 * margin + 1;
    CRATON_TRY(for_each_row(plane, margin, execution, [&](int y) {
      if (k > 1) {
        coarsen_rows(planes[k - 1].row(2 * y), planes[k - 1].row(2 * y + 1), -margin, width + margin, plane.row(y));
        return;
      }
      std::vector<float> two(2 * static_cast<std::size_t>(rows_.width() + 2 * below));
      float* upper = two.data() + below;
      float* lower = upper + rows_.width() + 2 * below;
      rows_.fill(2 * y, below, upper);
      rows_.fill(2 * y + 1, below, lower);
      coarsen_rows(upper, lower, -margin, width + margin, plane.row(y));
    }));
  }
  return planes;
}

void ReliefLevels::weigh(const std::vector<Plane>& heights, const ReliefOptions& options, double exaggeration) {
  const std::size_t levels = heights.size();
  const Ground& ground = rows_.ground();
  pixels_per_metre_ = static_cast<float>(exaggeration / std::sqrt(ground.metres_x * ground.metres_y));
  weights_.assign(levels, {});
  const double fine_slope = typical_slope(rows_);
  double light = 0, depth = 0;
  for (std::size_t k = 0; k < levels; ++k) {
    const double coarse = static_cast<double>(k);
    LevelWeights& level = weights_[k];
    // Coarse slopes are gentle: they are raised most of the way to those of level 0. Rounded, so that sums in another order
    // (of a map that was moved around its torus) give the same bits.
    const double slope = k == 0 ? fine_slope : typical_slope_of(heights[k], ground, static_cast<int>(k));
    double raised = slope > 0 ? std::round(64 * std::pow(fine_slope / slope, 0.75)) / 64 : 1;
    if (options.joined) raised = std::exp2(0.22 * coarse);  // as of land whose slopes halve over ten levels of three
    level.steepness = static_cast<float>(exaggeration * raised);
    level.light = k == 0 ? 0.0F : k == 1 ? 0.6F : 1.0F;
    level.depth = k == 0 ? 0.0F : static_cast<float>(1 / (1 + std::abs(coarse - 2.5)));
    // Heights above the next level grow with its size, as 2^k on a straight slope: the tone of all sizes is alike.
    if (k + 1 < levels)
      level.stand =
          static_cast<float>(options.texture * std::exp2(-0.8 * coarse) + (k > 0 ? options.sky * std::exp2(-coarse) : 0.0));
    light += level.light;
    depth += level.depth;
  }
  for (LevelWeights& level : weights_) {
    if (light > 0) level.light = static_cast<float>(level.light / light * options.generalisation);
    if (depth > 0) level.depth = static_cast<float>(level.depth / depth);
  }
  weights_[0].light = levels > 1 ? static_cast<float>(1 - options.generalisation) : 1.0F;
}

float ReliefLevels::half_steepness_x(int level, int row) const {
  const int fine = std::clamp((row << level) + (1 << level >> 1), 0, rows_.height() - 1);
  const double metres =
      metres_along_row(rows_.ground(), static_cast<std::uint32_t>(fine), static_cast<std::uint32_t>(rows_.height()));
  return static_cast<float>(double{weights_[static_cast<std::size_t>(level)].steepness} / (2 * metres * (1 << level)));
}

float ReliefLevels::half_steepness_y(int level) const {
  return static_cast<float>(double{weights_[static_cast<std::size_t>(level)].steepness} /
                            (2 * rows_.ground().metres_y * (1 << level)));
}

Result<std::vector<Plane>> ReliefLevels::depths(const std::vector<Plane>& heights, const Execution& execution) const {
  std::vector<Plane> depths(heights.size());
  const float metres = sea_ > 0 ? 1 / sea_ : 0.0F;
  for (std::size_t k = 1; k < depths.size(); ++k) {
    const Plane& of = heights[k];
    const int begin = -of.margin(), end = of.width() + of.margin();
    Plane& depth = depths[k] = Plane(of.width(), of.height(), of.margin());
    CRATON_TRY(for_each_row(depth, of.margin(), execution, [&](int y) {
      if (k > 1) return coarsen_rows(depths[k - 1].row(2 * y), depths[k - 1].row(2 * y + 1), begin, end, depth.row(y));
      const float* in = of.row(y);
      float* out = depth.row(y);
      for (int x = begin; x < end; ++x) out[x] = std::min(in[x], 0.0F) * metres;
    }));
  }
  return depths;
}

/// What level k gives, and through the planes of the levels above it all of them.
void ReliefLevels::collapse_row(int k, int y, const Plane& heights, const Plane* depths, const Finer& finer) const {
  const LevelWeights& weights = weights_[static_cast<std::size_t>(k)];
  const float stand = (weights.stand - weights_[static_cast<std::size_t>(k - 1)].stand) * pixels_per_metre_;
  const int begin = -coarse_margin, end = heights.width() + coarse_margin;
  std::vector<float> buffers(2 * static_cast<std::size_t>(end - begin) + 8);
  float *refined = buffers.data() + coarse_margin, *scratch = refined + end + 2;
  float *light = finer.light->row(y), *tone = finer.tone->row(y);
  const float* here = heights.row(y);
  light_rows(heights.row(y - 1), here, heights.row(y + 1), begin, end, half_steepness_x(k, y), half_steepness_y(k), rays_, light,
             refined);
  for (int x = begin; x < end; ++x) light[x] *= weights.light;
  for (int x = begin; x < end; ++x) tone[x] = here[x] * stand;
  if (depths)
    for (int x = begin; x < end; ++x) finer.depth->row(y)[x] = depths->row(y)[x] * weights.depth;
  const auto add = [&](const Plane& coarse, float* to) {
    if (coarse.width() == 0) return;
    refine_row(coarse, y, begin, end, refined, scratch);
    for (int x = begin; x < end; ++x) to[x] += refined[x];
  };
  add(light_, light);
  add(tone_, tone);
  if (depths) add(depth_, finer.depth->row(y));
}

Result<void> ReliefLevels::collapse(const std::vector<Plane>& heights, bool depth, const Execution& execution) {
  std::vector<Plane> depths;
  if (depth) {
    CRATON_TRY(std::vector<Plane> made, this->depths(heights, execution));
    depths = std::move(made);
  }
  for (int k = static_cast<int>(heights.size()) - 1; k >= 1; --k) {
    const auto level = static_cast<std::size_t>(k);
    const Plane& of = heights[level];
    Plane light(of.width(), of.height(), coarse_margin), tone(of.width(), of.height(), coarse_margin), smooth;
    if (depth) smooth = Plane(of.width(), of.height(), coarse_margin);
    CRATON_TRY(for_each_row(light, coarse_margin, execution, [&](int y) {
      collapse_row(k, y, of, depth ? &depths[level] : nullptr, {&light, &tone, &smooth});
    }));
    light_ = std::move(light);
    tone_ = std::move(tone);
    depth_ = std::move(smooth);
  }
  return {};
}

Result<ReliefLevels> ReliefLevels::make(const HeightRows& rows, const ReliefOptions& options, double exaggeration, bool depth,
                                        const Execution& execution) {
  ReliefLevels levels(rows);
  levels.sea_ = static_cast<float>(options.sea);
  levels.rays_ = rays_of(options.lights.empty() ? usual_lights() : options.lights);
  CRATON_TRY(std::vector<Plane> heights, levels.heights(levels_for(rows.width(), rows.height()), execution));
  levels.weigh(heights, options, exaggeration);
  CRATON_TRY(levels.collapse(heights, depth, execution));
  return levels;
}

ReliefLevels::Row ReliefLevels::new_row() const {
  Row row;
  for (std::vector<float>* values :
       {&row.north, &row.here, &row.south, &row.light, &row.tone, &row.depth, &row.slope, &row.scratch})
    values->assign(static_cast<std::size_t>(rows_.width()) + 8, 0.0F);
  return row;
}

void ReliefLevels::light_row(int y, Row& row) const {
  const int width = rows_.width();
  if (row.filled == y - 1) {
    std::swap(row.north, row.here);
    std::swap(row.here, row.south);
  } else {
    rows_.fill(y - 1, 1, row.north.data() + 1);
    rows_.fill(y, 1, row.here.data() + 1);
  }
  rows_.fill(y + 1, 1, row.south.data() + 1);
  row.filled = y;
  float *light = row.light.data() + 1, *tone = row.tone.data() + 1, *depth = row.depth.data() + 1;
  const float* here = row.here.data() + 1;
  light_rows(row.north.data() + 1, here, row.south.data() + 1, 0, width, half_steepness_x(0, y), half_steepness_y(0), rays_,
             light, row.slope.data() + 1);
  if (light_.width() == 0) return;
  refine_row(light_, y, 0, width, tone, row.scratch.data());
  const float share = weights_[0].light;
  for (int x = 0; x < width; ++x) light[x] = light[x] * share + tone[x];
  refine_row(tone_, y, 0, width, tone, row.scratch.data());
  const float stand = weights_[0].stand * pixels_per_metre_;
  for (int x = 0; x < width; ++x) tone[x] += here[x] * stand;
  if (depth_.width() != 0) refine_row(depth_, y, 0, width, depth, row.scratch.data());
}

}  // namespace craton::picture
