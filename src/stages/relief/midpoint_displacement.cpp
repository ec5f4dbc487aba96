// Midpoint displacement (Fournier, Fussell & Carpenter 1982; Miller 1986, "The definition and rendering of terrain maps"):
// heights on a coarse lattice, which is halved again and again; new points get the mean of those around them and a displacement
// that shrinks with every level. Levels go on until the lattice is finer than the cells; what lies between is interpolated. A
// finer world has more levels and is else the same.
#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "stages/all_stages.h"
#include "stages/relief/halved_lattice.h"

namespace craton {
namespace {

using namespace relief;

struct MidpointParams {
  Write<float> layer = "height";
  MidpointForm form = MidpointForm::diamond_square;
  double size = 20'000;
  Field height = 1000.0;
  double roughness = 0.5;
  Field offset = 0.0;
};

struct Grid {
  Point2 origin;
  std::int64_t step;
  std::uint32_t width, height;
};

Grid grid_of(const PlaneTile& tile) { return {tile.position(0), tile.step(), tile.stored_width(), tile.stored_height()}; }
Grid grid_of(const Torus& torus) { return {torus.position(0), torus.step(), torus.size().width, torus.size().height}; }

/// Samples along an axis of a window, and the lines of the lattice that they need.
struct Lines {
  std::vector<HalvedAxis::Place> places;
  std::int64_t first;
  std::uint32_t count;

  Lines(const HalvedAxis& axis, std::int64_t origin, std::int64_t step, std::uint32_t samples, std::int64_t before) {
    for (std::uint32_t i = 0; i < samples; ++i) places.push_back(axis.place(origin + i * step));
    first = places.front().cell - before;
    count = static_cast<std::uint32_t>(places.back().cell + 1 - first + 1);
  }
};

/// Samples to a side of a window: so few that its lattice is not much larger, where that is finer than the samples.
std::uint32_t window_side(std::int64_t size, std::int64_t step) {
  return static_cast<std::uint32_t>(std::clamp<std::int64_t>(256 * size / step, 1, 128));
}

void fill_window(const Grid& grid, std::uint32_t side, std::uint32_t column, std::uint32_t row, const HalvedLattice& lattice,
                 const MidpointParams& params, std::span<float> out) {
  const std::uint32_t columns = std::min(side, grid.width - column), rows = std::min(side, grid.height - row);
  const Lines x(lattice.x(), grid.origin.x + column * grid.step, grid.step, columns, lattice.lines_before());
  const Lines y(lattice.y(), grid.origin.y + row * grid.step, grid.step, rows, lattice.lines_before());
  LatticePart part{x.first, y.first, x.count, y.count, {}};
  lattice.fill(part);
  for (std::uint32_t j = 0; j < rows; ++j)
    for (std::uint32_t i = 0; i < columns; ++i) {
      const Cell cell = (row + j) * grid.width + column + i;
      const float scale = params.height[cell], base = params.offset[cell];
      out[cell] = scale == 0 ? base : base + scale * lattice.between(part, x.places[i], y.places[j]);
    }
}

/// How often the lattice is halved until it is finer than the cells.
int levels_for(std::int64_t size, std::int64_t step) {
  int levels = 0;
  while (levels < 40 && (size >> levels) > step) ++levels;
  return levels;
}

Error not_on_spheres(const std::string& path) {
  return {
      ErrorCode::unsupported, path,
      "midpoint displacement needs a square lattice, which covers no sphere; the stage \"noise\" with an fbm makes such relief "
      "there"};
}

Result<void> run(const MidpointParams& params, StageContext& context) {
  const auto* tile = std::get_if<PlaneTile>(&context.domain());
  const auto* torus = std::get_if<Torus>(&context.domain());
  if (!tile && !torus) return not_on_spheres(context.path);
  const Result<std::int64_t> size = units_from_metres(params.size);
  if (!size) return Error{size.error().code, context.path + "/size", size.error().message};
  const Grid grid = tile ? grid_of(*tile) : grid_of(*torus);
  const std::array<std::uint64_t, 2> period = torus ? torus->period() : std::array<std::uint64_t, 2>{};
  const int levels = levels_for(*size, grid.step);
  const HalvedLattice lattice(context.seed, params.form, params.roughness, levels, HalvedAxis(*size, period[0], levels),
                              HalvedAxis(*size, period[1], levels));
  const std::span<float> out = params.layer.values();
  const std::uint32_t side = window_side(*size, grid.step);
  const std::uint64_t across = (grid.width + side - 1) / side, down = (grid.height + side - 1) / side;
  return parallel_blocks(across * down, 1, context.execution, [&](std::uint64_t index, std::uint64_t) {
    fill_window(grid, side, static_cast<std::uint32_t>(index % across) * side, static_cast<std::uint32_t>(index / across) * side,
                lattice, params, out);
  });
}

Result<void> check(const MidpointParams&, const StageSpec&, const DomainSpec& domain, const std::string& path) {
  if (domain.kind == "sphere") return not_on_spheres(path);
  return {};
}

}  // namespace

template <>
inline std::span<const std::string_view> choice_names<relief::MidpointForm>() {
  static constexpr std::string_view names[] = {"diamond_square", "square"};
  return names;
}

template <>
std::span<const ParamInfo> params_of<MidpointParams>() {
  using P = MidpointParams;
  static const ParamInfo list[] = {
      layer_param<&P::layer>("layer", "Where the heights go.", "m"),
      choice_param<&P::form>("form",
                             "diamond_square: the classic, with faint creases along the axes; square: smoother, without."),
      number_param<&P::size>("size", 0.01, 1e7, "m",
                             "Spacing of the coarsest lattice, the size of the largest forms; on a map that closes onto itself a "
                             "whole number of them fits."),
      field_param<&P::height>("height", -1e5, 1e5, "m", "Heights on the coarsest lattice lie between − and + this."),
      number_param<&P::roughness>(
          "roughness", 0, 1, "",
          "How large displacements are against those of the next coarser level: 0.5 is gentle, 0.7 rough."),
      field_param<&P::offset>("offset", -1e9, 1e9, "m", "Added to all. The layer itself, to add to what is there already."),
  };
  return list;
}

const StageEntry& midpoint_displacement_stage() {
  static const StageEntry entry = stage_of<run, nullptr, check>({
      .id = "midpoint_displacement",
      .title = "Midpoint displacement",
      .doc = "Fractal relief by halving a lattice of random heights (diamond-square), on planes and maps without a seam.",
      .cite = "Fournier, Fussell & Carpenter 1982; Miller 1986",
  });
  return entry;
}

}  // namespace craton
