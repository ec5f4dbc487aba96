// Waves at the sea's edge, as the shape they tend to and not as a history (after Trenhaile 2002, "Rock coasts", on platforms
// and cliffs, and Bruun 1962 on beaches that keep their profile as the shore moves).
//
//   sea       Each cell's share below 0 m, with the part of cells that the shoreline crosses.
//   shore     That share spread over half of `reach`. On a straight coast it is a known function of the distance to the shore,
//             so its inverse is a smooth distance: negative off headlands, which stand out, positive in bays. Its zero line is
//             the shore evened by waves.
//   exposure  The share spread over half of `fetch`: much open sea around means high waves.
//   cut       Exposed land is brought down to a platform that dips from the new shore, `retreat` inland of the evened one; behind
//             it rises a cliff. Shelter and hard rock move that line out to sea, where there is nothing to cut.
//   beach     Sand fills bays, and a strip before the land where it is sheltered, up to a profile. There is as much sand as
//             `sand_share` of what was cut nearby: a cell's wish d gets d · S(e / S(d)) at most, for S spread over half of reach
//             and e what was cut. S gives as it takes, so that in sum no more is laid down than was cut.
//
// All of it is made from smooth fields: no cell is treated unlike its neighbours, so there are no specks, and every length is
// in metres.
#include <algorithm>
#include <cmath>

#include "stages/all_stages.h"
#include "stages/each_cell.h"
#include "stages/gaussian_spread.h"
#include "surface/check_finite.h"

namespace craton {
namespace {

struct CoastalErosionParams {
  Change<float> layer = "height";
  Write<float> exposure = "wave_exposure", beach = "beach";
  double reach = 150, fetch = 1500, sand_share = 0.5;
  Field retreat = 60.0, hardness = 0.0, cliff = 1.5, resistance = 3.0, platform_slope = 0.015, beach_slope = 0.05,
        beach_width = 60.0;
  Field strength = 1.0;
};

constexpr float sand_at_rest = 0.5F;  // slope, under water

float clamped(float value, float low, float high) { return value > low ? (value < high ? value : high) : low; }
/// 0 up to `from`, 1 from `to` on, smooth between.
float smooth_step(float from, float to, float value) {
  const float t = clamped((value - from) / (to - from), 0, 1);
  return t * t * (3 - 2 * t);
}
float between(float a, float b, float t) { return a + t * (b - a); }

/// The share of a cell below the sea: where the shore crosses it, by its height and the steepest way to a neighbour.
template <class T>
float sea_share(const T& topology, std::span<const float> height, Cell cell) {
  const float own = height[cell];
  float steepest = 0;
  topology.for_each_link(cell, [&](Link link) {
    const float slope = std::abs(height[link.to] - own) / link.length;
    if (slope > steepest) steepest = slope;
  });
  const float across = steepest * static_cast<float>(topology.spacing());
  if (!(across > 0)) return own < 0 ? 1.0F : 0.0F;
  return clamped(0.5F - own / across, 0, 1);
}

/// Standard deviations for a share under the bell: the inverse of its integral, right to 0.03 within ±2.
float deviations(float share) {
  const float x = share - 0.5F, xx = x * x;
  return clamped(2.506628F * x * (1 - 2.03975F * xx) / (1 - 2.98439F * xx), -2, 2);
}

/// What waves make of a cell; pure functions of the smooth fields.
struct Waves {
  const CoastalErosionParams& params;
  std::span<const float> height, share, exposure;  ///< share: of the sea, spread over half of reach

  float radius() const { return static_cast<float>(params.reach / 2); }
  /// Metres from the evened shore, positive inland, ± reach at most.
  float distance(Cell c) const { return -radius() * deviations(share[c]); }
  /// How freely waves work here, 0 … 1: fully on open coasts, hardly in inlets and on hard rock.
  float power(Cell c) const { return smooth_step(0.2F, 0.6F, exposure[c]) * (1 - params.hardness[c]); }
  /// Nothing happens far inland or far from land.
  float fade(Cell c) const { return smooth_step(0.023F, 0.067F, share[c]) * smooth_step(0, 0.002F, 1 - share[c]); }

  float cut(Cell c) const {
    const float waves = power(c), shelter = 1 - waves;
    const float from_shore = distance(c) - params.retreat[c] * waves + 2 * radius() * shelter * shelter +
                             params.resistance[c] * std::max(height[c], 0.0F);
    const float limit = from_shore * (from_shore < 0 ? params.platform_slope[c] : params.cliff[c]);
    return std::max(height[c] - limit, 0.0F) * fade(c) * params.strength[c];
  }

  /// How much sand would make a beach here, above what the cut left.
  float wish(Cell c) const {
    const float waves = power(c);
    const float slope = params.beach_slope[c], width = params.beach_width[c];
    const float from_shore = distance(c) - params.retreat[c] * waves + width * between(1, 0.25F, exposure[c]);
    // The beach up to its crest; the shoreface, and where it ends sand at rest.
    const float profile = slope * clamped(from_shore, -width, width) + sand_at_rest * std::min(from_shore + width, 0.0F);
    return std::max(profile - (height[c] - cut(c)), 0.0F) * fade(c) * params.strength[c];
  }
};

/// The share of the sea around each cell over both distances.
Result<void> look_at_the_sea(const Domain& domain, const CoastalErosionParams& params, std::span<float> share,
                             const Execution& execution) {
  const std::span<const float> height = params.layer.values();
  const std::span<float> exposure = params.exposure;
  CRATON_TRY(std::visit(
      [&](const auto& topology) {
        return each_cell(height.size(), execution, [&](Cell c) { share[c] = exposure[c] = sea_share(topology, height, c); });
      },
      domain));
  CRATON_TRY(spread(domain, share, params.reach / 2, execution));
  CRATON_TRY(spread(domain, exposure, params.fetch / 2, execution));
  // An open straight coast has ½, a headland's tip more: there waves are as high as they get.
  return each_cell(height.size(), execution, [&](Cell c) { exposure[c] = clamped(exposure[c] / 0.75F, 0, 1); });
}

/// Leaves in `sand` how much of its wish each cell gets, 0 … 1. `wishes` is scratch.
Result<void> share_out_sand(const Domain& domain, const Waves& waves, std::span<float> sand, std::span<float> wishes,
                            const Execution& execution) {
  constexpr float least = 1e-6F;  // metres, as a mean around
  const auto part = static_cast<float>(waves.params.sand_share);
  CRATON_TRY(each_cell(sand.size(), execution, [&](Cell c) { wishes[c] = waves.wish(c); }));
  CRATON_TRY(spread(domain, wishes, waves.params.reach / 2, execution));
  CRATON_TRY(each_cell(sand.size(), execution, [&](Cell c) { sand[c] = part * waves.cut(c) / std::max(wishes[c], least); }));
  CRATON_TRY(spread(domain, sand, waves.params.reach / 2, execution));
  return each_cell(sand.size(), execution, [&](Cell c) { sand[c] = clamped(sand[c], 0, 1); });
}

Result<void> check_width(const CoastalErosionParams& params, double spacing, const std::string& path) {
  if (std::max(params.fetch, params.reach) / 2 <= widest_spread_on_sphere * spacing) return {};
  return Error{ErrorCode::invalid_value, path + (params.fetch >= params.reach ? "/fetch" : "/reach"),
               "more than 48 cells of this sphere; take a coarser one, or a shorter length"};
}

Result<void> run(const CoastalErosionParams& params, StageContext& context) {
  const Domain& domain = context.domain();
  if (std::holds_alternative<CubeSphere>(domain)) CRATON_TRY(check_width(params, spacing(domain), context.path));
  const std::span<float> height = params.layer, laid = params.beach;
  CRATON_TRY(check_finite(height, context.path + "/layer", "waves need heights", context.execution));
  Layer share({.name = "share"}, height.size()), sand({.name = "sand"}, height.size());
  const Execution quiet{.threads = context.execution.threads, .cancel = context.execution.cancel};
  CRATON_TRY(look_at_the_sea(domain, params, share.numbers(), quiet));
  const Waves waves{params, height, share.numbers(), params.exposure.values()};
  CRATON_TRY(share_out_sand(domain, waves, sand.numbers(), laid, quiet));
  return each_cell(height.size(), context.execution, [&](Cell c) {
    const float cut = waves.cut(c), fill = waves.wish(c) * sand.numbers()[c];
    laid[c] = fill;
    if (cut > 0 || fill > 0) height[c] += fill - cut;
  });
}

Reach reach(const CoastalErosionParams& params, double metres) {
  const std::uint32_t near = spread_reach(params.reach / 2, metres), far = spread_reach(params.fetch / 2, metres);
  return Reach::stencil(1 + std::max(near, far) + 2 * near);
}

Result<void> check(const CoastalErosionParams& params, const StageSpec&, const DomainSpec& domain, const std::string& path) {
  if (domain.kind != "sphere") return {};
  const Result<DomainExtent> extent = extent_of(domain, 0, "/domain");
  return extent ? check_width(params, extent->spacing, path) : extent.error();
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<CoastalErosionParams>() {
  using P = CoastalErosionParams;
  static const ParamInfo list[] = {
      layer_param<&P::layer>("layer", "The ground; what lies below 0 m is sea."),
      result_param<&P::exposure>(
          "exposure", "How much open sea lies around, 0 … 1: 0.67 on a straight coast, 1 on headlands and at sea.", ""),
      result_param<&P::beach>("beach", "Sand that waves laid down.", "m"),
      field_param<&P::retreat>("retreat", 0, 1e6, "m", "How far an open straight coast of soft rock goes back."),
      number_param<&P::reach>("reach", 0, 1e6, "m",
                              "How far from the shore ground changes, and the length below which the shore is evened."),
      number_param<&P::fetch>("fetch", 0, 1e6, "m", "How far waves look for open sea: bays narrower than that are sheltered."),
      field_param<&P::hardness>("hardness", 0, 1, "", "Rock that withstands waves: 0 soft, 1 stays as it is."),
      field_param<&P::resistance>("resistance", 0, 1000, "m/m",
                                  "How much less far waves get for each metre that the land is high: more rock to carry away."),
      field_param<&P::cliff>("cliff", 0.01, 100, "m/m", "The steepest that cut land stands behind the shore."),
      field_param<&P::platform_slope>("platform_slope", 0, 1, "m/m", "How the floor that waves cut dips from the shore."),
      field_param<&P::beach_slope>("beach_slope", 0, 1, "m/m", "How beaches rise from the sea."),
      field_param<&P::beach_width>("beach_width", 0, 1e5, "m",
                                   "From a beach's crest to the water, in shelter; a quarter in surf."),
      number_param<&P::sand_share>("sand_share", 0, 1, "",
                                   "The part of what was cut that stays as sand; the sea carries the rest away."),
      field_param<&P::strength>("strength", 0, 1, "", "How much the ground changes; 0 leaves a cell as it is: a mask."),
  };
  return list;
}

const StageEntry& coastal_erosion_stage() {
  static const StageEntry entry = stage_of<run, reach, check>({
      .id = "coastal_erosion",
      .title = "Coastal erosion",
      .doc = "Waves cut headlands back to cliffs above a shallow platform and fill bays with beaches, by how much open "
             "sea lies around. Nothing changes further than 2 · reach from the shore. Beaches hold at most "
             "`sand_share` of what was cut; the rest is carried out to sea. The same at any resolution.",
      .cite = "Trenhaile 2002; Bruun 1962",
      .reach_doc = "stencil: about 2 · (fetch + 2 · reach) / spacing cells",
      .sea = true,
  });
  return entry;
}

}  // namespace craton
