// Smoothing by diffusion: each pass moves every cell towards the mean of its neighbours, weighted by w = 1/length². Into a new
// array, so that the order of cells does not matter. Passes are as many as the radius needs: a pass with factor k widens a
// point by the variance k · Σ w length² / (2 Σ w) along each axis, so that n of them make a bell of that radius at any
// resolution and on any domain. Sites of a sphere may almost touch: lengths below half the spacing count as that, or two such
// cells would trade their values and forget the rest.
//
// The other method is the plain mean of a cell and its neighbours (Fusek 2020), which goes by cells and not by metres.
#include <algorithm>
#include <cmath>

#include <craton/surface/sample.h>

#include "base/parallel.h"
#include "base/text.h"
#include "stages/all_stages.h"
#include "stages/fields.h"
#include "stages/link_weight.h"
#include "surface/site_search.h"
#include "surface/sweep.h"

namespace craton {
namespace {

enum class SmoothMethod { bell, neighbours };

struct SmoothParams {
  Change<float> layer = "height";
  SmoothMethod method = SmoothMethod::bell;
  Field radius = 200.0;
  Field strength = 1.0;
  double limit = 1000;
  int passes = 1;
  int mesh = 0;
  int rounds = 0;
};

constexpr std::uint32_t most_passes = 4096;
constexpr double largest_factor = 0.8;  // below 1, where a pass would trade neighbours' values instead of mixing them

/// What a pass knows beside the heights.
struct Pass {
  Field radius, strength;
  double limit;         ///< of the radius
  double spacing;       ///< metres
  std::uint32_t count;  ///< of passes

  /// How far a cell goes towards the mean of its neighbours. Of its links: the sums of w and of w · length², in spacings.
  float factor(Cell cell, float weights, float spread) const {
    const float r = static_cast<float>(std::min<double>(radius[cell], limit) / spacing);
    const float k = 2 * r * r * weights / (spread * static_cast<float>(count));
    return std::min(k, 1.0F) * strength[cell];
  }
};

/// How many of so many passes are done.
std::uint32_t done_of(const SmoothParams& params, std::uint32_t passes) {
  return params.rounds > 0 ? std::min(passes, static_cast<std::uint32_t>(params.rounds)) : passes;
}

double radius_bound(const SmoothParams& params) { return params.radius.varies() ? params.limit : params.radius.constant(); }

/// A link's weight and what it adds to the spread.
struct LinkWeight {
  float weight, spread;

  LinkWeight(float length, float spacing) {
    const float spacings = length / spacing;
    weight = link_weight(spacings);
    spread = weight * spacings * spacings;
  }
};

/// On a grid of squares: weights 1 and ½ for 8 links, so k = 1.5 (radius / spacing)² / n.
double passes_for(double radius, double spacing) {
  const double cells = radius / spacing;
  return std::max(1.0, std::ceil(1.5 * cells * cells / largest_factor));
}

template <class T>
void smooth_cell(const T& topology, const Pass& pass, std::span<const float> in, std::span<float> out, Cell cell) {
  float sum = 0, weights = 0, spread = 0;
  topology.for_each_link(cell, [&](Link link) {
    const LinkWeight by(link.length, static_cast<float>(pass.spacing));
    sum += by.weight * (in[link.to] - in[cell]);
    weights += by.weight;
    spread += by.spread;
  });
  out[cell] = in[cell] + pass.factor(cell, weights, spread) / weights * sum;
}

/// The same operations in the same order as smooth_cell, where the links are constant.
template <class T>
void smooth_run(const T& topology, const Pass& pass, const float* in, float* out, Cell begin, Cell end) {
  const std::array<std::int32_t, 8> offset = topology.regular_offsets();
  const std::array<float, 8> length = topology.regular_lengths();
  std::array<float, 8> weight;
  float weights = 0, spread = 0;
  for (std::size_t k = 0; k < 8; ++k) {
    const LinkWeight by(length[k], static_cast<float>(pass.spacing));
    weight[k] = by.weight;
    weights += by.weight;
    spread += by.spread;
  }
  const bool varies = pass.radius.varies() || pass.strength.varies();
  const float constant = varies ? 0 : pass.factor(begin, weights, spread) / weights;
  for (Cell c = begin; c < end; ++c) {
    const float* at = in + c;
    float sum = 0;
    for (std::size_t k = 0; k < 8; ++k) sum += weight[k] * (at[offset[k]] - *at);
    const float factor = varies ? pass.factor(c, weights, spread) / weights : constant;
    out[c] = *at + factor * sum;
  }
}

template <class T>
Result<void> smooth_pass(const T& topology, const Pass& pass, std::span<const float> in, std::span<float> out,
                         const Execution& execution) {
  constexpr std::uint64_t block_cells = 1 << 15;
  return parallel_blocks(in.size(), block_cells, execution, [&](std::uint64_t begin, std::uint64_t end) {
    const auto cell = [&](Cell c) { smooth_cell(topology, pass, in, out, c); };
    if constexpr (T::even_links) {
      sweep(
          topology, static_cast<Cell>(begin), static_cast<Cell>(end),
          [&](Cell first, Cell last) { smooth_run(topology, pass, in.data(), out.data(), first, last); }, cell);
    } else {
      for (auto c = static_cast<Cell>(begin); c < static_cast<Cell>(end); ++c) cell(c);
    }
  });
}

/// The mean of a cell and its neighbours; the same in runs and cell by cell.
template <class T>
void mean_of_cells(const T& topology, const Field& strength, const float* in, float* out, Cell begin, Cell end) {
  const std::array<std::int32_t, 8> offset = topology.regular_offsets();
  sweep(
      topology, begin, end,
      [&](Cell first, Cell last) {
        const float* from = in + first;
        float* to = out + first;
        const std::size_t count = last - first;
        visit_fields(
            first,
            [=](auto share) {
              for (std::size_t i = 0; i < count; ++i) {
                const float* at = from + i;
                float sum = 0;
                for (std::size_t k = 0; k < 8; ++k) sum += at[offset[k]] - *at;
                to[i] = *at + share[i] * (sum / 9.0F);
              }
            },
            strength);
      },
      [&](Cell cell) {
        float sum = 0, count = 1;
        topology.for_each_link(cell, [&](Link link) {
          sum += in[link.to] - in[cell];
          count += 1;
        });
        out[cell] = in[cell] + strength[cell] * (sum / count);
      });
}

/// The mean of a cell and its neighbours on a sphere of other cells: values are read at its sites, and their means between them.
Result<void> smooth_on_mesh(const SmoothParams& params, const CubeSphere& world, StageContext& context) {
  CRATON_TRY(const CubeSphere mesh, with_resolution(world, static_cast<std::uint32_t>(params.mesh), context.execution));
  const std::span<float> values = params.layer.values();
  const Execution quiet{.threads = context.execution.threads, .progress = nullptr, .cancel = context.execution.cancel};
  std::vector<float> at_sites(mesh.cell_count()), means(mesh.cell_count());
  CRATON_TRY(parallel_blocks(at_sites.size(), 4096, quiet, [&](std::uint64_t begin, std::uint64_t end) {
    for (auto m = static_cast<Cell>(begin); m < static_cast<Cell>(end); ++m)
      at_sites[m] = values[world.nearest(mesh.direction(m))];
  }));
  const std::uint32_t passes = done_of(params, static_cast<std::uint32_t>(params.passes));
  for (std::uint32_t pass = 0; pass < passes; ++pass) {
    mean_of_cells(mesh, Field(1.0), at_sites.data(), means.data(), 0, mesh.cell_count());
    at_sites.swap(means);
  }
  return parallel_blocks(values.size(), 4096, context.execution, [&](std::uint64_t begin, std::uint64_t end) {
    for (auto c = static_cast<Cell>(begin); c < static_cast<Cell>(end); ++c) {
      const float mean = sample(mesh, at_sites, world.direction(c), Sampling::cubic);
      values[c] += params.strength[c] * (mean - values[c]);
    }
  });
}

Result<void> smooth_by_neighbours(const SmoothParams& params, StageContext& context) {
  Layer& layer = *params.layer;
  const Field strength = params.strength;
  Layer scratch(layer.info(), layer.size());
  const std::uint32_t passes = done_of(params, static_cast<std::uint32_t>(params.passes));
  for (std::uint32_t i = 0; i < passes; ++i) {
    context.begin_iteration(i, passes);
    const float* in = layer.numbers().data();
    float* out = scratch.numbers().data();
    CRATON_TRY(parallel_blocks(layer.size(), 1 << 15, context.execution, [&](std::uint64_t begin, std::uint64_t end) {
      std::visit(
          [&](const auto& topology) {
            mean_of_cells(topology, strength, in, out, static_cast<Cell>(begin), static_cast<Cell>(end));
          },
          context.domain());
    }));
    layer.swap_values(scratch);
    CRATON_TRY(context.end_iteration(*context.surface));
  }
  return {};
}

Result<void> run(const SmoothParams& params, StageContext& context) {
  if (params.method == SmoothMethod::neighbours) {
    const auto* world = std::get_if<CubeSphere>(&context.domain());
    const bool on_mesh = world && params.mesh > 0 && static_cast<std::uint32_t>(params.mesh) != world->resolution();
    return on_mesh && params.passes > 0 ? smooth_on_mesh(params, *world, context) : smooth_by_neighbours(params, context);
  }
  const double metres = spacing(context.domain());
  const double passes = passes_for(radius_bound(params), metres);
  if (passes > most_passes)
    return Error{ErrorCode::invalid_value, context.path + "/radius",
                 "more than 46 cells at this resolution; take a coarser one, or a smaller radius"};
  const Pass pass{params.radius, params.strength, radius_bound(params), metres, static_cast<std::uint32_t>(passes)};

  Layer scratch(params.layer->info(), params.layer->size());
  const std::uint32_t count = done_of(params, pass.count);
  for (std::uint32_t i = 0; i < count; ++i) {
    context.begin_iteration(i, count);
    const std::span<const float> in = params.layer.values();
    CRATON_TRY(
        std::visit([&](const auto& topology) { return smooth_pass(topology, pass, in, scratch.numbers(), context.execution); },
                   context.domain()));
    params.layer->swap_values(scratch);
    CRATON_TRY(context.end_iteration(*context.surface));
  }
  return {};
}

Reach reach(const SmoothParams& params, const StageSpec& spec, double metres) {
  if (params.method == SmoothMethod::neighbours) return Reach::stencil(static_cast<std::uint32_t>(params.passes));
  const double radius = spec.layer("radius") ? params.limit : radius_bound(params);
  return Reach::stencil(static_cast<std::uint32_t>(std::min<double>(passes_for(radius, metres), most_passes)));
}

Result<void> check(const SmoothParams& params, const StageSpec& spec, const DomainSpec& domain, const std::string& path) {
  CRATON_TRY(const DomainExtent extent, extent_of(domain, 0, "/domain"));
  if (params.mesh > 0 && params.mesh < 4)
    return Error{ErrorCode::invalid_value, path + "/mesh",
                 concat({"found ", std::to_string(params.mesh), ", allowed 0, or 4 and more"})};
  if (params.method == SmoothMethod::neighbours) return {};
  const bool layer = spec.layer("radius") != nullptr;
  if (passes_for(layer ? params.limit : radius_bound(params), extent.spacing) <= most_passes) return {};
  return Error{ErrorCode::invalid_value, path + (layer ? "/limit" : "/radius"),
               "more than 46 cells at this resolution; take a coarser one, or a smaller radius"};
}

}  // namespace

template <>
inline std::span<const std::string_view> choice_names<SmoothMethod>() {
  static constexpr std::string_view names[] = {"bell", "neighbours"};
  return names;
}

template <>
std::span<const ParamInfo> params_of<SmoothParams>() {
  static const ParamInfo list[] = {
      layer_param<&SmoothParams::layer>("layer", "What is smoothed."),
      choice_param<&SmoothParams::method>("method",
                                          "bell spreads values over a radius, the same at any resolution; neighbours takes the "
                                          "mean of a cell and the cells around it."),
      field_param<&SmoothParams::radius>("radius", 0, 1e7, "m", "How far values spread: the standard deviation of the bell."),
      field_param<&SmoothParams::strength>("strength", 0, 1, "", "0 leaves a cell as it is, 1 smooths it fully: a mask."),
      number_param<&SmoothParams::limit>(
          "limit", 0, 1e7, "m", "Where the radius is a layer: larger ones count as this, which says how far the stage looks."),
      integer_param<&SmoothParams::passes>("passes", 0, 1000, "", "How often, with method = neighbours."),
      integer_param<&SmoothParams::mesh>("mesh", 0, 1000, "",
                                         "With method = neighbours, on spheres: the neighbours are those of a sphere with so "
                                         "many cells along an edge of the cube, "
                                         "so that values spread as far at any resolution; 0: the world's own."),
      integer_param<&SmoothParams::rounds>("rounds", 0, 4096, "",
                                           "Ends after so many passes, to watch values spread; 0: after all."),
  };
  return list;
}

const StageEntry& smooth_stage() {
  static const StageEntry entry = stage_of<run, reach, check>({
      .id = "smooth",
      .title = "Smoothing",
      .doc = "Spreads values over a radius in metres by diffusion between neighbours; the same at any resolution. The cost "
             "grows with the square of the radius in cells. Or takes the plain mean of neighbouring cells.",
      .cite = "Fusek 2020 (method = neighbours)",
      .reach_doc = "stencil: 1.9 · (radius / spacing)² cells; a cell for each pass with method = neighbours",
  });
  return entry;
}

}  // namespace craton
