#include "surface/sphere_tables.h"

#include <algorithm>
#include <new>
#include <optional>
#include <string>

#include "base/function_ref.h"
#include "base/math_kernels.h"
#include "base/parallel.h"
#include "base/text.h"
#include "surface/site_placer.h"
#include "surface/warp.h"

namespace craton {
namespace {

constexpr std::uint64_t rows_per_block = 64;

/// Runs `body` in the IEEE floating-point mode: a loop of one block brings it.
void guarded(FunctionRef<void()> body) {
  (void)parallel_blocks(1, 1, {.threads = 1}, [&](std::uint64_t, std::uint64_t) { body(); });
}

/// u before column i, exactly mirrored about the middle of the face.
double border_of(std::uint32_t resolution, double theta, std::uint32_t i) {
  const std::uint32_t mirrored = resolution - i;
  const double u = warp_of(1 - 2.0 * std::min(i, mirrored) / resolution, theta);
  return i < mirrored ? -u : u;
}

/// Solid angle between the middle of the face and the corner (u, v), with the sign of u · v.
double corner_angle(double u, double v) { return math::kernel::atan2(u * v, std::sqrt(1 + u * u + v * v)); }

/// Areas of rows [begin, end) of the quarter: differences of the angles of their corners.
void fill_areas(std::span<const double> borders, std::size_t half, std::size_t begin, std::size_t end, std::span<double> areas) {
  std::vector<double> above(half + 1), below(half + 1);
  const auto fill = [&](std::vector<double>& row, double v) {
    for (std::size_t i = 0; i <= half; ++i) row[i] = corner_angle(borders[i], v);
  };
  fill(above, borders[begin]);
  for (std::size_t row = begin; row < end; ++row) {
    fill(below, borders[row + 1]);
    for (std::size_t column = 0; column < half; ++column)
      areas[row * half + column] = (below[column + 1] - below[column]) - (above[column + 1] - above[column]);
    above.swap(below);
  }
}

double squared_chord(const Vec3d& a, const Vec3d& b) {
  const double x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
  return x * x + y * y + z * z;
}

/// The longest diagonal of the cells in rows [begin, end) of the quarter, squared.
double longest_in_rows(std::span<const double> borders, std::size_t half, std::size_t begin, std::size_t end) {
  std::vector<Vec3d> above(half + 1), below(half + 1);
  const auto fill = [&](std::vector<Vec3d>& row, double v) {
    for (std::size_t i = 0; i <= half; ++i) row[i] = direction_on_face(0, borders[i], v);
  };
  double longest = 0;
  fill(above, borders[begin]);
  for (std::size_t row = begin; row < end; ++row) {
    fill(below, borders[row + 1]);
    for (std::size_t i = 0; i < half; ++i)
      longest = std::max({longest, squared_chord(above[i], below[i + 1]), squared_chord(above[i + 1], below[i])});
    above.swap(below);
  }
  return longest;
}

/// Everything but the sites.
void fill_small_tables(const CubeSphere::Params& params, const Execution& execution, SphereTables& tables) {
  const auto resolution = static_cast<std::uint32_t>(params.resolution);
  const std::size_t half = (resolution + 1) / 2;
  std::vector<double> borders(resolution + 1);
  tables.planes.resize(resolution + 1);
  tables.areas.resize(half * half);
  guarded([&] {
    tables.tan_theta = math::kernel::tan(params.theta);
    for (std::uint32_t i = 0; i <= resolution; ++i) {
      const double u = border_of(resolution, params.theta, i), length = std::sqrt(1 + u * u);
      borders[i] = u;
      tables.planes[i] = {1 / length, u / length};
    }
  });
  std::vector<double> longest((half + rows_per_block - 1) / rows_per_block);
  (void)parallel_blocks(half, rows_per_block, {.threads = execution.threads}, [&](std::uint64_t begin, std::uint64_t end) {
    fill_areas(borders, half, begin, end, tables.areas);
    longest[begin / rows_per_block] = longest_in_rows(borders, half, begin, end);
  });
  tables.longest_diagonal = std::sqrt(*std::max_element(longest.begin(), longest.end()));
  tables.largest_area = *std::max_element(tables.areas.begin(), tables.areas.end());
}

Result<void> place_sites(const CubeSphere::Params& params, Seed seed, const Execution& execution, std::span<Vec3f> sites) {
  std::optional<SitePlacer> placer;
  guarded([&] { placer.emplace(params, seed); });
  const auto side = static_cast<std::uint64_t>(params.resolution);
  const std::uint64_t rows = std::max<std::uint64_t>(1, (1 << 14) / side);
  return parallel_blocks(6 * side, rows, execution, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t row = begin; row < end; ++row) placer->place_row(row, sites);
  });
}

}  // namespace

Result<std::shared_ptr<const SphereTables>> SphereTables::make(const CubeSphere::Params& params, Seed seed,
                                                               const Execution& execution) {
  const auto side = static_cast<std::uint64_t>(params.resolution);
  const std::uint64_t cells = 6 * side * side;
  const Error no_memory{ErrorCode::unsupported, "resolution",
                        concat({"not enough memory for ", std::to_string(cells), " cells of 12 bytes"})};
  auto tables = std::make_shared<SphereTables>();
  tables->seed = seed;
  tables->site_memory = zero_memory(cells * sizeof(Vec3f));
  if (tables->site_memory == nullptr) return no_memory;
  tables->sites = {reinterpret_cast<Vec3f*>(tables->site_memory.get()), static_cast<std::size_t>(cells)};
  try {
    fill_small_tables(params, execution, *tables);
    CRATON_TRY(place_sites(params, seed, execution, tables->sites));
  } catch (const std::bad_alloc&) { return no_memory; }
  return std::shared_ptr<const SphereTables>(std::move(tables));
}

Result<std::shared_ptr<const SphereTables>> SphereTables::with_sites(std::span<const Vec3f> elsewhere) const {
  auto other = std::make_shared<SphereTables>();
  other->site_memory = zero_memory(elsewhere.size_bytes());
  if (other->site_memory == nullptr) return Error{ErrorCode::unsupported, "sites", "not enough memory for other sites"};
  other->sites = {reinterpret_cast<Vec3f*>(other->site_memory.get()), elsewhere.size()};
  std::copy(elsewhere.begin(), elsewhere.end(), other->sites.begin());
  other->seed = seed;
  other->areas = areas;
  other->planes = planes;
  other->tan_theta = tan_theta;
  other->longest_diagonal = longest_diagonal;
  other->largest_area = largest_area;
  return std::shared_ptr<const SphereTables>(std::move(other));
}

std::uint64_t SphereTables::bytes() const {
  return sites.size_bytes() + areas.size() * sizeof(double) + planes.size() * sizeof(GridPlane);
}

}  // namespace craton
