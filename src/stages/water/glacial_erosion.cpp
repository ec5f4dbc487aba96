#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "base/parallel.h"
#include "stages/all_stages.h"
#include "stages/frozen_fields.h"
#include "stages/water/flow_router.h"
#include "stages/water/on_planes.h"

namespace craton {
namespace {

struct GlacialParams {
  std::string layer = "height";
  std::string ice = "ice";
  Field snow_line = 1000.0;
  Field depth = 400.0;
  double thickness = 1;
  double fjord_depth = 600;
  int iterations = 24;
  Field strength = 1.0;
  OnPlanes on_planes = OnPlanes::refuse;
};

constexpr std::uint64_t block_cells = 1 << 14;
constexpr float low_stand = -120;             // m: the sea of ice ages
constexpr float balance_gradient = 0.007F;    // 1/a
constexpr float most_snow = 1.5F, most_melt = 8;  // m/a
constexpr float stress = 4;                // m · (m³/a)^(−1/8)
constexpr float tongue_slope = 0.08F;         // of ice that fills side valleys from below
constexpr float width_factor = 0.1F;
constexpr float wall_slope = 1.1F;
constexpr float full_drive = 9000;
constexpr float bed_radius = 0.45F;            // of the thickness
constexpr float thickest = 500;               // m, counts for the bed radius

template <class T>
class Glaciers {
 public:
  Glaciers(const T& topology, const Domain& domain, const GlacialParams& params, std::span<float> ground, StageContext& context)
      : topology_(topology), params_(params), ground_(ground), execution_{.threads = context.execution.threads, .cancel = context.execution.cancel},
        router_(domain), domain_(domain), before_(ground.begin(), ground.end()), surface_(ground.begin(), ground.end()), flux_(ground.size()),
        scratch_(ground.size()) {}

  std::span<const float> surface() const { return surface_; }

  Result<void> settle() {
    CRATON_TRY(router_.route(surface_, {.sea_level = low_stand}, execution_));
    gather_snow();
    CRATON_TRY(receiver_lengths(domain_, router_.graph().receiver.span(), scratch_, execution_));
    build_ice();
    for (int i = 0; i < 4; ++i) CRATON_TRY(even_surface());
    { double v = 0, n = 0; for (Cell c = 0; c < ground_.size(); ++c) { const double t = surface_[c] - ground_[c]; if (t > 0) v += t, ++n; } fprintf(stderr, "%.3f:%.0f ", n / double(ground_.size()), v / n); }
    return {};
  }
  Result<void> iterate() {
    CRATON_TRY(settle());
    CRATON_TRY(dig());
    CRATON_TRY(round_bed());
    for (int i = 0; i < 3; ++i) CRATON_TRY(break_walls());
    return {};
  }
  std::span<const float> before() const { return before_; }

 private:
  template <class F>
  Result<void> each(F&& f) {
    return parallel_blocks(ground_.size(), block_cells, execution_, [&](std::uint64_t begin, std::uint64_t end) {
      for (auto c = static_cast<Cell>(begin); c < end; ++c) f(c);
    });
  }

  float balance(Cell c) const {
    return std::clamp(balance_gradient * (before_[c] - params_.snow_line[c]), -most_melt, most_snow);
  }

  void gather_snow() {
    const FlowGraph& graph = router_.graph();
    std::fill(flux_.begin(), flux_.end(), 0.0F);
    for (const Cell c : graph.order) {
      const float gain = balance(c);
      auto area = static_cast<float>(topology_.area(c));
      const bool had_ice = surface_[c] > ground_[c];
      if (gain < 0 && flux_[c] > 0 && !had_ice) area = std::max(area, width_factor * std::sqrt(flux_[c]) * static_cast<float>(topology_.spacing()));
      flux_[c] += gain * area;
      if (!had_ice) flux_[c] = std::max(flux_[c], 0.0F);
      const Cell to = graph.receiver[c];
      if (to != c) flux_[to] += flux_[c];
    }
  }

  void build_ice() {
    const FlowGraph& graph = router_.graph();
    for (std::size_t i = graph.order.size(); i-- > 0;) {
      const Cell c = graph.order[i], to = graph.receiver[c];
      const float h = ground_[c];
      float s = h;
      if (to != c) {
        const float below = surface_[to], length = scratch_[c], thick_below = below - ground_[to];
        if (flux_[c] > 0) {
          const float t = static_cast<float>(params_.thickness) * stress * std::sqrt(std::sqrt(std::sqrt(flux_[c])));
          const float half = 0.5F * (h - below);
          s = 0.5F * (h + below) + std::sqrt(half * half + length * t);
        } else if (thick_below > 0) {
          s = std::max(h, below - tongue_slope * length);
        }
      }
      surface_[c] = s;
    }
  }

  Result<void> even_surface() {
    CRATON_TRY(each([&](Cell c) {
      scratch_[c] = surface_[c];
      if (!(surface_[c] > ground_[c])) return;
      float sum = 0, weights = 0;
      topology_.for_each_link(c, [&](Link link) {
        if (!(surface_[link.to] > ground_[link.to]) ) return;
        const float w = 1 / (link.length * link.length);
        sum += w * (surface_[link.to] - surface_[c]);
        weights += w;
      });
      if (weights > 0) scratch_[c] = std::max(surface_[c] + 0.8F * sum / weights, ground_[c]);
    }));
    surface_.swap(scratch_);
    return {};
  }

  Result<void> dig() {
    return each([&](Cell c) {
      const float thick = surface_[c] - ground_[c];
      if (!(thick > 0)) return;
      float slope = 0;
      topology_.for_each_link(c, [&](Link link) { slope = std::max(slope, (surface_[c] - surface_[link.to]) / link.length); });
      slope = std::min(slope, 0.5F);
      const Cell to = router_.graph().receiver[c];
      const float fall = std::max(surface_[c] - surface_[to], 0.0F), rise = std::max(ground_[to] - ground_[c], 0.0F);
      const float freely = rise > 0 ? std::clamp(2 - 2 * rise / (1.6F * fall), 0.0F, 1.0F) : 1;
      const float drive = std::min(std::sqrt(thick * thick * slope / full_drive), 1.5F) * std::clamp((thick - 30) / 90, 0.0F, 1.0F) * freely;
      const float deepest = -static_cast<float>(params_.fjord_depth);
      const float room = std::clamp((ground_[c] - deepest) / 200.0F, 0.0F, 1.0F);
      ground_[c] -= params_.depth[c] / static_cast<float>(params_.iterations) * drive * room;
    });
  }

  Result<void> round_bed() {
    const double spacing = topology_.spacing();
    const double reach = bed_radius * thickest / spacing;
    const double passes = std::max(1.0, std::ceil(1.5 * reach * reach / params_.iterations / 0.8));
    const auto n = static_cast<int>(passes);
    for (int i = 0; i < n; ++i) {
      CRATON_TRY(each([&](Cell c) {
        const float thick = surface_[c] - ground_[c];
        scratch_[c] = ground_[c];
        if (!(thick > 0)) return;
        const float radius = bed_radius * std::min(thick, thickest) / static_cast<float>(spacing);
        float sum = 0, weights = 0;
        topology_.for_each_link(c, [&](Link link) {
          const float w = 1 / (link.length * link.length);
          sum += w * (ground_[link.to] - ground_[c]);
          weights += w;
        });
        const float k = 1.5F * radius * radius / static_cast<float>(n) / static_cast<float>(params_.iterations);
        scratch_[c] = ground_[c] + k * sum / weights;
      }));
      std::copy(scratch_.begin(), scratch_.end(), ground_.begin());
    }
    return {};
  }

  Result<void> break_walls() {
    CRATON_TRY(each([&](Cell c) {
      float limit = ground_[c];
      topology_.for_each_link(c, [&](Link link) {
        if (ground_[link.to] < before_[link.to]) limit = std::min(limit, ground_[link.to] + wall_slope * link.length);
      });
      scratch_[c] = ground_[c] + 0.5F * (limit - ground_[c]);
    }));
    std::copy(scratch_.begin(), scratch_.end(), ground_.begin());
    return {};
  }

  const T& topology_;
  const GlacialParams& params_;
  std::span<float> ground_;
  Execution execution_;
  FlowRouter router_;
  const Domain& domain_;
  std::vector<float> before_, surface_, flux_, scratch_;
};

Result<void> run(Surface& surface, const StageSpec& spec, StageContext& context) {
  const Result<GlacialParams> params = stage_params<GlacialParams>(spec, surface, context);
  if (!params) return params.error();
  const Result<Layer*> layer = surface.need_layer(params->layer, LayerType::number, context.path + "/layer");
  if (!layer) return layer.error();
  const Result<Layer*> ice = surface.ensure_layer({.name = params->ice, .unit = "m", .doc = "Thickness of the ice."});
  if (!ice) return ice.error();
  return std::visit(
      [&](const auto& topology) -> Result<void> {
        Glaciers glaciers(topology, surface.domain(), *params, (*layer)->numbers(), context);
        for (int i = 0; i < 6; ++i) CRATON_TRY(glaciers.settle());
        for (int i = 0; i < params->iterations; ++i) {
          context.begin_iteration(static_cast<unsigned>(i), static_cast<unsigned>(params->iterations));
          CRATON_TRY(glaciers.iterate());
          CRATON_TRY(context.end_iteration(surface));
        }
        const std::span<float> h = (*layer)->numbers(), t = (*ice)->numbers();
        for (Cell c = 0; c < h.size(); ++c) {
          t[c] = std::max(0.0F, glaciers.surface()[c] - h[c]);
          if (params->strength[c] < 1) h[c] = glaciers.before()[c] + params->strength[c] * (h[c] - glaciers.before()[c]);
        }
        return {};
      },
      surface.domain());
}

Reach reach(const StageSpec& spec, double) { return reach_on_planes(plain_params<GlacialParams>(spec).on_planes); }

}  // namespace

template <>
std::span<const ParamInfo> params_of<GlacialParams>() {
  static const ParamInfo list[] = {
      layer_param<&GlacialParams::layer>("layer", LayerAccess::change, "The ground that ice carves."),
      layer_param<&GlacialParams::ice>("ice", LayerAccess::write, "Gets the thickness of the ice in metres."),
      field_param<&GlacialParams::snow_line>("snow_line", -1e5, 1e5, "m", "Height above which more snow falls than melts."),
      field_param<&GlacialParams::depth>("depth", 0, 1e4, "m", "How deep a great glacier digs."),
      number_param<&GlacialParams::thickness>("thickness", 0.1, 10, "", "Of the ice."),
      number_param<&GlacialParams::fjord_depth>("fjord_depth", 0, 1e4, "m", "How far below sea level ice digs at most."),
      integer_param<&GlacialParams::iterations>("iterations", 0, 1000, "", "Steps in which the ice digs."),
      field_param<&GlacialParams::strength>("strength", 0, 1, "", "0 leaves a cell as it is: a mask."),
      on_planes_param<&GlacialParams::on_planes>(),
  };
  return list;
}

const StageEntry& glacial_erosion_stage() {
  static const StageEntry entry{
      .info = {.id = "glacial_erosion",
               .title = "Glacial erosion",
               .doc = "Glaciers.",
               .cite = "",
               .version = 1,
               .reach_doc = "whole",
               .params = params_of<GlacialParams>(),
               .layers = {}},
      .run = run,
      .reach = reach,
      .check = nullptr};
  return entry;
}

}  // namespace craton
