#include "picture/strokes.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"

namespace craton::picture {
namespace {

constexpr std::uint32_t band_rows = 32;

struct Rows {
  std::int64_t begin = 0, end = 0;
};

/// Rows that a stroke may touch.
Rows rows_of(const Stroke& stroke, std::uint32_t height) {
  const float reach = 0.5F * std::max(stroke.width0, stroke.width1) + 0.5F;
  const double top = std::min(stroke.y0, stroke.y1) - reach, bottom = std::max(stroke.y0, stroke.y1) + reach;
  const std::int64_t first = stroke.first_row, last = std::min(stroke.end_row, height);
  const auto begin = static_cast<std::int64_t>(std::clamp(std::floor(top), 0.0, double(height)));
  const auto end = static_cast<std::int64_t>(std::clamp(std::ceil(bottom), 0.0, double(height)));
  return {std::max(begin, first), std::min(end, last)};
}

/// How much of a pixel a line of this width covers, whose middle passes at this distance.
float cover_at(float distance, float width) {
  const float half = 0.5F * width;
  return std::max(std::min(0.5F, distance + half) - std::max(-0.5F, distance - half), 0.0F);
}

void add_row(const Stroke& stroke, float y, std::span<float> covers) {
  const float dx = stroke.x1 - stroke.x0, dy = stroke.y1 - stroke.y0, length2 = dx * dx + dy * dy;
  const float per_length2 = length2 > 0 ? 1 / length2 : 0.0F;
  const float reach = 0.5F * std::max(stroke.width0, stroke.width1) + 0.5F;
  const auto columns = static_cast<float>(covers.size());
  const float left = std::clamp(std::floor(std::min(stroke.x0, stroke.x1) - reach), 0.0F, columns);
  const float right = std::clamp(std::ceil(std::max(stroke.x0, stroke.x1) + reach), 0.0F, columns);
  for (auto x = static_cast<std::size_t>(left); x < static_cast<std::size_t>(right); ++x) {
    const float px = static_cast<float>(x) + 0.5F - stroke.x0, py = y + 0.5F - stroke.y0;
    const float along = std::clamp((px * dx + py * dy) * per_length2, 0.0F, 1.0F);
    const float away_x = px - along * dx, away_y = py - along * dy;
    const float width = stroke.width0 + (stroke.width1 - stroke.width0) * along;
    const float cover = stroke.strength * cover_at(std::sqrt(away_x * away_x + away_y * away_y), width);
    covers[x] = std::max(covers[x], cover);
  }
}

/// Numbers of the strokes that touch each band of rows, one band after the other.
struct Bands {
  std::vector<std::size_t> first;
  std::vector<std::uint32_t> strokes;
};

Bands bands_of(std::span<const Stroke> strokes, std::uint32_t height) {
  const std::size_t count = (height + band_rows - 1) / band_rows;
  Bands bands{std::vector<std::size_t>(count + 1), {}};
  const auto for_each = [&](auto&& f) {
    for (std::uint32_t i = 0; i < strokes.size(); ++i) {
      const Rows rows = rows_of(strokes[i], height);
      if (rows.begin >= rows.end) continue;
      for (std::int64_t band = rows.begin / band_rows; band <= (rows.end - 1) / band_rows; ++band)
        f(static_cast<std::size_t>(band), i);
    }
  };
  for_each([&](std::size_t band, std::uint32_t) { ++bands.first[band + 1]; });
  for (std::size_t band = 0; band < count; ++band) bands.first[band + 1] += bands.first[band];
  bands.strokes.resize(bands.first[count]);
  std::vector<std::size_t> next(bands.first.begin(), bands.first.end() - 1);
  for_each([&](std::size_t band, std::uint32_t i) { bands.strokes[next[band]++] = i; });
  return bands;
}

}  // namespace

Result<void> paint_strokes(std::span<const Stroke> strokes, std::uint32_t width, std::uint32_t height, const Execution& execution,
                           FunctionRef<void(std::uint32_t y, std::span<const float> covers)> paint) {
  if (strokes.empty() || width == 0 || height == 0) return {};
  const Bands bands = bands_of(strokes, height);
  return parallel_blocks(bands.first.size() - 1, 1, execution, [&](std::uint64_t band, std::uint64_t) {
    const std::span<const std::uint32_t> here =
        std::span(bands.strokes).subspan(bands.first[band], bands.first[band + 1] - bands.first[band]);
    if (here.empty()) return;
    const auto top = static_cast<std::int64_t>(band) * band_rows, bottom = std::min<std::int64_t>(top + band_rows, height);
    std::vector<float> covers(static_cast<std::size_t>(bottom - top) * width);
    const auto row = [&](std::int64_t y) { return std::span(covers).subspan(static_cast<std::size_t>(y - top) * width, width); };
    for (const std::uint32_t i : here) {
      const Rows rows = rows_of(strokes[i], height);
      for (std::int64_t y = std::max(rows.begin, top); y < std::min(rows.end, bottom); ++y)
        add_row(strokes[i], static_cast<float>(y), row(y));
    }
    for (std::int64_t y = top; y < bottom; ++y) paint(static_cast<std::uint32_t>(y), row(y));
  });
}

}  // namespace craton::picture
