#include "picture/atlas/coast_distance.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/parallel.h"

namespace craton::atlas {
namespace {

/// min over q of f(q) + (p − q)², in place; scratch of the size of f.
void lower_envelope(std::vector<float>& f, std::vector<int>& at, std::vector<float>& from, std::vector<float>& out) {
  const int n = static_cast<int>(f.size());
  int k = -1;
  for (int q = 0; q < n; ++q) {
    const float height = f[static_cast<std::size_t>(q)];
    if (height >= 1e9F) continue;
    float start = -1e9F;
    while (k >= 0) {
      const int v = at[static_cast<std::size_t>(k)];
      const float fv = f[static_cast<std::size_t>(v)];
      start = ((height - fv) + static_cast<float>(q * q - v * v)) / static_cast<float>(2 * (q - v));
      if (start > from[static_cast<std::size_t>(k)]) break;
      --k;
      start = -1e9F;
    }
    ++k;
    at[static_cast<std::size_t>(k)] = q;
    from[static_cast<std::size_t>(k)] = start;
  }
  if (k < 0) return;
  int i = 0;
  for (int p = 0; p < n; ++p) {
    while (i < k && from[static_cast<std::size_t>(i) + 1] < static_cast<float>(p)) ++i;
    const int v = at[static_cast<std::size_t>(i)];
    out[static_cast<std::size_t>(p)] = static_cast<float>((p - v) * (p - v)) + f[static_cast<std::size_t>(v)];
  }
  f.swap(out);
}

struct Axis {
  std::size_t count, lines, step, line_step;
  bool wrap;
};

/// Runs `body` over each row or column, which goes on by `margin` samples at both ends. Sixteen columns are fetched at once: they
/// share what the processor reads together.
template <class Body>
Result<void> for_each_line(std::vector<float>& values, const Axis& axis, std::size_t margin, const Execution& execution,
                           Body body) {
  constexpr std::size_t together = 16;
  return parallel_blocks(axis.lines, together, {.threads = execution.threads, .cancel = execution.cancel},
                         [&](std::uint64_t begin, std::uint64_t end) {
                           const std::size_t side = axis.wrap ? std::min(margin, axis.count) : 0, length = axis.count + 2 * side,
                                             lines = end - begin;
                           std::vector<std::vector<float>> fetched(lines, std::vector<float>(length));
                           std::vector<float> out(length), from(length);
                           std::vector<int> at(length);
                           for (std::size_t k = 0; k < length; ++k) {
                             const float* first =
                                 values.data() + (k + axis.count - side) % axis.count * axis.step + begin * axis.line_step;
                             for (std::size_t i = 0; i < lines; ++i) fetched[i][k] = first[i * axis.line_step];
                           }
                           for (std::vector<float>& line : fetched) body(line, at, from, out);
                           for (std::size_t k = 0; k < axis.count; ++k) {
                             float* first = values.data() + k * axis.step + begin * axis.line_step;
                             for (std::size_t i = 0; i < lines; ++i) first[i * axis.line_step] = fetched[i][k + side];
                           }
                         });
}

std::array<Axis, 2> axes_of(std::size_t width, std::size_t height, const Ground& ground) {
  return {Axis{width, height, 1, width, ground.wrap_x}, Axis{height, width, width, 1, ground.wrap_y}};
}

}  // namespace

Result<std::vector<float>> coast_distance(FloatView heights, const Ground& ground, double reach, const Execution& execution) {
  const auto most = static_cast<float>(reach);
  const std::size_t count = heights.values.size();
  std::vector<float> result(count, most), squares(count);
  for (const bool land : {true, false}) {
    const auto here = [&](std::size_t i) { return !(heights.values[i] < 0) == land; };
    for (std::size_t i = 0; i < count; ++i) squares[i] = here(i) ? 1e10F : 0.0F;
    for (const Axis& axis : axes_of(heights.width, heights.height, ground))
      CRATON_TRY(for_each_line(squares, axis, static_cast<std::size_t>(reach) + 2, execution,
                               [](auto& line, auto& at, auto& from, auto& out) { lower_envelope(line, at, from, out); }));
    // From the middle of a pixel to the next one of the other side, less half a pixel: the coast lies between.
    for (std::size_t i = 0; i < count; ++i)
      if (here(i)) result[i] = std::min(std::sqrt(squares[i]) - 0.5F, most) * (land ? 1.0F : -1.0F);
  }
  return result;
}

Result<void> soften(std::vector<float>& values, std::uint32_t width, int radius, const Ground& ground,
                    const Execution& execution) {
  if (radius <= 0 || values.empty()) return {};
  for (const Axis& axis : axes_of(width, values.size() / width, ground))
    CRATON_TRY(for_each_line(values, axis, static_cast<std::size_t>(3 * radius) + 1, execution,
                             [&](auto& line, auto&, auto&, auto& out) {
                               const auto n = static_cast<std::ptrdiff_t>(line.size());
                               for (int pass = 0; pass < 3; ++pass) {
                                 const auto at = [&](std::ptrdiff_t i) {
                                   return line[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(i, 0, n - 1))];
                                 };
                                 double sum = 0;
                                 for (std::ptrdiff_t i = -radius; i <= radius; ++i) sum += double{at(i)};
                                 for (std::ptrdiff_t i = 0; i < n; ++i) {
                                   out[static_cast<std::size_t>(i)] = static_cast<float>(sum / (2 * radius + 1));
                                   sum += double{at(i + radius + 1)} - double{at(i - radius)};
                                 }
                                 line.swap(out);
                               }
                             }));
  return {};
}

}  // namespace craton::atlas
